"""`companion doctor`: what it says of a computer and of a tower, and that it has words for all of it."""

import io
import json
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from companion.tower import Choice, PortBusy, SeveralTowers, TowerNotFound, TowerSilent, doctor, examination
from companion.tower.backends.simulated import SimulatedBoard
from companion.tower.contract import Diagnosis
from companion.tower.doctor import Computer, examine, look_at_machine
from companion.tower.examination import BuildStep, Finding, Verdict, look_at_tower
from companion.tower.firmware_image import shipped
from companion.tower.kiosk import GROUPS, PROGRAMS, Kiosk, look_at_kiosk
from companion.tower.tower import Tower
from companion.words import Words, languages

GOOD = Computer(
    python=(3, 12),
    libraries=frozenset({"kivy", "serial", "gpiozero"}),
    environment={"DISPLAY": ":0"},
    system="Linux",
    ports={"/dev/ttyUSB0": True},
)


ALL = GOOD.libraries | {"rpi_hardware_pwm", "lgpio"}


def keys(findings: object, verdict: Verdict | None = None) -> set[str]:
    assert hasattr(findings, "__iter__")
    return {f.key for f in findings if verdict is None or f.verdict is verdict}


def opened(prepare: Callable[[SimulatedBoard], object] = lambda _: None) -> Tower:
    board = SimulatedBoard(seed=1, speed=None)
    prepare(board)
    tower = Tower(board)
    tower.open()
    return tower


def test_a_good_computer_has_nothing_wrong() -> None:
    assert keys(look_at_machine(GOOD), Verdict.WRONG) == set()


@pytest.mark.parametrize(
    ("change", "key", "verdict"),
    [
        ({"python": (3, 10)}, "python-wrong", Verdict.WRONG),
        ({"libraries": frozenset({"serial"})}, "kivy-none", Verdict.NOTE),
        ({"libraries": frozenset({"kivy"})}, "serial-none", Verdict.WRONG),
        ({"bits": 32}, "bits-wrong", Verdict.WRONG),
        ({"python": (3, 14), "libraries": frozenset({"serial"})}, "kivy-python", Verdict.NOTE),
        ({"environment": {}}, "display-none", Verdict.NOTE),
        ({"environment": {"WAYLAND_DISPLAY": "wayland-0"}}, "display-fine", Verdict.FINE),
        ({"environment": {}, "system": "Windows"}, "display-fine", Verdict.FINE),
        ({"ports": {}}, "ports-none", Verdict.NOTE),
        ({"ports": {}, "grabbed": True}, "port-grabbed", Verdict.WRONG),
        ({"ports": {"/dev/ttyACM0": False}}, "port-forbidden", Verdict.WRONG),
        ({"pi": "Pi 5"}, "gpio-coarse", Verdict.NOTE),
        ({"pi": "Pi 5", "libraries": GOOD.libraries - {"gpiozero"}}, "gpio-library", Verdict.NOTE),
        ({"pi": "Pi 5", "libraries": GOOD.libraries | {"rpi_hardware_pwm"}}, "gpio-lgpio", Verdict.NOTE),
        ({"pi": "Pi 5", "libraries": ALL, "overlay": "dtoverlay=…"}, "gpio-overlay", Verdict.NOTE),
        ({"pi": "Pi 5", "libraries": ALL}, "gpio-fine", Verdict.FINE),
    ],
)
def test_what_a_computer_lacks_is_named(change: dict[str, object], key: str, verdict: Verdict) -> None:
    findings = list(look_at_machine(replace(GOOD, **change)))  # type: ignore[arg-type]
    assert verdict in {f.verdict for f in findings if f.key == key}, findings


def test_a_sound_tower_is_sound_and_said_to_be_pretended() -> None:
    with opened() as tower:
        findings = list(look_at_tower(tower))
    assert keys(findings, Verdict.WRONG) == set()
    fine = {"tower-fine", "beams-fine", "tower.servo.fits", "cubes-fine", "ring-fitted"}
    assert fine | {"tower-pretended"} <= keys(findings)


