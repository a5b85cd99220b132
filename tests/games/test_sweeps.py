"""What holds for every game at every position of a random one: fields, labels, knowledge, states at rest."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from companion.engine import CHANCE, Applied, Game, Name, Refusal
from companion.engine.box_editor import Draft, finished
from companion.engine.box_files.reader import Piece
from companion.games import GAMES, load
from companion.games.example.rules.game import HOURS
from companion.games.the_loop.rules.knowledge import without_order
from companion.games.the_loop.rules.steps import ask
from companion.words import Speech, Words, languages
from tests.games import every
from tests.games.the_loop import playing

WAYS = [way for way in every.ways("players") if way.game != "tiny"]


def positions(way: every.Way, most: int = 60) -> list[tuple[Game, Any]]:
    game, dice = load(way.game), Random(str(way))
    state, found = game.start(dict(way.options)), []
    while (asked := game.awaited(state)) and len(found) < most:
        found.append((game, state))
        odds = asked[0].odds if asked[0].owner == CHANCE else None
        made = game.apply(state, dice.choices(asked[0].answers, odds)[0], "app")
        assert isinstance(made, Applied)
        state = made.state
    return found


@pytest.mark.parametrize("way", WAYS[::3], ids=str)
def test_every_value_that_a_field_offers_is_taken_and_is_then_its_value(way: every.Way) -> None:
    """And one that is not offered, where the choices are numbers, is refused or was possible too."""
    dice = Random(str(way))
    for game, state in dice.sample(positions(way), 3):
        for field in game.correctable(state):
            for value in field.choices if len(field.choices) < 12 else dice.sample(field.choices, 4):
                made = game.apply(state, game.correction(field.path, value), "hand")
                if isinstance(made, Refusal):
                    continue  # it would contradict something else; what it says is held by other tests
                after = {one.path: one.value for one in game.correctable(made.state)}
                assert after.get(field.path, value) == value, field.path
                assert game.check(made.state) == game.check(game.load(game.dump(made.state)))


@pytest.mark.parametrize("way", WAYS[::3], ids=str)
def test_every_value_of_a_field_is_told_by_a_name_and_none_by_its_id(way: every.Way) -> None:
    for game, state in Random(str(way)).sample(positions(way), 1):
        words = [Words(lang, [game.name.replace("-", "_")]) for lang in languages()]
        speeches = [Speech(each, game, state) for each in words]
        for field in game.correctable(state):
            several = isinstance(field.value, list)
            for value in field.choices:
                told = [speech.value(field.path, [value] if several else value) for speech in speeches]
                assert not isinstance(value, str) or set(told) != {value}, field.path


OPEN_ABOVE = ("gone", "interference", "left", "xp", "damage", "energy", "inside", "loops", "rifts")
"""Numbers that may be greater than any that is offered in one touch, as far as there are pieces."""
FLAGS = ("vortex",)
"""Any value is yes or no."""


@pytest.mark.parametrize("way", WAYS[::2], ids=str)
def test_a_number_beyond_what_there_can_be_is_refused(way: every.Way) -> None:
    for game, state in Random(str(way)).sample(positions(way), 1):
        for field in game.correctable(state):
            head = field.path.partition(".")[0]
            numbers = [one for one in field.choices if isinstance(one, int) and not isinstance(one, bool)]
            beyond = [min(numbers) - 1] if numbers and head not in FLAGS else []
            if beyond and (head not in OPEN_ABOVE or way.game not in ("the-loop", "cyberion")):
                beyond.append(max(numbers) + 1)
            for value in beyond:
                made = game.apply(state, game.correction(field.path, value), "hand")
                assert isinstance(made, Refusal), (field.path, value)


def test_a_model_is_met_by_as_much_interference_as_there_is() -> None:
    game = load("cyberion")
    state = game.start({"rouage": True})
    most = len(state.setting.interference)
    for value in range(most + 1):
        assert isinstance(game.apply(state, game.correction("interference.cyclobot", value), "hand"), Applied)
    assert isinstance(game.apply(state, game.correction("interference.cyclobot", most + 1), "hand"), Refusal)


def test_the_lighthouse_counts_to_its_last_hour() -> None:
    game = load("example")
    state = game.start({})
    fields = {one.path: one for one in game.correctable(state)}
    assert fields["ships"].choices == tuple(range(HOURS["long"] + 1))
    for path, field in fields.items():
        for value in field.choices:
            assert isinstance(game.apply(state, game.correction(path, value), "hand"), Applied)
        if isinstance(field.choices[-1], int) and not isinstance(field.choices[-1], bool):
            beyond = game.correction(path, field.choices[-1] + 1)
            assert isinstance(game.apply(state, beyond, "hand"), Refusal)


@pytest.mark.parametrize("way", [way for way in WAYS if way.game == "the-loop"][::2], ids=str)
def test_between_two_actions_nobody_acts_and_nothing_runs(way: every.Way) -> None:
    for game, state in positions(way, 150):
        if game.awaited(state)[0].main:
            assert (state.acting, state.running, state.actor) == (False, (), state.active)


def test_a_position_without_order_has_the_same_pieces_in_sorted_piles() -> None:
    t = playing.table({"mode": "ultramachina"})
    s = t.state.copy()
    assert without_order(t.state) is t.state or sorted(t.state.bag) == list(without_order(t.state).bag)
    for pile in ("bag", "huge", "unseen"):
        mixed = s.copy()
        setattr(mixed, pile, ("b", "a", "c"))
        told = without_order(mixed)
        assert getattr(told, pile) == ("a", "b", "c")
        assert getattr(mixed, pile) == ("b", "a", "c")
    mixed = s.copy()
    mixed.draw = [("b", "a"), *s.draw[1:]]
    assert without_order(mixed).draw[0] == ("a", "b")
    mixed = s.copy()
    mixed.extra = s.extra._replace(ultra_pile=("b", "a"))
    assert without_order(mixed).extra.ultra_pile == ("a", "b")


def test_without_order_the_question_tells_none_either() -> None:
    """What may be drawn is asked in the order of the names, whatever lies on top."""
    t = playing.table({"bag": "app"}, phase="foo", seen=[], foo="none", bag=["0>2", "1>5", "3>6"])
    while t.asked != "draw-duplicate":
        t.do(**t.answers[0], source="app")
    mixed = t.state.copy()
    mixed.bag = tuple(reversed(t.state.bag))
    ask(mixed)
    assert mixed.asked[0].answers == tuple(reversed(t.question.answers))
    assert without_order(mixed).asked[0].answers == t.question.answers


@pytest.mark.parametrize(
    ("kind", "field"), [("duplicate", "duplicate"), ("supa", "duplicate"), ("ultra", "ultra")]
)
def test_the_sign_of_an_invention_stands_behind_what_the_box_calls_one(kind: str, field: str) -> None:
    game = playing.game()
    for source in ("stand-in", "owner"):
        entries = [{**one, "source": source} for one in game.box[kind]]
        entries = [one if source == "stand-in" else without(one, "stand-in") for one in entries]
        played = type(game)({**game.box, kind: entries})
        state = played.start({"mode": {"supa": "supa", "ultra": "ultramachina"}.get(kind, "sabotage")})
        for one in entries:
            said = played.label(state, field, one["id"])
            assert isinstance(said, Name)
            assert said.invented == (source == "stand-in")


def without(entry: dict[str, Any], key: str) -> dict[str, Any]:
    return {name: value for name, value in entry.items() if name != key}


def test_a_piece_that_the_owner_has_already_counts_once_more() -> None:
    for name in GAMES:
        shelf = GAMES.boxes(name).shelf()
        for piece in shelf.read(GAMES[name].folder / "box").pieces:
            draft = Draft(shelf, piece.kind, piece.entry.plain)
            if "copies" not in draft.form:
                continue
            most = getattr(draft.form["copies"][0], "most", 1)
            made = finished(draft, [])
            own = [piece._replace(entry=made)] if isinstance(piece, Piece) else []
            again = finished(draft, own)
            assert again.id == made.id
            assert again.copies == min(2 * made.copies, most)
            fixed = Draft(shelf, piece.kind, piece.entry.plain, fixed=made.id)
            assert finished(fixed, own).copies == made.copies
            break
