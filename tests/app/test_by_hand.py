"""At a real table the ring is the input: each touch or drag is one change, and the rules follow it."""

from types import SimpleNamespace

import pytest

from companion.engine import Applied, Still
from companion.games import load
from companion.games.the_loop.rules.happenings import DuplicateGenerated, RiftsPlaced, VortexOpened
from companion.games.the_loop.rules.inputs import HandsDid, Loop, Move
from companion.games.the_loop.views import by_hand
from companion.games.the_loop.views.hand_steps import left_to_do
from companion.table import Todo
from tests.app.books import Books
from tests.app.hands import KEEPING, TABLES
from tests.app.real_table import RealTable
from tests.app.test_table_screen import begin
from tests.tools.evenings import answer
from tests.tools.screenshots import FULL, night_at

GAME = load("the-loop")
REVEALED = ("reveal-foo", "draw-duplicate", "reveal-card", "reveal-mission")
PULLED = 57 / 2
"""A finger's width is two cubes."""
REAL = {"hands": "table", "huge": "table"}
STANDS = {name: value for name, value in FULL.items() if name not in ("hand", "exhausted", "available")}


def standing(**given) -> Still:
    options = {**REAL, "agents": ["mr-time", "v-girl"]}
    return Still(GAME, GAME.position(options, {**STANDS, **given}))


@pytest.mark.parametrize(
    "given",
    [
        by_hand.taken_away(3, 3),
        by_hand.taken_away(2),
        by_hand.placed(2),
        by_hand.energy(5, 2),
        by_hand.energy(4, -1),
        by_hand.damage(0, 1),
        by_hand.destroyed("1>5"),
        by_hand.carried("1>5", 4),
        by_hand.walked(1, 5),
        by_hand.laid(2, 1),
        by_hand.shielded(),
    ],
)
def test_every_change_is_one_entry_after_which_nothing_is_asked(given):
    made = GAME.apply(standing().state, given, "player")
    assert isinstance(made, Applied), made
    assert GAME.awaited(made.state)[0].main


def test_a_pawn_may_have_walked_where_that_can_be_paid():
    assert len(by_hand.moves(standing(), 0, 4)) == 2
    assert by_hand.moves(standing(), 0, 6) == ()
    assert by_hand.moves(standing(), 1, 1) == ()


# -- in a window


def handled(app) -> None:
    app.theme.motion = False
    night_at(app, FULL, REAL)


@pytest.fixture
def table(run):
    """A driver, its screen, and what to touch: table(kind, era) → the place of a piece."""
    driver = run(prepare=handled)
    driver.frames(4)
    screen = driver.app.manager.current_screen

    def spot(kind, era, what=""):
        found = [one for one in screen.ring.spots if (one.kind, one.era) == (kind, era)]
        return next(one for one in found if not what or one.what == what)

    return driver, driver.app.evening, spot


def test_one_touch_on_the_ring_is_one_change_and_one_entry(table):
    driver, evening, spot = table
    entries = len(evening.now.entries)
    for kind, era, path in (("rift", 2, "rifts"), ("energy", 6, "energy"), ("damage", 0, "damage")):
        before = getattr(evening.now.state, path)[era]
        driver.touch_at(*spot(kind, era)[3:])
        driver.frames(2)
        assert getattr(evening.now.state, path)[era] != before
    assert driver.touches == 3
    assert [one.given.kind for one in evening.now.entries[entries:]] == ["HandsDid"] * 3
    assert evening.now.first.question.main


def test_piles_on_the_real_table_have_no_figures(table):
    driver, _evening, _spot = table
    screen = driver.app.manager.current_screen
    screen.show_hands()
    driver.frames(2)
    shown = [w.text for w in driver.walk(screen.overlay) if getattr(w, "text", "")]
    assert "Mr Time" in shown
    assert not any("Draw" in text for text in shown)


def test_a_rift_goes_with_those_that_lie_on_it(table):
    driver, evening, spot = table
    driver.touch_at(*spot("rift", 3, "1")[3:])
    assert evening.now.state.rifts[3] == 1


