"""What holds for all modes: one is chosen, its level counts, and its pieces are those of the real box."""

from itertools import permutations

import pytest

from companion.games.the_loop.rules.modes import MODES, Mode
from companion.games.the_loop.rules.modes.ultramachina import _gives_way
from tests.games.the_loop.playing import CZ, DAWN, END, INDUSTRY, RENAISSANCE, TWO, Table, table
from tests.games.the_loop.test_setup import refused, set_up, started


@pytest.mark.rule("MODE-01", "DIFF-01")
def test_there_are_four_modes_of_three_levels() -> None:
    assert tuple(MODES) == ("sabotage", "supa", "centrifuge", "ultramachina")
    for mode in MODES:
        for level in (1, 2, 3):
            assert started(mode=mode, level=level).state.setting.level == level
        refused("DIFF-01", mode=mode, level=4)
    assert refused("MODE-01", mode="overtime").id == "bad-option"


@pytest.mark.rule("MODE-02")
def test_a_mode_overrides_nothing_but_the_hooks_it_is_given() -> None:
    hooks = {name for name in vars(Mode) if not name.startswith("__")}
    for mode in MODES.values():
        assert {name for name in vars(type(mode)) if not name.startswith("__")} <= hooks


@pytest.mark.rule("MODE-02", "SETUP-19")
@pytest.mark.parametrize("mode", MODES)
def test_the_standard_setup_lies_under_every_mode(mode: str) -> None:
    t = set_up(mode=mode)
    assert list(t["tiles"].values()).count("hidden") == 5
    assert sum(t["rifts"].values()) == 2
    assert sum(t["energy"].values()) == 5
    assert sum(t["vortexes"].values()) == 0
    assert t["cycle"] == 1


@pytest.mark.rule("DIFF-06", "MEGA-01", "LOSE-04")
@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("level", [1, 2, 3])
def test_levels_two_and_three_have_mega_vortexes_in_every_mode(mode: str, level: int) -> None:
    given = {"vortexes": {END: 1}, "tiles": {END: "none"}, "agents": {CZ: END}}
    t = table({"mode": mode, "level": level}, **given).end_turn()
    assert (t.outcome == ("lost", "LOSE-04")) is (level > 1)


# -- on a real table -----------------------------------------------------------------------------------------

DRAWN = {"supa": "draw-supa", "centrifuge": "draw-centrifuge", "ultramachina": "reveal-ultra"}
STREAM = {"supa": "supas", "centrifuge": "centrifuges", "ultramachina": "ultras"}


@pytest.mark.rule("SUPA-01", "CENTRI-01", "ULTRA-02")
@pytest.mark.parametrize("mode", DRAWN)
def test_who_draws_a_modes_pieces_can_be_agreed(mode: str) -> None:
    t = started(mode=mode, **{STREAM[mode]: "hand"}).any_chance(until=DRAWN[mode])
    assert t.question.stream == STREAM[mode]
    assert STREAM[mode] in t.state.setting.by_hand


NAMES = {"en": "New", "fr": "Neuf"}


@pytest.mark.parametrize(
    ("mode", "piece", "entry", "drawn"),
    [
        ("supa", "supa", {"era": INDUSTRY}, {"kind": "SupaDrawn", "token": "new"}),
        (
            "centrifuge",
            "centrifuge",
            {"sides": ["star", "star"]},
            {"kind": "CentrifugeDrawn", "token": "new", "dimension": "star"},
        ),
        ("ultramachina", "ultra", {"era": DAWN, "spaces": 3}, {"kind": "UltraRevealed", "ultra": "new"}),
    ],
)
def test_a_piece_of_a_real_box_is_learned_as_it_turns_up(
    mode: str, piece: str, entry: dict[str, object], drawn: dict[str, str]
) -> None:
    t = started(mode=mode, agents=TWO, **{STREAM[mode]: "hand"}).any_chance(until=DRAWN[mode])
    t.do("Learn", source="hand", piece=piece, entry={"id": "new", "name": NAMES, **entry})
    assert len(set(t.question.answers)) == len(t.question.answers)
    t.do(**drawn, source="hand")
    assert t.game.learned(t.state)[piece][0]["id"] == "new"
    again = Table(t.game, t.game.load(t.game.dump(t.state)))
    assert again["extra"] == t["extra"]


@pytest.mark.rule("ULTRA-07")
def test_a_card_that_nobody_has_described_is_left_to_the_players() -> None:
    t = started(mode="ultramachina", agents=TWO, ultras="hand").any_chance(until="reveal-ultra")
    t.do("Learn", source="hand", piece="ultra", entry={"id": "new", "name": NAMES, "era": DAWN, "spaces": 3})
    t.do("UltraRevealed", source="hand", ultra="new")
    assert len(t["extra"]["ultra-pile"]) == 13
    assert "karmic-rebirth" in t["extra"]["ultra-pile"]
    assert "alchemical-siphon" not in t["extra"]["ultra-pile"]  # the first that we invented made room
    t.refuses("ULTRA-02", "UltraRevealed", source="hand", ultra="new")
    t.refuses("ULTRA-02", "UltraRevealed", source="hand", ultra="never-heard-of")
    told = []
    while t.asked != "drop":
        t.do(**t.answers[0], source="app" if t.question.owner == "chance" else "player")
        told += t.told
    assert {"what": "ultra", "kind": "LeftToPlayers"} in told


# -- for bots ------------------------------------------------------------------------------------------------


def worth(mode: str, **given: object) -> float:
    t = table({"mode": mode}, **given)
    return t.game.estimate(t.state, 0)


def test_bots_see_what_a_mode_asks_of_them() -> None:
    """Nearer to the goal is worth more; no rule depends on it."""
    near = worth("supa", duplicates={"supa-3": RENAISSANCE})
    assert worth("supa") > near > worth("supa", duplicates={"supa-3": DAWN})
    assert near > worth("supa", duplicates={"supa-3": RENAISSANCE, "supa-5": END})
    shown = {"centrifuges": {INDUSTRY: "star"}}
    damaged = shown | {"centrifuge-damage": {INDUSTRY: [1, 1]}}
    assert worth("centrifuge") > worth("centrifuge", extra=damaged) > worth("centrifuge", extra=shown)
    lying = {"ultras": {INDUSTRY: ["soot-chimney"]}}
    hit = lying | {"ultra-damage": [["soot-chimney", [1, 0]]]}
    assert worth("ultramachina") > worth("ultramachina", extra=hit) > worth("ultramachina", extra=lying)


@pytest.mark.parametrize("rules", [1, 2])
def test_of_the_cards_that_we_shipped_one_that_we_invented_makes_room_first(rules: int) -> None:
    """Whatever lies in the pile: the first stand-in of it, else, in the first version, simply the first."""
    invented, printed, mine = (("a", "stand-in"), ("b", "rulebook"), ("c", "owner"))
    for order in permutations((invented, printed, mine)):
        t = started(mode="ultramachina", agents=TWO, ultras="hand", rules=rules)
        t.any_chance(until="reveal-ultra")
        for card, source in order:
            entry = {"id": card, "name": NAMES, "era": DAWN, "spaces": 3, "source": source}
            t.do("Learn", source="hand", piece="ultra", entry=entry)
        for left in (order, [one for one in order if one != invented]):
            s = t.state.copy()
            s.extra = s.extra._replace(ultra_pile=tuple(card for card, _ in left))
            first = left[0][0] if rules == 1 else "b"
            assert _gives_way(s) == ("a" if invented in left else first)
