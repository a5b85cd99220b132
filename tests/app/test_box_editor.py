"""The editor of an owner's pieces, by touches in a real window."""

import os
import tomllib
from pathlib import Path

import pytest

from companion.engine.box_editor.questions import COLOURS
from companion.engine.box_files import owned
from companion.engine.box_files.entry import Entry
from companion.games import GAMES
from companion.games.the_loop.rules.vocabulary import GRAMMAR
from companion.table import box_folder
from tests.app.box_entry import Owner
from tests.bench.bench_box import touches


def entered(driver, game: str = "the-loop") -> list[dict]:
    path = box_folder(game) / "mine.toml"
    return tomllib.loads(path.read_text(encoding="utf-8")) if path.exists() else {}


def press(driver, text: str) -> None:
    """What was scrolled out of sight is brought in first."""
    button = driver.button(text)
    above = [button]
    while (parent := above[-1].parent) is not None and parent is not above[-1]:
        above.append(parent)
    for one in above:
        if hasattr(one, "scroll_to"):
            one.scroll_to(button, animate=False)
            driver.frames(2)
    driver.touch(button)


def keep(driver) -> None:
    press(driver, driver.app.tr.say("screen-box-editor.keep"))
    driver.pump(lambda: driver.app.writing is None or driver.app.writing.done(), "written")
    driver.frames(3)


def open_kind(driver, name: str) -> None:
    driver.app.go("box", playing=driver.app.games.first)
    driver.frames(3)
    press(driver, name)
    driver.frames(3)


def still(app) -> None:
    app.theme.motion = False


def test_a_card_of_one_step_takes_six_touches_and_its_name(run) -> None:
    driver = run(prepare=still)
    open_kind(driver, "Artifacts")
    press(driver, "Next unknown piece")
    driver.frames(3)
    before = driver.touches
    driver.app.manager.current_screen.ids.name.text = "Clockwork Sword"
    for text in ("Push duplicates", "2", "On the previous era", "Medieval", "Star"):
        press(driver, text)
    if shots := os.environ.get("SHOTS"):
        driver.picture(Path(shots) / "editor.png")
    keep(driver)
    assert driver.touches - before <= 6
    assert entered(driver)["card"] == [
        {
            "id": "clockwork-sword",
            "name": {"en": "Clockwork Sword"},
            "dimension": "star",
            "era": "medieval",
            "effect": [{"push": 2, "at": "previous"}],
        }
    ]


def test_choices_you_may_and_if_are_nested_by_touch(run) -> None:
    driver = run(prepare=still, lang="en")
    open_kind(driver, "Artifacts")
    press(driver, "Next unknown piece")
    driver.frames(3)
    screen = driver.app.manager.current_screen
    press(driver, "Choose one: or")
    assert "Still to say" in driver.app.manager.current_screen.ids.still.text
    press(driver, "Remove rifts")
    screen.aim(("effect", 0, "choose", 1))
    driver.frames(2)
    press(driver, "You may")
    press(driver, "If another agent is there")
    press(driver, "Draw cards")
    press(driver, "Industry")
    if shots := os.environ.get("SHOTS"):
        driver.picture(Path(shots) / "nested.png")
    keep(driver)
    assert entered(driver)["card"] == [
        {
            "id": "card-industry",
            "era": "industry",
            "effect": [{"choose": [[{"remove-rift": 1}], [{"optional": [{"if-agent": [{"draw": 1}]}]}]]}],
        }
    ]


HAND = Path(__file__).with_name("box_of_twenty.toml")
"""A box as its owner would write it by hand: every verb of the game, and every kind of piece."""


def test_a_box_entered_by_touch_is_the_one_written_by_hand(run, home, monkeypatch) -> None:
    shelf = GAMES.boxes("the-loop").shelf()
    wanted = tomllib.loads(HAND.read_text(encoding="utf-8"))
    verbs = {verb for entries in wanted.values() if isinstance(entries, list) for verb in _verbs(entries)}
    assert verbs == set(GRAMMAR.verbs)
    driver = run(prepare=still)
    owner = Owner(driver)
    for kind in shelf.forms:
        for entry in wanted.get(kind, ()):
            owner.begin(kind, entry)
            before = driver.touches
            owner.enter(kind, entry)
            assert driver.touches - before <= touches(shelf, kind, entry), "the bench counts too few"
    driver.app.go("box", playing="the-loop")
    driver.frames(3)
    press(driver, "The same, with your texts")
    driver.pump(lambda: driver.app.writing.done(), "written")
    driver.frames(3)
    file = box_folder("the-loop").parent / "the-loop-box.toml"
    assert tomllib.loads(file.read_text(encoding="utf-8")) == wanted
    with_texts = file.read_bytes()
    owned.own_pieces(shelf, box_folder("the-loop"))
    assert "Do as you like" not in owned.exported(shelf, box_folder("the-loop"))
    driver.close()

    monkeypatch.setenv("XDG_DATA_HOME", str(home / "another"))  # somebody else's tablet
    other = box_folder("the-loop").parent / "from-a-friend.toml"
    other.parent.mkdir(parents=True)
    other.write_bytes(with_texts)
    driver = run(prepare=still)
    driver.app.go("box", playing="the-loop")
    driver.frames(3)
    press(driver, "Take a file in")
    press(driver, other.name)
    driver.pump(lambda: driver.app.manager.current == "box-import", "the file beside the box")
    driver.frames(3)
    press(driver, "Keep 20")
    driver.pump(lambda: driver.app.manager.current == "box", "taken")
    assert owned.exported(shelf, box_folder("the-loop"), texts=True).encode() == with_texts
    assert GAMES.boxes("the-loop").check_box(box_folder("the-loop")) == []


