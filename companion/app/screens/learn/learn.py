"""Learning a game: be led through one, the rules, the signs; and who is taught.

May import: Kivy, companion.teacher, this room's widgets.
"""

from __future__ import annotations

from typing import Any

from kivy.properties import StringProperty
from kivy.uix.gridlayout import GridLayout
from kivy.uix.widget import Widget

from companion.app.widgets import BigButton, Choices, Page, captioned
from companion.teacher import Lesson

NEW = "new"


class LearnScreen(Page):
    game = StringProperty("")

    def on_pre_enter(self, *_: Any) -> None:
        self.game = self.game or self.app.games.first
        super().on_pre_enter()

    def fill(self) -> None:
        self.offer([(name, self.app.games[name].title) for name in self.app.games], self.game, self.choose)
        place, say = self.ids.place, self.say
        place.clear_widgets()
        grid = GridLayout(cols=1 if self.tall else 2, spacing=14 * self.app.theme.unit)
        for key, act, role in self.ways():
            button = BigButton(text=say(f"teach.{key}"), under=say(f"teach.{key}-under"), px=28, role=role)
            button.bind(on_release=lambda _, act=act: act())
            grid.add_widget(button)
        place.add_widget(grid)
        taught = self.app.lead.taught
        people = [(one, say("teach.person", n=int(one))) for one in taught.people]
        who = Choices(options=[*people, (NEW, say("teach.somebody-new"))], value=taught.person, px=20)
        who.bind(on_pick=lambda _, person: self.teach(person))
        place.add_widget(self._low(captioned(say("teach.who"), who, self.em)))
        hints = Choices(
            options=[(True, say("screen-settings.on")), (False, say("screen-settings.off"))],
            value=self.app.lead.on,
            px=20,
        )
        hints.bind(on_pick=lambda _, on: self.switch(on))
        place.add_widget(self._low(captioned(say("teach.hints"), hints, self.em)))

    def _low(self, row: Widget) -> Widget:
        """What is seldom touched leaves the room to what people came for."""
        row.size_hint_y, row.height = None, self.finger + 36 * self.em
        return row

    def ways(self) -> list[tuple[str, Any, str]]:
        """What can be done to learn this game."""
        lesson = [("lesson", lambda: self.app.go("lesson", game=self.game), "plain")]
        return [
            ("lead", self.lead_us, "next"),
            *(lesson if Lesson.of(self.app.games[self.game]) is not None else []),
            ("rules", lambda: self.app.go("rules", game=self.game, chapter="", typed=""), "plain"),
            ("signs", lambda: self.app.go("signs", game=self.game), "plain"),
        ]

    def choose(self, game: str) -> None:
        self.game = game
        self.fill()

    def lead_us(self) -> None:
        """A new game in which everything is explained."""
        self.app.lead.switch(True)
        self.app.go("new-game", playing=self.game)

    def teach(self, person: str) -> None:
        taught = self.app.lead.taught
        if person == NEW:
            taught.welcome()
        else:
            taught.turn_to(person)
        self.app.lead.keep()
        self.fill()

    def switch(self, on: bool) -> None:
        self.app.lead.switch(on)
        self.fill()
