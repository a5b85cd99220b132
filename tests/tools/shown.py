"""What the views show of the golden playthroughs, as readable text in tests/playthroughs/shown/.

`make playthroughs` writes it after the games. The inputs of a game are played again; at some positions every
view is taken, and what is not as at the look before is written, one value a line. A sentence stands as its
key with its parameters, a piece as its id, so that other words are no difference.
Imports games, table, words.
"""

import json
import sys
from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any, TypeAlias, cast

from companion import games
from companion.advisor import RandomBot
from companion.app.presenters.career import CareerPresenter
from companion.app.presenters.corrections import CorrectionsPresenter
from companion.app.presenters.game_options import GameOptions, otherwise
from companion.app.presenters.hand_steps import HandStepsPresenter
from companion.app.presenters.history import HistoryPresenter
from companion.app.presenters.outcome import OutcomePresenter
from companion.engine import Applied, Source, part
from companion.engine.box_editor import Draft
from companion.games.contre_temps.views.corrections import TimelineCorrections
from companion.games.contre_temps.views.timeline import TimelinePresenter, destination
from companion.games.cyberion.views.corrections import WorkshopCorrections
from companion.games.cyberion.views.workshop import ROWS, WorkshopPresenter
from companion.games.the_loop.views import by_hand, checklist, choices, cues, prompt, sentences, story, table
from companion.games.the_loop.views import corrections as ring_corrections
from companion.table import Amendment, Evening, Finished
from companion.table.live_line import Entry
from companion.words import Speech, Words, invented_pieces, shown_piece, step_questions
from tests.tools import playthroughs
from tests.tools.evenings import play

FOLDER = playthroughs.FOLDER / "shown"
NAMES = (
    "contre-temps-classic-players3", "contre-temps-paradox-players4",
    "cyberion-players1", "cyberion-all-players2",
    "the-loop-sabotage-level1-players2", "the-loop-supa-level3-players4",
    "the-loop-centrifuge-level2-players3", "the-loop-ultramachina-level1-players2",
)  # fmt: skip
LOOKS, CLOSE_LOOKS = 14, 3
"""Positions of a game at which it is looked at, and those of them where each correction is read, too."""

SILENT = ("-", "", "0", "False", "[]")
"""Values of which nothing is written until they have been another."""

NOON = 129_600
"""Of the second of January 1970, which is that day in most of the world."""

Shown: TypeAlias = Iterator[tuple[str, object]]


class Keys(Words):
    """Words that say which sentence it would be, and about what."""

    def __init__(self) -> None:
        super().__init__("en")
        self._entries = {}


WORDS = Keys()


# -- as text


def plain(value: object) -> str:
    if isinstance(known := getattr(value, "id", None), str):
        return known
    if isinstance(value, tuple) and hasattr(value, "_asdict"):
        about = {name: plain(one) for name, one in value._asdict().items() if name != "kind"}
        told = ", ".join(f"{name}={one}" for name, one in about.items())
        return f"{getattr(value, 'kind', type(value).__name__)}({told})"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(plain, value)) + "]"
    if isinstance(value, dict):
        return plain([f"{name}={plain(one)}" for name, one in value.items()])
    if isinstance(value, frozenset):
        return plain(sorted(value))
    return "-" if value is None else str(value)


def parts(value: Any) -> dict[str, object]:
    """The fields of a view, and what it works out of them."""
    known = [field.name for field in fields(value)]
    known += [name for name, one in vars(type(value)).items() if isinstance(one, property)]
    return {name: getattr(value, name) for name in known}


def leaves(value: object, path: str) -> Iterator[tuple[str, str]]:
    """A view taken apart, down to plain values and to small views, which are told on one line."""
    if is_dataclass(value):
        told = {name: plain(one) for name, one in parts(value).items() if plain(one) not in SILENT}
        line = ", ".join(f"{name}={one}" for name, one in told.items())
        if len(line) < 150 and not any(is_dataclass(one) for one in parts(value).values()):
            yield path, line
            return
        for name, one in parts(value).items():
            yield from leaves(one, f"{path}.{name}")
    elif isinstance(value, tuple) and value and all(map(is_dataclass, value)):
        for number, one in enumerate(value):
            yield from leaves(one, f"{path}.{number}")
    else:
        yield path, plain(value)


# -- what each game shows


