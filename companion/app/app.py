"""The app: one window, its screens, the language, and the evening that it looks on.

May import: Kivy, companion.table, companion.tower, companion.games and this room. Screens reach everything
through `app`: `app.now`, `app.post(command)`, `app.tr`, `app.theme`, `app.settings`, `app.go("table")`.
Longer than most: it is the one place where other threads hand something to the window.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, wait
from contextlib import contextmanager, suppress
from datetime import datetime
from functools import partial
from pathlib import Path
from threading import Event, Thread
from typing import Any, NamedTuple, TypeVar

from kivy.app import App
from kivy.clock import Clock
from kivy.core.window import Window
from kivy.properties import ObjectProperty
from kivy.uix.screenmanager import FadeTransition, NoTransition, Screen

from companion.engine import Games, Refusal
from companion.engine.box_files.reader import BoxMistakes
from companion.table import (
    Career,
    Closed,
    Command,
    Done,
    Evening,
    Mailbox,
    People,
    Snapshot,
    TableError,
    Undo,
    people_file,
)
from companion.tower import Choice, Tower, TowerError, open_tower

from . import screens, widgets  # the widgets make themselves known to kv
from .announcer import Announcer
from .background_advice import OwnShares
from .face import Face
from .invitation import Invitation, Inviting, Served
from .knocks import answer_knocks
from .language import Tongue
from .lead import Lead
from .screens.tabletop import Tabletop
from .settings import Settings, box_folder, career_file, new_journal
from .stage.director import Director
from .theme import ASSETS, Theme, register_fonts
from .widgets import Fingers, Page

ESCAPE = 27
"""Kivy's number of the key, and of Back on Android."""
AFTER_PHONES = 0.1
"""Seconds after which this window looks, if phones were not told of what is new before."""

T = TypeVar("T")


class _Opened(NamedTuple):
    """An evening that is followed and not yet looked at."""

    evening: Evening
    shares: OwnShares
    mailbox: Mailbox


def _closed_unseen(opening: Future[_Opened]) -> None:
    """The window was closed before the game stood."""
    if opening.exception() is None:
        opening.result().evening.close()


@contextmanager
def _or_closed(opened: Tower | Evening | None) -> Iterator[None]:
    """Whatever goes wrong before somebody owns it: no port and no journal stays taken."""
    try:
        yield
    except BaseException:
        if opened is not None:
            opened.close()
        raise


