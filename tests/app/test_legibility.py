"""Read from a chair on every device: no letters below their millimetres, none made smaller or hidden because
somebody asked for larger ones, and all of them in contrast to the pixels behind them, in both palettes.

A sample here; `LAYOUT=all` sees every scene of The LOOP's table and of Cyberion's workshop on every device in
every language, the long one that nobody speaks among them.
"""

import os
from itertools import product

import pytest

from companion.words import languages
from tests.app import legibility
from tests.app.legibility import DEVICES, NEEDED, SECONDARY, TELEVISION, THREE_METRES
from tests.pseudo import LANG, installed
from tests.tools.pages import PAGES
from tests.tools.screenshots import SCENES
from tests.tools.workshop_shots import SCENES as WORKSHOP

EVERY = os.environ.get("LAYOUT") == "all"
SAMPLE = (
    ("table", "7in", "de", "plain"),
    ("drop-unsure", "8in-portrait", "fr", "colour-blind"),
    ("crowded", "10.1in", LANG, "plain"),
)
ABOUT = ("new-game", "checklist", "history", "outcome", "home")
"""Pages of the app that a game shows its own way, and no tables."""
TABLES = SCENES | {name: scene for name, scene in WORKSHOP.items() if not name.endswith(ABOUT)}
READ = ("library", "rules", "signs")
"""Pages on which every text keeps its size; those with large buttons still make words smaller."""
PALETTES = ("plain", "colour-blind")

@pytest.fixture(scope="module", autouse=True)
def spoken(tmp_path_factory):
    with installed(tmp_path_factory.mktemp("pseudo")):
        yield


@pytest.fixture
def listener(display):
    from companion.app import configure

    configure()
    with legibility.listening() as heard:
        yield heard


def shown(run, scene: str):
    def prepare(app) -> None:
        app.theme.motion = False
        (TABLES | PAGES)[scene](app)

    driver = run(prepare=prepare)
    driver.frames(5)
    if after := getattr(driver.app, "after_shown", None):
        after()
    driver.frames(4)
    return driver


def turned(driver, device: str, text: float, lang: str, palette: str) -> None:
    """The same scene on another device, with other letters."""
    theme = driver.app.theme
    theme.dpi, theme.text_size, theme.palette = DEVICES[device].dpi, text, palette
    driver.app.tr.lang = lang
    driver.size(*DEVICES[device].size)
    driver.later(1.5)  # what has just changed rests, and is pale
    driver.frames(4)


def findings(driver, listener, device: str, lang: str, palette: str, needed: float = NEEDED) -> list[str]:
    found = []
    usual, there = [], set()
    for text in (1.0, 1.5):
        turned(driver, device, text, lang, palette)
        texts = legibility.written(driver, listener)
        wrong = [*legibility.shrunk(texts), *legibility.low(texts, DEVICES[device], needed)]
        wrong += [*legibility.unreadable(driver, listener, texts), *legibility.smaller(texts, usual)]
        wrong += legibility.narrow(driver, DEVICES[device])
        wrong += [f"gone with larger letters: {one!r}" for one in there - legibility.said(driver)]
        found += [f"{device} {text} {lang} {palette}: {one}" for one in dict.fromkeys(wrong)]
        usual, there = texts, legibility.said(driver)
    return found


@pytest.mark.parametrize(("scene", "device", "lang", "palette"), SAMPLE)
def test_it_is_read_from_a_chair(run, listener, scene, device, lang, palette):
    found = findings(shown(run, scene), listener, device, lang, palette)
    assert not found, "\n".join(found)


@pytest.mark.slow
@pytest.mark.parametrize("scene", TABLES)
def test_it_is_read_from_a_chair_everywhere(run, listener, scene):
    driver, found = shown(run, scene), []
    ways = list(product(DEVICES, (*languages(), LANG), PALETTES))
    turn = list(TABLES).index(scene)
    for number, way in enumerate(ways):
        if EVERY or (number + 5 * turn) % 11 == 0:
            found += findings(driver, listener, *way)
    assert not found, "\n".join(found)


@pytest.mark.parametrize("lang", [*languages(), LANG])
def test_the_ring_alone_is_read_from_three_metres(run, listener, lang):
    """On a television of 40 inches, 1920×1080, which tells nobody its size; a larger one is easier."""
    driver = shown(run, "table-view")
    driver.app.theme.dpi, driver.app.tr.lang = 0, lang
    driver.size(*TELEVISION.size)
    driver.later(1.5)
    driver.frames(4)
    texts = legibility.written(driver, listener)
    assert sum(one.tone == "drawn" for one in texts) > 60  # every letter of every era, and the numbers
    found = [*legibility.shrunk(texts), *legibility.low(texts, TELEVISION, THREE_METRES)]
    found += legibility.unreadable(driver, listener, texts)
    assert not found, "\n".join(found)


@pytest.mark.slow
@pytest.mark.parametrize("page", READ)
def test_a_page_is_read_with_larger_letters(run, listener, page):
    """Pages are secondary: nobody reads them while cubes fall."""
    driver, found = shown(run, page), []
    ways = list(product(DEVICES, (*languages(), LANG), PALETTES))
    for number, way in enumerate(ways):
        if EVERY or (number + 5 * READ.index(page)) % 11 == 0:
            found += findings(driver, listener, *way, needed=SECONDARY)
    assert not found, "\n".join(found)


def test_capitals_of_the_display_face_are_as_high_as_is_reckoned(run):
    run()
    from kivy.core.text import Label

    from companion.app.theme import DISPLAY
    from companion.app.widgets import paper

    label = Label(text="H", font_name=DISPLAY, font_size=200)
    label.refresh()
    width, alphas = label.texture.width, label.texture.pixels[3::4]
    inked = [row for row in range(label.texture.height) if any(alphas[row * width : (row + 1) * width])]
    assert (inked[-1] - inked[0] + 1) / 200 == pytest.approx(paper.CAP, abs=0.01)
    assert paper.CAP == legibility.SPARTAN


def test_a_text_that_cannot_be_read_is_found(run, listener):
    """Planted: one in the colour of its ground, one under another widget, one squeezed, one too small; and a
    button that is."""
    from companion.app.widgets import BigButton, Text
    from tests.app.layout import squeezed

    driver = shown(run, "question")
    turned(driver, "10.1in", 1.0, "en", "plain")
    screen = driver.app.manager.current_screen
    panel = screen.question.fold.column
    panel.add_widget(Text(text="same colour", px=23, tone="panel", size_hint_y=None, height=40))
    panel.add_widget(Text(text="tiny letters", px=9, size_hint_y=None, height=40))
    nothing = Text(text="no room", px=23, size_hint_y=None, height=0)
    panel.add_widget(nothing)
    button = BigButton(text="no finger", size_hint_y=None)
    button.size_hint_min_y = button.height = 40
    panel.add_widget(button)
    driver.frames(4)
    texts = legibility.written(driver, listener)
    found = [*legibility.low(texts, DEVICES["10.1in"]), *legibility.unreadable(driver, listener, texts)]
    assert any("tiny letters" in one for one in found)
    assert any("same colour" in one for one in found)
    assert any("no room" in one for one in squeezed(driver))
    assert [one for one in legibility.narrow(driver, DEVICES["10.1in"]) if "no finger" in one]
