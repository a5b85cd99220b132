"""The games that a person keeps: all of them, the one played last first; sound, damaged or set aside.

May import: companion.engine, companion.store, its own room, the standard library.

    for one in games_kept(games): one.path, one.game, one.turn, one.state
    repair(one.path)                  # Repaired: what precedes the damage goes on; the rest is kept beside it
    export(one, Path("game.jsonl"))   # HandsHidden: it must be said that the hands are in it
    take_in(Path("game.jsonl"), games)
    set_aside(one.path); put_back(...)
    lay_again(one.path, games)        # what to put on the bare board

Looking never writes, and shows what everybody at the table may know.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from itertools import islice
from pathlib import Path
from typing import Literal, NamedTuple, TypeAlias

from companion import store
from companion.engine import Game, Games, Phrase, Plain, Refusal, State, from_plain

from .errors import (
    HandsHidden,
    JournalBusy,
    JournalDamaged,
    JournalExists,
    JournalUnwritable,
    OptionsRefused,
    TableError,
)
from .folders import aside_folder, journals, journals_folder
from .journal import Played, last_played, read
from .people import People, brought, encoded, people_file
from .session import LoadGame, game_of

MOST_BROUGHT = 50
"""Of one folder: more are no list to choose from."""

How: TypeAlias = Literal["unfinished", "finished", "damaged", "unknown"]
"""`damaged`: a line cannot be read, what precedes it can. `unknown`: no game of ours, or of a newer
companion."""


class SavedGame(NamedTuple):
    path: Path
    how: How
    played: Played = Played(0, 0)
    game: str = ""
    summary: Mapping[str, Plain] = {}
    """As the game sums itself up where it was left: players, turns, result."""
    hidden: bool = False
    """It is not over, and hands are hidden in it, or may be: looking shows what everybody may know."""
    line: int = 0
    """Of the damage."""
    lost: int = 0
    """Lines that a repair costs."""
    aside: bool = False
    people: tuple[str, ...] = ()
    """Who sits where, as they are called today; empty: nobody is named there."""
    problem: str = ""
    """Why it cannot be opened, in English, from the error."""

    @property
    def turn(self) -> int:
        turns = self.summary.get("turns", 0)
        return turns if isinstance(turns, int) else 0


class Repaired(NamedTuple):
    kept: int
    """Lines after the header that stand."""
    lost: int
    original: Path
    """All bytes of the damaged file."""


def games_kept(games: Games, aside: bool = False) -> list[SavedGame]:
    """All games, the last that was played first; `aside`: those that were set aside."""
    paths = sorted(aside_folder().glob("*.jsonl")) if aside else journals()
    found = [look_at(path, games)._replace(aside=aside) for path in paths]
    return sorted(found, key=lambda one: (one.played, one.path.name), reverse=True)


def look_at(path: Path, games: Games) -> SavedGame:
    """One game, whatever state its file is in. Nothing is opened for writing."""
    bare = SavedGame(path, "unknown", last_played(path) or Played(0, 0))
    try:
        game, state = position(path, games.load)
    except JournalDamaged as error:
        line = int(dict(error.about)["line"])
        lines = store.read(path).split(b"\n")
        lost = sum(1 for one in lines[line - 1 :] if one)
        one = bare._replace(how="damaged", line=line, lost=lost, hidden=True, problem=str(error))
        with suppress(TableError, KeyError, ValueError):  # whose hands it holds, if any, only its game knows
            game = game_of(read(path, lines=1).header, path, games.load)
            one = one._replace(game=game.name, hidden=game.rivals)
        return one
    except (TableError, KeyError, ValueError) as error:
        return bare._replace(problem=str(error))
    over = game.outcome(state) is not None
    return bare._replace(
        how="finished" if over else "unfinished",
        game=game.name,
        summary=game.summary(state),
        hidden=not over and hides(game, state),
        people=names_in(path),
    )


def names_in(path: Path) -> tuple[str, ...]:
    """Who sits where in a game that is kept; empty: nobody is named."""
    seated = read(path).header.people
    return People(people_file()).names(seated) if any(seated) else ()


def hides(game: Game, state: State) -> bool:
    """Whether a seat knows more than all do."""
    everybody = game.view(state, None)
    return any(game.view(state, seat) != everybody for seat in range(game.seats(state)))


def position(path: Path, load: LoadGame, entries: int | None = None) -> tuple[Game, State]:
    """Where a journal stands, as far as today's rules can follow it; after so many entries, if it is said."""
    game, states = _course(path, load)
    (last,) = deque(islice(states, None if entries is None else entries + 1), maxlen=1)
    return game, last


def turns(path: Path, games: Games) -> tuple[tuple[int, int], ...]:
    """The turns that were played, and after how many entries each of them was over."""
    game, states = _course(path, games.load)
    found: dict[int, int] = {}
    for entries, state in enumerate(states):
        turn = game.summary(state).get("turns", 0)
        found[turn if isinstance(turn, int) else 0] = entries
    return tuple(found.items())


