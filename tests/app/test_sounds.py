"""The cues: as loud as their kind, no longer than a table waits, one for each thing that happens."""

import numpy as np
import pytest

from companion.app.announcer import CUES as FOLDER
from companion.app.announcer import HUMS, NOTES, Announcer, danger_of, sound_of
from companion.app.settings import Settings
from companion.games import GAMES, load
from companion.table import Entry, Evening
from companion.words import Words
from tests.tools import sounds

LONGEST = {"routine": 0.8, "great": 4.0, "ambience": 4.0}
"""Seconds; how a game ends may take eight."""
GAME = load("the-loop")
OPTIONS = {"agents": ["mr-time", "v-girl"]}


@pytest.mark.parametrize("name", sounds.CUES)
def test_a_cue_is_as_loud_as_its_kind_and_no_longer(name: str) -> None:
    kind, kept = sounds.CUES[name][0], sounds.read(name)
    assert abs(sounds.loudness(kept) - sounds.LOUDNESS[kind]) <= sounds.WITHIN
    assert np.abs(kept).max() <= sounds.PEAK + 0.01
    assert len(kept) / sounds.RATE <= LONGEST[kind]


def test_the_kept_files_are_those_that_the_script_makes() -> None:
    assert sorted(one.stem for one in FOLDER.glob("*.wav")) == sorted(sounds.CUES)
    assert [name for name in sounds.CUES if not sounds.near(name)] == []


def test_talk_stays_easy_over_the_ambience() -> None:
    for name in HUMS:
        spectrum = np.abs(np.fft.rfft(sounds.read(name))) ** 2
        hertz = np.fft.rfftfreq(len(sounds.read(name)), 1 / sounds.RATE)
        assert spectrum[(hertz > 1000) & (hertz < 3000)].sum() < 1e-3 * spectrum.sum()


def test_every_cue_is_heard_somewhere() -> None:
    told = {cue for game in GAMES.values() for cue in game.sounds.values()}
    seen = {"full", "last-turn", "won", "lost", *HUMS, *(f"note-{k}" for k in range(NOTES))}
    assert told | seen == set(sounds.CUES)


class Listener(Announcer):
    def __init__(self, settings: Settings) -> None:
        super().__init__(settings, lambda: Words("en", ["the_loop"]))
        self.heard: list[str] = []

    def play(self, name: str, loop: bool = False) -> None:
        self.heard.append(name)


def test_the_third_rift_of_an_era_is_one_drum_and_the_fourth_is_the_vortex_alone() -> None:
    for rifts, cue in ((2, "full"), (3, "vortex")):
        before = GAME.position(OPTIONS, {"phase": "foo", "bag": [], "huge": [], "rifts": {"industry": rifts}})
        foo = GAME.read(before, {"kind": "FooRevealed", "era": "industry"})
        before = GAME.apply(before, foo, "hand").state
        (drop,) = GAME.awaited(before)
        landed = drop.answers[0]._replace(landed=(0, 0, 0, 1, 1, 0, 0), inside=0)
        after, happenings = GAME.apply(before, landed, "tower")
        entry = Entry(1, landed, "tower", "", happenings, before, after)
        assert sound_of(entry, GAME, GAMES[GAME.name]) == cue


def test_an_outlet_has_its_own_note_and_silence_is_silence(tmp_path) -> None:
    with Evening.begin(GAME, GAMES, OPTIONS, tmp_path / "game.jsonl", 5, inline=True) as evening:
        now = evening.now
    drop = type("Drop", (), {"running": True, "lit": (0, 0, 1, 0, 0, 2, 0)})()
    listener = Listener(Settings())
    listener.hear(now._replace(events=(), drop=drop))
    assert listener.heard == ["note-2", "note-5"]
    listener.hear(now._replace(events=(), drop=drop))
    assert listener.heard == ["note-2", "note-5"]
    quiet = Listener(Settings(sounds=False))
    quiet.hear(now._replace(events=(), drop=drop))
    assert quiet.heard == []


def test_the_hum_has_a_layer_for_each_full_era_where_it_is_wanted(tmp_path) -> None:
    with Evening.begin(GAME, GAMES, OPTIONS, tmp_path / "game.jsonl", 5, inline=True) as evening:
        now = evening.now
    state = GAME.position(OPTIONS, {"rifts": {"medieval": 3, "industry": 3}})
    tense = now._replace(events=(), drop=None, state=state)
    assert danger_of(tense) == 2
    wanted, usual = Listener(Settings(ambience=True)), Listener(Settings())
    for one in (wanted, usual):
        one.hear(tense)
        one.hear(tense)
    assert (wanted.heard, usual.heard) == (["hum-1", "hum-2"], [])


@pytest.mark.parametrize("name", GAMES)
def test_one_touch_silences_the_table_and_the_next_lets_it_sound(run, name, tmp_path) -> None:
    """Sounds, hum, voice and motor: on every table, the generic one too."""
    from companion.app import haptics
    from companion.app.settings import Settings as Kept

    driver = run()
    app = driver.app
    app.settings.sounds = app.settings.ambience = app.settings.spoken = True
    heard: list[str] = []
    app.announcer.play = lambda cue, loop=False: heard.append(cue)
    app.announcer.speak = lambda said, lang: heard.append(said)
    app.begin({}, None, seed=3, name=name)
    app.go("table")
    driver.frames(3)
    entry = app.now.entries[-1] if app.now.entries else None
    assert entry is not None
    driver.touch(app.manager.current_screen.ids.hush)
    assert app.settings.silent
    assert Kept.read().silent
    heard.clear()
    app.announcer.announce(entry, app.now)
    app.announcer.hear(app.now._replace(events=()))
    assert heard == []
    driver.touch(app.manager.current_screen.ids.hush)
    assert not app.settings.silent
    assert haptics.BUZZ.keys() == {"great", "end"}
