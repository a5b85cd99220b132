"""Writing firmware and sharing a port, step by step and at once: a bootloader in memory, avrdude's words."""

from __future__ import annotations

import io
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import serial

from companion.tower import FlashFailed, TowerNotFound, WrongBoard, upkeep
from companion.tower.backends import flashing, ports, sharing, stk500
from companion.tower.console import main
from companion.tower.contract import Identity
from companion.tower.errors import TowerSilent, WrongFirmware
from companion.tower.firmware_image import PAGE, STANDS_STILL, FirmwareImage, Part, read_hex, shipped

IMAGE = FirmwareImage((1, 2, 3), "rev", bytes(n * 7 % 251 for n in range(3 * PAGE)))


class Chip:
    """An ATmega328P behind Optiboot, as a port: docs of STK500 say what each command means."""

    def __init__(self, baud: int = 115200) -> None:
        self.baud, self.speaks = baud, True
        self.signature, self.flash = b"\x1e\x95\x0f", bytearray(b"\xff" * 0x7000)
        self.lines: list[bool] = []
        self.entered = self.left = False
        self.deaf = 0  # commands that go unanswered before it begins to answer
        self.spoils: int | None = None  # an address at which the flash is worn out
        self.opened: list[tuple[int, Any]] = []
        self._at, self._answer = 0, b""
        self._given: dict[str, Any] = {}
        self.timeout: float | None = None

    def __call__(self, port: str, baud: int, **given: Any) -> Chip:
        self.opened.append((baud, given))
        self.speaks = baud == self.baud
        return self

    def __enter__(self) -> Chip:
        return self

    def __exit__(self, *_: object) -> None:
        """Closed."""

    @property
    def dtr(self) -> bool:
        return self.lines[-1]

    @dtr.setter
    def dtr(self, on: bool) -> None:
        self.lines.append(on)

    rts = dtr

    def reset_input_buffer(self) -> None:
        self._answer = b""

    def read(self, number: int) -> bytes:
        heard, self._answer = self._answer[:number], self._answer[number:]
        return heard

    def write(self, said: bytes) -> None:
        assert said[-1:] == b" "
        if not self.speaks or self.deaf > 0:
            self.deaf -= 1
            return
        kind, rest, answer = said[:1], said[1:-1], b""
        if kind == b"\x75":
            answer = self.signature
        elif kind == b"\x50":
            self.entered = True
        elif kind == b"\x51":
            self.left = True
        elif kind == b"\x55":
            assert len(rest) == 2
            self._at = 2 * int.from_bytes(rest, "little")
        elif kind == b"\x64":
            assert self.entered
            assert (rest[2:3], int.from_bytes(rest[:2], "big")) == (b"F", len(rest) - 3)
            self.flash[self._at : self._at + len(rest) - 3] = rest[3:]
            if self.spoils is not None:
                self.flash[self.spoils] = 0
            self._at += len(rest) - 3  # as that of older Nanos does
        elif kind == b"\x74":
            assert (len(rest), rest[2:]) == (3, b"F")
            answer = bytes(self.flash[self._at : self._at + int.from_bytes(rest[:2], "big")])
        self._answer += b"\x14" + answer + b"\x10"


@pytest.fixture
def chip(monkeypatch: pytest.MonkeyPatch) -> Chip:
    made = Chip()
    monkeypatch.setattr(serial, "Serial", made)
    monkeypatch.setattr(stk500.time, "sleep", lambda seconds: None)
    monkeypatch.setattr(flashing, "_greeted", lambda port, image: image.name)
    return made


@pytest.mark.parametrize(("baud", "opened"), [(115200, [115200]), (57600, [115200, 57600])])
def test_every_page_is_written_read_back_and_told(chip: Chip, baud: int, opened: list[int]) -> None:
    chip.baud = baud
    told: list[tuple[int, int]] = []
    done = flashing.flash("p", IMAGE, lambda done, of: told.append((done, of)), writer="own")
    assert done == "1.2.3"
    assert bytes(chip.flash[: 3 * PAGE]) == IMAGE.data
    assert chip.left
    assert told == [(PAGE * n, 4 * PAGE) for n in range(1, 5)]
    assert [one for one, _ in chip.opened] == opened
    given = {"timeout": 0.2, "write_timeout": 2, "exclusive": True}
    assert [about for _, about in chip.opened] == [given] * len(opened)
    assert chip.lines == [False, False, True, True] * len(opened)
    assert chip.timeout == stk500.PATIENCE


def test_the_order_keeps_a_half_written_board_from_starting(chip: Chip) -> None:
    def cut(done: int, of: int) -> None:
        if done == 2 * PAGE:
            raise OSError("pulled")

    with pytest.raises(FlashFailed):
        flashing.flash("none", IMAGE, cut, writer="own")
    assert bytes(chip.flash[:PAGE]) == STANDS_STILL


def test_a_bootloader_must_answer_twice_in_a_row(chip: Chip) -> None:
    loader = stk500.Bootloader(chip)  # type: ignore[arg-type]
    for deaf, synced in ((0, True), (6, True), (7, False), (8, False)):
        chip.deaf = deaf
        assert loader.sync() is synced, deaf


