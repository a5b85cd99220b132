"""Scenario files: what they can give, do and expect, and how a mistake in one is told."""

from pathlib import Path

import pytest

from companion.engine import Game
from companion.table import TableError, scenario
from companion.words import Words
from tests.games.tiny import Tiny

GIVEN = """
game = "tiny"
given = { hands = [[1, 4], [2, 5]], dealing = false }
"""


def load(name: str) -> Game:
    return {"tiny": Tiny}[name]()


def reports(tmp_path: Path, text: str) -> list[scenario.Report]:
    file = tmp_path / "one.toml"
    file.write_text(text, encoding="utf-8")
    return list(scenario.run(file, load))


def only(tmp_path: Path, text: str) -> scenario.Report:
    (report,) = reports(tmp_path, text)
    return report


def failing(report: scenario.Report) -> list[str]:
    return [f"{check.expected} ← {told(check.found)}" for check in report.checks if not check.holds]


def told(found: str | TableError) -> str:
    return Words("en").say(f"error.{found.id}", found.about) if isinstance(found, TableError) else found


HOLDS = """
title = "A round with a gift"
game = "tiny"
rules = ["TINY-05"]
given = { hands = [[1, 4], [2, 5]], dealing = false, points = [7, 7] }
when = [
    { kind = "Rolled", prize = 3 },
    { kind = "Choose", seat = 0, card = 1 },
    { kind = "Choose", seat = 1, card = 2 },
]

[then]
asked = { id = "gift", owner = 1, answers = { count = 2 } }
happened = ["PrizeSet", { kind = "Revealed", winner = 1 }, "PointsTaken"]
not-happened = ["Corrected"]
points = { 0 = "+0", 1 = "+2" }
hands = [[4], [5]]
found = []
outcome = "none"
can = [{ kind = "Gift", seat = 1, to = 0 }]
cannot = [{ kind = "Choose", seat = 0, card = 4, rule = "TINY-04" }, { kind = "Gift", seat = 0, to = 0 }]

[[step]]
when = { kind = "Gift", seat = 0, to = 1 }
then = { refused = "TINY-01" }

[[step]]
when = { kind = "Gift", seat = 1, to = 0 }
then = { happened-exactly = [{ kind = "PointsTaken", seat = 0, points = 1 }], asked = "roll", points.0 = 8 }

[[step]]
when = "undo"
then = { asked = "gift", points = [7, 9], put-back = ["points-become", "prize-becomes"] }
"""


def test_a_scenario_that_holds(tmp_path: Path) -> None:
    report = only(tmp_path, HOLDS)
    assert failing(report) == []
    assert report.holds
    assert report.title == "A round with a gift"
    assert len(report.checks) == 21


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("points = [1, 1]", "points = [1, 1] ← [0, 0]"),
        ('points = { 0 = "+1" }', "points.0 +1 ← +0"),
        ("hands = { 0 = { contains = [9] } }", "hands.0 contains 9 ← [1, 4]"),
        ("hands = { 0 = { lacks = [4] } }", "hands.0 lacks 4 ← [1, 4]"),
        ("hands = { 0 = { count = 3 } }", "hands.0 counts 3 ← 2"),
        ("hands = { 0 = { any-order = [4, 2] } }", "hands.0 = [4, 2] (any-order) ← [1, 4]"),
        ("hands = { 7 = [1] }", "hands.7 = [1] ← –"),
        ("options = { deal = 'absent' }", "options.deal = absent ← app"),
        ('happened = ["PrizeSet", "PrizeSet"]', "happened: PrizeSet ← []"),
        (
            'happened = [{ kind = "PrizeSet", prize = 1 }]',
            "happened: PrizeSet(prize = 1) ← PrizeSet(prize = 2)",
        ),
        ("happened-exactly = []", "happened-exactly: [] ← [PrizeSet(prize = 2)]"),
        ('not-happened = ["PrizeSet"]', "not-happened: PrizeSet ← [PrizeSet(prize = 2)]"),
        ('refused = "TINY-01"', "refused: TINY-01 ← can: Rolled(prize = 2)"),
        ('asked = "roll"', "asked: {id = roll} ← [choose, choose]"),
        ('asked = "nothing"', "asked: nothing ← [choose, choose]"),
        ('asked = { id = "choose", answers = { count = 9 } }', "choose.answers counts 9 ← 2"),
        ('can = [{ kind = "Rolled", prize = 1 }]', "can: Rolled(prize = 1) ← refused: not-awaited [TINY-01]"),
        (
            'cannot = [{ kind = "Choose", seat = 0, card = 1 }]',
            "cannot: Choose(seat = 0, card = 1) ← can: Choose(seat = 0, card = 1)",
        ),
        (
            'cannot = [{ kind = "Rolled", prize = 1, rule = "X-01" }]',
            "cannot: Rolled(prize = 1, rule = X-01) ← refused: not-awaited [TINY-01]",
        ),
        ('outcome = "won"', "outcome.result = won ← none"),
        ('found = ["card-twice"]', "found: card-twice ← []"),
        ("state = { deals = 9 }", "state.deals = 9 ← 1"),
        ('put-back = ["x"]', "put-back = [x] ← []"),
    ],
)
def test_an_expectation_that_fails_says_what_is_there_instead(tmp_path: Path, line: str, told: str) -> None:
    text = f'{GIVEN}when = {{ kind = "Rolled", prize = 2 }}\n[then]\n{line}\n'
    assert failing(only(tmp_path, text)) == [told]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("game = ", "The file is not TOML"),
        ('game = "chess"\nthen = {asked = "x"}', "There is no game chess"),
        ('game = "tiny"\nthan = {}', "A scenario has no than"),
        ("scenario = 3", "each begun by [[scenario]], not 3"),
        ("scenario = [3]", "each begun by [[scenario]]"),
        ('game = ["tiny"]', "game cannot be"),
        ('game = "tiny"\ngiven = 3', "given cannot be 3"),
        ('game = "tiny"\noptions = 3', "options cannot be 3"),
        (
            'game = "tiny"\noptions = {players = 9}\nthen = {asked = "x"}',
            "The options are refused: bad-option",
        ),
        ('game = "tiny"\ngiven = {hand = []}\nthen = {asked = "x"}', "given: a position has no hand"),
        (
            'game = "tiny"\ngiven = {state = {hands = {7 = []}}}\nthen = {deals = 1}',
            "'7' is no place in a list of 2",
        ),
        (f"{GIVEN}when = 7\nthen = {{deals = 1}}", "is a table with a kind"),
        (f'{GIVEN}when = {{kind = "Rol"}}\nthen = {{deals = 1}}', "there is no input of the kind 'Rol'"),
        (
            f'{GIVEN}when = {{kind = "Rolled", prize = 1, source = "me"}}\nthen = {{deals = 1}}',
            "A source is app",
        ),
        (f"{GIVEN}then = {{point = 3}}", "called point to expect. Did you mean points?"),
        (f'{GIVEN}then = {{refuse = "X"}}', "Did you mean refused?"),
        (f"{GIVEN}step = 3", "A step, and its then, are tables, not 3"),
        (f"{GIVEN}[[step]]\nwhan = []", "A step has when and then, not whan"),
        (
            f'{GIVEN}when = [{{kind = "Gift", seat = 0, to = 0}}, "draw"]\nthen = {{deals = 1}}',
            "cannot follow",
        ),
        (GIVEN, "No then names anything"),
    ],
)
def test_a_mistake_in_the_file_is_told_and_fails_it(tmp_path: Path, text: str, told: str) -> None:
    report = only(tmp_path, text)
    assert not report.holds
    assert told in failing(report)[-1]


