"""A real table: what the greedy bot decides is done by hands, and what changed on the board is told.

The bot plays an all-digital game of its own. Beside it the tablet keeps the books of a game whose cards stay
on the table. Nobody tells it card by card: before a LOOP, a move or the end of the turn the ring is brought
up to date, piece by piece, with what changed since the last time; *lightly* once, at the end. Missions,
prices and vortexes have to follow from that alone; a cube on a tile that does not is put there by a touch of
its own. Whatever then differs from the bot's board is set right and told as drift.

`Hands` says what is told. `RealTable` touches it in a real window; `Books` hands it to the rules alone.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from companion.advisor import GreedyBot
from companion.engine import CHANCE, Applied, Input, Question
from companion.games import load
from companion.games.the_loop.rules.inputs import FreeMove, HandsDid, Move
from companion.games.the_loop.rules.state import State
from companion.games.the_loop.views.new_game import PRESETS

AGENTS = ("mr-time", "v-girl", "cztwyzzek", "time-prowler")
TABLES: dict[str, dict[str, Any]] = {
    "2 players": {"agents": list(AGENTS[:2])},
    "4 players": {"agents": list(AGENTS)},
    "solo": {"solo": 3, "agents": list(AGENTS[:3])},
}
KEEPING: dict[str, dict[str, Any]] = {
    "fully": PRESETS["real-table"],
    "lightly": {**PRESETS["real-table"], "score": "lightly"},
}
"""How much of it the tablet keeps the books of."""
REVEALED = ("FooRevealed", "DuplicateDrawn", "CardRevealed", "MissionRevealed")
DIRECT = ("Loop", "EndActions", "ClaimCleanEra", "Move", "FreeMove")
"""Actions that have a place of their own on the screen."""
CORRECTING = 4
"""Touches to set one piece right: a long one on its era, the piece, its value, back to the table."""


@dataclass
class Turn:
    """One turn of the bot's, as the hands at the table had it."""

    number: int
    touches: int = 0
    cards: int = 0
    loops: int = 0
    choices: int = 0
    """Decisions with more than one answer, a move to one of two neighbours among them."""
    revealed: int = 0
    words: int = 0
    """Read in Dr Foo's phase: the most on one of its screens."""
    drift: list[str] = field(default_factory=list)
    by: dict[str, int] = field(default_factory=dict)
    """Touches by what they told."""
    touched: bool = True
    """In a window; else it was only told, on the way to a later one."""

    @property
    def overhead(self) -> int:
        return self.touches - (self.cards + self.loops + self.choices + self.revealed)


