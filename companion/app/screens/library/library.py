"""The library: every game that is kept, and what can be done with it.

May import: Kivy, the presenters, this room's widgets.
"""

from __future__ import annotations

from functools import partial
from pathlib import Path

from kivy.properties import BooleanProperty, ObjectProperty

from companion.app.presenters.home import falls
from companion.app.presenters.library import GameRow, LibraryPresenter
from companion.app.settings import for_people, home
from companion.app.widgets import DrawnButton, Page, Rows, Text
from companion.app.widgets.page import Choice
from companion.table import (
    HandsHidden,
    SavedGame,
    TableError,
    export,
    games_kept,
    put_back,
    repair,
    set_aside,
)


class LibraryScreen(Page):
    aside = BooleanProperty(False)
    """Those that were set aside are shown."""
    laying: ObjectProperty[SavedGame | None] = ObjectProperty(None, allownone=True)
    """The game whose table is laid again."""

    def on_pre_enter(self, *_: object) -> None:
        self.laying = None
        super().on_pre_enter()

    def fill(self) -> None:
        parts = [(False, self.say("screen-library.kept")), (True, self.say("screen-library.aside-part"))]
        self.offer(parts, self.aside, self._turn_to)
        presenter = LibraryPresenter(self.app.tr.words, self.app.games)
        place = self.ids.list
        place.clear_widgets()
        rows = Rows(spacing=6)
        place.add_widget(rows)
        if self.laying is not None:
            for number, said in enumerate(presenter.to_lay(self.laying), 1):
                line = Text(text=f"{number}. {said}", px=20, halign="left", valign="middle")
                rows.add(line, 64 * self.em)
            return
        games = [presenter.row(one) for one in games_kept(self.app.games, self.aside)]
        if not games:
            empty = Text(text=self.say("games.empty"), px=21, halign="left", valign="top")
            rows.add(empty, 60 * self.em)
        for game in games:
            button = DrawnButton(text=game.title, under=game.under, glyph=game.glyph, px=21)
            button.bind(on_release=partial(self._touched, game))
            rows.add(button, max(self.finger, 84 * self.em))

    def _turn_to(self, aside: bool) -> None:
        self.aside, self.laying = aside, None
        self.fill()

    def _touched(self, game: GameRow, *_: object) -> None:
        """What can be done with it."""
        first = game.ways[0]
        choices: list[Choice] = [
            (
                self.say(f"screen-library.{way}"),
                "next" if way == first else "plain",
                partial(self.do, way, game.saved),
            )
            for way in game.ways
        ]
        self.ask(game.title, game.under, *choices, (self.say("notice.cancel"), "plain", None))

    def do(self, way: str, one: SavedGame) -> None:
        try:
            self._do(way, one)
        except HandsHidden as hidden:
            said = self.say("screen-library.hands")
            sure = (self.say("screen-library.export"), "plain", partial(self._export, one, True))
            self.ask(self.wrong(hidden), said, sure, (self.say("notice.cancel"), "next", None))
        except (TableError, OSError) as error:
            self.ask(self.say("notice.wrong"), self.wrong(error), (self.say("notice.ok"), "next", None))

    def _do(self, way: str, one: SavedGame) -> None:
        if way == "go-on":
            from companion.app.screens.home.home import HomeScreen  # loaded with its kv by then

            screen = self.app.go("home")
            assert isinstance(screen, HomeScreen)
            screen.go_on_with(one.path, falls(self.app.games.load(one.game)))
            return
        elif way == "lay":
            self.laying = one
        elif way == "repair":
            done = repair(one.path)
            about = {"kept": done.kept, "lost": done.lost, "file": for_people(done.original)}
            self._notice("games.done-repair", about)
        elif way == "export":
            self._export(one, False)
        elif way == "aside":
            self._aside(one.path)
        elif way == "back":
            self._notice("games.done-back", {"file": for_people(put_back(one.path))})
        self.fill()

    def _aside(self, path: Path) -> None:
        """The game that is on is left first: everything of it is on the disk."""
        on = self.app.now is not None and self.app.now.path == path
        closing = self.app.leave() if on else None
        if closing is not None:
            self.app.when(closing, lambda _: self._aside(path))
            return
        self._notice("games.done-aside", {"file": for_people(set_aside(path))})
        self.fill()

    def _export(self, one: SavedGame, revealed: bool) -> None:
        folder = home() / "exports"
        self._notice("games.done-export", {"file": for_people(export(one, folder / one.path.name, revealed))})

    def _notice(self, key: str, about: dict[str, object]) -> None:
        said = self.say(key, **about)
        self.ask(self.say("screen-library.done"), said, (self.say("notice.ok"), "next", None))
