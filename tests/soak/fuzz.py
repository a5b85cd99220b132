"""Files of every kind that say anything: what was written by nobody, read by all who read such a file.

A sound file of its kind is taken apart and put together with values that no one meant (and, in journals and
careers, with right checksums), or its bytes are changed, or it is all rubbish. Found is: anything but the
errors that a shell tells in one line, more than ten seconds, more than 600 MB.
"""

from __future__ import annotations

import json
import random
import resource
import shutil
import signal
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, redirect_stdout, suppress
from datetime import datetime
from functools import cache
from io import StringIO
from pathlib import Path
from typing import Any, NamedTuple
from unittest import mock

from companion import games, store
from companion.advisor import RandomBot, Shares
from companion.advisor.shares import keep, load
from companion.app.presenters.career import CareerPresenter
from companion.app.presenters.home import HomePresenter
from companion.app.settings import Settings, choice_of
from companion.engine.box_files.reader import BoxMistakes
from companion.table import (
    Answer,
    Career,
    Evening,
    People,
    TableError,
    career_file,
    last_journal,
    load_reasons,
    scenario,
)
from companion.table.journal import decode, encode
from companion.terminal import career_lines
from companion.tower import TowerError
from companion.tower.calibration import Calibration
from companion.tower.tower_choice import mirror, remembered
from companion.tower.wire_table import Settings as BoardSettings
from companion.words import Words
from tests.soak import Attempt
from tests.store.stores import at_home

UNIT = "files"
PLANTED = ("any record fits", "any shape fits", "no end of brackets")
ROOT = Path(__file__).parents[2]
SECONDS, MEGABYTES = 10.0, 600
GAMES = tuple(games.NAMES)
"""What people play; the journals of the example are short and quick."""


class Kind(NamedTuple):
    name: str
    sample: Callable[[random.Random], bytes]
    """A sound file."""
    put: str
    """Where it lies below a person's folder."""
    read: Callable[[Path], object]
    """All who read such a file."""
    form: str
    """`lines` (each with its checksum), `json`, `toml` or `bytes`."""


def attempt(seed: int, index: int, planted: str = "") -> Attempt:
    lot = random.Random(f"fuzz {seed} {index}")
    kind = KINDS[index % len(KINDS)]
    data = spoilt(kind, lot)
    place = Path(tempfile.mkdtemp(prefix="fuzz-"))
    try:
        with at_home(place) as home, _put_in(planted):
            path = home / kind.put
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
            with bounded():
                kind.read(path)
    except (TableError, TowerError, OSError, BoxMistakes):
        pass  # told in one line
    finally:
        store.notices()
        shutil.rmtree(place, ignore_errors=True)
    return Attempt(1)


