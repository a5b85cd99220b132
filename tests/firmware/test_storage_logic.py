"""What is kept: settings in two EEPROM slots, the boot id, counts and log; on this machine."""

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import cffi
import pytest

from companion.tower.wire_table import LOG_SIZE, BreakMark, ConfigSource, Settings

Pure = tuple[cffi.FFI, Any]
PAGE = Path(__file__).parents[2] / "docs" / "protocol.md"
FIRST = replace(Settings(), serial=b"T-0001".ljust(12, b"\0"), min_break=1111)
SECOND = replace(Settings(), serial=b"T-0002".ljust(12, b"\0"), min_break=2222, calibrated=7)


def blank(pure: Pure) -> Any:
    _, library = pure
    for address in range(1024):
        library.shim_eeprom[address] = 0xFF
    library.settings_load()
    return library


def in_force(pure: Pure) -> Settings:
    ffi, library = pure
    into = ffi.new("uint8_t[]", Settings.size())
    library.shim_get_settings(into)
    return Settings.unpack(bytes(ffi.buffer(into)))


def store(pure: Pure, wanted: Settings) -> bool:
    """Writes to the end; whether the EEPROM kept it."""
    ffi, library = pure
    kept = ffi.new("bool *")
    library.shim_take_settings(wanted.pack())
    for _ in range(1_000):
        if library.settings_poll(kept):
            return bool(kept[0])
    raise AssertionError("storing never ended")


def test_an_empty_board_has_the_defaults(pure: Pure) -> None:
    library = blank(pure)
    assert in_force(pure) == Settings()
    assert library.settings_source() == ConfigSource.DEFAULTS


def test_settings_are_found_again_and_the_slots_alternate(pure: Pure) -> None:
    library = blank(pure)
    sources = []
    for wanted in (FIRST, SECOND, FIRST):
        assert store(pure, wanted)
        library.settings_load()
        assert in_force(pure) == wanted
        sources.append(library.settings_source())
    assert sources == [ConfigSource.SLOT_A, ConfigSource.SLOT_B, ConfigSource.SLOT_A]


def test_the_sequence_wraps(pure: Pure) -> None:
    library = blank(pure)
    for number in range(300):
        wanted = replace(FIRST, min_break=number)
        assert store(pure, wanted)
        library.settings_load()
        assert in_force(pure) == wanted


def test_power_lost_after_any_byte_leaves_the_old_or_the_new(pure: Pure) -> None:
    library = blank(pure)
    assert store(pure, FIRST)
    before = bytes(library.shim_eeprom)
    for writes in range(100):
        for address, byte in enumerate(before):
            library.shim_eeprom[address] = byte
        library.settings_load()
        library.shim_writes_left = writes
        kept = store(pure, SECOND)
        library.shim_writes_left = -1
        library.settings_load()
        assert in_force(pure) == (SECOND if kept else FIRST), writes
    assert kept  # the last round had enough writes


def test_one_ruined_slot_leaves_the_other(pure: Pure) -> None:
    library = blank(pure)
    store(pure, FIRST)
    store(pure, SECOND)
    whole = bytes(library.shim_eeprom)
    for address in range(32, 32 + 98):  # slot A, the older
        library.shim_eeprom[address] ^= 0x01
        library.settings_load()
        assert in_force(pure) == SECOND
        library.shim_eeprom[address] = whole[address]
    for address in range(160, 160 + 98):  # slot B, the newer
        library.shim_eeprom[address] ^= 0x80
        library.settings_load()
        assert in_force(pure) == FIRST
        library.shim_eeprom[address] = whole[address]


@pytest.mark.parametrize(
    "change",
    [
        {"low": 399}, {"high": 2601}, {"low": 2000, "high": 1900},
        {"eras": (499, 929, 1214, 1500, 1786, 2071, 2357)},
        {"eras": (643, 929, 1214, 1500, 1786, 2071, 2501)},
        {"speed": 49}, {"speed": 20_001}, {"overshoot": 501},
        {"approach": 0}, {"approach": 3}, {"settle": 5_001}, {"shake_amplitude": 0}, {"shake_cycles": 21},
        {"polarity": 128}, {"min_gap": 2_001}, {"blocked": 49}, {"fitted": 4}, {"ring_polarity": 8},
        {"ring_codes": (1, 3, 2, 6, 7, 5, 5)}, {"ring_codes": (0, 3, 2, 6, 7, 5, 4)},
        {"ring_codes": (8, 3, 2, 6, 7, 5, 4)}, {"duration_count": 17},
    ],
    ids=str,
)
def test_settings_that_contradict_themselves_are_not_valid(pure: Pure, change: dict[str, Any]) -> None:
    _, library = pure
    assert library.shim_settings_valid(Settings().pack())
    assert not library.shim_settings_valid(replace(Settings(), **change).pack())


