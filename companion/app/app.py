"""The app: one window, its screens, the language, and the game night that is on.

May import: Kivy, companion.table, companion.tower, companion.games and this room. Screens reach everything
through `app`: `app.night`, `app.tr`, `app.theme`, `app.settings`, `app.go("table")`.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from threading import Thread
from typing import Any

from kivy.app import App
from kivy.clock import Clock
from kivy.core.window import Window
from kivy.properties import ObjectProperty
from kivy.uix.screenmanager import FadeTransition, NoTransition, Screen, ScreenManager

from companion.engine import Games, Learning
from companion.engine.box_files.reading import BoxMistakes
from companion.table import Career, Session
from companion.tower import Choice, Tower, TowerError, open_tower

from . import screens, widgets  # the widgets make themselves known to kv
from .announcing import Announcer
from .face import Face
from .keeping import Settings, box_folder, career_file, new_journal
from .language import Tongue
from .night import Night
from .theme import Theme, register_fonts


class CompanionApp(App):
    title = "LOOP Companion"
    night = ObjectProperty(None, allownone=True)
    theme = ObjectProperty(None)
    tr = ObjectProperty(None)
    settings = ObjectProperty(None)

    def __init__(self, lang: str, games: Games, first: str = "", **given: Any) -> None:
        super().__init__(**given)
        self.games = games
        register_fonts()
        self.settings = Settings.read()
        self.tr = Tongue(self.settings.lang or lang, games.first)
        self.theme = Theme(
            text_size=self.settings.text_size, palette=self.settings.palette, motion=self.settings.motion
        )
        self._first = first
        self.career = Career(career_file())
        self.announcer = Announcer(self.settings, lambda: self.tr.words)
        self.box_wrong = False
        self.came_from = ""
        self._drain = Clock.create_trigger(self._take_in)
        self._stopped = False

    # -- the window

    def build(self) -> ScreenManager:
        screens.load_kv(Path(widgets.__file__).parent)
        Window.clearcolor = self.theme.ground
        Window.allow_screensaver = not self.settings.keep_awake
        self.manager = ScreenManager(transition=FadeTransition(duration=0.12))
        if not self.theme.motion:
            self.manager.transition = NoTransition()
        self._first = self._first or ("table" if self.night is not None else screens.FIRST)
        if self._first == "table" and self.night is None:
            tower = Choice("simulated", seed=secrets.randbelow(10**6))
            self.begin(dict(self.games[self.games.first].first), tower)
        self.go(self._first)
        return self.manager

    def go(self, name: str, **given: Any) -> Screen:
        """Shows a screen, made when it is first needed; what is given is set on it before it is shown."""
        name = self.table if name == "table" else name
        made = screens.load(name, self.face.package)
        if self.manager.has_screen(name) and type(self.manager.get_screen(name)) is not made:
            self.manager.remove_widget(self.manager.get_screen(name))  # of another game
        if not self.manager.has_screen(name):
            self.manager.add_widget(made(name=name))
        screen = self.manager.get_screen(name)
        self.came_from = self.manager.current
        for key, value in given.items():
            setattr(screen, key, value)
        self.manager.current = name
        return screen

    @property
    def table(self) -> str:
        """The screen of the game that is on."""
        return self.face.table

    @property
    def face(self) -> Face:
        """How the game that is on looks."""
        return self.face_of(self.night.session.game.name if self.night is not None else self.games.first)

    def face_of(self, game: str) -> Face:
        found: Face | None = self.games.face(game, "tablet")
        return found or Face()

    def remember(self) -> None:
        """Keeps the settings. A full disk does not disturb the evening: they hold until it ends."""
        with suppress(OSError):
            self.settings.write()

    def speak(self, lang: str) -> None:
        """Another language, at once and everywhere."""
        self.tr.lang = lang
        self.settings.lang = lang
        self.remember()
        if self.night is not None:
            self.night.changed()

    # -- the game night

    def connect(
        self,
        choice: Choice | None,
        done: Callable[[Tower | None], None],
        failed: Callable[[TowerError], None],
    ) -> None:
        """Opens a tower without holding up the screen; a simulated one is there at once."""
        if choice is None or choice.kind == "simulated":
            done(open_tower(choice, self.settings.watching) if choice else None)
            return

        def work() -> None:
            try:
                tower = open_tower(choice, self.settings.watching)
            except TowerError as error:
                Clock.schedule_once(lambda _, error=error: failed(error))
            else:
                Clock.schedule_once(lambda _: done(tower))

        Thread(target=work, name="connecting", daemon=True).start()

    def box(self, game: str) -> Any:
        """The owner's box; the shipped one while theirs cannot be used, and `box_wrong` then says so."""
        folder, boxes = box_folder(game), self.games.boxes(game)
        self.box_wrong = False
        if not folder.is_dir():
            return None
        try:
            return boxes.load_box(folder)
        except BoxMistakes:
            self.box_wrong = True
            return None

    def begin(
        self,
        options: dict[str, Any],
        tower: Choice | Tower | None,
        seed: int | str | None = None,
        name: str = "",
    ) -> Night:
        """A new game. Raises TableError or TowerError before anything is written."""
        name = name or self.games.first
        game = self.games.load(name, self.box(name))
        opened = open_tower(tower, self.settings.watching) if isinstance(tower, Choice) else tower
        path = new_journal(game.name, datetime.now())
        chosen = secrets.randbelow(10**9) if seed is None else seed
        return self._night(lambda: Session.begin(game, options, path, chosen), opened)

    def resume(self, path: Path, tower: Choice | Tower | None) -> Night:
        """Goes on with a game; the tower does not move until it is told to."""
        opened = open_tower(tower, self.settings.watching) if isinstance(tower, Choice) else tower
        return self._night(lambda: Session.resume(path, self.games.load), opened)

    def _night(self, session: Callable[[], Session], tower: Tower | None) -> Night:
        """Without a tower the players tap in what it would have counted."""
        try:
            night = Night(session(), self._drain)
        except BaseException:  # whatever it was, the port must not stay taken
            if tower is not None:
                tower.close()
            raise
        if tower is not None or night.session.sources["drop"] == "tower":
            night.use(tower)
        return self._open(night)

    def _open(self, night: Night) -> Night:
        self.leave()
        self.career.follow(night.session)
        self.announcer.follow(night.session, self.games[night.session.game.name])
        self.tr.game = night.session.game.name
        self.night = night
        return night

    def leave(self) -> None:
        """Ends the game night; its journal has everything."""
        if self.night is not None:
            night, self.night = self.night, None
            self._learn(night)
            night.close()
            if not self._stopped:  # the words of a window that closes are those of its game
                self.tr.game = self.games.first

    def _learn(self, night: Night) -> None:
        """Pieces that turned up at the table go into the owner's box, for the next game."""
        game = night.session.game
        learned, boxes = game.learned(night.state), self.games.boxes(game.name)
        if learned and isinstance(boxes, Learning):
            try:
                boxes.remember(box_folder(game.name), learned)
            except (OSError, ValueError):
                self.box_wrong = True  # the journal has them; the page Box tells what is wrong

    def _take_in(self, _seconds: float) -> None:
        if self.night is not None:
            self.night.drain()

    def on_stop(self) -> None:
        """Kivy calls it twice after `stop`."""
        if not self._stopped:
            self._stopped = True
            self.leave()
            self.announcer.close()
            self.theme.close()