def loop(now: Any, closely: bool) -> Shown:
    speech = Speech(WORDS, now.game, now.state)
    seen = table.table(now)
    yield "eras", seen.eras
    yield "agents", seen.agents
    yield "hq", seen.hq
    yield (
        "table",
        (
            seen.agent.index,
            *(one.index for one in seen.others),
            seen.phase,
            *seen.inside,
            seen.lightly,
            seen.foo,
        ),
    )
    yield "bag", seen.bag
    yield "prompt", prompt.prompt(now)
    asked = now.state.asked[0] if now.state.asked else None
    yield "again", by_hand.again(now)
    yield (
        "moves",
        tuple(by_hand.moves(now, agent, era) for agent in range(len(now.state.pawns)) for era in range(7)),
    )
    yield "danger", cues.danger(now.state)
    yield "cues", tuple((one.number, cue) for one in now.entries if (cue := cues.cue(one)))
    yield "checklist", checklist.piece_by_piece(speech, ("drawn",))
    if not asked:
        yield "story", story.story(speech, games.GAMES[now.game.name], now.entries)
    if closely:
        yield "agents", choices.agents(speech)
        for group in ring_corrections.GROUPS:
            for era in range(7):
                found = ring_corrections.fields(now, group, era)
                yield f"fields.{group}.{era}", tuple(one.path for one in found)
        for one in ring_corrections.fields(now, "hq", 0):
            yield one.path, one
        for path in ("rifts.3", "duplicate.2>5", "agent.0", "available.2", "damage.4", "extra.ultras.1",
                     "extra.centrifuges.3", "extra.centrifuge-damage.5"):  # fmt: skip
            if (field := ring_corrections.field(now, path)) is not None:
                yield path, field
                yield f"{path}.said", sentences.field_value(speech, field.now)


def workshop(now: Any, closely: bool) -> Shown:
    shows = WorkshopPresenter(WORDS)
    yield "table", shows.show(now)
    yield "asked", shows.ask(now)
    for slot in range(len(now.state.factory)):
        yield f"machine.{slot}", shows.on_machine(now, slot)
    for row in ROWS:
        cards = dict.fromkeys(
            one.code for name, _, robots in shows.show(now).rows if name == row for one in robots
        )
        for card in cards:
            yield f"robot.{row}.{card}", shows.on_robot(now, row, card)
    if closely:
        yield from corrections(WorkshopCorrections(WORDS), now)


def timeline(now: Any, closely: bool) -> Shown:
    shows = TimelinePresenter(WORDS)
    seats = range(now.game.seats(now.state))
    yield "everybody", shows.show(now)
    yield "seat.1", shows.show(now, 1)
    for seat in (None, *seats):
        yield f"asked.{seat}", shows.ask(now, seat)
        yield f"asked.{seat}.of-1", shows.ask(now, seat, 1)
    for question in now.game.awaited(now.state):
        ways = [one for one in question.answers if one.kind == "Commit"]
        yield "ways", tuple(destination(now, one) for one in ways)
    if closely:
        presenter = TimelineCorrections(WORDS)
        yield from corrections(presenter, now)
        for token in (0, 1, 2):
            yield f"at.{token}", tuple(one.path for one in presenter.at_place(now, token))
        for seat in seats:
            yield f"of.{seat}", tuple(one.path for one in presenter.of_seat(now, seat))


def corrections(presenter: CorrectionsPresenter, now: Any) -> Shown:
    for one in presenter.all(now):
        yield one.path, one
    yield "findings", presenter.findings(now)


VIEWS: dict[str, Callable[[Any, bool], Shown]] = {
    "the-loop": loop, "cyberion": workshop, "contre-temps": timeline,
}  # fmt: skip


# -- a game


def scenes(text: str) -> list[SimpleNamespace]:
    """The positions of a playthrough, each with the entries before it."""
    first, *lines = text.splitlines()
    name, options = first.split(" ", 1)
    game = games.load(name)
    state, entries = game.start(json.loads(options)), list[Entry]()
    found = [SimpleNamespace(game=game, state=state, entries=(), drop=None, cancellable=False)]
    for line in lines:
        if not (given := playthroughs.GIVEN.match(line)):
            continue
        said, source = game.read(state, json.loads(given[2])), cast(Source, given[1])
        made = game.apply(state, said, source)
        assert isinstance(made, Applied), made
        entries.append(Entry(len(entries) + 1, said, source, "", made.happenings, state, made.state))
        state = made.state
        found.append(
            SimpleNamespace(game=game, state=state, entries=tuple(entries), drop=None, cancellable=False)
        )
    return found


def written(name: str) -> Iterator[str]:
    found = scenes((playthroughs.FOLDER / f"{name}.txt").read_text(encoding="utf-8"))
    looks = sorted({round(place * (len(found) - 1) / (LOOKS - 1)) for place in range(LOOKS)})
    close = {looks[round(place * (len(looks) - 1) / (CLOSE_LOOKS - 1))] for place in range(CLOSE_LOOKS)}
    last: dict[str, str] = {}
    for place in looks:
        now = found[place]
        seen = dict(
            leaf for path, value in VIEWS[now.game.name](now, place in close) for leaf in leaves(value, path)
        )
        yield f"{place}"
        yield from (
            f"    {path}: {value}"
            for path, value in seen.items()
            if last.get(path, value if value in SILENT else None) != value
        )
        last |= seen


