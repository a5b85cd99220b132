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
from companion.engine import CHANCE, Applied, Game, Input, Question, Refusal, Source
from companion.table.amend import amended
from companion.table.chance import Sources, draw
from companion.table.live_line import Entry, LiveLine, answered
from tests.games import every
from tests.referee import inventions
from tests.referee.follow import REAL
from tests.referee.surprises import surprise, unlisted
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
INVENTED = 0.4
"""How many games of The LOOP are played with a box that says anything that the words of a box can say."""
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


def answer(question: Question, number: int, chance: Random) -> Input:
    if question.owner == CHANCE and question.answers:
        return draw(chance.randrange(10**6), question.stream, number, question)
    if not question.answers:
        raise Wrong("nothing can be answered", question.id)
    return chance.choice(question.answers)


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
