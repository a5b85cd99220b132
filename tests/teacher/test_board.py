"""Setting up by pictures, and the legend: every place is drawn, every step is short, in every language."""

import pytest

from companion import games
from companion.teacher import (
    FIELD,
    Hints,
    all_setup_steps,
    places,
    setup_steps,
    sign_text,
    signs,
    taught_words,
)
from companion.words import Words, languages

SHAPES = {"ring", "rim", "disc", "bag", "hand", "line", "pile", "cubes", "sheet"}


@pytest.mark.parametrize("game", games.NAMES)
def test_hints_and_steps_point_at_places_that_are_drawn(game: str) -> None:
    manifest = games.GAMES[game]
    drawn = {place.id: place for place in places(manifest)}
    hints = Hints.of(manifest)
    used = {hint.board for hint in (*hints.questions.values(), *hints.happenings.values())}
    assert sorted((used | {step.place for step in all_setup_steps(manifest)}) - drawn.keys()) == []
    for place in drawn.values():
        x, y, width, height = place.box
        assert place.shape in SHAPES
        assert x >= 0
        assert y >= 0
        assert x + width <= FIELD[0]
        assert y + height <= FIELD[1]


@pytest.mark.parametrize("lang", languages())
@pytest.mark.parametrize("game", games.NAMES)
def test_steps_and_signs_have_short_words(game: str, lang: str) -> None:
    manifest = games.GAMES[game]
    words = taught_words(Words, lang, manifest)
    said = [step.text(words) for step in all_setup_steps(manifest)]
    said += [sign_text(words, sign) for sign in signs(manifest)]
    said += [place.name(words) for place in places(manifest)]
    assert [one for one in said if "‹" in one or len(one.split()) > 25] == []


@pytest.mark.parametrize("game", games.NAMES)
def test_a_real_table_has_more_to_lay_out_than_a_screen(game: str) -> None:
    manifest, loaded = games.GAMES[game], games.load(game)
    chosen = loaded.chosen(loaded.start({}))
    real, screen = setup_steps(manifest, chosen, True), setup_steps(manifest, chosen, False)
    assert len(real) > len(screen) > 0
    assert real[-1].id == screen[-1].id == "goal"


def test_a_step_that_belongs_to_a_mode_comes_only_there() -> None:
    manifest, loaded = games.GAMES["the-loop"], games.load("the-loop")
    for mode, own in (("supa", "supas"), ("centrifuge", "centrifuges"), ("ultramachina", "ultra")):
        chosen = loaded.chosen(loaded.start({"mode": mode}))
        found = {step.id for step in setup_steps(manifest, chosen, True)}
        assert {"supas", "centrifuges", "ultra"} & found == {own}
    for step in all_setup_steps(games.GAMES["cyberion"]):
        for option, values in step.when:
            known = next(one.values for one in games.load("cyberion").options() if one.id == option)
            assert set(values) <= set(known)
