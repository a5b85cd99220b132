"""Whose turn it is, in that agent's colour, on every panel; a touch shows all hands.

May import: Kivy, the paper in which everything is cut, the views.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kivy.properties import BooleanProperty

from companion.app.theme import DISPLAY, SEMIBOLD
from companion.app.widgets import Painted, Touchable, paper
from companion.games.the_loop.tablet.widgets import people
from companion.games.the_loop.views.sentences import initials

if TYPE_CHECKING:
    from companion.games.the_loop.views.prompt import Prompt
    from companion.games.the_loop.views.table import TableView
    from companion.words import Speech


class Banner(Painted, Touchable):
    drawn_from = ("low",)
    low = BooleanProperty(False)
    """Where room is dear: a smaller head."""

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
        theme = self.theme
        if not self._name:
            return
        name, under = (44 if self.low else 50) * theme.unit, 23 * theme.em
        r = (34 if self.low else 48) * theme.unit
        left = self.x + 2.4 * r + 10 * theme.unit
        room = self.right - left - 10 * theme.unit
        names = lines(self._name.upper(), name, room, DISPLAY)
        unders = lines(self._under, under, room, SEMIBOLD)
        needed = len(names) * name * 1.18 + len(unders) * under * 1.2 + 18 * theme.unit
        self.height = max(needed, (80 if self.low else 104) * theme.unit)
        colour, y = theme.seat(self._agent), self.y + (self.height + needed) / 2 - 9 * theme.unit
        with self.canvas:
            paper.sheet(self.x, self.y, self.width, self.height, colour, 4 * theme.unit)
            paper.dots(
                self.x + self.width * 0.45, self.top, self.width * 0.54, 14, 7, 5, 0.6, (1, 1, 1, 0.35)
            )
            people.head(
                self._id, initials(self._name), self.x + 1.14 * r, self.center_y, r,
                colour, theme.dark, theme.text, theme.dark,
            )  # fmt: skip
            for said in names:
                y -= name * 1.18
                self._line(said, left, y + name * 0.59, name, DISPLAY)
            for said in unders:
                y -= under * 1.2
                self._line(said, left, y + under * 0.6, under, SEMIBOLD)

    def _line(self, said: str, x: float, y: float, size: float, font: str) -> None:
        lean = paper.LEAN if font == DISPLAY else 0
        box = paper.lettering(said, x, y, size, self.theme.dark, "left", lean, font)
        self.boxes.append((said, box))


def lines(said: str, size: float, room: float, font: str) -> list[str]:
    """Words in lines that are no wider than this."""
    found: list[str] = []
    for word in said.split(" "):
        longer = f"{found[-1]} {word}" if found else word
        if found and paper.width_of(longer, size, font) <= room:
            found[-1] = longer
        else:
            found.append(word)
    return found


def _under(prompt: Prompt, speech: Speech) -> str:
    match prompt.panel:
        case "agent":
            return speech.say("banner.act")
        case "drop" if prompt.next.act == "confirm":
            return speech.say("banner.count")
        case "drop" if prompt.question is not None:
            return speech.say("banner.drop", {"cubes": dict(prompt.question.about)["cubes"]})
        case "over":
            return speech.say("banner.over")
    if prompt.by_chance:
        return speech.say("banner.foo" if prompt.foo else "banner.table")
    return speech.say("banner.choose")
