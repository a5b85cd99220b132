"""The ring of eras, and what an era may hold."""

import pytest

from companion.games.the_loop.rules.eras import ADJACENT, ERAS, FROM, NEXT, PREV

from .playing import CZ, DAWN, END, INDUSTRY, MR_TIME, RENAISSANCE, dropped, foo_phase, table, using


@pytest.mark.rule("ERA-01", "ERA-02", "ERA-03")
def test_seven_eras_in_a_closed_ring() -> None:
    assert list(ERAS) == [0, 1, 2, 3, 4, 5, 6]
    assert NEXT == (1, 2, 3, 4, 5, 6, 0)
    assert PREV == (6, 0, 1, 2, 3, 4, 5)
    assert all(set(ADJACENT[era]) == {PREV[era], NEXT[era]} for era in ERAS)
    assert FROM[5] == (5, 6, 0, 1, 2, 3, 4)


@pytest.mark.rule("ERA-01", "ERA-02")
def test_after_the_end_of_times_comes_the_dawn_of_time() -> None:
    t = using([{"add-energy": 1, "at": "next"}, {"add-energy": 2, "at": "previous"}], agents={CZ: END})
    assert t["energy"][DAWN] == 1
    assert t["energy"]["age-of-robots"] == 2


@pytest.mark.rule("ERA-04")
def test_a_fourth_rift_does_not_rest_on_an_era() -> None:
    t = using([{"place-rift": 1}], rifts={DAWN: 3})
    assert t["rifts"][DAWN] == 0


@pytest.mark.rule("ERA-05", "AMB-37")
def test_an_era_holds_any_number_of_everything_else() -> None:
    tokens = dict.fromkeys(("1>3", "1>4", "1>5", "3>5", "3>6", "2>4", "2>5", "2>6"), DAWN)
    t = using([{"add-energy": 7}], energy={DAWN: 20}, duplicates=tokens, agents={CZ: DAWN, MR_TIME: DAWN})
    assert t["energy"][DAWN] == 27
    assert t.game.check(t.state) == ()


@pytest.mark.rule("ERA-06")
def test_an_era_never_has_both_a_tile_and_a_vortex() -> None:
    t = dropped(foo_phase(rifts={INDUSTRY: 3}), INDUSTRY, industry=1, renaissance=1)
    assert (t["tiles"][INDUSTRY], t["vortexes"][INDUSTRY]) == ("none", 1)


@pytest.mark.rule("ERA-07")
def test_there_is_always_one_era_of_dr_foo_once_he_has_moved() -> None:
    t = table(foo=RENAISSANCE)
    assert t["foo"] == RENAISSANCE
    t = foo_phase(foo=RENAISSANCE).do("FooRevealed", era=END, source="app")
    assert t["foo"] == END