def test_the_doctor_never_moves_the_tower() -> None:
    with opened() as tower:
        before = tower.board.condition().pulse
        list(look_at_tower(tower))
        assert tower.board.condition().pulse == before
        assert tower.board.running().counts == (0,) * 7


def test_blind_beams_are_named_by_their_outlet() -> None:
    def spoil(board: SimulatedBoard) -> None:
        board.stuck_dark.add(2)
        board.stuck_clear.add(5)

    with opened(spoil) as tower:
        findings = list(look_at_tower(tower))
    assert Finding("beam-dark", Verdict.WRONG, {"outlet": 2}) in findings
    assert Finding("beam-light", Verdict.WRONG, {"outlet": 5}) in findings
    assert "beams-fine" not in keys(findings)


def test_what_the_board_noticed_of_itself_is_told() -> None:
    with opened() as tower:
        assert "board-fine" in keys(look_at_tower(tower), Verdict.FINE)
    with opened(lambda board: setattr(board.firmware, "watchdogs", 2)) as tower:
        assert Finding("board-hung", Verdict.WRONG, {"n": 2}) in list(look_at_tower(tower))
    ill = examination._look_at_board(Diagnosis(7200, 10, 3, 1, 5, 0))
    assert keys(ill) == {"board-stack", "board-line", "board-dropped", "board-fine"}


def test_a_board_that_lost_its_settings_wants_calibration() -> None:
    with opened(SimulatedBoard.lose_settings) as tower:
        assert {"servo-nominal", "cubes-few"} <= keys(look_at_tower(tower), Verdict.WRONG)


def test_a_difference_between_tower_and_file_is_told() -> None:
    with opened() as tower:
        tower.differences = ("eras",)
        assert "calibration-differs" in keys(look_at_tower(tower), Verdict.WRONG)


def refuse(fault: Exception) -> Callable[[Choice], Tower]:
    def open_it(_: Choice) -> Tower:
        raise fault

    return open_it


OLDER = [("1.0.0", True), (shipped().name, False), ("simulated", False)]


