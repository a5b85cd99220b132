"""What is told of any game: its view line by line, a game that is kept, how an evening ended."""

from types import SimpleNamespace

import pytest

from companion.engine import Outcome
from companion.engine.box_files.faults import Fault
from companion.engine.box_files.reader import Flaw
from companion.games import load
from companion.words import Row, Speech, Words, describe_flaw, describe_saved, outlined


class Told(Words):
    """A catalogue of these sentences alone."""

    def __init__(self, **entries: str) -> None:
        super().__init__("en")
        self._entries = {name.replace("__", "."): said for name, said in entries.items()}


def speech(**entries: str) -> Speech:
    game = load("example")
    return Speech(Told(**entries), game, game.start({}))


def test_a_view_is_told_by_its_paths_and_nothing_is_a_dash() -> None:
    rows = outlined(speech(), {"turn": 3, "deep": {"inner": "x", "none": None}, "empty": [], "blank": ""})
    assert rows == (
        Row("turn", "3"), Row("deep.inner", "x"), Row("deep.none", "–"), Row("empty", "–"), Row("blank", "–"),
    )  # fmt: skip


def test_a_list_stays_whole_unless_its_words_ask_whose_it_is_or_lists_are_in_it() -> None:
    view = {"energy": [1, 2], "rifts": [3, 4], "rows": [[5], [6]]}
    said = speech(path__energy="Crystals of {seat}", path__rifts="Rifts")
    names = [row.name for row in outlined(said, view)]
    assert names == ["Crystals of Ada", "Crystals of Bo", "Rifts", "rows.0", "rows.1"]


def saved(how: str = "unfinished", turn: int = 0, hidden: bool = False, people=(), **summary):
    return SimpleNamespace(how=how, summary=summary, people=people, turn=turn, hidden=hidden, line=4, lost=2)


@pytest.mark.parametrize(
    ("one", "copied", "parts"),
    [
        (saved(), False, ["‹games.unfinished line=4 lost=2›"]),
        (
            saved(turn=3, players=2),
            False,
            ["‹games.unfinished line=4 lost=2›", "‹games.players n=2›", "‹games.turn n=3›"],
        ),
        (saved("finished", 9, result="won"), False, ["‹outcome.won›"]),
        (saved("damaged", 9), False, ["‹games.damaged line=4 lost=2›"]),
        (
            saved(hidden=True),
            True,
            ["‹games.unfinished line=4 lost=2›", "‹games.hidden›", "‹games.exported›"],
        ),
        (saved(people=("Ada", "", "Bob")), False, ["‹games.unfinished line=4 lost=2›", "Ada + Bob"]),
    ],
)
def test_a_kept_game_is_told_in_a_few_words(one, copied: bool, parts: list[str]) -> None:
    assert describe_saved(Told(), one, copied) == parts


def test_an_outcome_tells_each_place() -> None:
    lines = speech().outcome(Outcome("over", "r", "END-01", ranking=((1,), (0, 2))))
    assert lines == [
        "‹outcome.over› ‹reason.r›",
        "‹outcome.place place=1 seats=(1,)›",
        "‹outcome.place place=2 seats=(0, 2)›",
    ]


def test_where_there_is_none_of_something_its_own_sentence_is_said() -> None:
    words = Told(happening__Rift="some", **{"happening__Rift-no-n": "none"})
    assert words.key_of("happening", "Rift", {"n": 0}) == "happening.Rift-no-n"
    for given in ({"n": 1}, {"n": 2}, {"other": 0}, {}):
        assert words.key_of("happening", "Rift", given) == "happening.Rift"


@pytest.mark.parametrize(
    ("typed", "known", "remedy"),
    [
        ('"nxet"', ("next", "text", "previous"), "Did you mean next?"),
        ("oile", ("oil", "soil"), "Did you mean oil?"),
        ('"zzz"', ("next", "previous"), "Known: next, previous."),
        ('"zzz"', (), "Leave it out."),
    ],
)
def test_what_nobody_knows_is_cured_by_the_nearest_word_or_by_all_of_them(typed, known, remedy) -> None:
    words = Words("en", ["box"])
    told = describe_flaw(words, Flaw("mine.toml", "bell", Fault("unknown-word", ("at", typed), known)))
    assert told == ("mine.toml", "bell", f"at cannot be {typed}.", remedy)
    assert str(told) == f"mine.toml: bell: at cannot be {typed}. {remedy}"
    assert str(told._replace(entry="")) == f"mine.toml: at cannot be {typed}. {remedy}"


def test_a_mistake_that_has_a_cure_of_its_own_tells_that_one() -> None:
    fault = Fault("bad-number", ("push", "9", 1, 7), ("push",))
    told = describe_flaw(Words("en", ["box"]), Flaw("", "", fault))
    assert told.remedy == Words("en", ["box"]).say("box-fault.bad-number.remedy", {"2": 1, "3": 7})
    assert "7" in told.remedy
