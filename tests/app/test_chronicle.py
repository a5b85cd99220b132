"""The picture of an evening: for every game, with what happened in it, and kept as files that open."""

import xml.etree.ElementTree as ET

import pytest
from PIL import Image

from companion.advisor import GreedyBot
from companion.app.presenters.chronicle import picture_of
from companion.app.screen_words import words_of
from companion.app.settings import home
from companion.games import GAMES, NAMES, load
from companion.table import POSTER_SIZE, Bar, Cut, Disc, Evening, Lettering, Stroke, chronicle_of, svg
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
    loud = {*ended.manifest.alerts, *ended.manifest.sounds}
    bad = set(ended.manifest.dangers) & loud or set(ended.manifest.dangers)
    good = set(ended.manifest.successes) & loud
    assert good, "every game has good news that is heard"
    assert sum(turn.dangers for turn in chronicle.turns) == sum(kind in bad for kind in kinds)
    assert sum(turn.successes for turn in chronicle.turns) == sum(kind in good for kind in kinds)
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
            case Stroke(points) | Cut(points):
                inside = ((-0.001 <= x <= width + 0.001, -0.001 <= y <= height + 0.001) for x, y in points)
                assert all(map(all, inside))
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
        lost = ended.outcome.result == "lost"
        with Image.open(kept.with_suffix(".png")) as picture:
            assert picture.size == POSTER_SIZE
            drawn = picture.convert("RGB")
        assert drawn.getpixel((5, 5)) == ((0xFF, 0x4B, 0x2B) if lost else (0xFF, 0xC4, 0x40))
        assert len(drawn.getcolors(1 << 24)) > 20
        assert kept.with_suffix(".svg").read_text(encoding="utf-8").startswith("<svg")
        driver.app.leave()


def test_the_outcome_shows_how_it_ended_also_to_whoever_saw_no_stage(run, ended) -> None:
    """The last frame of the stage of its end; a game without stages has a sign there."""
    driver = run(prepare=still)
    face = driver.app.face_of(ended.game.name)
    with Evening.resume(ended.path, GAMES, inline=True) as evening:
        driver.app.attend(evening)
        driver.app.go("outcome")
        driver.frames(4)
        page = driver.app.manager.current_screen
        picture = page.ids.still
        assert page.pictured is bool(face.stages)
        assert (picture.width > 100) is page.pictured
        if page.pictured:
            (stage, told, _), drawn = picture._told, picture._print._sheet.pixels
            assert (stage.kind, stage.moment) == ("end", "lost" if ended.outcome.result == "lost" else "won")
            assert told.caption, "it tells how it ended"
            assert len({drawn[k : k + 3] for k in range(0, len(drawn), 4)}) > 4
        driver.app.leave()
