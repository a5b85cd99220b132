"""What stands around a tower: the emulator's orders, ports that are asked, a guard, the doctor's looks."""

import os
import shutil
import subprocess
import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from serial.tools import list_ports

from companion.tower import console, doctor, emulator
from companion.tower.backends import pi_pwm, ports
from companion.tower.commands import People
from companion.tower.errors import TowerSilent
from companion.tower.readings import BeamBroken, StillWaiting, ThrownEarly, ThrowNow

# ---------------------------------------------------------------- the emulator


def test_the_emulator_gets_a_tower_as_it_is_written_down() -> None:
    words = emulator.command_line("/l", "/c")
    assert words[1:5] == ["--link", "/l", "--control", "/c"]
    ring = dict(zip(words[5:-1:2], words[6:-1:2], strict=True))
    assert ring == {
        "--ring": "642.9,928.6,1214.3,1500.0,1785.7,2071.4,2357.1",
        "--ring-width": "22.2",  # 4° at the tower: 2000 µs for 360°
        "--ring-codes": "1,3,2,6,7,5,4",
    }
    words = emulator.command_line("/l", "/c", ring=False, reset_on_open=False, speed=2, seed=5, firmware="/f")
    assert words[5:] == ["--speed", "2", "--seed", "5", "--no-reset-on-open", "/f"]
    assert "--no-reset-on-open" not in emulator.command_line("/l", "/c", reset_on_open=True, ring=False)


@pytest.mark.parametrize(
    ("tools", "codes", "mistake"),
    [
        (True, [0, 0], ""),
        (False, [0, 0], "tower.emulator.no-tools"),
        (True, [1, 0], "tower.emulator.no-tools"),
        (True, [0, 2], "tower.emulator.not-built"),
    ],
)
def test_why_there_is_no_emulator_is_said(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, tools: bool, codes: list[int], mistake: str
) -> None:
    monkeypatch.setattr(emulator, "FIRMWARE", tmp_path)
    with pytest.raises(emulator.EmulatorMissing) as missing:
        emulator.build()
    assert missing.value.advice == "tower.emulator.no-source"
    (tmp_path / "Makefile").touch()
    ran: list[list[str]] = []

    def run(words: list[str], **about: Any) -> Any:
        ran.append(words)
        assert about["check"] is False
        return SimpleNamespace(returncode=codes[len(ran) - 1], stderr="a\nthe reason\n")

    monkeypatch.setattr(shutil, "which", lambda tool: "/bin/tool" if tools else None)
    monkeypatch.setattr(subprocess, "run", run)
    if not mistake:
        emulator.build()
        assert [words[0] for words in ran] == ["pkg-config", "make"]
        return
    with pytest.raises(emulator.EmulatorMissing) as missing:
        emulator.build()
    assert missing.value.advice == mistake
    if mistake.endswith("built"):
        assert missing.value.params["why"] == "the reason"
    else:
        assert (missing.value.params["missing"] == "libsimavr") is tools


def test_a_program_becomes_the_emulator(monkeypatch: pytest.MonkeyPatch) -> None:
    became: list[Any] = []
    monkeypatch.setattr(emulator, "build", lambda: became.append("built"))
    monkeypatch.setattr(os, "execv", lambda program, words: became.append((program, words)))
    emulator.become_emulator("/l", "/c")
    usual = emulator.command_line("/l", "/c")
    assert became == ["built", (usual[0], [*usual[:-1], "--with-parent", usual[-1]])]


