"""The workshop of Cyberion, worked out of a position without a window."""

import random
from html import escape
from types import SimpleNamespace
from typing import Any

import pytest

from companion.engine import Applied, Still
from companion.games import GAMES, load
from companion.games.cyberion.phone import FACE as PHONE
from companion.games.cyberion.views.corrections import WorkshopCorrections
from companion.games.cyberion.views.workshop import ROWS, WorkshopPresenter
from companion.terminal import Speech, board_of
from companion.words import Words, languages

GAME = load("cyberion")
BOARD = board_of(GAMES, GAME.name)
ALL = dict.fromkeys(("bebebots", "gigantobots", "microbots", "multibots", "rouage"), True)


def words(lang: str = "en") -> Words:
    return Words(lang, ("tower", "app", "app_screens", "cyberion"))


def presenter(lang: str = "en") -> WorkshopPresenter:
    return WorkshopPresenter(words(lang))


def still(state: Any) -> Still:
    return Still(GAME, state)


def begun(seed: int = 5, **options: Any) -> Any:
    state, chance = GAME.start(options), random.Random(seed)
    while not GAME.awaited(state)[0].main:
        state = given(state, chance.choice(GAME.awaited(state)[0].answers))
    return state


def given(state: Any, answer: Any, source: Any = "app") -> Any:
    made = GAME.apply(state, answer, source)
    assert isinstance(made, Applied), made
    return made.state


def put(state: Any, **fields: Any) -> Any:
    for path, value in fields.items():
        state = given(state, GAME.correction(path.replace("__", "."), value), "hand")
    return state


CYCLOBOTS = ["cyclobot-1", "cyclobot-2", "cyclobot-3", "planbot-3", "planbot-3"]


def workshop(**fields: Any) -> Any:
    return put(begun(), **{"row__platform": CYCLOBOTS, "machine__0": "II-3-cyclobot", **fields})


def test_rows_lie_as_on_the_table() -> None:
    view = presenter().show(still(workshop(row__stock=["stockbot-5"])))
    assert [row for row, _, _ in view.rows] == list(ROWS)
    first = {row: robots for row, _, robots in view.rows}["platform"][0]
    assert (first.name, first.size, first.shape) == ("Cyclobot 1", "1", "circle")


def test_a_machine_tells_what_it_takes_and_whether_it_can_be_repaired() -> None:
    view = presenter().show(still(workshop(machine__1="II-4-size-4")))
    first, second = view.factory[:2]
    assert first is not None
    assert (first.tier, first.text, first.ready) == ("II", "3 Cyclobots*", True)
    assert second is not None
    assert not second.ready


def test_the_only_way_is_told_by_its_robots() -> None:
    (way,) = presenter().on_machine(still(workshop()), 0)
    assert [robot.code for robot in way.cards] == ["cyclobot-1", "cyclobot-2", "cyclobot-3"]
    state = given(workshop(), way.answer, "player")
    assert GAME.view(state, None)["xp"] == 1


def test_every_way_is_told_with_the_rows_it_takes_from() -> None:
    state = workshop(row__stock=["cyclobot-5"])
    ways = presenter().on_machine(still(state), 0)
    assert len(ways) == 4
    assert {way.under for way in ways} == {"Platform 3", "Platform 2, Stock 1"}
    assert all(isinstance(GAME.apply(state, way.answer, "player"), Applied) for way in ways)


def test_a_robot_tells_what_its_ability_would_do() -> None:
    state = workshop(level__cyclobot=3)
    told = [
        (option.text, option.under) for option in presenter().on_robot(still(state), "platform", "cyclobot-1")
    ]
    assert told == [
        ("Trigger, level III", "A robot back onto the deck"),
        ("Trigger, level II", "A Cyclobot back onto the deck"),
        ("Only discard", ""),
    ]


@pytest.mark.rule("CY-CLOSE-02")
def test_ending_a_turn_without_a_repair_is_warned_of() -> None:
    ask = presenter().ask(still(workshop(valves=1)))
    assert (ask.next.text, ask.next.danger) == ("End: –1 valve", True)
    assert "costs a valve" in ask.warning
    assert presenter("fr").ask(still(workshop(valves=0))).next.text == "Fin : défaite !"
    (way,) = presenter().on_machine(still(workshop()), 0)
    after = presenter().ask(still(given(workshop(), way.answer, "player")))
    assert (after.next.text, after.next.danger, after.warning) == ("End the turn", False, "")


def test_levels_tell_the_price_of_the_next() -> None:
    view = presenter().show(still(workshop(xp=2, level__sirenbot=2, level__planbot=5)))
    prices = {model.id: (model.level, model.price, model.upgrade is not None) for model in view.models}
    assert prices["sirenbot"] == (2, 2, True)
    assert prices["stockbot"] == (1, 1, True)
    assert prices["planbot"] == (5, 0, False)


@pytest.mark.rule("CY-2P-06")
def test_two_players_see_whose_machine_is_whose() -> None:
    view = presenter().show(still(begun(players=2)))
    machines = [machine for machine in view.factory if machine]
    assert [machine.whose for machine in machines] == ["Player 1", "", "", "", "Player 2"]
    assert [machine.mine for machine in machines].count(False) == 1
    assert not view.alone


