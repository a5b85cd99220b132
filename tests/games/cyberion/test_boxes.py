"""The shipped box of Cyberion, owners' boxes laid over it, and what is wrong with them."""

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from companion.engine import Applied
from companion.engine.box_files.reader import game_of
from companion.games import load
from companion.games.cyberion.box.boxes import SHIPPED, BoxMistakes, load_box, remember
from companion.games.cyberion.rules.pieces import (
    MODELS,
    SIZES,
    Pieces,
    gigantobot,
    machine,
    pieces_of,
)
from tests.games.names import called, checker

check_box = checker("cyberion")
BOX = load_box()
PIECES = pieces_of(BOX)


def owned(directory: Path, **files: str) -> Pieces:
    for name, text in files.items():
        (directory / f"{name}.toml").write_text(text, encoding="utf-8")
    return pieces_of(load_box(directory))


def problems(directory: Path, text: str) -> list[tuple[str, str, str]]:
    (directory / "mine.toml").write_text(text, encoding="utf-8")
    return [(mistake.entry, mistake.problem, mistake.remedy) for mistake in check_box(directory)]


# -- the shipped box --------------------------------------------------------------------------------------


@pytest.mark.rule("CY-COMP-01", "CY-COMP-04", "CY-COMP-06", "CY-COMP-14", "CY-COMP-15", "CY-COMP-16")
def test_the_shipped_box_is_as_full_as_a_real_one() -> None:
    assert Counter(PIECES.robots) == {f"{model}-{size}": 2 for model in MODELS for size in SIZES}
    assert [len(tier) for tier in PIECES.machines] == [10, 15, 15]
    assert (len(PIECES.bebebots), len(PIECES.gigantobots), len(PIECES.support)) == (5, 10, 5)
    assert Counter(PIECES.microbots) == dict.fromkeys((*MODELS, "1", "2", "3", "4", "5"), 2)
    assert Counter(PIECES.interference) == dict.fromkeys(MODELS, 2)
    sizes, models = {f"any-{size}" for size in SIZES}, {f"{model}-any" for model in MODELS}
    assert (set(PIECES.multibots), len(PIECES.multibots)) == (sizes | models, 10)


def test_what_is_invented_says_so() -> None:
    assert PIECES.stand_in
    assert {entry["source"] for kind in ("machine", "gigantobot") for entry in BOX[kind]} == {"stand-in"}
    assert {entry["source"] for entry in BOX["robot"]} == {"inferred"}


@pytest.mark.rule("CY-COMP-12", "CY-REQ-09", "CY-REQ-11")
def test_every_kind_of_requirement_is_in_the_box() -> None:
    needs = [machine(code).requirement for tier in PIECES.machines for code in tier]
    assert {need.kind for need in needs} == {
        "model_count", "size_count", "sum_at_least", "sum_at_most", "straight", "two_pairs", "identical",
    }  # fmt: skip
    assert {need.n for need in needs if "sum" in need.kind} == {3, 4}
    assert len({gigantobot(code) for code in PIECES.gigantobots}) == 10


def test_a_box_is_plain_data() -> None:
    assert json.loads(json.dumps(BOX)) == BOX


@pytest.mark.parametrize("plain", [None, [], {}, {"version": 2}, {"version": 1}, {**BOX, "robot": [{}]}])
def test_damaged_data_is_not_a_box(plain: Any) -> None:
    with pytest.raises(ValueError, match="box"):
        pieces_of(plain)


# -- owners' boxes ----------------------------------------------------------------------------------------


def test_an_owners_machine_takes_the_place_of_an_invented_one_of_its_tier(tmp_path: Path) -> None:
    pieces = owned(tmp_path, mine='[[machine]]\nid = "II-3-sum-at-least-13"\ncopies = 2\n')
    assert [len(tier) for tier in pieces.machines] == [10, 15, 15]
    assert pieces.machines[1].count("II-3-sum-at-least-13") == 2
    assert pieces.machines[0] == PIECES.machines[0]
    assert check_box(tmp_path) == []


def test_an_owners_machine_that_we_invented_just_so_is_the_owners_now(tmp_path: Path) -> None:
    pieces = owned(tmp_path, mine='[[machine]]\nid = "II-straight-4"\n')
    assert pieces.machines == PIECES.machines
    straights = [entry for entry in load_box(tmp_path)["machine"] if entry["id"] == "II-straight-4"]
    assert {entry["source"]: entry["copies"] for entry in straights} == {"owner": 1, "stand-in": 2}


def test_more_of_a_kind_than_we_thought(tmp_path: Path) -> None:
    pieces = owned(tmp_path, mine='[[robot]]\nid = "cyclobot-3"\ncopies = 4\n')
    assert pieces.robots.count("cyclobot-3") == 4
    assert len(pieces.robots) == 50


