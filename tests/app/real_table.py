"""A real table, played by touch: what `Hands` say is done to the ring and the panels of a real window.

Nobody's finger is quicker than an eye: what rests for slips is left out. Turns that nobody wants to see
touched are told to the evening as they are, on the way to a later one.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator
from typing import Any
from unittest.mock import patch

from companion.engine import Input, Question
from companion.games.the_loop.rules.inputs import HandsDid
from companion.games.the_loop.rules.state import State
from companion.games.the_loop.views import by_hand, sentences
from companion.table import Answer, ByHand, ConfirmDrop, Correct, Done, MarkSeen
from tests.app.driving import SECONDS, Driver
from tests.app.hands import Hands, Turn

MOST = 30
"""Touches in which a single thing must be told."""


class RealTable(Hands):
    def __init__(
        self, driver: Driver, options: dict[str, Any], seed: int, wanted: Container[int] | None = None
    ) -> None:
        """`wanted`: the turns that are touched, 0 for the setup; None: all."""
        super().__init__(options, seed)
        self.driver, self.app, self.wanted = driver, driver.app, wanted

    def begun(self) -> None:
        turn = self.turns[-1]
        turn.touched = self.wanted is None or turn.number in self.wanted
        if turn.touched:
            self.driver.frames(4)

    @property
    def told(self) -> bool:
        """This turn is told and not touched."""
        return not self.turns[-1].touched

    def tell(self, *given: Input) -> None:
        for one in given:
            asked = self.now.first
            self._post(Answer((one,), asked.question.owner, asked.since))

    def _post(self, command: Any) -> None:
        done = self.app.evening.post(command).result(SECONDS)
        assert isinstance(done, Done), (command, done)
        for alert in self.now.alerts if self.told else ():
            self.app.evening.post(MarkSeen(alert)).result(SECONDS)

    def steps(self, turns: int | None = None) -> Iterator[Turn]:
        with patch("companion.app.widgets.touch.REST", 0), patch("companion.app.widgets.overlay.REST", 0):
            yield from super().steps(turns)

    # -- the tablet

    @property
    def touches(self) -> int:
        return self.driver.touches

    @property
    def screen(self) -> Any:
        return self.app.manager.current_screen

    @property
    def now(self) -> Any:
        return self.app.evening.now

    @property
    def there(self) -> State:
        return self.now.state

    @property
    def asked(self) -> Question | None:
        return self.now.first.question if self.now.first is not None else None

    def settle(self) -> None:
        """What waits to be seen is seen; it counts."""
        if self.told:
            return
        self.driver.frames(2)
        while self.now.alerts and self.screen.name == "table":
            before = self.touches
            self.driver.touch(self.screen.overlay.done)
            self.driver.frames(3)
            if self.turns and not self._counting:
                self.tally("alert", self.touches - before)

    def until(self, there: Callable[[], object], touch: Callable[[], object], why: str) -> None:
        for _ in range(MOST):
            self.driver.frames(2)
            if there():
                return
            touch()
        raise AssertionError(f"still not there after {MOST} touches: {why}; {self.asked}")

    def again(self) -> tuple[Input, ...]:
        return by_hand.again(self.now)

    def throw(self, question: Question) -> list[Input]:
        """One touch turns the tower; the cubes fall."""
        if self.told:
            given = self.chance.choices(question.answers, question.odds)[0]
            self._post(ByHand())
            self._post(ConfirmDrop(given))
            return [given]
        self.settle()
        self.read()
        entries = len(self.now.entries)
        assert self.now.drop is not None, self.asked
        self._next()

        def over() -> bool:
            drop = self.now.drop
            return drop is None or not drop.running or (drop.stage == "listening" and not drop.all_thrown)

        for _ in range(MOST):
            self.driver.pump(over, "the drop")
            if self.now.drop is None:
                break
            self.read()
            if self.screen.overlay is not None:  # several are inside: it is asked once more
                self.driver.touch(self.driver.button(self.app.tr.say("confirm.they-are")))
            else:
                self._next()
            self.driver.frames(3)
        given = [one.given for one in self.now.entries[entries:]]
        landed = next((at for at, one in enumerate(given) if one.kind.endswith("Landed")), None)
        assert landed is not None, "no drop was written"
        self.settle()
        return [one for one in given[:landed] if one.kind == "Thrown"] + [given[landed]]

    def give(self, given: Input) -> None:
        """On the ring where that is enough, or in the list."""
        if self.told:
            self.tell(given)
            return
        self.settle()
        entries, before = len(self.now.entries), self.now.position
        prompt = self.screen.prompt
        if self.screen.ring.offers:
            spot = next(one for one in self.screen.ring.spots if one.what == given.token)
            self.driver.touch_at(spot.x, spot.y)
            self.settle()
            return
        option = next(one for one in prompt.choices if one.answer == given)
        alone = sum(one.era == option.era for one in prompt.choices) == 1
        if option.era is not None and (prompt.many or alone):
            self.driver.touch_at(*self.screen.ring.place_of(option.era))
            self.driver.frames(2)
        if len(self.now.entries) == entries and self.screen.overlay is None:
            self._touch_listed(self._listed(prompt, given))
        self.settle()
        self._surely(before)

    def _touch_listed(self, button: Any) -> None:
        """A list that is higher than its place is pushed up first: that counts."""
        fold = self.screen.question.fold
        low = fold.to_window(fold.x, fold.y)[1]
        if button.to_window(button.x, button.center_y)[1] < low:
            fold.scroll_to(button, animate=False)
            self.driver.touches += 1
            self.driver.frames(2)
        self.driver.touch(button)

    def _surely(self, before: int) -> None:
        """What loses the game is asked once more."""
        if self.now.position == before and self.screen.overlay is not None:
            self.driver.touch(self.driver.button(self.app.tr.say("confirm.lose")))
            self.settle()

    def _listed(self, prompt: Any, given: Input) -> Any:
        text = sentences.answer(self.screen.speech, prompt.question, given)
        buttons = [w for w in self.driver.walk(self.screen.question) if hasattr(w, "role") and w.text == text]
        assert buttons, f"{text!r} is not offered"
        return buttons[0]

    # -- actions

    def _next(self) -> None:
        """The large button."""
        self.driver.touch(self.screen.ids.next)

    def direct(self, given: Input) -> None:
        before = self.now.position
        if self.told:
            self.tell(given)
        elif given.kind == "EndActions":
            self._next()
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
        self.settle()
        self._surely(before)
        assert self.now.position != before, f"nothing came of {given}"

    def repeat(self, given: tuple[Input, ...]) -> None:
        if self.told:
            self.tell(*given)
            return
        self.driver.touch(self.driver.button(self.screen.speech.say("by-hand.again")))
        self.settle()

    def change(self, kind: str, which: Any, by: int) -> None:
        ring = self.screen.ring
        if self.told:
            self.tell(HandsDid(((kind, which, by),)))
        elif kind == "rift":
            self._rifts(which, self.there.rifts[which] + by)
        elif kind == "energy" and by > 1:
            x, y = self._spot("energy", which)
            way = 1 if x < ring.center_x else -1  # there is room towards the middle
            self.driver.drag(x, y, x + way * (by - 0.5) * _one_more(), y)
        elif kind == "energy":
            self.driver.touch_at(*self._spot("energy", which), hold=_hold() if by < 0 else 0)
        elif kind == "card":
            self.driver.touch_at(*self._spot("cards", which), hold=_hold())
        elif kind == "damage":
            self.driver.touch_at(*self._spot("damage", which), hold=_hold() if by < 0 else 0)
        elif kind == "space":
            self.driver.drag(*self._spot("damage", which), *ring.place_of(by))
        elif kind == "duplicate":
            x, y = ring.at(0, 0) if by < 0 else ring.place_of(by)
            self.driver.drag(*self._spot("duplicate", self.there.dups[which], which), x, y)
        elif kind == "agent":
            self.driver.drag(*self._spot("agent", self.there.pawns[which], str(which)), *ring.place_of(by))
        else:
            for _ in range(by):
                self._something_new("shield")
        self.settle()

    def _spot(self, kind: str, era: int, what: str = "", at: int = 0) -> tuple[float, float]:
        ring = self.screen.ring
        found = [one for one in ring.spots if (one.kind, one.era) == (kind, era)]
        found = [one for one in found if not what or one.what == what]
        assert found, f"no {kind} {what} on era {era}"
        spot = found[min(at, len(found) - 1)]
        return spot.x, spot.y

    def _rifts(self, era: int, left: int) -> None:
        """Any number goes with one touch; each that is laid is a long one."""

        def touch() -> None:
            if self.there.rifts[era] > left:
                self.driver.touch_at(*self._spot("rift", era, at=left))
            else:
                kind = "hole" if any(one.kind == "hole" for one in self.screen.ring.spots) else "rift"
                self.driver.touch_at(*self._spot(kind, era), hold=_hold())

        self.until(lambda: self.there.rifts[era] == left, touch, f"rifts of era {era}")

    def _something_new(self, what: str) -> None:
        """The machine, and what it is."""
        self.driver.touch_at(*self.screen.ring.at(0, 0))
        self.driver.frames(2)
        self.driver.touch(self.driver.button(self.screen.speech.say(f"by-hand.{what}")))
        self.driver.frames(2)

    def comes(self, given: Input) -> None:
        what = {"DuplicateDrawn": "duplicate", "CardRevealed": "card"}[given.kind]
        era = self.state.setting.box.cards[given.card].era if what == "card" else self.state.dups[given.token]
        if self.told:
            self.tell(by_hand.laid(era, 1) if what == "card" else by_hand.carried(given.token, era))
            return
        self._something_new(what)
        ring = self.screen.ring
        if what == "card":
            self.driver.touch_at(*ring.place_of(era))
        else:
            spot = next(one for one in ring.spots if (one.kind, one.what) == ("offer", given.token))
            self.driver.touch_at(spot.x, spot.y)
        self.settle()

    # -- both games

    def compare(self) -> None:
        self.settle()
        if not self.told and self.screen.overlay is not None and not self.now.alerts:
            self.turns[-1].drift.append(type(self.screen.overlay).__name__)
            self.screen.close_overlay()
        super().compare()
        if not self.told:
            self.driver.frames(2)

    def correct(self, path: str, value: Any) -> None:
        self._post(Correct(self.now.game.correction(path, value)))

    def read(self) -> None:
        """What there is to read in Dr Foo's phase, names of answers left out."""
        if self.told or self.state.phase != 1 or not self.state.turn:
            return
        self.driver.frames(2)
        said = [text for text in spoken(self.driver, self.screen) if text]
        self.turns[-1].words = max(self.turns[-1].words, sum(len(text.split()) for text in said))


def _one_more() -> float:
    from companion.games.the_loop.tablet.widgets.carried import PULLED

    return PULLED


def _hold() -> float:
    from companion.games.the_loop.tablet.widgets.ring import HOLD

    return HOLD + 0.2


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
