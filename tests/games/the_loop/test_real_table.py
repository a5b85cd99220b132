"""At a real table every game starts and ends with the bare shipped box, whatever the real pieces are."""

from pathlib import Path
from random import Random

import pytest

from companion.engine import Applied, Refusal, Still
from companion.games import load
from companion.games.the_loop.box.boxes import load_box
from companion.games.the_loop.rules.modes import MODES
from companion.games.the_loop.views import pieces
from companion.games.the_loop.views.new_game import PRESETS

OWNED = Path(__file__).parents[2] / "app" / "box_of_twenty.toml"
"""What the test of the editor enters by touch."""


@pytest.mark.parametrize("owned", [False, True], ids=["shipped", "owned"])
@pytest.mark.parametrize("tracked", [False, True], ids=["table", "hand"])
@pytest.mark.parametrize("mode", sorted(MODES))
def test_a_game_of_each_mode_is_played_with_pieces_that_no_list_has(
    mode: str, tracked: bool, owned: bool, tmp_path: Path
) -> None:
    (tmp_path / "mine.toml").write_bytes(OWNED.read_bytes() if owned else b"")
    game, chance = load("the-loop", load_box(tmp_path)), Random(mode)
    options = {**PRESETS["real-table"], "drop": "hand", "mode": mode, "players": 3}
    if tracked:
        options |= {"huge": "hand", "hands": "hand"}
    state = game.start(options)
    assert not isinstance(state, Refusal)
    learned = set()
    for number in range(6000):
        asked = game.awaited(state)
        if not asked:
            break
        question = asked[0]
        inputs = (chance.choice(question.answers),)
        kind = pieces.ASKED.get(question.id) if question.open else None
        if kind and chance.random() < 0.6:
            about, era = (Still(game, state), question), chance.randrange(7)
            match kind:
                case "duplicate":
                    inputs = pieces.duplicate(*about, era, (era + 1 + chance.randrange(6)) % 7)
                case "card" if len(learned) < 60:
                    inputs = pieces.card(*about, f"card {number}", "en", era)
                case "mission":
                    inputs = pieces.mission(*about, f"mission {number}", "en", 2)
                case "supa":
                    inputs = pieces.shown(*about, kind, era)
                case "ultra":
                    inputs = pieces.shown(*about, kind, era, {"spaces": 2})
            learned.add(kind)
        for given in inputs:
            made = game.apply(state, given, "hand" if question.owner == "chance" else "player")
            assert isinstance(made, Applied), (question.id, given, made)
            state = made.state
    assert game.outcome(state) is not None
    assert {"supa": {"supa"}, "ultramachina": {"ultra"}}.get(mode, set()) <= learned


@pytest.mark.rule("CARD-15")
def test_a_card_that_we_thought_elsewhere_is_not_twice_in_the_game():
    """Drawn by hand though we had it in the huge deck: the two piles change places with what gave way."""
    game = load("the-loop")
    options = {"agents": ["mr-time", "v-girl"], "hands": "hand", "huge": "hand"}
    state = game.start(options)
    while game.awaited(state)[0].id != "draw-card":
        state = game.apply(state, game.awaited(state)[0].answers[0], "hand").state
    before = (len(state.huge), len(state.draw[0]))
    drawn = game.apply(state, game.read(state, {"kind": "CardDrawn", "card": state.huge[0]}), "hand").state
    assert drawn.ready[0] == state.huge[:1]
    assert (len(drawn.huge), len(drawn.draw[0])) == (before[0], before[1] - 1)
    assert not game.check(drawn)


@pytest.mark.rule("CARD-15")
def test_a_card_of_a_pile_that_the_app_deals_is_not_drawn_by_hand():
    game = load("the-loop")
    state = game.start({"agents": ["mr-time", "v-girl"], "hands": "hand"})
    while game.awaited(state)[0].id != "draw-card":
        state = game.apply(state, game.awaited(state)[0].answers[0], "hand").state
    refused = game.apply(state, game.read(state, {"kind": "CardDrawn", "card": state.huge[0]}), "hand")
    assert (refused.id, refused.rule) == ("piece-in-use", "CARD-15")
