"""What is asked now: who, what, and the cards, numbers or places to touch.

May import: Kivy, this room's widgets. Nothing secret is built before who holds the tablet has said so: what
is not in the tree cannot be seen.
"""

from __future__ import annotations

from typing import Any

from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout
from kivy.uix.widget import Widget

from companion.app.running import the_app
from companion.app.theme import FINGER
from companion.app.widgets import BigButton, Columns, DrawnButton, Flow, Fold, Paragraph, Text
from companion.games.contre_temps.views.timeline import QuestionView, TimelineView

from .cards import CardButton, PlayedCard, SuitButton, ValueButton

COLUMNS = 5
FEW_WAYS = 7
"""So many ways stand below each other."""


class AskPanel(BoxLayout):
    def __init__(self, screen: Any, **given: Any) -> None:
        self.screen = screen
        self.app = the_app()
        self._shown: Any = None
        super().__init__(orientation="vertical", **given)

    def clear(self) -> None:
        self.clear_widgets()
        self._shown = None

    @property
    def finger(self) -> float:
        return float(max(FINGER, 62 * self.app.theme.unit))

    def show(self, ask: QuestionView, view: TimelineView) -> None:
        theme, screen = self.app.theme, self.screen
        manner = (self.app.tr.lang, theme.em, theme.arrangement, theme.palette)
        wanted = (ask, view.played, view.seats, screen.suit, screen.selected, manner)
        if wanted == self._shown:
            return
        self._shown = wanted
        self.clear_widgets()
        self.spacing = 8 * theme.unit
        self.fold = Fold(spacing=8 * theme.unit)
        self.add_widget(self.fold)
        column = self.fold.column
        column.add_widget(Paragraph(text=ask.title, px=25, weight="bold"))
        if ask.explain:
            column.add_widget(Paragraph(text=ask.explain, px=23))
        if view.played and ask.kind != "over":
            self._played(view)
        match ask.kind:
            case "cards":
                self._pad(ask, view)
            case "hand":
                self._hand(ask)
            case "ways":
                self._ways(ask, view)
        column.add_widget(Widget(size_hint_y=0.01))
        if ask.others:
            self._others(ask, view)

    def _played(self, view: TimelineView) -> None:
        """The cards that lie at the running event since it was begun; the one that wins has an edge."""
        theme = self.app.theme
        row = Flow(size_hint_y=None, least=62 * theme.unit, spacing=8 * theme.unit)
        for index, card in view.played:
            seat = view.seats[index]
            played = PlayedCard(card=card, seat=index, colour=[seat.colour], wins=seat.wins)
            played.size_hint_x, played.width = None, 122 * theme.unit
            row.add_widget(played)
        self.fold.column.add_widget(row)

    def _spread(self, columns: int, least: float, buttons: list[BigButton]) -> None:
        """In rows of one height, no lower than this."""
        theme, rows = self.app.theme, -(-len(buttons) // columns)
        gap = 8 * theme.unit
        grid = GridLayout(cols=columns, spacing=gap, size_hint_y=None, height=rows * (least + gap) - gap)
        for button in buttons:
            grid.add_widget(button)
        for _ in range(-len(buttons) % columns):
            grid.add_widget(Widget())
        self.fold.column.add_widget(grid)

    # -- answers

    def _pad(self, ask: QuestionView, view: TimelineView) -> None:
        """Suit, then value. The suit to be followed is touched already."""
        signs: list[BigButton] = []
        for suit in view.suits:
            sign = SuitButton(suit, role="chosen" if suit.id == self.screen.suit else "plain")
            sign.bind(on_release=lambda _, suit=suit.id: self.screen.choose_suit(suit))
            signs.append(sign)
        self._spread(COLUMNS, self.finger, signs)
        if not self.screen.suit:
            self.fold.column.add_widget(
                Paragraph(text=self.app.tr.say("timeline.first-suit"), px=17, tone="faint")
            )
        values: list[BigButton] = []
        for value in view.values:
            card = f"{self.screen.suit}{value}"
            chosen = self.screen.selected is not None and self.screen.selected.card == card
            button = ValueButton(text=str(value), role="chosen" if chosen else "plain")
            button.disabled = not self.screen.suit
            button.because = "timeline.first-suit"
            button.quiet = bool(self.screen.suit) and card not in ask.cards  # a touch tells why not
            button.bind(on_release=lambda _, card=card: self.screen.put_card(card))
            values.append(button)
        self._spread(COLUMNS, self.finger, values)

    def _hand(self, ask: QuestionView) -> None:
        cards: list[BigButton] = []
        for card, legal in ask.hand:
            chosen = self.screen.selected is not None and self.screen.selected.card == card.id
            button = CardButton(card, quiet=not legal, role="chosen" if chosen else "plain")
            button.bind(on_release=lambda _, card=card.id: self.screen.put_card(card))
            cards.append(button)
        columns = 4 if len(cards) > 9 else 3
        least = 150
        self._spread(columns, max(FINGER, least * self.app.theme.unit), cards)

    def _ways(self, ask: QuestionView, view: TimelineView) -> None:
        theme = self.app.theme
        many = len(ask.ways) >= FEW_WAYS or self.screen.tall
        grid = Columns(most=2 if many else 1, spacing=8 * theme.unit, size_hint_y=None)
        for way in ask.ways:
            chosen = self.screen.selected == way.answer
            button = DrawnButton(text=way.text, under=way.under, px=23, role="chosen" if chosen else "plain")
            if way.seat is not None:
                button.glyph = f"mark:{way.seat + 1}"
                button.colour, button.sign = view.seats[way.seat].colour, 52
            button.bind(on_release=lambda _, answer=way.answer: self.screen.pick(answer))
            grid.add_widget(button)
        self.fold.column.add_widget(grid)

    def _others(self, ask: QuestionView, view: TimelineView) -> None:
        """Secret choices come in any order."""
        theme = self.app.theme
        row = Flow(size_hint_y=None, least=self.finger, spacing=8 * theme.unit)
        row.add_widget(Text(text=self.app.tr.say("timeline.or-first"), px=17, tone="faint", valign="middle"))
        for index in ask.others:
            button = DrawnButton(text="", glyph=f"mark:{index + 1}", colour=view.seats[index].colour, sign=48)
            button.padding = 4 * theme.unit
            button.size_hint_x, button.width = None, self.finger
            button.bind(on_release=lambda _, index=index: self.screen.ask_first(index))
            row.add_widget(button)
        self.add_widget(row)
