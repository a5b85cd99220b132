"""What nobody may overlook: a vortex that tears an era open, and the end of the game.

May import: Kivy, this room's widgets. An alert comes once and waits until somebody has seen it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from kivy.clock import Clock
from kivy.core.window import Window
from kivy.graphics import Color, Rectangle
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.app.presenters.hand_steps import HandStepsPresenter
from companion.app.running import the_app
from companion.app.theme import SEMIBOLD, Theme
from companion.app.widgets import BigButton, Flow, Fold, Overlay, Text, paper
from companion.app.widgets.text import room
from companion.games.the_loop.tablet.widgets import tokens
from companion.games.the_loop.tablet.widgets.finale import Finale
from companion.games.the_loop.tablet.widgets.tear import Tear
from companion.games.the_loop.views.sentences import initials
from companion.games.the_loop.views.table import VORTEX_TILES
from companion.table import MarkSeen, Todo

if TYPE_CHECKING:
    from .table import TableScreen

SIDE = 0.39
"""Of the window, for words and hands."""
STRIP = 66
"""A caption of two lines; where not all have room there are pages."""
SIGNS = {
    "TileLost": "lost", "DamageReturned": "cubes", "MissionTurned": "mission", "CardDestroyed": "card",
    "GameWon": "won", "GameLost": "vortex",
}  # fmt: skip


class AlertOverlay(Overlay):
    """A vortex or the end of the game: nobody overlooks it, and it comes once."""

    screen: TableScreen
    closes = False
    unasked = True
    share = (1, 1)

    def __init__(self, screen: Any, todo: Any) -> None:
        self.todo = todo
        self.page = 0
        self.last = True
        """Whether this is its last page."""
        super().__init__(screen)

    def rebuild(self) -> None:
        super().rebuild()
        self.box.size_hint = self.share

    @property
    def torn(self) -> bool:
        return bool(self.todo.said.kind == "VortexOpened")

    def fill(self) -> None:
        if self.torn:
            self._vortex()
        else:
            self._end()

    def _cover(self, picture: Widget, colour: Sequence[float], side: BoxLayout) -> None:
        """A picture over rays, and beside or below it the column for words and hands."""
        theme = self.app.theme
        tall = theme.arrangement == "tall"
        self.box.unfold()
        self.box.orientation = "vertical" if tall else "horizontal"
        self.box.ground = self.box.edge = list(colour)
        self.box.padding = 0
        self.box.add_widget(Burst(colour, size_hint=(None, None), size=(0, 0), around=self.box))
        picture.size_hint = (1, 0.8) if tall else (1 - SIDE, 1)
        self.box.add_widget(picture)
        side.orientation, side.spacing, side.padding = "vertical", 12 * theme.unit, 18 * theme.unit
        side.size_hint = (1 if tall else SIDE, 1)
        self.box.add_widget(side)

    def _foot(self) -> Flow:
        ways = Flow(size_hint_y=None, least=84 * self.app.theme.unit, spacing=10 * self.app.theme.unit)
        ways.add_widget(self._why())
        ways.add_widget(self.done)
        return ways

    # -- the end

    def _end(self) -> None:
        theme, view, speech = self.app.theme, self.screen.view, self.screen.speech
        won = self.todo.said.kind == "GameWon"
        named = [(agent, initials(speech.name("agent", agent.index))) for agent in view.agents]
        title = speech.say(f"alert.{self.todo.said.kind}").upper()
        picture = Finale(title, view.hq, named if won else None)
        side = Column()
        self._cover(picture, theme.brass_shade if won else theme.dark, side)
        fold = Fold(spacing=12 * theme.unit)
        for sign, step in self._steps():
            fold.column.add_widget(Strip(sign, step.text, 1.8 * STRIP * theme.em, 30))
        fold.column.add_widget(Widget())
        side.add_widget(fold)
        self.done = BigButton(text=self.say("next.outcome"), role="next", px=34, critical=True)
        self.done.bind(on_release=lambda _: self._seen(over=True))
        side.add_widget(self._foot())

    def _why(self) -> BigButton:
        """The way to the rule behind it; the alert comes back after it."""
        ended = self.app.playing.outcome
        (why,) = self.whys(ended.rule if ended and not self.torn else self.app.lead.rule(self.todo.said))
        why.size_hint_x = 0.4
        return why

    # -- a vortex

    def _vortex(self) -> None:
        theme, speech = self.app.theme, self.screen.speech
        era = self.screen.view.eras[self.todo.said.era]
        tall = theme.arrangement == "tall"
        caption = speech.say("alert.torn", {"era": era.index}).upper()
        title = speech.say("alert.VortexOpened").upper() + "!"
        self.tear = Tear(era.index, theme.tint(era.index, era.colour), title, caption)
        self.side = side = BoxLayout()
        self._cover(self.tear, theme.danger, side)
        wide = 1 if tall else SIDE
        side.add_widget(Caption(speech.say("alert.hands"), 50 * theme.em))
        strip = STRIP * theme.em * (0.72 if tall else 1)  # in a tall window they are one line
        pages = self._pages(Window.size[0] * wide, Window.size[1] * (0.55 if tall else 1), strip)
        self.page = min(self.page, len(pages) - 1)
        self.last = self.page == len(pages) - 1
        fold = Fold(spacing=12 * theme.unit)
        for sign, said in pages[self.page]:
            fold.column.add_widget(Strip(sign, said, strip))
        fold.column.add_widget(Widget())
        side.add_widget(fold)
        left = self.screen.view.hq.vortexes_left
        said = speech.say("alert.last" if not left else "alert.left", {"n": left})
        side.add_widget(Count(left, speech.say("corner.vortexes"), said, 96 * theme.em))
        said = self.say("alert.all-done" if self.last else "alert.more")
        self.done = BigButton(text=said, role="next", px=42, critical=True)
        self.done.bind(on_release=lambda _: self._seen(over=False) if self.last else self._turn_over())
        side.add_widget(self._foot())

    def _pages(self, wide: float, high: float, least: float) -> list[list[tuple[str, str]]]:
        """The movements of the hand, as many on a page as it has room for: none is scrolled out of sight."""
        theme, gap = self.app.theme, 12 * self.app.theme.unit
        high -= (96 + 50) * theme.em + (84 + 36) * theme.unit + 3 * gap  # title, tiles, what is touched
        inner = wide - (36 + 114) * theme.unit
        letters = 23 * theme.em
        pages: list[list[tuple[str, str]]] = [[]]
        left = high
        for sign, step in self._steps():
            words = room(step.text, SEMIBOLD, letters, inner, (0, 0, 0, 0))[1]
            need = max(least, words + 8 * theme.unit) + gap
            if pages[-1] and need > left:
                pages.append([])
                left = high
            pages[-1].append((sign, step.text))
            left -= need
        return pages

    def _turn_over(self) -> None:
        self.page += 1
        self.rebuild()

    def _steps(self) -> Iterator[tuple[str, Any]]:
        """Each movement of the hand with its sign."""
        now = self.app.playing
        presenter = HandStepsPresenter(now.game, self.app.tr.words, self.app.games[now.game.name])
        for todo in alert_steps(now.todo, self.todo):
            kind = getattr(todo.said, "kind", "")
            for number, step in enumerate(presenter.show([todo])):
                sign = ("vortex", "rifts")[min(number, 1)] if kind == "VortexOpened" else SIGNS.get(kind, "")
                yield sign, step

    def _seen(self, over: bool) -> None:
        self.app.post(MarkSeen(self.todo), lambda _: self._go_on(over))

    def _go_on(self, over: bool) -> None:
        if over and self.app.now is not None and not self.app.now.alerts:
            self.app.go("outcome")


def alert_steps(todo: Sequence[Todo], alert: Todo) -> Sequence[Todo]:
    """What belongs to an alert: from it to the next one, rifts and other news left out."""
    if alert not in todo:
        return [alert]
    start = todo.index(alert)
    kinds = [getattr(one.said, "kind", "") for one in todo]
    end = next((k for k in range(start + 1, len(todo)) if kinds[k] == kinds[start]), None)
    return todo[start:end]


# -- drawn parts ----


class Drawn(BoxLayout):
    """Something whose ground is drawn once for a size."""

    def __init__(self, **given: object) -> None:
        self.theme: Theme = the_app().theme
        super().__init__(**given)
        draw_soon = Clock.create_trigger(self._draw, -1)
        self.bind(pos=draw_soon, size=draw_soon)

    def _draw(self, *_: object) -> None:
        self.canvas.before.clear()
        with self.canvas.before:
            self.draw()

    def draw(self) -> None: ...


class Burst(Drawn):
    """Rays behind everything."""

    def __init__(self, colour: Sequence[float], around: Widget, **given: object) -> None:
        self.colour, self.around = list(colour), around
        super().__init__(**given)
        around.bind(size=self._draw, pos=self._draw)

    def draw(self) -> None:
        box = self.around
        Color(*self.colour)
        Rectangle(pos=box.pos, size=box.size)
        shade = [part * 0.88 for part in self.colour[:3]] + [1]
        paper.rays(box.x + box.width * 0.3, box.y + box.height * 0.43, 26, box.width + box.height, shade, 2)


class Column(Drawn):
    """Ink below the words of the end, cut a little aslant: what comes next is as clear on any picture."""

    def draw(self) -> None:
        x, y, off = self.x, self.y, self.height * 0.03 if self.x > 0 else 0
        corners = [(x - off, y), (self.right, y), (self.right, self.top), (x + off, self.top)]
        paper.cut_out(corners, self.theme.dark)


class Caption(Drawn):
    """A line of paper on ink."""

    folds = True

    def __init__(self, said: str, least: float) -> None:
        super().__init__(size_hint_y=None, height=least)
        self.bind(minimum_height=lambda _, high: setattr(self, "height", max(least, high)))
        self.padding = (18 * self.theme.unit, 0)
        self.add_widget(Text(text=said, px=27, weight="bold", halign="left", valign="middle"))

    def draw(self) -> None:
        paper.sheet(self.x, self.y, self.width, self.height, self.theme.dark, 3 * self.theme.unit)


class Strip(Drawn):
    """One movement of the hand, read like a strip of a comic: a sign on ink, words on paper."""

    def __init__(self, sign: str, said: str, least: float, px: int = 23) -> None:
        self.sign = sign
        super().__init__(size_hint_y=None, height=least)
        self.bind(minimum_height=lambda _, high: setattr(self, "height", max(least, high)))
        unit = self.theme.unit
        self.padding = (100 * unit, 4 * unit, 14 * unit, 4 * unit)
        words = Text(text=said, px=px, weight="semibold", tone="dark", halign="left", valign="middle")
        self.add_widget(words)

    def draw(self) -> None:
        theme, unit = self.theme, self.theme.unit
        paper.sheet(self.x, self.y, self.width, self.height, theme.text, 3 * unit, shadow=True)
        paper.sheet(self.x, self.y, 84 * unit, self.height, theme.dark, 2 * unit)
        x, y, r = self.x + 42 * unit, self.center_y, min(27 * unit, self.height * 0.36)
        match self.sign:
            case "vortex":
                tokens.whirl(theme, x, y, r)
            case "rifts" | "cubes":
                for dx, dy, turned in ((-0.45, -0.35, -6), (0.5, -0.4, 8), (0, 0.5, 3)):
                    tokens.cube(theme, x + dx * r, y + dy * r, r * 0.9, turned)
            case "won":
                tokens.seal(theme, x, y, r, theme.accent, "✓", r * 0.9)
            case "lost":
                tokens.seal(theme, x, y, r, theme.text, "×", r * 0.9)
            case "mission":
                tokens.seal(theme, x, y, r, theme.kraft, "!", r)
            case "card":
                paper.sheet(x - r * 0.55, y - r * 0.8, r * 1.1, r * 1.6, theme.text)
            case _:
                paper.disc(x, y, r * 0.3, theme.text)


class Count(Drawn):
    """How many vortex tiles lie there, and what one more would do."""

    folds = True

    def __init__(self, left: int, name: str, said: str, least: float) -> None:
        self.left = left
        super().__init__(orientation="vertical", size_hint_y=None, height=least)
        self.bind(minimum_height=lambda _, high: setattr(self, "height", max(least, high)))
        unit = self.theme.unit
        self.padding = (18 * unit, 6 * unit)
        self.add_widget(Text(text=name, px=25, weight="bold", halign="left", valign="middle"))
        self.add_widget(Text(text=said, px=23, weight="semibold", halign="left", valign="middle"))

    def draw(self) -> None:
        theme, unit = self.theme, self.theme.unit
        paper.sheet(self.x, self.y, self.width, self.height, theme.dark, 3 * unit)
        for tile in range(VORTEX_TILES):
            x, y = self.right - (124 - tile * 46) * unit, self.top - 30 * self.theme.em
            if tile < VORTEX_TILES - self.left:
                tokens.whirl(theme, x, y, 18 * unit)
            else:
                tokens.gap(theme, x, y, 16 * unit)
