"""How it ended, as one picture: those who saved time and their missions, or Dr Foo in his whirl.

May import: Kivy, the paper in which everything is cut, the views. It is the last frame of the stage that is
played at the end, and all of it where nothing moves.
"""

from __future__ import annotations

from collections.abc import Sequence

from companion.app.widgets import Painted, paper
from companion.games.the_loop.views.table import AgentView, Hq

from . import people, tokens

Agents = Sequence[tuple[AgentView, str]]
"""With their initials."""
WIDE = 740
"""Pixels of the design for all heads."""


class Finale(Painted):
    def __init__(self, title: str, hq: Hq, agents: Agents | None) -> None:
        """`agents`: who is cheered for; none, and the game is lost."""
        self.title, self.hq, self.agents = title, hq, agents
        super().__init__()

    @property
    def k(self) -> float:
        """Pixels for one of the design."""
        return min(self.width / 780, self.height / 800)

    def draw(self, *_: object) -> None:
        self.canvas.clear()
        if self.k < 0.1:
            return
        with self.canvas:
            if self.agents is None:
                self._lost()
            else:
                self._won(self.agents)
            self._heading()

    def _lost(self) -> None:
        x, y, k, theme = self.center_x, self.y + self.height * 0.43, self.k, self.theme
        far = 1100 * k
        paper.blades(x, y, far, 9, 300, theme.danger, 0.55, 14)
        paper.blades(x, y, far * 0.7, 9, 300, theme.ember, 0.22, 12)
        tokens.drum(theme, x, y, 262 * k)
        tokens.machine(theme, x, y, 284 * k)

    def _won(self, agents: Agents) -> None:
        k, theme, hq = self.k, self.theme, self.hq
        across = min(WIDE / max(len(agents), 1), 280)
        r = across * 0.44 * k
        for place, (agent, short) in enumerate(agents):
            x = self.center_x + (place - (len(agents) - 1) / 2) * across * k
            up = (18 if place % 2 else -18) * (len(agents) > 1)  # no two frames of a comic stand level
            y, colour = self.y + self.height * 0.5 + up * k, theme.seat(agent.index)
            paper.disc(x + 7 * k, y - 10 * k, 1.1 * r, theme.dark)
            people.head(agent.id, short, x, y, r, colour, theme.dark, theme.text, theme.text)
        for place in range(hq.goal):
            x = self.center_x + (place - (hq.goal - 1) / 2) * 128 * k
            done = place < hq.archived
            ground = theme.accent if done else theme.raised
            tokens.seal(theme, x, self.y + self.height * 0.2, 52 * k, ground, "✓" if done else "", 40 * k)

    def _heading(self) -> None:
        k, theme = self.k, self.theme
        size = 136 * k
        size *= min(1, (self.width - 40 * k) / paper.width_of(self.title, size))
        left, top = self.x + 28 * k, self.top - 92 * k
        for dx, dy in ((9, -10), (5, -5), (-3, 0), (3, 0), (0, 3), (0, -3)):  # paper on brass is hard to read
            paper.shade(self.title, left + dx * k, top + dy * k, size, theme.dark)
        paper.lettering(self.title, left, top, size, theme.text)
