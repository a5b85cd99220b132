"""The library on the tablet: every game is reached from Home, one that another hid and a damaged one too."""

from datetime import datetime

from companion.app.settings import last_journal, new_journal
from companion.games import GAMES, load
from companion.table import Answer, Evening, games_kept, read
from tests.app.test_evening import has, still, visit


def a_game(name: str, answers: int = 6) -> None:
    path = new_journal(name, datetime.now())
    with Evening.begin(load(name), GAMES, {}, path, 3, inline=True) as evening:
        for _ in range(answers):
            asked = evening.now.asked[0]
            evening.post(Answer((asked.question.answers[0],), asked.question.owner, asked.since)).result()


def test_an_older_game_is_continued_from_the_library(run) -> None:
    a_game("example", 2)
    a_game("contre-temps")
    driver = run(prepare=still)
    say = driver.app.tr.say
    visit(driver, say("screen-home.library"), "library")
    driver.touch(driver.button("Lighthouse"))
    driver.touch(driver.button(say("screen-library.go-on")))
    driver.pump(lambda: driver.app.evening is not None, "the older game")
    assert driver.app.evening.now.game.name == "example"


def test_a_damaged_game_is_repaired_by_touch_and_what_is_lost_is_told(run) -> None:
    a_game("contre-temps")
    path = last_journal()
    before = read(path).lines
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join([*lines[:-2], b"rubbish\n", lines[-1]]))
    driver = run(prepare=still)
    say = driver.app.tr.say
    visit(driver, say("screen-home.library"), "library")
    driver.touch(driver.button(path.name))
    driver.touch(driver.button(say("screen-library.repair")))
    driver.frames(2)
    assert read(path).lines == before - 2
    about = {"kept": before - 2, "lost": 2, "file": "§"}
    first, last = say("games.done-repair", about).split("§")
    assert any(getattr(w, "text", "").startswith(first) for w in driver.walk())
    assert last == "."


def test_a_game_is_set_aside_and_brought_back(run) -> None:
    a_game("example", 2)
    driver = run(prepare=still)
    say = driver.app.tr.say
    visit(driver, say("screen-home.library"), "library")
    driver.touch(driver.button("Lighthouse"))
    driver.touch(driver.button(say("screen-library.aside")))
    driver.touch(driver.button(say("notice.ok")))
    assert has(driver, say("games.empty"))
    driver.app.manager.current_screen._turn_to(True)
    driver.frames(2)
    driver.touch(driver.button("Lighthouse"))
    driver.touch(driver.button(say("screen-library.back")))
    driver.frames(2)
    assert len(games_kept(GAMES)) == 1
