"""Resets, power, watchdog, pulled cables on the emulated board: what is kept, what is told."""

import random
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
import serial
from crccheck.crc import Crc16Ibm3740

from companion.tower import wire_table as wire
from companion.tower.wire_table import BreakMark, Kept, ResetCause
from tests.firmware.host import Host, marks, outlet
from tests.firmware.symbols import symbol

NewHost = Callable[..., Host]


def three_cubes(host: Host) -> None:
    for which in (1, 2, 2):
        host.board.pulse(which, 16_000)
        host.run(50_000)


def test_opening_the_port_resets_the_board_as_a_real_one(new_host: NewHost) -> None:
    host = new_host()
    first = host.open()
    boot = host.boot
    three_cubes(host)
    host.port.close()
    host.run(100_000)
    host.connect()
    again = host.event(wire.Hello)
    assert host.boot == boot + 1
    assert again.reset_cause == ResetCause.EXTERNAL
    assert again.kept & Kept.COUNTS
    assert (again.since, again.next) == (first.since, 3)


def test_a_board_that_does_not_reset_on_open_keeps_its_boot_id(new_host: NewHost) -> None:
    host = new_host(reset_on_open=False)
    host.open()
    boot = host.boot
    host.port.close()
    host.connect()
    assert host.events(wire.Hello) == []
    request = host.send(wire.Identify())
    assert isinstance(host.answer(request), wire.Hello)
    assert host.boot == boot


def test_counts_and_log_survive_a_reset(host: Host) -> None:
    three_cubes(host)
    before = host.counted()
    host.board.reset()
    host.run(100_000)
    hello = host.open(nonce=1)
    assert hello.kept & Kept.COUNTS
    assert host.counted() == before
    logged = host.ask(wire.Log(0))
    assert isinstance(logged, wire.Logged)
    assert [outlet(entry) for entry in logged.entries] == [1, 2, 2]
    host.events(wire.Break)
    host.board.pulse(5, 16_000)
    event = host.event(wire.Break)
    assert (event.number, event.count) == (3, 1)


def test_power_lost_is_told_by_since(host: Host) -> None:
    three_cubes(host)
    since, boot = host.counted().since, host.boot
    host.board.power(False)
    host.run(1_000_000)
    host.frames.clear()
    host.board.power(True)
    host.run(100_000)
    hello = host.open(nonce=1)
    assert hello.reset_cause == ResetCause.POWER_ON
    assert hello.kept == 0
    assert hello.since == host.boot == boot + 1 != since
    assert hello.next == 0
    assert host.counted().counts == (0,) * 7


def test_a_board_without_power_is_silent_on_an_open_port(host: Host) -> None:
    host.board.power(False)
    host.send(wire.Ping())
    host.run(500_000)
    assert host.frames == []


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
def test_a_reset_at_any_moment_never_spoils_the_counts(host: Host, seed: int) -> None:
    """Resets are thrown at the microseconds in which a break ends and is written down."""
    moments = random.Random(seed)
    expected = 0
    for attempt in range(60):
        host.board.pulse(3, 2_000)
        host.run(2_300 + moments.randrange(2_500))
        host.board.reset()
        host.run(60_000)
        host.open(nonce=attempt)
        counted = host.counted()
        assert counted.since == 1
        now = counted.counts[3]
        assert now in (expected, expected + 1)
        assert counted.counts == (0, 0, 0, now, 0, 0, 0)
        assert counted.next >= now
        expected = now
        host.frames.clear()
    assert expected > 10


def test_a_reboot_in_mid_drop_is_told_and_the_cubes_before_and_after_are_kept(host: Host) -> None:
    host.ok(wire.DropBegin())
    three_cubes(host)
    host.board.reset()
    host.run(100_000)
    hello = host.event(wire.Hello)
    assert hello.kept & Kept.DROP
    assert hello.next == 3
    host.board.pulse(4, 16_000)  # falls before the host is back
    host.run(50_000)
    assert host.ask(wire.Open(5)) == wire.Opened(5)
    assert host.counted().counts == (0, 1, 2, 0, 1, 0, 0)


def test_a_cube_in_the_beam_at_boot_is_partial_and_not_counted(host: Host) -> None:
    host.board.ask("object", 2, "in")
    host.run(5_000)
    host.board.reset()
    host.run(100_000)
    host.open(nonce=1)
    host.board.ask("object", 2, "out")
    event = host.event(wire.Break)
    assert marks(event) & BreakMark.PARTIAL
    assert host.counted().counts == (0,) * 7


@pytest.mark.parametrize(("word", "kept"), [(b"\xc7\x70", Kept.COUNTS), (b"\x12\x34", 0)])
def test_noise_with_a_right_checksum_is_not_taken_for_memory(host: Host, word: bytes, kept: int) -> None:
    """RAM that powers up is noise: once in 33,000 times a checksum of 16 bits fits it."""
    host.board.pulse(2, 16_000)
    host.run(50_000)
    copies, size = symbol("copies"), 46
    for start in (copies, copies + size):
        body = bytes.fromhex(host.board.ask("ram", start, size))[:-4] + word
        checked = body + Crc16Ibm3740.calc(body).to_bytes(2, "little")
        host.board.ask("ram", start, f"={checked.hex()}")
    host.board.reset()
    host.run(100_000)
    assert host.open(nonce=1).kept & Kept.COUNTS == kept