def test_what_expansions_bring_is_shown() -> None:
    view = presenter().show(still(begun(**ALL)))
    assert [name for name, _ in view.extras] == [
        "Limbots", "Damage", "Gigantobots", "Microbots", "Interference",
    ]  # fmt: skip
    assert view.extras[1][1] == "5 (costs 15 valves)"
    assert all(machine is None or machine.microbot for machine in view.factory)
    assert presenter().show(still(begun())).extras == ()


@pytest.mark.parametrize("lang", languages())
def test_what_lies_open_is_shown_on_tablet_and_phone_and_in_the_terminal(lang: str) -> None:
    """Discard pile, Limbots, crews and what each Gigantobot shows: everybody may look."""
    state = put(
        begun(**ALL), discard=["planbot-2", "planbot-2", "sirenbot-5"], limbots=["cyclobot"], vacation__1=True
    )
    state = put(state, crew__0=["sirenbot-3", "stockbot-1"])
    speech = Speech(words(lang), GAME, state)
    piles = presenter(lang).show(still(state)).open
    shown = {pile.name: [robot.code for robot in pile.robots] for pile in piles}
    assert ["sirenbot-5", "planbot-2", "planbot-2"] in shown.values()
    assert ["bebe-cyclobot"] in shown.values()
    giants = [speech.name("gigantobot", place) for place in range(10)]
    assert all(giant in shown for giant in giants)
    assert shown[giants[0]] == ["sirenbot-3", "stockbot-1"]
    assert next(pile.said for pile in piles if pile.name == giants[1])
    text = "\n".join(BOARD.draw(speech, 0))
    for said in (*giants, *(speech.name("card", card) for card in ("planbot-2", "sirenbot-5", "stockbot-1"))):
        assert said in text
    assert "×2" in text
    phone = str(PHONE.board(SimpleNamespace(words=words(lang), now=still(state))))
    assert all(escape(giant) in phone for giant in giants)
    assert escape(piles[0].name) in phone


def test_what_is_invented_is_said() -> None:
    assert presenter().show(still(begun())).stand_in


def test_a_card_that_was_drawn_is_touched_by_model_and_size() -> None:
    state, chance = GAME.start({"robots": "hand"}), random.Random(1)
    while (question := GAME.awaited(state)[0]).id != "draw":
        state = given(state, chance.choice(question.answers))
    ask = presenter().ask(still(state))
    assert (ask.kind, len(ask.grid)) == ("grid", 25)
    assert ask.next.act == ""


def test_a_machine_that_no_list_has_can_be_told() -> None:
    ask = presenter().ask(still(GAME.start({"machines": "hand"})))
    assert (ask.kind, ask.tier) == ("machine", "tier I")


@pytest.mark.slow
@pytest.mark.parametrize("lang", languages())
@pytest.mark.parametrize("options", [{}, {"players": 2, **ALL}])
def test_a_game_is_told_to_its_end_in_words(lang: str, options: dict[str, Any]) -> None:
    """Every question that comes up, with every answer: no key without a sentence."""
    told, state, chance = presenter(lang), GAME.start(options), random.Random(2)
    while asked := GAME.awaited(state):
        view, ask = told.show(still(state)), told.ask(still(state))
        said = [ask.title, ask.who, ask.next.text, ask.warning, *(model.does for model in view.models)]
        said += [part for option in ask.options for part in (option.text, option.under)]
        assert not [text for text in said if "‹" in text]
        answers = asked[0].answers
        repairs = [answer for answer in answers if answer.kind in ("Repair", "Upgrade", "MakeBebebot")]
        ends = asked[0].main and chance.random() < 0.6
        state = given(state, chance.choice(repairs or (answers[-1:] if ends else answers)))
    over = told.ask(still(state))
    assert (over.kind, over.next.act) == ("over", "outcome")
    assert "‹" not in over.title


# -- setting things right -----------------------------------------------------------------------------------


def test_every_field_tells_what_it_is_and_what_it_may_be() -> None:
    fields = {field.path: field for field in WorkshopCorrections(words()).all(still(begun(**ALL)))}
    assert fields["row.platform"].kind == "cards"
    assert fields["machine.0"].kind == "machine"
    assert [text for text, _ in fields["valves"].choices] == ["0", "1", "2", "3", "4", "5"]
    assert fields["limbots"].kind == "tokens"
    assert not [field for field in fields.values() if "‹" in field.name + field.now]


def test_a_member_of_a_list_is_taken_away_or_added() -> None:
    state = workshop()
    field = WorkshopCorrections(words()).one(still(state), "row.platform")
    assert field is not None
    text, without = field.members[0]
    assert (text, without) == ("Cyclobot 1", CYCLOBOTS[1:])
    changed = given(state, GAME.correction("row.platform", without), "hand")
    assert GAME.view(changed, None)["platform"] == CYCLOBOTS[1:]
