"""What we invented has its sign on the tablet too: every text on the table, and what lies over it."""

import re

import pytest

from companion.engine.box_editor import entries_of, invented_keys
from companion.words import Speech
from tests.tools.screenshots import SCENES
from tests.tools.timeline_shots import SCENES as OF_THE_LINE
from tests.tools.workshop_shots import SCENES as OF_THE_WORKSHOP

OTHERS = {**OF_THE_LINE, **OF_THE_WORKSHOP}


@pytest.mark.parametrize("scene", ["table", "crowded", "hands", "question", "era"])
def test_an_invented_name_on_the_table_has_its_sign(run, scene) -> None:
    from companion.app.widgets import Text

    def prepare(app) -> None:
        app.theme.motion = False
        SCENES[scene](app)

    driver = run(prepare=prepare)
    driver.frames(4)
    if after := getattr(driver.app, "after_shown", None):
        after()
        driver.frames(4)
    now, words = driver.app.now, driver.app.tr.words
    speech = Speech.of(words, now)
    names = [
        speech.name(kind, entry.id)
        for kind in ("card", "mission", "ultra")
        for entry in entries_of(now.game.box, kind)
        if invented_keys(entry)
    ]
    bare = "|".join(re.escape(name.removesuffix(words.invented)) for name in names)
    unmarked = re.compile(rf"(?:{bare})(?!\w|{re.escape(words.invented)})")
    texts = [one.text for one in driver.walk(driver.app.manager) if isinstance(one, Text)]
    assert [text for text in texts if unmarked.search(text)] == []
    if scene in ("table", "hands"):
        assert any(words.invented in text for text in texts)


TOLD = ("timeline-6", "timeline-place", "workshop", "workshop-ways", "workshop-open")


@pytest.mark.parametrize("scene", TOLD)
def test_suits_machines_and_gigantobots_have_it_too(run, scene) -> None:
    """What has no name of its own is told by what it shows: a suit, a requirement, a model and size."""
    from companion.app.widgets import Text

    def prepare(app) -> None:
        app.theme.motion = False
        OTHERS[scene](app)

    driver = run(prepare=prepare)
    driver.frames(4)
    if after := getattr(driver.app, "after_shown", None):
        after()
        driver.frames(4)
    now, words = driver.app.now, driver.app.tr.words
    speech = Speech.of(words, now)
    if now.game.name == "contre-temps":
        names = [speech.name("suit", one) for one in "ABCDE"]
    else:
        machines = [speech.name("machine", one.id) for one in entries_of(now.game.box, "machine")]
        names = [name.partition(" · ")[2] for name in machines]
        names += [speech.name("gigantobot", one) for one in range(10)] if now.state.crews else []
    assert all(name.endswith(words.invented) for name in names)
    bare = "|".join(re.escape(name.removesuffix(words.invented)) for name in names)
    unmarked = re.compile(rf"(?:{bare})(?!\w|{re.escape(words.invented)})", re.IGNORECASE)
    texts = [one.text for one in driver.walk(driver.app.manager) if isinstance(one, Text)]
    assert [text for text in texts if unmarked.search(text)] == []
    assert any(words.invented in text for text in texts)


def test_pieces_on_the_ring_have_its_hatch(run, mocker) -> None:
    """A duplicate, a centrifuge and a mission have no room for a name: a hatch in their corner."""
    from companion.games.the_loop.tablet.widgets import ring_pieces

    hatched = mocker.spy(ring_pieces.paper, "hatch")
    drawn = mocker.spy(ring_pieces.RingPieces, "_ours")
    driver = run(prepare=SCENES["table"])
    driver.frames(4)
    screen = driver.app.manager.current_screen
    ring, view = screen.ring, screen.view
    drawn.reset_mock()
    hatched.reset_mock()
    ring.draw()
    pieces = [piece for era in view.eras for piece in ring._row(era) if piece.invented]
    seals = [era for era in view.eras if era.tile.invented]
    assert pieces
    assert {piece.kind for piece in pieces} == {"duplicate"}
    assert all(token.invented for era in view.eras for token in era.tokens)
    assert drawn.call_count % (len(pieces) + len(seals)) == 0
    assert hatched.call_count >= drawn.call_count > 0