def entered(name: str) -> Iterator[str]:
    """What is shown while a piece is entered: none told of every kind, the first that is shipped, and a card
    with each step that is not whole. In English: most of it is which words there are."""
    shelf, manifest = games.GAMES.boxes(name).shelf(), games.GAMES[name]
    words = Words("en", ("app", "app_screens", "box", name.replace("-", "_")))
    clause = manifest.views.get("effect")
    say = part(clause) if clause else None
    shipped = list(shelf.read(manifest.folder / "box").pieces)
    for kind in dict.fromkeys(piece.kind for piece in shipped):
        first = next(piece for piece in shipped if piece.kind == kind)
        drafts = {"bare": Draft(shelf, kind), "shipped": Draft(shelf, kind, first.entry.plain)}
        if kind == "card" and drafts["bare"].effect:
            for verb in drafts["bare"].grammar.offered:
                draft = drafts[f"with {verb}"] = Draft(shelf, kind)
                draft.add(draft.effect, verb)
        names = {
            other: [piece.entry.id for piece in shipped if piece.kind == other][:3] for other in shelf.same
        }
        for title, draft in drafts.items():
            yield f"{kind} {title}"
            view = shown_piece(words, draft, say, shipped[:3], names)
            told = {"questions", "verbs"} if title.startswith("with") else set()
            for field, value in view._asdict().items():
                for number, one in enumerate(value if isinstance(value, tuple) else [value]):
                    if field not in told and plain(one) not in SILENT:
                        yield f"    {field}.{number}: {plain(one)[:400]}"
            for tile in view.tiles:
                yield from (
                    f"    asked: {plain(one)[:400]}" for one in step_questions(words, draft, tile.path)
                )
    yield invented_pieces(words, manifest, None)


def around(name: str) -> Iterator[str]:
    """What the app shows around a table: an evening of a bot to its end, its history, what could be amended,
    its outcome, the career with it, and what is agreed before."""
    game, bot = games.load(name), RandomBot(2)
    with Evening.begin(game, games.GAMES, {}, None, 5, inline=True) as evening:
        play(evening, lambda now, asked: bot.choose(game, now.state, asked))
    now = evening.now
    history = HistoryPresenter(game, WORDS, games.GAMES)
    entries = history.show(now)
    every = max(1, len(entries) // 12)
    for entry in entries[::every]:
        yield from (f"history {path}: {value}" for path, value in leaves(entry, str(entry.number)))
        number = entry.number
        told = (history.others(now, number)[:3], history.teachable(now, number), history.dropped(now, number))
        yield f"    {plain(told)[:400]} {history.was(now, number)} {history.keeper(now, number)}"
        for other in history.others(now, number)[:1]:
            made = now.amend(number, other.given)
            if isinstance(made, Amendment):
                yield from (
                    f"    amended {path}: {value[:300]}"
                    for path, value in leaves(history.consequences(now, made), "")
                    if value not in SILENT
                )
    said = [(one, entry.after) for entry in now.entries for one in entry.happenings]
    steps = HandStepsPresenter(game, Words("en", (name.replace("-", "_"),)), games.GAMES[name]).show(said)
    yield from (f"step {one.text} [{one.tone}]" for one in steps[:40])
    summary = game.summary(now.state)
    done = [
        Finished(
            f"game-{number}", name, NOON + number, 60 * number + 25, {**summary, "result": result}, {}, {}
        )
        for number, result in enumerate((summary["result"], "won", "lost", "won"))
    ]
    career = CareerPresenter(game, WORDS).show(done, [], set())
    yield from (f"career {path}: {value}" for path, value in leaves(career, "") if value not in SILENT)
    path = Path("game-2").resolve()
    mine = [one._replace(journal=str(path)) if one.journal == "game-2" else one for one in done]
    for last, kept in ((now, done), (now._replace(path=path, times=(0, 200, 5_000), pauses=(0, 0, 0)), mine)):
        outcome = OutcomePresenter(game, WORDS, games.GAMES).show(last, kept, [])
        yield from (
            f"outcome {where}: {value}" for where, value in leaves(outcome, "") if value not in SILENT
        )
    options = GameOptions(game, {})
    for preset in ("real-table", "all-digital"):
        options.choose_preset(preset)
        yield f"preset {options.preset} physical {options.physical} {plain(list(options.options.items()))}"
    for group in ("table", "source", "ruling", "house"):
        yield from (f"option {plain(parts(one))[:600]}" for one in options.asked(WORDS, group))
    for option in game.options():
        for value in option.values[:3]:
            options.choose(option.id, value)
            yield f"    {option.id}={value}: {options.preset} {options.refusal is None}"
    yield f"otherwise {otherwise(WORDS, now)}"


def main() -> int:
    FOLDER.mkdir(exist_ok=True)
    for name, lines in goldens().items():
        (FOLDER / f"{name}.txt").write_text("\n".join(lines()) + "\n", encoding="utf-8")
    return 0


def goldens() -> dict[str, Callable[[], Iterator[str]]]:
    """Each text by its name."""
    boxes = {f"box-{name}": partial(entered, name) for name in games.NAMES}
    evenings = {f"around-{name}": partial(around, name) for name in games.NAMES}
    return {**{name: partial(written, name) for name in NAMES}, **boxes, **evenings}


if __name__ == "__main__":
    sys.exit(main())
