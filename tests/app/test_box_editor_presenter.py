"""The desk at which an owner enters pieces, without a window: what is kept, what is next, another's file."""

import tomllib
from pathlib import Path

import pytest

from companion.app.presenters.box_editor import Desk
from companion.app.screen_words import words_of
from companion.engine.box_editor import Draft, entries_of
from companion.engine.box_files.reader import BoxMistakes
from companion.games import GAMES
from companion.words import called, describe_flaw, languages

SWORD = {
    "id": "clockwork-sword", "name": {"en": "Clockwork Sword"}, "dimension": "star", "era": "medieval",
    "effect": [{"push": 2, "at": "previous"}],
}  # fmt: skip


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    return tmp_path


def desk(lang: str = "en", game: str = "the-loop") -> Desk:
    return Desk(GAMES, game, words_of(lang, game))


def card(at: Desk, **told: object) -> Draft:
    entry = {**SWORD, **told}
    return Draft(at.shelf, "card", {key: value for key, value in entry.items() if key != "id"})


def on_disk(at: Desk) -> list[dict]:
    return tomllib.loads((at.folder / "mine.toml").read_text(encoding="utf-8"))["card"]


def test_a_piece_is_kept_in_its_file_and_is_in_the_box_at_once() -> None:
    at = desk()
    before = at.progress("card")
    assert (before.yours, at.own, at.news) == (0, [], "")
    assert at.keep(card(at)) == "Clockwork Sword"
    assert on_disk(at) == [SWORD]
    assert [piece.entry.id for piece in at.own] == ["clockwork-sword"]
    assert at.progress("card").yours == 1
    assert "clockwork-sword" in [one.id for one in entries_of(at.box, "card")]
    assert [piece.entry.id for piece in desk().own] == ["clockwork-sword"], "whoever comes later finds it"


def test_with_a_mistake_in_a_file_the_box_is_the_shipped_one() -> None:
    at = desk()
    at.folder.mkdir(parents=True)
    (at.folder / "mine.toml").write_text('[[card]]\nid = "x"\nera = 99\n')
    at.read()
    assert at.own == []
    assert at.box == GAMES.boxes("the-loop").load_box()


def test_a_starting_card_may_belong_to_an_agent_that_the_owner_brings() -> None:
    at = desk()
    zoe = {"id": "zoe", "name": {"en": "Zoe"}, "start": "industry"}
    agent = Draft(at.shelf, "agent", zoe, fixed="zoe")
    draft = card(at, agent="zoe")
    assert at.show(draft).problems != (), "nobody of that name is known"
    at.keep(agent)
    assert at.show(draft).problems == ()
    assert at.show(card(at)).name == "Clockwork Sword"


@pytest.mark.parametrize("kind", ["card", "era"])
def test_what_comes_next_is_what_is_invented(kind: str) -> None:
    """A card is a new one; of the eras every box has the same, so that one of them is told better."""
    at = desk()
    draft = at.following(kind)
    assert draft is not None
    assert draft.kind == kind
    assert bool(draft.fixed) == (kind == "era")


@pytest.mark.parametrize("game", GAMES)
def test_nothing_comes_next_where_nothing_is_invented(game: str) -> None:
    at = desk(game=game)
    for kind in at.shelf.forms:
        assert (at.following(kind) is None) == (at.progress(kind).invented == 0)


# -- another's file


def test_all_of_it_is_handed_on_as_one_file_with_its_texts_or_without() -> None:
    at = desk()
    at.keep(card(at, text={"en": "Words of mine."}))
    path = at.hand_on(False)
    assert path == at.folder.parent / "the-loop-box.toml"
    assert "Words of mine" not in path.read_text(encoding="utf-8")
    assert tomllib.loads(path.read_text(encoding="utf-8"))["card"][0]["id"] == "clockwork-sword"
    at.hand_on(True)
    assert "Words of mine" in path.read_text(encoding="utf-8")
    (at.folder.parent / "another.toml").write_text("")
    assert at.offered() == (at.folder.parent / "another.toml", path)


@pytest.mark.parametrize("lang", languages())
def test_another_s_box_is_laid_beside_ours_and_taken_piece_by_piece(lang: str) -> None:
    at = desk(lang)
    at.keep(card(at))
    theirs = at.folder.parent / "theirs.toml"
    at.hand_on(True).rename(theirs)
    text = theirs.read_text(encoding="utf-8")
    assert at.compared(theirs) == ()
    more = text.replace("push = 2", "push = 3") + (
        '\n[[card]]\nid = "brass-bell"\nname = { en = "Brass Bell" }\n'
        'dimension = "star"\nera = "medieval"\neffect = [{ push = 1 }]\n'
    )
    theirs.write_text(more, encoding="utf-8")
    changed, new = at.compared(theirs)
    assert (changed.name, new.name) == ("Clockwork Sword", "Brass Bell")
    assert new.mine == ""
    assert "2" in changed.mine
    assert changed.theirs == changed.mine.replace("2", "3")
    assert at.take([changed.difference, new.difference]) == 2
    assert at.take([]) == 0
    assert [one["effect"][0]["push"] for one in on_disk(at)] == [3, 1]
    assert len(at.own) == 2
    assert at.compared(theirs) == ()


# -- what it does, and what is wrong


@pytest.mark.parametrize("lang", languages())
def test_a_sample_is_shown_where_the_game_has_one(lang: str) -> None:
    at = desk(lang)
    said = at.sample(card(at))
    preview = GAMES.view("the-loop", "sample")
    assert said == str(preview(at.words, GAMES.load("the-loop"), SWORD["effect"])) != ""
    assert at.sample(Draft(at.shelf, "card")) == str(preview(at.words, GAMES.load("the-loop"), ()))
    assert at.sample(Draft(at.shelf, "era")) == "", "what does nothing has none"
    other = desk(lang, "example")
    assert other.sample(Draft(other.shelf, "weather")) == "", "nor has a game without"


def test_a_mistake_is_told_in_words_and_the_disk_s_own_as_it_is() -> None:
    at = desk()
    draft = card(at, effect=[{"push": "many"}], era="nowhere")
    with pytest.raises(BoxMistakes) as found:
        at.keep(draft)
    assert len(found.value.flaws) > 1
    assert at.why(found.value) == str(describe_flaw(at.words, found.value.flaws[0]))
    assert at.why(OSError("no space left")) == "no space left"
    assert not (at.folder / "mine.toml").exists()
    assert called(at.words, "card", at.made(card(at))) == "Clockwork Sword"
