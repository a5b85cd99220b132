"""The outcome, the career and the box, out of a whole game that bots played."""

import pytest

from companion.advisor import GreedyBot
from companion.app.announcer import sentences_of, sound_of
from companion.app.presenters.box import BoxPresenter
from companion.app.presenters.career import CareerPresenter, known_reasons
from companion.app.presenters.outcome import OutcomePresenter
from companion.app.screen_words import words_of
from companion.games import GAMES, NAMES, boxes, load
from companion.table import Career, Evening
from companion.words import Speech, Words, languages
from tests.tools.evenings import play

AREAS = ["the_loop", "tower", "app", "app_screens"]
GAME = load("the-loop")
FOLDER = GAMES[GAME.name].folder


@pytest.fixture(scope="module")
def kept(tmp_path_factory):
    """A finished game and the career that it went into."""
    folder = tmp_path_factory.mktemp("evening")
    career = Career(folder / "career.jsonl")
    options, bot = {"agents": ["mr-time", "v-girl"]}, GreedyBot(1)
    with Evening.begin(GAME, GAMES, options, folder / "game.jsonl", 5, inline=True) as evening:
        career.follow(evening)
        play(evening, lambda now, asked: bot.choose(GAME, now.state, asked))
        yield evening.now, career


@pytest.mark.parametrize("lang", languages())
def test_the_outcome_tells_cause_story_and_career(kept, lang):
    now, career = kept
    words = Words(lang, AREAS)
    view = OutcomePresenter(GAME, words, GAMES).show(
        now, career.games(), known_reasons(GAME, FOLDER)
    )
    assert view.won == (now.outcome.result == "won")
    assert now.outcome.rule not in str(view)  # it stands behind Why? alone
    happened = [said.kind for entry in now.entries for said in entry.happenings]
    turning = sum(happened.count(kind) for kind in ("TileArchived", "VortexOpened", "CycleBegan"))
    assert len(view.story) >= turning + 2
    assert view.ticks
    assert "‹" not in str(view)


def test_a_reason_is_told_once_and_not_in_every_game(kept):
    now, career = kept
    mine = career.games()[0]
    before = mine._replace(journal="earlier", ended=mine.ended - 1000)
    words = Words("en", AREAS)
    again = OutcomePresenter(GAME, words, GAMES).show(
        now, [before, mine], known_reasons(GAME, FOLDER)
    )
    assert [text for _, text in again.ticks if text.startswith(("Promotion", "Dismissal"))] == []


@pytest.mark.parametrize("lang", languages())
def test_the_career_has_a_grid_a_history_and_reasons(kept, lang):
    _, career = kept
    view = CareerPresenter(GAME, Words(lang, AREAS)).show(
        career.games(), known_reasons(GAME, FOLDER), {"coffee-for-all"}
    )
    assert len(view.grid) == 4
    assert {len(counts) for _, counts in view.grid} == {3}
    assert sum(sum(counts) for _, counts in view.grid) == sum(game.won for game in view.games)
    assert len(view.games) == 1
    assert any(reason.by_hand for *_, group in view.reasons for reason in group)
    assert "‹" not in str(view)


def test_of_several_things_at_once_the_gravest_is_heard(kept):
    now, _ = kept
    last = now.entries[-1]
    assert sound_of(last, GAME, GAMES[GAME.name]) == ("won" if now.outcome.result == "won" else "lost")
    said = sentences_of(last, Speech(Words("en", AREAS), GAME, last.after), GAMES[GAME.name])
    assert said
    assert "‹" not in " ".join(said)


def test_the_box_tells_where_its_pieces_come_from_and_what_is_wrong(tmp_path):
    presenter = BoxPresenter(GAME, boxes(GAME.name), Words("en", AREAS))
    view = presenter.show(tmp_path)
    assert not view.own
    assert ("era", "Eras", 7, 0, 7) in view.kinds
    assert "invented" in view.sources
    (tmp_path / "mine.toml").write_text('[[card]]\nid = "x"\nname = { en = "X" }\nera = 99\n')
    view = presenter.show(tmp_path)
    assert view.own
    assert view.mistakes[0][0].startswith("mine.toml")


@pytest.mark.parametrize("lang", languages())
@pytest.mark.parametrize("name", NAMES)
def test_every_game_has_a_box_to_look_into(name, lang, tmp_path):
    words = words_of(lang, name)
    view = BoxPresenter(load(name), boxes(name), words).show(tmp_path)
    kinds = {kind.name: kind.pieces for kind in view.kinds}
    assert len(kinds) >= 2
    assert 0 not in kinds.values()
    assert "‹" not in str(view)
    if name == "cyberion":
        robots, machines = (words.say(f"screen-box.kind.{kind}") for kind in ("robot", "machine"))
        assert (kinds[robots], kinds[machines]) == (50, 40)


def test_the_owner_s_pieces_are_counted_among_the_others(tmp_path):
    purple = '[[colour]]\nid = "purple"\nname = { en = "Purple" }\ncolour = "#AA55FF"\n'
    (tmp_path / "mine.toml").write_text(purple)
    game = load("contre-temps", boxes("contre-temps").load_box(tmp_path))
    view = BoxPresenter(game, boxes(game.name), words_of("en", "contre-temps")).show(tmp_path)
    assert not view.mistakes
    assert ("colour", "Players' colours", 6, 1, 5) in view.kinds