@contextmanager
def bounded() -> Iterator[None]:
    """A hang is an error, and so is memory without bound."""

    def late(*_: object) -> None:
        raise RuntimeError(f"it took more than {SECONDS} s")

    before = signal.signal(signal.SIGPROF, late)  # counts the processor's time: a busy machine is no hang
    used = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (used + MEGABYTES * 2**20, hard))
    signal.setitimer(signal.ITIMER_PROF, SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        resource.setrlimit(resource.RLIMIT_AS, (soft, hard))
        signal.signal(signal.SIGPROF, before)


# ---------------------------------------------------------------- spoiling


def spoilt(kind: Kind, lot: random.Random) -> bytes:
    data = kind.sample(lot)
    if lot.random() < 0.2:
        return lot.choice(RUBBISH)
    if kind.form == "bytes" or lot.random() < 0.15:
        return _bytes(data, lot)
    if kind.form == "lines":
        lines = [decode(line) for line in data.splitlines()]
        for _ in range(lot.choice((1, 1, 2, 5))):
            at = lot.choice((0, lot.randrange(len(lines)))) if lines else 0
            lines[at : at + 1] = lot.choice(
                ([_changed(lines[at], lot)], [_changed(lines[at], lot)], [], [lines[at]] * 2)
            ) if lines else []
        return b"".join(encode(line) for line in lines if isinstance(line, dict))
    tree = _parsed(kind.form, data)
    for _ in range(lot.choice((1, 1, 2, 5))):
        tree = _changed(tree, lot)
    return json.dumps(tree).encode() if kind.form == "json" else _toml(tree).encode()


def _parsed(form: str, data: bytes) -> Any:
    return json.loads(data) if form == "json" else store.parse_toml(data)


def _bytes(data: bytes, lot: random.Random) -> bytes:
    at = lot.randrange(len(data) + 1)
    return lot.choice(
        (
            data[:at],
            data[:at] + lot.randbytes(lot.randrange(1, 9)) + data[at + 3 :],
            data[:at] + data[at // 2 :],
            data + b"\0" * 64,
            data.replace(b"1", b"9" * 30, 1),
            data.replace(b'"', b"", 1),
        )
    )


RUBBISH = (
    *(b"", b"\n", b"\0" * 512, b"\xff\xfe\xfd", b"[" * 60_000),
    *(b'{"a":' * 60_000, b'[{"a":' * 30_000, b"x" * 100_000, b"1" * 6000),
)
DEEP: Any = []
for _ in range(400):
    DEEP = [DEEP]
STRANGE = (
    *(None, True, False, 0, -1, 1, 7, 255, 10**6, 10**30, -(10**30)),
    *(1.5, -0.0, 1e308, float("nan"), float("inf")),
    *("", "x", "\0", "é" * 50, "{0} {name} %s", "a" * 5000, "/", "..", "9" * 5000, "\ud800"),
    *([], {}, [[]], [{}], {"": ""}, [1, "a", None], {"id": []}, DEEP),
)


def _changed(tree: Any, lot: random.Random) -> Any:
    """One place in it is another value, gone, there twice, or under another name."""
    if isinstance(tree, dict) and tree and lot.random() < 0.9:
        key = lot.choice(list(tree))
        rest = {name: value for name, value in tree.items() if name != key}
        way = lot.random()
        if way < 0.7:
            return {**tree, key: _changed(tree[key], lot)}
        if way < 0.85:
            return rest
        return {**rest, lot.choice(("", "x", *tree, "kind", "effect")): tree[key]}
    if isinstance(tree, list) and tree and lot.random() < 0.85:
        at = lot.randrange(len(tree))
        way = lot.random()
        if way < 0.7:
            return [*tree[:at], _changed(tree[at], lot), *tree[at + 1 :]]
        if way < 0.8:
            return tree[:at] + tree[at + 1 :]
        return tree[: at + 1] + tree[at:]
    if isinstance(tree, str) and lot.random() < 0.3:
        return lot.choice(KNOWN)
    return lot.choice(STRANGE)


KNOWN = ("the-loop", "contre-temps", "cyberion", "example", "won", "player", "app", "tower", "mr-time")


def _toml(tree: Any) -> str:
    """As far as TOML can say it; what it cannot becomes a string."""
    if not isinstance(tree, dict):
        return f"value = {_value(tree)}"
    return "\n".join(f"{json.dumps(str(key))} = {_value(value)}" for key, value in tree.items()) + "\n"


def _value(value: Any) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{json.dumps(str(key))} = {_value(one)}" for key, one in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(_value, value)) + "]"
    if value is None:
        return '""'
    if isinstance(value, float):
        return repr(value)
    return json.dumps(value)


# ---------------------------------------------------------------- sound files


@cache
def _journal(name: str, seed: int) -> bytes:
    with tempfile.TemporaryDirectory(prefix="fuzz-") as place, at_home(Path(place)) as home:
        path = store.make_folder(home / "journals") / "j.jsonl"
        options = {"drop": "hand"} if name == "the-loop" else {}
        with Evening.begin(games.load(name), games.GAMES, options, path, seed, inline=True) as evening:
            bot = RandomBot(seed)
            for _ in range(12):
                now = evening.now
                if not now.asked:
                    break
                given = bot.choose(now.game, now.state, now.asked[0].question)
                evening.post(Answer((given,), now.asked[0].question.owner, now.asked[0].since)).result()
        return path.read_bytes()


def a_journal(lot: random.Random) -> bytes:
    return _journal(lot.choice(GAMES), lot.randrange(3))


def a_career(lot: random.Random) -> bytes:
    lines = []
    for number in range(3):
        game = games.load(lot.choice(GAMES))
        told = {**game.summary(game.start({})), "result": "won", "cause": "X"}
        record = {"journal": f"/nowhere/{number}", "game": game.name, "ended": 1768503610, "seconds": 90}
        lines.append({"career": 1, **record, "summary": told, "happened": {"LoopDone": 3}, "in_a_turn": {}})
        lines.append({"career": 1, "tick": "coffee-for-all", "game": game.name, "on": True})
    return b"".join(map(encode, lines))


def a_setting(lot: random.Random) -> bytes:
    return json.dumps({**vars(Settings()), "games": {"the-loop": {"players": 3, "level": 2}}}).encode()


def a_share(lot: random.Random) -> bytes:
    return json.dumps({"weights": Shares().weights, "elsewhere": 0}).encode()


def some_people(lot: random.Random) -> bytes:
    guests = [{"id": str(n), "name": name} for n, name in enumerate(("Anna", "Ben", "Çelik"))]
    return json.dumps({"people": guests, "last": ["1", "", "2"]}).encode()


def a_port(lot: random.Random) -> bytes:
    return b"/dev/ttyUSB0\n"


def a_calibration(lot: random.Random) -> bytes:
    return Calibration(BoardSettings(serial=b"LOOP-1".ljust(12, b"\0"))).as_toml().encode()


@cache
def _found(pattern: str) -> tuple[bytes, ...]:
    return tuple(path.read_bytes() for path in sorted(ROOT.glob(pattern)))


def a_scenario(lot: random.Random) -> bytes:
    return lot.choice(_found("tests/scenarios/**/*.toml"))


def a_box(lot: random.Random) -> bytes:
    return lot.choice(_found("companion/games/*/box/*.toml"))


def reasons(lot: random.Random) -> bytes:
    return lot.choice(_found("companion/games/*/career/*.toml"))


# ---------------------------------------------------------------- who reads them


def resume(path: Path) -> None:
    HomePresenter(Words("en"), games.GAMES).last(last_journal(), datetime.now())
    with Evening.resume(path, games.GAMES, inline=True) as evening:
        Career(career_file()).follow(evening)
        evening.now.history()


def career(path: Path) -> None:
    for name in GAMES:
        game, kept = games.load(name), Career(path)
        words = Words("en", [name.replace("-", "_")])
        known = load_reasons((games.GAMES[name].folder / "career",), game)
        list(career_lines(words, game, kept.of(game), known, kept.ticked(name)))
        CareerPresenter(game, words).show(kept.of(game), known, kept.ticked(name))


def settings(path: Path) -> None:
    found = Settings.read()
    choice_of(found.tower)
    assert found.watching is not None
    assert 1 <= found.text_size <= 1.5
    for name, options in found.games.items():
        if name in GAMES:
            games.load(name).start(options)
    found.write()
    assert Settings.read() == found


def people(path: Path) -> None:
    """Whatever it says, a table can be called by its names."""
    known = People(path)
    known.names(("1", "2"))
    known.without_names("Anna and Ben")
    known.last()
    seated = known.sit_down(("Zoë", ""))
    assert known.names(seated) == ("Zoë", "")
    known.remove("Zoë")
    assert known.names(seated) == ("", "")


def shares(path: Path) -> None:
    found = load(path)
    assert all(0 <= share <= 1 for share in found.mean)
    keep(path, found.learn(0, [0, 1, 2, 0, 0, 0, 0]))


def calibration(path: Path) -> None:
    mirror(Calibration(BoardSettings(serial=b"LOOP-1".ljust(12, b"\0"))), path.parents[1])


def play(path: Path) -> None:
    with redirect_stdout(StringIO()):
        scenario.main([path], games.load, print, str)


def box(path: Path) -> None:
    for name in GAMES:
        boxes = games.boxes(name)
        boxes.check_box(path.parent)
        with suppress(BoxMistakes):
            games.load(name, boxes.load_box(path.parent)).start({})


def promotion(path: Path) -> None:
    for name in GAMES:
        with suppress(TableError):
            load_reasons((path.parent,), games.load(name))


KINDS = (
    Kind("journal", a_journal, "journals/j.jsonl", resume, "lines"),
    Kind("career", a_career, "career.jsonl", career, "lines"),
    Kind("settings", a_setting, "settings.json", settings, "json"),
    Kind("people", some_people, "people.json", people, "json"),
    Kind("shares", a_share, "shares/t.json", shares, "json"),
    Kind("last port", a_port, "tower/last-port", lambda path: remembered(path.parent), "bytes"),
    Kind("calibration", a_calibration, "tower/calibrations/LOOP-1.toml", calibration, "toml"),
    Kind("scenario", a_scenario, "s.toml", play, "toml"),
    Kind("box", a_box, "boxes/b/b.toml", box, "toml"),
    Kind("reasons", reasons, "boxes/r/career/r.toml", promotion, "toml"),
)


# ---------------------------------------------------------------- planted


@contextmanager
def _put_in(planted: str) -> Iterator[None]:
    with ExitStack() as defects:
        if planted == "any record fits":
            defects.enter_context(mock.patch("companion.table.career.fits", return_value=True))
        if planted == "any shape fits":
            defects.enter_context(mock.patch("companion.table.journal.store.fits", return_value=True))
        if planted == "no end of brackets":
            defects.enter_context(mock.patch("companion.store.mending.parse_json", json.loads))
        yield
