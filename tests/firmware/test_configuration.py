"""The configuration on the emulated board: stored without blocking, kept, torn, lost."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from companion.tower import wire_table as wire
from companion.tower.wire_table import ConfigSource, Outcome, Reason, Settings, Status
from tests.firmware.host import Host

NewHost = Callable[..., Host]
MINE = replace(
    Settings(), low=600, high=2400, eras=(650, 930, 1215, 1501, 1787, 2072, 2350), min_break=1500,
    calibrated=7, serial=b"T-0007".ljust(12, b"\0"), duration_count=12,
    durations=(*range(1500, 1512), 0, 0, 0, 0),
)


def restart(host: Host, nonce: int) -> wire.Hello:
    host.board.power(False)
    host.run(10_000)
    host.frames.clear()
    host.board.power(True)
    host.run(100_000)
    return host.open(nonce)


def test_it_is_in_force_at_once_and_found_again_after_power_was_lost(host: Host) -> None:
    stored = host.store(MINE)
    assert (stored.outcome, stored.source) == (Outcome.DONE, ConfigSource.SLOT_A)
    assert host.settings() == MINE
    hello = restart(host, nonce=1)
    assert hello.serial == MINE.serial
    assert hello.calibrated == MINE.calibrated
    assert hello.config_source == ConfigSource.SLOT_A
    assert host.settings() == MINE
    assert host.refused(wire.Face(599, wire.Approach.DIRECT)) == Reason.OUT_OF_LIMITS


def test_storing_does_not_block_the_beams_or_the_link(host: Host) -> None:
    request = host.ok(wire.ConfigWrite(MINE))
    begin = host.board.time() + 1_000
    for index in range(50):
        host.board.pulse(index % 7, 2_000, begin + index * 4_000)
    pongs = 0
    while host.pong().status & Status.STORING:
        pongs += 1
    assert pongs > 10  # about 0.1 s and more, all the while answering
    host.run(250_000)
    assert host.event(wire.Stored).of == request
    assert [event.number for event in host.events(wire.Break)] == list(range(50))


def test_nothing_moves_or_drops_while_storing(host: Host) -> None:
    host.face(1500)
    host.ok(wire.ConfigWrite(MINE))
    for message in (
        wire.Face(1500, 0), wire.Shake(0, 0), wire.DropBegin(), wire.Blink(), wire.TestBegin(),
        wire.ConfigWrite(MINE),
    ):
        assert host.refused(message) == Reason.STORING
    host.event(wire.Stored)
    host.ok(wire.DropBegin())
    assert host.refused(wire.ConfigWrite(MINE)) == Reason.IN_DROP


def test_a_contradiction_is_refused_and_changes_nothing(host: Host) -> None:
    host.store(MINE)
    assert host.refused(wire.ConfigWrite(replace(MINE, low=2000))) == Reason.BAD_CONFIG
    assert host.settings() == MINE


@pytest.mark.parametrize("milliseconds", [1, 20, 60, 100, 200])
def test_power_lost_while_storing_leaves_the_old_one_whole(host: Host, milliseconds: int) -> None:
    host.store(MINE)
    other = replace(MINE, serial=b"OTHER-SERIAL", durations=tuple(range(16)), eras=(700,) * 7, min_break=1)
    host.ok(wire.ConfigWrite(other))
    host.run(milliseconds * 1_000)
    hello = restart(host, nonce=1)
    assert host.settings() in (MINE, other)
    if milliseconds < 100:
        assert host.settings() == MINE
        assert hello.serial == MINE.serial


def test_both_slots_lost_is_told_and_the_defaults_rule(host: Host) -> None:
    host.store(MINE)
    host.store(replace(MINE, min_gap=200))
    host.board.ask("eeprom", 32, "=" + "ff" * 256)
    hello = restart(host, nonce=1)
    assert hello.config_source == ConfigSource.DEFAULTS
    assert hello.serial == bytes(12)
    assert hello.calibrated == 0
    assert host.settings() == Settings()


def test_one_slot_lost_brings_the_one_before(host: Host) -> None:
    host.store(MINE)
    host.store(replace(MINE, min_gap=200))  # slot B
    host.board.ask("eeprom", 160 + 50, "=55")
    assert restart(host, nonce=1).config_source == ConfigSource.SLOT_A
    assert host.settings() == MINE


def test_an_eeprom_that_keeps_nothing_is_noticed(host: Host) -> None:
    host.ok(wire.ConfigWrite(MINE))
    host.run(50_000)
    host.board.ask("eeprom", 40, "=00")  # a byte that was written already goes bad
    stored = host.event(wire.Stored)
    assert (stored.outcome, stored.source) == (Outcome.FAILED, ConfigSource.HOST)
    assert host.ask(wire.ConfigRead()) == wire.Config(ConfigSource.HOST, MINE)  # in force, though not kept
    assert host.store(MINE) == wire.Stored(host.request, Outcome.DONE, ConfigSource.SLOT_A, 1)
    assert host.ask(wire.ConfigRead()) == wire.Config(ConfigSource.SLOT_A, MINE)


def test_the_board_remembers_from_one_evening_to_the_next(new_host: NewHost, tmp_path: Path) -> None:
    eeprom = tmp_path / "eeprom"
    with Host(eeprom=eeprom) as first:
        first.open()
        first.store(MINE)
        boot = first.boot
    second = new_host(eeprom=eeprom)
    hello = second.open()
    assert hello.serial == MINE.serial
    assert second.boot > boot