def test_nobody_answers_at_either_speed(chip: Chip) -> None:
    chip.baud = 9600
    with pytest.raises(WrongBoard) as raised:
        flashing.flash("p", IMAGE, writer="own")
    assert raised.value.params["port"] == "p"
    assert [one for one, _ in chip.opened] == list(flashing.BAUDS)


def test_another_chip_and_a_worn_page_are_named(chip: Chip) -> None:
    chip.spoils = 2 * PAGE + 5
    with pytest.raises(FlashFailed) as worn:
        flashing.flash("none", IMAGE, writer="own")
    assert (worn.value.params["page"], worn.value.params["port"]) == (f"{2 * PAGE:#06x}", "none")
    chip.signature = b"\x1e\x98\x01"
    with pytest.raises(WrongBoard):
        flashing.flash("none", IMAGE, writer="own")


def test_a_computer_that_came_too_late_tries_again_while_the_port_is_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    port = tmp_path / "tty"
    port.touch()
    tried: list[str] = []

    def fails(where: str, image: object, tell: object = None) -> None:
        tried.append(where)
        raise FlashFailed("late", port=where)

    for name, writer in (("_by_ourselves", "own"), ("_by_avrdude", "avrdude")):
        monkeypatch.setattr(flashing, name, fails)
        with pytest.raises(FlashFailed):
            flashing.flash(str(port), IMAGE, writer=writer)  # type: ignore[arg-type]
    assert tried == [str(port)] * 2 * flashing.TRIES
    port.unlink()
    with pytest.raises(FlashFailed):
        flashing.flash(str(port), IMAGE, writer="own")
    assert len(tried) == 2 * flashing.TRIES + 1


@pytest.mark.parametrize(
    ("codes", "says", "fault", "detail"),
    [
        ([0], "", None, ""),
        ([1, 0], "stk500_recv(): not in sync", None, ""),
        ([1, 1], "stk500_recv(): NOT IN SYNC\n", WrongBoard, "no-bootloader"),
        ([1], "Expected signature for ATmega328P is …", WrongBoard, "other-chip"),
        ([1], "expected something\n\nverification error\n \n", FlashFailed, "verification error"),
        ([1], "\n", FlashFailed, "avrdude-failed"),
    ],
)
def test_what_avrdude_says_is_understood(
    monkeypatch: pytest.MonkeyPatch, codes: list[int], says: str, fault: type[Exception] | None, detail: str
) -> None:
    ran: list[list[str]] = []
    written: list[bytes] = []

    def run(words: list[str], **about: Any) -> Any:
        assert about == {"capture_output": True, "text": True, "timeout": 90, "check": False}
        ran.append(words)
        flash = [word.split(":")[2] for word in words if word.startswith("flash:w:")]
        written[:] = [Path(one).read_bytes() for one in flash]
        return SimpleNamespace(returncode=codes[len(ran) - 1], stderr=says)

    monkeypatch.setattr(subprocess, "run", run)
    if fault is None:
        flashing._by_avrdude("p", IMAGE)
    else:
        with pytest.raises(fault) as raised:
            flashing._by_avrdude("p", IMAGE)
        assert str(raised.value) == detail
    bauds = [words[words.index("-b") + 1] for words in ran]
    assert bauds == [str(baud) for baud in flashing.BAUDS[: len(codes)]]
    assert ran[0][:10] == ["avrdude", "-q", "-c", "arduino", "-p", "m328p", "-D", "-P", "p", "-b"]
    assert written == [part.as_hex().encode() for part in IMAGE.parts()]


def test_avrdude_that_never_ends_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    def run(words: list[str], **about: Any) -> Any:
        raise subprocess.TimeoutExpired(words, about["timeout"])

    monkeypatch.setattr(subprocess, "run", run)
    with pytest.raises(FlashFailed):
        flashing._by_avrdude("p", IMAGE)


@pytest.mark.parametrize(("version", "fits"), [((1, 2, 3), True), ((1, 2, 4), False)])
def test_the_new_firmware_says_who_it_is(
    monkeypatch: pytest.MonkeyPatch, version: tuple[int, ...], fits: bool
) -> None:
    closed: list[bool] = []
    monkeypatch.setattr(
        flashing, "open_line", lambda port, recorder: SimpleNamespace(close=lambda: closed.append(True))
    )
    monkeypatch.setattr(flashing, "greet", lambda line, port: (SimpleNamespace(firmware=version), 1))
    if fits:
        assert flashing._greeted("p", IMAGE) == "1.2.3"
    else:
        with pytest.raises(FlashFailed) as raised:
            flashing._greeted("p", IMAGE)
        assert raised.value.params["firmware"] == "1.2.4"
    assert closed == [True]


def test_a_hex_file_as_intel_writes_it() -> None:
    assert Part(0x0100, bytes(range(18))).as_hex().splitlines() == [
        ":10010000000102030405060708090A0B0C0D0E0F77",
        ":020110001011CC",
        ":00000001FF",
    ]
    data = bytes(range(200))
    assert read_hex(Part(0, data).as_hex()) == data.ljust(2 * PAGE, b"\xff")
    assert [(at, len(page)) for at, page in Part(64, data).pages()] == [(64, 128), (192, 72)]


