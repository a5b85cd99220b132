"""Each way in which a beam misleads is handled, named, and asked where it must be."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.tower.belief import Habits, known, likeliest
from companion.tower.counting import (
    MIXED,
    STRANGE,
    SURE,
    SURE_WITH_HELD,
    Count,
    Doubt,
    Drop,
    Inside,
    count_drop,
    edge_count,
)
from companion.tower.pulses import Pulses
from companion.tower.readings import BeamBroken

DOZEN = (16.0, 15.5, 14.5, 11.0, 20.0, 16.0, 16.5, 14.5, 17.5, 14.5, 13.5, 17.0)
PULSES = Pulses.learn(DOZEN)


def count(breaks: list[tuple[int, float, float]], thrown: int, **more: object) -> Count:
    drop = Drop(tuple(BeamBroken(*b) for b in breaks), thrown, facing=3, **more)  # type: ignore[arg-type]
    return count_drop(drop, PULSES)


def one_each(*outlets: int) -> list[tuple[int, float, float]]:
    return [(outlet, 400.0 + 70 * i, 16.0) for i, outlet in enumerate(outlets)]


def test_ordinary_pulses_are_single_cubes() -> None:
    said = count(one_each(3, 3, 2, 4), 4)
    assert not said.asked
    assert (said.best.passed, said.best.inside) == ((0, 0, 1, 2, 1, 0, 0), 0)
    assert said.reasons == ()


def test_a_long_pulse_is_two_cubes() -> None:
    said = count([*one_each(3, 2), (3, 600.0, 31.0)], 4)
    assert not said.asked
    assert said.best.passed == (0, 0, 1, 3, 0, 0, 0)
    assert said.reasons == (Doubt.MERGED,)


def test_a_long_pulse_behind_another_may_be_one_cube_held_up() -> None:
    """The first cube of an outlet has nobody before it: there the same length is two cubes."""
    first = count([(3, 400.0, 24.0), *one_each(2, 4)], 4)
    later = count([*one_each(3, 2), (3, 600.0, 24.0)], 4)
    assert first.best.inside == later.best.inside == 0
    assert not first.asked
    assert later.asked


def test_a_tower_that_nobody_knows_yet_is_asked_about_sooner() -> None:
    """Its own jams and merges are not known: what is sure enough later is not on the first evening."""
    drop = Drop(tuple(BeamBroken(*b) for b in [*one_each(3, 2), (3, 540.0, 26.0)]), 4, facing=3)
    said, strange = count_drop(drop, PULSES), count_drop(drop, PULSES, Habits(watched=False))
    assert SURE < said.best.probability == strange.best.probability < STRANGE
    assert (said.asked, strange.asked) == (False, True)


def test_with_a_cube_inside_more_is_asked() -> None:
    """It may have come out in a pulse that looks like one cube's, and nothing else would show it."""
    said = count([*one_each(3, 2), (3, 600.0, 25.0)], 3, inside=Inside(1))
    assert SURE < said.best.probability < SURE_WITH_HELD
    assert (said.asked, said.best.inside) == (True, 1)
    assert ((0, 0, 1, 3, 0, 0, 0), 0) in [(one.passed, one.inside) for one in said.answers[:3]]


def test_a_missing_cube_behind_ordinary_pulses_is_asked_with_both_explanations() -> None:
    said = count(one_each(3, 2, 4), 4)
    assert said.asked
    assert Doubt.UNSURE in said.reasons
    answers = {(answer.passed, answer.inside) for answer in said.answers}
    assert ((0, 0, 1, 1, 1, 0, 0), 1) in answers, "still inside"
    assert ((0, 0, 1, 2, 1, 0, 0), 0) in answers, "side by side"


def test_two_missing_cubes_are_inside_and_asked() -> None:
    said = count(one_each(3, 2, 4), 5)
    assert said.asked
    assert said.best.inside == 2
    assert Doubt.STILL_INSIDE in said.reasons


def test_no_break_at_all_leaves_every_cube_inside() -> None:
    said = count([], 2)
    assert said.asked
    assert (said.best.passed, said.best.inside) == ((0,) * 7, 2)