def test_orders_to_the_emulator_are_those_of_its_manual() -> None:
    asked: list[str] = []
    answers = {"time": "ok 12", "run": "ok 7 9", "servo": "ok 0 1500.5", "drop": "ok 4 99", "bad": "error no"}

    class Socket:
        def sendall(self, said: bytes) -> None:
            asked.append(said.decode())

    def answer() -> str:
        word = asked[-1].split()[0]
        return answers.get(word, "ok 1:2 3:4") + "\n" if word != "gone" else ""

    board = object.__new__(emulator.Emulator)
    board._socket = Socket()  # type: ignore[assignment]
    board._answers = SimpleNamespace(readline=answer)  # type: ignore[assignment]
    board.link = Path("/l")
    assert (board.time(), board.run(5), board.run(5, 3)) == (12, 9, 9)
    assert board.servo() == (0.0, 1500.5)
    assert board.drop("t", 2) == (4, 99)
    assert board.servo_pulses() == board.servo_track() == [(1.0, 2.0), (3.0, 4.0)]
    board.pulse(1, 200)
    board.pulse(1, 200, 0)
    board.reset()
    board.power(on=True)
    board.power(on=False)
    board.pull_cable()
    board.plug_cable()
    assert board.link == Path("/l")
    board.plug_cable("/m")
    assert board.link == Path("/m")
    assert "".join(asked).splitlines() == [
        "time", "run 5", "run 5 3", "servo", "drop t 2 +0", "pulses", "track", "pulse 1 200", "pulse 1 200 0",
        "reset", "power on", "power off", "cable pull", "cable plug", "cable plug /m",
    ]  # fmt: skip
    for word, said in (("bad", "no"), ("gone", "emulator-gone")):
        with pytest.raises(emulator.EmulatorRefused) as refused:
            board.ask(word)
        assert str(refused.value) == said


# ---------------------------------------------------------------- ports, pins, the doctor


def port(device: str, vid: int, pid: int, description: str = "") -> Any:
    return SimpleNamespace(device=device, vid=vid, pid=pid, description=description)