def test_what_passes_while_the_board_boots_is_not_missed(host: Host) -> None:
    """Storing the boot id takes 14 ms: as long as a cube takes."""
    host.board.pulse(2, 9_000)
    host.run(4_000)
    host.board.reset()  # in the middle of a cube, which has passed before the board says a word
    host.board.ask("pulse", 5, 8_500, "+3000")  # and here one passes whole
    host.run(100_000)
    host.open(nonce=1)
    logged = host.ask(wire.Log(0))
    assert isinstance(logged, wire.Logged)
    assert [(outlet(entry), bool(marks(entry) & BreakMark.PARTIAL)) for entry in logged.entries] == [
        (2, True),
        (5, False),
    ]
    assert logged.entries[1].duration == pytest.approx(8_500, abs=10)
    assert host.counted().counts == (0, 0, 0, 0, 0, 1, 0)


def test_breaks_without_a_session_are_kept_for_the_next(new_host: NewHost) -> None:
    host = new_host()
    host.run(10_000)
    for _ in range(3):
        host.board.pulse(0, 16_000)
        host.run(50_000)
    assert host.events(wire.Break) == []
    host.open()
    assert host.counted().counts[0] == 3


# ---- watchdog


def test_a_hanging_program_is_restarted_and_keeps_its_counts(host: Host) -> None:
    three_cubes(host)
    boot = host.boot
    host.board.ask("jump", symbol("__stop_program"))  # an endless loop
    host.run(3_000_000)
    hello = host.open(nonce=1)
    assert host.boot == boot + 1
    assert hello.reset_cause & ResetCause.WATCHDOG
    assert hello.kept & Kept.COUNTS
    assert host.counted().counts == (0, 1, 2, 0, 0, 0, 0)
    assert host.diagnosis().watchdogs == 1


def test_it_does_not_go_through_the_bootloader(host: Host) -> None:
    """The old bootloader never comes back from a watchdog reset: the chip must not be reset at all."""
    resets = host.board.ask("resets")
    host.board.ask("jump", symbol("__stop_program"))
    host.run(3_000_000)
    assert host.events(wire.Hello)
    assert host.board.ask("resets") == resets


def test_a_hang_with_interrupts_off_is_reset_by_the_chip(host: Host) -> None:
    three_cubes(host)
    host.board.ask("jump", symbol("_exit"))  # switches interrupts off first
    host.run(3_000_000)
    hello = host.open(nonce=1)
    assert hello.reset_cause & ResetCause.WATCHDOG
    assert host.counted().counts == (0, 1, 2, 0, 0, 0, 0)


@pytest.mark.slow
def test_a_hang_ends_the_pulses_without_a_runt(host: Host) -> None:
    host.store(replace(wire.Settings(), hold=65_535))  # pulses all the time
    for attempt in range(20):  # the watchdog rings in every part of the servo's 20 ms
        host.face(1500 if attempt % 2 else 2071)
        host.run(10_000 + attempt * 1_000)
        host.board.servo_pulses()
        host.board.ask("jump", symbol("__stop_program"))
        host.run(1_500_000)
        pulses = host.board.servo_pulses()
        assert len(pulses) > 40  # a hanging program does not stop a timer …
        assert all(1450 <= width <= 2100 for _, width in pulses)  # … and no pulse was cut
        assert host.open(nonce=attempt).kept & Kept.PLACE
        host.run(200_000)
        assert host.board.servo_pulses() == []


@pytest.mark.slow
def test_many_hangs_in_a_row(host: Host) -> None:
    for _ in range(20):
        host.board.ask("jump", symbol("__stop_program"))
        host.run(1_500_000)
    host.frames.clear()
    host.request = 0
    host.send(wire.Identify())
    host.run(50_000)
    assert host.ask(wire.Open(3)) == wire.Opened(3)
    assert host.diagnosis().watchdogs == 20


# ---- cable


def test_a_pulled_cable_is_an_error_for_the_host_and_the_board_counts_on(host: Host, tmp_path: Path) -> None:
    three_cubes(host)
    boot = host.boot
    host.board.ask("reset-on-open", "off")
    host.board.pull_cable()
    with pytest.raises((serial.SerialException, OSError)):
        host.port.read(100)
    assert not host.board.link.exists()
    host.port.close()
    host.board.pulse(6, 16_000)
    host.board.run(100_000)
    host.board.plug_cable(tmp_path / "another-name")
    host.connect()
    assert host.ask(wire.Ping()).__class__ is wire.Pong
    assert host.boot == boot
    assert host.counted().counts == (0, 1, 2, 0, 0, 0, 1)


def test_a_turn_goes_to_its_end_while_the_cable_is_out(host: Host) -> None:
    host.face(643)
    host.ok(wire.Face(2071, 0))
    host.run(300_000)
    host.board.pull_cable()
    host.board.run(4_000_000)
    assert host.board.servo()[1] == pytest.approx(2071, abs=1)
    assert host.board.servo()[0] == 0
    host.port.close()
    host.board.plug_cable()
    host.connect()
    hello = host.open(nonce=2)
    assert hello.kept & Kept.PLACE
    assert host.pong().pulse == 2071


def test_the_port_can_be_taken(host: Host) -> None:
    with pytest.raises(serial.SerialException):
        serial.Serial(str(host.board.link), wire.BAUD, exclusive=True)


def test_what_the_board_says_while_nobody_listens_is_gone(host: Host) -> None:
    host.port.close()
    host.board.run(10_000)
    three = [host.board.pulse(1, 16_000, host.board.time() + index * 30_000) for index in range(3)]
    host.board.run(200_000)
    assert len(three) == 3
    host.connect()
    kinds = [type(message) for _, message in host.frames]
    assert kinds == [wire.Hello]
