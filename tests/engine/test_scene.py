"""What is open to everybody: no question whose answers would tell a hidden hand."""

from __future__ import annotations

import pytest

from companion.engine import Still
from companion.engine.scene import open_to_all
from tests.games.contre_temps.playing import GAME, whole

OF_HANDS = ("deal", "constant", "lead", "play", "bid")


@pytest.mark.parametrize("hands", ["app", "table"])
@pytest.mark.parametrize("crystals", ["secret", "revealed"])
def test_questions_of_hidden_hands_and_crystals_are_their_owners(hands: str, crystals: str) -> None:
    met: set[tuple[str, bool]] = set()
    options = {"hands": hands, "crystals": crystals, "mode": "paradox"}
    for state, _, _ in whole(options, 3):
        for question in GAME.awaited(state):
            hidden = hands == "app" and question.id in OF_HANDS
            # the last one who chooses tells nobody anything that is not told at once
            hidden |= crystals == "secret" and question.id == "commit" and len(state.order) > 1
            assert open_to_all(Still(GAME, state), question) is not hidden, question.id
            met.add((question.id, hidden))
    assert ("dealer", False) in met
    assert ("play", hands == "app") in met
    assert ("commit", crystals == "secret") in met
