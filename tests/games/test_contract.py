"""What the journal, undo, terminal, bots and tablet rely on, held against every game."""

import json
from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Any, NamedTuple

import pytest

from companion import games
from companion.advisor import RandomBot
from companion.engine import CHANCE, TEAM, Applied, Game, Input, Name, Question, Refusal, from_plain, to_plain
from companion.engine.game import thaw
from companion.table.chance import draw
from tests.games import every

SEEDS = (1, 2)
LONGEST = 5_000
"""No game of the house comes near it; a game that never ends would."""

BEGINS_ANEW = ("phase",)
"""Fields that are a place in the turn: set to what it is, the place is entered once more."""


class Step(NamedTuple):
    state: Any
    given: Input
    applied: Applied


@pytest.fixture(params=every.names())
def game(request: pytest.FixtureRequest) -> Game:
    return every.load(request.param)


@pytest.fixture(params=every.quick_and_slow())
def way(request: pytest.FixtureRequest) -> every.Way:
    return request.param


@pytest.fixture
def start(way: every.Way) -> tuple[Game, Any]:
    game = every.load(way.game)
    return game, game.start(dict(way.options))


def playout(game: Game, state: Any, seed: int) -> Iterator[Step]:
    """One random game; which question is answered first and by what depends on the seed alone."""
    bot = RandomBot(seed)
    for number in range(LONGEST):
        awaited = game.awaited(state)
        if not awaited:
            return
        question = awaited[number % len(awaited)]
        if question.owner == CHANCE:
            given = draw(seed, question.stream, number, question)
        else:
            given = bot.choose(game, state, question)
        applied = game.apply(state, given)
        assert isinstance(applied, Applied), f"{given} is listed as legal and refused: {applied}"
        yield Step(state, given, applied)
        state = applied.state
    raise AssertionError(f"no end after {LONGEST} inputs")


def as_json(data: Any) -> str:
    return json.dumps(data)


# -- before the game


def test_options_have_a_default_among_their_values(game: Game) -> None:
    options = game.options()
    assert len({option.id for option in options}) == len(options)
    for option in options:
        assert not option.values or option.default in option.values
        assert option.group in ("table", "source", "ruling", "house", "version")
        assert option.group not in ("ruling", "house") or option.rule


def test_missing_options_take_their_defaults(game: Game) -> None:
    chosen = game.chosen(game.start({}))
    assert {option.id for option in game.options()} == set(chosen)
    for option in game.options():
        if option.values:
            assert chosen[option.id] == option.default


def test_what_was_chosen_starts_the_same_game(start: tuple[Game, Any]) -> None:
    game, state = start
    assert as_json(game.dump(game.start(json.loads(as_json(dict(game.chosen(state))))))) == as_json(
        game.dump(state)
    )


def test_an_illegal_value_and_an_unknown_option_are_refused(game: Game) -> None:
    for option in game.options():
        if option.values:
            assert isinstance(game.start({option.id: "never heard of"}), Refusal)
    assert isinstance(game.start({"never-heard-of": 1}), Refusal)


def test_the_box_is_plain_data_and_makes_the_same_game(game: Game) -> None:
    again = every.load(game.name, json.loads(as_json(game.box)))
    assert as_json(again.dump(again.start({}))) == as_json(game.dump(game.start({})))


# -- play


def test_a_random_game_ends_with_a_reason(start: tuple[Game, Any]) -> None:
    game, state = start
    for seed in SEEDS:
        assert game.outcome(state) is None
        last = state
        for step in playout(game, state, seed):
            assert game.outcome(step.state) is None
            last = step.applied.state
        outcome = game.outcome(last)
        assert outcome is not None
        assert outcome.reason
        assert outcome.rule
        if outcome.result == "ranked":
            assert sorted(seat for tied in outcome.ranking for seat in tied) == list(range(game.seats(last)))


def test_a_question_is_closed_and_not_the_main_one_unless_it_says_so() -> None:
    assert thaw(Question("which", TEAM, ())) == ["which", "team", [], "", None, [], False, False]


def _asked_all_the_same(game: Game, state: Any, question: Question) -> bool:
    """A single answer is asked where skipping it would give a hidden hand away, or end the game unasked."""
    hidden = game.view(state, question.owner) != game.view(state, None) if question.owner != TEAM else False
    return hidden or game.outcome(game.apply(state, question.answers[0]).state) is not None


def test_questions_are_well_formed(start: tuple[Game, Any]) -> None:
    game, state = start
    for step in playout(game, state, SEEDS[0]):
        awaited = game.awaited(step.state)
        assert len({(question.id, question.owner, question.stream) for question in awaited}) == len(awaited)
        for question in awaited:
            assert len(question.answers) > 1 or _asked_all_the_same(game, step.state, question), question
            assert len(set(question.answers)) == len(question.answers)
            assert question.owner in (TEAM, CHANCE, *range(game.seats(step.state)))
            assert (question.owner == CHANCE) == bool(question.stream)
            if question.odds is not None:
                assert question.owner == CHANCE
                assert len(question.odds) == len(question.answers)
                assert min(question.odds) > 0