def test_named_ports_and_those_of_known_boards_are_asked_once_and_the_others_left(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    for name in ("a", "b", "c"):
        (tmp_path / name).touch()
    (tmp_path / "same").symlink_to(tmp_path / "a")
    there = [
        port(f"{tmp_path}/a", 0x1A86, 0x7523, "serial"),
        port(f"{tmp_path}/b", 0x1A86, 0x7524),
        port(f"{tmp_path}/c", 0x0403, 0x6001),
    ]
    monkeypatch.setattr(list_ports, "comports", lambda: there)
    asked: list[tuple[str, str]] = []

    def probe(where: str, description: str = "") -> ports.FoundPort:
        asked.append((where, description))
        return ports.FoundPort(where, description, fault=TowerSilent("x", port=where))

    monkeypatch.setattr(ports, "probe", probe)
    found = ports.find_towers([f"{tmp_path}/same"])
    assert asked == [(f"{tmp_path}/same", "serial"), (f"{tmp_path}/c", "")]
    assert [one.port for one in found if one.fault is None] == [f"{tmp_path}/b"]
    assert ports.candidates() == [f"{tmp_path}/a", f"{tmp_path}/c"]


@pytest.mark.parametrize(
    ("vendor", "product", "there"),
    [("1a86", "7523", True), ("1A86\n", "5523\n", True), ("1a86", "55d4", False), ("xx", "7523", False)],
)
def test_a_ch340_is_seen_on_the_bus_even_without_a_port(
    tmp_path: Path, vendor: str, product: str, there: bool
) -> None:
    assert not ports.ch340_on_usb(tmp_path)
    for name, pair in (("0-0", ("0000", "zz")), ("1-1", (vendor, product))):
        (tmp_path / name).mkdir()
        (tmp_path / name / "idVendor").write_text(pair[0])
        (tmp_path / name / "idProduct").write_text(pair[1])
    assert ports.ch340_on_usb(tmp_path) is there


def test_the_guard_takes_the_pulses_off_when_its_program_ends(tmp_path: Path) -> None:
    enable = tmp_path / "pwmchip2" / "pwm1" / "enable"
    enable.parent.mkdir(parents=True)
    enable.write_text("1")
    guard = pi_pwm.Guard(2, 1, tmp_path)
    assert os.getsid(guard._process.pid) != os.getsid(0), "a signal to all of the terminal must not end it"
    time.sleep(0.01)
    assert enable.read_text() == "1"
    guard.close()
    assert enable.read_text() == "0"
    assert guard._process.returncode == 0


def test_the_doctor_looks_for_what_takes_a_port_and_for_a_pi_s_overlay(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(doctor, "BRLTTY", tmp_path / "brltty")
    monkeypatch.setattr(ports, "ch340_on_usb", lambda: True)
    assert doctor._grabbed() is False
    (tmp_path / "brltty").touch()
    assert doctor._grabbed() is True
    lacking = {"": "", "Raspberry Pi 5 Model B": pi_pwm.OVERLAY_PI5, "Raspberry Pi 4": pi_pwm.OVERLAY}
    for chip in (None, 0, 2):
        monkeypatch.setattr(pi_pwm, "chip", lambda pi5, chip=chip: chip)
        for model, line in lacking.items():
            assert doctor._overlay(model) == (line if chip is None else "")
    (tmp_path / "ours").touch()
    monkeypatch.setattr(ports, "every_port", lambda: [str(tmp_path / "ours"), str(tmp_path / "none")])
    assert doctor._ports() == {str(tmp_path / "ours"): True, str(tmp_path / "none"): False}
    assert doctor._installed("json")
    assert not doctor._installed("no_such_library")


# ---------------------------------------------------------------- people at the keyboard


class Ears:
    """A tower and a screen that only remember."""

    def __init__(self) -> None:
        self.heard: list[Any] = []

    def __getattr__(self, name: str) -> Any:
        return lambda *given, **about: self.heard.append((name, *given, *about.values()))


def test_an_enter_means_what_it_can_mean_just_then() -> None:
    tower, screen = Ears(), Ears()
    people = People(tower, screen, 3, hands_away=False)  # type: ignore[arg-type]
    people.hear(ThrownEarly(1))
    people.said("No")
    people.hear(ThrownEarly(1))
    people.said("")
    people.said("")
    people.said("")
    people.said("")
    assert tower.heard == [
        ("say_early", False), ("say_early", True), ("say_all_thrown",), ("end_drop",), ("end_drop",)
    ]  # fmt: skip
    assert [one for one in screen.heard if one[0] == "tell"] == [("tell", "tower.count.enter-early")] * 2


@pytest.mark.parametrize("hands_away", [True, False])
def test_who_throws_is_invited_and_each_cube_that_is_heard_is_told(hands_away: bool) -> None:
    tower, screen = Ears(), Ears()
    people = People(tower, screen, 3, hands_away)  # type: ignore[arg-type]
    people.hear(ThrowNow(1))
    assert len(screen.heard) == 1
    people.hear(ThrowNow(2))
    assert screen.heard[-1] == ("tell", "tower.count.invite")
    people.hear(BeamBroken(1, 0.0, 16.0, in_drop=True))
    people.hear(BeamBroken(1, 0.0, 16.0))
    people.hear(BeamBroken(1, 0.0, 16.0, in_drop=True, partial=True))
    people.hear(BeamBroken(1, 0.0, 16.0, in_drop=True))
    told = [one for one in screen.heard if one[:2] == ("tell", "tower.count.heard")]
    assert told == [("tell", "tower.count.heard", 1, 3), ("tell", "tower.count.heard", 2, 3)]
    assert screen.heard.count(("tone",)) == 2
    people.hear(StillWaiting(2, 3))
    assert tower.heard == [("say_all_thrown",)] * hands_away


@pytest.mark.parametrize("argv", [["--lang", "fr"], ["face", "--lang", "fr", "3"]])
def test_a_mistake_is_told_in_the_language_that_was_typed(argv: list[str]) -> None:
    assert console.typed_language(argv, ["en", "fr"]) == "fr"
    assert console.typed_language(argv, ["en"]) is None
    assert console.typed_language(argv, None) is None


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("3", 3),
        ("30", 30),
        ("1", 1),
        ("0", None),
        ("31", None),
        ("-1", None),
        ("²", None),
        ("0" * 17 + "5", 5),
    ],
)
def test_whole_numbers_between_two(text: str, number: int | None) -> None:
    parse = console._whole(1, 30)
    if number is None:
        with pytest.raises(ValueError):
            parse(text)
    else:
        assert parse(text) == number
    with pytest.raises(ValueError):
        parse("0" * 18 + "5")


@pytest.mark.parametrize(
    ("text", "speed", "seconds"),
    [
        ("0", 0.0, None),
        ("2.5", 2.5, 2.5),
        ("inf", None, float("inf")),
        ("nan", None, None),
        ("-1", None, None),
        ("x", None, None),
    ],
)
def test_speeds_and_seconds(text: str, speed: float | None, seconds: float | None) -> None:
    for parse, value in ((console._speed, speed), (console._seconds, seconds)):
        if value is None:
            with pytest.raises(ValueError):
                parse(text)
        else:
            assert parse(text) == value
