"""Our types for Kivy are true of the Kivy that is installed, and a lie in them is found."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.tools.kivy_types import TYPINGS

pytestmark = pytest.mark.slow


def looked_at(*typings: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "tests.tools.kivy_types", *map(str, typings)]
    return subprocess.run(command, cwd=TYPINGS.parent, capture_output=True, text=True)


def test_they_say_what_kivy_has() -> None:
    found = looked_at()
    assert (found.stdout, found.returncode) == ("", 0), found.stdout + found.stderr


LIES = {
    "uix/widget.pyi": ("def collide_point(self, x: float, y: float)", "def collide_point(self, x: float)"),
    "uix/boxlayout.pyi": ("spacing: NumericProperty", "gap: NumericProperty"),
    "uix/stencilview.pyi": ("class StencilView", "class Curtain(Widget): ...\nclass StencilView"),
    "input/motionevent.pyi": ("is_double_tap: bool", "is_nervous: bool"),
    "graphics/__init__.pyi": ("circle: Sequence[float]", "round: Sequence[float]"),
}
FOUND = [
    'kivy.uix.widget.Widget.collide_point is inconsistent, stub does not have parameter "y"',
    "kivy.uix.stencilview.Curtain is not present at runtime",
    "kivy.uix.boxlayout.BoxLayout has no gap",
    "kivy.input.motionevent.MotionEvent has no is_nervous",
    "kivy.graphics.Line has no round",
]


def test_lies_are_found(tmp_path: Path) -> None:
    lying = tmp_path / "typings"
    shutil.copytree(TYPINGS, lying)
    for name, (truth, lie) in LIES.items():
        file = lying / "kivy" / name
        told = file.read_text(encoding="utf-8")
        assert truth in told
        file.write_text(told.replace(truth, lie), encoding="utf-8")
    found = looked_at(lying)
    assert found.returncode == 1
    assert sorted(found.stdout.splitlines()) == sorted(FOUND)
