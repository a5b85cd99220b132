"""Slips that a round of deliberate mistakes got past the other tests: small, and each seen at a table."""

from __future__ import annotations

from typing import Any

import pytest

from companion import games
from companion.engine import Applied, Happening, Refusal
from companion.games.cyberion.rules.abilities import _deck_pays, payable
from companion.games.cyberion.rules.deck import shuffle_in
from companion.games.cyberion.rules.expansions import known
from companion.games.cyberion.rules.expansions.gigantobots import _sharing
from companion.games.cyberion.rules.expansions.rouage import ChooseLevel, RevealInterference
from companion.games.cyberion.rules.pieces import MODELS, ROBOTS, gigantobot, in_order, machine
from companion.games.cyberion.rules.repair import flaw, repairable
from companion.games.cyberion.rules.requirements import met
from companion.games.cyberion.rules.state import all_cards, unknown
from companion.games.cyberion.rules.turn import _actions
from tests.games.cyberion.playing import GAME
from tests.games.names import called
from tests.raised import raises_saying

INPUTS = GAME.inputs


def table(options: dict[str, Any] | None = None, **given: Any) -> Any:
    return GAME.position(options or {}, given)


def done(state: Any, *given: Any) -> tuple[Any, list[Happening]]:
    """The position after these inputs, and all that happened."""
    told: list[Happening] = []
    for one in given:
        made = GAME.apply(state, one)
        assert isinstance(made, Applied), f"{one}: {made}"
        state = made.state
        told += made.happenings
    return state, told


def refused(state: Any, path: str, value: Any) -> bool:
    return isinstance(GAME.apply(state, INPUTS["Correct"](path, value)), Refusal)


# -- what is told -----------------------------------------------------------------------------------------


@pytest.mark.rule("CY-STOCK-01")
def test_every_robot_that_moves_to_the_stock_is_told_with_its_row() -> None:
    s = table(
        levels={"stockbot": 3}, platform=["stockbot-1", "planbot-2"], flash=["cyclobot-3", "cyclobot-4"]
    )
    s, told = done(
        s,
        INPUTS["Trigger"]("platform", "stockbot-1"),
        INPUTS["Move"]("platform", "planbot-2"),
        INPUTS["Move"]("flash", "cyclobot-3"),
    )
    moves = [(happening.card, happening.row) for happening in told if happening.kind == "RobotMoved"]
    assert moves == [("planbot-2", "platform"), ("cyclobot-3", "flash")]
    assert s.rows == [(), ("cyclobot-4",), ("cyclobot-3", "planbot-2")]


@pytest.mark.rule("CY-CMD-02")
def test_every_robot_that_pays_out_of_a_row_is_told_with_its_row() -> None:
    stock = ["planbot-3", "planbot-4", "planbot-5"]
    s = table(levels={"commandbot": 4}, platform=["commandbot-1", "planbot-2"], stock=stock)
    s, told = done(
        s,
        INPUTS["Trigger"]("platform", "commandbot-1"),
        INPUTS["Prepare"](1),
        INPUTS["Pay"]("stock", "planbot-3"),
        INPUTS["Pay"]("platform", "planbot-2"),
        INPUTS["Pay"]("stock", "planbot-4"),
    )
    paid = [(happening.card, happening.row) for happening in told if happening.kind == "RobotPaid"]
    assert paid == [("planbot-3", "stock"), ("planbot-2", "platform"), ("planbot-4", "stock")]
    assert s.prepared == [False, True, False, False, False]


# -- corrections ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("tier", [0, 1, 2])
def test_a_machine_of_the_box_set_by_hand_is_neither_learned_nor_still_to_come(tier: int) -> None:
    s = table()
    code = s.unseen[tier][0]
    copies = s.unseen[tier].count(code)
    after, _ = done(s, INPUTS["Correct"]("machine.0", code))
    assert after.factory[0] == code
    assert after.unseen[tier].count(code) == copies - 1
    assert GAME.learned(after) == {}


