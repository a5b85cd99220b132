"""Pause: dark and locked, the clock stands still, and on return three lines."""

import pytest

from companion.engine import Refusal
from companion.games import GAMES
from companion.table import Answer, Evening, GoOn, Pause, read, seconds_at_the_table
from tests.app.test_table_screen import begin, texts
from tests.table.playing import play_on
from tests.tools.evenings import do


def test_a_pause_locks_the_table_and_goes_on_with_three_lines(run):
    driver = run(prepare=begin)
    driver.frames(3)
    app, evening = driver.app, driver.app.evening
    app.go("pause")
    driver.frames(3)
    assert evening.now.paused
    before = evening.now.position, evening.now.drop
    app.manager.get_screen("table").next()  # a finger that was still on its way
    driver.frames(3)
    assert (evening.now.position, evening.now.drop) == before
    assert driver.window.dispatch("on_keyboard", 27, 0, "", [])
    assert app.manager.current == "pause", "it is left by its own button"
    driver.touch(app.manager.current_screen.ids.go_on)
    driver.frames(3)
    assert app.manager.current == "table"
    assert not evening.now.paused
    said = "\n".join(texts(driver))
    assert "Here we were" in said
    assert "Turn 1" in said
    assert "Open: a throw" in said
    driver.touch(driver.button("Close"))
    driver.touch(app.manager.current_screen.ids.next)
    assert evening.now.drop is None or evening.now.drop.stage != "waiting"


def test_another_way_out_ends_the_pause_too(run):
    """Nobody stays locked out, whatever led away from it."""
    driver = run(prepare=begin)
    driver.frames(3)
    driver.app.go("pause")
    driver.frames(3)
    driver.app.go("home")
    driver.frames(3)
    assert not driver.app.evening.now.paused


def test_the_clock_stands_still_over_a_restart_too(tmp_path, monkeypatch):
    path, now = tmp_path / "game.jsonl", [1000.0]
    game = GAMES.load("example")
    evening = Evening.begin(game, GAMES, {}, path, 1, lambda: now[0], inline=True)
    evening._host._clock = lambda: now[0]
    play_on(evening, 1)
    now[0] += 60
    assert do(evening, Pause())
    refused = do(evening, Answer((evening.now.asked[0].question.answers[0],)))
    assert isinstance(refused, Refusal)
    assert refused.id == "paused"
    now[0] += 600
    do(evening, GoOn())
    play_on(evening, 1, seed=2)
    evening.close().result()
    contents = read(path)
    assert seconds_at_the_table(contents.times, contents.pauses) == 60
    assert seconds_at_the_table(contents.times) == 660, "the journal tells both"


@pytest.mark.parametrize("name", ["the-loop", "contre-temps", "cyberion", "example"])
def test_three_lines_in_every_game(name, tmp_path):
    from companion.app.presenters.pause import where_we_were
    from companion.app.screen_words import words_of

    evening = Evening.begin(GAMES.load(name), GAMES, {}, None, 5, inline=True)
    play_on(evening, 3)
    lines = where_we_were(words_of("en", name), GAMES, evening.now)
    assert len(lines) == 3
    assert all(line and "{" not in line and "None" not in line for line in lines), lines


def test_while_a_drop_is_open_it_is_somebodys_turn_all_the_same():
    from companion.app.presenters.pause import where_we_were
    from companion.app.screen_words import words_of

    options = {"agents": ["mr-time", "v-girl"], "drop": "hand"}
    evening = Evening.begin(GAMES.load("the-loop"), GAMES, options, None, 5, inline=True)
    words, seen = words_of("en", "the-loop"), set()
    for _ in range(60):
        if evening.now.first.question.stream == "drop":
            agent = ("Mr Time", "V-Girl")[evening.now.state.active]
            assert where_we_were(words, GAMES, evening.now)[1].endswith(f": {agent}")
            seen.add(agent)
        play_on(evening, 1)
    assert len(seen) == 2