# ---------------------------------------------------------------- the commands


def say(key: str, params: Any) -> str:
    return " ".join([key, *(f"{name}={value}" for name, value in params.items())])


def companion_tower(*argv: str) -> tuple[int, list[str]]:
    out = io.StringIO()
    code = main(argv, lambda _: say, out)
    return code, out.getvalue().splitlines()


@pytest.fixture
def flashed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[str]:
    """Ports that were written to."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    found: list[str] = []

    def write(port: str, image: FirmwareImage, progress: Callable[[int, int], None]) -> str:
        found.append(port)
        progress(1, 2)
        return image.name

    monkeypatch.setattr(flashing, "flash", write)
    return found


def answers(monkeypatch: pytest.MonkeyPatch, identity: Identity | None = None, fault: Any = None) -> None:
    monkeypatch.setattr(ports, "probe", lambda port: SimpleNamespace(identity=identity, fault=fault))


def test_an_older_tower_is_written_and_a_current_one_only_when_it_is_meant(
    monkeypatch: pytest.MonkeyPatch, flashed: list[str]
) -> None:
    answers(monkeypatch, Identity("serial", "/dev/t", firmware="0.0.1"))
    version = shipped().name
    written = [f"tower.flash.{one} port=/dev/t version={version}" for one in ("writing", "done")]
    assert companion_tower("flash", "/dev/t") == (0, written)
    answers(monkeypatch, Identity("serial", "/dev/t", firmware=version))
    current = f"tower.flash.current port=/dev/t firmware={version} version={version}"
    assert companion_tower("flash", "/dev/t") == (0, [current])
    assert flashed == ["/dev/t"]
    assert companion_tower("flash", "/dev/t", "--again") == (0, written)
    answers(monkeypatch, fault=WrongFirmware("other-protocol", theirs=9, ours=1))
    assert companion_tower("flash", "/dev/t") == (0, written)
    assert flashed == ["/dev/t"] * 3


def test_a_silent_port_is_written_only_when_its_name_is_typed_again(
    monkeypatch: pytest.MonkeyPatch, flashed: list[str]
) -> None:
    answers(monkeypatch, fault=TowerSilent("nothing-answers", port="/dev/t"))
    for typed, code in (("/dev/x\n", 1), ("/dev/t\n", 0)):
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        found, told = companion_tower("flash", "/dev/t")
        assert found == code
        assert told[0].startswith("tower.flash.confirm port=/dev/t fault=tower.error.silent")
        assert told[-1].startswith("tower.flash.done" if code == 0 else "tower.flash.left port=/dev/t")
    assert flashed == ["/dev/t"]
    answers(monkeypatch, fault=TowerNotFound("cable-out", port="/dev/t"))
    assert companion_tower("flash", "/dev/t")[0] == 1
    assert flashed == ["/dev/t"]


def test_without_a_port_the_only_tower_is_meant_even_an_outdated_one(
    monkeypatch: pytest.MonkeyPatch, flashed: list[str]
) -> None:
    outdated = SimpleNamespace(
        port="/dev/o", identity=None, fault=WrongFirmware("other-protocol", theirs=9, ours=1), description=""
    )
    monkeypatch.setattr(ports, "find_towers", lambda known: [outdated])
    assert companion_tower("flash")[0] == 0
    assert flashed == ["/dev/o"]


@pytest.mark.parametrize(
    ("host", "shown", "loopback"), [("127.0.0.1", "127.0.0.1", True), ("0.0.0.0", "here", False)]
)
def test_sharing_tells_its_address_and_asks_before_another_takes_over(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, host: str, shown: str, loopback: bool
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setattr(upkeep.socket, "gethostname", lambda: "here")
    closed: list[bool] = []
    agreed: list[bool] = []

    class Sharing:
        def __init__(self, port: str, host: str, tcp: int, word: str, agree: Any, tell: Any) -> None:
            assert (port, tcp, word) == ("/dev/t", 4444, "abc")
            self.address, self._agree, self._tell = f"{host}:4444", agree, tell

        def serve(self) -> None:
            for typed in ("y\n", "Oui\n", "ja\n", "n\n", ""):
                monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
                agreed.append(self._agree("1.2.3.4"))
            self._tell("joined", "1.2.3.4")

        def close(self) -> None:
            closed.append(True)

    monkeypatch.setattr(sharing, "Sharing", Sharing)
    words = ("share", "/dev/t", "--host", host, "--tcp", "4444", "--word", "abc")
    code, told = companion_tower(*words)
    assert (code, agreed, closed) == (0, [True, True, True, False, False], [True])
    assert told[0] == f"tower.share.waiting port=/dev/t url=tower://abc@{shown}:4444"
    assert ("tower.share.loopback" in told) is loopback
    assert told[-1] == "tower.share.joined address=1.2.3.4"
