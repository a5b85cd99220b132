"""The editor of an owner's pieces, by touches in a real window."""

import os
import tomllib
from pathlib import Path

from companion.table import box_folder


def entered(driver, game: str = "the-loop") -> list[dict]:
    path = box_folder(game) / "mine.toml"
    return tomllib.loads(path.read_text(encoding="utf-8")) if path.exists() else {}


def press(driver, text: str) -> None:
    driver.touch(driver.button(text))


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
