"""The running app, with its type. May import: Kivy.

Widgets reach the app through `the_app()`; the type is imported for mypy alone, because the app imports them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from kivy.app import App

if TYPE_CHECKING:
    from .app import CompanionApp


def the_app() -> CompanionApp:
    return cast("CompanionApp", App.get_running_app())
