"""Every modal of every game, found and not listed, is left by a button, by Escape and by Android's Back."""

import importlib
import pkgutil

import pytest

import companion.app
import companion.games
from companion.table import CatchUp, Todo
from tests.app.test_evening import still

ESCAPE = BACK = 27
"""Kivy's number of the key, and of Back on Android."""
RULES = {"the-loop": "FOO-10", "contre-temps": "CT-END-03", "cyberion": "CY-TURN-01", "example": "EX-06"}

OPENED = {
    "HelpOverlay": lambda kind, screen: kind(screen),
    "WhyOverlay": lambda kind, screen: kind(screen, RULES[screen.now.game.name]),
    "HintOverlay": lambda kind, screen: kind(screen, hints(screen)),
    "RefusalOverlay": lambda kind, screen: kind(screen, "It cannot be."),
    "ConfirmOverlay": lambda kind, screen: kind(screen, "Sure?", "Yes", lambda: None),
    "StepsOverlay": lambda kind, screen: kind(screen),
    "MenuOverlay": lambda kind, screen: kind(screen),
    # The LOOP
    "PeekOverlay": lambda kind, screen: kind(screen, 0, ()),
    "HandsOverlay": lambda kind, screen: kind(screen),
    "ComingOverlay": lambda kind, screen: kind(screen),
    "LearnOverlay": lambda kind, screen: kind(screen, drawing(screen), None),
    "LateOverlay": lambda kind, screen: kind(screen),
    "PaletteOverlay": lambda kind, screen: kind(screen),
    "AlertOverlay": lambda kind, screen: vortex(screen),
    # Contre-Temps
    "TimelineMenu": lambda kind, screen: kind(screen),
    "PlaceOverlay": lambda kind, screen: kind(screen, 1),
    "SeatOverlay": lambda kind, screen: kind(screen, 0),
    "RevokeOverlay": lambda kind, screen: kind(screen),
    "AllOverlay": lambda kind, screen: kind(screen),
    "ValueOverlay": lambda kind, screen: kind(screen, "energy.0"),
    # Cyberion
    "WorkshopMenu": lambda kind, screen: kind(screen),
    "MachineOverlay": lambda kind, screen: kind(screen, "1", lambda code: None),
    "PilesOverlay": lambda kind, screen: kind(screen),
    "FieldsOverlay": lambda kind, screen: kind(screen),
    "FieldOverlay": lambda kind, screen: kind(screen, "valves"),
}
BASES = {"TaughtOverlay", "LoopOverlay", "CorrectionOverlay"}
"""What others are made of: nobody opens them."""


def hints(screen):
    return [next(iter(screen.app.lead.guide(screen.now).hints.questions.values()))]


def drawing(screen):
    """A question that may be answered with a piece that no list has."""
    return screen.now.first.question._replace(id=screen.now.manifest.learns[0])


def vortex(screen) -> None:
    """As if one had opened: the table shows it by itself."""
    happened = screen.now.game.happenings["VortexOpened"]
    told = happened(*(0 for field in happened._fields if field != "kind"))
    screen.app.evening._host._alerts.append(Todo(told, screen.now.state))
    screen.app.post(CatchUp())


def modals() -> dict[str, list[type]]:
    """By the folder of the game, or "" for all tables: the classes of what lies over a table."""
    from companion.app.widgets.overlay import Overlay

    for package in (companion.app, companion.games):
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            tablet = ".tablet" in module.name or package is companion.app
            if tablet and not module.name.endswith("__main__"):
                importlib.import_module(module.name)

    def below(kind: type) -> list[type]:
        return [kind, *(one for child in kind.__subclasses__() for one in below(child))]

    found: dict[str, list[type]] = {}
    for kind in dict.fromkeys(below(Overlay)[1:]):
        if not kind.__name__.startswith("_") and kind.__name__ not in BASES:
            game = kind.__module__.split(".")[2] if kind.__module__.startswith("companion.games.") else ""
            found.setdefault(game, []).append(kind)
    return found


def at_a_table(run, game: str):
    driver = run(prepare=lambda app: (still(app), app.begin(dict(app.games[game].first), None, 3, game)))
    driver.frames(3)
    return driver, driver.app.manager.current_screen


def opened(driver, screen, kind):
    screen.close_overlay()
    if (made := OPENED[kind.__name__](kind, screen)) is not None:
        screen.open_overlay(made)
    driver.frames(3)
    driver.later(1)
    driver.frames(3)
    return screen.overlay


def way_out(driver, overlay):
    """Its button that closes it, or the one that goes on."""
    from companion.app.widgets import BigButton

    buttons = [one for one in driver.walk(overlay) if isinstance(one, BigButton) and not one.disabled]
    closing = [one for one in buttons if one.text == driver.app.tr.say("app.close")]
    return (closing or [one for one in buttons if one.role == "next"] or buttons)[0]


def leaves(driver, screen, overlay) -> bool:
    driver.frames(3)
    return screen.overlay is not overlay or driver.app.manager.current != screen.name


@pytest.mark.parametrize("game", list(companion.games.GAMES))
def test_every_modal_is_left_by_a_button_escape_and_back(run, game):
    driver, screen = at_a_table(run, game)
    found = modals()
    assert {kind.__name__ for kinds in found.values() for kind in kinds} == set(OPENED)
    for kind in (*found[""], *found.get(game.replace("-", "_"), [])):
        overlay = opened(driver, screen, kind)
        assert overlay is not None, kind
        for _page in range(5):
            driver.touch(way_out(driver, overlay))
            if leaves(driver, screen, overlay):
                break
        assert leaves(driver, screen, overlay), f"{kind.__name__}: no button leads out"
        driver.app.go("table")
        driver.frames(3)
        overlay = opened(driver, screen, kind)
        assert driver.window.dispatch("on_keyboard", ESCAPE, 0, "", []), kind
        assert leaves(driver, screen, overlay), f"{kind.__name__}: Escape does not lead out"
        driver.app.go("table")
        driver.frames(3)
    screen.close_overlay()


def test_every_notice_of_a_page_is_left_by_each_of_its_buttons_and_by_escape(run):
    from companion.app.widgets import BigButton

    driver = run(prepare=still)
    page = driver.app.manager.current_screen
    page.ask("?", "?", ("Yes", "next", None), ("No", "plain", None))
    driver.frames(2)
    for text in ("Yes", "No"):
        page.ask("?", "?", ("Yes", "next", None), ("No", "plain", None))
        driver.frames(2)
        driver.touch(driver.button(text))
        assert page.notice is None
    page.ask("?", "?")  # nothing was offered: there is a way out all the same
    driver.frames(2)
    assert any(isinstance(one, BigButton) for one in driver.walk(page.notice))
    assert driver.app.step_back()
    assert page.notice is None


def test_the_menu_is_the_same_in_every_game(run) -> None:
    """Home, history, what is set right, phones, pause: in this order, with what a game adds among them."""
    found = {}
    for game in companion.games.GAMES:
        driver = run(prepare=lambda app, game=game: app.begin({}, None, 5, game), first="table")
        driver.frames(4)
        screen = driver.app.manager.current_screen
        screen.show_menu()
        driver.frames(2)
        buttons = [one for one in driver.walk(screen.overlay) if hasattr(one, "role") and one.text]
        found[game] = [one.text for one in sorted(buttons, key=lambda one: -one.to_window(*one.center)[1])]
        driver.close()
    same = [text for text in found["the-loop"] if all(text in texts for texts in found.values())]
    assert len(same) >= 5, found
    assert all([text for text in texts if text in same] == same for texts in found.values()), found
