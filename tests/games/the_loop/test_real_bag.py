"""A real bag holds other Duplicates than ours: each of them is entered once, and known from then on."""

from random import Random

import pytest

from companion.engine import Still
from companion.games.the_loop.views import pieces

from .playing import Table, game, table

DRAWS = 60
OTHERS = [f"{era}>{(era + 1) % 7}" for era in range(7)]
"""Pairs of eras that our box does not have."""


def real_bag(chance: Random) -> list[str]:
    ours = [entry["id"] for entry in game().box["duplicate"]]
    assert not set(ours) & set(OTHERS)
    return [*chance.sample(ours, len(ours) - len(OTHERS)), *OTHERS]


def tell(t: Table, token: str) -> bool:
    """Tells what was drawn; whether it had to be entered because it was not offered."""
    t.do("PlayEffect", effect=[{"generate": 1}])
    assert t.asked == "draw-duplicate"
    if token in t.offers("DuplicateDrawn", "token"):
        t.do("DuplicateDrawn", token=token, source="hand")
        return False
    born, _, dies = token.partition(">")
    for given in pieces.duplicate(Still(t.game, t.state), t.question, int(born), int(dies)):
        t.do(**t.game.write(t.state, given), source="hand")
    return True


@pytest.mark.rule("DUP-01", "FOO-03", "AMB-24")
@pytest.mark.parametrize("seed", range(6))
def test_no_token_is_entered_twice_and_no_copies_pile_up(seed: int) -> None:
    chance = Random(seed)
    bag = real_bag(chance)
    t = table({"bag": "hand", "hands": "table"})
    entered: list[str] = []
    for _ in range(DRAWS):
        token = bag.pop(chance.randrange(len(bag)))
        if tell(t, token):
            entered.append(token)
        assert t["duplicates"].keys() >= {token}
        if len(t["duplicates"]) > 8 or chance.random() < 0.6:  # one goes back, as if destroyed
            gone = chance.choice(sorted(t["duplicates"]))
            t.do("Correct", path=f"duplicate.{gone}", value="bag")
            bag.append(gone)
    assert len(entered) == len(set(entered))
    assert set(OTHERS) & set(entered)
    assert not any("#" in token for token in [*t["duplicates"], *t["bag"], *t.state.setting.box.tokens])
    assert len(t["duplicates"]) + len(t["bag"]) == 28


def test_two_real_tokens_with_the_same_eras_are_two() -> None:
    t = table({"bag": "hand", "hands": "table"})
    tell(t, "0>1")
    t.do("PlayEffect", effect=[{"generate": 1}])
    learned, drawn = pieces.duplicate(Still(t.game, t.state), t.question, 0, 1)
    assert (learned.entry["id"], drawn.token) == ("0>1#2", "0>1#2")


def test_one_that_is_offered_is_not_learned() -> None:
    t = table({"bag": "hand", "hands": "table"}).do("PlayEffect", effect=[{"generate": 1}])
    assert [given.kind for given in pieces.duplicate(Still(t.game, t.state), t.question, 0, 2)] == [
        "DuplicateDrawn"
    ]
