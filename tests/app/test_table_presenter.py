"""What the table screen shows is worked out of the position alone, without Kivy."""

from companion.engine import CHANCE, Still
from companion.games import load
from companion.games.the_loop.views.sentences import initials
from companion.games.the_loop.views.table import TableView, table
from companion.words import Words, languages
from tests.tools import playthroughs
from tests.tools.shown import scenes


def show(options: dict | None = None, **given) -> TableView:
    game = load("the-loop")
    chosen = {"agents": ["mr-time", "time-prowler"], **(options or {})}
    return table(Still(game, game.position(chosen, given)))


def test_an_era_shows_its_pieces():
    view = show(
        rifts={"industry": 3},
        energy={"industry": 2},
        duplicates={"1>4": "industry"},
        agents={"mr-time": "industry"},
        available=["matriochka"],
    )
    era = view.eras[3]
    assert (era.index, era.rifts, era.energy, era.full) == (3, 3, 2, True)
    assert [(token.id, token.home) for token in era.tokens] == [("1>4", 4)]
    assert era.agents == (0,)
    assert [card.id for card in era.cards] == ["matriochka"]


def test_the_front_and_the_three_eras_that_cubes_can_reach():
    view = show(foo="dawn-of-time")
    assert [era.front for era in view.eras] == [True] + [False] * 6
    assert [era.reached for era in view.eras] == [True, True, False, False, False, False, True]


def test_a_piece_that_we_invented_says_so():
    """The publisher's cards and ours are told apart wherever they are shown."""
    view = show(available=["matriochka"], duplicates={"1>4": "industry"})
    game = load("the-loop")
    agent = next(one for one in game.box["agent"] if one["id"] == view.agent.id)
    assert view.agent.invented == ("ability" in agent["stand-in"])
    assert view.agent.start_invented
    entry = next(card for card in game.box["card"] if card["id"] == "matriochka")
    lying = [card for era in view.eras for card in era.cards]
    assert [card.invented for card in lying] == [bool(entry["stand-in"])]


def test_a_mission_shows_its_progress_and_a_vortex_hides_it():
    view = show(tiles={"industry": "m3"}, damage={"industry": 2}, vortexes={"medieval": 1})
    tile = view.eras[3].tile
    assert (tile.kind, tile.done, tile.goal, tile.complete) == ("mission", 2, 5, False)
    assert view.eras[1].tile.kind == "vortex"


def test_a_tile_with_a_space_per_era_tells_which_have_their_cube():
    view = show(tiles={"industry": "m6"}, damage={"industry": ["medieval", "industry"]})
    assert view.eras[3].tile.spaces == (1, 3)


def test_the_hq_counts():
    hq = show(cycle=2, turn=10, seen=["medieval", "industry"], archived=["m4"], vortexes={"medieval": 1}).hq
    assert (hq.cycle, hq.turn, hq.archived, hq.vortexes_left) == (2, 10, 1, 2)
    assert [era for era, seen in hq.foo if seen] == [1, 3]


def test_the_active_agent_and_what_can_be_done():
    view = show(
        agents={"mr-time": "industry"},
        energy={"industry": 1},
        hand={"mr-time": ["spartan-shield"]},
        exhausted={"mr-time": ["super-underwear"]},
    )
    agent = view.agent
    assert (agent.id, agent.index, agent.era) == ("mr-time", 0, 3)
    assert [(card.id, card.ready, card.answer is not None) for card in agent.cards] == [
        ("spartan-shield", True, True),
        ("super-underwear", False, False),
    ]
    assert [move.to for move in agent.moves] == [2, 4]
    assert agent.price == 1
    assert [other.id for other in view.others] == ["time-prowler"]


def test_touching_an_era_answers_what_is_asked():
    view = show(agents={"mr-time": "industry"}, energy={"industry": 1})
    assert {answer.kind for answer in view.eras[4].answers} == {"Move", "FreeMove"}
    assert view.eras[0].answers == ()


def test_a_loop_tells_what_it_would_make_ready():
    view = show(
        agents={"mr-time": "industry"},
        energy={"industry": 2},
        hand={"mr-time": ["spartan-shield"]},
        exhausted={"mr-time": ["super-underwear"]},
    )
    spent = next(card for card in view.agent.cards if not card.ready)
    readies = {offer.dimension: offer.readies for offer in view.agent.loops}
    assert readies == {one: int(one == spent.dimension) for one in ("spiral", "star", "stripe")}
    assert next(offer.figure for offer in view.agent.loops if offer.readies) == "×1"


def test_a_loop_that_readies_nothing_warns():
    hand = ["spartan-shield", "super-underwear"]
    view = show(agents={"mr-time": "industry"}, energy={"industry": 2}, hand={"mr-time": hand})
    assert {offer.figure for offer in view.agent.loops if offer.answer} == {"×0!"}


def test_initials_of_a_pawn():
    assert [initials(name) for name in ("Mr Time", "V-Girl", "Cassandra")] == ["MT", "VG", "C"]


def test_what_the_table_shows_is_asked_for_as_what_hands_do():
    """In all golden games: a card is turned over, drawn, dealt; a drop has a panel of its own."""
    words = {lang: Words(lang, ["the_loop"]) for lang in languages()}
    asked = {"first-player"}
    for path in playthroughs.FOLDER.glob("the-loop-*.txt"):
        now = scenes(path.read_text(encoding="utf-8"))[-1]
        found = (one for entry in now.entries for one in now.game.awaited(entry.before))
        asked |= {one.id for one in found if one.owner == CHANCE and not one.id.startswith("drop")}
    assert {"reveal-foo", "draw-centrifuge", "deal-card"} <= asked
    assert [(lang, one) for lang in words for one in asked if f"asks.{one}" not in words[lang]] == []


def test_a_question_of_dr_foos_phase_has_twenty_words_with_all_that_stands_beside_it():
    """The banner, the large button, and that something is to be done on the table."""
    words = Words("en", ["app", "the_loop"])
    beside = [words.say("banner.foo"), words.say("next.choose"), f"{words.say('screen-table.to-do')}: 3"]
    for name in [entry["id"] for entry in load("the-loop").box["era"]]:
        named = words.say(f"piece.era.{name}")
        for asked in ("reveal-foo", "draw-duplicate", "reveal-card", "reveal-mission"):
            said = words.say(f"asks.{asked}", {"era": named})
            assert len(" ".join([*beside, said]).split()) <= 20
