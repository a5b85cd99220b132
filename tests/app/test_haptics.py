"""A device that can buzz does so at great moments: what is asked of Android, and that nothing else is."""

from types import SimpleNamespace

import pytest

from companion.app import haptics
from companion.app.stage.script import LONGEST


class Motor:
    def __init__(self) -> None:
        self.asked: list[tuple[str, int]] = []

    def jnius(self, name: str) -> SimpleNamespace:
        assert name == "jnius"
        return SimpleNamespace(autoclass=self.autoclass)

    def autoclass(self, name: str) -> SimpleNamespace:
        assert name == "org.kivy.android.PythonActivity"
        return SimpleNamespace(mActivity=SimpleNamespace(getSystemService=self.service))

    def service(self, name: str) -> SimpleNamespace:
        return SimpleNamespace(vibrate=lambda long: self.asked.append((name, long)))


@pytest.mark.parametrize("kind", LONGEST)
def test_the_motor_runs_at_great_moments_alone_and_for_a_part_of_a_second(kind, monkeypatch) -> None:
    motor = Motor()
    monkeypatch.setattr(haptics, "platform", "android")
    monkeypatch.setattr(haptics, "import_module", motor.jnius)
    haptics.buzz(kind)
    assert motor.asked == ([] if kind == "routine" else [("vibrator", haptics.BUZZ[kind])])
    assert all(0 < long <= 250 for _, long in motor.asked)


def test_where_there_is_no_motor_nothing_happens(monkeypatch) -> None:
    def none(_name: str) -> SimpleNamespace:
        raise ImportError("no bridge")

    monkeypatch.setattr(haptics, "import_module", none)
    monkeypatch.setattr(haptics, "platform", "android")
    haptics.buzz("great")


def test_elsewhere_nothing_of_android_is_asked_for(monkeypatch) -> None:
    motor = Motor()
    monkeypatch.setattr(haptics, "import_module", motor.jnius)
    monkeypatch.setattr(haptics, "platform", "linux")
    for kind in LONGEST:
        haptics.buzz(kind)
    assert motor.asked == []
