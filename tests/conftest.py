"""What holds for every test: the same hypothesis profile everywhere, and no real hardware by accident."""

import os
import tempfile

import pytest
from hypothesis import HealthCheck, Phase, settings

from companion import store

# A property that fails must fail again on another machine, and a busy machine is not a failure.
settings.register_profile(
    "house", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow], print_blob=True
)
# A mutant is dead when one example fails: no time is spent on a smaller one.
settings.register_profile("mutants", settings.get_profile("house"), phases=[Phase.explicit, Phase.generate])
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "house"))

pytest_plugins = ["pytester"]  # tests of our own pytest plugin, in tests/house

os.environ.setdefault("GPIOZERO_PIN_FACTORY", "mock")
os.environ.setdefault("XDG_STATE_HOME", f"{tempfile.gettempdir()}/companion-tests")  # the log


@pytest.hookimpl(tryfirst=True)  # before `-m` chooses
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Every test in a window costs seconds: the quick tests open one, to see that it opens."""
    for item in items:
        in_a_window = item.path.parent.name == "app" and "run" in getattr(item, "fixturenames", ())
        if in_a_window and item.path.name != "test_window.py":
            item.add_marker(pytest.mark.slow)


@pytest.fixture(autouse=True)
def nothing_to_tell() -> None:
    """What another test left to be told to people is told to nobody here."""
    store.notices()