def _verbs(entries) -> set[str]:
    """Every verb anywhere in these pieces."""
    found = set()
    for one in entries:
        if isinstance(one, dict):
            found |= {key for key in one if key in GRAMMAR.verbs and key != "agent"}
            found |= _verbs(value for value in one.values() if isinstance(value, list | dict))
        elif isinstance(one, list):
            found |= _verbs(one)
    return found


@pytest.mark.parametrize("game", ["contre-temps", "cyberion", "example"])
def test_every_kind_of_piece_of_every_game_has_its_editor(run, game) -> None:
    """The example has no line of editor code, nor has any other game."""
    shelf = GAMES.boxes(game).shelf()
    driver = run(prepare=still)
    owner = Owner(driver, game)
    shipped = shelf.read(GAMES[game].folder / "box").pieces
    wanted = {}
    for kind in shelf.forms:
        piece = next(one.entry.plain for one in shipped if one.kind == kind)
        wanted[kind] = {key: value for key, value in piece.items() if key not in ("source", "stand-in")}
        if "colour" in wanted[kind]:
            wanted[kind]["colour"] = COLOURS[1]
        owner.begin(kind, wanted[kind])
        owner.enter(kind, wanted[kind])
    kept = {piece.kind: piece.entry.plain for piece in owned.own_pieces(shelf, box_folder(game))}
    made_of_names = {kind for kind in kept if kept[kind]["id"] != wanted[kind]["id"]}
    assert made_of_names <= {"colour", "weather", "keeper"}  # these have an id of their name alone
    for kind, entry in kept.items():
        assert {**entry, "id": ""} == {**wanted[kind], "id": ""}


def test_a_box_that_changes_under_a_running_game_changes_the_next_one(run) -> None:
    driver = run(prepare=lambda app: app.begin({"players": 2, "drop": "app"}, None, 5))
    before = driver.app.now.game.box
    entry = {"id": "sword", "era": "medieval", "effect": [{"push": 2}]}
    owned.keep(GAMES.boxes("the-loop").shelf(), box_folder("the-loop"), "card", Entry.read(entry))
    assert driver.app.now.game.box is before
    path = driver.app.now.path
    driver.app.leave()
    driver.app.wait()
    driver.app.resume(path, None)
    assert "sword" not in {card["id"] for card in driver.app.now.game.box["card"]}
    driver.app.leave()
    driver.app.begin({"players": 2, "drop": "app"}, None, 5)
    assert "sword" in {card["id"] for card in driver.app.now.game.box["card"]}


def test_what_turns_up_at_the_table_is_entered_whole_and_played_with(run) -> None:
    options = {"players": 2, "mode": "ultramachina", "ultras": "hand", "drop": "app"}
    driver = run(prepare=lambda app: (still(app), app.begin(options, None, 5)), first="table")
    driver.pump(lambda: driver.app.now.first and driver.app.now.first.question.id == "reveal-ultra", "a card")
    driver.frames(5)
    press(driver, driver.app.tr.say("prompt.something-else"))
    press(driver, driver.app.tr.say("learn.whole"))
    driver.frames(3)
    assert driver.app.manager.current == "box-editor"
    for text in ("Remove energy", "On Dr Foo's era", "Industry", "3"):
        Owner(driver).press(text)
    driver.app.manager.current_screen.ids.name.text = "Tax Office"
    press(driver, driver.app.tr.say("screen-box-editor.keep"))
    driver.frames(5)
    game, state = driver.app.now.game, driver.app.now.state
    (learned,) = game.learned(state)["ultra"]
    assert learned["effect"] == [{"remove-energy": 1, "at": "foo"}]
    assert learned["id"] in state.extra.ultras[3]
    assert driver.app.manager.current != "box-editor"