def test_one_cube_in_two_pulses() -> None:
    said = count([(3, 400.0, 9.0), (3, 410.5, 8.0), (2, 500.0, 16.0)], 2)
    assert said.best.passed == (0, 0, 1, 1, 0, 0, 0)
    assert Doubt.SPLIT in said.reasons


def test_two_halves_do_not_stand_for_a_cube_that_is_missing() -> None:
    """As many pulses as cubes, but two of them together are no longer than one cube."""
    said = count([(3, 400.0, 8.0), (3, 409.5, 8.0), *one_each(2, 4)], 4)
    assert said.asked
    assert {(one.passed, one.inside) for one in said.answers[:2]} == {
        ((0, 0, 1, 1, 1, 0, 0), 1),
        ((0, 0, 1, 2, 1, 0, 0), 0),
    }
    uneven = Pulses.learn(tuple(12.0 + 3 * n for n in range(12)))
    pulses = (BeamBroken(3, 400.0, 14.0), BeamBroken(3, 417.0, 14.0), BeamBroken(2, 500.0, 28.0))
    said = count_drop(Drop(pulses, thrown=3, facing=3), uneven)
    assert said.asked
    assert Doubt.HALVES in said.reasons
    assert ((0, 0, 1, 1, 0, 0, 0), 1) in [(one.passed, one.inside) for one in said.answers[:3]]


def test_a_tower_that_was_watched_for_long_knows_how_seldom_it_splits_a_cube() -> None:
    """Then halves are weighed like anything else; where they are as likely as not it still asks."""
    uneven = Pulses.learn(tuple(12.0 + 3 * n for n in range(12)))
    pulses = (BeamBroken(3, 400.0, 14.0), BeamBroken(3, 417.0, 14.0), BeamBroken(2, 500.0, 28.0))
    drop = Drop(pulses, thrown=3, facing=3)
    asked = [count_drop(drop, uneven, Habits(watched=watched)).asked for watched in (None, False, True)]
    assert asked == [True, True, False]
    split = replace(uneven, splits=100.0)  # one that has split many
    assert count_drop(drop, split, Habits(watched=True)).asked


def test_two_cubes_close_together_are_no_halves() -> None:
    said = count([(3, 400.0, 13.0), (3, 415.0, 14.0), *one_each(2, 4)], 4)
    assert (said.asked, said.reasons) == (False, ())
    assert said.best.passed == (0, 0, 1, 2, 1, 0, 0)


def test_chatter_is_named_and_never_a_cube() -> None:
    said = count([*one_each(3, 2), (3, 900.0, 1.2)], 2)
    assert not said.asked
    assert said.best.passed == (0, 0, 1, 1, 0, 0, 0)
    assert said.reasons == (Doubt.CHATTER,)


def test_a_slow_beam_known_from_calibration_does_not_double_its_cubes() -> None:
    slow = Pulses.learn(DOZEN, {3: (24.0, 23.0, 25.0)})
    assert slow.slow_beams() == (3,)
    drop = Drop((BeamBroken(3, 400.0, 24.5), BeamBroken(2, 500.0, 16.0)), thrown=3, facing=3)
    said = count_drop(drop, slow)
    assert said.asked
    assert said.best.passed[3] == 1
    assert Doubt.SLOW_RECEIVER in said.reasons
    assert count_drop(drop, PULSES).best.passed[3] == 2, "without the lag the long pulse passes for two"


def test_a_beam_whose_every_pulse_is_long_is_called_slow() -> None:
    said = count([(3, 400.0 + 80 * i, 20.5) for i in range(4)], 4)
    assert said.best.passed[3] == 4
    assert Doubt.SLOW_RECEIVER in said.reasons


def test_an_outlet_without_a_chute_is_suspicious() -> None:
    said = count(one_each(3, 6), 2)
    assert said.asked
    assert Doubt.UNREACHABLE in said.reasons


def test_a_late_cube_counts_and_is_named() -> None:
    said = count([*one_each(3, 2), (4, 2600.0, 16.0)], 3)
    assert said.best.passed == (0, 0, 1, 1, 1, 0, 0)
    assert said.reasons == (Doubt.LATE,)
    assert not said.asked


RESTING = BeamBroken(3, float("inf"), None, open=True)  # as a drop ends with it: since when is not known
LONG, STILL_DARK = BeamBroken(3, 500.0, 900.0), BeamBroken(3, 500.0, 40.0, open=True)