def test_every_listed_answer_is_accepted(start: tuple[Game, Any]) -> None:
    game, state = start
    for step in islice(playout(game, state, SEEDS[1]), 0, None, 7):
        for question in game.awaited(step.state):
            for answer in question.answers[:40]:
                told = game.apply(step.state, answer, "hand" if question.owner == CHANCE else "player")
                assert isinstance(told, Applied), f"{answer}: {told}"


def test_apply_leaves_the_old_state_alone_and_gives_the_same_again(start: tuple[Game, Any]) -> None:
    game, state = start
    for step in playout(game, state, SEEDS[0]):
        before = as_json(game.dump(step.state))
        again = game.apply(step.state, step.given)
        assert as_json(game.dump(step.state)) == before
        assert again.happenings == step.applied.happenings
        assert as_json(game.dump(again.state)) == as_json(game.dump(step.applied.state))


def test_a_refused_input_names_itself_and_changes_nothing(start: tuple[Game, Any]) -> None:
    game, state = start
    seen: list[Input] = []
    refused = 0
    for step in playout(game, state, SEEDS[1]):
        listed = {answer for question in game.awaited(step.state) for answer in question.answers}
        before = as_json(game.dump(step.state))
        for old in seen[-6:]:
            if old not in listed:
                told = game.apply(step.state, old)
                assert isinstance(told, Refusal), f"{old} is accepted and not listed"
                assert told.id
                refused += 1
        assert as_json(game.dump(step.state)) == before
        seen.append(step.given)
    assert refused > 10


def test_after_the_end_nothing_is_accepted(start: tuple[Game, Any]) -> None:
    game, state = start
    *_, last = playout(game, state, SEEDS[0])
    for step in islice(playout(game, state, SEEDS[0]), 20):
        assert isinstance(game.apply(last.applied.state, step.given), Refusal)


def test_the_rules_alone_never_make_an_impossible_board(start: tuple[Game, Any]) -> None:
    game, state = start
    for step in playout(game, state, SEEDS[1]):
        assert game.check(step.applied.state) == ()


# -- plain data


def test_a_saved_position_is_the_same_position(start: tuple[Game, Any]) -> None:
    """At every step: through JSON and back, it awaits, tells and does the same."""
    game, state = start
    for step in playout(game, state, SEEDS[0]):
        data = as_json(game.dump(step.state))
        again = game.load(json.loads(data))
        assert as_json(game.dump(again)) == data
        assert again == step.state
        assert game.awaited(again) == game.awaited(step.state)
        assert game.outcome(again) == game.outcome(step.state)
        applied = game.apply(again, step.given)
        assert isinstance(applied, Applied)
        assert applied.happenings == step.applied.happenings
        assert as_json(game.dump(applied.state)) == as_json(game.dump(step.applied.state))
    end = step.applied.state
    assert game.outcome(game.load(json.loads(as_json(game.dump(end))))) == game.outcome(end)


def test_a_game_sums_itself_up(start: tuple[Game, Any]) -> None:
    game, state = start
    assert (game.summary(state)["result"], game.summary(state)["cause"]) == ("", "")
    *_, last = playout(game, state, SEEDS[0])
    told, outcome = game.summary(last.applied.state), game.outcome(last.applied.state)
    assert json.loads(as_json(told)) == told
    assert outcome is not None
    assert (told["result"], told["cause"]) == (outcome.result, outcome.rule)
    assert set(told) == set(game.summary(state))


def test_a_game_counts_the_turns_that_have_begun(start: tuple[Game, Any]) -> None:
    """Pages say "turn 3" of it while that turn is on, and before the first one that the table is set up."""
    game, state = start
    if game.name not in games.GAMES:
        return
    begins, begun = games.GAMES[game.name].turns, 0
    assert game.summary(state).get("turns", 0) == 0
    for step in playout(game, state, SEEDS[0]):
        begun += sum(said.kind in begins for said in step.applied.happenings)
        assert game.summary(step.applied.state).get("turns", 0) == begun


def test_inputs_and_happenings_are_plain_data_of_known_kinds(start: tuple[Game, Any]) -> None:
    game, state = start
    for step in playout(game, state, SEEDS[1]):
        assert type(step.given) is game.inputs[step.given.kind]
        for question in game.awaited(step.state):
            for answer in question.answers[:10]:
                assert from_plain(game.inputs, json.loads(as_json(to_plain(answer)))) == answer
        for happening in step.applied.happenings:
            assert type(happening) is game.happenings[happening.kind]
            assert from_plain(game.happenings, json.loads(as_json(to_plain(happening)))) == happening