def test_a_whole_tier_of_ones_own_leaves_nothing_invented(tmp_path: Path) -> None:
    text = '[[machine]]\nid = "I-2-sirenbot"\ncopies = 10\n'
    assert owned(tmp_path, mine=text).machines[0] == ("I-2-sirenbot",) * 10


def test_a_file_that_lists_all_of_a_sort_replaces_it(tmp_path: Path) -> None:
    text = 'replaces-stand-ins = true\n[[gigantobot]]\nid = "any-3"\ncopies = 9\n'
    assert owned(tmp_path, mine=text).gigantobots == ("any-3",) * 9
    assert problems(tmp_path, text) == [
        (
            "[[gigantobot]]",
            "There are only 9; a box holds 10.",
            "Add the others, or take replaces-stand-ins out.",
        )
    ]


@pytest.mark.parametrize(("copies", "told"), [(9, "There are only 9"), (10, ""), (11, "There are 11")])
def test_pieces_too_few_and_too_many_are_told_by_their_number(tmp_path: Path, copies: int, told: str) -> None:
    text = f'replaces-stand-ins = true\n[[gigantobot]]\nid = "any-3"\ncopies = {copies}\n'
    said = [problem.partition(";")[0] for _, problem, _ in problems(tmp_path, text)]
    assert said == ([told] if told else [])


def test_too_few_pieces_for_a_game_are_a_hindrance(tmp_path: Path) -> None:
    with pytest.raises(BoxMistakes, match=r"too-few.*9, 10"):
        owned(tmp_path, mine='replaces-stand-ins = true\n[[machine]]\nid = "I-2-size-1"\ncopies = 9\n')


@pytest.mark.parametrize(
    ("sort", "piece", "least"),
    [
        ("[[robot]]", "cyclobot-1", 10),
        ("[[gigantobot]]", "any-3", 1),
        ("[[multibot]]", "any-3", 1),
        ("[[microbot]]", "cyclobot", 11),
    ],
)
def test_a_game_is_set_up_with_the_least_that_it_needs(
    tmp_path: Path, sort: str, piece: str, least: int
) -> None:
    text = f'replaces-stand-ins = true\n{sort}\nid = "{piece}"\ncopies = '
    kind = f"{sort[2:-2]}s"
    assert list(getattr(owned(tmp_path, mine=f"{text}{least}\n"), kind)) == [piece] * least
    if least > 1:
        with pytest.raises(BoxMistakes, match="too-few"):
            owned(tmp_path, mine=f"{text}{least - 1}\n")


def test_a_model_may_be_drawn_otherwise(tmp_path: Path) -> None:
    text = '[[model]]\nid = "cyclobot"\nname = { fr = "Vélobot" }\ncolour = "#123456"\nshape = "square"\n'
    (tmp_path / "mine.toml").write_text(text, encoding="utf-8")
    box = load_box(tmp_path)
    assert [entry["id"] for entry in box["model"]] == list(MODELS)
    game = load("cyberion", box)
    assert called(game, game.start({}), "card", "cyclobot-3", "en") == "Vélobot 3"


def test_an_empty_directory_is_the_shipped_box(tmp_path: Path) -> None:
    assert load_box(tmp_path) == BOX


@pytest.mark.parametrize(
    ("kind", "entry", "problem", "remedy"),
    [
        ("machine", 'id = "II-3-zyclobot"', "A machine is not written", "II-3-cyclobot"),
        ("machine", 'id = "IV-3-cyclobot"', "A machine is not written", "II-straight-4"),
        ("machine", "id = 7", "A machine is not written 7", "III-other-4"),
        ("machine", 'id = "II-3-sum-at-least-16"', "No robots could repair", "from 1 to 5"),
        ("machine", 'id = "II-4-sum-at-most-3"', "No robots could repair", "from 1 to 5"),
        ("machine", 'id = "II-straight-6"', "No robots could repair", "from 1 to 5"),
        ("machine", "copies = 2", "Its id is missing", '"II-3-cyclobot"'),
        ("robot", 'id = "cyclobot-6"', 'id cannot be "cyclobot-6"', "cyclobot-"),
        ("robot", 'id = "cyclobot-3"\ncopies = 0', "copies cannot be 0", "from 1 to 60"),
        ("microbot", 'id = "6"', 'id cannot be "6"', "Known: sirenbot"),
        ("multibot", 'id = "cyclobot-3"', "id cannot be", "cyclobot-any"),
    ],
)
def test_a_mistake_is_told_with_entry_and_remedy(
    tmp_path: Path, kind: str, entry: str, problem: str, remedy: str
) -> None:
    ((told, wrong, way_out),) = problems(tmp_path, f"[[{kind}]]\n{entry}\n")
    named = entry.partition("\n")[0].removeprefix("id = ")
    assert told == (f"[[{kind}]] {named}" if named.startswith('"') else f"[[{kind}]] n° 1")
    assert wrong.startswith(problem)
    assert remedy in way_out


