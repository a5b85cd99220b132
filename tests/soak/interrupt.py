"""Surprises at every question: late cubes, corrections, what a check offers, new pieces, undo and amend.

At a table things happen out of order. Each surprise must leave a position in which every listed answer is
accepted, which is saved and loaded as it is, which asks what it would have asked had the surprise come a step
earlier, and from which the game goes on to its end without an impossible board.
"""

from __future__ import annotations

import json
import traceback
from collections.abc import Iterator
from functools import cache, lru_cache
from random import Random
from typing import Any, NamedTuple

from companion import games
from companion.advisor import Bot, GreedyBot, RandomBot
from companion.engine import CHANCE, Applied, Game, Input, Question, Refusal, Source, from_plain
from companion.table.amend import amended
from companion.table.chance import Sources, draw
from companion.table.live_line import Entry, LiveLine, answered
from tests.games import every
from tests.referee import inventions, reports
from tests.referee.follow import REAL
from tests.soak import Attempt

UNIT = "surprises, as many in each game"
PLANTED = (
    "keeps its question",
    "forgets on saving",
    "falls over a correction",
    "refuses what it lists",
    "amends to nothing",
    "falls over what hands did",
    "keeps a piece twice",
)
OF_CARDS = PLANTED[-2:]
"""Looked for in The LOOP, in another game each time: not every table has hands that tell."""

OF_ONE_GAME = 60
"""Surprises in each game that was played."""
WHOSE = ("active", "phase")
"""Corrections that leave open who resolves what was begun."""
LONGEST = 5_000
"""Inputs of one game; no game of the house comes near it."""
DEEPEST = 60
"""Answers of one question that are tried; a few have thousands."""
REVISED = 0.2
"""How often what is past is changed instead; of these so often it is taken back."""
UNDONE = 0.3
FAR = 60
"""Entries back that are amended."""
LEARNED = ("card", "mission", "duplicate", "agent", "ultra", "supa", "centrifuge")
SETTLED = 0.5
"""How often what a surprise makes the check offer is settled at once."""
INVENTED = 0.4
"""How many games of The LOOP are played with a box that says anything that the words of a box can say."""
TOLD = 0.3
"""How often people tell what is not listed, where they may."""
PIECES = {
    "CardRevealed": ("card", "card"),
    "CardDrawn": ("card", "card"),
    "DuplicateDrawn": ("token", "duplicate"),
    "MissionRevealed": ("mission", "mission"),
    "UltraRevealed": ("ultra", "ultra"),
}
"""What is seen on the table, its field, and the sort of piece."""
TRIES = 6
"""Surprises of one sort before it is given up: what is refused surprises nobody."""
OTHERS = 12
"""Values of other fields that are tried for one that lists none."""
OFFERS = 40
"""What may be settled after one surprise before it counts as never settling."""


class Moment(NamedTuple):
    number: int
    state: Any
    before: tuple[Any, Input] | None
    """The position and the input that led here."""


class Plan(NamedTuple):
    """What happens when."""

    line: Line
    kind: str
    """The question that is open."""
    moment: Moment
    sort: str
    """What sort of surprise: a field, `late`, `learn`, `settle`, `told`, `revoke`, `undo`, `amend`; "":
    none."""
    surprise: tuple[Input, ...]


class Line(NamedTuple):
    way: str
    game: Any
    """With the box that is played with."""
    asked: dict[str, list[Moment]]
    """The positions by what they ask."""
    entries: list[Entry]


class Wrong(Exception):  # not an error of the program: what is looked for
    def __init__(self, what: str, detail: object) -> None:
        super().__init__(f"{what}: {detail}")


class Planted:
    """A game with one defect, to see whether it is found."""

    def __init__(self, game: Any, defect: str) -> None:
        self._game, self._defect = game, defect
        self._asked: dict[int, tuple[Any, tuple[Question, ...]]] = {}

    def __getattr__(self, name: str) -> Any:
        return getattr(self._game, name)

    def apply(self, state: Any, given: Input, source: Any = "player") -> Applied | Refusal:
        corrected = getattr(given, "kind", "") == "Correct"
        if corrected and self._defect == "falls over a correction":
            raise KeyError(given.path)
        if given.kind in ("HandsDid", "PlayEffect") and self._defect == "falls over what hands did":
            raise IndexError(given.kind)
        if source == "hand" and not corrected and self._defect == "amends to nothing":
            return Applied(state, ())
        told = self._game.apply(state, given, source)
        if given.kind == "CardDrawn" and self._defect == "keeps a piece twice" and isinstance(told, Applied):
            told.state.huge = (given.card, *told.state.huge)
        if corrected and isinstance(told, Applied) and self._defect == "keeps its question":
            self._asked[id(told.state)] = told.state, self.awaited(state)
        if not corrected and self._defect == "refuses what it lists" and len(repr(given)) % 5 == 0:
            return Refusal("not-an-answer", "")
        return told

    def awaited(self, state: Any) -> tuple[Question, ...]:
        kept = self._asked.get(id(state))
        return kept[1] if kept is not None and kept[0] is state else self._game.awaited(state)

    def load(self, data: Any) -> Any:
        if self._defect == "forgets on saving":
            return self._game.start(data.get("options", {}))
        return self._game.load(data)


