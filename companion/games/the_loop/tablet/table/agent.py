"""The agent whose turn it is: cards, LOOPs, moves and the ability, each one touch away.

May import: Kivy, this room's widgets. A large hand is told by the names of its cards alone: small letters
help nobody, and all hands with their texts are one touch away.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout
from kivy.uix.widget import Widget

from companion.app.theme import FINGER
from companion.app.widgets import BigButton, DrawnButton, Glyph, Panel, Text
from companion.games.the_loop.rules.inputs import UseCard
from companion.games.the_loop.views import sentences
from companion.games.the_loop.views.prompt import Prompt
from companion.games.the_loop.views.sentences import initials
from companion.games.the_loop.views.table import AgentView, CardView, TableView

if TYPE_CHECKING:
    from .table import TableScreen

READ = 4
"""Cards whose texts can be read beside each other."""


class AgentPanel(Panel):
    def __init__(self, screen: TableScreen, **given: object) -> None:
        self.screen = screen
        self.app = screen.app
        super().__init__(**given)
        self.spacing = 7

    @property
    def finger(self) -> float:
        return max(FINGER, 58 * self.app.theme.unit)

    @property
    def tight(self) -> bool:
        """Large letters, or the coach's words in a small window: there is less room for the cards'."""
        theme = self.app.theme
        return bool(theme.text_size >= 1.25 or (theme.arrangement != "wide" and self.app.settings.coach))

    def show(self, view: TableView, prompt: Prompt) -> None:
        wide = self.app.theme.arrangement == "wide"
        self.view, agent = view, view.agent
        acting = prompt.panel == "agent" and not self.screen.now.outcome
        look = (self.app.tr.lang, self.app.theme.em, wide, self.tight, self.app.theme.palette)
        shown = (agent, acting, prompt.open, view.inside, look)
        if getattr(self, "_shown", None) == shown:
            return
        self._shown = shown
        self.clear_widgets()
        self._header(agent)
        self._hand(agent, prompt.open, wide)
        if acting:
            self._loops(agent)
        moves = self._moves(agent) if acting else []
        rest = self._rest(agent, acting)
        if moves and (wide or not self.tight):
            self._caption(self._price(agent))
        for row in (moves, rest) if wide else (moves + rest,):
            if row:
                box = BoxLayout(size_hint_y=None, height=self.finger, spacing=6)
                for button in row:
                    box.add_widget(button)
                self.add_widget(box)

    def _header(self, agent: AgentView) -> None:
        say, theme, name = self.app.tr.say, self.app.theme, self._name("agent", agent.index)
        row = BoxLayout(size_hint_y=None, height=max(FINGER, 82 * theme.em), spacing=10)
        row.add_widget(
            Glyph(
                glyph=f"agent:{initials(name)}",
                colour=theme.agent(agent.index),
                size_hint_x=None,
                width=48 * theme.em,
            )
        )
        names = BoxLayout(orientation="vertical")
        names.add_widget(Text(text=name, px=24, weight="bold", valign="middle", halign="left"))
        full = say("screen-table.batteries-full" if agent.full else "screen-table.batteries-low")
        piles = say("screen-table.piles", {"draw": agent.draw, "discard": agent.discard})
        for told in (self._name("era", agent.era), piles, full):
            names.add_widget(
                Text(text=told, px=15, tone="faint", valign="middle", halign="left", size_hint_y=0.66)
            )
        row.add_widget(names)
        if theme.arrangement != "wide" and sum(self.view.inside):
            late = self._late()
            late.size_hint_x, late.width = None, max(FINGER * 2, 150 * theme.unit)
            row.add_widget(late)
        hands = BigButton(text=say("screen-table.hands"), px=16, size_hint_x=None)
        hands.width = max(FINGER, 64 * theme.em)
        hands.bind(on_release=lambda _: self.screen.show_hands())
        row.add_widget(hands)
        self.add_widget(row)

    def _hand(self, agent: AgentView, untracked: bool, wide: bool) -> None:
        say = self.app.tr.say
        if untracked:
            row = BigButton(
                text=say("screen-table.play-card"), under=say("screen-table.hand-untracked"), px=22
            )
            row.bind(on_release=lambda _: self.screen.show_palette())
            self.add_widget(row)
            return
        if not agent.cards:
            self.add_widget(Text(text=say("screen-table.no-cards"), px=18, tone="faint", valign="middle"))
            return
        many = len(agent.cards) > READ
        columns = (2 if many else 1) if wide else 3 if many or (self.tight and len(agent.cards) > 2) else 2
        readable = READ if wide or not self.tight else READ // 2
        grid = GridLayout(cols=columns, spacing=6)
        for card in agent.cards:
            grid.add_widget(self._card(card, len(agent.cards) <= readable))
        for _ in range(-len(agent.cards) % columns):
            grid.add_widget(Widget())
        self.add_widget(grid)

    def _card(self, card: CardView, readable: bool) -> DrawnButton:
        state = self.app.tr.say("screen-table.ready" if card.ready else "screen-table.exhausted")
        text = sentences.effect(self.screen.speech, card.effect)
        button = DrawnButton(
            text=self._name("card", card.id),
            under=text if readable else "" if card.ready else state,
            glyph=f"dimension:{card.dimension}" if card.dimension else "card",
            mark="" if card.ready or not readable else state,
            mark_tone="faint",
            px=19 if readable else 17,
            quiet=not card.ready,
            edge=self.app.theme.strong_line if card.answer else None,
        )
        use = UseCard(card.id)
        button.bind(on_release=lambda _: self.screen.give(use))
        return button

    def _caption(self, told: str) -> None:
        height = 22 * self.app.theme.em
        self.add_widget(Text(text=told, px=16, tone="faint", halign="left", size_hint_y=None, height=height))

    def _loops(self, agent: AgentView) -> None:
        self._caption(self.app.tr.say("screen-table.loop", {"price": agent.price}))
        row = BoxLayout(size_hint_y=None, height=self.finger, spacing=6)
        for offer in agent.loops:
            button = DrawnButton(text=f"× {offer.cards}", glyph=f"dimension:{offer.dimension}", px=22)
            button.disabled = offer.answer is None
            button.bind(on_release=lambda _, given=offer.answer: self.screen.give(given))
            row.add_widget(button)
        self.add_widget(row)

    def _price(self, agent: AgentView) -> str:
        """How a move is paid."""
        ways = "both" if agent.moves and agent.free_moves else "free" if agent.free_moves else "paid"
        return str(self.app.tr.say(f"screen-table.moves-{ways}"))

    def _moves(self, agent: AgentView) -> list[BigButton]:
        """To the neighbours; when it could be paid either way the era is opened and asks."""
        row: list[BigButton] = []
        there = sorted(
            {move.to for move in (*agent.moves, *agent.free_moves)}, key=lambda to: (to - agent.era) % 7
        )
        for to in reversed(there):  # the past on the left
            ways = [move for move in (*agent.free_moves, *agent.moves) if move.to == to]
            era = self.view.eras[to]
            button = DrawnButton(
                text=self._name("era", to),
                glyph=f"era:{era.shape}",
                colour=self.app.theme.era(to, era.colour),
                edge=self.app.theme.era(to, era.colour),
                px=16,
            )
            if len(ways) == 1:
                button.bind(on_release=lambda _, given=ways[0]: self.screen.give(given))
            else:
                button.bind(on_release=lambda _, era=to: self.screen.era(era))
            row.append(button)
        return row

    def _name(self, kind: str, value: object) -> str:
        return self.screen.speech.name(kind, value)

    def _rest(self, agent: AgentView, acting: bool) -> list[BigButton]:
        say, wide = self.app.tr.say, self.app.theme.arrangement == "wide"
        row: list[BigButton] = []
        if acting and agent.ability_answer is not None:
            button = BigButton(text=say("screen-table.ability"), px=17)
            if wide and not self.tight and not sum(self.view.inside):
                button.under = sentences.effect(self.screen.speech, agent.ability)
                button.size_hint_x = 1.9
            button.bind(on_release=lambda _: self.screen.give(agent.ability_answer))
            row.append(button)
        if acting and agent.claim is not None:
            button = BigButton(text=say("screen-table.claim"), role="fine", px=16)
            button.bind(on_release=lambda _: self.screen.give(agent.claim))
            row.append(button)
        if wide and sum(self.view.inside):
            row.append(self._late())
        return row

    def _late(self) -> BigButton:
        told = self.app.tr.say("late.button", {"n": sum(self.view.inside)})
        late = BigButton(text=told, role="danger", px=16)
        late.bind(on_release=lambda _: self.screen.late())
        return late
