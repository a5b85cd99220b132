"""What a kv file calls by an id, with its type. May import: Kivy."""

from __future__ import annotations

from typing import TypeVar

from kivy.uix.widget import Widget

W = TypeVar("W", bound=Widget)


def named(of: Widget, name: str, kind: type[W]) -> W:
    """The widget that `of` has under this id; kv and Python must mean the same kind."""
    found = of.ids[name].__self__
    if not isinstance(found, kind):
        raise TypeError(f"{name} is a {type(found).__name__}, no {kind.__name__}")
    return found
