"""Forecast and coach on the table: two switches, the chances on the ring, and a strip with the coach's words.

May import: Kivy, the advisor's worker, the presenters, this room's widgets. Both are off until somebody
switches them on; nothing here waits for the worker.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from kivy.clock import Clock
from kivy.properties import ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.advisor import Shares
from companion.app.background_advice import Advisor, PositionAdvice
from companion.app.presenters import advice
from companion.app.running import the_app
from companion.app.theme import FINGER
from companion.app.widgets import Beside, BigButton, Fold, Text, named
from companion.games.the_loop.views import sentences

if TYPE_CHECKING:
    from .table import TableScreen


class Advising:
    def __init__(self, screen: TableScreen) -> None:
        self.screen = screen
        self.app = screen.app
        self.advisor = Advisor(Clock.create_trigger(self._found))
        self.app.bind(on_stop=lambda *_: self.close())
        self.forecast: advice.Forecast | None = None
        self.seat = Fold(size_hint_y=None, height=0)

    def close(self) -> None:
        self.advisor.close()

    def switch(self, name: str) -> None:
        settings = self.app.settings
        setattr(settings, name, not getattr(settings, name))
        self.app.remember()
        self.screen.look()

    def look(self) -> None:
        """The position that is shown now, for whoever wants to know more of it."""
        now, settings = self.app.playing, self.app.settings
        asked = now.first
        question = asked.question if asked is not None and now.drop is None else None
        over = now.outcome is not None
        self.advisor.ask(
            now,
            question,
            now.position,
            self.learned,
            settings.forecast and not over,
            settings.coach and not over,
        )
        self._show()

    @property
    def learned(self) -> Shares:
        """Each tower has its own shares, and so has the one whose cubes are tapped in; they are learned
        whether or not the forecast is on."""
        shares: Shares = self.app.shares.learned
        return shares

    def _found(self, *_: Any) -> None:
        if self.screen.now is not None:
            self._show()
            self.screen.hq.show(self.screen.view)

    def _show(self) -> None:
        found, screen, settings = self.advisor.found, self.screen, self.app.settings
        now = self.app.playing
        self.forecast = None
        there = found.odds is not None or found.ready
        if settings.forecast and there and found.position == now.position:
            drawn = now.sources["drop"] == "app"
            self.forecast = advice.forecast(screen.speech, found.odds, None if drawn else self.learned)
        screen.ring.forecast = list(self.forecast.places) if self.forecast else []
        self._coach(named(screen, "coach", CoachStrip), found)

    def _coach(self, strip: CoachStrip, found: PositionAdvice) -> None:
        screen, now = self.screen, self.app.playing
        asked = now.first
        wanted = self.app.settings.coach and screen.prompt.panel in ("agent", "question")
        if not wanted or asked is None or asked.source != "player":
            strip.show("", "", None)
        elif found.advice is not None and found.position == now.position:
            proposed = advice.proposal(screen.speech, asked.question, found.advice, sentences.answer)
            strip.show(proposed.what, proposed.why, lambda: screen.give(proposed.given))
        else:
            key = "coach.nothing-to-say" if found.ready else "coach.thinks"
            strip.show(self.app.tr.say(key), "", None)

    def arrange(self) -> None:
        """Across the foot of the screen; where that would cost the ring its letters, in a place of its own
        beside it, which keeps its height whatever the coach says."""
        screen, theme = self.screen, self.app.theme
        strip, side = named(screen, "coach", CoachStrip), screen.ids.side
        beside = theme.arrangement != "wide"
        self.seat.height = 84 * theme.em if beside and self.app.settings.coach else 0
        home = self.seat.column if beside else named(screen, "body", BoxLayout).parent
        if home is not None and strip.parent is not home:
            if strip.parent is not None:
                strip.parent.remove_widget(strip)
            home.add_widget(strip)
        if beside and self.seat.parent is None:
            side.add_widget(self.seat, index=3)
        elif not beside and self.seat.parent is not None:
            side.remove_widget(self.seat)

    def buttons(self) -> tuple[tuple[str, bool], tuple[str, bool], str]:
        """Both switches, and the forecast for the whole table."""
        settings = self.app.settings
        chance = (self.forecast.overall if self.forecast else "…") if settings.forecast else ""
        return ("forecast", settings.forecast), ("coach", settings.coach), chance


class CoachStrip(BoxLayout):
    """What the coach proposes, why, and one touch that does it. It keeps its room while the coach is on, so
    that nothing moves under a finger."""

    what = StringProperty("")
    why = StringProperty("")
    act: ObjectProperty[Callable[[], None] | None] = ObjectProperty(None, allownone=True)

    folds = True

    def __init__(self, **given: object) -> None:
        self._least = 0.0
        self.button: BigButton | None = None
        super().__init__(**given)
        self.bind(minimum_height=self._measure)

    def _measure(self, *_: object) -> None:
        self.height = max(self._least, self.minimum_height) if self._least else 0

    def show(self, what: str, why: str, act: Callable[[], None] | None) -> None:
        app = the_app()
        tall = max(FINGER, 60 * app.theme.em)
        self._least = tall + 8 * app.theme.unit if app.settings.coach else 0
        if self.button is not None:  # the window, or its letters, may have another size by now
            self.button.height = tall
        self._measure()
        if (what, why, act is None) == (self.what, self.why, self.act is None):
            self.act = act
            return
        self.what, self.why, self.act = what, why, act
        self.clear_widgets()
        self.button = None
        if not what:
            return
        lines = Beside(orientation="vertical")
        lines.add_widget(
            Text(text=what, px=23, tone="accent", weight="semibold", halign="left", valign="middle")
        )
        if why:
            lines.add_widget(Text(text=why, px=17, tone="faint", halign="left", valign="middle"))
        self.add_widget(lines)
        if act is not None:
            button = BigButton(text=app.tr.say("coach.do"), px=23, size_hint=(0.3, None), pos_hint={"top": 1})
            button.height = tall
            button.bind(on_release=lambda _: self._do())
            self.button = button
            self.add_widget(button)

    def _do(self) -> None:
        if self.act is not None:
            self.act()
