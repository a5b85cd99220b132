"""What else is kept, as the fault lab sees it: games that go elsewhere, an owner's box, what phones, lessons,
starts, towers and simulations keep. See stores.py.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from gpiozero.pins.mock import MockFactory

from companion import store
from companion.advisor import Batch, KeptGames
from companion.advisor.batch import Job
from companion.app.presenters.box_editor import Desk
from companion.app.starts import Starts
from companion.engine.box_files import owned
from companion.engine.box_files.entry import Entry
from companion.games import GAMES, load
from companion.table import Evening, People, people_file
from companion.table.folders import aside_folder
from companion.table.incidents import keep_incident, kept_mistake
from companion.table.journal import read
from companion.table.library import (
    export,
    exported,
    games_kept,
    look_at,
    put_back,
    repair,
    set_aside,
    take_in,
)
from companion.teacher import Taught
from companion.terminal.boxes import export as export_box
from companion.tower import Recorder
from companion.tower.backends.gpio import GpioBoard
from companion.tower.learned_file import LearnedFiles
from companion.tower.pulses import Practice
from companion.tower.recorder import KEPT_FILES
from companion.tower.tower_choice import remembered
from companion.web.guests import Guests
from companion.words import Words
from tests.games.tiny import TINY, Tiny
from tests.store.stores import STORES, Show, Store, _begin, _earlier, _small, _write_habits
from tests.table.playing import play_on

# ---------------------------------------------------------------- games that go elsewhere


def _hidden(home: Path) -> None:
    _second(home)


def _second(home: Path) -> Path:
    """A game that is on, with hidden hands and two names."""
    _earlier(home)
    people = People(people_file()).sit_down(["Anna", "Ben"])
    path = home / "journals" / "later.jsonl"
    with Evening.begin(Tiny(), TINY, {}, path, 2, inline=True, people=people) as evening:
        play_on(evening, 3)
    return path


def _copied(home: Path, show: Show) -> None:
    found = look_at(home / "journals" / "later.jsonl", TINY)
    if found.how == "unfinished":  # else it is shown as one that cannot be opened
        export(found, home / "copy.jsonl", True, True)
        show("copied")


def _copy_stands(home: Path, shown: list[Any]) -> str:
    copy, path = home / "copy.jsonl", home / "journals" / "later.jsonl"
    if copy.exists() and store.read(copy) != store.read(path):
        return "the copy is another game"
    if copy.exists() and not exported(path):
        return "hands were copied, and the table is not told"
    return "" if copy.exists() or not shown else "the copy is gone"


def _shown_hands(home: Path) -> None:
    export(look_at(_second(home), TINY), home / "copy.jsonl", True)


def _moved(home: Path, show: Show) -> None:
    aside = set_aside(home / "journals" / "later.jsonl")
    show("aside")
    put_back(aside)
    show("back")


def _move_stands(home: Path, shown: list[Any]) -> str:
    places = (home / "journals", aside_folder())
    found = [path for place in places if (path := place / "later.jsonl").exists()]
    if [look_at(path, TINY).how for path in found] != ["unfinished"]:
        return f"the game lies whole at {len(found)} places"
    if not exported(found[0]):
        return "hands were copied, and the table is not told any more"
    back = shown == ["aside", "back"] and found[0].parent != places[0]
    return "it is not back" if back else ""


def _brought(home: Path) -> None:
    path = _second(home)
    export(look_at(path, TINY), store.make_folder(home / "imports") / "later.jsonl", True, True)
    for one in (path, path.with_name("later.jsonl.exported"), people_file()):
        one.unlink()


def _take_in(home: Path, show: Show) -> None:
    take_in(home / "imports" / "later.jsonl", TINY)
    show("taken in")


def _taken_in(home: Path, shown: list[Any]) -> str:
    if shown and len(games_kept(TINY)) != 2:
        return "the game is gone"
    path = take_in(home / "imports" / "later.jsonl", TINY)  # whoever was not told tries again
    if len(games_kept(TINY)) != 2:
        return f"{len(games_kept(TINY))} games"
    return "" if look_at(path, TINY).people == ("Anna", "Ben") else "nobody knows who played"


def _damaged(home: Path) -> None:
    path = _second(home)
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join([*lines[:-2], b"rubbish\n", *lines[-2:]]))
    with _begin(home, "sound", 3) as evening:  # the one that is offered
        play_on(evening, 1)


def _repair(home: Path, show: Show) -> None:
    show(repair(home / "journals" / "later.jsonl").kept)


def _repaired(home: Path, shown: list[Any]) -> str:
    path = home / "journals" / "later.jsonl"
    if not any(b"rubbish" in one.read_bytes() for one in path.parent.glob("later.jsonl*")):
        return "the bytes of the damaged game are gone"
    kept = repair(path).kept if look_at(path, TINY).how == "damaged" else read(path).lines
    return "" if kept > 1 and shown in ([], [kept]) else f"{kept} lines stand, {shown} were shown"


# ---------------------------------------------------------------- an owner's box

LOOP = GAMES.boxes("the-loop").shelf()


def _card(number: int) -> Entry:
    return Entry.read({"id": "sword", "era": "medieval", "effect": [{"push": number}]})


def _write_card(home: Path, number: int) -> None:
    owned.keep(LOOP, home / "boxes" / "the-loop", "card", _card(number))


def _read_card(home: Path) -> int:
    found = owned.own_pieces(LOOP, home / "boxes" / "the-loop")
    return int(found[0].entry.plain["effect"][0]["push"]) if found else 0


def _own_card(home: Path) -> None:
    _earlier(home)
    _write_card(home, 1)


def _hand_on(home: Path, show: Show) -> None:
    """By the terminal and by the tablet."""
    folder, words = home / "boxes" / "the-loop", Words("en")
    export_box(LOOP, folder, home / "one.toml", False, words, show)
    show(Desk(GAMES, "the-loop", words).hand_on(False))


def _handed_on(home: Path, shown: list[Any]) -> str:
    files = [one for one in (home / "one.toml", home / "boxes" / "the-loop-box.toml") if one.exists()]
    if len(files) < len(shown):
        return "a file that was told of is gone"
    return "" if all(owned.opened(LOOP, one) for one in files) else "half a box"


# ---------------------------------------------------------------- small files


def _unlike(told: int, found: int) -> None:
    """Who writes it plays on without it; the lab shows only what is kept."""
    if told != found:
        raise OSError(5, "not kept")


def _write_starts(home: Path, number: int) -> None:
    Starts.begin()
    _unlike(number, _read_starts(home))


def _read_starts(home: Path) -> int:
    path = home / "starts.json"
    return int(json.loads(path.read_bytes())["failed"]) if path.exists() else 0


def _write_taught(home: Path, number: int) -> None:
    taught = Taught()
    taught.mark("tiny", "hint", number)
    taught.save()


def _read_taught(home: Path) -> int:
    return Taught().times("tiny", "hint")


def _invited(home: Path) -> None:
    _earlier(home)
    Guests(home / "web" / "guests.json", 2)


def _write_guests(home: Path, number: int) -> None:
    guests = Guests(home / "web" / "guests.json", 2)
    guests.exchange(guests.link("watch").token, "en")
    _unlike(number, _read_guests(home))


def _read_guests(home: Path) -> int:
    return len(Guests(home / "web" / "guests.json", 2).devices)


def _write_gpio(home: Path, number: int) -> None:
    board = GpioBoard(home / "tower" / "gpio.toml", MockFactory())
    board.open()
    try:
        board.store(replace(board.settings(), hold=100 + number))
    finally:
        board.close()


def _read_gpio(home: Path) -> int:
    path = home / "tower" / "gpio.toml"
    return int(GpioBoard(path, MockFactory()).settings().hold) - 100 if path.exists() else 0


BATCH = Batch(load, "example", ({"players": 2},), 9, "random", 3)


def _write_batch(home: Path, number: int) -> None:
    kept = KeptGames.begin(home / "batches", BATCH, resume=True, clock=lambda: 0.0)
    kept.results[Job(0, number)] = {"won": True}
    kept.save(now=True)
    kept.close(finished=False)
    _unlike(number, _read_batch(home))


def _read_batch(home: Path) -> int:
    kept = KeptGames.begin(home / "batches", BATCH, resume=True, clock=lambda: 0.0)
    kept.close(finished=False)
    return len(kept.results)


def _one_batch(home: Path) -> None:
    _earlier(home)
    _write_batch(home, 1)


def _anew(home: Path, show: Show) -> None:
    for resume, finished in ((False, False), (True, True)):
        kept = KeptGames.begin(home / "batches", BATCH, resume, clock=lambda: 0.0)
        kept.close(finished)


def _begun_anew(home: Path, shown: list[Any]) -> str:
    return "" if _read_batch(home) in (0, 1) else "games of nobody"


# ---------------------------------------------------------------- what goes wrong, and what makes room


def _mistakes(home: Path, show: Show) -> None:
    error = ValueError("nobody foresaw it")
    told = dict(kept_mistake(Tiny(), Tiny().start({}), None, error).about)["file"]
    if told != "–":
        show(told)
    keep_incident(error, screen="table")
    for thread in threading.enumerate():
        if thread.name == "incident":
            thread.join(60)


def _mistakes_stand(home: Path, shown: list[Any]) -> str:
    for path in (home / "incidents").glob("*.json"):
        json.loads(path.read_bytes())
    return "" if all(Path(told).exists() for told in shown) else "what was told of is gone"


def _recordings(home: Path) -> None:
    _earlier(home)
    folder = store.make_folder(home / "tower" / "recordings")
    for number in range(KEPT_FILES):
        (folder / f"flight-{number:04}.jsonl").write_bytes(b"{}\n")


def _record(home: Path, show: Show) -> None:
    recorder = Recorder()
    recorder.folder = home / "tower" / "recordings"
    recorder.note("sent", "hello")
    if path := recorder.write_on_error(ValueError("gone")):
        show(path)


def _recorded(home: Path, shown: list[Any]) -> str:
    there = list((home / "tower" / "recordings").glob("flight-*.jsonl"))
    for path in there:
        [json.loads(line) for line in path.read_bytes().splitlines()]
    return "" if len(there) >= KEPT_FILES and all(path.exists() for path in shown) else "a recording is gone"


def _habits(home: Path) -> None:
    _earlier(home)
    _write_habits(home, 1)


def _forget(home: Path, show: Show) -> None:
    show(LearnedFiles(home / "tower" / "learned").forget("t"))


def _forgotten(home: Path, shown: list[Any]) -> str:
    drops = LearnedFiles(home / "tower" / "learned").load("t", Practice(())).drops
    return "" if drops in ((0,) if shown else (0, 1)) else "it is learned still"


RUBBISH = b"\xff\xfe\0 no UTF-8"


def _rubbish(*places: str) -> Callable[[Path], None]:
    def prepare(home: Path) -> None:
        _earlier(home)
        for place in places:
            store.make_folder((home / place).parent)
            (home / place).write_bytes(RUBBISH if place.endswith("port") else b'{"format": 1}')

    return prepare


def _look(home: Path, show: Show) -> None:
    remembered(home / "tower")
    show(LearnedFiles(home / "tower" / "learned").load("t", Practice(())).drops)


def _kept_aside(home: Path, shown: list[Any]) -> str:
    for folder, name in (("tower", "last-port"), ("tower/learned", "t.json")):
        if not list((home / folder).glob(f"{name}*")):
            return f"the bytes of {name} are gone"
    return ""


OTHERS = (
    Store("copy for elsewhere", _copied, _copy_stands, _hidden),
    Store("game set aside", _moved, _move_stands, _shown_hands),
    Store("game from elsewhere", _take_in, _taken_in, _brought),
    Store("repair", _repair, _repaired, _damaged),
    Store("own box", **_small(_write_card, _read_card), prepare=_earlier),
    Store("box handed on", _hand_on, _handed_on, _own_card),
    Store("starts", **_small(_write_starts, _read_starts), prepare=_earlier),
    Store("lessons", **_small(_write_taught, _read_taught), prepare=_earlier),
    Store("phones", **_small(_write_guests, _read_guests), prepare=_invited),
    Store("settings of this computer's pins", **_small(_write_gpio, _read_gpio), prepare=_earlier),
    Store("simulated games", **_small(_write_batch, _read_batch), prepare=_earlier),
    Store(
        "simulated games anew", _anew, _begun_anew, lambda home: (_earlier(home), _write_batch(home, 1))[0]
    ),
    Store("mistakes", _mistakes, _mistakes_stand, _earlier),
    Store("recordings", _record, _recorded, _recordings),
    Store("habits forgotten", _forget, _forgotten, _habits),
    Store("tower files of rubbish", _look, _kept_aside, _rubbish("tower/last-port", "tower/learned/t.json")),
)

EVERY = (*STORES, *OTHERS)