@pytest.mark.parametrize("cubes", [2, 3, 4])
def test_a_finger_that_slides_off_a_cell_adds_several_at_once(table, cubes):
    driver, evening, spot = table
    x, y = spot("energy", 6)[3:]
    before, entries = evening.now.state.energy[6], len(evening.now.entries)
    driver.drag(x, y, x, y + (cubes - 0.5) * PULLED)
    assert evening.now.state.energy[6] == before + cubes
    assert len(evening.now.entries) == entries + 1


def test_a_piece_is_carried_however_slowly_and_seen_under_the_finger(table, monkeypatch):
    from kivy.tests.common import UnitTestTouch

    monkeypatch.setattr("companion.games.the_loop.tablet.widgets.ring.HOLD", 0.02)
    driver, evening, spot = table
    ring, there = driver.app.manager.current_screen.ring, spot("duplicate", 2)
    x, y = ring.place_of(1)
    touch = UnitTestTouch(there.x, there.y)
    touch.touch_down()
    touch.touch_move((there.x + x) / 2, (there.y + y) / 2)
    driver.later(1)
    driver.frames(3)
    assert len(ring.children) == 1
    touch.touch_move(x, y)
    touch.touch_up()
    driver.frames(2)
    assert evening.now.state.dups[there.what] == 1
    assert (driver.app.manager.current, ring.children) == ("table", [])


@pytest.mark.rule("MISSION-21")
@pytest.mark.parametrize("to", [0, 1, 6])
def test_a_mission_is_carried_to_the_era_whose_space_was_taken(run, to):
    """Also to its own; where it has no spaces by eras, it is a cube more."""
    tiles = {**FULL["tiles"], "medieval": "m2", "dawn-of-time": "m5"}
    told = {**FULL, "tiles": tiles, "damage": {}, "vortexes": []}
    driver = run(prepare=lambda app: (setattr(app.theme, "motion", False), night_at(app, told, REAL)))
    driver.frames(4)
    ring = driver.app.manager.current_screen.ring
    for era in (1, 0):
        seal = next(one for one in ring.spots if (one.kind, one.era) == ("damage", era))
        driver.drag(seal.x, seal.y, *ring.place_of(to))
        driver.frames(2)
    assert driver.app.evening.now.state.damage[:2] == [(-1,), (to,)]


@pytest.mark.rule("EFF-02")
def test_a_card_for_the_next_drop_is_told_in_two_touches(table):
    driver, evening, _spot = table
    driver.touch_at(*driver.app.manager.current_screen.ring.at(0, 0))
    driver.touch(driver.button("It cancels a rift of the next drop"))
    driver.frames(2)
    assert evening.now.state.shields == 1
    assert driver.app.manager.current_screen.overlay is None


def test_an_empty_space_takes_the_last_cube_back(table):
    driver, evening, spot = table
    before, entries = list(evening.now.state.rifts), len(evening.now.entries)
    driver.touch_at(*spot("rift", 3, "1")[3:])
    driver.frames(2)
    driver.touch_at(*spot("rift", 2, "1")[3:])
    driver.frames(2)
    driver.touch_at(*spot("hole", 2)[3:])
    driver.frames(2)
    assert evening.now.state.rifts == [*before[:3], 1, *before[4:]]
    assert len(evening.now.entries) == entries + 1


def test_held_it_changes_the_other_way(table, monkeypatch):
    monkeypatch.setattr("companion.games.the_loop.tablet.widgets.ring.HOLD", 0.02)
    driver, evening, spot = table
    driver.touch_at(*spot("energy", 4)[3:], hold=0.2)
    driver.frames(2)
    assert evening.now.state.energy[4] == 2
    driver.touch_at(*spot("rift", 2)[3:], hold=0.2)
    driver.frames(2)
    assert evening.now.state.rifts[2] == 3
    assert driver.app.manager.current == "table"


def test_a_duplicate_is_dragged_into_the_machine_and_back_again(table):
    driver, evening, spot = table
    there = spot("duplicate", 2)
    home = driver.app.manager.current_screen.ring
    driver.drag(there.x, there.y, *home.place_of(1))
    driver.frames(2)
    assert evening.now.state.dups[there.what] == 1
    entries = len(evening.now.entries)
    driver.drag(*spot("duplicate", 1, there.what)[3:], *home.place_of(2))
    driver.frames(2)
    assert evening.now.state.dups[there.what] == 2
    assert len(evening.now.entries) == entries - 1, "the move was taken back"
    driver.drag(*spot("duplicate", 2, there.what)[3:], *home.at(0, 0))
    driver.frames(2)
    assert there.what not in evening.now.state.dups


