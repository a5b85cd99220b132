"""The settings before anybody touched them, as they are kept, and what they mean for the tower."""

from dataclasses import asdict
from math import inf
from pathlib import Path

import pytest

from companion.app.settings import SHAKES, Settings
from companion.tower import Watching

FIRST = {
    "lang": "", "text_size": 1.0, "palette": "plain", "motion": True, "sounds": True, "ambience": False,
    "spoken": False, "keep_awake": True, "forecast": False, "coach": False, "lead": False,
    "tower": "simulated", "shake": "usual", "games": {},
}  # fmt: skip


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    return tmp_path


def test_the_first_evening_is_quiet_and_simulated() -> None:
    assert {name: value for name, value in asdict(Settings()).items() if name in FIRST} == FIRST
    assert asdict(Settings.read()) == asdict(Settings())


def test_every_setting_is_kept_as_it_was_set() -> None:
    other = {
        name: not value if isinstance(value, bool) else value for name, value in asdict(Settings()).items()
    }
    other |= {"lang": "fr", "text_size": 1.25, "games": {"example": {"players": 3}}, "shake": "hard"}
    Settings(**other).write()
    assert asdict(Settings.read()) == other


@pytest.mark.parametrize(("text_size", "read"), [(0.5, 1.0), (1.0, 1.0), (1.5, 1.5), (9.0, 1.5)])
def test_letters_are_neither_smaller_than_drawn_nor_too_large(text_size: float, read: float) -> None:
    Settings(text_size=text_size).write()
    assert Settings.read().text_size == read


def test_what_is_no_setting_is_left_out() -> None:
    Settings(lang="xx", games={"example": {"players": 3}, "odd": 3}, shake="wildly").write()
    found = Settings.read()
    assert (found.lang, found.games) == ("", {"example": {"players": 3}})
    assert found.watching == SHAKES["usual"]


def test_how_the_tower_shakes() -> None:
    usual = Watching(word=inf)
    told = {name: (one.word, one.shakes, one.amplitude) for name, one in SHAKES.items()}
    assert told == {
        "never": (inf, 0, usual.amplitude), "gently": (inf, 1, 25),
        "usual": (inf, usual.shakes, usual.amplitude), "hard": (inf, 4, 60),
    }  # fmt: skip
    assert Settings(shake="gently").watching is SHAKES["gently"]
