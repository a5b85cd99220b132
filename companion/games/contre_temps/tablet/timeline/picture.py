"""The time line as a picture without touches, for the history. May import: Kivy, the presenter."""

from __future__ import annotations

from kivy.uix.widget import Widget

from companion.engine import Scene
from companion.games.contre_temps.views.timeline import TimelinePresenter
from companion.words import Words

from .cards import LineView


def picture(words: Words, scene: Scene) -> Widget:
    line = LineView(names=[words.say("timeline.constant"), words.say("timeline.unstable")])
    line.view = TimelinePresenter(words).show(scene)
    return line
