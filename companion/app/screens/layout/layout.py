"""Setting up by pictures: one step at a time, with the place of the table where it belongs.

May import: Kivy, companion.teacher, this room's presenters and widgets.
"""

from __future__ import annotations

from typing import Any

from kivy.uix.boxlayout import BoxLayout

from companion.app.presenters.game_options import lies_on_a_table
from companion.app.widgets import BigButton, BoardSketch, Page, Text
from companion.engine.scene import chosen
from companion.teacher import SetupStep, places, setup_steps


class LayoutScreen(Page):
    back = "new-game"

    def on_pre_enter(self, *_: Any) -> None:
        self.at = 0
        super().on_pre_enter()

    @property
    def steps(self) -> tuple[SetupStep, ...]:
        now = self.app.playing
        options = chosen(now)
        return setup_steps(now.manifest, options, lies_on_a_table(now.game, options))

    def fill(self) -> None:
        if self.app.now is None:
            return
        steps, words, em = self.steps, self.app.lead.words(), self.em
        self.ids.place.clear_widgets()
        if not steps:
            return
        step = steps[self.at]
        body = BoxLayout(orientation="vertical" if self.tall else "horizontal", spacing=20 * em)
        body.add_widget(BoardSketch(places=places(self.app.playing.manifest), pointed=step.place))
        side = BoxLayout(orientation="vertical", size_hint_x=1 if self.tall else 0.7, spacing=10)
        side.add_widget(Text(text=step.text(words), px=32, weight="semibold", halign="left", valign="middle"))
        where = words.say("teach.on-the-board", {"place": words.say(f"place.{step.place}")})
        for said in (where, words.say("teach.step", {"n": self.at + 1, "all": len(steps)})):
            line = Text(text=said, px=20, tone="faint", halign="left", valign="middle")
            line.size_hint_y, line.height = None, 50 * em
            side.add_widget(line)
        body.add_widget(side)
        self.ids.place.add_widget(body)
        row = BoxLayout(size_hint_y=None, height=max(self.finger, 84 * em), spacing=12)
        last = self.at + 1 == len(steps)
        for key, act, role in (
            ("step-back", self.before, "plain"),
            ("skip", self.play, "plain"),
            ("play" if last else "step-on", self.play if last else self.next, "next"),
        ):
            button = BigButton(text=words.say(f"teach.{key}"), px=26, role=role)
            button.bind(on_release=lambda _, act=act: act())
            button.disabled = key == "step-back" and self.at == 0
            button.because = "because.first-step"
            row.add_widget(button)
        self.ids.place.add_widget(row)

    def before(self) -> None:
        self.at -= 1
        self.fill()

    def next(self) -> None:
        self.at += 1
        self.fill()

    def play(self) -> None:
        """To the table; what is still to be drawn is asked there."""
        self.app.go("table")