def test_a_pawn_dragged_next_door_was_moved_by_a_card(table):
    driver, evening, spot = table
    ring, energy = driver.app.manager.current_screen.ring, list(evening.now.state.energy)
    driver.drag(*spot("agent", 3, "0")[3:], *ring.place_of(4))
    driver.frames(2)
    assert evening.now.entries[-1].given == by_hand.walked(0, 4)
    assert (evening.now.state.pawns[0], evening.now.state.energy) == (4, energy)
    assert driver.app.manager.current_screen.overlay is None


def test_a_pawn_that_walked_there_is_paid_with_one_touch(table):
    driver, evening, spot = table
    ring, entries = driver.app.manager.current_screen.ring, len(evening.now.entries)
    driver.drag(*spot("agent", 3, "0")[3:], *ring.place_of(4))
    driver.frames(2)
    driver.touch(driver.button("Move to Globalization, for 1 energy"))
    driver.frames(4)
    assert [one.given for one in evening.now.entries[entries:]] == [Move(4)]
    assert evening.now.state.pawns[0] == 4


def test_what_an_action_brings_is_told_on_the_ring(table):
    driver, evening, _spot = table
    screen = driver.app.manager.current_screen
    driver.touch(driver.button("Something new …"))
    driver.touch(driver.button("A duplicate out of the bag"))
    driver.frames(2)
    offer = next(one for one in screen.ring.spots if one.kind == "offer")
    driver.touch_at(offer.x, offer.y)
    driver.frames(2)
    assert evening.now.state.dups[offer.what] == offer.era
    assert not screen.ring.offers


def test_after_a_loop_all_is_done_again_in_one_touch(table):
    driver, evening, _spot = table
    answer(evening, HandsDid((("rift", 3, -1),)))
    answer(evening, HandsDid((("energy", 2, 1),)))
    answer(evening, Loop("star"))
    driver.frames(3)
    entries = len(evening.now.entries)
    driver.touch(driver.button("Again, the same way"))
    driver.frames(2)
    assert (evening.now.state.rifts[3], evening.now.state.energy[2]) == (1, 2)
    assert len(evening.now.entries) == entries + 1
    assert by_hand.again(evening.now) == ()


def test_cards_that_are_ready_again_are_used_the_same_way_in_one_touch(run):
    hand = {"mr-time": ["spartan-shield", "pep-talk"]}
    driver = run(prepare=lambda app: night_at(app, {**FULL, "hand": hand, "exhausted": {}}))
    driver.frames(4)
    evening = driver.app.evening
    kinds = GAME.inputs
    answer(evening, kinds["UseCard"]("spartan-shield"))
    answer(evening, Loop("stripe"))
    driver.frames(3)
    assert by_hand.again(evening.now) == (kinds["UseCard"]("spartan-shield"),)
    driver.touch(driver.button("Again, the same way"))
    driver.frames(2)
    assert evening.now.entries[-1].given == kinds["UseCard"]("spartan-shield")


@pytest.mark.parametrize("keeping", KEEPING)
@pytest.mark.parametrize("table", TABLES)
def test_a_whole_game_is_followed_by_what_hands_tell(keeping, table):
    """The books alone: what changed on the board is enough, and what leaves no trace on it is told."""
    for seed in (2, 4):
        for turn in Books(TABLES[table], keeping, seed).play():
            assert turn.drift == [], (seed, turn)


