"""The table: the main screen, everything that a glance must find without scrolling.

May import: Kivy, the presenters, this room's widgets and panels. It shows what the presenters say and hands
touches to the evening; it knows no rule.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any, ClassVar

from kivy.clock import Clock
from kivy.input.motionevent import MotionEvent
from kivy.properties import BooleanProperty, NumericProperty, StringProperty
from kivy.uix.widget import Widget

from companion.app.presenters.hand_steps import HandStepsPresenter
from companion.app.theme import FINGER
from companion.app.widgets import BigButton, ConfirmOverlay, StepStrip, WhyOverlay, named
from companion.games.the_loop.tablet.widgets import Ring
from companion.games.the_loop.tablet.widgets.ring_plan import InTheBag
from companion.games.the_loop.views import by_hand, sentences
from companion.games.the_loop.views.drop_corrections import one_more
from companion.games.the_loop.views.hand_steps import left_to_do
from companion.games.the_loop.views.prompt import Prompt, prompt
from companion.games.the_loop.views.table import TableView, table
from companion.table import (
    AllThrown,
    CatchUp,
    ChangeDrop,
    ConfirmDrop,
    EarlyThrow,
    EndDrop,
    SeenFallen,
    Throw,
)
from companion.words import Speech

from .advice import Advising
from .agent import AgentPanel
from .alerts import AlertOverlay
from .banner import Banner
from .drop_panel import DropPanel
from .handled import Coming, HandledTable
from .hq import HqPanel
from .late_cubes import LateOverlay
from .learn_form import LearnOverlay
from .overlays import ComingOverlay, HandsOverlay, PeekOverlay
from .palette import PaletteOverlay
from .question import LONG, QuestionPanel
from .stage import Corners

FAR = 1.36
"""Letters of the ring alone, in parts of the usual: read from three metres on a television of 40 inches."""
RING, BESIDE = 0.48, 0.625
"""The ring's share of a window that is higher than wide, and of one that is wider than high."""


