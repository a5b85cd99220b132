"""The app: one window, its screens, the language, and the evening that it looks on.

May import: Kivy, companion.table, companion.tower, companion.games and this room. Screens reach everything
through `app`: `app.now`, `app.post(command)`, `app.tr`, `app.theme`, `app.settings`, `app.go("table")`.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from datetime import datetime
from functools import partial
from pathlib import Path
from threading import Thread
from typing import Any, NamedTuple

from kivy.app import App
from kivy.clock import Clock
from kivy.core.window import Window
from kivy.properties import ObjectProperty
from kivy.uix.screenmanager import FadeTransition, NoTransition, Screen

from companion.engine import Games, Refusal
from companion.engine.box_files.reader import BoxMistakes
from companion.table import Career, Closed, Command, Done, Evening, Mailbox, Snapshot, TableError
from companion.tower import Choice, Tower, TowerError, open_tower

from . import screens, widgets  # the widgets make themselves known to kv
from .announcer import Announcer
from .background_advice import OwnShares
from .face import Face
from .language import Tongue
from .settings import Settings, box_folder, career_file, new_journal
from .theme import Theme, register_fonts
from .widgets import Fingers


class _Opened(NamedTuple):
    """An evening that is followed and not yet looked at."""

    evening: Evening
    shares: OwnShares
    mailbox: Mailbox


class CompanionApp(App):
    title = "LOOP Companion"
    evening: ObjectProperty[Evening | None] = ObjectProperty(None, allownone=True)
    """The game that is on. It goes on by itself: this window is one of those who look on and answer."""
    now: ObjectProperty[Snapshot | None] = ObjectProperty(None, allownone=True)
    """How it stands, as far as this window has seen it; None without an evening."""
    theme: ObjectProperty[Theme] = ObjectProperty(None)
    tr: ObjectProperty[Tongue] = ObjectProperty(None)
    settings: ObjectProperty[Settings] = ObjectProperty(None)

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
        self.shares = OwnShares()
        self.refusal_shown: Refusal | None = None
        """The last that somebody in front of this window was told of."""
        self._look_soon = Clock.create_trigger(self.look)
        self._mailbox: Mailbox | None = None
        self._closing: list[Future[Closed]] = []
        self.opening: Future[_Opened] | None = None
        """An evening that is being opened aside."""
        self._stopped = False

    # -- the window

    def build(self) -> Fingers:
        screens.load_kv(Path(widgets.__file__).parent)
        Window.clearcolor = self.theme.ground
        Window.allow_screensaver = not self.settings.keep_awake
        self.manager = Fingers(transition=FadeTransition(duration=0.12))
        if not self.theme.motion:
            self.manager.transition = NoTransition()
        self._first = self._first or ("table" if self.evening is not None else screens.FIRST)
        if self._first == "table" and self.evening is None:
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
        self.came_from = self.manager.current or ""
        for key, value in given.items():
            setattr(screen, key, value)
        self.manager.current = name
        return screen

    @property
    def playing(self) -> Snapshot:
        """How it stands, for pages that are only there while a game is on."""
        assert self.now is not None
        return self.now

    @property
    def table(self) -> str:
        """The screen of the game that is on."""
        return self.face.table

    @property
    def face(self) -> Face:
        """How the game that is on looks."""
        return self.face_of(self.now.game.name if self.now is not None else self.games.first)

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

    # -- the evening

    def post(self, command: Command, then: Callable[[Done | Refusal], object] | None = None) -> None:
        """Has the evening carry something out. What comes of it is seen in `now`, a moment later, and told to
        `then`, in this thread."""
        if self.evening is not None:
            self.when(self.evening.post(command), then)

    def when(self, done: Future[Any], then: Callable[[Any], object] | None) -> None:
        """Has something done in this thread once the evening has done it."""
        done.add_done_callback(partial(self._later, then))

    def _later(self, then: Callable[[Any], object] | None, done: Future[Any]) -> None:
        """In the evening's thread. A mistake of ours is not swallowed: it is one of this thread too."""
        if not done.cancelled() and (then is not None or done.exception() is not None):
            Clock.schedule_once(lambda _: self._answered(then, done))

    def _answered(self, then: Callable[[Any], object] | None, done: Future[Any]) -> None:
        self.look()
        result = done.result()
        if then is not None:
            then(result)

    def connect(
        self,
        choice: Choice | None,
        done: Callable[[Tower | None], None],
        failed: Callable[[TowerError], None],
        after: Future[None] | None = None,
    ) -> None:
        """Opens a tower without holding up the screen, `after` the one before it has let go of its port; a
        simulated one is there at once."""
        if choice is None or choice.kind == "simulated":
            done(open_tower(choice, self.settings.watching) if choice else None)
            return

        def work() -> None:
            try:
                if after is not None:
                    after.result()
                tower = open_tower(choice, self.settings.watching)
            except TowerError as error:
                fault = error
                Clock.schedule_once(lambda _: failed(fault))
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
    ) -> Evening:
        """A new game, looked at at once. Raises TableError or TowerError before anything is written."""
        return self.attend(self.new(options, tower, seed, name))

    def resume(self, path: Path, tower: Choice | Tower | None) -> Evening:
        """Goes on with a game, looked at at once."""
        return self.attend(self.old(path, tower))

    def new(
        self,
        options: dict[str, Any],
        tower: Choice | Tower | None,
        seed: int | str | None = None,
        name: str = "",
    ) -> Evening:
        """A new game, in any thread."""
        name = name or self.games.first
        game = self.games.load(name, self.box(name))
        opened = open_tower(tower, self.settings.watching) if isinstance(tower, Choice) else tower
        path = new_journal(game.name, datetime.now())
        chosen = secrets.randbelow(10**9) if seed is None else seed
        return Evening.begin(game, self.games, options, path, chosen, tower=opened, learn=box_folder)

    def old(self, path: Path, tower: Choice | Tower | None) -> Evening:
        """A game to go on with, in any thread; the tower does not move until it is told to."""
        opened = open_tower(tower, self.settings.watching) if isinstance(tower, Choice) else tower
        self.wait()  # it may have been this very journal
        return Evening.resume(path, self.games, opened, box_folder)

    def aside(
        self,
        opens: Callable[[], Evening],
        done: Callable[[], object],
        failed: Callable[[TableError | OSError], object],
    ) -> None:
        """Has a game opened in a thread of its own and looks at it then: no window waits for a disk. One at a
        time: a second touch means the first one."""
        if self.opening is not None:
            return
        self.leave()
        opening: Future[_Opened] = Future()
        self.opening = opening

        def work() -> None:
            try:
                opening.set_result(self._followed(opens()))
            except Exception as error:  # noqa: BLE001 - of the window's thread too, see below
                opening.set_exception(error)
            Clock.schedule_once(lambda _: self._arrive(opening, done, failed))

        Thread(target=work, name="opening", daemon=True).start()

    def _arrive(
        self,
        opening: Future[_Opened],
        done: Callable[[], object],
        failed: Callable[[TableError | OSError], object],
    ) -> None:
        if self.opening is not opening:  # the window was closed meanwhile
            return
        self.opening = None
        try:
            self._enter(opening.result())
        except (TableError, OSError) as error:
            failed(error)
        else:
            done()

    def attend(self, evening: Evening) -> Evening:
        """Looks on from now on."""
        return self._enter(self._followed(evening))

    def _followed(self, evening: Evening) -> _Opened:
        """In any thread: what is kept beside its journal, and our mailbox."""
        shares = OwnShares()
        self.career.follow(evening)
        shares.follow(evening)
        return _Opened(evening, shares, evening.subscribe(self._look_soon))

    def _enter(self, opened: _Opened) -> Evening:
        self.leave()
        self.shares, self._mailbox = opened.shares, opened.mailbox
        self.tr.game = opened.evening.now.game.name
        self.now = self._mailbox.take()
        self.evening = opened.evening
        return opened.evening

    def leave(self) -> None:
        """Ends the evening; its journal has everything."""
        if self.evening is not None:
            evening, self._mailbox = self.evening, None
            self._closing.append(evening.close())
            self.when(self._closing[-1], self._learned)
            self.now = self.evening = None
            if not self._stopped:  # the words of a window that closes are those of its game
                self.tr.game = self.games.first

    def wait(self) -> None:
        """Until every evening that was left has let go of its journal and its tower."""
        while self._closing:
            self._closing.pop().result()

    def _learned(self, closed: Closed) -> None:
        """Pieces that turned up could not be kept: the journal has them, the page Box tells what is wrong."""
        self.box_wrong = self.box_wrong or closed.problem is not None

    def look(self, *_: Any) -> None:
        """What is new, in this window's own thread."""
        now = self._mailbox.take() if self._mailbox is not None else None
        if now is not None:
            self.announcer.hear(now)
            self.now = now

    def on_stop(self) -> None:
        """Kivy calls it twice after `stop`."""
        if not self._stopped:
            self._stopped = True
            opening, self.opening = self.opening, None
            if opening is not None and opening.exception() is None:
                self._enter(opening.result())
            self.leave()
            self.wait()
            self.announcer.close()
            self.theme.close()