def test_what_players_write_is_read_again(start: tuple[Game, Any]) -> None:
    game, state = start
    for step in islice(playout(game, state, SEEDS[0]), 0, None, 3):
        as_json(game.describe(step.state))
        for question in game.awaited(step.state):
            for answer in question.answers[:10]:
                assert game.read(step.state, json.loads(as_json(game.write(step.state, answer)))) == answer
        for happening in step.applied.happenings:
            assert game.write(step.applied.state, happening)["kind"] == happening.kind


def test_a_scenario_can_begin_anywhere(game: Game) -> None:
    state = game.position({}, {})
    assert len(game.awaited(state)) > 0
    assert set(game.describe(state)) == set(game.describe(game.start({})))
    with pytest.raises(ValueError, match="never-heard-of"):
        game.position({}, {"never-heard-of": 1})


# -- views and words


def test_views_are_plain_and_a_secret_is_nobodys_business(start: tuple[Game, Any]) -> None:
    game, state = start
    for step in islice(playout(game, state, SEEDS[0]), 0, None, 3):
        seats = range(game.seats(step.state))
        for seat in (None, *seats):
            as_json(game.view(step.state, seat))
        if any(game.secret(step.state, step.given, seat) for seat in seats):
            assert game.secret(step.state, step.given, None)


def test_a_view_tells_nothing_that_depends_on_what_it_hides(start: tuple[Game, Any]) -> None:
    """An input that is secret to a seat gives that seat the same view, whichever legal answer it was."""
    game, state = start
    for step in islice(playout(game, state, SEEDS[1]), 400):
        for question in game.awaited(step.state):
            for seat in (None, *range(game.seats(step.state))):
                hidden = [one for one in question.answers[:8] if game.secret(step.state, one, seat)]
                views = {as_json(game.view(game.apply(step.state, one).state, seat)) for one in hidden}
                assert len(views) <= 1


def test_an_imagined_position_looks_true_to_its_seat(start: tuple[Game, Any]) -> None:
    """It shows the seat what the true one does, asks it the same, and follows from its view alone."""
    game, state = start
    for step in islice(playout(game, state, SEEDS[0]), 0, 400, 7):
        for seat in range(game.seats(step.state)):
            world = game.imagine(step.state, seat, Random(1).randrange)
            assert as_json(game.view(world, seat)) == as_json(game.view(step.state, seat))
            own = [question for question in game.awaited(step.state) if question.owner == seat]
            assert [question for question in game.awaited(world) if question.owner == seat] == own
            again, elsewhere = (game.imagine(one, seat, Random(2).randrange) for one in (step.state, world))
            assert as_json(game.dump(again)) == as_json(game.dump(elsewhere))


def test_names_of_pieces_are_texts_or_entries_of_the_catalogue(start: tuple[Game, Any]) -> None:
    game, state = start
    for step in islice(playout(game, state, SEEDS[1]), 60):
        for field, value in step.given._asdict().items():
            assert isinstance(game.label(step.state, field, value), Name | str | None)


# -- the table is right


def test_correcting_a_thing_to_what_it_is_changes_nothing(start: tuple[Game, Any]) -> None:
    game, state = start
    for step in islice(playout(game, state, SEEDS[0]), 0, None, 29):
        for field in game.correctable(step.state):
            if field.path in BEGINS_ANEW:
                continue
            given = game.correction(field.path, json.loads(as_json(field.value)))
            assert from_plain(game.inputs, json.loads(as_json(to_plain(given)))) == given
            told = game.apply(step.state, given, "hand")
            assert isinstance(told, Applied), f"{field}: {told}"
            assert game.differences(step.state, told.state) == ()
            after = {one.path: one.value for one in game.correctable(told.state)}
            assert after[field.path] == field.value


def test_every_choice_that_a_correction_offers_can_be_made(start: tuple[Game, Any]) -> None:
    game, state = start
    for step in islice(playout(game, state, SEEDS[1]), 11, None, 47):
        for field in game.correctable(step.state):
            several = isinstance(field.value, list)  # then each is what may be in it
            for choice in [[one] for one in field.choices] if several else field.choices:
                told = game.apply(step.state, game.correction(field.path, choice), "hand")
                assert isinstance(told, Applied), f"{field.path} = {choice!r}: {told}"
                game.check(told.state)  # an impossible board is named, not crashed on
                assert game.awaited(told.state) or game.outcome(told.state)


def test_a_correction_of_nothing_is_refused(game: Game) -> None:
    told = game.apply(game.start({}), game.correction("never-heard-of", 1), "hand")
    assert isinstance(told, Refusal)


def test_a_position_does_not_differ_from_itself(start: tuple[Game, Any]) -> None:
    game, state = start
    for step in islice(playout(game, state, SEEDS[0]), 0, None, 9):
        assert game.differences(step.state, step.state) == ()
        assert game.differences(step.state, game.load(game.dump(step.state))) == ()


def test_nothing_is_learned_from_the_box_itself(start: tuple[Game, Any]) -> None:
    game, state = start
    *_, last = playout(game, state, SEEDS[1])
    assert not any(game.learned(last.applied.state).values())
