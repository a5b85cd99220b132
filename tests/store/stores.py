"""Everything that is kept, as the fault lab sees it: it is written, and what was shown must be found again.

A `Store` works in a person's folder. `work` tells what people were shown as soon as they were (`shown`);
`check` opens everything anew, with nothing of the first process, and names what is wrong.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import Any, NamedTuple
from unittest import mock

from companion import games, store
from companion.advisor import Shares
from companion.advisor.shares import keep, load
from companion.app.presenters.home import HomePresenter
from companion.app.settings import Settings
from companion.engine.box_files.reader import remember as learn
from companion.table import Career, Evening, People, TableError, career_file, last_journal, people_file
from companion.tower import Recorder
from companion.tower.calibration import Calibration
from companion.tower.learned import Learned as TowerLearned
from companion.tower.learned_file import LearnedFiles
from companion.tower.pulses import Practice
from companion.tower.tower_choice import mirror, read_mirror, remember, remembered, write_mirror
from companion.tower.wire_table import Settings as BoardSettings
from companion.words import Words
from tests.games.tiny import TINY, Tiny
from tests.table.playing import play_on

Show = Callable[[Any], None]


class Store(NamedTuple):
    name: str
    work: Callable[[Path, Show], None]
    check: Callable[[Path, list[Any]], str]
    """What is wrong; empty: nothing."""
    prepare: Callable[[Path], None] = lambda folder: None


@contextmanager
def at_home(folder: Path) -> Iterator[Path]:
    """The person whose folder this is."""
    with mock.patch.dict(os.environ, {"XDG_DATA_HOME": str(folder)}):
        yield store.home()


def starts() -> str:
    """What both shells do first, without a window. The game before this evening must be offered, or this."""
    settings = Settings.read()
    found = last_journal()
    HomePresenter(Words(settings.lang or "en"), TINY).last(found, datetime.now())
    Career(career_file()).of(Tiny())
    load(store.home() / "shares" / "t.json")
    remembered(store.home() / "tower")
    store.notices()
    if found is None:
        return "no game is offered"
    try:
        Evening.resume(found, TINY, inline=True).close().result()
    except TableError as error:
        return f"the game that is offered cannot be opened: {error}"
    return ""


# ---------------------------------------------------------------- a game night


def _begin(home: Path, name: str, seed: int) -> Evening:
    store.make_folder(home / "journals")
    return Evening.begin(Tiny(), TINY, {}, home / "journals" / f"{name}.jsonl", seed, inline=True)


def _earlier(home: Path) -> None:
    with _begin(home, "earlier", 1) as evening:
        play_on(evening, 2)


def _evening(home: Path, show: Show) -> None:
    career = Career(career_file())
    with _begin(home, "later", 2) as evening:
        career.follow(evening)
        show(_seen(evening))
        for answers in (1, 1, 100):
            play_on_shown(evening, answers, show)
    with Evening.resume(home / "journals" / "later.jsonl", TINY, inline=True) as evening:
        show(_seen(evening))


def play_on_shown(evening: Evening, answers: int, show: Show) -> None:
    for _ in range(answers):
        before = evening.now.position
        play_on(evening, 1)
        show(_seen(evening))
        if evening.now.position == before:
            return


def _seen(evening: Evening) -> tuple[str, ...]:
    return tuple(str(entry.given) for entry in evening.now.entries)


def _evening_stands(home: Path, shown: list[Any]) -> str:
    path = home / "journals" / "later.jsonl"
    if not path.exists():
        return "the game is gone" if shown else ""
    with Evening.resume(path, TINY, inline=True) as evening:
        stands = _seen(evening)
        career = Career(career_file())
        career.follow(evening)
        if evening.now.outcome is not None and len(career.games()) != 1:
            return f"{len(career.games())} records of one game that was finished"
    longest = max(shown, key=len, default=())
    sound = stands[: len(longest)] == longest
    return "" if sound else f"{len(longest)} inputs were shown, {len(stands)} stand"


def _torn(home: Path) -> None:
    _earlier(home)
    with _begin(home, "later", 2) as evening:
        play_on(evening, 2)
    path = home / "journals" / "later.jsonl"
    path.write_bytes(path.read_bytes()[:-9])


def _mend(home: Path, show: Show) -> None:
    with Evening.resume(home / "journals" / "later.jsonl", TINY, inline=True) as evening:
        show(_seen(evening))
        play_on_shown(evening, 1, show)


# ---------------------------------------------------------------- small files


def _small(write: Callable[[Path, int], None], read: Callable[[Path], Any]) -> dict[str, Any]:
    """Written twice: then the last that was told to be written stands, or the one after it."""

    def work(home: Path, show: Show) -> None:
        for number in (1, 2):
            write(home, number)
            show(number)

    def check(home: Path, shown: list[Any]) -> str:
        wanted = {max(shown, default=0), max(shown, default=0) + 1}
        found = read(home)
        return "" if found in wanted else f"{found} stands where {sorted(wanted)} may"

    return {"work": work, "check": check}


def _write_settings(_: Path, number: int) -> None:
    Settings(tower=f"port:/dev/tty{number}").write()


def _read_settings(_: Path) -> int:
    told = Settings.read().tower
    return int(told[-1]) if told.startswith("port") else 0


def _write_people(_: Path, number: int) -> None:
    People(people_file()).sit_down(["Anna", "Ben"][:number])


def _read_people(_: Path) -> int:
    return len(People(people_file()).guests())


def _write_shares(home: Path, number: int) -> None:
    keep(home / "shares" / "t.json", Shares(30 + number, 40, 30))


def _read_shares(home: Path) -> int:
    return round(load(home / "shares" / "t.json").previous) - 30


def _write_habits(home: Path, number: int) -> None:
    learned = TowerLearned(Practice(()))
    learned.drops = number
    LearnedFiles(home / "tower" / "learned").keep("t", learned)
    if LearnedFiles(home / "tower" / "learned").load("t", Practice(())).drops != number:
        raise OSError(5, "not kept: a tower plays on without it")


def _read_habits(home: Path) -> int:
    return LearnedFiles(home / "tower" / "learned").load("t", Practice(())).drops


def _write_port(home: Path, number: int) -> None:
    remember(f"/dev/{('null', 'zero')[number - 1]}", home / "tower")


def _read_port(home: Path) -> int:
    return {(): 0, ("/dev/null",): 1, ("/dev/zero",): 2}[tuple(remembered(home / "tower"))]


def _board(number: int) -> Calibration:
    return Calibration(BoardSettings(serial=b"LOOP-1".ljust(12, b"\0"), speed=100 + number))


def _write_mirror(home: Path, number: int) -> None:
    write_mirror(_board(number), home / "tower")


def _read_mirror(home: Path) -> int:
    if mirror(_board(0), home / "tower") == ():  # there was none: now there is
        return 0
    return read_mirror("LOOP-1", home / "tower").settings.speed - 100


def _write_recording(home: Path, number: int) -> None:
    recorder = Recorder()
    recorder.note("reading", number)
    recorder.write(home / "tower" / "recordings" / "flight.jsonl")


def _read_recording(home: Path) -> int:
    path = home / "tower" / "recordings" / "flight.jsonl"
    return int(store.parse_json(path.read_bytes())["text"]) if path.exists() else 0


def _write_learned(home: Path, number: int) -> None:
    entry = {"id": "sword", "push": number}
    try:
        learn(home / "boxes" / "tiny", {"card": [entry]}, {"card": {}}, lambda _, new: dict(new.plain))
    except ValueError as unreadable:  # what was learned before: told to the players like an error of the disk
        raise OSError(5, str(unreadable)) from None


def _read_learned(home: Path) -> int:
    path = home / "boxes" / "tiny" / "learned.toml"
    return int(store.load_toml(path)["card"][0]["push"]) if path.exists() else 0


def _write_tick(home: Path, number: int) -> None:
    Career(career_file()).tick("tiny", f"reason-{number}")


def _read_ticks(home: Path) -> int:
    return len(Career(career_file()).ticked("tiny"))


def _bad_settings(home: Path) -> None:
    _earlier(home)
    (home / "settings.json").write_bytes(b'{"text_size": NaN}')


def _aside(home: Path, show: Show) -> None:
    show(Settings.read().text_size)


def _aside_stands(home: Path, shown: list[Any]) -> str:
    kept = [path.read_bytes() for path in home.glob("settings.json*")]
    return "" if b'{"text_size": NaN}' in kept else "the bytes of the bad file are gone"


STORES = (
    Store("evening", _evening, _evening_stands, _earlier),
    Store("torn journal", _mend, _evening_stands, _torn),
    Store("career", **_small(_write_tick, _read_ticks), prepare=_earlier),
    Store("settings", **_small(_write_settings, _read_settings), prepare=_earlier),
    Store("people", **_small(_write_people, _read_people), prepare=_earlier),
    Store("shares", **_small(_write_shares, _read_shares), prepare=_earlier),
    Store("a tower's habits", **_small(_write_habits, _read_habits), prepare=_earlier),
    Store("last port", **_small(_write_port, _read_port), prepare=_earlier),
    Store("calibration", **_small(_write_mirror, _read_mirror), prepare=_earlier),
    Store("recording", **_small(_write_recording, _read_recording), prepare=_earlier),
    Store("learned pieces", **_small(_write_learned, _read_learned), prepare=_earlier),
    Store("set aside", _aside, _aside_stands, _bad_settings),
)
assert games.NAMES  # the real ones are installed: the shells start with them
