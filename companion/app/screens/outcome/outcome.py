"""The outcome: cause, a short story, career. A game that ended by mistake goes on with one undo.

May import: Kivy, the presenters, this room's widgets.
"""

from __future__ import annotations

from kivy.properties import BooleanProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.app.announcer import sound_of
from companion.app.presenters.career import known_reasons
from companion.app.presenters.outcome import OutcomePresenter
from companion.app.screens.tabletop import Tabletop
from companion.app.stage.director import subject_of
from companion.app.stage.scene import Cast
from companion.app.stage.script import staged
from companion.app.stage.still import Still
from companion.app.widgets import Glyph, Page, Rows, Text, named
from companion.table import ReasonsInvalid, Snapshot
from companion.words import Speech


class OutcomeScreen(Page):
    won = BooleanProperty(False)
    heading = StringProperty("")
    cause = StringProperty("")
    figures = StringProperty("")
    pictured = BooleanProperty(False)
    """Its game has a picture of how it ended."""

    def fill(self) -> None:
        now = self.app.now
        if now is None or now.outcome is None:
            return
        game, career = now.game, self.app.career
        try:
            known, wrong = known_reasons(game, self.app.games[game.name].folder), ""
        except ReasonsInvalid as invalid:
            known, wrong = [], self.say(f"error.{invalid.id}", **dict(invalid.about))
        presenter = OutcomePresenter(game, self.app.tr.words, self.app.games)
        view = presenter.show(now, career.of(game), known)
        self.won, self.heading = view.won, view.title.upper()
        self.cause, self.figures = view.cause, view.figures
        self._picture(now)
        self._list(self.ids.story, [("text", line) for line in view.story], "")
        ticks = list(view.ticks)
        if wrong:
            ticks.append(("danger", self.say("screen-career.wrong", why=wrong)))
        if not view.ticks and career.problem is not None:
            ticks.append(("danger", self.say("screen-outcome.not-kept", why=str(career.problem))))
        self._list(self.ids.ticks, ticks, "done")

    def _picture(self, now: Snapshot) -> None:
        """The last frame of the stage that was played at the end, for whoever saw none, too."""
        moment = sound_of(now.entries[-1], now.game, now.manifest)
        face = self.app.face
        stages = staged(face.part("stages") if face.stages else (), moment)
        self.pictured = bool(stages)
        for stage in stages:
            table, entry = self.app.screen("table"), now.entries[-1]
            assert isinstance(table, Tabletop)
            table.look()
            speech = Speech.of(self.app.tr.words, now).at(entry.after)
            cast = Cast(entry, subject_of(stage, entry), speech, self.app.theme, table)
            named(self, "still", Still).show(stage, cast, face.part("drawings"))

    def _list(self, place: Widget, lines: list[tuple[str, str]], glyph: str) -> None:
        place.clear_widgets()
        rows = Rows(spacing=4)
        for tone, said in lines:
            row = BoxLayout(spacing=10)
            if glyph and tone != "faint":
                sign = glyph if tone == "fine" else "wrong"
                row.add_widget(Glyph(glyph=sign, size_hint_x=None, width=26 * self.em))
            row.add_widget(Text(text=said, px=20, tone=tone, halign="left", valign="middle"))
            rows.add(row, 52 * self.em)
        place.add_widget(rows)

    def ended(self) -> None:
        """The rule by which it did."""
        if (outcome := self.app.playing.outcome) is not None:
            self.why(outcome.rule)

    def undo(self) -> None:
        self.app.go("table")
        self.app.undo()

    def home(self) -> None:
        self.app.leave()
        self.app.go("home")

    def again(self) -> None:
        name = self.app.playing.game.name
        self.app.leave()
        self.app.go("new-game", playing=name)
