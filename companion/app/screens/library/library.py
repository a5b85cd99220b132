"""The library: every game that is kept, and what can be done with it.

May import: Kivy, the presenters, this room's widgets.
"""

from __future__ import annotations

from functools import partial
from pathlib import Path

from kivy.properties import ObjectProperty, StringProperty

from companion.app.presenters.home import falls
from companion.app.presenters.library import GameRow, LibraryPresenter
from companion.app.settings import for_people, home
from companion.app.widgets import DrawnButton, Page, Rows, Text
from companion.app.widgets.page import Choice
from companion.table import (
    HandsHidden,
    SavedGame,
    TableError,
    elsewhere,
    export,
    games_kept,
    look_at,
    put_back,
    repair,
    set_aside,
    take_in,
)


class LibraryScreen(Page):
    part = StringProperty("kept")
    """What is listed: `kept`, `aside` or, from elsewhere, `import`."""
    laying: ObjectProperty[SavedGame | None] = ObjectProperty(None, allownone=True)
    """The game whose table is laid again."""
    looking: ObjectProperty[SavedGame | None] = ObjectProperty(None, allownone=True)
    """The one that is looked at."""
    up_to: int | None = None
    """The entry up to which it is laid; None: where it was left."""

    def on_pre_enter(self, *_: object) -> None:
        self.laying = self.looking = None
        super().on_pre_enter()

    def leave(self) -> None:
        """From one game back to all of them first."""
        if self.laying is None and self.looking is None:
            super().leave()
        else:
            self._turn_to(self.part)

    def fill(self) -> None:
        presenter = LibraryPresenter(self.app.tr.words, self.app.games)
        place = self.ids.list
        place.clear_widgets()
        self.rows = Rows(spacing=6)
        place.add_widget(self.rows)
        if self.laying is not None:
            self.offer(presenter.turns(self.laying), self.up_to, self._lay_up_to)
            self._lay(presenter.to_lay(self.laying, self.up_to))
            return
        parts = [(part, self.say(f"screen-library.{part}-part")) for part in ("kept", "aside", "import")]
        self.offer(parts, self.part, self._turn_to)
        if self.looking is not None:
            for name, value in presenter.seen(self.looking):
                line = Text(text=f"{name}: {value}", px=20, halign="left", valign="middle")
                self.rows.add(line, (44 + 26 * (len(name + value) // 80)) * self.em)
        elif self.part == "import":
            self._brought()
        else:
            self._games(presenter)

    def _games(self, presenter: LibraryPresenter) -> None:
        games = [presenter.row(one) for one in games_kept(self.app.games, self.part == "aside")]
        if not games:
            self._plain(self.say("games.empty"))
        for game in games:
            button = DrawnButton(text=game.title, under=game.under, glyph=game.glyph, px=21)
            button.bind(on_release=partial(self._touched, game))
            self.rows.add(button, max(self.finger, 84 * self.em))

    def _plain(self, said: str) -> None:
        self.rows.add(Text(text=said, px=21, halign="left", valign="top"), 90 * self.em)

    def _lay(self, steps: list[str]) -> None:
        """One step after the other; a touch ticks it."""
        if not steps:
            self._plain(self.say("games.nothing-to-lay"))
        for number, said in enumerate(steps, 1):
            button = DrawnButton(text=f"{number}   {said}", glyph="empty", px=20)
            button.bind(on_release=self._tick)
            self.rows.add(button, max(self.finger, 66 * self.em))

    @staticmethod
    def _tick(button: DrawnButton) -> None:
        button.quiet = not button.quiet
        button.glyph = "archived" if button.quiet else "empty"

    def _lay_up_to(self, entries: int | None) -> None:
        self.up_to = entries
        self.fill()

    def _brought(self) -> None:
        """Files that somebody brought; a touch takes one in."""
        found = elsewhere()
        if not found:
            self._plain(self.say("screen-library.none-brought"))
        for path in found:
            button = DrawnButton(text=path.name, under=for_people(path.parent), glyph="empty", px=21)
            button.bind(on_release=lambda _, path=path: self._import(path))
            self.rows.add(button, max(self.finger, 84 * self.em))

    def _import(self, path: Path) -> None:
        try:
            taken = take_in(path, self.app.games)
        except (TableError, OSError, ValueError) as error:
            self.ask(self.say("notice.wrong"), self.wrong(error), (self.say("notice.ok"), "next", None))
        else:
            one = look_at(taken, self.app.games)
            if one.how == "damaged":  # what it costs to repair is said at once, and the button is there
                self._touched(LibraryPresenter(self.app.tr.words, self.app.games).row(one))
            else:
                self._notice("games.done-import", {"file": for_people(taken)})

    def _turn_to(self, part: str) -> None:
        self.part, self.laying, self.looking = part, None, None
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
        elif way == "look":
            self.looking = one
        elif way == "lay":
            self.laying, self.up_to = one, None
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
        """The names of those who played go with it only if that is chosen."""
        if not any(one.people):
            self._copy(one, revealed, False)
            return
        without, with_names = (partial(self._copy, one, revealed, named) for named in (False, True))
        named = self.app.tr.words.listed([name for name in one.people if name])
        self.ask(
            self.say("screen-library.export"),
            self.say("person.export", **{"0": named}),
            (self.say("person.export-without"), "next", without),
            (self.say("person.export-with"), "plain", with_names),
            (self.say("notice.cancel"), "plain", None),
        )

    def _copy(self, one: SavedGame, revealed: bool, named: bool) -> None:
        target = home() / "exports" / one.path.name
        try:
            made = export(one, target, revealed, named)
        except (TableError, OSError) as error:
            self.ask(self.say("notice.wrong"), self.wrong(error), (self.say("notice.ok"), "next", None))
        else:
            self._notice("games.done-export", {"file": for_people(made)})

    def _notice(self, key: str, about: dict[str, object]) -> None:
        said = self.say(key, **about)
        self.ask(self.say("screen-library.done"), said, (self.say("notice.ok"), "next", None))
