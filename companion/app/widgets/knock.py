"""Somebody at a phone waits for a word from the table: shown over whatever is on the screen.

May import: Kivy, this folder.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from kivy.core.window import Window
from kivy.input.motionevent import MotionEvent
from kivy.uix.anchorlayout import AnchorLayout
from kivy.uix.boxlayout import BoxLayout

from companion.app.running import the_app
from companion.app.theme import FINGER

from .buttons import BigButton
from .panel import Panel
from .text import Text


class Knock(AnchorLayout):
    def __init__(self, said: str, choices: Sequence[tuple[str, str, Callable[[], object]]]) -> None:
        theme = the_app().theme
        wide = theme.arrangement == "wide"
        super().__init__()
        self.said = said
        panel = Panel(size_hint=(0.56 if wide else 0.9, 0.34))
        panel.edge = theme.strong_line
        panel.add_widget(Text(text=said, px=24, weight="bold", halign="left", valign="middle"))
        row = BoxLayout(spacing=8, size_hint_y=None, height=max(FINGER, 62 * theme.em))
        self.buttons: list[BigButton] = []
        for text, role, act in choices:
            button = BigButton(text=text, role=role, px=21)

            def chosen(_: BigButton, act: Callable[[], object] = act) -> None:
                self.close()
                act()

            button.bind(on_release=chosen)
            self.buttons.append(button)
            row.add_widget(button)
        panel.add_widget(row)
        self.add_widget(panel)
        Window.add_widget(self)

    def close(self) -> None:
        Window.remove_widget(self)

    def on_touch_down(self, touch: MotionEvent) -> bool:
        """Nothing below it is touched by a finger that meant it."""
        super().on_touch_down(touch)
        return bool(self.children[0].collide_point(*touch.pos))
