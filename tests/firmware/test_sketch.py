"""The same files as an Arduino sketch: compiled with the IDE's flags, beside a core with its own main."""

import subprocess
from pathlib import Path

import pytest
import serial

from companion.tower import emulator, wire_table
from companion.tower.emulator import FIRMWARE, Emulator
from tests.firmware.host import take

FLAGS = ["-mmcu=atmega328p", "-DF_CPU=16000000L", "-Os", "-ffunction-sections", "-fdata-sections"]
CORE = 'extern "C" int main() { void setup(); void loop(); setup(); for (;;) loop(); }\n'


@pytest.mark.slow
def test_the_folder_is_an_arduino_sketch_that_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    emulator.build()
    assert (FIRMWARE / f"{FIRMWARE.name}.ino").exists()  # the IDE wants the folder's name

    def run(*words: str | Path) -> None:
        subprocess.run([str(word) for word in words], check=True)

    core, sketch, elf = tmp_path / "main.cpp", tmp_path / "sketch.cpp", tmp_path / "sketch.elf"
    core.write_text(CORE)
    sketch.write_text((FIRMWARE / "firmware.ino").read_text())
    run("avr-g++", "-c", *FLAGS, core, "-o", tmp_path / "main.o")
    run("avr-ar", "rcs", tmp_path / "core.a", tmp_path / "main.o")
    run("avr-g++", "-c", *FLAGS, sketch, "-o", tmp_path / "sketch.o")
    objects = [tmp_path / "sketch.o"]
    for source in sorted((FIRMWARE / "src").glob("*.c")):
        objects.append(tmp_path / f"{source.stem}-c.o")
        run("avr-gcc", "-c", *FLAGS, "-std=gnu11", source, "-o", objects[-1])
    run("avr-gcc", *FLAGS, "-Wl,--gc-sections", *objects, tmp_path / "core.a", "-o", elf)

    monkeypatch.setattr(emulator, "ELF", elf)
    with (
        Emulator(mode="lockstep") as board,
        serial.Serial(str(board.link), wire_table.BAUD, timeout=0) as port,
    ):
        assert wire_table.MAGIC in take(port, board.run(100_000))