@pytest.mark.rule("CY-REQ-11")
@pytest.mark.parametrize(
    "code", ["I-1-size-5", "II-3-sum-at-least-15", "II-4-sum-at-most-4", "III-straight-5", "III-identical-3"]
)
def test_other_numbers_than_ours_are_accepted(tmp_path: Path, code: str) -> None:
    assert problems(tmp_path, f'[[machine]]\nid = "{code}"\n') == []


def test_a_file_in_the_wrong_form_or_of_another_game_is_told(tmp_path: Path) -> None:
    text = 'game = "the-loop"\nmachine = 3\n[[machin]]\nid = "I-2-size-1"\n'
    told = problems(tmp_path, text)
    assert [(entry, remedy) for entry, _, remedy in told] == [
        ("game", 'Move it to a directory of its own, or write game = "cyberion".'),
        ("machine", "Begin every piece with [[machine]], in double brackets."),
        ("", "Did you mean machine?"),
    ]


def test_every_mistake_is_told_at_once_and_in_french(tmp_path: Path) -> None:
    (tmp_path / "a.toml").write_text('[[robot]]\nid = "x"\nsize = 3\n', encoding="utf-8")
    (tmp_path / "b.toml").write_text('[[machine]]\nid = "II-two-pair"\n[[support]', encoding="utf-8")
    told = check_box(tmp_path, "fr")
    assert [mistake.file for mistake in told] == ["b.toml", "a.toml", "a.toml"]
    assert told[1].problem == "Elle a une clé size que la boîte ne connaît pas."


def test_an_owner_may_begin_with_a_copy_of_the_shipped_files(tmp_path: Path) -> None:
    for file in SHIPPED.glob("*.toml"):
        text = file.read_text(encoding="utf-8")
        (tmp_path / file.name).write_text(f"replaces-stand-ins = true\n{text}", encoding="utf-8")
    assert check_box(tmp_path) == []
    assert pieces_of(load_box(tmp_path)) == PIECES


def test_a_directory_says_its_game(tmp_path: Path) -> None:
    (tmp_path / "a.toml").write_text("[[robot]", encoding="utf-8")
    assert game_of(tmp_path) is None
    (tmp_path / "b.toml").write_text('game = "cyberion"\n[[robot]]\nid = "cyclobot-3"\n', encoding="utf-8")
    assert game_of(tmp_path) == "cyberion"


# -- learned at the table -----------------------------------------------------------------------------------


def test_what_was_learned_is_remembered_as_often_as_it_was_seen(tmp_path: Path) -> None:
    remember(tmp_path, {"machine": [{"id": "III-other-4"}, {"id": "II-straight-5", "copies": 2}]})
    remember(tmp_path, {"machine": [{"id": "II-straight-5"}], "gigantobot": [{"id": "any-2"}]})
    assert check_box(tmp_path) == []
    pieces = pieces_of(load_box(tmp_path))
    assert pieces.machines[1].count("II-straight-5") == 2
    assert pieces.machines[2].count("III-other-4") == 1
    assert "any-2" in pieces.gigantobots
    assert [len(tier) for tier in pieces.machines] == [10, 15, 15]


def test_a_piece_in_the_memory_without_a_number_was_seen_once(tmp_path: Path) -> None:
    (tmp_path / "learned.toml").write_text('[[machine]]\nid = "III-other-4"\n', encoding="utf-8")
    remember(tmp_path, {"machine": [{"id": "III-other-4"}]})
    assert pieces_of(load_box(tmp_path)).machines[2].count("III-other-4") == 1


def test_what_an_owner_typed_wins_over_what_was_learned(tmp_path: Path) -> None:
    remember(tmp_path, {"machine": [{"id": "II-straight-5", "copies": 3}]})
    assert owned(tmp_path, mine='[[machine]]\nid = "II-straight-5"\n').machines[1].count("II-straight-5") == 1
    assert check_box(tmp_path) == []


def test_a_damaged_memory_is_never_overwritten(tmp_path: Path) -> None:
    (tmp_path / "learned.toml").write_text("[[machine]", encoding="utf-8")
    with pytest.raises(ValueError, match="damaged"):
        remember(tmp_path, {"machine": [{"id": "II-straight-5"}]})
    assert (tmp_path / "learned.toml").read_text(encoding="utf-8") == "[[machine]"


def test_a_machine_that_turns_up_at_a_real_table_is_in_the_box_of_the_next_game(tmp_path: Path) -> None:
    game = load("cyberion")
    state = game.start({"machines": "hand"})
    made = game.apply(state, game.inputs["MachineRevealed"]("I-3-size-5"), "hand")
    assert isinstance(made, Applied)
    learned = game.learned(made.state)
    assert learned == {"machine": [{"id": "I-3-size-5", "copies": 1}]}
    remember(tmp_path, learned)
    assert "I-3-size-5" in pieces_of(load_box(tmp_path)).machines[0]
    again = load("cyberion", load_box(tmp_path))
    assert again.box != game.box
    assert check_box(tmp_path) == []