class Hands:
    """Two games side by side: the bot's, and the one that the tablet is told of."""

    def __init__(self, options: dict[str, Any], seed: int) -> None:
        self.bot, self.chance = GreedyBot(seed), random.Random(f"{seed}/real table")
        self.game = load("the-loop")
        self.state: State = self.game.start(options)
        self.known = self.state
        """The board when the ring was last brought up to date."""
        self.destroyed: dict[str, int] = {}
        """Duplicates since then, and on which era."""
        self.came: list[Input] = []
        """Out of the bag or off the pile since then, by an action."""
        self.turns: list[Turn] = []
        self._counting = False
        self.setup = 0
        """Touches before the first turn."""

    # -- what the tablet knows, and how it is told: one touch each, where nothing else is said

    @property
    def touches(self) -> int:
        """So far."""
        raise NotImplementedError

    @property
    def there(self) -> State:
        raise NotImplementedError

    @property
    def asked(self) -> Question | None:
        return self.there.asked[0] if self.there.asked else None

    def again(self) -> tuple[Input, ...]:
        """What one touch would do again, right after a LOOP."""
        raise NotImplementedError

    def throw(self, question: Question) -> list[Input]:
        """The cubes fall. What the tablet makes of it, and before it that another number was thrown."""
        raise NotImplementedError

    def give(self, given: Input) -> None:
        """One of the answers that the screen offers."""
        raise NotImplementedError

    def direct(self, given: Input) -> None:
        """What has a place of its own on the screen: a move, a LOOP, the end."""
        raise NotImplementedError

    def repeat(self, given: tuple[Input, ...]) -> None:
        raise NotImplementedError

    def change(self, kind: str, which: Any, by: int) -> None:
        """A change on the ring, as `HandsDid` has it."""
        raise NotImplementedError

    def comes(self, given: Input) -> None:
        """A piece that came out of the bag or off the pile in an action: the machine, what, and where."""
        raise NotImplementedError

    def correct(self, path: str, value: Any) -> None:
        raise NotImplementedError

    def begun(self) -> None:
        """A turn, or the setup, begins."""

    def read(self) -> None:
        """Somebody reads the panel in Dr Foo's phase."""

    @property
    def light(self) -> bool:
        return bool(self.game.chosen(self.there)["score"] == "lightly")

    @property
    def asked_streams(self) -> tuple[str, ...]:
        chosen = self.game.chosen(self.there)
        kept = ("foo", "bag", "missions", "first", *(() if self.light else ("huge",)))
        return tuple(name for name in kept if chosen[name] != "app")

    # -- the bot's game

    def play(self, turns: int | None = None) -> list[Turn]:
        """So many turns, or the whole game."""
        for _ in self.steps(turns):
            pass
        return self.turns

    def steps(self, turns: int | None = None) -> Iterator[Turn]:
        """Turn by turn, each when it is over."""
        while awaited := self.game.awaited(self.state):
            number = self.state.turn
            if not self.turns or self.turns[-1].number != number:
                if self.turns:
                    yield from self._over()
                if turns is not None and number > turns:
                    return
                self.turns.append(Turn(number))
                self.begun()
            self._go_on(awaited[0])
        self.update()
        self.compare()
        yield from self._over()

    def _over(self) -> Iterator[Turn]:
        if self.turns[-1].number:
            yield self.turns[-1]
        else:
            self.setup = self.turns.pop().touches

    def tally(self, kind: str, touches: int) -> None:
        turn = self.turns[-1]
        turn.touches += touches
        turn.by[kind] = turn.by.get(kind, 0) + touches

    def _told(self, kind: str, tell: Any, *given: Any) -> Any:
        """Tells it, and counts what it took."""
        before, self._counting = self.touches, True
        found = tell(*given)
        self._counting = False
        if self.touches != before:
            self.tally(kind, self.touches - before)
        return found

    def _go_on(self, question: Question) -> None:
        ahead = (self.state.turn, self.state.phase) > (self.there.turn, self.there.phase)
        if ahead and self.asked is not None and self.asked.main:  # nothing was left to do: people say so
            self.update()
            self._told("end", self.direct, self.asked.answers[-1])
        self._activate()
        if question.owner == CHANCE:
            self._reveal(question)
        elif question.main:
            self._act(question)
            return
        else:
            given = self._choose(question)
            self._apply(given)
            self._answer(question, given)
        self._look()

    def _look(self) -> None:
        """Both boards side by side, where both have come to the same question."""
        self.known = self.state
        if awaited := self.game.awaited(self.state):
            self._activate()
            self._behind(awaited[0])
            if awaited[0].main or awaited[0].owner == CHANCE:  # else the table does by itself what is asked
                self.compare()

    def _behind(self, question: Question) -> None:
        """The last piece that there is: the bot's game knows it, hands still show it."""
        while (asked := self.asked) is not None and (asked.id, asked.about) != (question.id, question.about):
            given = [one for one in asked.answers if asked.owner == CHANCE and self._is_so(asked, one)]
            if not given:
                return
            self.turns[-1].revealed += 1
            self._told(asked.id, self.give, given[0])

    def _is_so(self, asked: Question, one: Input) -> bool:
        if asked.stream == "bag":
            return one.token in self.state.dups and one.token not in self.there.dups
        if asked.stream == "foo":
            return bool(one.era == self.state.foo and self.state.seen != self.there.seen)
        return asked.stream == "missions" and one.mission == self.state.tiles[dict(asked.about)["era"]]

    def _activate(self) -> None:
        """Alone, with cards on the table, the player says which agent has three cards and plays."""
        asked = self.asked
        if asked is None or asked.id != "pick-agent" or self.state.phase not in (1, 2):
            return
        if dict(asked.about)["for"] == "activate":
            self.turns[-1].choices += 1
            given = next(one for one in asked.answers if one.agent == self.state.active)
            self._told("who", self.give, given)

    def _choose(self, question: Question) -> Input:
        given = self.bot.choose(self.game, self.state, question)
        self.turns[-1].choices += len(question.answers) > 1
        return given

    def _apply(self, given: Input, source: str = "player") -> None:
        made = self.game.apply(self.state, given, source)
        assert isinstance(made, Applied), made
        self.destroyed |= {one.token: one.era for one in made.happenings if one.kind == "DuplicateDestroyed"}
        self.state = made.state

    def _reveal(self, question: Question) -> None:
        """Something comes to light: the tablet is told what it keeps the books of."""
        if question.stream == "drop":
            *before, given = self._told("throw", self.throw, question)
            for thrown in before:
                self._apply(thrown, "hand")
            self._apply(given, "hand")
            return
        given = self.chance.choices(question.answers, question.odds)[0]
        bonus = dict(question.about).get("for") == "bonus"
        if question.stream in self.asked_streams and not bonus:
            self.turns[-1].revealed += given.kind in REVEALED
            self.read()
            self._answer(question, given)
        self._apply(given, "app")

    def _answer(self, question: Question, given: Input) -> None:
        """The tablet asks the same, in the same place."""
        asked = self.asked
        if asked is None or (asked.id, dict(asked.about).get("for")) != (
            question.id,
            dict(question.about).get("for"),
        ):
            return
        card = getattr(given, "card", "")
        if card and given not in asked.answers:  # the books know such a card by its era alone
            given = given._replace(card=f"?{self.state.setting.box.cards[card].era}")
        if given in asked.answers:
            self._told(asked.id, self.give, given)

    def _act(self, question: Question) -> None:
        """An action with all that it asks, up to the next one."""
        given = self.bot.choose(self.game, self.state, question)
        turn = self.turns[-1]
        turn.cards += given.kind == "UseCard"
        turn.loops += given.kind == "Loop"
        if given.kind in ("Move", "FreeMove"):  # to which neighbour, and how it is paid
            turn.choices += 1 + all(kind(given.to) in question.answers for kind in (Move, FreeMove))
        direct = given.kind == "EndActions" or (given.kind in DIRECT and not self.light)
        if direct:
            self.update()
        self._apply(given)
        while (asked := self.game.awaited(self.state)) and not asked[0].main and self.state.phase == 2:
            if asked[0].owner == CHANCE:
                drawn = self.chance.choices(asked[0].answers, asked[0].odds)[0]
                self.came.append(drawn)
                self._apply(drawn, "app")
            else:
                self._apply(self._choose(asked[0]))
        if direct:
            self._told(given.kind, self.direct, given)
            self._look()

    # -- the ring is brought up to date

    def update(self) -> None:
        """All that hands changed since the last time."""
        before, after = self.known, self.state
        if self.there.phase != 2 or not self.there.asked or not self.there.asked[0].main:
            return
        again = self.again()
        changes = [change for one in again if isinstance(one, HandsDid) for change in one.changes]
        if changes and self._all_so(before, after, changes):
            self._told("again", self.repeat, again)
        for kind, which, by in self._changes(before, after):
            self._told(kind, self.change, kind, which, by)
        for given in self.came:
            self._came(given)
        for kind, tile, by in self._marks(after):
            self._told("damage", self.change, kind, tile, by)
        self.known, self.destroyed, self.came = self.state, {}, []

    def _all_so(self, before: State, after: State, changes: list[Any]) -> bool:
        """Whether each of these changes is among what hands did."""
        for kind, era, _ in changes:
            total = sum(by for one, at, by in changes if (one, at) == (kind, era))
            held = {"rift": "rifts", "energy": "energy"}.get(kind)
            if held is None:
                return False
            done = getattr(after, held)[era] - getattr(before, held)[era]
            if abs(total) > abs(done) or total * done < 0:
                return False
        return True

    def _changes(self, before: State, after: State) -> Iterator[tuple[str, Any, int]]:
        """Piece by piece, as far as the tablet differs by then."""
        for era in range(7):
            if by := after.rifts[era] - self.there.rifts[era]:
                yield "rift", era, by
        for token, era in before.dups.items():
            to = after.dups.get(token)
            if to is None and self.destroyed.get(token, era) != era:
                to = self.destroyed[token]  # it died there, on its way or at home
                if self.there.dups.get(token) is not None:
                    yield "duplicate", token, to
                to = None
            if self.there.dups.get(token) not in (None, to):
                yield "duplicate", token, -1 if to is None else to
        for agent, era in enumerate(after.pawns):
            if self.there.pawns[agent] != era:
                yield "agent", agent, era
        if shields := after.shields - self.there.shields:
            yield "shield", 0, shields
        if self.light:
            return
        for era in range(7):
            if by := after.energy[era] - self.there.energy[era]:
                yield "energy", era, by
        for era in range(7):
            fewer = len(self.there.available[era]) - len(after.available[era])
            yield from (("card", era, -1) for _ in range(fewer))

    def _came(self, given: Input) -> None:
        if given.kind == "DuplicateDrawn":
            if given.token in self.there.dups or given.token not in self.state.dups:
                return
        elif given.kind != "CardRevealed" or self.light:
            return
        self.turns[-1].revealed += 1
        self._told("comes", self.comes, given)

    def _marks(self, after: State) -> Iterator[tuple[str, int, int]]:
        """Cubes on tiles that nothing on the board tells of: of a LOOP, say, where energy is not kept."""
        for tile in range(7):
            lie, believed = after.damage[tile], self.there.damage[tile]
            mission = after.setting.box.missions.get(after.tiles[tile])
            if mission is None or after.tiles[tile] != self.there.tiles[tile]:
                continue
            if mission.spaces == "per-era":
                here = self.there.pawns[self.there.active]
                for era in sorted({*lie} ^ {*believed}):
                    yield ("damage", tile, 1) if era == here and era in lie else ("space", tile, era)
            else:
                by = len(lie) - len(believed)
                yield from (("damage", tile, by // abs(by)) for _ in range(abs(by)))

    # -- both games

    def compare(self) -> None:
        """What the tablet believes beside what lies there; it is set right where it differs."""
        for path, value in list(self._differences()):
            self.turns[-1].drift.append(path)
            self.tally("drift", CORRECTING)
            self.correct(path, value)

    def _differences(self) -> Iterator[tuple[str, Any]]:
        mine, theirs = self.state, self.there
        if mine.phase == theirs.phase == 2 and mine.active != theirs.active:
            yield "active", mine.active
        kept = [("rifts", mine.rifts, theirs.rifts), ("agent", mine.pawns, theirs.pawns)]
        if not self.light:
            kept.append(("energy", mine.energy, theirs.energy))
        for path, a, b in kept:
            yield from ((f"{path}.{k}", one) for k, one in enumerate(a) if one != b[k])
        for era in range(7) if not self.light else ():
            if len(mine.available[era]) != len(theirs.available[era]):
                yield f"available.{era}", [f"?{era}"] * len(mine.available[era])
        for token in {*mine.dups, *theirs.dups}:
            if mine.dups.get(token) != theirs.dups.get(token):
                yield f"duplicate.{token}", mine.dups.get(token, "bag")
        for era in range(7):
            same = sorted(mine.damage[era]) == sorted(theirs.damage[era])
            if not same and mine.tiles[era] == theirs.tiles[era]:
                spaces = list(mine.damage[era])
                per_era = mine.setting.box.missions[mine.tiles[era]].spaces == "per-era"
                yield f"damage.{era}", spaces if per_era else len(spaces)
