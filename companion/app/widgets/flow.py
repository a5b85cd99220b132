"""Room for texts of any length and size: rows that break, columns that scroll. May import: Kivy.

A `Text` asks for its height and for the width of its longest word. A `Flow` sets widgets side by side and
begins another line where they would be too narrow; a `Fold` is a column that scrolls when it is higher than
its place, and is spread over it otherwise. So larger letters take room instead of becoming small again.
"""

from __future__ import annotations

from typing import Any

from kivy.clock import Clock
from kivy.metrics import dp
from kivy.properties import NumericProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout
from kivy.uix.layout import Layout
from kivy.uix.scrollview import ScrollView
from kivy.uix.widget import Widget

from .panel import Panel


class Flow(Layout):
    """Widgets side by side, in as many lines as their words need; every line is as high as its highest."""

    folds = True
    """A text in it asks for its room."""
    spacing = NumericProperty(8.0)
    least = NumericProperty(0.0)
    """The height of a line."""
    minimum_height = NumericProperty(0.0)

    def __init__(self, **given: Any) -> None:
        super().__init__(**given)
        if self.size_hint_y is None:
            self.bind(minimum_height=self.setter("height"))
        else:
            self.bind(minimum_height=self.setter("size_hint_min_y"))
        again = Clock.create_trigger(self.do_layout, -1)
        for name in ("children", "pos", "size", "spacing", "least"):
            self.fbind(name, again)

    def lines(self) -> list[list[Widget]]:
        found: list[list[Widget]] = []
        left = 0.0
        for widget in reversed(self.children):
            need = self._width(widget)
            if not found or need + self.spacing > left + 0.5:
                found.append([])
                left = self.width + self.spacing
            found[-1].append(widget)
            left -= need + self.spacing
        return found

    @staticmethod
    def _width(widget: Widget) -> float:
        return float(widget.width if widget.size_hint_x is None else widget.size_hint_min_x or 0)

    def _height(self, widget: Widget) -> float:
        if widget.size_hint_y is None:
            return float(widget.height)
        return float(max(self.least, widget.size_hint_min_y or 0))

    def do_layout(self, *_: Any) -> None:
        lines = self.lines()
        high = [max(map(self._height, line)) for line in lines]
        self.minimum_height = sum(high) + self.spacing * max(len(lines) - 1, 0)
        spare = max(self.height - self.minimum_height, 0) / max(len(lines), 1)
        top = self.top
        for line, height in zip(lines, high, strict=True):
            height += spare
            self._line(line, top - height, height)
            top -= height + self.spacing

    def _line(self, line: list[Widget], y: float, height: float) -> None:
        room = self.width - self.spacing * (len(line) - 1)
        x = self.x
        for widget, width in zip(line, shares(line, room), strict=True):
            widget.pos = (x, y)
            widget.width = width
            if widget.size_hint_y is not None:
                widget.height = height
            x += width + self.spacing


def shares(line: list[Widget], room: float) -> list[float]:
    """The room of a line by what each asks for; nobody gets less than its longest word."""
    widths = {w: float(w.width) for w in line if w.size_hint_x is None}
    open_ones = [w for w in line if w not in widths]
    while open_ones:
        left = room - sum(widths.values())
        whole = sum(w.size_hint_x or 0 for w in open_ones) or 1
        fair = {w: left * (w.size_hint_x or 0) / whole for w in open_ones}
        short = {w: w.size_hint_min_x or 0.0 for w in open_ones if (w.size_hint_min_x or 0) > fair[w]}
        widths |= short or fair
        open_ones = [w for w in open_ones if w not in widths]
    return [widths[w] for w in line]


class Fold(ScrollView):
    """A column: spread over its place, or scrolled where it is higher. The bar beside it says that there is
    more; it takes no room from the words, or they would need more of it."""

    folds = True

    def __init__(self, **given: Any) -> None:
        spacing = given.pop("spacing", 6)
        super().__init__(
            do_scroll_x=False, bar_width=dp(6), bar_margin=-dp(10), scroll_type=["bars", "content"],
            scroll_distance=12, **given,
        )  # fmt: skip
        self.column = BoxLayout(orientation="vertical", spacing=spacing, size_hint_y=None)
        super().add_widget(self.column)
        self._measure_soon = Clock.create_trigger(self._measure, -1)
        self.column.bind(minimum_height=self._measure_soon)
        self.bind(height=self._measure_soon)

    def _measure(self, *_: object) -> None:
        column = self.column
        self.do_scroll_y = column.minimum_height > self.height + 1
        column.height = max(self.height, column.minimum_height)
        if not self.do_scroll_y:
            self.scroll_y = 1

    def begin(self) -> None:
        """From the top, with nothing in it."""
        self.column.clear_widgets()
        self.scroll_y = 1


class Beside(BoxLayout):
    """Things side by side in a column, as high as the highest of them needs."""

    def __init__(self, **given: Any) -> None:
        super().__init__(**given)
        self.bind(minimum_height=self.setter("size_hint_min_y" if self.size_hint_y is not None else "height"))


class Columns(GridLayout):
    """Things in columns, as many as their words allow; each row as high as the highest of it needs."""

    most = NumericProperty(1)

    def __init__(self, **given: Any) -> None:
        super().__init__(cols=1, **given)
        self.bind(minimum_height=self.setter("size_hint_min_y" if self.size_hint_y is not None else "height"))

    def do_layout(self, *args: Any) -> None:
        needs = (max(one.size_hint_min_x or 0, getattr(one, "minimum_width", 0)) for one in self.children)
        widest = max(needs, default=0)
        across = self.spacing[0]
        fit = int((self.width + across) // (widest + across)) if widest else self.most
        self.cols = max(1, min(self.most, fit))
        super().do_layout(*args)


class FoldingPanel(Panel):
    """A panel whose contents scroll where they are too high for it; what is at its foot stays in sight."""

    def __init__(self, **given: Any) -> None:
        self.fold = Fold()
        super().__init__(**given)
        super().add_widget(self.fold)
        self.bind(spacing=lambda _, value: setattr(self.fold.column, "spacing", value))
        self.fold.column.spacing = self.spacing

    def unfold(self) -> None:
        """What comes next is laid out by itself and needs no column."""
        super().remove_widget(self.fold)

    def add_widget(self, widget: Widget, *args: Any, **given: Any) -> None:
        if widget is self.fold or self.fold not in self.children:
            super().add_widget(widget, *args, **given)
        else:
            self.fold.column.add_widget(widget, *args, **given)

    def add_foot(self, widget: Widget) -> None:
        super().add_widget(widget)

    def clear_widgets(self, children: Any = None) -> None:
        if children is not None:
            super().clear_widgets(children)
            return
        super().clear_widgets()
        self.fold.begin()
        super().add_widget(self.fold)
