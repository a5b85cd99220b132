"""The left of the table: the ring, and in its corners how far the game is, what is lost and what is won.

May import: Kivy, the paper in which everything is cut, the views.
"""

from __future__ import annotations

from kivy.properties import ObjectProperty
from kivy.uix.floatlayout import FloatLayout

from companion.app.theme import SEMIBOLD
from companion.app.widgets import Painted, paper
from companion.games.the_loop.tablet.widgets import tokens
from companion.games.the_loop.views.table import VORTEX_TILES, AgentView, Hq
from companion.words import Speech

DESIGN = 800
"""Pixels of the design that the stage is wide or high, whichever is less."""


class Corners(Painted):
    """Turn and cycle, vortexes, missions: a silhouette, then a number, then words."""

    drawn_from = ("alone",)
    alone: ObjectProperty[AgentView | None] = ObjectProperty(None, allownone=True)
    """Nothing else is beside the ring: larger, and whose turn it is."""

    def __init__(self, **given: object) -> None:
        self.hq: Hq | None = None
        self.speech: Speech | None = None
        super().__init__(**given)

    def show(self, hq: Hq, speech: Speech) -> None:
        self.hq, self.speech = hq, speech
        self.draw_soon()

    def draw(self, *_: object) -> None:
        self.canvas.clear()
        hq, speech, theme = self.hq, self.speech, self.theme
        k = min(self.width, self.height) / DESIGN
        spare = (self.width - self.height) / 2 if self.width > self.height else 0
        k *= min(1.7, max(1, spare / (150 * max(k, 0.01)))) if self.alone is not None else 1
        if hq is None or speech is None or k < 0.1:
            return
        top, right = self.top, self.right
        with self.canvas:
            self._words(speech.say("corner.turn"), self.x + 22 * k, top - 32 * k, k)
            number = paper.lettering(str(hq.turn), self.x + 20 * k, top - 76 * k, 56 * k, theme.text)
            of = speech.say("corner.of", {"turns": hq.turns})
            self._words(of, number[0] + number[2] + 10 * k, top - 84 * k, k)
            for cycle in range(len(hq.per_cycle)):
                x, y = self.x + (22 + cycle * 30) * k, top - 118 * k
                done = cycle < hq.cycle
                corners = [(x - 2 * k, y), (x + 22 * k, y), (x + 24 * k, y + 10 * k), (x, y + 10 * k)]
                paper.cut_out(corners, theme.accent if done else theme.raised)
            self._words(speech.say("corner.vortexes"), right - 14 * k, top - 32 * k, k, "right")
            for tile in range(VORTEX_TILES):
                x, y = right - (110 - tile * 40) * k, top - 72 * k
                if tile < VORTEX_TILES - hq.vortexes_left:
                    tokens.whirl(theme, x, y, 18 * k)
                else:
                    tokens.gap(theme, x, y, 16.5 * k)
            self._words(speech.say("corner.missions"), right - 14 * k, self.y + 80 * k, k, "right")
            if self.alone is not None:
                name = speech.name("agent", self.alone.index).upper()
                paper.lettering(name, self.x + 20 * k, self.y + 40 * k, 40 * k, theme.seat(self.alone.index))
            said = f"{hq.archived}/{hq.goal}"
            paper.lettering(said, right - 14 * k, self.y + 40 * k, 46 * k, theme.text, "right", 0)

    def _words(self, said: str, x: float, y: float, k: float, align: str = "left") -> None:
        paper.lettering(said, x, y, self.theme.legible(23 * k), self.theme.faint, align, 0, SEMIBOLD)


class Stage(FloatLayout):
    """Holds the ring and its corners."""