@pytest.mark.slow
@pytest.mark.parametrize("keeping", KEEPING)
def test_turns_of_a_bot_are_followed_by_touches_alone(run, keeping):
    """A sample of `make bench BENCH=touches`: the board is the bot's after every action, in few touches."""
    options = {**TABLES["2 players"], **KEEPING[keeping], "drop": "tower"}
    driver = run(prepare=lambda app: begin(app, options, 2))
    driver.frames(3)
    played = RealTable(driver, TABLES["2 players"], 2)
    turns = played.play(2)
    assert played.setup <= 14
    for turn in turns:
        assert turn.drift == []
        assert turn.overhead <= 4
        assert 0 < turn.words <= 20
        told = sum(turn.by.get(kind, 0) for kind in REVEALED)
        assert told == turn.revealed - turn.by.get("comes", 0) // 3, "each came to light in one touch"
        assert turn.by["throw"] == 1, "all cubes were heard"


@pytest.mark.slow
@pytest.mark.parametrize(("keeping", "table"), [("lightly", "solo"), ("fully", "4 players")])
def test_a_whole_game_at_a_real_table_by_touches_alone(run, keeping, table):
    """Of somebody who plays well: to the end, and the tablet has followed every turn."""
    options = {**TABLES[table], **KEEPING[keeping], "drop": "tower"}
    driver = run(prepare=lambda app: begin(app, options, 1))
    driver.frames(3)
    turns = RealTable(driver, TABLES[table], 1).play()
    assert driver.app.evening.now.outcome is not None
    assert len(turns) > 5
    assert [turn.drift for turn in turns if turn.drift] == []


def test_in_a_crowded_era_every_piece_is_the_one_under_the_finger(run):
    """Seven duplicates, a pawn, energy and a card: none is folded away, none lies under an arrow."""
    tokens = ("1>5", "2>5", "1>6", "3>6", "0>5", "2>6", "0>4")
    crowd = {**FULL, "duplicates": dict.fromkeys(tokens, "industry")}
    driver = run(prepare=lambda app: (setattr(app.theme, "motion", False), night_at(app, crowd, REAL)))
    driver.frames(4)
    ring = driver.app.manager.current_screen.ring
    there = [one for one in ring.spots if one.era == 3 and one.kind in ("duplicate", "agent", "energy")]
    assert {one.what for one in there if one.kind == "duplicate"} == set(tokens)
    for spot in there:
        assert ring.spot_at(spot.x, spot.y) == spot
        assert ring._arrow_at(spot.x, spot.y) is None


@pytest.mark.slow
def test_turns_that_are_only_told_lead_to_the_same_board(run):
    options = {**TABLES["2 players"], **KEEPING["lightly"], "drop": "tower"}
    driver = run(prepare=lambda app: begin(app, options, 3))
    driver.frames(3)
    turns = RealTable(driver, TABLES["2 players"], 3, (6,)).play(6)
    assert [turn.touches > 0 for turn in turns] == [False] * 5 + [True]
    assert [turn.drift for turn in turns if turn.drift] == []


def test_what_hands_have_told_is_no_step_for_hands():
    """Of a real bag and a real throw; what the tablet draws is still to be laid out."""
    said = (RiftsPlaced(3, 2), DuplicateGenerated("1>5", 1), VortexOpened(3, 4))

    def kinds(**options):
        state = GAME.position({"agents": ["mr-time", "v-girl"], **options}, {"phase": "foo"})
        now = SimpleNamespace(game=GAME, state=state, todo=tuple(Todo(one, state) for one in said))
        return [one.said.kind for one in left_to_do(now)]

    assert kinds(drop="hand", bag="hand") == ["VortexOpened"]
    assert kinds() == ["RiftsPlaced", "DuplicateGenerated", "VortexOpened"]


def test_of_two_duplicates_with_one_home_hands_take_the_one_they_touch(run):
    """2>4 and 1>4 look alike but for where they came from; the other one stays."""
    twins = {**FULL, "duplicates": {"1>4": "industry", "2>4": "industry"}}
    driver = run(prepare=lambda app: (setattr(app.theme, "motion", False), night_at(app, twins, REAL)))
    driver.frames(4)
    ring = driver.app.manager.current_screen.ring
    spots = {one.what: one for one in ring.spots if one.kind == "duplicate" and one.era == 3}
    assert spots.keys() == {"1>4", "2>4"}
    driver.drag(spots["2>4"].x, spots["2>4"].y, *ring.at(0, 0))
    driver.frames(2)
    assert driver.app.evening.now.state.dups == {"1>4": 3}
