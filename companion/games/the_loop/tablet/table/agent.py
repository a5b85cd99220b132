"""The agent whose turn it is: cards, LOOPs, ability, each one touch away; moves are arrows on the ring.

May import: Kivy, the app's widgets, the views. Cards keep their texts however large the letters are: a hand
that is higher than its place scrolls, and LOOPs and the ability stay in sight below it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from kivy.uix.boxlayout import BoxLayout

from companion.app.theme import FINGER
from companion.app.widgets import Beside, BigButton, Columns, Flow, Fold, Glyph, Text
from companion.engine import Input
from companion.games.the_loop.rules.inputs import UseCard
from companion.games.the_loop.views import by_hand, sentences
from companion.games.the_loop.views.prompt import Prompt
from companion.games.the_loop.views.table import AgentView, CardView, TableView

from .cards import CardSheet, Cost, LoopButton, loop_line

if TYPE_CHECKING:
    from .table import TableScreen


class AgentPanel(BoxLayout):
    def __init__(self, screen: TableScreen, **given: object) -> None:
        self.screen = screen
        self.app = screen.app
        super().__init__(**given)
        self.orientation = "vertical"
        self._shown: tuple[object, ...] = ()

    @property
    def finger(self) -> float:
        return float(max(FINGER, 66 * self.app.theme.unit))

    def show(self, view: TableView, prompt: Prompt) -> None:
        theme = self.app.theme
        self.view, agent = view, view.agent
        acting = prompt.panel == "agent"
        look = (self.app.tr.lang, theme.em, theme.arrangement, theme.palette)
        again = by_hand.again(self.app.playing) if acting else ()
        moves = by_hand.as_move(self.app.playing) if acting else ()
        shown = (agent, acting, prompt.open, view.inside, again, moves, self.app.settings.coach, look)
        if self._shown == shown:
            return
        self._shown = shown
        self.clear_widgets()
        self.spacing = 10 * theme.unit
        self.fold = Fold(spacing=self.spacing)
        self.add_widget(self.fold)
        self._hand(agent, prompt.open)
        if again:
            self._again(again)
        if moves:
            self._moved(moves)
        self._actions(agent, acting)

    def _actions(self, agent: AgentView, acting: bool) -> None:
        """They stay in sight, LOOPs with their price; where lines are few its words scroll with the cards."""
        theme = self.app.theme
        row = Flow(size_hint_y=None, least=self.finger, spacing=8 * theme.unit)
        short = self.app.settings.coach and theme.arrangement != "wide"
        place = self.fold.column if short else self  # beside the coach there is no room for both: all scrolls
        if acting and not self.view.lightly:
            few = theme.arrangement == "tabs"
            line, cost = loop_line(self.app.tr.say("corner.loop-for")), Cost(agent.price)
            (self.fold.column if few else place).add_widget(line)
            (row if few else line).add_widget(cost)
            for offer in agent.loops:
                loop = LoopButton(offer.dimension, text=offer.figure if agent.tracked else "", px=25)
                loop.disabled = offer.answer is None
                loop.because = "LOOP-02"
                loop.bind(on_release=lambda _, given=offer.answer: self.screen.give(given))
                row.add_widget(loop)
        for button in self._rest(agent, acting):
            row.add_widget(button)
        if row.children:
            place.add_widget(row)

    def _hand(self, agent: AgentView, untracked: bool) -> None:
        say = self.app.tr.say
        if untracked:
            self._by_hand()
            return
        if not agent.cards:
            none = Text(text=say("screen-table.no-cards"), px=23, tone="faint", valign="middle")
            self.fold.column.add_widget(none)
            return
        cards = sorted(agent.cards, key=lambda card: (card.dimension, card.id))  # a used one stays
        gap = 10 * self.app.theme.unit
        grid = Columns(most=2 if self.app.theme.arrangement == "tall" and len(cards) > 3 else 1, spacing=gap)
        for card in cards:
            grid.add_widget(self._card(card))
        self.fold.column.add_widget(grid)

    def _by_hand(self) -> None:
        """What to do on the ring, in a picture and few words each."""
        say, theme = self.app.tr.say, self.app.theme
        lightly, column = self.view.lightly, self.fold.column
        how = Text(text=say("by-hand.how"), px=25, weight="bold", halign="left", valign="middle")
        column.add_widget(how)
        middle = ("done", "seal") if lightly else ("cell", "energy")
        for glyph, key in (("rift", "rift"), middle, ("token:circle", "drag")):
            row = Beside(spacing=14 * theme.unit)
            colour = list(theme.kraft) if key == "drag" else [1.0, 1.0, 1.0, 1.0]
            row.add_widget(Glyph(glyph=glyph, colour=colour, size_hint_x=None, width=46 * theme.unit))
            row.add_widget(Text(text=say(f"by-hand.{key}"), px=23, halign="left", valign="middle"))
            column.add_widget(row)
        ways = Flow(size_hint_y=None, least=self.finger, spacing=8 * theme.unit)
        if not lightly:
            ways.add_widget(self._plain("screen-table.play-card", self.screen.show_palette))
        ways.add_widget(self._plain("by-hand.new", self.screen.show_coming))
        self.add_widget(ways)

    def _plain(self, key: str, act: Callable[[], None]) -> BigButton:
        button = BigButton(text=self.app.tr.say(key), px=23)
        button.bind(on_release=lambda _: act())
        return button

    def _again(self, given: tuple[Input, ...]) -> None:
        """Right after a LOOP: all that was done before it, the same way."""
        speech = self.screen.speech
        said = [sentences.answer(speech, None, one) for one in given if one.kind == "UseCard"]
        what = [sentences.changes(speech, one.changes) for one in given if one.kind == "HandsDid"]
        under = ", ".join(said or what)
        button = BigButton(
            text=speech.say("by-hand.again"), under=under[:1].upper() + under[1:], px=25, role="chosen"
        )
        button.bind(on_release=lambda _: self.screen.give(*given))
        row = Flow(size_hint_y=None, least=self.finger * 1.25)
        row.add_widget(button)
        self.add_widget(row)

    def _moved(self, moves: tuple[Input, ...]) -> None:
        """A pawn was carried next door, by a card: it may have walked."""
        row = Flow(size_hint_y=None, least=self.finger)
        for move in moves:
            button = BigButton(text=sentences.answer(self.screen.speech, None, move), px=23)
            button.bind(on_release=lambda _, move=move: self.screen.paid(move))
            row.add_widget(button)
        self.add_widget(row)

    def _card(self, card: CardView) -> CardSheet:
        theme, speech = self.app.theme, self.screen.speech
        era = self.view.eras[card.era] if card.era >= 0 else None
        text = sentences.card(speech, card)
        used = speech.say("corner.used")
        button = CardSheet(
            card,
            era.shape if era else "",
            theme.tint(era.index, era.colour) if era else list(theme.kraft),
            text=speech.name("card", card.id),
            under=text if card.ready else f"{used} · {text}",
            px=25,
            quiet=not card.ready,
        )
        button.size_hint_y = 1 + min(len(text) / 40, 2) * 0.45
        button.bind(on_release=lambda _: self.screen.give(UseCard(card.id)))
        return button

    def _rest(self, agent: AgentView, acting: bool) -> list[BigButton]:
        say = self.app.tr.say
        row: list[BigButton] = []
        if acting and agent.ability_answer is not None:
            sign = self.app.tr.words.invented if agent.invented else ""
            button = BigButton(text=say("screen-table.ability") + sign, px=23, size_hint_x=1.4)
            button.bind(on_release=lambda _: self.screen.give(agent.ability_answer))
            row.append(button)
        if acting and agent.claim is not None:
            button = BigButton(text=say("screen-table.claim"), role="fine", px=23)
            button.bind(on_release=lambda _: self.screen.give(agent.claim))
            row.append(button)
        if sum(self.view.inside):
            late = BigButton(text=say("late.button", {"n": sum(self.view.inside)}), role="danger", px=23)
            late.bind(on_release=lambda _: self.screen.late())
            late.size_hint_x = 2.4
            row.append(late)
        return row