@pytest.mark.rule("CY-REQ-11")
def test_a_machine_that_the_box_does_not_have_is_learned_when_it_is_set_by_hand() -> None:
    after, _ = done(table(), INPUTS["Correct"]("machine.0", "II-5-size-5"))
    assert GAME.learned(after) == {"machine": [{"id": "II-5-size-5", "copies": 1}]}


def test_only_a_machine_can_be_set_prepared() -> None:
    s = table(factory=["I-2-size-1"])
    assert refused(s, "prepared.1", True)
    assert not refused(s, "prepared.1", False)
    assert not refused(s, "prepared.0", True)


def test_a_bebebot_is_born_once() -> None:
    s = table({"bebebots": True})
    assert refused(s, "born", ["planbot", "planbot"])
    assert refused(s, "born.planbot", ["planbot"])
    after, _ = done(s, INPUTS["Correct"]("born", ["planbot"]))
    assert after.born == ("planbot",)
    assert "planbot" not in after.limbots


# -- found by another round --------------------------------------------------------------------------------


def offered(state: Any, kind: str) -> list[Any]:
    return [answer for answer in GAME.awaited(state)[0].answers if answer.kind == kind]


@pytest.mark.rule("CY-STOCK-01")
@pytest.mark.parametrize(("level", "robots"), [(2, 1), (3, 2), (4, 3), (5, 5)])
def test_a_stockbot_moves_as_many_robots_as_its_level_says(level: int, robots: int) -> None:
    flash = [f"planbot-{size}" for size in (1, 2, 3, 4, 5)]
    s = table(levels={"stockbot": level}, platform=["stockbot-1", "sirenbot-1"], flash=flash)
    s, _ = done(s, INPUTS["Trigger"]("platform", "stockbot-1"))
    for card in flash[:robots]:
        assert not GAME.awaited(s)[0].main
        s, _ = done(s, INPUTS["Move"]("flash", card))
    assert GAME.awaited(s)[0].main


@pytest.mark.rule("CY-PLAN-01")
@pytest.mark.parametrize(("level", "cards"), [(2, 1), (3, 2), (4, 3), (5, 5)])
def test_a_planbot_looks_at_as_many_cards_as_its_level_says(level: int, cards: int) -> None:
    top = [f"cyclobot-{size}" for size in (1, 2, 3, 4, 5)] + ["sirenbot-1", "sirenbot-2"]
    s = table(levels={"planbot": level}, platform=["planbot-1"], top=top)
    assert done(s, INPUTS["Trigger"]("platform", "planbot-1"))[0].looked == tuple(top[:cards])


@pytest.mark.rule("CY-TRIGGER-07")
def test_every_lower_level_down_to_the_second_is_offered() -> None:
    s = table(levels={"sirenbot": 5, "stockbot": 2}, platform=["sirenbot-1", "stockbot-1"])
    levels = [(trigger.card, trigger.level) for trigger in offered(s, "Trigger")]
    assert levels == [("sirenbot-1", 0), ("stockbot-1", 0), *(("sirenbot-1", below) for below in (4, 3, 2))]


@pytest.mark.rule("CY-ROUAGE-02")
@pytest.mark.parametrize(("tokens", "levels"), [(0, [0, 2]), (1, [0])])
def test_where_interference_lies_no_lower_level_is_offered(tokens: int, levels: list[int]) -> None:
    interference = {"interference": {"sirenbot": tokens}}
    s = table({"rouage": True}, levels={"sirenbot": 3}, platform=["sirenbot-1"], **interference)
    assert [trigger.level for trigger in offered(s, "Trigger")] == levels


