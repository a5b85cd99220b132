"""The table of any game that has no screen of its own: what stands on the left, what is asked on the right.

May import: Kivy, the presenters, this room's widgets. It knows no rule and no game. What only one player may
see is in the tree only while that player has said to hold the tablet, and any change covers it again.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from kivy.properties import StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.app.presenters.generic import GenericPresenter, QuestionView
from companion.app.presenters.hand_steps import HandStepsPresenter
from companion.app.screens.tabletop import Tabletop
from companion.app.theme import FINGER
from companion.app.widgets import BigButton, RefusalOverlay, Rows, Text, named
from companion.engine import Input
from companion.words import Row, Speech


class GenericScreen(Tabletop):
    pointing: ClassVar[Mapping[str, str]] = {
        "main": "shown",
        "who": "asked",
        "steps": "strip",
        "machine": "shown",
    }
    heading = StringProperty("")

    def __init__(self, **given: Any) -> None:
        self.lines: list[tuple[BoxLayout, Text, Text]] = []
        super().__init__(**given)
        self.ask: QuestionView | None = None
        self.holder: int | None = None
        """Who said to hold the tablet; everything secret is covered while it is None."""
        self._drawn_for: tuple[Any, ...] = ()
        self.rows = Rows(spacing=4)
        self.ids.shown.add_widget(self.rows)
        self.app.tr.bind(say=lambda *_: self._look_soon())
        self.app.theme.bind(arrangement=lambda *_: self._look_soon(), em=lambda *_: self._look_soon())
        self.attach()

    @property
    def finger(self) -> float:
        return max(FINGER, 62 * self.app.theme.unit)

    @property
    def covered(self) -> bool:
        return self.ask is not None and self.ask.holder is not None and self.ask.holder != self.holder

    # -- what is shown

    def attach(self) -> None:
        super().attach()
        self.cover()

    def cover(self) -> None:
        """Nobody holds the tablet: nothing secret stays in sight."""
        self.holder = None
        for _, _, value in self.lines:
            value.text = ""
        self.ids.asked.clear_widgets()

    def on_leave(self, *_: Any) -> None:
        self.cover()

    def look(self, *_: Any) -> None:
        now, words = self.now, self.app.tr.words
        if now is None:
            return
        if now.position != self.shown:
            self.shown = now.position
            self.cover()
            if not isinstance(self.overlay, RefusalOverlay):
                self.close_overlay()
        game = now.game
        self.speech = Speech.of(words, now)
        presenter = GenericPresenter(words, self.app.games)
        self.ask, self.asked = presenter.ask(now), now.first
        self.heading = self.app.games[game.name].title
        manifest = self.app.games[game.name]
        self.steps = HandStepsPresenter(game, words, manifest, now.people).show(now.todo)
        self._rows(presenter.rows(now, None if self.covered else self.holder))
        self._asked()
        self._next()
        if self.overlay is not None and self.manner != self._drawn_for:
            self.overlay.rebuild()
        self._drawn_for = self.manner
        self.tell_refusal()

    def _rows(self, found: tuple[Row, ...]) -> None:
        """Lines are kept and written anew: to make many of them takes longer than anybody waits."""
        box = self.rows.box
        for _ in range(len(self.lines), len(found)):
            name = Text(px=19, tone="faint", halign="left", valign="middle")
            value = Text(px=21, weight="semibold", halign="left", valign="middle")
            line = BoxLayout(spacing=10)
            line.add_widget(name)
            line.add_widget(value)
            self.rows.add(line, 34 * self.app.theme.em)
            self.lines.append((line, name, value))
        while len(self.lines) > len(found):
            box.remove_widget(self.lines.pop()[0])
        for row, (line, name, value) in zip(found, self.lines, strict=True):
            name.text, value.text = row.name, row.value
            line.height = (34 + 26 * (len(row.value) // 34)) * self.app.theme.em

    def _asked(self) -> None:
        panel, ask, say = self.ids.asked, self.ask, self.app.tr.say
        panel.clear_widgets()
        if ask is None:
            return
        about = {"who": ask.who}
        head = say("cover.give", about) if self.covered else ask.who
        under = say("cover.alone", about) if self.covered else ask.question
        for said, px, tone in ((head, 20, "accent"), (under, 24, "text")):
            text = Text(text=said, px=px, tone=tone, weight="semibold", halign="left", valign="middle")
            text.size_hint_y, text.height = None, px * (1.6 + 1.3 * (len(said) // 44)) * self.app.theme.em
            panel.add_widget(text)
        rows = Rows(spacing=6)
        for said, answer in () if self.covered else ask.options:
            button = BigButton(text=said, px=22)
            button.bind(on_release=lambda _, answer=answer: self.give(answer))
            rows.add(button, max(self.finger, (48 + 24 * (len(said) // 40)) * self.app.theme.em))
        panel.add_widget(rows)

    def _next(self) -> None:
        say, ask, button = self.app.tr.say, self.ask, named(self, "next", BigButton)
        if ask is None:
            button.text = say("next.outcome")
        elif self.covered:
            button.text = say("cover.here", {"who": ask.who})
        else:
            button.text = ask.end[0] if ask.end else say("next.choose")
        ready = ask is None or self.covered or ask.end is not None
        button.disabled, button.role = not ready, "next" if ready else "plain"

    # -- touches

    def next(self) -> None:
        """The large button: the outcome, what is secret, or the end of the turn."""
        if self.ask is None:
            self.app.go("outcome")
        elif self.covered:
            self.holder = self.ask.holder
            self.look()
        elif self.ask.end is not None:
            self.give(self.ask.end[1])

    def give(self, *given: Input) -> None:
        """Covered at once, before anything is drawn anew."""
        self.cover()
        super().give(*given)

    def undo(self) -> None:
        self.cover()
        super().undo()

    def redo(self) -> None:
        self.cover()
        super().redo()

