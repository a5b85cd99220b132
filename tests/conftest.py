"""What holds for every test: the same hypothesis profile everywhere, and no real hardware by accident."""

import os

from hypothesis import HealthCheck, settings

# A property that fails must fail again on another machine, and a busy machine is not a failure.
settings.register_profile(
    "house", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow], print_blob=True
)
settings.load_profile("house")

pytest_plugins = ["pytester"]  # tests of our own pytest plugin, in tests/house

os.environ.setdefault("GPIOZERO_PIN_FACTORY", "mock")