@pytest.mark.rule("CY-ROUAGE-03")
def test_a_figurine_set_right_while_the_level_is_asked_changes_what_is_asked() -> None:
    s = table({"rouage": True}, levels={"sirenbot": 2}, platform=["sirenbot-1"])
    s, _ = done(s, INPUTS["Trigger"]("platform", "sirenbot-1"), INPUTS["InterferenceRevealed"]("stockbot"))
    assert [answer.level for answer in GAME.awaited(s)[0].answers] == [2, 1]
    higher = done(s, INPUTS["Correct"]("level.sirenbot", 4))[0]
    assert [answer.level for answer in GAME.awaited(higher)[0].answers] == [4, 3, 2, 1]
    other = done(s, INPUTS["Correct"]("level.stockbot", 5))[0]
    assert [answer.level for answer in GAME.awaited(other)[0].answers] == [2, 1]
    assert GAME.awaited(done(s, INPUTS["Correct"]("level.sirenbot", 1))[0])[0].main  # nothing left to choose


def test_a_box_with_fewer_support_tokens_gives_those_that_it_has() -> None:
    game = games.load("cyberion", {**GAME.box, "support": GAME.box["support"][:1]})
    s = game.start({"support": 3})
    while not s.turn:
        s = game.apply(s, game.awaited(s)[0].answers[0], "app").state
    assert s.support == (GAME.box["support"][0]["id"],)


@pytest.mark.parametrize(("path", "value"), [("machine.1", ""), ("prepared.1", True)])
def test_nobody_is_asked_to_pay_for_a_machine_that_is_gone_or_prepared(path: str, value: Any) -> None:
    stock = ["planbot-3", "planbot-4", "planbot-5"]
    s = table(levels={"commandbot": 4}, platform=["commandbot-1", "planbot-2"], stock=stock)
    s, _ = done(s, INPUTS["Trigger"]("platform", "commandbot-1"), INPUTS["Prepare"](1))
    assert GAME.awaited(s)[0].id == "pay"
    assert GAME.awaited(done(s, INPUTS["Correct"]("xp", 3))[0])[0].id == "pay"
    assert GAME.awaited(done(s, INPUTS["Correct"](path, value))[0])[0].main


def test_a_figurine_can_be_set_to_any_of_its_five_levels() -> None:
    for level in (1, 2, 3, 4, 5):
        assert done(table(), INPUTS["Correct"]("level.planbot", level))[0].levels.count(level)
    assert refused(table(), "level.planbot", 0)
    assert refused(table(), "level.planbot", 6)


@pytest.mark.parametrize("source", ["app", "hand"])
def test_a_microbot_that_nobody_listed_may_turn_up_only_at_a_real_table(source: str) -> None:
    s = GAME.start({"microbots": True, "tokens": source})
    while GAME.awaited(s)[0].id != "microbot":
        s, _ = done(s, GAME.awaited(s)[0].answers[0])
    assert GAME.awaited(s)[0].open is (source == "hand")


@pytest.mark.rule("CY-REQ-08", "CY-MICRO-06")
def test_a_free_size_that_the_microbot_wants_is_one_robot_and_no_more() -> None:
    nine = machine("I-2-sum-at-least-9").requirement
    assert flaw(nine, (("planbot-4", "cyclobot-any"), (), ()), microbot="5") == ""
    assert flaw(nine, (("planbot-3", "cyclobot-any"), (), ()), microbot="5") == "team"


def test_the_robots_of_a_row_are_read_in_any_order_and_a_row_is_a_list() -> None:
    said: dict[str, Any] = {"kind": "Repair", "slot": 1, "stock": ["planbot-2", "cyclobot-1"]}
    turned = {**said, "stock": said["stock"][::-1]}
    assert GAME.read(table(), said).stock == GAME.read(table(), turned).stock == in_order(said["stock"])
    with raises_saying(ValueError, match="stock cannot be"):
        GAME.read(table(), {**said, "stock": "planbot-2"})
    with raises_saying(ValueError, match="'cat' is not known"):
        GAME.read(table(), {**said, "stock": ["planbot-2", "cat"]})
    told = {"kind": "Correct", "path": "discard", "value": ["planbot-2", "cyclobot-1"]}
    assert GAME.read(table(), told).value == ("planbot-2", "cyclobot-1")


