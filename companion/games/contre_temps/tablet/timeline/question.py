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
from companion.app.widgets import BigButton, DrawnButton, Glyph, Panel, Text
from companion.games.contre_temps.views.timeline import QuestionView, TimelineView

from .cards import CardButton, PlayedCard, SuitButton

COLUMNS = 5


class AskPanel(Panel):
    def __init__(self, screen: Any, **given: Any) -> None:
        self.screen = screen
        self.app = the_app()
        self._shown: Any = None
        super().__init__(**given)

    def clear(self) -> None:
        self.clear_widgets()
        self._shown = None

    def show(self, ask: QuestionView, view: TimelineView) -> None:
        theme, screen = self.app.theme, self.screen
        manner = (self.app.tr.lang, theme.em, theme.arrangement)
        wanted = (ask, view.played, view.seats, screen.suit, screen.selected, manner)
        if wanted == self._shown:
            return
        self._shown = wanted
        self.clear_widgets()
        self.padding = 12 * self.app.theme.unit
        self.spacing = 7 * self.app.theme.unit
        self.edge = self.app.theme.accent if ask.kind != "over" else self.app.theme.line
        self._who(ask, view)
        small = self.app.theme.arrangement == "tabs"
        lines = 1.4 if small and ask.kind == "cards" else 2.6
        title = Text(text=ask.title, px=23, weight="bold", halign="left", valign="middle")
        title.size_hint_y, title.height = None, 23 * lines * self.app.theme.em
        self.add_widget(title)
        if ask.explain:
            self.add_widget(Text(text=ask.explain, px=19, tone="faint", halign="left", valign="top"))
        if view.played and ask.kind != "over":
            self._played(view)
        match ask.kind:
            case "cards":
                self._pad(ask, view)
            case "hand":
                self._hand(ask)
            case "ways":
                self._ways(ask, view)
            case _:
                self.add_widget(Widget(size_hint_y=0.6))
        if ask.others:
            self._others(ask, view)

    def _who(self, ask: QuestionView, view: TimelineView) -> None:
        theme = self.app.theme
        row = BoxLayout(size_hint_y=None, height=34 * theme.em, spacing=8)
        if ask.seat is not None:
            seat = view.seats[ask.seat]
            glyph = f"mark:{ask.seat + 1}"
            row.add_widget(Glyph(glyph=glyph, colour=seat.colour, size_hint_x=None, width=32 * theme.em))
        row.add_widget(
            Text(text=ask.who, px=22, weight="semibold", tone="accent", halign="left", valign="middle")
        )
        self.add_widget(row)

    def _played(self, view: TimelineView) -> None:
        """The cards that lie at the running event since it was begun; the one that wins has a frame."""
        row = BoxLayout(size_hint_y=None, height=52 * self.app.theme.unit, spacing=4)
        for index, card in view.played:
            seat = view.seats[index]
            row.add_widget(PlayedCard(card=card, seat=index, colour=[seat.colour], wins=seat.wins))
        for _ in range(max(0, 4 - len(view.played))):
            row.add_widget(Widget())
        self.add_widget(row)

    # -- answers

    def _pad(self, ask: QuestionView, view: TimelineView) -> None:
        """Suit, then value. The suit to be followed is touched already."""
        suits = BoxLayout(spacing=3, size_hint_y=None, height=max(FINGER, 62 * self.app.theme.unit))
        for suit in view.suits:
            sign = SuitButton(suit, role="chosen" if suit.id == self.screen.suit else "plain")
            sign.bind(on_release=lambda _, suit=suit.id: self.screen.choose_suit(suit))
            suits.add_widget(sign)
        self.add_widget(suits)
        if not self.screen.suit:
            said = Text(text=self.app.tr.say("timeline.first-suit"), px=18, tone="faint", valign="middle")
            said.size_hint_y, said.height = None, 26 * self.app.theme.em
            self.add_widget(said)
        rows = -(-len(view.values) // COLUMNS)
        grid = GridLayout(cols=COLUMNS, spacing=3, size_hint_y=rows)
        for value in view.values:
            card = f"{self.screen.suit}{value}"
            chosen = self.screen.selected is not None and self.screen.selected.card == card
            button = BigButton(text=str(value), px=24, role="chosen" if chosen else "plain")
            button.disabled = not self.screen.suit
            button.because = "timeline.first-suit"
            if self.screen.suit and card not in ask.cards:
                button.opacity = 0.45  # seen already: a touch tells why not
            button.bind(on_release=lambda _, card=card: self.screen.put_card(card))
            grid.add_widget(button)
        for _ in range(-len(view.values) % COLUMNS):
            grid.add_widget(Widget())
        self.add_widget(grid)
        if self.app.theme.arrangement != "tabs":
            self.add_widget(Widget(size_hint_y=5.5 - rows))

    def _hand(self, ask: QuestionView) -> None:
        grid = GridLayout(cols=3, spacing=5)
        for card, legal in ask.hand:
            chosen = self.screen.selected is not None and self.screen.selected.card == card.id
            button = CardButton(card, quiet=not legal, role="chosen" if chosen else "plain")
            button.bind(on_release=lambda _, card=card.id: self.screen.put_card(card))
            grid.add_widget(button)
        for _ in range(-len(ask.hand) % 3):
            grid.add_widget(Widget())
        self.add_widget(grid)
        if len(ask.hand) < 7:
            self.add_widget(Widget(size_hint_y=0.7))

    def _ways(self, ask: QuestionView, view: TimelineView) -> None:
        theme = self.app.theme
        small = theme.arrangement == "tabs" or (theme.arrangement == "tall" and theme.text_size > 1)
        few, some = (4, 6) if small else (6, 11)
        columns = 1 if len(ask.ways) < few else 2 if len(ask.ways) < some else 3
        grid = GridLayout(cols=columns, spacing=6)
        for way in ask.ways:
            chosen = self.screen.selected == way.answer
            button = DrawnButton(text=way.text, under=way.under, px=21, role="chosen" if chosen else "plain")
            if way.seat is not None:
                button.glyph = f"mark:{way.seat + 1}"
                button.colour = view.seats[way.seat].colour
            button.bind(on_release=lambda _, answer=way.answer: self.screen.pick(answer))
            grid.add_widget(button)
        for _ in range(-len(ask.ways) % columns):
            grid.add_widget(Widget())
        self.add_widget(grid)
        if len(ask.ways) < 4:
            self.add_widget(Widget(size_hint_y=0.6))

    def _others(self, ask: QuestionView, view: TimelineView) -> None:
        """Secret choices come in any order."""
        theme = self.app.theme
        row = BoxLayout(spacing=4, size_hint_y=None, height=max(FINGER, 58 * theme.unit))
        said = Text(text=self.app.tr.say("timeline.or-first"), px=16, tone="faint", valign="middle")
        row.add_widget(said)
        for index in ask.others:
            button = DrawnButton(text="", glyph=f"mark:{index + 1}", colour=view.seats[index].colour)
            button.size_hint_x, button.width = None, FINGER
            button.bind(on_release=lambda _, index=index: self.screen.ask_first(index))
            row.add_widget(button)
        self.add_widget(row)
