"""Whose turn it is, in that agent's colour, on every panel; a touch shows all hands.

May import: Kivy, the paper in which everything is cut, the views.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.app.theme import DISPLAY, SEMIBOLD
from companion.app.widgets import Painted, Touchable, paper
from companion.games.the_loop.tablet.widgets import people
from companion.games.the_loop.views.sentences import initials

if TYPE_CHECKING:
    from companion.games.the_loop.views.prompt import Prompt
    from companion.games.the_loop.views.table import TableView
    from companion.words import Speech


class Banner(Painted, Touchable):
    def __init__(self, **given: object) -> None:
        self.boxes: list[tuple[str, tuple[float, float, float, float]]] = []
        self._agent, self._id, self._name, self._under = 0, "", "", ""
        super().__init__(**given)

    def show(self, view: TableView, prompt: Prompt, speech: Speech) -> None:
        agent = view.agents[prompt.agent]
        self._agent, self._id, self._name = agent.index, agent.id, speech.name("agent", agent.index)
        self._under = _under(prompt, speech)
        if person := speech.person(agent.index):
            self._under = f"{person} · {self._under}"
        if prompt.panel == "agent" and not agent.full:
            self._under += f" · {speech.say('banner.low')}"
        self.draw_soon()

    def draw(self, *_: object) -> None:
        self.canvas.clear()
        self.boxes = []
        theme, height = self.theme, self.height
        if not self._name or height < 20:
            return
        colour, r = theme.seat(self._agent), height * 0.46
        left = self.x + 2.4 * r + 0.1 * height
        room = self.right - left - 10 * theme.unit
        with self.canvas:
            paper.sheet(self.x, self.y, self.width, height, colour, 4 * theme.unit)
            paper.dots(
                self.x + self.width * 0.45, self.top, self.width * 0.54, 14, 7, 5, 0.6, (1, 1, 1, 0.35)
            )
            people.head(
                self._id, initials(self._name), self.x + 1.14 * r, self.center_y, r,
                colour, theme.dark, theme.text, theme.dark,
            )  # fmt: skip
            self._line(
                self._name.upper(),
                left,
                self.y + height * 0.64,
                min(50 * theme.unit, height * 0.46),
                room,
                DISPLAY,
            )
            under = min(23 * theme.em, height * 0.24)
            self._line(self._under, left, self.y + height * 0.25, under, room, SEMIBOLD)

    def _line(self, said: str, x: float, y: float, size: float, room: float, font: str) -> None:
        """Smaller where it would not fit."""
        size *= min(1, room / max(paper.width_of(said, size, font), 1))
        lean = paper.LEAN if font == DISPLAY else 0
        box = paper.lettering(said, x, y, size, self.theme.dark, "left", lean, font)
        self.boxes.append((said, box))


def _under(prompt: Prompt, speech: Speech) -> str:
    match prompt.panel:
        case "agent":
            return speech.say("banner.act")
        case "drop" if prompt.question is not None:
            return speech.say("banner.drop", {"cubes": dict(prompt.question.about)["cubes"]})
        case "over":
            return speech.say("banner.over")
    if prompt.by_chance:
        return speech.say("banner.foo" if prompt.foo else "banner.table")
    return speech.say("banner.choose")
