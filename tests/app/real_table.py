"""A real table, played by touch: what the greedy bot decides is done by hands, and told to the tablet.

The bot plays an all-digital game of its own. Beside it lies the tablet with a game of which cards stay on the
table: what the bot's cards did to the board is read off and touched in a real window, in as few touches as
the screen allows. After every action both boards must be the same: missions, prices and vortexes have to
follow from the touches alone. What the tablet could not follow is set right and told as drift; each such
piece counts for as many touches as the page of corrections takes.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any
from unittest.mock import patch

from companion.advisor import GreedyBot
from companion.engine import CHANCE, Applied, Input, Question
from companion.games import load
from companion.games.the_loop.rules.inputs import FreeMove, Move
from companion.games.the_loop.rules.state import State
from companion.games.the_loop.views import sentences
from companion.games.the_loop.views.new_game import PRESETS
from companion.table import Correct, Done
from tests.app.driving import SECONDS, Driver

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
SLIP = 0.3
CORRECTING = 4
"""Touches to set one piece right: a long one on its era, the piece, its value, back to the table."""
MOST = 30
"""Touches in which a single thing must be told."""


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

    @property
    def overhead(self) -> int:
        return self.touches - (self.cards + self.loops + self.choices + self.revealed)


class RealTable:
    """Two games side by side: the bot's, and the one that the tablet is told of."""

    def __init__(self, driver: Driver, options: dict[str, Any], seed: int) -> None:
        self.driver, self.app = driver, driver.app
        self.bot, self.chance = GreedyBot(seed), random.Random(f"{seed}/real table")
        self.game = load("the-loop")
        self.state: State = self.game.start(options)
        self.turns: list[Turn] = []
        self._next_at = 0.0
        self.setup = 0
        """Touches before the first turn."""

    # -- the bot's game

    def play(self, turns: int | None = None) -> list[Turn]:
        """So many turns, or the whole game. Nobody's finger is quicker than an eye: what rests for slips is
        left out."""
        with patch("companion.app.widgets.touch.REST", 0), patch("companion.app.widgets.overlay.REST", 0):
            return self._play(turns)

    def _play(self, turns: int | None) -> list[Turn]:
        while self.game.awaited(self.state):
            number = self.state.turn
            if not self.turns or self.turns[-1].number != number:
                if turns is not None and number > turns:
                    break
                self.turns.append(Turn(number))
            touched = self.driver.touches
            self._go_on(self.game.awaited(self.state)[0])
            self.turns[-1].touches += self.driver.touches - touched
        if self.turns[0].number == 0:
            self.setup = self.turns.pop(0).touches
        return self.turns

    def _go_on(self, question: Question) -> None:
        ahead = (self.state.turn, self.state.phase) > (self.now.state.turn, self.now.state.phase)
        if ahead and self.asked is not None and self.asked.main:
            self.next()  # the bot had nothing left to do: people say so
            self.driver.frames(2)
        self._activate()
        if question.owner == CHANCE:
            self._reveal(question)
        elif question.main:
            self._act(question)
        else:
            given = self._choose(question)
            self.answer(question, given)
            self._apply(given)
        self._compare()

    def _activate(self) -> None:
        """Alone, with cards on the table, the player says which agent has three cards and plays."""
        asked = self.asked
        if asked is None or asked.id != "pick-agent" or self.state.phase not in (1, 2):
            return
        if dict(asked.about)["for"] == "activate":
            given = next(one for one in asked.answers if one.agent == self.state.active)
            self.turns[-1].choices += 1
            self.answer(asked, given)

    def _choose(self, question: Question) -> Input:
        given = self.bot.choose(self.game, self.state, question)
        self.turns[-1].choices += len(question.answers) > 1
        return given

    def _apply(self, given: Input, source: str = "player") -> None:
        made = self.game.apply(self.state, given, source)
        assert isinstance(made, Applied), made
        self.state = made.state

    def _reveal(self, question: Question) -> None:
        """Something comes to light: the tablet is told what it keeps the books of."""
        if question.stream == "drop":
            *before, given = self.throw(question)
            for thrown in before:
                self._apply(thrown, "hand")
            source = "hand"
        else:
            given, source = self.chance.choices(question.answers, question.odds)[0], "app"
            bonus = dict(question.about).get("for") == "bonus"
            if question.stream in self.asked_streams and not bonus:
                self.turns[-1].revealed += given.kind in REVEALED
                self._words()
                self.tell(given)
        self._apply(given, source)

    def _act(self, question: Question) -> None:
        """An action with all that it asks, up to the next one."""
        given = self.bot.choose(self.game, self.state, question)
        before, turn = self.state, self.turns[-1]
        turn.cards += given.kind == "UseCard"
        turn.loops += given.kind == "Loop"
        if given.kind in ("Move", "FreeMove"):  # to which neighbour, and how it is paid
            turn.choices += 1 + all(kind(given.to) in question.answers for kind in (Move, FreeMove))
        self._apply(given)
        told: list[Input] = []
        while (asked := self.game.awaited(self.state)) and not asked[0].main and self.state.phase == 2:
            if asked[0].owner == CHANCE:
                told.append(self.chance.choices(asked[0].answers, asked[0].odds)[0])
                self._apply(told[-1], "app")
            else:
                self._apply(self._choose(asked[0]))
        kinds = ("EndActions", "ClaimCleanEra") if self.light else DIRECT
        if given.kind in kinds:
            self.direct(given)
        else:
            self.change(before, self.state, told)

    # -- the tablet

    @property
    def screen(self) -> Any:
        return self.app.manager.current_screen

    @property
    def now(self) -> Any:
        return self.app.evening.now

    @property
    def asked_streams(self) -> tuple[str, ...]:
        chosen = self.now.game.chosen(self.now.state)
        kept = ("foo", "bag", "missions", "first", *(() if self.light else ("huge",)))
        return tuple(name for name in kept if chosen[name] != "app")

    @property
    def light(self) -> bool:
        return bool(self.now.game.chosen(self.now.state)["score"] == "lightly")

    @property
    def asked(self) -> Question | None:
        return self.now.first.question if self.now.first is not None else None

    def until(self, there: Callable[[], object], touch: Callable[[], object], why: str) -> None:
        for _ in range(MOST):
            self.driver.frames(2)
            self.alerts()
            if there():
                return
            touch()
        raise AssertionError(f"still not there after {MOST} touches: {why}; {self.asked}")

    def alerts(self) -> None:
        """What waits to be seen is seen."""
        while self.now.alerts and self.screen.name == "table":
            self.driver.touch(self.screen.overlay.done)
            self.driver.frames(3)

    def throw(self, question: Question) -> list[Input]:
        """One touch turns the tower; the cubes fall. The count is what the tablet makes of it, and before it
        that another number was thrown than was asked for."""
        self.driver.frames(2)
        self.alerts()
        self._words()
        entries = len(self.now.entries)
        assert self.now.drop is not None, self.asked
        self.next()

        def over() -> bool:
            drop = self.now.drop
            return drop is None or not drop.running or (drop.stage == "listening" and not drop.all_thrown)

        while self.now.drop is not None:
            self.driver.pump(over, "the drop")
            if self.now.drop is not None:
                self._words()
                self.next()
                self.driver.frames(3)
        given = [one.given for one in self.now.entries[entries:]]
        kinds = [one.kind for one in given]
        landed = next((at for at, kind in enumerate(kinds) if kind.endswith("Landed")), None)
        assert landed is not None, "no drop was written"
        self.driver.frames(2)
        return [one for one in given[:landed] if one.kind == "Thrown"] + [given[landed]]

    def tell(self, given: Input) -> None:
        """What chance has brought, as the table shows it."""
        self.driver.frames(2)
        self.alerts()
        if given.kind == "CardRevealed" and self.asked is not None and self.asked.id == "reveal-card":
            # The books know such a card by its era alone.
            era = self.state.setting.box.cards[given.card].era
            given = next(one for one in self.asked.answers if one.card == f"?{era}")
        elif given.kind == "CardRevealed":
            return  # a pile that the tablet does not follow
        self.answer(self.asked, given)

    def answer(self, _question: Question | None, given: Input) -> None:
        """One of the answers that the screen offers: on the ring where that is enough, or in the list."""
        self.driver.frames(2)
        self.alerts()
        if given.kind == "TakeCard":
            given = self._same_card(given)
        if self.asked is None or given not in self.asked.answers:
            return
        entries = len(self.now.entries)
        prompt = self.screen.prompt
        if self.screen.ring.offers:
            spot = next(one for one in self.screen.ring.spots if one.what == given.token)
            self.driver.touch_at(spot.x, spot.y)
            self.driver.frames(2)
            return
        option = next(one for one in prompt.choices if one.answer == given)
        alone = sum(one.era == option.era for one in prompt.choices) == 1
        if option.era is not None and (prompt.many or alone):
            self.driver.touch_at(*self.screen.ring.place_of(option.era))
            self.driver.frames(2)
        if len(self.now.entries) == entries:
            self.driver.touch(self._listed(prompt, given))
        self.driver.frames(2)

    def _same_card(self, given: Input) -> Input:
        """A card that is taken, by its era where no more is known."""
        if not given.card or self.asked is None or given in self.asked.answers:
            return given
        era = self.state.setting.box.cards[given.card].era
        return given._replace(card=f"?{era}")

    def _listed(self, prompt: Any, given: Input) -> Any:
        text = sentences.answer(self.screen.speech, prompt.question, given)
        buttons = [w for w in self.driver.walk(self.screen.question) if hasattr(w, "role") and w.text == text]
        assert buttons, f"{text!r} is not offered"
        return buttons[0]

    # -- actions

    def next(self) -> None:
        """The large button. People are slower than two touches that count as one slip."""
        time.sleep(max(0.0, self._next_at - time.monotonic()))
        self.driver.touch(self.screen.ids.next)
        self._next_at = time.monotonic() + SLIP

    def direct(self, given: Input) -> None:
        """What has a place of its own on the screen: a move, a LOOP, the end."""
        if given.kind == "EndActions":
            before = self.now.position
            self.next()
            self.driver.frames(2)
            assert self.now.position != before, "the turn did not end"
        elif given.kind == "Loop":
            from companion.games.the_loop.tablet.table.cards import LoopButton

            loops = [w for w in self.driver.walk(self.screen.agent) if isinstance(w, LoopButton)]
            self.driver.touch(next(w for w in loops if w.dimension == given.dimension))
        elif given.kind == "ClaimCleanEra":
            self.driver.touch(self.driver.button(self.screen.speech.say("screen-table.claim")))
        else:
            x, y, _ = self.screen.ring.arrow(given.to)
            self.driver.touch_at(x, y)
            self.driver.frames(2)
            if self.screen.overlay is not None:  # it can be paid in two ways
                self.driver.touch(self.driver.button(sentences.answer(self.screen.speech, None, given)))
        self.driver.frames(2)

    def change(self, before: State, after: State, told: list[Input]) -> None:
        """What hands did to the board, piece by piece."""
        for era in range(7):
            if after.rifts[era] < before.rifts[era]:
                self._rifts(era, after.rifts[era])
        for token, era in list(before.dups.items()):
            if after.dups.get(token) != era:
                self._duplicate(token, after.dups.get(token))
        for agent, era in enumerate(after.pawns):
            if before.pawns[agent] != era:
                self._pawn(agent, era)
        for era in range(7) if not self.light else ():
            if after.energy[era] > before.energy[era]:
                self._energy(era, after.energy[era])
        for era in range(7):
            for _ in range(len(after.damage[era]) - len(self.now.state.damage[era])):
                if after.tiles[era] == self.now.state.tiles[era]:
                    self._damage(era)
        for era in range(7) if not self.light else ():
            if len(after.available[era]) < len(before.available[era]):
                self._cards(era, len(after.available[era]))
        for given in told:
            self._came(given)

    def _spot(self, kind: str, era: int, what: str = "", at: int = 0) -> tuple[float, float]:
        ring = self.screen.ring
        found = [one for one in ring.spots if (one.kind, one.era) == (kind, era)]
        found = [one for one in found if not what or one.what == what] or found
        assert found, f"no {kind} on era {era}"
        spot = found[min(at, len(found) - 1)]
        return spot.x, spot.y

    def _rifts(self, era: int, left: int) -> None:
        def touch() -> None:
            self.driver.touch_at(*self._spot("rift", era, at=left))

        self.until(lambda: self.now.state.rifts[era] <= left, touch, f"rifts of era {era}")

    def _energy(self, era: int, cubes: int) -> None:
        def touch() -> None:
            self.driver.touch_at(*self._spot("energy", era))

        self.until(lambda: self.now.state.energy[era] >= cubes, touch, f"energy of era {era}")

    def _cards(self, era: int, left: int) -> None:
        """A card that lay there was used up: a long touch takes it away."""
        from companion.games.the_loop.tablet.widgets.ring import HOLD

        def touch() -> None:
            self.driver.touch_at(*self._spot("cards", era), hold=HOLD + 0.2)

        self.until(lambda: len(self.now.state.available[era]) <= left, touch, f"cards of era {era}")

    def _duplicate(self, token: str, to: int | None) -> None:
        """To its new era, or into the machine: then it goes back into the bag."""
        at = self.now.state.dups.get(token)
        if at is None or at == to:
            return
        x, y = self.screen.ring.at(0, 0) if to is None else self.screen.ring.place_of(to)
        self.driver.drag(*self._spot("duplicate", at, token), x, y)
        self.driver.frames(2)

    def _pawn(self, agent: int, era: int) -> None:
        at = self.now.state.pawns[agent]
        if at != era:
            self.driver.drag(*self._spot("agent", at, str(agent)), *self.screen.ring.place_of(era))
            self.driver.frames(2)

    def _damage(self, era: int) -> None:
        """A cube on a tile that nothing on the board tells of: of a LOOP, say, where energy is not kept."""
        self.driver.touch_at(*self._spot("damage", era))
        self.driver.frames(2)

    def _came(self, given: Input) -> None:
        """A piece that came out of the bag or off the pile in an action: the machine, what, and where."""
        what = {"DuplicateDrawn": "duplicate", "CardRevealed": "card"}.get(given.kind)
        if what is None or (what == "card" and self.light):
            return
        if what == "duplicate" and (given.token in self.now.state.dups or given.token not in self.state.dups):
            return
        self.turns[-1].revealed += 1
        ring = self.screen.ring
        self.driver.touch_at(*ring.at(0, 0))
        self.driver.frames(2)
        self.driver.touch(self.driver.button(self.screen.speech.say(f"by-hand.{what}")))
        self.driver.frames(2)
        if what == "card":
            self.driver.touch_at(*ring.place_of(self.state.setting.box.cards[given.card].era))
        else:
            spot = next(one for one in ring.spots if (one.kind, one.what) == ("offer", given.token))
            self.driver.touch_at(spot.x, spot.y)
        self.driver.frames(2)

    # -- both games

    def _compare(self) -> None:
        """What the tablet believes beside what lies there; it is set right where it differs."""
        self.driver.frames(2)
        self.alerts()
        if self.screen.overlay is not None and not self.now.alerts:
            self.turns[-1].drift.append(type(self.screen.overlay).__name__)
            self.screen.close_overlay()
        for path, there, here in self._differences():
            self.turns[-1].drift.append(path)
            self.turns[-1].touches += CORRECTING
            told = self.app.evening.post(Correct(self.now.game.correction(path, there))).result(SECONDS)
            assert isinstance(told, Done), (path, there, here, told)
        self.driver.frames(2)

    def _differences(self) -> Iterator[tuple[str, Any, Any]]:
        mine, theirs = self.state, self.now.state
        if mine.phase == theirs.phase == 2 and mine.active != theirs.active:
            yield "active", mine.active, theirs.active
        kept = [("rifts", mine.rifts, theirs.rifts), ("agent", mine.pawns, theirs.pawns)]
        if not self.light:
            kept.append(("energy", mine.energy, theirs.energy))
        for path, a, b in kept:
            yield from ((f"{path}.{k}", one, b[k]) for k, one in enumerate(a) if one != b[k])
        for era in range(7) if not self.light else ():
            if len(mine.available[era]) != len(theirs.available[era]):
                yield f"available.{era}", [f"?{era}"] * len(mine.available[era]), theirs.available[era]
        for token in {*mine.dups, *theirs.dups}:
            if mine.dups.get(token) != theirs.dups.get(token):
                yield f"duplicate.{token}", mine.dups.get(token, "bag"), theirs.dups.get(token)
        for era in range(7):
            same = sorted(mine.damage[era]) == sorted(theirs.damage[era])
            if not same and mine.tiles[era] == theirs.tiles[era]:
                spaces = list(mine.damage[era])
                per_era = mine.setting.box.missions[mine.tiles[era]].spaces == "per-era"
                yield f"damage.{era}", spaces if per_era else len(spaces), theirs.damage[era]

    def _words(self) -> None:
        """What there is to read in Dr Foo's phase, names of answers left out."""
        if self.state.phase != 1 or not self.state.turn:
            return
        said = [text for text in spoken(self.driver, self.screen) if text]
        self.turns[-1].words = max(self.turns[-1].words, sum(len(text.split()) for text in said))


def spoken(driver: Driver, screen: Any) -> Iterator[str]:
    """What the panel beside the ring says: no answer to choose from, no name."""
    from companion.app.widgets import BigButton, Text

    names = [screen.speech.name("era", era) for era in range(7)]
    yield screen.ids.banner._under
    yield screen.ids.next.text if screen.ids.next.opacity else ""

    def read(widget: Any) -> Iterator[str]:
        if isinstance(widget, BigButton) or not widget.opacity or not widget.height:
            return
        if isinstance(widget, Text) and widget.text not in names and not widget.text.isdecimal():
            yield widget.text
        for child in widget.children:
            yield from read(child)

    for part in ("place", "strip"):
        yield from read(screen.ids[part])
