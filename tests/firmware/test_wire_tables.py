"""One description of the wire: the generated files are current, and sound."""

import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from companion.tower import board_table
from companion.tower import wire_table as wire
from companion.tower.emulator import FIRMWARE
from companion.tower.wire_table import Header, LogEntry, Logged, Message, Record, Request, Settings

DESCRIBED = ["firmware/wire.toml", "firmware/protocol-intro.md", "hardware/tower.toml"]
GENERATED = ["firmware/src/wire.h", "companion/tower/wire_table.py", "docs/protocol.md"]
TOOLS = [
    "firmware/tools/generate_wire.py",
    "firmware/tools/wire_table.py.in",
    "hardware/__init__.py",
    "hardware/derived.py",
    "hardware/tower.py",
]


def check(root: Path) -> str:
    """What the generator finds stale; empty when all is current."""
    words = [sys.executable, str(root / "firmware/tools/generate_wire.py"), "--check"]
    run = subprocess.run(words, check=False, capture_output=True, text=True)
    assert run.returncode == (1 if run.stdout else 0), run.stderr
    return run.stdout


def test_header_tables_and_page_are_current() -> None:
    assert check(FIRMWARE.parent) == ""


@pytest.mark.parametrize(
    ("file", "old", "new", "stale"),
    [
        ("firmware/wire.toml", "code = 0x01", "code = 0x3F", GENERATED),
        ("hardware/tower.toml", "min_gap_us = ", "min_gap_us = 1", GENERATED),
        ("firmware/protocol-intro.md", "# The", "# A", ["docs/protocol.md"]),
        ("companion/tower/wire_table.py", "BAUD: Final", "BAUD: Fin", ["companion/tower/wire_table.py"]),
    ],
)
def test_a_change_on_either_side_is_noticed(
    tmp_path: Path, file: str, old: str, new: str, stale: list[str]
) -> None:
    for name in DESCRIBED + GENERATED + TOOLS:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(FIRMWARE.parent / name, tmp_path / name)
    assert check(tmp_path) == ""
    text = (tmp_path / file).read_text(encoding="utf-8")
    assert old in text
    (tmp_path / file).write_text(text.replace(old, new, 1), encoding="utf-8")
    assert [line.split(":")[0] for line in check(tmp_path).splitlines()] == stale


def test_every_code_is_used_once() -> None:
    assert max(Counter(message.CODE for message in wire.MESSAGES.values()).values()) == 1


def test_every_request_names_its_answer_and_its_end() -> None:
    names = {message.__name__ for message in wire.MESSAGES.values()}
    for message in wire.MESSAGES.values():
        if issubclass(message, Request):
            assert message.ANSWER in names
            assert not message.ENDS or message.ENDS in names


@pytest.mark.parametrize("message", wire.MESSAGES.values(), ids=lambda message: message.__name__)
def test_every_message_fits_into_a_frame(message: type[Message]) -> None:
    longest = message.size() + (LogEntry.size() * wire.LOG_PER_FRAME if message is Logged else 0)
    coded = Header.size() + longest + 2 + 1
    assert coded <= wire.FRAME_LIMIT


def test_records_go_there_and_back() -> None:
    settings = Settings(serial=b"T-0001".ljust(12, b"\0"), durations=tuple(range(16)))
    assert Settings.unpack(settings.pack()) == settings
    logged = Logged(3, 5, (LogEntry(1, 2, 3, 4), LogEntry(5, 6, 7, 8)))
    assert Logged.unpack(logged.pack()) == logged
    assert Logged.unpack(Logged(3, 3, ()).pack()).entries == ()


@pytest.mark.parametrize("wrong", [b"", b"\0" * 3, b"\0" * 200])
def test_a_wrong_length_is_a_value_error(wrong: bytes) -> None:
    for record in (Settings, wire.Pong, Header):
        with pytest.raises(ValueError):
            record.unpack(wrong)


@pytest.mark.parametrize(
    "record", [wire.Face(70_000, 0), wire.Face(-1, 0), Settings(eras=(1, 2, 3)), Logged(0, 0, (3,))], ids=str  # type: ignore[arg-type]
)
def test_a_value_that_does_not_fit_is_a_value_error(record: Record) -> None:
    with pytest.raises((ValueError, AttributeError)):
        record.pack()


def test_a_fresh_board_assumes_the_tower_that_is_described() -> None:
    fresh = Settings()
    assert fresh.eras == tuple(round(pulse) for pulse in board_table.ERA_PULSES)
    assert fresh.ring_codes == board_table.POSITION_CODES
    assert (fresh.min_break, fresh.min_gap) == (board_table.MIN_BREAK_US, board_table.MIN_GAP_US)
    assert fresh.polarity == board_table.BEAM_POLARITY
