"""The firmware built for two beams per outlet, on the emulated board: each of the fourteen pins is heard."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest
import serial
from cobs import cobs
from crccheck.crc import Crc16Ibm3740

from companion.tower import WrongFirmware
from companion.tower import wire_table as seven
from companion.tower.backends.serial import SerialBoard
from companion.tower.emulator import FIRMWARE, Emulator, build_once
from hardware.tower import Tower
from tests.firmware.host import take

NANO = Tower.load().board
PINS = (*NANO["pins"]["beams"], *NANO["more"]["second beams"])  # as the carrier board's plugs have them


@pytest.fixture(scope="module")
def firmware() -> Path:
    build_once()
    words = ["make", "-s", "-C", str(FIRMWARE), "BEAMS=14", f"PYTHON={sys.executable}"]
    subprocess.run(words, check=True)
    return FIRMWARE / "build" / "fourteen" / "tower.elf"


@pytest.fixture(scope="module")
def wire(firmware: Path) -> ModuleType:
    """Its own tables, as the generator writes them."""
    path = firmware.parent / "src" / "wire_table.py"
    spec = importlib.util.spec_from_file_location("wire_table_fourteen", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


@pytest.mark.slow
def test_every_beam_is_heard_at_its_own_pin(firmware: Path, wire: ModuleType) -> None:
    assert (wire.BEAMS, wire.OUTLETS) == (14, 7)
    emulator = Emulator(mode="lockstep", firmware=firmware, ring=False)
    with emulator as board, serial.Serial(str(board.link), wire.BAUD, timeout=0) as port:
        received, written, heard = 0, 0, b""

        def run(microseconds: int) -> None:
            nonlocal received, heard
            sent = board.run(microseconds, written)
            heard += take(port, sent - received)
            received = sent

        def send(message: object, request: int, boot: int) -> None:
            nonlocal written
            body = wire.Header(wire.VERSION, message.CODE, request, boot).pack() + message.pack()  # type: ignore[attr-defined]
            coded = cobs.encode(body + Crc16Ibm3740.calc(body).to_bytes(2, "big")) + b"\0"
            port.write(coded)
            written += len(coded)

        run(100_000)
        boot = wire.Header.unpack(cobs.decode(heard.strip(b"\0").split(b"\0")[0])[:5]).boot
        send(wire.Open(1), 1, boot)
        run(20_000)
        for pin in PINS:
            board.ask("pin", pin, 0)
            run(16_000)
            board.ask("pin", pin, 1)
            run(16_000)
        frames = [cobs.decode(coded) for coded in heard.split(b"\0") if coded]
        breaks = [wire.Break.unpack(f[5:-2]) for f in frames if f[1] == wire.Break.CODE]
        assert [one.mark & wire.BEAM_BITS for one in breaks] == list(range(14))
        assert all(abs(one.duration - 16_000) < 20 for one in breaks)
        send(wire.Counts(), 2, boot)
        run(20_000)
        last = [cobs.decode(coded) for coded in heard.split(b"\0") if coded][-1]
        assert wire.Counted.unpack(last[5:-2]).counts == (1,) * 14


@pytest.mark.slow
def test_a_companion_that_counts_seven_says_that_it_cannot_speak_to_it(firmware: Path) -> None:
    with Emulator(mode="free", firmware=firmware) as board, pytest.raises(WrongFirmware) as raised:
        SerialBoard(str(board.link), elsewhere=list).open()
    assert raised.value.params == raised.value.params | {"theirs": seven.VERSION | 128, "ours": seven.VERSION}