def _course(path: Path, load: LoadGame) -> tuple[Game, Iterator[State]]:
    """The game, and its positions from the first on."""
    contents = read(path)
    game = game_of(contents.header, path, load)
    begun = game.begun(contents.header.options)
    if isinstance(begun, Refusal):
        raise OptionsRefused(file=str(path), refusal=begun)

    def states(state: State) -> Iterator[State]:
        yield state
        for kept in contents.live:
            try:
                outcome = game.apply(state, from_plain(game.inputs, kept.given), kept.source)
            except ValueError:
                return
            if isinstance(outcome, Refusal):
                return
            state = outcome.state
            yield state

    return game, states(begun)


def lay_again(path: Path, games: Games, entries: int | None = None) -> tuple[Phrase, ...]:
    """What to put on the bare board, after the box was packed away, so that the game can go on from where it
    was left, or from any earlier entry."""
    game, state = position(path, games.load, entries)
    bare = game.begun(read(path).header.options)
    assert not isinstance(bare, Refusal)
    return tuple(game.differences(bare, state))


def elsewhere() -> list[Path]:
    """Journals that somebody brought: in the folder of exports, among what was downloaded, on a stick."""
    own = [store.home() / "imports", store.home() / "exports"]
    with suppress(RuntimeError):
        own.append(Path.home() / "Downloads")
    sticks = [place for top in ("/media", "/run/media") for place in sorted(Path(top).glob("*/*"))]
    found: list[Path] = []
    for folder in (*own, *sticks):
        with suppress(OSError):
            found += sorted(folder.glob("*.jsonl"))[:MOST_BROUGHT]
    return found


# -- what can be done with one


def repair(path: Path) -> Repaired:
    """A damaged game goes on from what precedes the damage; the whole file is kept under another name."""
    try:
        read(path)
    except JournalDamaged as error:
        line = int(dict(error.about)["line"])
    else:
        raise ValueError(path)
    lines = store.read(path).split(b"\n")
    original = _free(path.with_name(path.name + ".damaged"))
    with _locked(path):
        store.write_new(original, b"\n".join(lines))
    store.replace(path, b"\n".join(lines[: line - 1]) + b"\n")
    return Repaired(line - 2, sum(1 for one in lines[line - 1 :] if one), original)


def export(saved: SavedGame, target: Path, revealed: bool = False, named: bool = False) -> Path:
    """A copy for another machine. `named`: the names of those who played go with it, in a file of their own;
    the journal itself has none. A game that is on with hidden hands is copied only when it is said that
    whoever reads the file sees them, and the table is told: the game says so from then on."""
    if saved.hidden and not revealed:
        raise HandsHidden(file=str(saved.path))
    if target.is_dir():
        target = target / saved.path.name
    if target.exists():
        raise JournalExists(file=str(target))
    try:
        if saved.hidden:  # before: no copy is ever there of which the table is not told
            store.replace(_note(saved.path), f"{target}\n".encode("utf-8", "replace"))
        if named:
            known = {one.id: one for one in People(people_file()).guests()}
            seated = [known[one] for one in read(saved.path).header.people if one in known]
            store.replace(_names_beside(target), encoded(seated), 0o600)
        store.replace(target, store.read(saved.path))
    except OSError as error:
        raise JournalUnwritable(file=str(target), why=error.strerror) from None
    return target


def exported(path: Path) -> bool:
    """Whether a copy was made while hands were hidden."""
    return _note(path).exists()


def take_in(source: Path, games: Games) -> Path:
    """A journal from elsewhere becomes one of ours. TableError: it is none."""
    try:
        header = read(source).header
    except JournalDamaged:  # what precedes the damage can be gone on with here as well as there
        header = read(source, lines=1).header
    game_of(header, source, games.load)
    data = store.read(source)
    folder = store.make_folder(journals_folder())
    if people := brought(_names_beside(source)):  # before: a game that is here already brings nobody
        People(people_file()).take_in(people)
    for path in journals():
        if store.read(path) == data:
            return path
    stem = source.stem if source.suffix == ".jsonl" else source.name
    target = _free(folder / f"{stem}.jsonl")
    store.replace(target, data)
    return target


def set_aside(path: Path) -> Path:
    """Out of the list, not gone."""
    return _move(path, _free(store.make_folder(aside_folder()) / path.name))


def put_back(path: Path) -> Path:
    return _move(path, _free(journals_folder() / path.name))


def _move(path: Path, target: Path) -> Path:
    """The note that hands were shown is at both places while the game is on its way."""
    with _locked(path):
        noted = exported(path)
        if noted:
            store.replace(_note(target), store.read(_note(path)))
        store.move(path, target)
        if noted:
            with suppress(OSError):  # the game has its own
                store.remove(_note(path))
    return target


@contextmanager
def _locked(path: Path) -> Iterator[None]:
    try:
        with store.held(path):
            yield
    except store.Busy:
        raise JournalBusy(file=str(path)) from None


def _names_beside(path: Path) -> Path:
    return path.with_name(path.name + ".people.json")


def _note(path: Path) -> Path:
    return path.with_name(path.name + ".exported")


def _free(path: Path) -> Path:
    """This name, or the next that nobody has."""
    again, free = 1, path
    while free.exists() or free.is_symlink():
        again += 1
        free = path.with_name(f"{path.stem}-{again}{path.suffix}")
    return free