def test_a_file_that_is_not_there_fails(tmp_path: Path) -> None:
    (report,) = scenario.run(tmp_path / "none.toml", load)
    assert "No such file" in failing(report)[0]


def test_a_refusal_that_nobody_expected_fails_and_stops_the_scenario(tmp_path: Path) -> None:
    text = f"""{GIVEN}
        when = {{ kind = "Gift", seat = 0, to = 0 }}
        then = {{ deals = 1 }}
    """
    assert failing(only(tmp_path, text)) == [
        "can: Gift(seat = 0, to = 0) ← refused: not-awaited [TINY-01]"
    ]


def test_an_undo_with_nothing_to_undo_is_refused(tmp_path: Path) -> None:
    assert only(tmp_path, f'{GIVEN}when = "undo"\nthen = {{ refused = {{ id = "nothing-to-undo" }} }}').holds


def test_several_scenarios_share_what_stands_before_them(tmp_path: Path) -> None:
    one, two = reports(
        tmp_path,
        f"""{GIVEN}
        [[scenario]]
        title = "holds"
        then = {{ deals = 1 }}
        [[scenario]]
        given = {{ deals = 2 }}
        then = {{ deals = 1, hands = [[1, 4], [2, 5]] }}
        """,
    )
    assert (one.title, one.holds) == ("holds", True)
    assert (two.title, failing(two)) == ("one 2", ["deals = 1 ← 2"])


def test_without_a_position_the_game_begins_and_the_app_draws_with_the_seed(tmp_path: Path) -> None:
    text = """
        game = "tiny"
        seed = 3
        when = "draw"
        then = { asked = "choose", hands = { 0 = { count = 3 }, 1 = { count = 3 } } }
    """
    assert only(tmp_path, text).holds


def test_a_result_of_chance_comes_by_hand_unless_the_file_says_otherwise(tmp_path: Path) -> None:
    strange = '{ kind = "Dealt", seat = 0, card = 77 }'
    text = f'game = "tiny"\nwhen = {strange}\nthen = {{ hands.0 = [77], strange = [77] }}'
    assert only(tmp_path, text).holds
    assert not only(tmp_path, text.replace("77 }\n", '77, source = "app" }\n')).holds


def test_everything_in_the_state_can_be_given(tmp_path: Path) -> None:
    text = """
        game = "tiny"
        given.state = { hands = { 1 = [7, 8] }, dealing = false, prize = 2 }
        then = { state = { hands = { 0 = [], 1 = [7, 8] }, prize = 2 }, asked = { id = "choose", owner = 1 } }
    """
    assert failing(only(tmp_path, text)) == []


def test_main_tells_every_expectation_and_the_exit_code(tmp_path: Path) -> None:
    good, bad = tmp_path / "good.toml", tmp_path / "bad.toml"
    good.write_text(f"{GIVEN}then = {{ deals = 1 }}")
    bad.write_text(f"{GIVEN}then = {{ deals = 1, prize = 2 }}")
    lines: list[str] = []
    assert scenario.main([good], load, lines.append, str) == 0
    assert lines == [f"{good}: good", "  ✓ deals = 1", "1/1"]
    lines.clear()
    assert scenario.main([good, bad], load, lines.append, str) == 1
    assert lines[-3:] == ["  ✓ deals = 1", "  ✗ prize = 2   ← 0", "1/2"]
