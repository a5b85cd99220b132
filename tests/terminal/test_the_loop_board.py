"""The LOOP in text: the board, the shorthand for a drop, and what cards and choices say."""

import contextlib
from io import StringIO

import pytest

from companion import games
from companion.engine import Question
from companion.games.the_loop.views.table import table as BOARD_VIEW  # noqa: N812  beside BOARD
from companion.table import Correct, Evening
from companion.terminal import Left, Screen, Speech, Terminal, board_of, revisions
from companion.terminal.prompt import Back
from companion.words import Words

GAME = games.load("the-loop")
BOARD = board_of(games.GAMES, GAME.name)


def speech(state, lang="en"):
    return Speech(Words(lang, ["the_loop"]), GAME, state)


def drawn(**options):
    """The first action phase; of everything drawn, the first answer, and no rift cancelled."""
    state = GAME.start(options)
    while (question := GAME.awaited(state)[0]).id != "act":
        state = GAME.apply(state, question.answers[0 if question.owner == "chance" else -1], "app").state
    return state


def corrected(state, **fields):
    for path, value in fields.items():
        state = GAME.apply(state, GAME.correction(path.replace("__", "."), value), "hand").state
    return state


def lines(state, lang="en"):
    said = speech(state, lang)
    return BOARD.draw(said, None)


def test_every_piece_of_an_era_is_on_its_line():
    state = corrected(drawn(), rifts__3=2, energy__3=4, vortex__3=1, agent__0=3, foo=3)
    line = next(line for line in lines(state) if line.startswith("Industry"))
    for piece in ("●●·", "⚡4", "VORTEX", "Dr FOO", "Time Prowler"):
        assert piece in line


def test_mega_vortexes_are_called_so():
    state = corrected(drawn(level=2), vortex__3=1)
    assert any("MEGA VORTEX" in line for line in lines(state))


def test_a_mission_shows_its_damage_and_its_threshold():
    state = corrected(drawn(), tile__3="m3", damage__3=2, tile__4="m6", damage__4=[0, 5])
    industry, globalization = (
        next(x for x in lines(state) if x.startswith(era)) for era in ("Indus", "Globa")
    )
    assert "Clog up Dr Foo's Machine! 2/5" in industry
    assert "Quantum Sealant! 2/7 (Dawn of Time and Age of Robots)" in globalization


def test_equal_duplicates_are_counted():
    state = corrected(drawn(), **{f"duplicate__{token}": 6 for token in ("0>3", "1>3", "5>3")})
    assert any(line.startswith("End of Times") and "3 → Industry" in line for line in lines(state))


def test_hands_are_told_with_ready_and_exhausted_cards():
    state = drawn()
    card = GAME.view(state, None)["ready"][0][0]
    state = corrected(state, **{f"card__{card}": "exhausted.0"})
    name = speech(state).name("card", card)
    assert any(f"exhausted: {name}" in line for line in lines(state))


def test_the_board_speaks_french():
    assert any(line.startswith("Aube des Temps") for line in lines(drawn(), "fr"))


@pytest.mark.parametrize(
    ("typed", "landed", "inside"),
    [
        ("1 2 0", [1, 2, 0, 0, 0, 0, 0], 0),
        ("1, 2, 0", [1, 2, 0, 0, 0, 0, 0], 0),
        ("0 1 1", [0, 1, 1, 0, 0, 0, 0], 1),
        ("0 0 0 3 0 0 0", [0, 0, 0, 3, 0, 0, 0], 0),
    ],
)
def test_a_drop_is_typed_as_numbers(typed, landed, inside):
    answers = (GAME.inputs["RiftsLanded"]((3, 0, 0, 0, 0, 0, 0)),)
    question = Question("drop", "chance", answers, about=(("cubes", 3), ("outlet", 1)))
    (given,) = BOARD.shorthand(question, typed)
    assert (list(given.landed), given.inside) == (landed, inside)


@pytest.mark.parametrize("typed", ["1 2", "3", "one two three", "1 2 0 0", ""])
def test_what_is_no_drop_is_left_to_the_list(typed):
    answers = (GAME.inputs["RiftsLanded"]((3, 0, 0, 0, 0, 0, 0)),)
    question = Question("drop", "chance", answers, about=(("cubes", 3), ("outlet", 1)))
    assert BOARD.shorthand(question, typed) == ()


def test_a_card_says_what_it_does():
    state = drawn()
    question = GAME.awaited(state)[0]
    use = next(answer for answer in question.answers if answer.kind == "UseCard")
    said = BOARD.answer(speech(state), question, use)
    assert said.startswith("Use ")
    assert "[" in said
    assert said.endswith(".")


def test_the_sides_of_an_or_are_told_as_what_they_do():
    state = corrected(drawn(), card__modem="ready.0", active=0, phase=2)
    state = GAME.apply(state, GAME.inputs["UseCard"]("modem")).state
    question = GAME.awaited(state)[0]
    assert question.id == "pick-option"
    told = [BOARD.answer(speech(state), question, answer) for answer in question.answers]
    assert len(set(told)) == len(told) == 3
    assert all(text[0].isupper() and text.endswith(".") for text in told)


def described(state, question_id, *typed):
    question = next(q for q in GAME.awaited(state) if q.id == question_id)
    screen = Screen(StringIO("".join(f"{line}\n" for line in typed)), StringIO())
    for given in BOARD.describe(screen, speech(state), question):
        applied = GAME.apply(state, given, "hand")
        state = applied.state
    return state


