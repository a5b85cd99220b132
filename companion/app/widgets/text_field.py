"""Where text is typed. May import: Kivy."""

from __future__ import annotations

from kivy.uix.textinput import TextInput


class TextField(TextInput):
    """Kivy's own fails when it is touched before its first line is laid out."""

    def get_cursor_from_xy(self, x: float, y: float) -> tuple[int, int]:
        return super().get_cursor_from_xy(x, y) if getattr(self, "_lines", None) else (0, 0)
