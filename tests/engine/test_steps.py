"""Steps are small classes with slots and a function each: no state hides in one, and none is slow to make."""

import importlib
import pkgutil
from collections.abc import Iterator
from typing import Any

import pytest

from companion.engine.steps import Step
from companion.games import GAMES


def modules(name: str) -> Iterator[Any]:
    package = f"companion.games.{GAMES[name].folder.name}.rules"
    for found in pkgutil.walk_packages(importlib.import_module(package).__path__, f"{package}."):
        yield importlib.import_module(found.name)


@pytest.mark.parametrize("name", [name for name in GAMES if name != "example"])  # its rules need no agenda
def test_a_step_has_slots_and_one_thing_to_do(name: str) -> None:
    classes = {one for module in modules(name) for one in vars(module).values() if isinstance(one, type)}
    bases = [one for one in classes if issubclass(one, Step) and "kinds" in vars(one)]
    steps = {step for base in bases for step in base.kinds.values()}
    assert len(steps) > 5
    for step in steps:
        assert not hasattr(step.__new__(step), "__dict__"), step
        assert hasattr(step, "ask" if step.asks else "do"), step
