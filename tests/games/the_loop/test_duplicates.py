"""Duplicates: where they come in, where they die, and who chooses."""

import pytest

from .playing import CZ, DAWN, GLOBALIZATION, INDUSTRY, MEDIEVAL, RENAISSANCE, table, using


@pytest.mark.rule("DUP-01", "DUP-02", "DUP-03")
def test_a_duplicate_on_its_destruction_era_goes_back_into_the_bag() -> None:
    t = using([{"pull": 1}], agents={CZ: RENAISSANCE}, duplicates={"0>2": MEDIEVAL})
    assert t["duplicates"] == {}
    assert "0>2" in t["bag"]
    assert len(t["bag"]) == 28
    assert t.happened("DuplicateDestroyed") == [{"token": "0>2", "era": RENAISSANCE}]


@pytest.mark.rule("DUP-03")
def test_a_destroyed_duplicate_can_be_drawn_again() -> None:
    t = using([{"pull": 1}, {"generate": 1}], agents={CZ: RENAISSANCE}, duplicates={"0>2": MEDIEVAL}, bag=[])
    assert t["duplicates"] == {"0>2": DAWN}


@pytest.mark.rule("DUP-05")
def test_elsewhere_a_move_only_changes_its_place() -> None:
    t = using([{"pull": 1}], agents={CZ: INDUSTRY}, duplicates={"0>2": GLOBALIZATION})
    assert t["duplicates"] == {"0>2": INDUSTRY}
    assert t.happened("DuplicateMoved") == [{"token": "0>2", "era": INDUSTRY}]
    assert t.happened("DuplicateDestroyed") == []


@pytest.mark.rule("DUP-06", "DUP-02")
def test_one_generated_on_its_destruction_era_dies_at_once() -> None:
    t = using([{"generate": 1, "at": "here"}], agents={CZ: RENAISSANCE}, bag=["0>2"])
    assert t["duplicates"] == {}
    assert t["bag"] == ["0>2"]
    assert t.order == ["CardUsed", "DuplicateGenerated", "DuplicateDestroyed"]


@pytest.mark.rule("DUP-06", "DUP-04")
def test_a_batch_is_drawn_one_after_another_so_a_dead_one_can_come_again() -> None:
    t = using([{"generate": 2, "at": "here"}], agents={CZ: RENAISSANCE}, bag=["0>2", "1>4"])
    t.do("DuplicateDrawn", token="0>2", source="app")
    assert t.asked == "draw-duplicate"
    assert t.offers("DuplicateDrawn", "token") == ["0>2", "1>4"]


@pytest.mark.rule("DUP-04", "EFF-01", "TERM-17")
def test_you_choose_the_order_in_which_several_are_destroyed() -> None:
    here = {"0>3": RENAISSANCE, "3>5": RENAISSANCE, "3>6": RENAISSANCE}
    t = using([{"destroy-duplicate": 2}], agents={CZ: RENAISSANCE}, duplicates=here)
    assert t.offers("PickDuplicate", "token") == ["0>3", "3>5", "3>6"]
    assert t.question.owner == 0
    t.do("PickDuplicate", token="3>6")
    assert t.happened("DuplicateDestroyed") == [{"token": "3>6", "era": RENAISSANCE}]
    t.do("PickDuplicate", token="0>3")
    assert t["duplicates"] == {"3>5": RENAISSANCE}


@pytest.mark.rule("DUP-07")
def test_which_of_several_is_pushed_is_up_to_the_player() -> None:
    here = {"0>3": RENAISSANCE, "3>5": RENAISSANCE, "3>6": DAWN}
    t = using([{"push": 1}], agents={CZ: RENAISSANCE}, duplicates=here)
    assert t.offers("PickDuplicate", "token") == ["0>3", "3>5"]
    t.do("PickDuplicate", token="3>5").do("PickEra", era=INDUSTRY)
    assert t["duplicates"] == {"0>3": RENAISSANCE, "3>5": INDUSTRY, "3>6": DAWN}


@pytest.mark.rule("DUP-01")
def test_the_eras_of_a_token_are_read_from_its_name() -> None:
    t = table({"bag": "hand"}, phase="foo", seen=[])
    t.refuses("DUP-01", "DuplicateDrawn", token="4>4", source="hand")
    t.do("Learn", piece="duplicate", entry={"id": "4>6#2"})
    t.do("DuplicateDrawn", token="4>6#2", source="hand")
    assert t["duplicates"] == {"4>6#2": GLOBALIZATION}
    assert len(t["bag"]) == 27  # it took the place of an invented one
