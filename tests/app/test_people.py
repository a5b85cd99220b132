"""Names by touch: guests are picked or typed on the page of a new game, and said wherever the seat is."""

import json

from companion.app.presenters.pause import where_we_were
from companion.table import People, games_kept, people_file
from tests.app.test_evening import has, hurry, still, visit


def texts(driver) -> str:
    return " ".join(f"{getattr(w, 'text', '')} {getattr(w, 'under', '')}" for w in driver.walk())


def more(driver, name: str):
    """The button beside a guest."""
    row = driver.button(name).parent
    return next(one for one in row.children if one.text == "…")


def test_guests_are_picked_and_typed_and_the_table_calls_them(run, monkeypatch):
    People(people_file()).remember("Ben")
    driver = run(prepare=still)
    hurry(monkeypatch)
    visit(driver, "New game", "new-game")
    driver.touch(driver.button("Names …"))
    driver.touch(driver.button("Ben"))
    seating = driver.app.manager.current_screen.seating
    seating.typed.text = " Anna "
    driver.touch(driver.button("Sit down"))
    assert seating.named[:2] == ("Ben", "Anna")
    driver.touch(driver.button("Done"))
    assert has(driver, "Ben, Anna")
    visit(driver, "Start", "table")
    now = driver.app.now
    assert now.people[:2] == ("Ben", "Anna")
    banner = next(w for w in driver.walk() if type(w).__name__ == "Banner")
    assert any(said.split(" · ")[0] in ("Ben", "Anna") for said, _ in banner.boxes)
    where = " ".join(where_we_were(driver.app.tr.words, driver.app.games, now))
    assert "Ben (" in where
    assert "Anna (" in where


def test_a_guest_is_renamed_and_forgotten_by_touch_while_a_game_is_on(run):
    driver = run(prepare=still)
    app = driver.app
    app.attend(app.new({"players": 2}, None, 5, "example", ("Anna", "Ben")))
    driver.frames(2)
    app.go("new-game")
    driver.frames(2)
    driver.touch(driver.button("Names …"))
    seating = app.manager.current_screen.seating
    seating.typed.text = "Änne"
    driver.touch(more(driver, "Anna"))
    driver.touch(driver.button("Rename to Änne"))
    driver.frames(2)
    assert app.now.people == ("Änne", "Ben")
    driver.touch(more(driver, "Ben"))
    driver.touch(driver.button("Forget"))
    driver.frames(2)
    assert app.now.people == ("Änne", "")
    driver.touch(driver.button("As last time"))
    assert seating.named[0] == "Änne"


def test_two_guests_of_one_name_are_refused_in_a_sentence(run):
    driver = run(prepare=still)
    visit(driver, "New game", "new-game")
    driver.touch(driver.button("Names …"))
    seating = driver.app.manager.current_screen.seating
    seating.typed.text = "x" * 30
    driver.touch(driver.button("Sit down"))
    assert driver.app.manager.current_screen.notice is not None
    assert driver.app.step_back()
    assert driver.app.step_back()  # out of the names …
    assert driver.app.manager.current == "new-game"
    assert not any(seating.named)
    driver.frames(2)


def test_a_copy_by_touch_asks_about_names(run):
    driver = run(prepare=still)
    app = driver.app
    app.attend(app.new({"players": 2}, None, 5, "example", ("Anna", "")))
    driver.frames(2)
    app.leave()
    app.wait()
    app.go("library")
    driver.frames(2)
    assert "Anna" in texts(driver)
    driver.touch(driver.button("Lighthouse"))
    driver.touch(driver.button("Copy to a file"))
    driver.touch(driver.button("With names"))
    (kept,) = games_kept(app.games)
    beside = kept.path.parents[1] / "exports" / f"{kept.path.name}.people.json"
    assert [one["name"] for one in json.loads(beside.read_text())["people"]] == ["Anna"]