class TableScreen(HandledTable):
    pointing: ClassVar[Mapping[str, str]] = {
        "main": "ring",
        "who": "banner",
        "asked": "place",
        "steps": "strip",
    }
    view: TableView
    prompt: Prompt
    hint = StringProperty("")
    tab = StringProperty("now")
    status = StringProperty("")
    simulated = BooleanProperty(False)
    alone = BooleanProperty(False)
    """The ring alone, for a second screen or a wall; any touch brings the rest back."""
    crowded = BooleanProperty(False)
    """A long list is asked: it takes the room of the large button, which would only point at it."""
    stage_unit = NumericProperty(1.0)
    """Pixels of the stage for one of the design."""
    finger = NumericProperty(float(FINGER))
    """The height of a row that is touched."""
    roomy = BooleanProperty(True)
    """Three buttons find room in a corner beside the ring."""

    def __init__(self, **given: Any) -> None:
        super().__init__(**given)
        self._looked: tuple[object, ...] = ()
        self._known, self._rolled = 0, tuple[int, ...]()
        self._narrowed: int | None = None
        self._lit = [0] * 7
        # The ids hold a widget only as long as it is in the tree.
        self.ring = named(self, "ring", Ring)
        self.button = named(self, "next", BigButton)
        self.advising = Advising(self)
        self.hq = HqPanel(self)
        self.agent = AgentPanel(self)
        self.question = QuestionPanel(self)
        self.dropping = DropPanel(self)
        self.app.tr.bind(lang=lambda *_: self._look_soon())
        self.app.theme.bind(arrangement=lambda *_: self.arrange(), em=lambda *_: self._look_soon())
        arrange_soon = Clock.create_trigger(self.arrange, -1)
        self.bind(tab=arrange_soon, size=arrange_soon, alone=arrange_soon)
        self.ids.body.bind(height=arrange_soon)
        self.attach()

    # -- what is shown

    def attach(self) -> None:
        super().attach()
        if self.now is not None:
            self._known = len(self.now.entries)
            self._rolled, self._looked = (), ()
            self._drawn_for = self.manner

    def look(self, *_: Any) -> None:
        now = self.now
        if now is None:
            return
        drop = now.drop and (now.drop.stage, now.drop.all_thrown)
        looked = (now.position, drop, self.manner, now.refused, now.tower)
        if now.drop is not None and now.drop.running and looked == self._looked and not now.alerts:
            self.dropping.drop = now.drop
            self._drop_on_ring()
            self.dropping.lights()
            return
        self._looked, self.asked = looked, now.first
        game, words = now.game, self.app.tr.words
        if now.position != self.shown:
            self.shown, self._narrowed, self.tab, self.coming = now.position, None, "now", ""
            if isinstance(self.overlay, PeekOverlay | PaletteOverlay):
                self.close_overlay()
        self.speech = Speech.of(words, now)
        self.prompt, self.view = prompt(now), table(now)
        manifest = self.app.games[game.name]
        self.steps = HandStepsPresenter(game, words, manifest, now.people).show(left_to_do(now))
        telling = self.prompt.question is not None and self.prompt.question.id == "tell-effect"
        by_hands = self.prompt.panel == "agent" and not self.view.agent.tracked
        self.ring.handled = by_hands or telling
        # who acts sees cards, arrows and the large button: that needs no words but for those who are led
        said = not self.steps and self.prompt.panel == "agent" and self.app.settings.lead
        said = said and not self.ring.handled
        self.hint = sentences.line(self.speech, self.prompt.hint) if said else ""
        strip = named(self, "strip", StepStrip)
        strip.brief = self.prompt.panel == "question"
        strip.opacity = 1 if (self.hint or self.steps) and self.prompt.panel != "drop" else 0
        self._heading()
        self.ring.show(self.view, self.speech)
        self.ring.inside = sum(self.view.inside)
        acting = self.prompt.panel == "agent"
        moves = (*self.view.agent.free_moves, *self.view.agent.moves) if acting else ()
        self.ring.moves = sorted({move.to for move in moves})
        self.ring.bare = self.view.lightly
        self._offer()
        self._rolled_on_ring()
        self._drop_on_ring()
        self._next()
        self.advising.look()
        self.hq.show(self.view)
        named(self, "banner", Banner).show(self.view, self.prompt, self.speech)
        named(self, "corners", Corners).show(self.view.hq, self.speech)
        if self.prompt.panel in ("agent", "over"):
            self.agent.show(self.view, self.prompt)
        self.question.show(self.prompt, self._narrowed)
        self.dropping.show(now.drop)
        self.arrange()
        if self.overlay is not None and self._drawn_for != self.manner:
            self.overlay.rebuild()
        self._drawn_for = self.manner
        self._alerts()

    def _offer(self) -> None:
        """Where the bag is asked for, all that it may bring lies on the ring."""
        ours = {token.id for _, token in self.view.bag if token.invented}
        asked = [
            InTheBag(one.answer.token, one.era, one.home, invented=one.answer.token in ours)
            for one in self.prompt.choices
            if one.answer.kind == "DuplicateDrawn" and one.era is not None and one.home is not None
        ]
        bag = [
            InTheBag(token.id, era, token.home, invented=token.invented) for era, token in self.view.bag
        ]
        self.ring.offers = bag if self.coming == "duplicate" else asked
        self.ring.targets = list(range(7)) if self.coming == "card" else list(self.prompt.targets)

    def bring(self, what: Coming) -> None:
        """An action brings a piece: the next touch on the ring says which, or where."""
        self.close_overlay()
        self.coming = what
        self._offer()

    def _heading(self) -> None:
        say, now = self.app.tr.say, self.app.playing
        self.simulated = now.simulated
        if now.tower is None:
            self.status = say("screen-table.no-tower")
        else:
            self.status = "" if now.tower.linked else say("screen-table.tower-lost")

    def _rolled_on_ring(self) -> None:
        """Cubes that the tablet itself has rolled slide out of the machine, once."""
        entries = self.app.playing.entries
        if len(entries) != self._known:
            self._rolled = ()
        new, self._known = entries[self._known :], len(entries)
        for entry in new:
            if entry.source == "app" and entry.given.kind == "RiftsLanded":
                self._rolled = entry.given.landed
                for era, cubes in enumerate(entry.given.landed):
                    for k in range(cubes):
                        Clock.schedule_once(partial(self._slide, era), k * 0.09)

    def _slide(self, era: int, *_: object) -> None:
        self.ring.slide(era, self.app.theme.danger)

    def _drop_on_ring(self) -> None:
        ring, drop = self.ring, self.app.playing.drop
        counted = self.app.playing.counted
        if drop is not None:
            ring.landed = list(drop.landed if drop.editable else drop.lit)
            ring.outlets = list(drop.lit)
            energy = drop.question.id == "drop-energy"
            for era, count in enumerate(drop.lit):
                if count > self._lit[era]:
                    ring.slide(era, self.app.theme.fine if energy else self.app.theme.danger)
            self._lit = list(drop.lit)
        else:
            ring.landed, ring.outlets, energy = list(self._in_the_air()), [], False
        fallen = counted.landed if counted is not None and counted.kind == "RiftsLanded" else self._rolled
        ring.fresh = list(fallen) if not ring.landed else []
        ring.drop_colour = "fine" if energy else "danger"

    def _in_the_air(self) -> tuple[int, ...]:
        """Cubes that have landed and are not placed yet: somebody is asked whether to send one back."""
        asked = self.app.playing.first
        return tuple(dict(asked.question.about).get("landed", ())) if asked is not None else ()

    def _next(self) -> None:
        button, after = self.button, self.prompt.next
        button.text = sentences.line(self.speech, after.said)
        button.disabled = not after.act
        button.critical, button.px = bool(after.act), 42 if after.act else 24
        listed = self.prompt.panel == "question" and not self.prompt.many
        self.crowded = listed and not after.act and len(self.prompt.choices) > LONG
        button.opacity = 0 if self.crowded else 1  # a hint is still to be read
        button.role = "quiet" if not after.act else "plain" if after.act == "end-drop" else "next"

    def _alerts(self) -> None:
        now = self.app.playing
        alert = self.overlay.back if isinstance(self.overlay, WhyOverlay) else self.overlay
        if isinstance(alert, AlertOverlay):
            if alert.todo in now.alerts:
                return
            self.close_overlay()
        if now.alerts:
            self.open_overlay(AlertOverlay(self, now.alerts[0]))
            self.app.director.unveil(now.alerts[0].said)
        elif self.refused:
            self.tell_refusal()
        elif sum(now.fallen) and self.overlay is None:
            self.late()
            self.app.post(SeenFallen())  # asked once

    def settle(self) -> None:
        """The machine faces Dr Foo, the outline is where it belongs."""
        self.ring.settle()
        if hasattr(self, "view") and self.view.foo is not None:
            self.ring.front = self.view.foo

    # -- where everything lies

    def arrange(self, *_: Any) -> None:
        """The ring, and beside or below it what is asked; HQ takes its turn there."""
        if not hasattr(self, "view"):  # nothing was looked at yet
            return
        panels: dict[str, Widget] = {"agent": self.agent, "question": self.question, "drop": self.dropping}
        shown = panels.get(self.prompt.panel, self.agent) if self.tab == "now" else self.hq
        place = self.ids.place
        if place.children != [shown]:
            place.clear_widgets()
            place.add_widget(shown)
        self.advising.arrange()
        stage, body, arrangement = self.ids.stage, self.ids.body, self.app.theme.arrangement
        side = self.ids.side
        side.opacity, side.disabled = (0, True) if self.alone else (1, False)
        if self.alone:
            stage.size = self.size
        elif arrangement == "tall":
            stage.size = (self.width, min(self.width, self.height * RING))
        else:  # however large the letters are: the ring is what everybody looks at
            stage.size = (min(body.height, self.width * BESIDE), body.height)
        self.stage_unit = min(stage.size) / 800
        self.finger = max(FINGER, 70 * self.app.theme.unit)
        self.roomy = stage.width > stage.height * 1.1 or self.stage_unit > 0.85 * self.app.theme.unit
        named(self, "corners", Corners).alone = self.view.agent if self.alone else None
        self.ring.far = FAR if self.alone else 1

    # -- touches

    def on_touch_down(self, touch: MotionEvent) -> bool:
        if self.alone and self.overlay is None:
            self.alone = False
            return True
        return bool(super().on_touch_down(touch))

    def next(self) -> None:
        """The large button."""
        act = self.prompt.next.act
        if act == "answer":
            self.give(self.prompt.next.answer)
        elif act == "throw":
            self.app.post(Throw())
        elif act == "confirm":
            self._confirm()
        elif act == "early":
            self.app.post(EarlyThrow(True))
        elif act == "all-thrown":
            self.app.post(AllThrown())
        elif act == "end-drop":
            self.app.post(EndDrop())
        elif act == "outcome":
            self.app.go("outcome")

    def _confirm(self) -> None:
        """The count is right. That several cubes stayed inside is rare: it is asked once more."""
        drop = self.app.playing.drop
        inside = drop.inside if drop is not None else 0
        if inside > 1:
            say, sure = self.app.tr.say, partial(self.app.post, ConfirmDrop())
            said, yes = say("confirm.inside", {"n": inside}), say("confirm.they-are")
            hint = self.app.lead.recent(self.app.playing)[0]
            self.open_overlay(ConfirmOverlay(self, said, yes, sure, hint.rule))
        else:
            self.app.post(ConfirmDrop())

    def era(self, index: int) -> None:
        """A touch on the ring: a cube in a drop, the answer, a narrower list, or a closer look."""
        drop = self.app.playing.drop
        if drop is not None and drop.editable:
            self.one_more(index)
            return
        if self.coming == "card":
            self.give(by_hand.laid(index, 1))
            return
        prompt = self.prompt
        here = [one for one in prompt.choices if one.era == index]
        narrows = prompt.many and (prompt.open or len(here) > 1)  # the real piece need not be the listed one
        if len(here) == 1 and not narrows:
            self.give(here[0].answer)
        elif narrows:
            self._narrowed = index
            self.question.show(prompt, index)
        else:
            self.open_overlay(PeekOverlay(self, index, tuple(here)))

    def move(self, to: int) -> None:
        """An arrow on the ring; where it can be paid in two ways, the era is opened and asks."""
        ways = [move for move in (*self.view.agent.free_moves, *self.view.agent.moves) if move.to == to]
        if len(ways) == 1:
            self.give(ways[0])
        else:
            self.open_overlay(PeekOverlay(self, to, ()))

    def one_more(self, index: int) -> None:
        """A cube more on an era, taken from where it was miscounted when none is left."""
        if (drop := self.app.playing.drop) is not None:
            self.app.post(ChangeDrop(one_more(drop, index)))

    def hold(self, index: int) -> None:
        """A long touch on the ring sets things right."""
        self.app.go("corrections", era=index)

    def late(self) -> None:
        """A touch on the machine: something that was inside may have fallen out, or an action brings a
        piece out of the bag or off the pile."""
        drop = self.app.playing.drop
        if sum(self.view.inside) and (drop is None or not drop.running):
            self.open_overlay(LateOverlay(self))
        elif self.ring.handled:
            self.show_coming()

    def widen(self) -> None:
        """Back from the list of one era to the ring."""
        self._narrowed = None
        self.question.show(self.prompt, None)

    # -- what lies over the table

    def close_overlay(self) -> None:
        lay = self.overlay is not None
        super().close_overlay()
        if lay and self.now is not None:
            self.app.post(CatchUp())

    def pointed(self, name: str) -> tuple[float, float, float, float] | None:
        """The machine is the middle of the ring."""
        if name != "machine" or (ring := super().pointed("main")) is None:
            return super().pointed(name)
        x, y, width, height = ring
        side = min(width, height) * 0.3
        return x + (width - side) / 2, y + (height - side) / 2, side, side

    def show_hands(self) -> None:
        self.open_overlay(HandsOverlay(self))

    def show_learning(self, era: int | None) -> None:
        if (asked := self.app.playing.first) is not None:
            self.open_overlay(LearnOverlay(self, asked.question, era))

    def show_coming(self) -> None:
        self.open_overlay(ComingOverlay(self))

    def show_palette(self) -> None:
        self.open_overlay(PaletteOverlay(self))
