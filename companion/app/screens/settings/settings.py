"""Settings: each takes effect at once and is kept.

May import: Kivy, this room's widgets.
"""

from __future__ import annotations

from typing import Any, TypeVar

from kivy.core.window import Window
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.screenmanager import FadeTransition, NoTransition

from companion.app.announcer import voice
from companion.app.settings import SHAKES
from companion.app.widgets import Choices, Fold, Glyph, Page, Text, captioned
from companion.app.widgets.emblem import WEDGES
from companion.table import Light, Watch
from companion.words import languages, own_name

L = TypeVar("L", BoxLayout, Choices)
SIZES = (1.0, 1.25, 1.5)
SCREENS = (7.0, 8.0, 10.1)
"""Inches of the screens that lie on tables."""
PALETTES = ("plain", "colour-blind")
SWITCHES = ("sounds", "ambience", "spoken", "motion", "lights", "keep_awake")


class SettingsScreen(Page):
    def fill(self) -> None:
        columns, em = self.ids.columns, self.em
        columns.clear_widgets()
        folds = [Fold(spacing=10 * self.app.theme.unit) for _ in range(2)]
        left, right = (fold.column for fold in folds)
        say, settings = self.say, self.app.settings
        spoken = [(lang, own_name(lang)) for lang in languages()]
        left.add_widget(self._choice("language", spoken, self.app.tr.lang, self.speak))
        sizes = [(size, say(f"screen-settings.size-{round(size * 100)}")) for size in SIZES]
        left.add_widget(self._choice("text-size", sizes, settings.text_size, self.enlarge))
        screens = [(0.0, say("screen-settings.screen-says")), *((one, f"{one:g}″") for one in SCREENS)]
        left.add_widget(self._choice("screen", screens, settings.screen, self.measure))
        palettes = [(one, say(f"screen-settings.{one}")) for one in PALETTES]
        left.add_widget(self._choice("palette", palettes, settings.palette, self.colour))
        marks = BoxLayout(size_hint_y=None, height=38 * em)
        for index, (shape, colour) in enumerate(WEDGES):
            marks.add_widget(Glyph(glyph=f"form:{shape}", colour=self.app.theme.tint(index, colour)))
        left.add_widget(marks)
        shakes = [(one, say(f"screen-settings.{one}")) for one in SHAKES]
        left.add_widget(self._choice("shake", shakes, settings.shake, self.shake))
        for name in SWITCHES:
            right.add_widget(self._switch(name))
        if settings.spoken and voice() is None:
            notice = Text(text=say("screen-settings.no-voice"), px=17, tone="accent", halign="left")
            notice.size_hint_y, notice.height = None, 52 * em
            right.add_widget(notice)
        for fold in folds:
            columns.add_widget(fold)

    def _choice(self, name: str, options: list[Any], value: Any, act: Any) -> BoxLayout:
        choices = Choices(options=options, value=value, px=20)
        choices.bind(on_pick=lambda _, value: act(value))
        return roomy(captioned(self.say(f"screen-settings.{name}"), roomy(choices), self.em))

    def _switch(self, name: str) -> BoxLayout:
        """In one line: there are many of them."""
        row, said = BoxLayout(spacing=14 * self.app.theme.unit), name.replace("_", "-")
        row.add_widget(Text(text=self.say(f"screen-settings.{said}"), px=20, halign="left", valign="middle"))
        options = [(on, self.say(f"screen-settings.{word}")) for on, word in ((True, "on"), (False, "off"))]
        choices = Choices(options=options, value=getattr(self.app.settings, name), px=20)
        choices.bind(on_pick=lambda _, on: self.switch(name, on))
        row.add_widget(roomy(choices))
        return roomy(row)

    def speak(self, lang: str) -> None:
        self.app.speak(lang)

    def enlarge(self, size: float) -> None:
        self._keep("text_size", size)
        self.app.theme.text_size = size

    def measure(self, inches: float) -> None:
        self._keep("screen", inches)
        self.app.theme.inches = inches

    def colour(self, palette: str) -> None:
        self._keep("palette", palette)
        self.app.theme.palette = palette

    def shake(self, how: str) -> None:
        self._keep("shake", how)
        self.app.post(Watch(self.app.settings.watching))

    def switch(self, name: str, on: bool) -> None:
        self._keep(name, on)
        if name == "keep_awake":
            Window.allow_screensaver = not on
        elif name == "motion":
            self.app.theme.motion = on
            self.app.manager.transition = FadeTransition(duration=0.12) if on else NoTransition()
        elif name == "lights":
            self.app.post(Light(on))
        self.fill()

    def _keep(self, name: str, value: Any) -> None:
        setattr(self.app.settings, name, value)
        self.app.remember()


def roomy(row: L) -> L:
    """It asks for the height of what is in it: larger letters scroll the column and leave nothing out."""
    row.bind(minimum_height=row.setter("size_hint_min_y"))
    return row
