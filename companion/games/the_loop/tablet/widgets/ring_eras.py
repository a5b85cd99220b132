"""The seven eras, cut out of paper: scene, tray of rifts, name on the rim.

May import: Kivy, the paper in which everything is cut, the views. Drawn into the canvas that is open.
"""

from __future__ import annotations

from collections.abc import Sequence

from kivy.graphics import Color, StencilPop, StencilPush, StencilUnUse, StencilUse

from companion.app.theme import EXTRABOLD
from companion.app.widgets import paper, shapes
from companion.games.the_loop.views.table import EraView, TableView

from . import scenes, tokens
from .ring_plan import CRACK, HALF, INNER, PLACES, RIM, TRAY, Place, Spot
from .ring_rim import RingRim
from .wedge import angle_of


class RingEras(RingRim):
    def _scene(self, era: EraView) -> None:
        """Sky, moon, ground and silhouette, cut to the era; a torn one is a whirl."""
        theme, k, place = self.theme, self.k, PLACES[era.index]
        sky = theme.tint(era.index, era.colour)
        gap = 0.55
        StencilPush()
        self._wedge(TRAY, self.scene, era.index, HALF - gap)
        StencilUse()
        if era.torn:
            Color(*theme.ground)
            self._wedge(TRAY, self.scene, era.index, HALF)
            vx, vy = self.polar(236, angle_of(era.index))
            paper.blades(vx, vy, 170 * k, 7, 250, theme.danger, 0.5)
            paper.blades(vx, vy, 96 * k, 5, 250, theme.text, 0.3)
            paper.disc(vx, vy, 22 * k, theme.ground)
        else:
            Color(*sky)
            self._wedge(TRAY, self.scene, era.index, HALF)
            self._halftone(era, place)
            mx, my = self.at(place.x + (34 if place.x <= 0 else -34), place.y - 56 * place.scale)
            paper.disc(mx, my, 38 * k, theme.text)
            ground = [(-340, -1), (place.x - 70, -4), (place.x + 84, -2), (340, -3), (340, 260), (-340, 260)]
            paper.cut_out([self.at(a, place.horizon + b) for a, b in ground], theme.ground, smooth=False)
            sx, sy = self.at(place.x, place.y)
            scenes.scene(era.index, sx, sy, place.scale * k, theme.ground, sky, theme.text)
            if era.full:
                self._cracks(era.index)
        if self._dim(era):
            Color(*theme.ground[:3], 0.62)
            self._wedge(TRAY, self.scene, era.index, HALF)
        StencilUnUse()
        self._wedge(TRAY, self.scene, era.index, HALF - gap)
        StencilPop()

    def _halftone(self, era: EraView, place: Place) -> None:
        k, step = self.k, max(round(13 * self.k), 6)
        x, y = self.at(place.x - 160, place.y - 78)
        if self.theme.palette != "colour-blind":
            paper.dots(x, y, 330 * k, step, 12, 0.6 * k, 6.5 * k, self.theme.text)
            return
        ink = [*self.theme.ground[:3], 0.32]  # the era's own shape
        for row in range(14):
            for column in range(14):
                a, b = place.x - 175 + column * 26 + row % 2 * 13, place.y - 170 + row * 26
                shapes.figure(era.shape, *self.at(a, b), 5 * k, ink)

    def _cracks(self, index: int) -> None:
        """The ground gives way: two cracks."""
        a = angle_of(index)
        for off in (-19, 17):
            left, right = [], []
            for k, (short, bent) in enumerate(CRACK):
                far = TRAY + 2 + (self.scene - TRAY - 2) * k / 5 * short
                wide, turned = 2.6 * (1 - k / 5) + 0.2, a - off + bent
                left.append(self.polar(far, turned - wide))
                right.append(self.polar(far, turned + wide * 0.6))
            paper.cut_out(left + right[::-1], self.theme.danger)

    def _tray(self, era: EraView) -> None:
        """Three spaces next to the machine: all seven together are the danger ring."""
        theme, k, a = self.theme, self.k, angle_of(era.index)
        Color(*(theme.ember if era.full else theme.panel))
        self._wedge(INNER + 3, TRAY - 2, era.index, HALF - 0.8)
        middle = (INNER + TRAY) / 2 + 0.5
        fresh = min(self.fresh[era.index] if self.fresh else 0, era.rifts)
        if era.rifts > 3:
            x, y = self.polar(middle, a + 8)
            tokens.cube(theme, x, y, 29 * k, 90 - a)
            self.spots.append(Spot("rift", era.index, str(era.rifts - 1), x, y))
            self._letters(f"×{era.rifts}", *self.polar(middle, a - 8), self.high(25), theme.text, EXTRABOLD)
            return
        for space in range(3):
            angle = a - (space - 1) * 15.4
            x, y = self.polar(middle, angle)
            if space < era.rifts:
                self.spots.append(Spot("rift", era.index, str(space), x, y))
                if space >= era.rifts - fresh:
                    paper.disc(x, y, 23 * k, theme.text)
                tokens.cube(theme, x, y, 29 * k, 90 - angle)
            else:
                self.spots.append(Spot("hole", era.index, "", x, y))
                tokens.hole(theme, x, y, 26 * k, 90 - angle)

    def _name(self, era: EraView) -> None:
        """On the rim; the rim of a full era has teeth, that of a torn one is hot."""
        theme, a = self.theme, angle_of(era.index)
        hurt, other_eyes = era.full or era.torn, theme.palette == "colour-blind"
        band = (theme.ground if other_eyes else theme.danger) if hurt else theme.tint(era.index, era.colour)
        ink = theme.text if other_eyes and hurt else theme.dark
        if self._dim(era):
            band = [part * 0.3 + night * 0.7 for part, night in zip(band, theme.ground, strict=True)]
            ink = theme.text
        Color(*band)
        self._wedge(self.scene + 2, RIM, era.index, HALF - 0.55)
        if era.full:
            teeth, count = [], 16
            for tooth in range(count + 1):
                far = RIM + (13 if tooth % 2 else 1)
                teeth.append(self.polar(far, a - (HALF - 0.55) * (1 - 2 * tooth / count)))
            teeth += [self.polar(RIM - 2, a + (HALF - 0.55) * (1 - tooth / 4)) for tooth in range(9)]
            paper.cut_out(teeth, theme.danger)
        self._letter_rim(era.index, era.shape, ink)

    def _outlined(self, era: EraView, view: TableView) -> None:
        """Where the agent stands whose turn it is, and which eras answer."""
        theme = self.theme
        outer = RIM + (14 if era.full else 3)
        if era.index in self.targets:
            Color(*theme.accent)
            self._edge(INNER + 1, outer, era.index, HALF - 0.3, 7)
        elif era.index == view.agent.era and not (self.targets or self._walking):
            Color(*theme.text)
            self._edge(INNER + 1, outer, era.index, HALF, 6)

    def _arrow(self, to: int) -> None:
        place = self.arrow(to)
        if place is not None:
            x, y, a = place
            paper.disc(x, y, 29 * self.k, self.theme.dark)
            paper.disc(x, y, 25 * self.k, self.theme.text)
            paper.fill("M-13-5H1V-14L16 0 1 14V5H-13Z", self.theme.dark, x, y, self.k, -a)

    def _letters(
        self, said: str, x: float, y: float, size: float, colour: Sequence[float], font: str = EXTRABOLD
    ) -> None:
        self.boxes.append((said, shapes.letters(said, x, y, size, colour, font)))