class CompanionApp(App):
    title = "LOOP Companion"
    icon = str(ASSETS / "icon.png")
    evening: ObjectProperty[Evening | None] = ObjectProperty(None, allownone=True)
    """The game that is on. It goes on by itself: this window is one of those who look on and answer."""
    now: ObjectProperty[Snapshot | None] = ObjectProperty(None, allownone=True)
    """How it stands, as far as this window has seen it; None without an evening."""
    theme: ObjectProperty[Theme] = ObjectProperty(None)
    tr: ObjectProperty[Tongue] = ObjectProperty(None)
    settings: ObjectProperty[Settings] = ObjectProperty(None)

    def __init__(
        self,
        lang: str,
        games: Games,
        first: str = "",
        safe: bool = False,
        inviting: Inviting | None = None,
        **given: Any,
    ) -> None:
        """`safe`: starts failed before this one. Nothing that was chosen is read or written over, no tower is
        looked for, and the library is the first page. `inviting`: serves phones."""
        super().__init__(**given)
        self.games = games
        self.safe = safe
        self._look_soon = Clock.create_trigger(self.look)
        self._look_later = Clock.create_trigger(self.look, AFTER_PHONES)
        self.phones = Invitation(inviting, Clock.create_trigger(self._after_phones))
        self.phones.bind(changed=self._knocked)
        self.outlived: tuple[Evening, Served] | None = None
        """What phones go on with when the window is closed."""
        self.knock: widgets.Knock | None = None
        register_fonts()
        self.settings = Settings(tower="none", motion=False) if safe else Settings.read()
        self.tr = Tongue(self.settings.lang or lang, games.first)
        self.theme = Theme(
            text_size=self.settings.text_size,
            inches=self.settings.screen,
            palette=self.settings.palette,
            motion=self.settings.motion,
        )
        self._first = first or ("library" if safe else "")
        self.career = Career(career_file())
        self.lead = Lead(self)
        self.announcer = Announcer(self.settings, lambda: self.tr.words)
        self.director = Director(self)
        self.box_wrong = False
        self.came_from = ""
        self.shares = OwnShares()
        self.refusal_shown: Refusal | None = None
        """The last that somebody in front of this window was told of."""
        self._mailbox: Mailbox | None = None
        self._closing: list[Future[Closed]] = []
        self.opening: Future[_Opened] | None = None
        """An evening that is being opened aside."""
        self.writing: Future[Any] | None = None
        """A file of the owner's that is being written aside."""
        self.stopped = False
        """The window is closing: nothing is shown any more."""

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
        Window.bind(on_keyboard=self._key)
        screen = self.go(self._first)
        if self.safe and isinstance(screen, Page):
            say = self.tr.say
            screen.ask(say("safe.title"), say("safe.said"), (say("notice.ok"), "next", None))
        return self.manager

    def open_settings(self, *_: object) -> bool:
        """F1 opens nothing of Kivy's."""
        return False

    def _key(self, _window: object, key: int, *_: object) -> bool:
        """Escape, and Back on Android: one step back."""
        return key == ESCAPE and self.step_back()

    def step_back(self) -> bool:
        """What lies over a screen goes first, then the screen; on the first page there is no way back."""
        screen = self.manager.current_screen
        return isinstance(screen, Page | Tabletop) and screen.step_back()

    def recover(self, file: str, home: bool) -> None:
        """After a mishap: a calm word, at the table if there is one and it was not the same a moment ago."""
        say = self.tr.say
        title, said = say("mishap.title"), say("mishap.said", {"file": file})
        screen = self.go("home" if home or self.evening is None else "table")
        if isinstance(screen, Page):
            screen.ask(title, said, (say("notice.ok"), "next", None))
        elif isinstance(screen, Tabletop):
            screen.tell(title, said)

    def go(self, name: str, **given: Any) -> Screen:
        """Shows a screen, made when it is first needed; what is given is set on it before it is shown."""
        screen = self.screen(name)
        self.came_from = self.manager.current or ""
        for key, value in given.items():
            setattr(screen, key, value)
        self.manager.current = screen.name
        return screen

    def screen(self, name: str) -> Screen:
        """Shown or not; `table` is that of the game that is on."""
        name = self.table if name == "table" else name
        made = screens.load(name, self.face.package)
        if self.manager.has_screen(name) and type(self.manager.get_screen(name)) is not made:
            self.manager.remove_widget(self.manager.get_screen(name))  # of another game
        if not self.manager.has_screen(name):
            self.manager.add_widget(made(name=name))
        return self.manager.get_screen(name)

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
        """Keeps the settings. A full disk does not disturb the evening: they hold until it ends. Those of a
        safe start hold for it alone."""
        if self.safe:
            return
        with suppress(OSError):
            self.settings.write()

    def hush(self) -> None:
        """A silent table, or a sounding one again, at once."""
        self.settings.silent = not self.settings.silent
        self.remember()
        if self.settings.silent:
            self.announcer.silence()

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

    def undo(self, then: Callable[[Done | Refusal], object] | None = None) -> None:
        """Takes back the last answer. Who is here with a phone is asked first, as about anybody's."""
        served = self.phones.served
        if served is None or self.now is None or not served.ask_undo(self.now.position):
            self.post(Undo(), then)

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

    def tower(self, choice: Choice) -> Tower:
        """Opens it as people want it, in any thread."""
        tower = open_tower(choice, self.settings.watching)
        with _or_closed(tower):
            tower.strip.on = self.settings.lights
        return tower

    def connect(
        self,
        choice: Choice | None,
        done: Callable[[Tower | None], None],
        failed: Callable[[TowerError], None],
        after: Future[None] | None = None,
    ) -> Callable[[], None]:
        """Opens a tower without holding up the screen, `after` the one before it has let go of its port; a
        simulated one is there at once. What it returns gives up waiting: nobody is told any more, and a tower
        that comes all the same is let go."""
        given_up = Event()
        if choice is None or choice.kind == "simulated":
            done(self.tower(choice) if choice else None)
            return given_up.set

        def arrived(tower: Tower) -> None:
            if given_up.is_set():
                self.let_go(tower)
            else:
                done(tower)

        def missed(error: TowerError) -> None:
            if not given_up.is_set():
                failed(error)

        def work() -> None:
            try:
                if after is not None:
                    wait([after])
                tower = self.tower(choice)
            except TowerError as error:
                fault = error
                Clock.schedule_once(lambda _: missed(fault))
            else:
                Clock.schedule_once(lambda _: arrived(tower))

        Thread(target=work, name="connecting", daemon=True).start()
        return given_up.set

    def let_go(self, tower: Tower | None, after: Future[None] | None = None) -> Future[None]:
        """Closes a tower aside: that may take its time, and holds up no window."""
        closed: Future[None] = Future()

        def work() -> None:
            try:
                if after is not None:
                    wait([after])
                if tower is not None:
                    tower.close()
            finally:
                closed.set_result(None)

        Thread(target=work, name="letting go", daemon=True).start()
        return closed

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
        named: Sequence[str] = (),
    ) -> Evening:
        """A new game, in any thread. `named`: those who play, seat by seat."""
        name = name or self.games.first
        opened = self.tower(tower) if isinstance(tower, Choice) else tower
        with _or_closed(opened):
            game = self.games.load(name, self.box(name))
            path = new_journal(game.name, datetime.now())
            chosen = secrets.randbelow(10**9) if seed is None else seed
            people = People(people_file()).sit_down(named) if any(named) else ()
            return Evening.begin(
                game, self.games, options, path, chosen, tower=opened, learn=box_folder, people=people
            )

    def old(self, path: Path, tower: Choice | Tower | None) -> Evening:
        """A game to go on with, in any thread; the tower does not move until it is told to."""
        opened = self.tower(tower) if isinstance(tower, Choice) else tower
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

    def in_thread(
        self,
        work: Callable[[], T],
        done: Callable[[T], object],
        failed: Callable[[OSError | ValueError], object],
    ) -> None:
        """Has a file read or written in a thread of its own: no window waits for a disk."""
        writing: Future[T] = Future()
        self.writing = writing

        def run() -> None:
            try:
                writing.set_result(work())
            except Exception as error:  # noqa: BLE001 - of the window's thread too, see below
                writing.set_exception(error)
            Clock.schedule_once(lambda _: arrive())

        def arrive() -> None:
            try:
                made = writing.result()
            except (OSError, ValueError) as error:
                failed(error)
            else:
                done(made)

        Thread(target=run, name="writing", daemon=True).start()

    def attend(self, evening: Evening) -> Evening:
        """Looks on from now on."""
        return self._enter(self._followed(evening))

    def _followed(self, evening: Evening) -> _Opened:
        """In any thread: what is kept beside its journal, and our mailbox."""
        shares = OwnShares()
        with _or_closed(evening):
            self.career.follow(evening)
            shares.follow(evening)
            return _Opened(evening, shares, evening.subscribe(self._wake))

    def _enter(self, opened: _Opened) -> Evening:
        self.leave()
        self.director.attend()
        self.shares, self._mailbox = opened.shares, opened.mailbox
        self.tr.game = opened.evening.now.game.name
        self.now = self._mailbox.take()
        self.evening = opened.evening
        return opened.evening

    def leave(self) -> Future[Closed] | None:
        """Ends the evening; its journal has everything. Done when journal and tower are let go."""
        if self.evening is not None:
            evening, self._mailbox = self.evening, None
            self.phones.close()
            self._closing.append(evening.close())
            self.when(self._closing[-1], self._learned)
            self.now = self.evening = None
            if not self.stopped:  # the words of a window that closes are those of its game
                self.tr.game = self.games.first
        return self._closing[-1] if self._closing else None

    def wait(self, seconds: float | None = None) -> None:
        """Until every evening that was left has let go of its journal and its tower; never in the window's
        thread while there is a window."""
        wait(self._closing, seconds)
        self._closing = [one for one in self._closing if not one.done()]

    def _learned(self, closed: Closed) -> None:
        """Pieces that turned up could not be kept: the journal has them, the page Box tells what is wrong."""
        self.box_wrong = self.box_wrong or closed.problem is not None

    def _wake(self) -> None:
        """In the evening's thread. Phones are told first: drawing takes longer than telling them, and only
        one of the two can compute at a time."""
        if self.phones.served is None:
            self._look_soon()
        else:
            self._look_later()

    def _after_phones(self, *_: Any) -> None:
        """They know what was new; where more has come meanwhile, they are told of that first, too."""
        if self.evening is None or self.phones.know(self.evening.now.position):
            self.look()

    def look(self, *_: Any) -> None:
        """What is new, in this window's own thread."""
        now = self._mailbox.take() if self._mailbox is not None else None
        if now is not None:
            self.announcer.hear(now)
            self.director.hear(now)
            self.now = self.phones.in_turn(now)

    def _knocked(self, *_: Any) -> None:
        """A phone came, went or waits for a word: who is asked first here may be another."""
        if self.now is not None and (now := self.phones.in_turn(self.now)) is not self.now:
            self.now = now
        answer_knocks(self)

    def on_stop(self) -> None:
        """Kivy calls it twice after `stop`."""
        if not self.stopped:
            self.stopped = True
            Window.unbind(on_keyboard=self._key)
            opening, self.opening = self.opening, None
            if opening is not None:
                opening.add_done_callback(_closed_unseen)
            self.outlived = self.phones.hand_over()
            if self.outlived is not None and self._mailbox is not None:  # a closed window stops no phone
                self.outlived[0].unsubscribe(self._mailbox)
                self._mailbox = self.now = self.evening = None
            self.leave()
            self.announcer.close()
            self.theme.close()
