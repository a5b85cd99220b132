"""Whose turn it is, in that agent's colour, on every panel; a touch shows all hands.

May import: Kivy, the banner of all tables, the views.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.app.widgets import TurnBanner
from companion.games.the_loop.tablet.widgets import people
from companion.games.the_loop.views.sentences import initials

if TYPE_CHECKING:
    from companion.games.the_loop.views.prompt import Prompt
    from companion.games.the_loop.views.table import TableView
    from companion.words import Speech


class Banner(TurnBanner):
    _id = ""

    def show(self, view: TableView, prompt: Prompt, speech: Speech) -> None:
        agent = view.agents[prompt.agent]
        self._id, under = agent.id, _under(prompt, speech)
        if person := speech.person(agent.index):
            under = f"{person} · {under}"
        if prompt.panel == "agent" and not agent.full:
            under += f" · {speech.say('banner.low')}"
        self.tell(speech.name("agent", agent.index), under, self.theme.seat(agent.index))

    def head(self, x: float, y: float, r: float) -> None:
        theme = self.theme
        people.head(
            self._id, initials(self._name), x, y, r, self._colour, theme.dark, theme.text, theme.dark
        )


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
