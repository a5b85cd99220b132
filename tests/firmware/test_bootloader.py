"""Behind a bootloader: what must survive a reset survives it, and a hang does not end in it."""

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.tower import wire_table as wire
from companion.tower.emulator import EmulatorMissing
from companion.tower.wire_table import Kept, ResetCause
from tests.firmware.host import Host
from tests.firmware.symbols import symbol

NewHost = Callable[..., Host]


@pytest.fixture(scope="module")
def bootloader(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("bootloader")
    elf, image = folder / "rude.elf", folder / "rude.hex"
    source = Path(__file__).with_name("rude_bootloader.S")
    link = ["-mmcu=atmega328p", "-nostartfiles", "-Wl,--section-start=.text=0x7800"]
    subprocess.run(["avr-gcc", *link, str(source), "-o", str(elf)], check=True)
    subprocess.run(["avr-objcopy", "-O", "ihex", "--set-start", "0", str(elf), str(image)], check=True)
    return image


@pytest.fixture
def booted(new_host: NewHost, bootloader: Path) -> Host:
    host = new_host(bootloader=bootloader)
    host.run(500_000)
    host.open()
    for outlet in (1, 2, 2):
        host.board.pulse(outlet, 16_000)
        host.run(50_000)
    return host


def test_counts_log_and_place_survive_it_and_the_cause_is_unknown(booted: Host) -> None:
    booted.face(1500)
    before = booted.counted()
    booted.board.reset()
    booted.run(500_000)
    hello = booted.open(nonce=1)
    assert hello.reset_cause == 0
    assert hello.kept == Kept.COUNTS | Kept.PLACE
    assert booted.counted() == before
    logged = booted.ask(wire.Log(0))
    assert isinstance(logged, wire.Logged)
    assert len(logged.entries) == 3


def test_a_hang_does_not_go_through_it(booted: Host) -> None:
    before, resets = booted.counted(), booted.board.ask("resets")
    booted.board.ask("jump", symbol("__stop_program"))
    booted.run(2_000_000)
    hello = booted.open(nonce=1)
    assert hello.reset_cause == ResetCause.WATCHDOG
    assert booted.counted() == before
    assert booted.board.ask("resets") == resets


def test_something_else_is_no_bootloader(new_host: NewHost, tmp_path: Path) -> None:
    with pytest.raises(EmulatorMissing):
        new_host(bootloader=tmp_path / "nothing.hex")