def test_a_pair_of_eras_that_no_token_has_is_learned():
    state = GAME.start({"bag": "hand"})
    while GAME.awaited(state)[0].id != "draw-duplicate":
        state = GAME.apply(state, GAME.awaited(state)[0].answers[0], "app").state
    state = described(state, "draw-duplicate", "dawn", "medieval")
    assert GAME.view(state, None)["dups"] == {"0>1": 0}
    assert GAME.learned(state)["duplicate"][0]["id"] == "0>1"


def test_a_second_token_with_the_same_pair_is_another_piece():
    state = GAME.start({"bag": "hand"})
    while GAME.awaited(state)[0].id != "draw-duplicate":
        state = GAME.apply(state, GAME.awaited(state)[0].answers[0], "app").state
    state = described(state, "draw-duplicate", "dawn of time", "renaissance")
    assert list(GAME.view(state, None)["dups"]) == ["0>2"]  # it was in the bag
    state = described(state, "draw-duplicate", "dawn of time", "renaissance")
    assert list(GAME.view(state, None)["dups"]) == ["0>2", "0>2#2"]


def test_a_mission_that_the_box_does_not_have_is_learned():
    state = GAME.start({"missions": "hand"})
    state = GAME.apply(state, GAME.awaited(state)[0].answers[0], "app").state
    state = described(state, "reveal-mission", "Freeze Dr Foo!", "4")
    assert "freeze-dr-foo" in GAME.view(state, None)["tiles"]
    assert any("Freeze Dr Foo! 0/4" in line for line in lines(state))


@pytest.mark.parametrize(
    ("typed", "leaves"), [(["undo"], Back), (["quit"], Left), (["kettle", "help"], Back)], ids=str
)
def test_a_description_can_be_left(typed, leaves):
    state = GAME.start({"huge": "hand"})
    while GAME.awaited(state)[0].id != "reveal-card":
        state = GAME.apply(state, GAME.awaited(state)[0].answers[0], "app").state
    with pytest.raises(leaves):
        described(state, "reveal-card", *typed)


@pytest.mark.parametrize(("typed", "era"), [("industry", 3), ("4", 3), ("Dawn", 0), ("0 0 0 1 0 0 0", 3)])
def test_a_late_cube_is_told_by_the_name_or_the_number_of_its_era(typed, era):
    (given,) = BOARD.orders["late"](Screen(StringIO(f"{typed}\n"), StringIO()), speech(drawn()))
    assert given.landed.index(1) == era
    assert sum(given.landed) == 1


@pytest.mark.rule("LOOP-03")
def test_a_loop_tells_its_price_and_what_it_readies():
    state = drawn()
    cards = [card.id for card in BOARD_VIEW(speech(state)).agent.cards if card.dimension == "spiral"]
    loop = GAME.inputs["Loop"]("spiral")
    assert BOARD.answer(speech(state), None, loop).endswith("1 energy, readies nothing!")
    agent = BOARD_VIEW(speech(state)).agent.index
    tired = corrected(state, **{f"card__{card}": f"exhausted.{agent}" for card in cards})
    told = BOARD.answer(speech(tired), None, loop)
    assert all(speech(state).name("card", card) in told for card in cards)


def test_where_no_foo_cards_are_drawn_none_are_counted():
    assert "Foo cards" in lines(drawn())[0]
    assert "Foo cards" not in lines(drawn(mode="ultramachina"))[0]


@pytest.mark.parametrize(
    ("typed", "spaces"), [("industry, medieval", [3, 1]), ("4, End of Times", [3, 6]), ("", [])]
)
def test_damage_with_a_space_per_era_is_corrected_by_names(typed, spaces):
    evening, shown = Evening.begin(GAME, games.GAMES, {}, seed=3), StringIO()
    for path, value in (("tile.4", "m6"), ("damage.4", [0])):
        evening.post(Correct(GAME.correction(path, value))).result()
    screen = Screen(StringIO(f"dusk\n{typed}\n"), shown)
    terminal = Terminal(evening, Words("en", ["the_loop"]), screen, BOARD)
    with contextlib.suppress(Left):  # what the check then offers is not answered
        revisions.correct(terminal, "damage globalization")
    assert list(terminal.now.state.damage[4]) == spaces
    assert "“dusk”" in shown.getvalue()  # what is not understood is asked again


@pytest.mark.parametrize(
    ("mode", "stream", "question", "typed", "piece"),
    [
        ("supa", "supas", "draw-supa", ["industry"], ("supa", "supa-industry")),
        ("ultramachina", "ultras", "reveal-ultra", ["medieval", "3"], ("ultra", "ultra-medieval")),
    ],
)
def test_a_piece_of_a_mode_that_no_list_has_is_learned(mode, stream, question, typed, piece):
    state = GAME.start({"mode": mode, stream: "hand"})
    while GAME.awaited(state)[0].id != question:
        state = GAME.apply(state, GAME.awaited(state)[0].answers[0], "app").state
    state = described(state, question, *typed)
    assert [one["id"] for one in GAME.learned(state)[piece[0]]] == [piece[1]]


@pytest.mark.parametrize("order", ["fell", "thrown"])
def test_what_an_order_does_not_understand_is_said_and_asked_again(order, tmp_path):
    options = {"drop": "hand", "foo": "hand"}
    evening = Evening.begin(GAME, games.GAMES, options, tmp_path / "game.jsonl", 1)
    shown = StringIO()
    typed = StringIO(f"{order}\nkettle\nquit\nquit\n")
    Terminal(evening, Words("en", ["the_loop"]), Screen(typed, shown), BOARD).play()
    evening.close()
    _, _, after = shown.getvalue().partition("No answer has “kettle” in it.")
    assert after.splitlines()[1].startswith(("Where did it land?", "How many cubes"))
