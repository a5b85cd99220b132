"""The pages around the table, each in the states that a player meets: for pictures and for the layout test.

A scene prepares a fresh app before its first frame; `app.after_shown` is called when the page stands.
"""

from collections.abc import Callable
from functools import partial
from itertools import count
from types import SimpleNamespace
from typing import Any

import segno

from companion.advisor import GreedyBot
from companion.app.presenters.library import LibraryPresenter
from companion.app.settings import box_folder
from companion.engine.box_editor import Draft
from companion.table import games_kept
from tests.tools.evenings import play

App = Any
"""The app, imported only when its display stands; a scene reaches wherever it has to."""
Screen = Any
"""One of its screens."""
Scene = Callable[[App], None]

DIGITAL = {"players": 2, "agents": ["mr-time", "v-girl"], "drop": "app"}


def played(app: App, answers: int, **options: Any) -> None:
    """A game in which bots have given so many answers, or all of them."""
    app.begin({**DIGITAL, **options}, None, 5)
    left, bot = iter(range(answers)) if answers >= 0 else count(), GreedyBot(1)
    play(
        app.evening,
        lambda now, asked: bot.choose(now.game, now.state, asked) if next(left, None) is not None else None,
    )
    app.look()


def page(name: str, prepare: Scene | None = None, after: Callable[[Screen], object] | None = None) -> Scene:
    """A scene: what is done with the fresh app, and then with the page when it stands."""

    def scene(app: App) -> None:
        app._first = name
        if prepare is not None:
            prepare(app)
        if after is not None:
            app.after_shown = lambda: after(app.manager.current_screen)

    return scene


scene = partial(page, "table")


def paused(app: App) -> None:
    played(app, 20)
    app.leave()


def finished(app: App) -> None:
    played(app, -1)


def once_finished(app: App) -> None:
    finished(app)
    app.leave()


def real_table(app: App) -> None:
    from companion.games.the_loop.views.new_game import PRESETS

    app.begin({**DIGITAL, **PRESETS["real-table"], "drop": "hand"}, None, 5)


def another_box(screen: Screen) -> None:
    """A file beside the box: one piece is new, one is told otherwise."""
    from companion.app.presenters.box_editor import Compared
    from companion.engine.box_files.entry import Entry
    from companion.engine.box_files.owned import Difference

    theirs = Entry.read({"id": "sword", "era": "medieval", "effect": [{"push": 2}]})
    found = (
        Compared(Difference("card", "sword", None, theirs), "Clockwork Sword", "", "Push 2 duplicates."),
        Compared(Difference("card", "axe", theirs, theirs), "Axe", "Pull 1 duplicate.", "Push 2 duplicates."),
    )
    screen.app.go("box-import", playing="the-loop", found=found, file="from-a-friend.toml")


def piece_list(screen: Screen) -> None:
    screen.app.go("box-pieces", playing="the-loop", kind="card")


def piece_editor(screen: Screen) -> None:
    """A card of two steps, one of them not whole yet."""
    draft = Draft(screen.app.games.boxes("the-loop").shelf(), "card", {"name": {"en": "Clockwork Sword"}})
    draft.put(("era",), "medieval")
    draft.put(("dimension",), "star")
    draft.put((*draft.add(("effect",), "push"), "push"), 2)
    draft.add(("effect",), "swap")
    screen.app.go("box-editor", playing="the-loop", draft=draft)


def machine_editor(screen: Screen) -> None:
    """A piece that does nothing: what it shows is chosen."""
    draft = Draft(screen.app.games.boxes("cyberion").shelf(), "machine")
    draft.put(("id", "tier"), "II")
    draft.put(("id", "requirement"), "sum-at-least")
    screen.app.go("box-editor", playing="cyberion", draft=draft)


def wrong_box(app: App) -> None:
    folder = box_folder("the-loop")
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "mine.toml").write_text('[[card]]\nid = "x"\nname = { en = "X" }\nera = 99\n')


def details(screen: Screen) -> None:
    screen.details = True
    screen.fill()


def drop_changed(screen: Screen) -> None:
    screen.entry = next(e.number for e in screen.app.evening.now.entries if e.given.kind == "RiftsLanded")
    screen.change()


def taken_out(screen: Screen) -> None:
    screen.entry = next(e.number for e in screen.app.evening.now.entries if e.source == "player")
    screen.take_out()


def four_rifts(screen: Screen) -> None:
    from companion.games.the_loop.views.corrections import field

    screen.put(field(screen.app.evening.now, "rifts.3"), 4)


def no_tower(screen: Screen) -> None:
    from companion.tower import TowerNotFound

    screen._failed("found", TowerNotFound("no-tower"))


def pointing(screen: Screen) -> None:
    """The calibration asks whether the tower points at an era."""
    from companion.app.presenters import tower_procedures

    def work(guide: tower_procedures.Guided) -> None:
        guide.ask("tower.calibrate.outlet", outlet=3, pulse=1500)

    screen.guided = tower_procedures.Guided(work, lambda: None)
    while screen.guided.question is None:
        screen.guided.join(0.01)
    screen._show("guided")


