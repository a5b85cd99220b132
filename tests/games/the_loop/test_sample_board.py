"""What a card does on the board that is made to show it: told as it happens, by the first answers."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.the_loop.rules.vocabulary import VERBS
from companion.games.the_loop.views.sample import BOARD, OPTIONS, SENTENCES, preview
from tests.games.the_loop import playing
from tests.tools.shown import WORDS


@pytest.mark.parametrize(
    ("effect", "told"),
    [
        ([], []),
        ([{"never-heard-of": 1}], []),
        ([{"cancel-rift": 1}], []),
        ([{"add-energy": 1, "at": "here"}], ["EnergyAdded era=3 cubes=1"]),
        (
            [{"remove-rift": 2}, {"add-energy": 1}],
            ["RiftsRemoved era=3 cubes=2", "EnergyAdded era=3 cubes=1"],
        ),
        (
            [{"remove-rift": 1, "at": "each-agent"}, {"add-energy": 1, "at": "each-agent"}],
            ["RiftsRemoved era=3 cubes=1", "RiftsRemoved era=4 cubes=1", "EnergyAdded era=3 cubes=1"],
        ),
        (
            [{"push": 2}],
            [
                "DuplicateMoved token=0>2 era=2",
                "DuplicateDestroyed token=0>2 era=2",
                "DuplicateMoved token=1>6 era=2",
            ],
        ),
        ([{"choose": [[{"add-energy": 1, "at": "foo"}], [{"push": 1}]]}], ["EnergyAdded era=2 cubes=1"]),
        ([{"move": 2}], ["AgentMoved agent=0 era=2", "AgentMoved agent=0 era=1"]),
    ],
)
def test_a_few_sentences_say_what_becomes_of_the_board(effect: list[Any], told: list[str]) -> None:
    said = preview(WORDS, playing.game(), effect)
    assert said == " ".join(f"‹happening.{one}›" for one in told)


@pytest.mark.parametrize("verb", [verb for verb in VERBS if VERBS[verb].value == "number"])
def test_it_is_told_as_the_rules_play_it(verb: str) -> None:
    """Followed by hand: the card is played, and the first answer is given until nothing of it is asked."""
    param = dict(VERBS[verb].params)
    step: dict[str, Any] = {verb: 1, **({"from": param["from"].words[0]} if "from" in param else {})}
    t = playing.table(OPTIONS, **{"tiles": {}, **BOARD})
    t.do("PlayEffect", source="hand", effect=[step])
    told = list(t.told)
    while t.asked not in ("act", "nothing") and t.answers:
        t.do(**t.answers[0], source="hand")
        told += t.told
    said = preview(WORDS, playing.game(), [step])
    assert said.count("‹happening.") == min(len(told), SENTENCES)
    for one in told[:SENTENCES]:
        assert f"‹happening.{one['kind']}" in said
