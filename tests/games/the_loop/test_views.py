"""What the faces of The LOOP show and hand on, worked out of a position: each view by its own words."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from companion.engine import Applied, Plain, Still
from companion.games.the_loop.rules.happenings import DuplicateGenerated, RiftsPlaced, TurnBegan
from companion.games.the_loop.rules.inputs import FreeMove, HandsDid, Learn, Move, UseCard
from companion.games.the_loop.views import by_hand, corrections, cues, late_cubes, pieces, sentences
from companion.games.the_loop.views.checklist import piece_by_piece
from companion.games.the_loop.views.drop_corrections import one_more
from companion.games.the_loop.views.hand_steps import left_to_do
from companion.games.the_loop.views.prompt import FEW, AnswerOption, Next, Prompt, Sentence, prompt
from companion.games.the_loop.views.table import table as shown
from companion.table import RunningDrop, Todo
from companion.table.live_line import Entry
from companion.words import Speech
from tests.games.the_loop import playing
from tests.games.the_loop.playing import TWO, Table, foo_phase, table
from tests.tools.shown import WORDS

REAL = {"hands": "table", "huge": "table"}


class Evening:
    """A table whose inputs are kept: as much of a snapshot as the views ask for."""

    def __init__(self, t: Table) -> None:
        self.game, self.state = t.game, t.state
        self.entries: list[Entry] = []
        self.drop = None
        self.cancellable = False

    def give(self, *given: Any, source: Any = "player") -> Evening:
        for one in given:
            made = self.game.apply(self.state, one, source)
            assert isinstance(made, Applied), made
            number = len(self.entries) + 1
            self.entries.append(Entry(number, one, source, "", made.happenings, self.state, made.state))
            self.state = made.state
        return self

    def say(self, kind: str, **words: Plain) -> Evening:
        return self.give(self.game.read(self.state, {"kind": kind, **words}))


def again(now: Evening) -> Any:
    return by_hand.again(now)


# -- hands on the ring


def real(**given: Plain) -> Evening:
    stands = {
        "rifts": {"industry": 2, "medieval": 1},
        "energy": {TWO_ERA: 2},
        "duplicates": {"1>5": "industry"},
    }
    return Evening(table(REAL, agents={TWO[0]: TWO_ERA}, **{**stands, **given}))


TWO_ERA = "renaissance"


@pytest.mark.parametrize(
    ("done", "back"),
    [
        (by_hand.placed(3), by_hand.taken_away(3)),
        (by_hand.taken_away(3, 2), HandsDid((("rift", 3, 2),))),
        (by_hand.energy(4, 1), by_hand.energy(4, -1)),
        (by_hand.carried("1>5", 4), by_hand.carried("1>5", 3)),
        (by_hand.walked(1, 5), by_hand.walked(1, 0)),
        (by_hand.laid(2, 1), by_hand.laid(2, -1)),
    ],
)
def test_what_brings_the_board_back_takes_the_last_change_back(done: HandsDid, back: HandsDid) -> None:
    before = real()
    if done.changes[0][0] == "agent":
        back = by_hand.walked(1, before.state.pawns[1])
    now: Any = before.give(done)
    assert by_hand.takes_back(now, back)
    assert not by_hand.takes_back(now, by_hand.placed(0))
    assert not by_hand.takes_back(now, by_hand.taken_away(6))  # refused: none lies there
    now.state = now.entries[-1].before
    assert not by_hand.takes_back(now, back)  # something else was done since


def test_nothing_is_taken_back_where_nothing_was_done_by_hand() -> None:
    now: Any = real()
    assert not by_hand.takes_back(now, by_hand.placed(3))
    now.give(Move(3))
    assert not by_hand.takes_back(now, by_hand.walked(0, 2))


def test_damage_put_by_hand_goes_by_hand() -> None:
    now: Any = real(tiles={"medieval": "m9", "industry": "m10"}).give(by_hand.damage(3, 1))
    assert by_hand.takes_back(now, by_hand.damage(3, -1))
    assert not by_hand.takes_back(now, by_hand.damage(3, 1))


def test_a_move_is_one_of_the_active_agent_to_an_era_that_it_can_reach() -> None:
    now: Any = real()
    assert by_hand.moves(now, 0, 3) == (Move(3), FreeMove(3))
    assert by_hand.moves(now, 0, 2) == ()
    assert by_hand.moves(now, 1, 3) == ()
    foo: Any = Evening(foo_phase())
    assert by_hand.moves(foo, 0, 3) == ()
    over = SimpleNamespace(state=SimpleNamespace(asked=(), active=0))
    assert by_hand.moves(over, 0, 3) == ()


def test_what_cards_were_said_to_do_is_known_the_last_one_first() -> None:
    now: Any = real()
    effects = [({"add-energy": number, "at": "here"},) for number in (1, 2, 3, 4)]
    for effect in (*effects, effects[1]):
        now.say("PlayEffect", effect=effect)
    assert [one.effect for one in by_hand.last_effects(now)] == [effects[1], effects[3], effects[2]]
    assert by_hand.last_effects(real()) == ()
    assert by_hand.last_values(now, "add-energy") == {"add-energy": 2, "at": "here"}
    assert by_hand.last_values(now, "push") == {}


def test_after_a_loop_the_board_changes_in_the_same_way_as_far_as_it_goes() -> None:
    now = real()
    now.give(by_hand.taken_away(3, 2), by_hand.placed(3), by_hand.energy(4, 1), by_hand.walked(1, 5))
    now.say("Loop", dimension="star")
    # one rift lies there now, and who was moved stays
    assert again(now) == (HandsDid((("rift", 3, -1), ("rift", 3, 1), ("energy", 4, 1))),)
    now.give(by_hand.placed(0))
    assert again(now) == ()


def test_only_what_was_done_since_the_last_loop_of_this_turn_is_done_again() -> None:
    now = real(energy={TWO_ERA: 5})
    now.give(by_hand.placed(0)).say("Loop", dimension="star")
    now.give(by_hand.placed(1)).say("Loop", dimension="star")
    assert again(now) == (HandsDid((("rift", 1, 1),)),)
    assert again(real()) == ()
    assert again(real().say("Loop", dimension="star")) == ()


def test_cards_that_are_ready_again_are_used_with_the_answers_they_got() -> None:
    cards = ["spartan-shield", "pep-talk"]
    box = {one["id"]: one for one in playing.game().box["card"]}
    stands = {"rifts": dict.fromkeys(playing.ERAS, 2), "energy": {TWO_ERA: 4}}
    now = Evening(table(hand={TWO[0]: cards}, agents={TWO[0]: TWO_ERA}, **stands))
    assert again(now) == ()
    first = box[cards[0]]["dimension"]
    now.give(UseCard(cards[0]))
    while not now.state.asked[0].main:
        now.give(now.state.asked[0].answers[-1])
    used = [entry.given for entry in now.entries]
    now.say("Loop", dimension=first)
    assert again(now) == tuple(used)
    assert again(now)[0] == UseCard(cards[0])
    now.give(*used[:1])
    assert again(now) == ()


# -- what is still to be done, and what it sounds like


def todo(state: Any, *said: Any) -> tuple[Todo, ...]:
    return tuple(Todo(one, state) for one in said)


def test_what_hands_have_told_is_no_step_for_them() -> None:
    placed, drawn, turn = RiftsPlaced(3, 2), DuplicateGenerated("1>5", 1), TurnBegan(2, 0)

    def kinds(options: dict[str, Any], phase: str, *said: Any) -> list[str]:
        state = playing.game().position({"agents": TWO, **options}, {"phase": phase})
        now: Any = SimpleNamespace(game=playing.game(), state=state, todo=todo(state, *said))
        return [one.said.kind for one in left_to_do(now)]

    assert kinds({}, "foo", placed, drawn) == ["RiftsPlaced", "DuplicateGenerated"]
    assert kinds({"drop": "hand"}, "foo", placed, drawn) == ["DuplicateGenerated"]
    assert kinds({"drop": "hand"}, "actions", placed, drawn) == ["RiftsPlaced", "DuplicateGenerated"]
    assert kinds({"bag": "hand"}, "foo", placed, drawn) == ["RiftsPlaced"]
    assert kinds(REAL, "foo", placed, turn, drawn, turn, placed) == ["TurnBegan", "RiftsPlaced"]
    assert kinds({}, "foo", placed, turn, drawn) == ["RiftsPlaced", "TurnBegan", "DuplicateGenerated"]
    assert kinds(REAL, "foo", placed, drawn) == ["RiftsPlaced", "DuplicateGenerated"]


def entry(before: Any, after: Any, *kinds: str) -> Any:
    return SimpleNamespace(
        before=SimpleNamespace(rifts=before),
        after=after,
        happenings=[SimpleNamespace(kind=one) for one in kinds],
    )


@pytest.mark.parametrize(
    ("before", "after", "turn", "kinds", "cue"),
    [
        ((2, 0), (3, 0), 5, (), "full"),
        ((2, 0), (2, 0), 5, (), ""),
        ((3, 0), (3, 1), 5, (), ""),
        ((1, 2), (1, 4), 5, (), "full"),
        ((2, 0), (3, 0), 5, ("VortexOpened",), ""),
        ((0, 0), (0, 0), 21, ("TurnBegan",), "last-turn"),
        ((0, 0), (0, 0), 20, ("TurnBegan",), ""),
        ((0, 0), (0, 0), 21, (), ""),
        ((0, 0), (0, 0), 21, ("TurnBegan", "TileArchived"), ""),
    ],
)
def test_a_cue_is_for_what_no_happening_tells(before, after, turn, kinds, cue) -> None:
    assert cues.cue(entry(before, SimpleNamespace(rifts=after, turn=turn), *kinds)) == cue
    assert cues.danger(SimpleNamespace(rifts=(*after, 2, 3, 4))) == 2 + sum(rifts > 2 for rifts in after)


def test_late_cubes_are_those_that_may_be_inside_and_fall_on_one_era() -> None:
    assert late_cubes.late((2, 0), (0, 0, 1, 0, 3, 0, 0)) == late_cubes.Late((("rift", 2),), (2, 4))
    assert late_cubes.late((0, 1), (0,) * 7) == late_cubes.Late((("energy", 1),), ())
    for kind, named in late_cubes.KINDS.items():
        for era in range(7):
            given = late_cubes.fell(playing.game(), kind, era)
            assert given.kind == named
            assert [place for place in range(7) if given[0][place]] == [era]
            assert (sum(given[0]), len(given[0])) == (1, 7)


# -- pieces that no list has


def test_a_duplicate_that_is_told_comes_under_its_own_name_until_it_stands_there() -> None:
    t = table(bag=["0>3", "1>5"])
    question: Any = SimpleNamespace(answers=(t.game.inputs["DuplicateDrawn"]("0>3"),))
    scene = Still(t.game, t.state)
    known, learned = pieces.duplicate(scene, question, 1, 5), pieces.duplicate(scene, question, 1, 4)
    assert [one.kind for one in known] == ["DuplicateDrawn"]
    assert known[0].token == "1>5"
    assert learned == (Learn("duplicate", {"id": "1>4"}), known[0]._replace(token="1>4"))
    for standing, name in (({"1>4": 3}, "1>4#2"), ({"1>4": 3, "1>4#2": 3}, "1>4#3")):
        there = Still(t.game, SimpleNamespace(dups=standing, bag=t.state.bag))
        assert pieces.duplicate(there, question, 1, 4)[-1].token == name


@pytest.mark.parametrize(
    ("name", "slug"),
    [("Épée de l'Été", "epee-de-l-ete"), ("  A & B!! ", "a-b"), ("时", "card-e0b9b8c6"), ("Ω", "card-")],
)
def test_an_id_is_made_of_the_printed_name(name: str, slug: str) -> None:
    made = pieces.slug(name, "card")
    assert made == slug if not slug.startswith("card-") else made.startswith("card-")
    assert made == made.lower()
    assert len(made) == (13 if slug.startswith("card-") else len(slug))


def test_pieces_told_by_name_or_era_are_learned_once() -> None:
    t = table({"missions": "hand"})
    asked: Any = SimpleNamespace(answers=(t.game.inputs["MissionRevealed"]("m1"),))
    scene = Still(t.game, t.state)
    learned = pieces.mission(scene, asked, "Big Boom", "en", 3)
    assert learned[0] == Learn("mission", {"id": "big-boom", "name": {"en": "Big Boom"}, "threshold": 3})
    assert learned[1].mission == "big-boom"
    assert pieces.mission(scene, asked, "M1", "en", 3) == (asked.answers[0],)
    card: Any = SimpleNamespace(answers=(t.game.inputs["CardRevealed"]("x"),))
    told = pieces.card(scene, card, "Big Boom", "fr", 4)
    assert told == (
        Learn("card", {"id": "big-boom", "name": {"fr": "Big Boom"}, "era": 4}),
        card.answers[0]._replace(card="big-boom"),
    )
    assert pieces.card(scene, card, "Matriochka", "en", 4) == (card.answers[0]._replace(card="matriochka"),)


def test_a_piece_that_shows_an_era_is_one_more_of_these() -> None:
    t = table({"mode": "supa"})
    asked: Any = SimpleNamespace(answers=(t.game.inputs["SupaDrawn"]("x"),))
    scene = Still(t.game, t.state)
    learn, answer = pieces.shown(scene, asked, "supa", 3, {"spaces": 2})
    assert learn == Learn("supa", {"id": "supa-industry", "era": "industry", "spaces": 2})
    assert answer.token == "supa-industry"
    t.state = t.game.apply(t.state, learn, "hand").state
    scene = Still(t.game, t.state)
    assert pieces.shown(scene, asked, "supa", 3)[-1].token == "supa-industry-2"
    known = scene.state.setting.box.entries["supa"]["supa-industry"]
    assert pieces.entered(scene, asked, "supa", known) == (answer,)


# -- what is asked


def option(era: int | None) -> AnswerOption:
    return AnswerOption(Move(0), era)


def test_many_choices_on_several_eras_are_narrowed_by_an_era() -> None:
    def many(*eras: int | None) -> Prompt:
        return Prompt("question", Next(Sentence("x")), choices=tuple(map(option, eras)))

    assert many(*[1, 2] * 5).many
    assert not many(*[1, 2, 1] * 3).many
    assert len(many(*[1, 2, 1] * 3).choices) == FEW == 9
    assert not many(*[1] * 12).many
    assert many(3, None, 1, 3).targets == (1, 3)


@pytest.mark.parametrize(
    ("stage", "all_thrown", "inside", "key", "act"),
    [
        ("waiting", False, 0, "throw", "throw"),
        ("turning", False, 0, "turning", ""),
        ("early", False, 0, "early", "early"),
        ("listening", False, 0, "all-thrown", "all-thrown"),
        ("listening", True, 0, "nothing-more", "end-drop"),
        ("shaking", False, 0, "nothing-more", "end-drop"),
        ("lost", False, 0, "try-again", "throw"),
        ("unheard", False, 0, "try-again", "throw"),
        ("unsure", False, 0, "confirm", "confirm"),
        ("hand", False, 1, "confirm-inside", "confirm"),
    ],
)
def test_the_large_button_follows_the_drop(
    stage: Any, all_thrown: bool, inside: int, key: str, act: str
) -> None:
    t = foo_phase({"drop": "hand"}).do("FooRevealed", source="hand", era="industry")
    drop = RunningDrop.of(t.question, stage)._replace(all_thrown=all_thrown)
    drop = drop._replace(landed=(0, 0, 0, drop.total - inside, 0, 0, 0))
    now: Any = Evening(t)
    now.drop = drop
    asked = prompt(now)
    about = (("cubes", drop.thrown), ("inside", inside))
    assert (asked.panel, asked.next) == ("drop", Next(Sentence(f"next.{key}", about), act))
    assert asked.hint == Sentence(f"hint.{stage}", (("era", 3),))


def test_a_choice_tells_what_it_damages_and_whether_it_is_a_danger() -> None:
    """A rift more on a full era opens a vortex: of the neighbours that one is a danger."""
    effect = [{"place-rift": 1, "at": "adjacent"}]
    now: Any = Evening(playing.using(effect, agents={TWO[0]: "industry"}, rifts={"globalization": 3}))
    asked = prompt(now)
    assert {one.era: one.danger for one in asked.choices} == {2: False, 4: True}
    assert (asked.panel, asked.card, asked.by_chance, asked.foo) == ("question", "probe", False, False)
    assert asked.next == Next(Sentence("next.choose-era"))
    for one in asked.choices:
        made = now.game.apply(now.state, one.answer, "player")
        damaged = [said.mission for said in made.happenings if said.kind == "DamageDone"]
        assert one.damages == tuple(dict.fromkeys(damaged))


# -- in words


def speech(t: Table) -> Speech:
    return Speech(WORDS, t.game, t.state)


def test_a_count_is_told_by_what_differs() -> None:
    t = foo_phase({"drop": "hand"}).do("FooRevealed", source="hand", era="industry")
    answer = t.question.answers[0]
    drop = RunningDrop.of(t.question, "unsure", (0, 0, 0, 1, 0, 0, 0))._replace(reasons=("one", "two"))
    said = {
        ((0, 0, 0, 0, 0, 0, 0), drop.inside + 1): "‹drop.differs-inside what=industry 0 inside=2›",
        ((0, 0, 0, 0, 0, 0, 1), drop.inside): "industry 0, end-of-times 1",
        ((0, 0, 0, 2, 0, 0, 0), drop.inside): "‹drop.differs-thrown what=industry 2 cubes=3›",
    }
    for (landed, inside), told in said.items():
        other = answer._replace(landed=landed, inside=inside)
        assert sentences.other_count(speech(t), drop, other) == told
    assert sentences.why_asked(speech(t), drop) == "‹tower.reason.one›"


def test_what_hands_changed_is_told_piece_by_piece() -> None:
    given = [
        ("duplicate", "1>5", -1),
        ("duplicate", "1>5", 0),
        ("agent", 1, 2),
        ("rift", 3, 1),
        ("card", 3, -2),
        ("space", 1, 2),
        ("shield", 0, 1),
    ]
    said = [sentences.changes(speech(table()), (one,)) for one in given]
    assert [one[1:].split(" ")[0] for one in said] == [
        "change.duplicate-gone", "change.duplicate", "change.agent", "change.rift-more", "change.card-less",
        "change.space", "change.shield-more",
    ]  # fmt: skip
    assert said[4] == "‹change.card-less era=3 n=2›"
    assert said[5] == "‹change.space tile=medieval era=2›"
    told = sentences.answer(speech(table()), None, HandsDid((given[3],)))
    assert told == f"‹input.HandsDid changes={said[3]}›"


def test_one_side_of_an_or_is_told_by_what_it_does() -> None:
    s, pick = speech(table()), playing.game().inputs["PickOption"]

    def said(given: int, **about: Any) -> str:
        question: Any = SimpleNamespace(id="pick-option", about=tuple(about.items()))
        return sentences.answer(s, question, pick(given))

    steps = ((("energy", 1, "here"),), (("rift", -1, "here"),))
    both = {"for": "chosen", "effect": steps}
    assert said(0, **both) != said(1, **both)
    assert "energy" in said(0, **both)
    assert said(1) == "‹prompt.yes›"
    assert said(0) == said(0, effect=steps[0]) == "‹prompt.no›"
    assert "energy" in said(1, effect=steps[0])
    other: Any = SimpleNamespace(id="pick-era", about=())
    assert sentences.answer(s, other, Move(3)) == s.answer(other, Move(3))
    assert sentences.answer(s, None, Move(3)) == s.answer(None, Move(3))


@pytest.mark.parametrize(
    ("name", "short"), [("Mr Time", "MT"), ("V-Girl", "VG"), ("Solo", "S"), ("a b c", "AB")]
)
def test_initials_of_a_pawn(name: str, short: str) -> None:
    assert sentences.initials(name) == short


def test_fields_are_said_by_their_labels() -> None:
    s = speech(table())
    assert sentences.field_value(s, corrections.Cubes(1, 2)) == "‹screen-corrections.cubes red=1 green=2›"
    one = sentences.field_value(s, corrections.CardCubes((("x", 1, 2),)))
    assert one == "‹screen-corrections.card-with red=1 green=2 what=x›"
    assert sentences.field_value(s, corrections.CardCubes(())) == "–"
    assert sentences.field_value(s, corrections.Sides("t", ("star", "stripe"))) == "star / stripe"
    assert sentences.field_value(s, corrections.Sides("t", ())) == "t"
    assert sentences.field_value(s, Sentence("key", (("n", 7),))) == "‹key n=7›"
    assert sentences.field_value(s, corrections.Value("rifts.3", 2)) == "2"
    assert sentences.line(s, None) == ""


# -- before and after


def test_the_checklist_names_what_is_not_the_apps() -> None:
    def steps(**options: Any) -> list[str]:
        state = playing.game().start({"agents": TWO, **options})
        told = piece_by_piece(Speech(WORDS, playing.game(), state), ("drawn",))
        return [one[1:].split(" ")[0].rstrip("›*").removeprefix("screen-checklist.do.") for one in told]

    bare = ["board", "pools", "vortexes", "tiles", "bag", "agents", "pawns", "pawns", "rawn"]
    assert steps() == [*bare, "asked"]
    real = steps(huge="table", hands="table", foo="hand")
    assert real == [*bare[:5], "huge", "foo", *bare[5:8], "hands", "rawn", "asked"]
    t = table()
    told = piece_by_piece(speech(t), ())
    assert not any("asked" in one for one in told) or shown(Still(t.game, t.state)).hq.turn == 0


def test_a_cube_more_is_taken_from_the_best_other_count() -> None:
    t = foo_phase({"drop": "hand"}).do("FooRevealed", source="hand", era="industry")
    answer = t.question.answers[0]
    total = RunningDrop.of(t.question, "unsure").total
    assert total == 2
    drop = RunningDrop.of(t.question, "unsure", (0, 0, 1, 1, 0, 0, 0))
    carried = answer._replace(landed=(0, 0, 1, 0, 1, 0, 0))
    more = answer._replace(landed=(0, 0, 1, 1, 1, 0, 0))
    assert one_more(drop._replace(others=(more, carried)), 4) == ((3, -1), (4, 1))
    assert one_more(drop._replace(others=(carried,)), 6) == ((2, -1), (6, 1))
    assert one_more(drop, 2) == ((3, -1), (2, 1))
    inside = RunningDrop.of(t.question, "unsure")
    assert one_more(inside, 6) == ((6, 1),)


def test_a_duplicate_in_a_list_of_all_is_told_by_where_it_appears_too() -> None:
    s, inputs = speech(table()), playing.game().inputs
    drawn, walked = inputs["DuplicateDrawn"]("3>5"), Move(3)
    assert sentences.answer_apart(s, None, drawn) == f"industry {sentences.answer(s, None, drawn)}"
    assert sentences.answer_apart(s, None, walked) == sentences.answer(s, None, walked)
    assert sentences.answer_apart(s, None, inputs["DuplicateDrawn"]("x")) == s.answer(
        None, inputs["DuplicateDrawn"]("x")
    )