def gone_wrong(screen: Screen) -> None:
    """Two faults are switched on."""
    screen._show("faults")
    screen.switch("lost-byte")
    screen.switch("cable-in-drop", another=True)
    screen.switch("cable-in-drop")


def touched(screen: Any) -> None:
    """The first game of the library was touched."""
    presenter = LibraryPresenter(screen.app.tr.words, screen.app.games)
    screen._touched(presenter.row(games_kept(screen.app.games)[0]))


def laying(screen: Any) -> None:
    screen.do("lay", games_kept(screen.app.games)[0])


class Invited:
    """Phones as a picture needs them: nothing listens anywhere."""

    on_change = on_shown = None
    address = "http://192.168.1.20:8640"
    seat_count = 2
    undo_asked, undo_of_tablet = None, False
    redo_asked = False

    def __init__(self) -> None:
        self.waiting = [SimpleNamespace(id="b", number=2, seats=[], wants=1)]
        first = SimpleNamespace(id="a", number=1, seats=[0], wants=None)
        self.guests_known = [first, *self.waiting, SimpleNamespace(id="c", number=3, seats=[], wants=None)]

    def is_here(self, device: str) -> bool:
        return device != "c"

    def code(self, kind: str, seat: int | None = None) -> Any:
        link = f"{self.address}/join/{kind[0]}{seat or 0}Kq3wT8yPZbE5mN7rVxLc"
        return link, segno.make(link, error="m", micro=False).matrix

    def close(self, *_: object) -> None:
        pass

    admit = refuse = revoke = renew = window_closed = close


def invited(screen: Screen) -> None:
    screen.app.phones.evening, screen.app.phones.served = screen.app.evening, Invited()
    screen.fill()


def lesson_at(game: str, step: int) -> Scene:
    return lambda app: app.lead.taught.mark(game, "lesson", step)


def lesson_of(game: str, step: int) -> Callable[[Screen], object]:
    def go(screen: Screen) -> None:
        lesson_at(game, step)(screen.app)
        screen.app.go("lesson", game=game)

    return go


def why_of(screen: Screen) -> Any:
    from companion.app.widgets import WhyOverlay

    return WhyOverlay(screen, "VORTEX-13")


def led(app: App) -> None:
    app.settings.lead = True
    played(app, 3)


def laid_out(app: App) -> None:
    real_table(app)
    app.settings.lead = True


PAGES = {
    "lead": page("table", led),
    "help": page("table", lambda app: played(app, 3), lambda screen: screen.help()),
    "why": page("table", lambda app: played(app, 3), lambda screen: screen.open_overlay(why_of(screen))),
    "learn": page("learn"),
    "lesson": page("lesson", lesson_at("the-loop", 13)),
    "lesson-vortex": page("lesson", lesson_at("the-loop", 10)),
    "lesson-timeline": page("learn", after=lesson_of("contre-temps", 13)),
    "lesson-workshop": page("learn", after=lesson_of("cyberion", 5)),
    "rules": page("rules"),
    "signs": page("signs"),
    "choices": page("choices"),
    "layout": page("layout", laid_out),
    "home": page("home", paused),
    "home-first": page("home"),
    "new-game": page("new-game"),
    "new-game-solo": page("new-game", after=lambda screen: screen.pick("people", 1)),
    "new-game-details": page("new-game", after=details),
    "checklist": page("checklist", lambda app: played(app, 0)),
    "checklist-real": page("checklist", real_table),
    "outcome": page("outcome", finished),
    "outcome-why": page("outcome", finished, lambda screen: screen.ended()),
    "settings": page("settings"),
    "history": page("history", lambda app: played(app, 60)),
    "history-drop": page("history", lambda app: played(app, 60), drop_changed),
    "history-settle": page("history", lambda app: played(app, 60), taken_out),
    "history-why": page("history", lambda app: played(app, 60), lambda screen: screen._to("why")),
    "history-empty": page("history", real_table),
    "corrections": page("corrections", lambda app: played(app, 60)),
    "corrections-value": page(
        "corrections", lambda app: played(app, 60), lambda screen: screen.open("tile.3")
    ),
    "corrections-finding": page("corrections", lambda app: played(app, 60), four_rifts),
    "tower": page("tower"),
    "tower-turn": page("tower", after=lambda screen: screen._show("turn")),
    "tower-calibrate": page("tower", after=pointing),
    "tower-faults": page("tower", after=gone_wrong),
    "tower-lost": page("tower", after=no_tower),
    "career": page("career", once_finished),
    "career-reasons": page("career", once_finished, lambda screen: screen._turn_to("promotion")),
    "box": page("box"),
    "box-wrong": page("box", wrong_box),
    "box-import": page("box", after=another_box),
    "box-pieces": page("box", after=piece_list),
    "box-editor": page("box", after=piece_editor),
    "box-editor-machine": page("box", after=machine_editor),
    "invite": page("invite", lambda app: played(app, 20)),
    "invite-codes": page("invite", lambda app: played(app, 20), invited),
    "library": page("library", paused),
    "library-ways": page("library", paused, touched),
    "library-lay": page("library", paused, laying),
}
