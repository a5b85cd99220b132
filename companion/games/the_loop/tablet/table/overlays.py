"""What lies over the table of The LOOP for a moment: an era enlarged, hands, what an action brings.

May import: Kivy, this room's widgets. A touch beside it closes it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.app.widgets import (
    Beside,
    BigButton,
    Columns,
    DrawnButton,
    Glyph,
    Overlay,
    Paragraph,
    Rows,
    Text,
)
from companion.games.the_loop.views import by_hand, sentences
from companion.games.the_loop.views.prompt import AnswerOption
from companion.games.the_loop.views.table import AgentView, CardView, EraView

if TYPE_CHECKING:
    from .table import TableScreen

ROWS = 6
"""Lines that fill an era that is enlarged."""


class LoopOverlay(Overlay):
    """Over the table of The LOOP."""

    screen: TableScreen


class PeekOverlay(LoopOverlay):
    """One era enlarged: every piece by its name, and what can be done with it."""

    def __init__(self, screen: Any, index: int, options: tuple[AnswerOption, ...]) -> None:
        self.index = index
        self.options = options
        super().__init__(screen)

    def fill(self) -> None:
        era = self.screen.view.eras[self.index]
        theme = self.app.theme
        colour = theme.tint(era.index, era.colour)
        self.box.edge = colour
        row = BoxLayout(size_hint_y=None, height=52 * theme.em, spacing=12)
        row.add_widget(Glyph(glyph=f"form:{era.shape}", colour=colour, size_hint_x=None, width=46 * theme.em))
        name = self.screen.speech.name("era", era.index)
        row.add_widget(Text(text=name, px=34, critical=True, weight="bold", halign="left", valign="middle"))
        self.box.add_widget(row)
        pieces = self._pieces(era)
        grid = Columns(most=2 if len(pieces) > 5 else 1, spacing=4)
        for glyph, tint, said in pieces:
            line = Beside(spacing=10)
            line.add_widget(Glyph(glyph=glyph, colour=tint, size_hint_x=None, width=34 * theme.em))
            line.add_widget(Text(text=said, px=23, halign="left", valign="middle"))
            grid.add_widget(line)
        rows = -(-len(pieces) // (2 if len(pieces) > 5 else 1))
        grid.size_hint_y = rows
        self.box.add_widget(grid)
        if rows < ROWS:
            self.box.add_widget(Widget(size_hint_y=ROWS - rows))
        buttons = []
        question = self.screen.prompt.question if self.options else None
        answers = [one.answer for one in self.options] or (era.answers if self._acting() else ())
        for answer in answers:
            text = sentences.answer(self.screen.speech, question, answer)
            button = BigButton(text=text, px=23, edge=theme.accent)
            button.bind(on_release=lambda _, given=answer: self.screen.give(given))
            buttons.append(button)
        correct = BigButton(text=self.say("peek.correct"), px=23)
        correct.bind(on_release=lambda _: self.screen.hold(self.index))
        self.foot(*buttons, correct, self.closing())

    def _acting(self) -> bool:
        return self.screen.prompt.panel == "agent"

    def _pieces(self, era: EraView) -> list[tuple[str, Any, str]]:
        say, theme, eras = self.say, self.app.theme, self.screen.view.eras
        white = (1, 1, 1, 1)
        found: list[tuple[str, Any, str]] = []
        tile = era.tile
        speech = self.screen.speech
        if tile.mission is not None:
            taken = speech.words.listed([speech.name("era", space) for space in tile.spaces or ()])
            key = "peek.spaces" if tile.spaces else "peek.progress"
            progress = say(key, done=tile.done, goal=tile.goal, eras=taken)
            name = speech.name("mission", tile.mission.id)
            said = f"{name} ({progress}). {sentences.mission(speech, tile.mission)}"
            found.append(("done" if tile.complete else "empty", white, said))
        elif tile.kind != "none":
            found.append(("vortex" if tile.kind == "vortex" else "empty", white, say(f"peek.{tile.kind}")))
        if era.rifts:
            found.append(("rift", white, say("peek.rifts", n=era.rifts)))
        if era.energy:
            found.append(("cell", white, say("peek.energy", n=era.energy)))
        if era.perpetual:
            found.append(("cell", white, say("peek.perpetual", n=era.perpetual)))
        for token in era.tokens:
            home = eras[token.home]
            said = say("peek.duplicate", duplicate=token.id)
            found.append((f"token:{home.shape}", theme.tint(home.index, home.colour), said))
        for index in era.agents:
            name = speech.name("agent", index)
            found.append((portrait(self.screen.view.agents[index], name), theme.seat(index), name))
        for card in era.cards:
            said = f"{speech.name('card', card.id)} — {sentences.card(speech, card)}".rstrip("— ")
            found.append(("card", theme.tint(era.index, era.colour), said))
        if era.centrifuge:
            found.append(
                (f"dimension:{era.centrifuge}", white, say("peek.centrifuge", dimension=era.centrifuge))
            )
        found += [("wrong", white, say("peek.ultra", ultra=ultra.id)) for ultra in era.ultras]
        if forecast := self.screen.advising.forecast:
            found += [("wrong", white, said) for said in forecast.sentences[era.index : era.index + 1]]
            found += [("", white, said) for said in forecast.details]
        return found or [("", white, say("peek.nothing"))]


class HandsOverlay(LoopOverlay):
    """All agents, the one whose turn it is first: where they are, what they can do, and their hands."""

    share = (0.62, 0.9)

    def fill(self) -> None:
        self.heading(self.say("screen-table.all-hands"))
        rows, em = Rows(spacing=6), self.app.theme.em
        for agent in (self.screen.view.agent, *self.screen.view.others):
            rows.add(self._head(agent), 64 * em)
            if agent.ability:
                ability = sentences.ability(self.screen.speech, agent)
                said = f"{self.say('screen-table.ability')} · {ability}"
                line = Paragraph(text=said, px=17, tone="faint")
                rows.box.add_widget(line)
            for card in agent.cards:
                rows.add(self._card(card), max(self.finger, 74 * em))
        self.box.add_widget(rows)
        self.foot(self.closing())

    def _head(self, agent: AgentView) -> BoxLayout:
        theme, speech = self.app.theme, self.screen.speech
        name = speech.name("agent", agent.index)
        head = BoxLayout(spacing=10)
        mark = Glyph(glyph=portrait(agent, name), colour=theme.seat(agent.index))
        mark.size_hint_x, mark.width = None, 58 * theme.em
        head.add_widget(mark)
        names = BoxLayout(orientation="vertical")
        names.add_widget(Text(text=name, px=23, weight="bold", halign="left", valign="middle"))
        where = speech.name("era", agent.era)
        if agent.tracked:  # piles that lie on the real table are nobody's figures
            where += f" · {self.say('screen-table.piles', draw=agent.draw, discard=agent.discard)}"
        names.add_widget(Text(text=where, px=17, tone="faint", halign="left", valign="middle"))
        head.add_widget(names)
        return head

    def _card(self, card: CardView) -> DrawnButton:
        state = self.say("screen-table.ready" if card.ready else "screen-table.exhausted")
        return DrawnButton(
            text=self.screen.speech.name("card", card.id),
            under=sentences.card(self.screen.speech, card),
            glyph=f"dimension:{card.dimension}" if card.dimension else "card",
            mark="" if card.ready else state,
            mark_tone="faint",
            px=23,
            quiet=not card.ready,
        )


def portrait(agent: AgentView, name: str) -> str:
    """The drawing of an agent, by its name."""
    return f"head:{agent.id}/{sentences.initials(name)}"


class ComingOverlay(LoopOverlay):
    """An action brings something that does not lie on the board yet, or never will."""

    share = (0.42, 0.6)

    def fill(self) -> None:
        self.heading(self.say("by-hand.comes"))
        kinds = ("duplicate",) if self.screen.view.lightly else ("duplicate", "card")
        for kind in kinds:
            button = BigButton(text=self.say(f"by-hand.{kind}"), px=25)
            button.bind(on_release=lambda _, kind=kind: self.screen.bring(kind))
            self.box.add_widget(button)
        shield = BigButton(text=self.say("by-hand.shield"), px=25)
        shield.bind(on_release=lambda _: self._shield())
        self.box.add_widget(shield)
        self.foot(self.closing())

    def _shield(self) -> None:
        self.screen.close_overlay()
        self.screen.give(by_hand.shielded())
