"""A cube that stayed inside has fallen out: one touch tells where it lies.

May import: Kivy, the presenters, this room's widgets. A broken beam only asks; nothing is placed by itself.
"""

from __future__ import annotations

from typing import Any

from companion.app.widgets import BigButton, Columns, DrawnButton, Paragraph
from companion.games.the_loop.views import late_cubes
from companion.table import Correct

from .overlays import LoopOverlay


class LateOverlay(LoopOverlay):
    unasked = True

    def __init__(self, screen: Any) -> None:
        self.fallen = screen.now.fallen
        super().__init__(screen)

    def fill(self) -> None:
        found = late_cubes.late(self.screen.view.inside, self.fallen)
        self.heading(self.say("late.title"))
        names = [self.screen.speech.name("era", era) for era in found.likely]
        heard = self.say("late.heard", eras=self.app.tr.words.listed(names)) if names else ""
        said = f"{heard} {self.say('late.where')}".strip()
        self.box.add_widget(Paragraph(text=said, px=23, tone="faint"))
        for kind, count in found.kinds:
            if len(found.kinds) > 1:
                self.heading(f"{self.say(f'late.{kind}')} ({count})", px=23)
            self._eras(kind, found.likely)
        nothing = BigButton(text=self.say("late.nothing"), px=23)
        nothing.bind(on_release=lambda _: self.screen.close_overlay())
        self.foot(nothing)

    def _eras(self, kind: str, likely: tuple[int, ...]) -> None:
        """As on the ring, the one that was heard in front of the eye."""
        grid = Columns(most=4 if self.app.theme.arrangement == "wide" else 3, spacing=8)
        for era in self.screen.view.eras:
            colour = self.app.theme.tint(era.index, era.colour)
            name = self.screen.speech.name("era", era.index)
            button = DrawnButton(text=name, glyph=f"form:{era.shape}", colour=colour, px=23)
            button.role = "chosen" if era.index in likely else "plain"
            button.bind(on_release=lambda _, era=era.index: self._fell(kind, era))
            grid.add_widget(button)
        self.box.add_widget(grid)

    def _fell(self, kind: str, era: int) -> None:
        game = self.app.playing.game
        self.screen.close_overlay()
        self.app.post(Correct(late_cubes.fell(game, kind, era)))