@pytest.mark.rule("CY-CYCLO-06")
def test_whatever_else_is_done_a_cyclobot_may_turn_in_circles_anew() -> None:
    support = {"support": ["sirenbot"], "levels": {"planbot": 1}, "xp": 1}
    for given in (
        INPUTS["Trigger"]("platform", "planbot-1"),
        INPUTS["Upgrade"]("planbot"),
        INPUTS["UseSupport"]("sirenbot"),
    ):
        s = table(platform=["planbot-1"], **support).copy()
        s.spins = 2
        assert done(s, given)[0].spins == 0


def test_seats_and_gigantobots_are_counted_from_one() -> None:
    two = table({"players": 2})
    assert [called(GAME, two, "seat", seat) for seat in (0, 1, 2)] == ["Player 1", "Player 2", "—"]
    assert called(GAME, table(), "seat", 0, "fr") == "Vous"
    big = table({"gigantobots": True})
    names = [called(GAME, big, "gigantobot", place).split(" (")[0] for place in range(len(big.crews))]
    assert names == [f"Gigantobot {place + 1}" for place in range(len(big.crews))]


def test_up_to_ten_machines_of_experience_are_offered() -> None:
    (field,) = [field for field in GAME.correctable(table()) if field.path == "xp"]
    assert field.choices == tuple(range(11))


@pytest.mark.rule("CY-MULTI-05")
def test_a_free_size_counts_towards_machines_of_one_size() -> None:
    need = machine("I-2-size-3").requirement
    assert repairable(need, (("planbot-3", "planbot-any"), (), ()))
    assert not repairable(need, (("planbot-3", "planbot-4"), (), ()))


@pytest.mark.rule("CY-MICRO-06")
def test_a_free_size_that_must_not_meet_the_microbot_is_the_next_one() -> None:
    """The siren is there for the microbot, so the Multibot may not be a 1 as well."""
    team = ("planbot-2", "planbot-any", "sirenbot-1"), (), ()
    assert flaw(machine("I-2-sum-at-most-4").requirement, team, microbot="1") == ""
    assert flaw(machine("I-2-sum-at-most-3").requirement, team, microbot="1") == "surplus"


@pytest.mark.rule("CY-CMD-04")
def test_the_last_card_of_the_deck_can_be_paid_with() -> None:
    s = table(levels={"commandbot": 5}, platform=["commandbot-1"], deck=["planbot-5"], battery="used")
    assert GAME.awaited(done(s, INPUTS["Trigger"]("platform", "commandbot-1"))[0])[0].id == "prepare"


@pytest.mark.rule("CY-GIGA-08")
def test_a_crew_that_was_completed_by_hand_is_told_whatever_is_being_asked() -> None:
    stock = ["planbot-2", "planbot-3", "planbot-5"]
    s = table({"gigantobots": True}, levels={"stockbot": 3}, platform=["stockbot-1", *stock])
    s, _ = done(s, INPUTS["Trigger"]("platform", "stockbot-1"))
    assert GAME.awaited(s)[0].id == "stock"
    crew = ["cyclobot-1", "cyclobot-2", "cyclobot-3", "cyclobot-4", "cyclobot-5"]
    told = [finding.id for finding in GAME.check(done(s, INPUTS["Correct"]("crew.0", crew))[0])]
    assert "crew-complete" in told
    assert "crew-complete" not in [finding.id for finding in GAME.check(s)]


@pytest.mark.rule("CY-PLAN-03")
def test_cards_arranged_at_once_are_told_one_by_one() -> None:
    top = ["cyclobot-1", "cyclobot-2", "cyclobot-3"]
    s = table(levels={"planbot": 4}, platform=["planbot-1"], top=top)
    s, _ = done(s, INPUTS["Trigger"]("platform", "planbot-1"))
    _, told = done(s, INPUTS["Arrange"](("cyclobot-3", "cyclobot-1"), ("cyclobot-2",)))
    arranged = [(one.card, one.where) for one in told if one.kind == "DeckArranged"]
    assert arranged == [("cyclobot-3", "top"), ("cyclobot-1", "top"), ("cyclobot-2", "bottom")]


