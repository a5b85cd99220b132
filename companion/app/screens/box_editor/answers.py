"""What may be answered to a question about a piece, as buttons. May import: Kivy, this room's widgets."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget
from kivy.utils import get_color_from_hex as rgb

from companion.app.widgets import BigButton, Columns, Text
from companion.words import PieceQuestion

IN_A_ROW = 9
"""Numbers that stand beside each other; more of them are counted up and down."""


def answers(
    question: PieceQuestion, finger: float, em: float, tell: Callable[[Any], None]
) -> tuple[Widget, float]:
    """The widget, and how high it is where its words leave it all its columns."""
    if counted(question):
        return _counted(question, tell), finger
    columns = _columns(question)
    grid = Columns(most=columns, spacing=5)
    for answer in question.answers:
        button = BigButton(text=answer.text, px=17, role="chosen" if answer.chosen else "plain")
        if question.how == "colour":
            button.text, button.edge = ("●" if answer.chosen else ""), rgb(answer.value)
        button.bind(on_release=lambda _, value=answer.value: tell(value))
        grid.add_widget(button)
    lines = -(-len(question.answers) // columns)
    high = max(finger, 46 * em) if em > 1 else finger
    return grid, lines * high + (lines - 1) * 5


def counted(question: PieceQuestion) -> bool:
    """Too many numbers for a button each."""
    values = [answer.value for answer in question.answers]
    return question.how == "number" and len(values) > IN_A_ROW and all(isinstance(one, int) for one in values)


def _columns(question: PieceQuestion) -> int:
    if question.how == "number":
        return len(question.answers) if len(question.answers) <= IN_A_ROW else 5
    if question.how == "colour":
        return 6
    count = len(question.answers)
    return count if count <= 2 else 4 if count == 4 else 3


def _counted(question: PieceQuestion, tell: Callable[[Any], None]) -> Widget:
    row = BoxLayout(spacing=6)
    values = [answer.value for answer in question.answers]
    now = question.now
    for sign, step in (("−", -1), ("+", 1)):
        place = values.index(now) + step if now in values else 0
        button = BigButton(text=sign, px=26, disabled=not 0 <= place < len(values), because="because.limit")
        if not button.disabled:
            button.bind(on_release=lambda _, value=values[place]: tell(value))
        row.add_widget(button)
    row.add_widget(Text(text="–" if now is None else str(now), px=24, weight="bold", valign="middle"), 1)
    return row