@pytest.mark.parametrize(("firmware", "older"), OLDER)
def test_an_older_firmware_is_named(firmware: str, older: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    with opened() as tower:
        identity = replace(tower.identity, firmware=firmware)
        monkeypatch.setattr(Tower, "identity", identity)
        assert ("firmware-older" in keys(look_at_tower(tower), Verdict.WRONG)) == older


def test_no_tower_is_no_mistake_unless_one_was_named() -> None:
    missing = refuse(TowerNotFound("no-tower"))
    assert keys(examine(Choice(), GOOD, missing), Verdict.WRONG) == set()
    assert "tower-none" in keys(examine(Choice(), GOOD, missing), Verdict.NOTE)
    assert "tower.error.not_found" in keys(examine(Choice("port", "/dev/x"), GOOD, missing), Verdict.WRONG)


def test_two_towers_are_one_too_many() -> None:
    several = refuse(SeveralTowers(found="/dev/a, /dev/b"))
    assert "tower.error.several" in keys(examine(Choice(), GOOD, several), Verdict.WRONG)


@pytest.mark.parametrize("fault", [TowerSilent("nothing came"), PortBusy(port="/dev/ttyUSB0")])
def test_a_fault_is_told_in_the_drivers_own_words(fault: PortBusy | TowerSilent) -> None:
    assert fault.advice in keys(examine(Choice("port", "/dev/ttyUSB0"), GOOD, refuse(fault)), Verdict.WRONG)


@pytest.mark.parametrize("lang", languages())
def test_every_finding_has_its_sentence(lang: str) -> None:
    words = Words(lang, ["doctor"])
    source = "".join(Path(one.__file__).read_text(encoding="utf-8") for one in (doctor, examination))
    named = set(re.findall(r'Finding\("([a-z-]+)"', source))
    named |= {key for pair in re.findall(r'"([a-z-]+)" if \w+ else "([a-z-]+)"', source) for key in pair}
    named |= {f"{word}-{end}" for word in ("kivy", "serial") for end in ("fine", "none")}
    named |= {"python-fine", "python-wrong", "well", "ill"}
    assert len(named) > 20
    assert {key for key in named if f"doctor.{key}" not in words} == set()


def test_the_command_prints_its_findings_and_tells_by_its_exit_code(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Computer, "here", classmethod(lambda _: replace(GOOD, ports={"/dev/ttyUSB0": False})))
    out = io.StringIO()
    areas = ["tower", "doctor", "help"]
    code = doctor.main(["--simulated"], lambda lang: Words(lang or "en", areas).say, out)
    lines = out.getvalue().splitlines()
    assert code == 1
    assert any(line.startswith("✗ You may not open /dev/ttyUSB0") for line in lines)
    assert lines[-1].startswith("1 thing needs you")
    assert "‹" not in out.getvalue(), "a sentence or a parameter is missing"


def half_built(step: BuildStep) -> set[str]:
    """A board without ring or calibration on it, as it lies on the table after its soldering."""

    def bare(board: SimulatedBoard) -> None:
        board.stuck_dark.update(range(7))
        board.lose_settings()

    return keys(examine(Choice("simulated"), GOOD, lambda _: opened(bare), step), Verdict.WRONG)


def test_a_half_built_tower_is_looked_at_as_far_as_it_is_built() -> None:
    assert half_built(BuildStep.COMPUTER) == set()
    assert half_built(BuildStep.BOARD) == set()
    assert half_built(BuildStep.RING) == {"beam-dark"}
    assert half_built(BuildStep.ALL) > half_built(BuildStep.RING)


def test_who_builds_a_tower_is_told_that_none_answers() -> None:
    def nobody(_: Choice) -> Tower:
        raise TowerNotFound

    assert keys(examine(Choice("found"), GOOD, nobody), Verdict.WRONG) == set()
    assert keys(examine(Choice("found"), GOOD, nobody, BuildStep.COMPUTER), Verdict.WRONG) == set()
    assert keys(examine(Choice("found"), GOOD, nobody, BuildStep.BOARD), Verdict.WRONG) == {
        TowerNotFound.advice
    }


@pytest.mark.parametrize("lang", languages())
@pytest.mark.parametrize("step", BuildStep)
def test_after_a_good_step_the_next_one_is_named(
    step: BuildStep, lang: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Computer, "here", classmethod(lambda _: GOOD))
    monkeypatch.setattr(doctor, "look_at_tower", lambda *_: iter(()))
    out = io.StringIO()
    say = Words(lang, ["tower", "doctor", "help"]).say
    assert doctor.main(["--simulated", "--step", step], lambda _: say, out) == 0
    assert out.getvalue().splitlines()[-1] == say(f"doctor.after-{step}", {})
    assert "‹" not in out.getvalue()


LAID = Kiosk(frozenset(PROGRAMS), frozenset(GROUPS), frozenset(GROUPS), True, True)


@pytest.mark.parametrize(
    ("change", "wrong"),
    [
        ({}, set()),
        ({"programs": frozenset()}, {"kiosk-programs-none"}),
        ({"groups": frozenset({"video"})}, {"kiosk-groups-none"}),
        ({"groups": frozenset(), "known": frozenset({"dialout"})}, {"kiosk-groups-none"}),
        ({"installed": False, "enabled": False}, {"kiosk-unit-none"}),
        ({"enabled": False}, {"kiosk-unit-off"}),
    ],
)
def test_what_a_kiosk_lacks_is_named(change: dict[str, object], wrong: set[str]) -> None:
    found = list(look_at_kiosk(LAID._replace(**change)))  # type: ignore[arg-type]
    assert {key for key, fine, _ in found if not fine} == wrong
    assert len(found) == 3


def test_the_doctor_looks_at_a_kiosk_when_asked() -> None:
    said = io.StringIO()
    say = Words("en", ["tower", "doctor", "help"]).say
    doctor.main(["--kiosk", "--simulated", "--json"], lambda _: say, said)
    rows = [json.loads(line)["key"] for line in said.getvalue().splitlines()]
    assert sum(key.startswith("kiosk-") for key in rows) == 3
