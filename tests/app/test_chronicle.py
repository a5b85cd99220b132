"""The picture of an evening: for every game, with what happened in it, and kept as files that open."""

import xml.etree.ElementTree as ET

import pytest
from PIL import Image

from companion.advisor import GreedyBot
from companion.app.presenters.chronicle import picture_of
from companion.app.screen_words import words_of
from companion.app.settings import home
from companion.games import GAMES, NAMES, load
from companion.table import POSTER_SIZE, Bar, Disc, Evening, Lettering, Stroke, chronicle_of, svg
from companion.words import languages
from tests.app.test_evening import still
from tests.tools.evenings import play


@pytest.fixture(scope="module", params=NAMES)
def ended(request, tmp_path_factory):
    game, bot = load(request.param), GreedyBot(1)
    path = tmp_path_factory.mktemp("evening") / "game.jsonl"
    with Evening.begin(game, GAMES, {}, path, 5, inline=True) as evening:
        assert chronicle_of(evening.now) is None
        play(evening, lambda now, asked: bot.choose(game, now.state, asked))
    return evening.now


def test_the_chronicle_has_every_turn_and_all_that_happened(ended) -> None:
    chronicle = chronicle_of(ended)
    kinds = [said.kind for entry in ended.entries for said in entry.happenings]
    began = sum(kind in ended.manifest.turns for kind in kinds)
    assert len(chronicle.turns) == max(1, began)
    assert sum(turn.dangers for turn in chronicle.turns) == sum(k in ended.manifest.dangers for k in kinds)
    assert all(0 <= turn.standing <= 1 for turn in chronicle.turns)
    assert chronicle.decisive in (ended.entries if ended.game.name != "example" else [None])


@pytest.mark.parametrize("lang", languages())
def test_the_picture_fits_its_frame_and_says_everything_in_words(ended, lang) -> None:
    shapes = picture_of(ended, words_of(lang, ended.game.name), GAMES)
    width, height = POSTER_SIZE
    for shape in shapes:
        match shape:
            case Disc(x, y, r):
                assert r <= x <= width - r
                assert r <= y <= height - r
            case Bar(x, y, w, h):
                assert 0 <= x <= x + w <= width
                assert 0 <= y <= y + h <= height
            case Stroke(points):
                assert all(0 <= x <= width and 0 <= y <= height for x, y in points)
            case Lettering(x, y, text, size):
                assert "‹" not in text
                assert 0 <= x <= width
                assert size <= y <= height - 0.25 * size
                assert shape.anchor != "start" or x + 0.45 * size * len(text) <= width, text
    assert ET.fromstring(svg(shapes)).tag.endswith("svg")


def test_it_is_kept_as_png_and_svg_by_one_touch(run, ended) -> None:
    driver = run(prepare=still)
    with Evening.resume(ended.path, GAMES, inline=True) as evening:
        driver.app.attend(evening)
        driver.app.go("outcome")
        driver.frames(3)
        say = driver.app.tr.say
        driver.touch(driver.button(say("screen-outcome.picture")))
        driver.frames(3)
        driver.touch(driver.button(say("screen-chronicle.keep")))
        driver.frames(2)
        kept = home() / "chronicles" / ended.path.stem
        with Image.open(kept.with_suffix(".png")) as picture:
            assert picture.size == POSTER_SIZE
            drawn = picture.convert("RGB")
        assert drawn.getpixel((5, 5)) == (0x1D, 0x15, 0x29)
        assert len(drawn.getcolors(1 << 24)) > 20
        assert kept.with_suffix(".svg").read_text(encoding="utf-8").startswith("<svg")
        driver.app.leave()