@pytest.mark.parametrize("dark", [LONG, STILL_DARK, RESTING])
def test_a_blocked_beam_is_asked_and_nothing_else_is_said_of_it(dark: BeamBroken) -> None:
    said = count_drop(Drop((BeamBroken(2, 400.0, 16.0), dark), 2, facing=3), PULSES)
    assert said.asked
    assert said.reasons == (Doubt.BLOCKED,)
    assert said.best.passed == (0, 0, 1, 1, 0, 0, 0)


def test_a_blind_beam_takes_the_missing_cubes_first() -> None:
    said = count(one_each(2, 4), 4, blind=frozenset({3}))
    assert said.asked
    assert said.best.passed == (0, 0, 1, 2, 1, 0, 0)
    assert Doubt.BLIND in said.reasons


def test_a_blind_beam_out_of_reach_matters_to_nobody() -> None:
    assert not count(one_each(2, 3), 2, blind=frozenset({6})).asked


def test_counts_lost_in_mid_drop_are_asked_even_if_the_rest_fits() -> None:
    said = count(one_each(3, 2), 2, lost=True)
    assert said.asked
    assert Doubt.LOST in said.reasons


def test_breaks_known_by_number_alone_still_count() -> None:
    said = count_drop(Drop((BeamBroken(3, 400.0, 16.0), BeamBroken(2, 0.0, None)), 2, facing=3), PULSES)
    assert said.best.passed == (0, 0, 1, 1, 0, 0, 0)
    assert Doubt.UNSEEN in said.reasons
    assert not said.asked


class TestCubesInside:
    def test_a_cube_known_to_be_inside_is_not_asked_about_again(self) -> None:
        said = count(one_each(3, 2, 4), 3, inside=Inside(1))
        assert not said.asked
        assert said.best.inside == 1

    def test_a_further_cube_inside_is_asked(self) -> None:
        said = count(one_each(3, 2), 4, inside=Inside(1))
        assert said.asked
        assert said.best.inside == 3

    def test_one_of_the_same_colour_that_comes_out_is_counted(self) -> None:
        said = count(one_each(3, 2, 4, 3), 3, colour="red", inside=Inside(1, "red"))
        assert not said.asked
        assert said.best.inside == 0
        assert said.reasons == (Doubt.CAME_OUT,)

    def test_one_of_another_colour_that_comes_out_is_asked_outlet_by_outlet(self) -> None:
        said = count(one_each(3, 2, 4), 2, colour="red", inside=Inside(1, "green"))
        assert said.asked
        assert {answer.freed.index(1) for answer in said.answers[:3]} == {2, 3, 4}
        assert {answer.passed for answer in said.answers[:3]} == {(0, 0, 1, 1, 1, 0, 0)}

    def test_what_is_left_inside_keeps_its_colour(self) -> None:
        said = count(one_each(3, 2), 4, colour="red", inside=Inside(1, "green"))
        assert said.best.left(Inside(1, "green"), "red") == Inside(3, MIXED)
        assert said.best.left(Inside(1, "red"), "red") == Inside(3, "red")
        calm = count(one_each(3, 2), 2, colour="red", inside=Inside(1, "green"))
        assert calm.best.left(Inside(1, "green"), "red") == Inside(1, "green")
        assert count(one_each(3), 1).best.left(Inside(), "red") == Inside()

    def test_a_break_between_drops_is_never_added_but_asked(self) -> None:
        hand = (BeamBroken(3, 100.0, 250.0),)
        assert not count(one_each(3, 2), 2, outside=hand).asked
        said = count(one_each(3, 2), 2, outside=hand, inside=Inside(1))
        assert said.asked
        assert Doubt.OUTSIDE in said.reasons
        assert sum(said.best.passed) == 2


@pytest.mark.parametrize(("thrown", "facing"), [(0, 3), (31, 3), (2, 7), (2, -1)])
def test_what_cannot_be_thrown_is_refused(thrown: int, facing: int) -> None:
    with pytest.raises(ValueError):
        Drop((), thrown, facing)