def test_the_tier_that_comes_is_told_by_its_number() -> None:
    assert dict(GAME.awaited(GAME.start({}))[0].about)["tier"] == 1


@pytest.mark.rule("CY-REQ-06", "CY-REQ-07")
def test_two_pairs_are_four_robots_and_two_identical_ones_are_of_one_model() -> None:
    assert machine("II-two-pairs").requirement.n == 4
    identical = machine("III-identical-2").requirement
    assert met(identical, ["planbot", "planbot"], [3, 3], 0)
    assert not met(identical, ["planbot", "stockbot"], [3, 3], 0)
    assert met(identical, ["", "stockbot"], [3, 3], 0)


@pytest.mark.rule("CY-GIGA-02")
def test_a_pilot_comes_out_of_a_row() -> None:
    s = table({"gigantobots": True}, platform=["planbot-1", "planbot-2"])
    for row, card in (("cellar", "planbot-1"), ("flash", "planbot-1")):
        refused_ = GAME.apply(s, INPUTS["Pilot"](row, card))
        assert isinstance(refused_, Refusal)
        assert refused_.id == "not-in-row"


@pytest.mark.rule("CY-DIFF-01")
@pytest.mark.parametrize(
    ("had", "result", "next_time"), [(1, "lost", 2), (5, "lost", 5), (3, "won", 2), (0, "won", 0)]
)
def test_a_loss_gives_a_support_token_more_and_a_win_one_fewer(had, result, next_time):
    assert GAME.next_time({"support": had, "result": result}) == {"support": next_time}


@pytest.mark.rule("CY-INV-02")
@pytest.mark.parametrize("more", [0, 1, 3])
def test_more_robots_than_there_are_are_counted(more: int) -> None:
    everything = list(GAME.describe(table())["deck"])
    s = table(discard=everything)
    made = GAME.apply(s, INPUTS["Correct"]("discard", [*everything, *["planbot-1"] * more]))
    assert isinstance(made, Applied)
    told = {one.id: dict(one.about) for one in GAME.check(made.state)}
    assert told.get("too-many-robots") == ({"count": more} if more else None)
    assert ("too-many-copies" in told) is bool(more)


@pytest.mark.rule("CY-COMBO-05")
def test_after_shuffling_the_deck_holds_what_nobody_has_seen() -> None:
    """Also where one robot more was told than there is: it must be one of the others."""
    s = table(platform=["planbot-1"] * 3, discard=["cyclobot-2"], top=["sirenbot-3"], bottom=["stockbot-4"])
    assert s.strangers == 1
    new = s.copy()
    new.rows[0] = new.rows[0][:2]
    shuffle_in(new, ("planbot-1",))
    assert (new.top, new.bottom, new.strangers) == ((), (), 0)
    assert len(new.rest) == unknown(new) == len(all_cards(new)) - 3
    assert new.rest == in_order(new.rest)


@pytest.mark.parametrize("players", [1, 2])
def test_a_seat_beyond_the_last_is_none(players: int) -> None:
    for seat in range(players):
        assert GAME.position({"players": players}, {"active": seat}).seat == seat
        assert GAME.position({"players": players}, {"active": f"P{seat + 1}"}).seat == seat
    for wrong in (players, -1, True, f"P{players + 1}", "P0", None):
        with raises_saying(ValueError, "P1"):
            GAME.position({"players": players}, {"active": wrong})


@pytest.mark.rule("CY-GIGA-02", "CY-GIGA-03")
def test_a_robot_boards_where_it_shares_a_model_or_a_size() -> None:
    giants = [gigantobot(code) for code in ("cyclobot-3", "any-2", "planbot-any", "stockbot-5")]
    for code, (model, size) in ROBOTS.items():
        shared = [place for place, giant in enumerate(giants) if giant.model == model or giant.size == size]
        assert list(_sharing(code, tuple(giants))) == shared


