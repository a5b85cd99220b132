"""The emulator itself: its control socket, its modes, and that two runs are the same to the byte."""

import re
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest
import serial

from companion.tower import emulator, wire_table
from companion.tower.emulator import Emulator, EmulatorMissing, EmulatorRefused
from companion.words import Words
from tests.firmware.host import Host

REPOSITORY = emulator.FIRMWARE.parent


def test_what_the_socket_does_not_understand_is_refused(host: Host) -> None:
    for words in (
        "nonsense", "run", "run -5", "pin Z9", "pin D2 7", "pulse 7 100", "pulse 1", "object 1", "beam 1 odd",
        "swap 1", "lag x", "polarity 200", "drop /nowhere 0", "power maybe", "cable cut", "mode odd",
        "line up", "line to-host mute", "ram 99999 1", "ram 5000 10", "eeprom 1020 10", "jump", "cable plug",
        "pulse 3 16000 -5", "pulse 3 16000 +-5", "servo stall maybe", "servo hand -20", "servo hand there",
        "line to-host flip 0", "ram 256 =zz", "eeprom 0 =abc", "mode paced -1", "mode free 2",
        "reset-on-open maybe", "time 1", "reset now", "pin D2x 0", "pin D+2 0",
    ):
        with pytest.raises(EmulatorRefused):
            host.board.ask(words)
    assert host.board.ask("pending") == "0"
    host.port.close()
    host.run(1_000)
    host.connect()
    assert host.board.ask("resets") == "2"  # opening the port resets the board as before: nothing was changed


def test_a_drop_that_a_trace_file_does_not_have_is_refused(host: Host, tmp_path: Path) -> None:
    trace = tmp_path / "une_chute_mesurée.json"
    trace.write_text('{"drops": [{"breaks": [[3, 1.5, 16.0], [2, 20, 15.25]]}, {"breaks": []}]}')
    with pytest.raises(EmulatorRefused):
        host.board.drop(trace, 2)
    assert host.board.drop(trace, 1)[0] == 0
    for damaged in (
        "[3, 1, 16], [7, 2, 16]", "[3, 1, 16], [2, 20]", "[3, -1, 16]", "[3, 1, 16",
        "[3, nan, 16]", "[3, 1, inf]", "[3, 1e300, 16]",
    ):
        broken = tmp_path / "broken.json"
        broken.write_text(f'{{"drops": [{{"breaks": [{damaged}]}}]}}')
        with pytest.raises(EmulatorRefused, match="cannot be read"):
            host.board.drop(broken, 0)
    assert host.board.ask("pending") == "0"  # no half of a drop falls
    assert host.board.drop(trace, 0)[0] == 2
    host.run(100_000)
    assert host.counted().counts == (0, 0, 1, 1, 0, 0, 0)


@pytest.mark.slow
def test_a_drop_for_which_there_is_no_room_does_not_fall_in_part(host: Host, tmp_path: Path) -> None:
    trace = tmp_path / "trace.json"
    trace.write_text('{"drops": [{"breaks": [[3, 1.5, 16.0], [2, 20, 15.25]]}]}')
    host.board.ask("lag", 1_000)
    for _ in range(8_190):
        host.board.pulse(5, 100, 10**9)
    host.board.pulse(5, 100)
    host.run(500)  # over, but for the receiver's late light: an odd number of edges
    with pytest.raises(EmulatorRefused, match="too many edges"):
        host.board.drop(trace, 0)
    assert host.board.ask("pending") == "16381"
    host.board.pulse(6, 100, 10**9)
    with pytest.raises(EmulatorRefused, match="too many edges"):
        host.board.pulse(0, 100, 10**9)
    assert host.board.ask("pending") == "16383"


def test_any_number_of_commands_can_be_sent_at_once(host: Host) -> None:
    """Through a pipe or from a script they do not wait for each other's answers."""
    with socket.socket(socket.AF_UNIX) as control, control.makefile("rb") as answers:
        control.connect(str(host.board.control))
        control.sendall(b"pulse 3 16000 +1000000\n" * 500)
        assert [answers.readline() for _ in range(500)] == [b"ok\n"] * 500
        assert host.board.ask("pending") == "1000"
        control.sendall(b"x" * 5_000 + b"\ntime\n")
        assert answers.read() == b"error the line is too long\n"  # and the connection is closed


