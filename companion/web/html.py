"""Markup that cannot be injected into: whatever is no markup already is escaped.

May import: the standard library.

tag("p", "Is 1 < 2?", class_="note", data_at=3)      # <p class="note" data-at="3">Is 1 &lt; 2?</p>
"""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

VOID = {"br", "img", "input", "link", "meta"}


class Html(str):
    """Text that is markup."""

    __slots__ = ()


def tag(name: str, /, *inside: object, **attributes: object) -> Html:
    """One element. `class_` is `class`, `aria_label` is `aria-label`; what is None or False is left out."""
    given = "".join(_attribute(key.rstrip("_").replace("_", "-"), value) for key, value in attributes.items())
    return Html(f"<{name}{given}>" if name in VOID else f"<{name}{given}>{joined(inside)}</{name}>")


def joined(inside: Iterable[object]) -> Html:
    """One after the other; what is None is nothing."""
    return Html(
        "".join(one if isinstance(one, Html) else escape(str(one)) for one in inside if one is not None)
    )


def _attribute(name: str, value: object) -> str:
    if value is None or value is False:
        return ""
    return f" {name}" if value is True else f' {name}="{escape(str(value))}"'