@cache
def ways(game: str) -> list[every.Way]:
    many = [way for way in every.ways("players") if way.game == game]
    alone = [way for way in every.ways("solo") if way.game == game and dict(way.options).get("solo")]
    return list(dict.fromkeys([*many, *alone]))


def attempt(seed: int, index: int, planted: str = "") -> Attempt:
    """One surprise, in the games by turns."""
    name = games.NAMES[index % len(games.NAMES)]
    number = index // len(games.NAMES)
    if planted in OF_CARDS:
        name, number = "the-loop", index * OF_ONE_GAME
    chance = Random(f"{name} {seed} {number}")
    game: Any = line(name, seed, number // OF_ONE_GAME).game
    if planted:
        game = Planted(game, planted)
    plan = planned(game, seed, number, chance, "amend" if planted == "amends to nothing" else "")
    what: Any = plan.surprise or plan.sort
    played, (moment, state, before) = plan.line, plan.moment
    try:
        if plan.sort in ("undo", "amend"):
            live = LiveLine(game, played.entries[0].before, seed, played.entries[:moment])
            what = undone(game, live, chance) if plan.sort == "undo" else changed(game, live, chance)
        else:
            if before is not None:
                anew(game, before, state, plan.surprise)
            aftermath(game, state, plan.surprise, chance)
    except Exception as wrong:  # noqa: BLE001  whatever goes wrong inside the rules is what we look for
        known = str(wrong) if isinstance(wrong, Wrong) else traceback.format_exc(limit=-4)
        return Attempt(1, f"{played.way}, input {moment}, at {plan.kind}: {what}\n{known}")
    return Attempt(1)


def planned(game: Any, seed: int, number: int, chance: Random, sort: str = "") -> Plan:
    """Which question of which game is surprised, and how."""
    played = line(game.name, seed, number // OF_ONE_GAME)
    while True:
        kind = chance.choice(sorted(played.asked))  # rare questions are surprised as often as common ones
        moment = chance.choice(played.asked[kind])
        found: tuple[str, tuple[Input, ...]] = ("", ())
        if not sort and chance.random() >= REVISED:
            found = surprise(game, moment.state, chance)
        if not found[0] and moment.number:  # while a table is set up there may be nothing else
            found = sort or ("undo" if chance.random() < UNDONE else "amend"), ()
        if found[0]:
            return Plan(played, kind, moment, *found)


@lru_cache(4)
def line(name: str, seed: int, number: int) -> Line:
    """One whole game: its positions by the questions that they ask. Every second one is played to be won:
    chance alone never archives a mission."""
    way = ways(name)[number % len(ways(name))]
    chance = Random(f"{name} {seed} game {number}")
    invented = name == "the-loop" and chance.random() < INVENTED
    game = every.load(name, inventions.box(seed, number) if invented else None)
    options = dict(way.options) | (by_lot(game, way, chance) if chance.random() < 0.5 else {})
    bot = GreedyBot(chance.randrange(10**6)) if number % 2 else RandomBot(chance.randrange(10**6))
    asked: dict[str, list[Moment]] = {}
    before: tuple[Any, Input] | None = None
    live = LiveLine(game, game.start(options), seed)
    for number, (state, given) in enumerate(playout(game, live.start, chance, bot)):
        for question in game.awaited(state):
            asked.setdefault(question.id, []).append(Moment(number, state, before))
        before = state, given
        told = live.attempt(given, _source(game.awaited(state), given))
        assert isinstance(told, Entry)
        live.push(told)
    return Line(f"{way} {options}", game, asked, live.entries)


def by_lot(game: Game, way: every.Way, chance: Random) -> dict[str, Any]:
    """Who supplies what chance decides, and disputed rules: in every second game some of them are otherwise
    than usual, and in The LOOP every second of those tables leaves cards to the players."""
    for _ in range(OFFERS):
        found = {
            option.id: chance.choice(option.values)
            for option in game.options()
            if option.group in ("source", "ruling", "house") and option.values and chance.random() < 0.4
        }
        if game.name == "the-loop":
            found |= chance.choice(REAL)
        if not isinstance(game.start({**dict(way.options), **found}), Refusal):
            return found
    return {}


def _source(awaited: tuple[Question, ...], given: Input) -> Source:
    """As the journal has it: what the app drew, what was seen on the table, and what a person decided."""
    question = answered(awaited, given)
    if question is None or question.owner != CHANCE:
        return "player"
    return "app" if given in question.answers else "hand"


def playout(game: Game, state: Any, chance: Random, bot: Bot | None = None) -> Iterator[tuple[Any, Input]]:
    """Positions of a game and what was answered there; without a bot by chance alone."""
    for number in range(LONGEST):
        awaited = game.awaited(state)
        if not awaited:
            return
        question = chance.choice(awaited)
        told = unlisted(game, state, question, chance)
        if told is not None:
            given = told
        elif bot is not None and question.owner != CHANCE:
            given = bot.choose(game, state, question)
        else:
            given = answer(question, number, chance)
        yield state, given
        told = game.apply(state, given, "hand" if question.owner == CHANCE else "player")
        if isinstance(told, Refusal):
            raise Wrong("listed and refused", f"{question.id}: {given} → {told}")
        state = told.state
    raise Wrong("never ends", f"{LONGEST} inputs")


def unlisted(game: Game, state: Any, question: Question, chance: Random) -> Input | None:
    """What people at a real table may tell though nobody lists it: what their hands did, a piece that is in
    the box and not in the pile, a cube that lands elsewhere or stays inside. None: they do not."""
    if not (question.open or question.id == "take") or chance.random() >= TOLD:
        return None
    words: dict[str, Any] = {}
    if question.id == "take":
        words = reports.arranged(game.describe(state)["looked"], chance)
    elif question.owner != CHANCE:
        if "HandsDid" in game.inputs:
            there = game.describe(state)
            words = reports.told(there, there["active"], game.box, game.chosen(state), chance)
    elif question.answers:
        words = game.write(state, chance.choice(question.answers))
        if "landed" in words:
            cubes, eras = sum(words["landed"].values()), [era["id"] for era in game.box["era"]]
            fallen = [chance.choice((*eras, "inside")) for _ in range(cubes)]
            words["landed"] = {era: fallen.count(era) for era in eras if era in fallen}
            words["inside"] = fallen.count("inside")
        elif words["kind"] in PIECES:
            field, sort = PIECES[words["kind"]]
            words[field] = chance.choice(game.box[sort])["id"]
    if not words:
        return None
    told = game.read(state, words)
    return None if isinstance(game.apply(state, told, "hand"), Refusal) else told


def answer(question: Question, number: int, chance: Random) -> Input:
    if question.owner == CHANCE and question.answers:
        return draw(chance.randrange(10**6), question.stream, number, question)
    if not question.answers:
        raise Wrong("nothing can be answered", question.id)
    return chance.choice(question.answers)


# -- the surprises -----------------------------------------------------------------------------------------


def surprise(game: Game, state: Any, chance: Random) -> tuple[str, tuple[Input, ...]]:
    """Something that may happen now, whatever is being asked: every sort as likely as any other, but late
    cubes, which tables see most."""
    sorts = surprises(game, state, chance)
    names = [*sorts, *(["late"] * 4 if "late" in sorts else [])]
    while names:
        sort = chance.choice(names)
        for _ in range(TRIES):
            found = chance.choice(sorts[sort])
            after = _after(game, state, found)
            offers = [offer for finding in game.check(after) for offer in finding.offers] if after else []
            if offers and chance.random() < SETTLED:
                return "settle", (*found, chance.choice(offers))
            if after is not None:
                return sort, found
        names = [name for name in names if name != sort]
    return "", ()


def surprises(game: Game, state: Any, chance: Random) -> dict[str, list[tuple[Input, ...]]]:
    """All that may happen now, by its sort."""
    found: dict[str, list[tuple[Input, ...]]] = {}
    fields = list(game.correctable(state))
    other = [value for field in fields for value in (*_parts(field.value), *field.choices[:2])]
    for field in fields:
        values = [value for value in field.choices if value != field.value]
        if isinstance(field.value, list):
            values = [*_near(field.value), *([*field.value, one] for one in values if one not in field.value)]
        if not field.choices:
            values = [*_near(field.value), *_like(field.value, other, chance)]
        sort = field.path.split(".")[0]
        if sort == "extra":
            sort = ".".join(field.path.split(".")[:2])
        found.setdefault(sort, []).extend((game.correction(field.path, value),) for value in values)
    for learned in _learned(game, chance):
        found.setdefault("learn", []).append(learned)
    for late in _late(game, state):
        found.setdefault("late", []).append(late)
    for question in game.awaited(state):
        told = [one for _ in range(3 * TRIES) if (one := unlisted(game, state, question, chance))]
        if told and question.owner != CHANCE:
            found["told"] = [(one,) for one in told]
    if "Revoke" in game.inputs:
        found["revoke"] = [(game.inputs["Revoke"](seat),) for seat in range(game.seats(state))]
    return {sort: ways for sort, ways in found.items() if ways}


def _after(game: Game, state: Any, surprise: tuple[Input, ...]) -> Any:
    """The position after it; None: it is refused."""
    for given in surprise:
        told = game.apply(state, given, "hand")
        if isinstance(told, Refusal):
            return None
        state = told.state
    return state


def _near(value: Any) -> list[Any]:
    """Other values of the same form, for fields that list none."""
    if isinstance(value, bool):
        return [not value]
    if isinstance(value, int):
        return [value + 1, max(value - 1, 0)]
    if isinstance(value, list):
        return [value[:-1], value[1:], []] if value else []
    return []


def _parts(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]


def _like(value: Any, other: list[Any], chance: Random) -> list[Any]:
    """Values that other fields have: another card there, or one more in a pile."""
    some = chance.sample(other, min(OTHERS, len(other)))
    if isinstance(value, list):
        return [[*value, one] for one in some if one not in value]
    return [one for one in some if type(one) is type(value) and one != value]


def _late(game: Game, state: Any) -> Iterator[tuple[Input, ...]]:
    """A cube that was inside falls out: first it is known to be inside, if it is not."""
    for kind, path in (("LateRifts", "inside"), ("LateEnergy", "extra.energy-inside")):
        held = {field.path: field.value for field in game.correctable(state)}.get(path)
        if kind not in game.inputs or held is None:
            continue
        for outlet in range(7):
            fallen = game.inputs[kind](tuple(int(at == outlet) for at in range(7)))
            yield (fallen,) if held else (game.correction(path, 1), fallen)
    for question in game.awaited(state):  # hands threw another number than was asked for
        most = dict(question.about).get("most", 0)
        for cubes in (1, 2, 3, 5, most) if "Thrown" in game.inputs and most else ():
            yield (game.inputs["Thrown"](cubes),)


def _learned(game: Game, chance: Random) -> Iterator[tuple[Input, ...]]:
    """A piece that the box did not know, like one that it knows; or one that it knows, told again."""
    if "Learn" not in game.inputs:
        return
    for sort in LEARNED:
        if not game.box.get(sort):
            continue
        entry = dict(chance.choice(game.box[sort]))
        entry["id"] += chance.choice(("", "-of-the-owner"))
        told = {"kind": "Learn", "piece": sort, "entry": {**entry, "source": "owner"}}
        yield (from_plain(game.inputs, told),)


def undone(game: Any, live: LiveLine, chance: Random) -> str:
    """Takes back, gives again, and plays on from where it was taken back to; what was done."""
    steps = chance.randint(1, min(6, len(live.entries)))
    back = live.branch(len(live.entries) - steps)
    game.differences(live.state, back.state)
    for entry in live.entries[-steps:]:
        told = back.attempt(entry.given, entry.source, entry.stream)
        if isinstance(told, Refusal):
            raise Wrong("listed and refused", f"taken back and given again: {entry.given} → {told}")
        back.push(told)
    if game.dump(back.state) != game.dump(live.state):
        raise Wrong("not the same again", f"{steps} taken back and given again")
    go_on(game, live.branch(len(live.entries) - steps).state, chance)
    return f"undo {steps}"


def changed(game: Any, live: LiveLine, chance: Random) -> str:
    """Changes an old entry, and plays on from each way of keeping it; what was done."""
    number = chance.randint(max(1, len(live.entries) - FAR), len(live.entries))
    entry = live.entries[number - 1]
    question = answered(game.awaited(entry.before), entry.given)
    others = [one for one in question.answers if one != entry.given] if question else []
    instead = chance.choice(others) if others and chance.random() < 0.8 else None
    what = f"amend {number}: {entry.given} → {instead}"
    amendment = amended(live, Sources(game, live.start), len(live.entries), number, instead)
    if isinstance(amendment, Refusal):
        raise Wrong("listed and refused", f"{what}: {amendment}")
    for _ in range(OFFERS):
        if not amendment.asked:
            break
        asked = amendment.asked[0].question
        if not asked.answers or chance.random() < 0.2:
            amendment.set_aside()
        elif (refused := amendment.answer(chance.choice(asked.answers))) is not None:
            raise Wrong("listed and refused", f"{what}: {asked.id} → {refused}")
    for way in amendment.ways:
        kept = amendment.kept(way)
        if isinstance(kept, Refusal):
            if way != "board":
                raise Wrong("not kept", f"{what}: {way} → {kept}")
            continue
        state = kept[-1].after if kept else live.start
        if way == "board" and (left := game.differences(live.state, state)):
            raise Wrong("another board", f"{what}: {left}")
        go_on(game, state, chance)
    return what


def anew(game: Game, before: tuple[Any, Input], state: Any, surprise: tuple[Input, ...]) -> None:
    """A question does not remember the table of a moment ago: where the surprise a step earlier would have
    led to the very same table, it asks the very same."""
    early, given = before
    late = state
    if any(getattr(one, "path", "") in WHOSE for one in surprise):
        return  # whoever has begun an action ends it
    for one in surprise:
        earlier, later = game.apply(early, one, "hand"), game.apply(late, one, "hand")
        if isinstance(earlier, Refusal) or isinstance(later, Refusal):
            return
        early, late = earlier.state, later.state
    told = game.apply(early, given, "hand")
    if isinstance(told, Refusal) or game.describe(told.state) != game.describe(late):
        return
    for wanted, found in zip(game.awaited(told.state), game.awaited(late), strict=False):
        if (wanted.id, wanted.about) == (found.id, found.about) and set(wanted.answers) != set(found.answers):
            raise Wrong("stale", f"{wanted.id}: {found.answers} instead of {wanted.answers}")


# -- afterwards --------------------------------------------------------------------------------------------


def aftermath(game: Game, state: Any, surprise: tuple[Input, ...], chance: Random) -> None:
    """Raises Wrong for whatever is not well after the surprise."""
    for given in surprise:
        told = game.apply(state, given, "hand")
        if isinstance(told, Refusal):
            return  # a refusal is an answer
        state = told.state
    go_on(game, state, chance)


def go_on(game: Game, state: Any, chance: Random) -> None:
    """The position is sound, and the game goes on from it to its end."""
    _sound(game, state)
    state = _settled(game, state)
    clean = not game.check(state)
    _sound(game, state)
    for number in range(LONGEST):
        if not clean:
            state = _settled(game, state)
        elif found := game.check(state):
            raise Wrong("impossible", found)
        awaited = game.awaited(state)
        if not awaited:
            return
        question = chance.choice(awaited)
        if not clean and not question.answers:
            return  # the board was set to what cannot be, and the check says so: it is theirs to set right
        given = unlisted(game, state, question, chance) or answer(question, number, chance)
        told = game.apply(state, given, "hand" if question.owner == CHANCE else "player")
        if isinstance(told, Refusal):
            raise Wrong("listed and refused", f"{question.id}: {given} → {told}")
        state = told.state
    raise Wrong("never ends", f"{LONGEST} inputs")


def _sound(game: Game, state: Any) -> None:
    """Saved and loaded it is the same, and all that it lists is accepted."""
    plain = json.dumps(game.dump(state))
    again = game.load(json.loads(plain))
    if json.dumps(game.dump(again)) != plain:
        raise Wrong("not saved", "dump, load, dump differs")
    if game.awaited(again) != game.awaited(state):
        raise Wrong("not saved", f"asks {game.awaited(again)} instead of {game.awaited(state)}")
    if not game.awaited(state) and game.outcome(state) is None:
        raise Wrong("never ends", "nothing is awaited and nobody has won or lost")
    for question in game.awaited(state):
        for listed in question.answers[:DEEPEST]:
            told = game.apply(state, listed, "hand" if question.owner == CHANCE else "player")
            if not isinstance(told, Applied):
                raise Wrong("listed and refused", f"{question.id}: {listed} → {told}")


def _settled(game: Game, state: Any) -> Any:
    """What the check offers is carried out, as the table would tap it, until it offers nothing more."""
    for _ in range(OFFERS):
        offers = [finding.offers[0] for finding in game.check(state) if finding.offers]
        if not offers:
            return state
        told = game.apply(state, offers[0], "hand")
        if isinstance(told, Refusal):
            raise Wrong("listed and refused", f"offered: {offers[0]} → {told}")
        state = told.state
    raise Wrong("never settles", offers[0])
