"""Passes a tower's serial port on to the network, for a tablet that has none.

    python share.py /dev/ttyUSB0 3333

May import: pyserial, the standard library; it runs alone on the computer where the tower is plugged in. One
tablet at a time; when it leaves, the port is free again. Anybody on this network can reach the tower
meanwhile.
"""

import socket
import sys
from contextlib import suppress
from threading import Event, Thread

import serial

BAUD = 250000  # as docs/protocol.md says


def pass_on(port: serial.Serial, tablet: socket.socket) -> None:
    """Bytes both ways until one side ends."""
    ended = Event()

    def to_tablet() -> None:
        try:
            while not ended.is_set():
                if heard := port.read(max(port.in_waiting, 1)):
                    tablet.sendall(heard)
        except OSError:
            pass  # unplugged, or the tablet has left
        finally:
            ended.set()
            with suppress(OSError):
                tablet.shutdown(socket.SHUT_RDWR)  # wakes the other half

    thread = Thread(target=to_tablet)
    thread.start()
    try:
        while not ended.is_set() and (said := tablet.recv(4096)):
            port.write(said)
    except OSError:
        pass
    finally:
        ended.set()
        thread.join()


def main(path: str, number: int) -> None:
    with socket.create_server(("", number)) as server:
        print(f"waiting for a tablet: socket://{socket.gethostname()}:{server.getsockname()[1]}", flush=True)
        while True:
            tablet, _ = server.accept()
            tablet.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            with tablet, serial.Serial(path, BAUD, timeout=0.02) as port:
                pass_on(port, tablet)


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 3333)