@pytest.mark.slow
@given(
    breaks=st.lists(
        st.builds(
            BeamBroken,
            st.integers(0, 6),
            st.floats(0, 3000),
            st.none() | st.floats(0.1, 400),
            open=st.booleans(),
        ),
        max_size=40,
    ),
    thrown=st.integers(1, 30),
    held=st.integers(0, 6),
    colour=st.sampled_from(["red", "green"]),
    lost=st.booleans(),
)
def test_no_cube_is_lost_or_invented(
    breaks: list[BeamBroken], thrown: int, held: int, colour: str, lost: bool
) -> None:
    drop = Drop(tuple(breaks), thrown, 2, "red", Inside(held, colour), lost=lost)
    said = count_drop(drop, PULSES)
    assert said.answers
    for answer in said.answers:
        assert sum(answer.passed) + answer.inside == thrown + held + answer.surplus
        assert all(0 <= f <= p for f, p in zip(answer.freed, answer.passed, strict=True))
    assert sum(answer.probability for answer in said.answers) <= 1 + 1e-9
    assert list(said.answers) == sorted(said.answers, key=lambda a: -a.probability)
    if said.best.inside > held:
        assert said.asked


def test_one_cube_more_than_was_declared_is_asked_and_offered() -> None:
    breaks = tuple(BeamBroken(outlet, 400.0 + 90 * outlet, 16.0) for outlet in (2, 3, 4))
    said = count_drop(Drop(breaks, 2, facing=3), PULSES)
    assert said.asked
    assert Doubt.SURPLUS in said.reasons
    assert (said.best.passed, said.best.inside, said.best.surplus) == ((0, 0, 1, 1, 1, 0, 0), 0, 1)


def test_the_plain_edge_counter_counts_edges() -> None:
    breaks = [BeamBroken(3, 0, 16.0), BeamBroken(3, 50, 33.0), BeamBroken(6, 60, 16.0)]
    assert edge_count(breaks) == (0, 0, 0, 2, 0, 0, 1)


def test_an_uncalibrated_tower_counts_by_the_model() -> None:
    assert Pulses.learn(()).median == 16.0


def test_breaks_that_begin_and_end_together_on_neighbours_are_weighed_as_one() -> None:
    """One cube that two beams show: which of them it passed is asked, and nobody is missing."""
    said = count([(3, 400.0, 16.0), (4, 400.5, 16.0), (2, 470.0, 16.0)], 2)
    assert said.asked
    assert Doubt.CROSSTALK in said.reasons
    assert {answer.passed for answer in said.answers[:2]} == {(0, 0, 1, 1, 0, 0, 0), (0, 0, 1, 0, 1, 0, 0)}
    apart = count([(3, 400.0, 16.0), (4, 404.0, 16.0), (2, 470.0, 16.0)], 3)
    assert (apart.asked, Doubt.CROSSTALK in apart.reasons) == (False, False)


class TestBelief:
    def test_a_cube_that_never_comes_out_is_doubted(self) -> None:
        """People said that one is inside; ten drops later it is hardly believed to be there."""
        belief = known(1)
        assert likeliest(belief) == 1
        for _ in range(10):
            said = count(one_each(3, 2, 4), 3, inside=Inside(1, "", belief))
            assert not said.asked
            belief = said.belief
        assert likeliest(belief) == 0

    def test_what_people_say_of_a_drop_tells_what_is_inside(self) -> None:
        said = count([*one_each(3, 2)], 3)
        assert said.asked
        assert likeliest(said.inside_if(2)) == 1
        assert likeliest(said.inside_if(3)) == 0
        assert said.inside_if(9) == ()

    def test_one_more_than_there_can_be_came_from_inside_or_was_thrown(self) -> None:
        said = count(one_each(3, 2, 4), 2, inside=Inside(0, "", (0.7, 0.3)))
        assert said.asked
        assert said.best.surplus == 1
        assert said.best.passed == (0, 0, 1, 1, 1, 0, 0)


def test_one_by_one_two_cubes_in_one_pulse_are_hardly_believed() -> None:
    """The same long pulse in a handful, and half a second from any other cube."""
    handful = count([*one_each(3, 2), (3, 540.0, 26.0)], 4)
    apart = count([(3, 400.0, 16.0), (2, 900.0, 16.0), (3, 1400.0, 26.0)], 4)
    assert handful.best.probability > SURE
    assert apart.asked
    assert apart.best.probability < handful.best.probability