ROW = re.compile(r"^\| `(\w+)` \| u\d+ \|.*\((\d+)–(\d+)\)", re.MULTILINE)
RANGES = [(name, int(low), int(high)) for name, low, high in ROW.findall(PAGE.read_text(encoding="utf-8"))]


def test_the_page_tells_ranges() -> None:
    told = {field for field, _, _ in RANGES}
    assert told >= {"speed", "overshoot", "settle", "shake_amplitude", "min_break", "min_gap", "blocked"}


@pytest.mark.parametrize(("field", "least", "most"), RANGES)
def test_settings_are_valid_just_within_the_ranges_of_the_page(
    pure: Pure, field: str, least: int, most: int
) -> None:
    _, library = pure

    def valid(value: int) -> bool:
        return bool(library.shim_settings_valid(replace(FIRST, **{field: value}).pack()))

    assert valid(least)
    assert valid(most)
    assert not valid(most + 1)
    assert least == 0 or not valid(least - 1)


def test_boot_ids_count_and_wrap(pure: Pure) -> None:
    library = blank(pure)
    ids = []
    for _ in range(3):
        library.identity_boot()
        ids.append(library.identity_boot_id())
    assert ids == [1, 2, 3]
    for cell, number in ((0, 0xFFFE), (4, 0xFFFF)):
        for offset, byte in enumerate(number.to_bytes(2, "little") + (number ^ 0xFFFF).to_bytes(2, "little")):
            library.shim_eeprom[cell + offset] = byte
    library.identity_boot()
    assert library.identity_boot_id() == 0
    library.identity_boot()
    assert library.identity_boot_id() == 1


def test_a_torn_boot_id_does_not_go_back(pure: Pure) -> None:
    library = blank(pure)
    library.identity_boot()
    library.identity_boot()  # 2
    library.shim_writes_left = 2
    library.identity_boot()  # 3, but the power went
    library.shim_writes_left = -1
    library.identity_boot()
    assert library.identity_boot_id() == 3


def test_counts_and_log_live_through_a_reset(pure: Pure) -> None:
    _, library = pure
    library.memory_start(1)
    for number in range(70):
        assert library.shim_log(number % 7, number * 1_000, 16_000) == number
    library.memory_commit()
    library.shim_forget()
    assert library.memory_start(2)
    assert library.shim_since() == 1
    assert library.shim_next() == 70
    assert library.shim_stored() == LOG_SIZE
    assert library.memory_oldest() == 6
    assert [library.shim_count(outlet) for outlet in range(7)] == [10] * 7
    assert [library.shim_entry_start(number) for number in range(6, 70)] == [n * 1_000 for n in range(6, 70)]
    assert not library.memory_remembers(5)
    assert not library.memory_remembers(70)


def test_the_newer_of_the_two_copies_rules_however_many_were_written(pure: Pure) -> None:
    """Their sequence is one byte: it wraps after 256 breaks."""
    _, library = pure
    library.memory_start(1)
    for number in range(600):
        library.shim_log(3, number, 16_000)
        library.memory_commit()
        library.shim_forget()
        assert library.memory_start(2)
        assert (library.shim_next(), library.shim_count(3)) == (number + 1, number + 1)


def test_a_reset_before_the_commit_shortens_the_log_and_nothing_else(pure: Pure) -> None:
    _, library = pure
    library.memory_start(1)
    for number in range(64):
        library.shim_log(0, number, 16_000)
    library.memory_commit()
    library.shim_log(0, 64, 16_000)  # overwrites the oldest entry; the reset comes before the commit
    library.shim_forget()
    assert library.memory_start(2)
    assert library.shim_next() == 64
    assert library.shim_count(0) == 64
    assert library.memory_oldest() == 1
    assert all(library.shim_entry_start(number) == number for number in range(1, 64))


def test_numbers_and_counts_wrap(pure: Pure) -> None:
    _, library = pure
    library.memory_start(1)
    library.shim_set_next(0xFFFE)
    numbers = [library.shim_log(2, start, 16_000) for start in range(4)]
    assert numbers == [0xFFFE, 0xFFFF, 0, 1]
    assert library.shim_count(2) == 2
    assert library.memory_oldest() == 0xFFFE
    assert all(library.memory_remembers(number) for number in numbers)
    assert not library.memory_remembers(0xFFFD)
    assert not library.memory_remembers(2)
    library.memory_commit()
    library.shim_forget()
    assert library.memory_start(2)
    assert library.shim_next() == 2
    assert library.shim_stored() == 4


def test_tests_and_partial_breaks_are_logged_and_not_counted(pure: Pure) -> None:
    _, library = pure
    library.memory_start(1)
    library.shim_log(3 | BreakMark.TEST, 0, 16_000)
    library.shim_log(3 | BreakMark.PARTIAL, 0, 16_000)
    library.shim_log(3 | BreakMark.DROP, 0, 16_000)
    assert library.shim_next() == 3
    assert library.shim_count(3) == 1
