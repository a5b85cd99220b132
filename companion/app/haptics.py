"""A device that can buzz does so at great moments. May import: Kivy, and on Android its own parts.

Nothing else knows whether there is anything to shake: where there is not, nothing happens.
"""

from __future__ import annotations

from contextlib import suppress
from importlib import import_module

from kivy.utils import platform

BUZZ = {"great": 120, "end": 240}
"""Milliseconds, by the kind of a stage."""


def buzz(kind: str) -> None:
    """Android's vibrator, through the bridge that every packed app has; not tried on a device yet."""
    if platform != "android" or kind not in BUZZ:
        return
    with suppress(Exception):  # a tablet without a motor, or one that was not allowed to
        activity = import_module("jnius").autoclass("org.kivy.android.PythonActivity").mActivity
        activity.getSystemService("vibrator").vibrate(BUZZ[kind])
