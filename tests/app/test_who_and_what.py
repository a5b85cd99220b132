"""On every panel of The LOOP is said whose turn it is and what to do, and an era tells what its cards do."""

import pytest

from companion.games.the_loop.views import sentences
from tests.tools.screenshots import FULL, SCENES, night_at

PANELS = {
    "table": "agent",
    "real-table": "agent",
    "lightly": "agent",
    "question": "question",
    "duplicate": "question",
    "drop-waiting": "drop",
    "drop-listening": "drop",
    "drop-unsure": "drop",
    "drop-by-hand": "drop",
    "drop-lost": "drop",
}


def written(driver, root=None) -> list[str]:
    shown = (w for w in driver.walk(root) if getattr(w, "opacity", 1))
    return [w.text for w in shown if getattr(w, "text", "")]


@pytest.mark.parametrize("name", PANELS)
def test_every_panel_says_whose_turn_it_is_and_what_is_to_do(run, name):
    driver = run(prepare=lambda app: (setattr(app.theme, "motion", False), SCENES[name](app)))
    driver.frames(4)
    screen = driver.app.manager.current_screen
    assert screen.prompt.panel == PANELS[name]
    banner, agent = screen.ids.banner, driver.app.evening.now.state.active
    assert banner._name == screen.speech.name("agent", agent)
    drawn = " ".join(said for said, _ in banner.boxes)
    assert drawn.startswith(banner._name.upper())
    assert banner._under
    assert drawn.endswith(banner._under)
    assert written(driver, screen.ids.place), "what to do"
    steps = screen.ids.strip
    assert not steps.opacity or screen.steps or screen.hint, "the strip is there for steps alone"


@pytest.mark.parametrize("lang", ["en", "fr", "de"])
def test_an_era_that_is_opened_tells_what_its_cards_do(run, lang):
    there = {**FULL, "available": ["matriochka", "catapult"]}
    driver = run(prepare=lambda app: (setattr(app.theme, "motion", False), night_at(app, there)), lang=lang)
    driver.frames(4)
    screen = driver.app.manager.current_screen
    seen = 0
    for era in screen.view.eras:
        if not era.cards:
            continue
        driver.touch_at(*screen.ring.place_of(era.index))
        driver.frames(2)
        said = "\n".join(written(driver, screen.overlay))
        for card in era.cards:
            does = sentences.card(screen.speech, card)
            assert does
            assert f"{screen.speech.name('card', card.id)} — {does}" in said
            seen += 1
        screen.close_overlay()
    assert seen == 2