def test_what_should_have_happened_already_happens_at_once_and_whole(host: Host) -> None:
    host.board.pulse(4, 16_000, at=100)
    host.run(30_000)
    assert host.event(wire_table.Break).duration == pytest.approx(16_000, abs=10)


def test_pins_can_be_read_and_forced(host: Host) -> None:
    assert host.board.ask("pin", "D5") == "1"
    host.board.ask("pin", "D5", 0)
    host.run(1_000)
    assert host.board.ask("pin", "D5") == "0"
    assert host.pong().broken == 1 << 3
    assert host.board.ask("pin", "D13") == "1"  # the LED shows a broken beam
    host.board.ask("pin", "D5", "free")
    host.run(1_000)
    assert host.pong().broken == 0


def test_the_pins_that_the_firmware_drives_show_their_levels(host: Host) -> None:
    host.ok(wire_table.HandsAway(0))
    host.ok(wire_table.Face(2000, 0))
    host.run(200_000)
    levels = []
    for _ in range(200):
        host.run(100)
        levels.append(host.board.ask("pin", "D9"))
    high = levels.count("1") * 100
    assert high == pytest.approx(host.board.servo()[0], abs=300)  # one pulse in 20 ms
    host.event(wire_table.Faced)
    assert host.board.ask("pin", "D11") == "1"  # floats, and its resistor pulls it up: light
    host.ok(wire_table.Selftest())
    host.run(10_000)
    assert host.board.ask("pin", "D11") == "0"


def test_the_firmware_sets_its_pins_as_the_hardware_wants_them(host: Host) -> None:
    def register(address: int) -> int:
        return int(host.board.ask("ram", address, 1), 16)

    ddr_b, port_b, ddr_c, port_c, ddr_d, port_d = (register(a) for a in (0x24, 0x25, 0x27, 0x28, 0x2A, 0x2B))
    assert (ddr_d & 0b11111100, port_d & 0b11111100) == (0, 0b11111100)  # D2 to D7: beams with pull-ups
    assert (ddr_b & 1, port_b & 1) == (0, 1)  # D8: the seventh beam
    assert (ddr_b >> 1 & 1, port_b >> 1 & 1) == (1, 0)  # D9: the servo, low
    assert (ddr_b >> 3 & 1, port_b >> 3 & 1) == (0, 0)  # D11: floats, so the emitters are on
    assert (ddr_c & 7, port_c & 7) == (0, 7)  # A0 to A2: the ring, with pull-ups
    assert ddr_b >> 5 & 1 == 1  # D13: the LED


def test_status_tells_the_whole_board(host: Host) -> None:
    status = dict(pair.split("=") for pair in host.board.ask("status").split())
    assert status["mode"] == "lockstep"
    assert status["power"] == "on"
    assert status["open"] == "yes"
    assert status["emitters"] == "on"


def what_is_heard(seed: int) -> bytes:
    """Every byte of a session with breaks, turns, tests and a reset."""
    with Host(seed=seed) as host:
        host.open()
        for message in (wire_table.Face(1500, 0), wire_table.Selftest(), wire_table.Counts()):
            host.send(message)
            for index in range(20):
                host.board.ask("pulse", index % 7, 1_500 + 37 * index, f"+{1_000 + index * 1_900}")
            host.run(1_000_000)
        host.board.reset()
        host.run(200_000)
        return host.heard


@pytest.mark.slow
def test_two_runs_in_lockstep_are_the_same_to_the_byte() -> None:
    first = what_is_heard(seed=3)
    assert len(first) > 1_000
    assert what_is_heard(seed=3) == first


def test_paced_it_keeps_the_wall_clock_s_time() -> None:
    with Emulator(mode="paced") as board:
        wall = time.monotonic()
        before = board.time()
        while (passed := board.time() - before) < 500_000:
            time.sleep(0.01)
        # It may make up for 0.2 s in which the machine was busy, and is never ahead by more than a slice.
        assert passed <= (time.monotonic() - wall) * 1e6 + 200_000 + 2_000


def test_modes_can_be_changed_on_the_way(host: Host) -> None:
    host.board.ask("mode", "free")
    with pytest.raises(EmulatorRefused):
        host.board.run(1_000)
    begin = host.board.time()
    while host.board.time() < begin + 1_000_000:
        pass
    host.board.ask("mode", "lockstep")
    stopped = host.board.time()
    assert host.board.time() == stopped
    host.run(1_000)
    assert host.board.time() == pytest.approx(stopped + 1_000, abs=20)


