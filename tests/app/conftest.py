"""A real window under Xvfb, one for all tests of this folder, and a fresh app in it for each."""

from collections.abc import Callable, Iterator

import pytest

from tests.app import driving
from tests.app.driving import Driver


@pytest.fixture(scope="session")
def display(tmp_path_factory) -> Iterator[None]:
    with driving.display(tmp_path_factory.mktemp("kivy")):
        yield


@pytest.fixture
def home(tmp_path, monkeypatch):
    """Journals and settings of this test alone."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    return tmp_path


@pytest.fixture
def run(display, home) -> Iterator[Callable[..., Driver]]:
    """run(lang="fr", size=(1024, 600)) → a Driver of a fresh app."""
    drivers: list[Driver] = []

    def start(lang: str = "en", size: tuple[int, int] = (1280, 800), **given) -> Driver:
        from companion.app import configure

        configure()
        from kivy.core.window import Window

        from companion.app.app import CompanionApp
        from companion.games import GAMES

        Window.size = size
        prepare = given.pop("prepare", None)
        draws = given.pop("draws", False)
        app = CompanionApp(lang, GAMES, **given)
        if prepare is not None:
            prepare(app)
        drivers.append(Driver(app, draws))
        return drivers[-1]

    yield start
    for driver in drivers:
        driver.close()
