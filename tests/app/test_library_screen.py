"""The library on the tablet: every game is reached from Home, one that another hid and a damaged one too."""

from datetime import datetime

from companion.app.settings import last_journal, new_journal
from companion.games import GAMES, load
from companion.table import Answer, Evening, games_kept, position, read, turns
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
    driver.touch(driver.button("Contre-Temps"))
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
    driver.app.manager.current_screen._turn_to("aside")
    driver.frames(2)
    driver.touch(driver.button("Lighthouse"))
    driver.touch(driver.button(say("screen-library.back")))
    driver.frames(2)
    assert len(games_kept(GAMES)) == 1


def chosen(driver, way: str, title: str = "Lighthouse") -> None:
    """From Home: a way of the only game that is kept."""
    say = driver.app.tr.say
    visit(driver, say("screen-home.library"), "library")
    driver.touch(driver.button(title))
    driver.touch(driver.button(say(f"screen-library.{way}")))
    driver.frames(2)


def test_a_game_is_looked_at_and_nothing_is_written(run) -> None:
    a_game("example", 2)
    path = last_journal()
    before = path.read_bytes()
    driver = run(prepare=still)
    chosen(driver, "look")
    said = "\n".join(str(getattr(w, "text", "")) for w in driver.walk())
    assert "oil" in said.lower()
    assert path.read_bytes() == before
    assert driver.app.evening is None
    driver.app.step_back()
    assert driver.app.manager.current == "library", "one step back: to all games"
    assert driver.button("Lighthouse")


def test_hidden_hands_stay_hidden_when_a_game_is_looked_at(home) -> None:
    from companion.app.presenters.library import LibraryPresenter
    from companion.words import Words

    a_game("contre-temps")
    (one,) = games_kept(GAMES)
    assert one.hidden
    _, state = position(one.path, load)
    seen = str(LibraryPresenter(Words("en"), GAMES).seen(one))
    hidden = {card for hand in state.hands for card in hand if card != "?"}
    assert hidden
    assert not any(f" {card}" in seen or f"{card}," in seen for card in hidden)


def test_the_table_is_laid_step_by_step_to_any_turn(run) -> None:
    a_game("the-loop", 12)
    (one,) = games_kept(GAMES)
    driver = run(prepare=still)
    chosen(driver, "lay", "The LOOP")
    screen = driver.app.manager.current_screen
    assert [entries for _, entries in turns(one.path, GAMES)][-1] == len(read(one.path).live)
    steps = [w for w in driver.walk(screen.rows) if str(getattr(w, "text", "")).startswith("1   ")]
    driver.touch(steps[0])
    driver.later(1)  # a list waits whether it is to be scrolled
    assert steps[0].quiet
    there = len(screen.rows.box.children)
    driver.touch(driver.button("After the setup"))
    driver.frames(2)
    assert len(screen.rows.box.children) != there


def test_a_file_that_somebody_brought_is_taken_in(run, home) -> None:
    a_game("example", 2)
    path = last_journal()
    folder = home / "loop-companion" / "imports"
    folder.mkdir()
    path.rename(folder / "from-a-friend.jsonl")
    (folder / "rubbish.jsonl").write_text("no journal")
    driver = run(prepare=still)
    say = driver.app.tr.say
    visit(driver, say("screen-home.library"), "library")
    driver.touch(driver.button(say("screen-library.import-part")))
    driver.frames(2)
    driver.touch(driver.button("rubbish.jsonl"))
    assert has(driver, say("notice.wrong"))
    driver.touch(driver.button(say("notice.ok")))
    driver.touch(driver.button("from-a-friend.jsonl"))
    assert [one.game for one in games_kept(GAMES)] == ["example"]


def test_a_damaged_one_that_was_brought_is_repaired_at_once(run, home) -> None:
    a_game("contre-temps")
    path = last_journal()
    lines = path.read_bytes().splitlines(keepends=True)
    folder = home / "loop-companion" / "imports"
    folder.mkdir()
    (folder / "brought.jsonl").write_bytes(b"".join([*lines[:-2], b"rubbish\n", lines[-1]]))
    path.unlink()
    driver = run(prepare=still)
    say = driver.app.tr.say
    visit(driver, say("screen-home.library"), "library")
    driver.touch(driver.button(say("screen-library.import-part")))
    driver.frames(2)
    driver.touch(driver.button("brought.jsonl"))
    assert any(say("games.damaged", {"line": len(lines) - 1, "lost": 2}) in text(w) for w in driver.walk())
    driver.touch(driver.button(say("screen-library.repair")))
    driver.frames(2)
    assert [one.how for one in games_kept(GAMES)] == ["unfinished"]


def text(widget: object) -> str:
    return str(getattr(widget, "text", ""))