def test_it_ends_with_whoever_started_it() -> None:
    script = (
        "import os, sys; from companion.tower.emulator import Emulator; board = Emulator();"
        "print(board._process.pid, board.link, flush=True); os.kill(os.getpid(), 9)"
    )
    words = [sys.executable, "-c", script]
    run = subprocess.run(words, cwd=REPOSITORY, check=False, capture_output=True, text=True)
    pid, link = run.stdout.split()
    assert run.returncode == -signal.SIGKILL
    for _ in range(1200):
        if gone(int(pid)):
            break
        time.sleep(0.05)
    assert gone(int(pid)), "the emulator outlived the one who started it"
    Path(link).parent.rmdir()  # port and socket are gone from it; whoever was killed could not remove it


def gone(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] == "Z"
    except FileNotFoundError:
        return True


def test_as_people_start_it(tmp_path: Path) -> None:
    link, control = tmp_path / "tty", tmp_path / "ctl"
    script = "import sys; from companion.tower import emulator; emulator.become_emulator(*sys.argv[1:])"
    words = [sys.executable, "-c", script, str(link), str(control)]
    process = subprocess.Popen(words, cwd=REPOSITORY, stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        assert process.stdout.readline().startswith("ready")
        assert link.is_symlink()
        with serial.Serial(str(link), wire_table.BAUD, timeout=20) as port:
            assert port.read_until(b"LOOP").endswith(b"LOOP")  # HELLO came by itself
    finally:
        process.terminate()
        process.wait(timeout=30)
        process.stdout.close()
    assert not link.is_symlink()
    assert not control.exists()


def test_it_ends_with_the_shell_that_started_it(tmp_path: Path) -> None:
    link, control = tmp_path / "tty", tmp_path / "ctl"
    script = "import sys; from companion.tower import emulator; emulator.become_emulator(*sys.argv[1:])"
    shell = subprocess.Popen(
        ["sh", "-c", '"$@"; true', "sh", sys.executable, "-c", script, str(link), str(control)],
        cwd=REPOSITORY, stdout=subprocess.PIPE, text=True,
    )
    assert shell.stdout is not None
    assert shell.stdout.readline().startswith("ready")
    shell.kill()
    shell.wait()
    assert shell.stdout.read() == ""  # returns when the last one who could write there has ended
    shell.stdout.close()
    assert not link.is_symlink()


def test_somebody_s_file_is_never_overwritten(tmp_path: Path) -> None:
    precious = tmp_path / "precious"
    precious.write_text("keep me")
    for link, control in ((precious, tmp_path / "ctl"), (tmp_path / "tty", precious)):
        with pytest.raises(EmulatorMissing):
            Emulator(link, control)
    assert precious.read_text() == "keep me"
    assert [file.name for file in tmp_path.iterdir()] == ["precious"]


def test_a_second_one_does_not_take_the_first_one_s_names(tmp_path: Path) -> None:
    link, control = tmp_path / "tty", tmp_path / "ctl"
    with Emulator(link, control) as first:
        for its_link in (link, tmp_path / "other"):
            with pytest.raises(EmulatorMissing):
                Emulator(its_link, control)
        assert first.ask("time")
        assert {file.name for file in tmp_path.iterdir()} == {"tty", "ctl"}
        with Emulator(link, tmp_path / "ctl-2") as second:  # it has taken the port's name …
            port = link.readlink()
            first.close()
            assert link.readlink() == port  # … and keeps it when the first one ends
            assert second.ask("time")
    assert list(tmp_path.iterdir()) == []


def test_a_cable_that_cannot_be_plugged_in_there_goes_back_where_it_was(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with Emulator(tmp_path / "tty", tmp_path / "ctl") as board:
        board.pull_cable()
        for nowhere in ("no-such-folder/tty", "file"):
            with pytest.raises(EmulatorRefused):
                board.plug_cable(tmp_path / nowhere)
        assert (tmp_path / "file").is_file()
        board.plug_cable()
        assert (tmp_path / "tty").is_symlink()


def test_outside_a_checkout_it_says_so(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(emulator, "FIRMWARE", tmp_path / "firmware")
    with pytest.raises(EmulatorMissing, match="no-source"):
        emulator.build()


def test_missing_tools_are_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(EmulatorMissing) as missing:
        emulator.build()
    told = Words("en", ["tower"]).say(missing.value.advice, missing.value.params)
    assert re.search(r"avr-gcc.*missing.*make test", told)