@pytest.mark.rule("CY-ROUAGE-05")
@pytest.mark.parametrize("rules", [1, 2])
def test_the_level_that_is_asked_after_interference_follows_the_figurine(rules: int) -> None:
    s = table({"rouage": True, "rules": rules}, levels={"sirenbot": 3, "planbot": 1})
    asked = ChooseLevel("planbot", 3, "sirenbot")
    for reached in (1, 2, 4):
        new = s.copy()
        new.levels[MODELS.index("sirenbot")] = reached
        now = asked.anew(new)
        if rules == 1:
            assert now is asked
        elif reached == 1:  # level I does nothing: nobody is asked
            assert now is None
        else:
            assert now is not None
            assert now.plain() == ("level", "planbot", reached, "sirenbot")
    of_its_own = ChooseLevel("planbot", 3)
    assert of_its_own.anew(s) is of_its_own


def test_interference_that_was_taken_away_by_hand_is_not_revealed() -> None:
    s = table({"rouage": True}, interference={"planbot": 1})
    step = RevealInterference("planbot")
    assert step.anew(s) is step
    new = s.copy()
    new.interference[MODELS.index("planbot")] = 0
    assert step.anew(new) is None


@pytest.mark.rule("CY-CMD-02", "CY-CMD-04", "CY-MULTI-12", "CY-COMBO-03")
@pytest.mark.parametrize("pays", [True, False])
@pytest.mark.parametrize("battery", ["charged", "used"])
@pytest.mark.parametrize("deck", [[], ["any-3"], ["planbot-5"], ["planbot-5", "any-3"], ["bebe-planbot"]])
@pytest.mark.parametrize("discard", [[], ["cyclobot-2"], ["any-4", "cyclobot-2"]])
def test_who_could_pay_is_counted_one_by_one(
    pays: bool, battery: str, deck: list[str], discard: list[str]
) -> None:
    options = {"multibots": True, "bebebots": True, "multibot-pays-commandbot": pays}
    babies = [model for model in MODELS if f"bebe-{model}" not in deck]
    rows = {"platform": ["sirenbot-1", "any-2"], "flash": ["stockbot-3"]}
    s = table(options, **rows, deck=deck, discard=discard, battery=battery, limbots=babies)

    def payers(cards: list[str]) -> int:
        return sum(not card.startswith("bebe") and (pays or "any" not in card) for card in cards)

    off_the_deck = payers([*deck, *(discard if battery == "charged" else [])])
    assert payable(s) == payers([card for row in rows.values() for card in row]) + off_the_deck
    assert _deck_pays(s) is (off_the_deck > 0)


@pytest.mark.rule("CY-MULTI-12")
def test_a_multibot_that_comes_off_the_deck_and_does_not_pay_is_told_to_be_gone() -> None:
    options = {"multibots": True, "multibot-pays-commandbot": False}
    given = {"levels": {"commandbot": 5}, "platform": ["commandbot-1"], "battery": "used"}
    s = table(options, **given, top=["any-3", "planbot-5"])
    s, told = done(s, INPUTS["Trigger"]("platform", "commandbot-1"), INPUTS["Prepare"](0))
    said = [(one.kind, one.card) for one in told if one.kind in ("RobotArrived", "RobotPaid")]
    assert said == [("RobotArrived", "any-3"), ("RobotPaid", "planbot-5")]
    assert set(s.discard) == {"any-3", "planbot-5", "commandbot-1"}


@pytest.mark.rule("CY-MULTI-12", "CY-INV-02")
def test_a_robot_told_once_too_often_is_one_fewer_that_could_pay() -> None:
    """One of the others must have been it."""
    options = {"multibots": True, "multibot-pays-commandbot": False}
    copies = list(GAME.describe(table(options))["deck"]).count("planbot-1")
    some, more = (table(options, platform=["planbot-1"] * n) for n in (copies, copies + 1))
    assert payable(more) == payable(some)  # one more in the row, one fewer in the deck


def test_what_every_expansion_adds_can_be_done() -> None:
    added = [set(expansion.acts) for expansion in known().values()]
    assert sum(map(bool, added)) >= 3
    for acts in added:
        assert acts <= set(_actions.__wrapped__())
