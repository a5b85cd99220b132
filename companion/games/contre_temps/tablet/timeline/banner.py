"""Who is asked, in the colour of that player. May import: the banner of all tables."""

from __future__ import annotations

from kivy.properties import NumericProperty
from kivy.utils import get_color_from_hex as rgb

from companion.app.widgets import TurnBanner, paper
from companion.games.contre_temps.views.timeline import QuestionView, TimelineView

from .cards import SCIENTIST, pawn


class TimelineBanner(TurnBanner):
    seat = NumericProperty(-1)
    """-1: the table, which has the colour of cardboard."""

    def show(self, ask: QuestionView, view: TimelineView, phases: list[str]) -> None:
        under = phases[view.phase - 1] if 0 < view.phase <= len(phases) else ""
        if ask.seat is None:
            self.seat = -1
            self.tell(ask.who, under, self.theme.kraft)
        else:
            seat = view.seats[ask.seat]
            self.seat = ask.seat
            self.tell(seat.name, ask.who if ask.kind == "cover" else under, rgb(seat.colour))

    def head(self, x: float, y: float, r: float) -> None:
        theme = self.theme
        paper.disc(x, y, r, theme.dark)
        paper.disc(x, y, r * 0.93, self._colour)
        said = str(self.seat + 1) if self.seat >= 0 else ""
        if said:
            paper.fill(SCIENTIST, theme.dark, x, y - r * 0.02, r * 0.8 / 100)
            pawn(theme, said, theme.text, x, y - r * 0.02, r * 0.72)
        else:
            paper.sheet(x - r * 0.5, y - r * 0.56, r * 0.7, r * 0.96, theme.dark, 2)
            paper.sheet(x - r * 0.2, y - r * 0.4, r * 0.7, r * 0.96, theme.text, 2)
