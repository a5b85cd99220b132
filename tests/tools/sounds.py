"""`make sounds`: the cues of the table, made of paper, wood and brass. Needs numpy and pyloudnorm.

Each cue is layers of three instruments, brought to the loudness of its kind and written as a small mono
file that any player reads. `--check` says which file is not what this script makes. The sounds are ours,
under the licence of the code; docs/stage.md says what each is for.
"""

from __future__ import annotations

import io
import sys
import warnings
import wave
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pyloudnorm

RATE = 22050
FOLDER = Path(__file__).parents[2] / "companion" / "app" / "assets" / "sounds"
LOUDNESS = {"routine": -27.0, "great": -21.0, "ambience": -38.0}
"""LUFS by kind: talk at a table is about -20, so a routine cue stays under it and a great one is heard."""
WITHIN = 1.0
PEAK = 0.7
"""Of full scale; a cue that would need more is a little softer instead."""
SHORTEST = 0.8
"""Seconds of which a loudness is taken: a shorter cue is heard with the silence after it."""

Sound = Any
"""A numpy array of samples between -1 and 1."""

PENTATONIC = (262, 294, 330, 392, 440, 523, 587)
"""Hertz of the outlets' notes, so that a drop plays a small tune."""


# -- instruments ---------------------------------------------------------------------------------------------


def clock(seconds: float) -> Sound:
    return np.arange(int(RATE * seconds)) / RATE


def shaped(noise: Sound, low: float, high: float) -> Sound:
    """Noise between two frequencies, with soft edges."""
    spectrum = np.fft.rfft(noise)
    hertz = np.fft.rfftfreq(len(noise), 1 / RATE)
    window = 1 / (1 + (low / np.maximum(hertz, 1)) ** 6) / (1 + (hertz / high) ** 6)
    found = np.fft.irfft(spectrum * window, len(noise))
    return found / max(1e-9, float(np.abs(found).max()))


def paper(seconds: float, grain: float = 300, low: float = 900, high: float = 6000, seed: int = 1) -> Sound:
    """Fibres that give way one after the other: `grain` in a second, crowding in the middle."""
    chance = np.random.default_rng(seed)
    time = clock(seconds)
    noise = shaped(chance.standard_normal(len(time)), low, high)
    fibres = np.zeros(len(time))
    for at in chance.beta(1.6, 2.2, int(grain * seconds)) * seconds:
        fibres += np.exp(-np.abs(time - at) * 260) * chance.uniform(0.2, 1)
    return noise * fibres / max(1e-9, float(fibres.max()))


def wood(hertz: float, seconds: float = 0.45, hard: float = 1.0) -> Sound:
    """A bar that is struck: its partials are those of a marimba, the knock is noise."""
    time = clock(seconds)
    tone = sum(
        weight * np.sin(2 * np.pi * hertz * ratio * time) * np.exp(-time * fade)
        for ratio, weight, fade in ((1, 1.0, 9), (3.93, 0.28 * hard, 26), (9.2, 0.1 * hard, 60))
    )
    knock = shaped(np.random.default_rng(int(hertz)).standard_normal(len(time)), 300, 2500)
    return tone + 0.35 * hard * knock * np.exp(-time * 120)


def drum(seconds: float = 0.6, hertz: float = 70) -> Sound:
    time = clock(seconds)
    falling = hertz * (1 + 1.1 * np.exp(-time * 30))
    body = np.sin(2 * np.pi * np.cumsum(falling) / RATE) * np.exp(-time * 8)
    skin = shaped(np.random.default_rng(7).standard_normal(len(time)), 120, 900) * np.exp(-time * 60)
    return body + 0.4 * skin


def brass(hertz: float, seconds: float, attack: float = 0.05, bright: float = 5) -> Sound:
    """Partials that come in one after the other, as breath grows."""
    time = clock(seconds)
    swell = np.minimum(1, time / attack) * np.minimum(1, (seconds - time) / min(0.25, seconds / 2))
    tone = np.zeros(len(time))
    for k in range(1, 9):
        tone += np.sin(2 * np.pi * hertz * k * time + 0.3 * k) * swell ** (1 + k / bright) / k**1.25
    return tone


def laid(*layers: tuple[float, float, Sound]) -> Sound:
    """Layers (when, how loud, what) one over the other."""
    length = max(int(RATE * at) + len(sound) for at, _, sound in layers)
    whole = np.zeros(length)
    for at, loud, sound in layers:
        start = int(RATE * at)
        whole[start : start + len(sound)] += loud * sound / max(1e-9, float(np.abs(sound).max()))
    return whole


def hum(layer: int) -> Sound:
    """Four seconds that can be repeated: every part of it fits a whole number of times."""
    time = clock(4.0)
    beat = 1 + 0.3 * np.sin(2 * np.pi * 0.25 * (1 + layer) * time)
    parts = ((55, 1.0), (110, 0.5)), ((82.5, 0.9), (165, 0.35)), ((58.25, 0.9), (87.25, 0.6), (233, 0.2))
    return beat * sum(weight * np.sin(2 * np.pi * hertz * time) for hertz, weight in parts[layer])


# -- the cues ------------------------------------------------------------------------------------------------

CUES: dict[str, tuple[str, Callable[[], Sound]]] = {
    # any game
    "turn": ("routine", lambda: laid((0, 0.5, paper(0.22, 500, seed=3)), (0.12, 1, wood(330, 0.3)))),
    "fine": ("routine", lambda: laid((0, 1, wood(392)), (0.11, 1, wood(523, 0.6)))),
    "danger": ("great", lambda: laid(
        (0, 1, drum()), (0.18, 0.7, drum(0.7, 55)), (0.1, 0.4, brass(110, 0.9)),
    )),
    "won": ("great", lambda: laid(
        (0, 0.8, brass(262, 0.5)), (0.22, 0.8, brass(330, 0.5)), (0.44, 0.8, brass(392, 0.5)),
        (0.66, 1, brass(523, 1.5)), (0.66, 0.6, brass(330, 1.5)), (0.66, 0.5, drum()),
        (0.7, 0.3, paper(1.0, 120, seed=5)),
    )),
    "lost": ("great", lambda: laid(
        (0, 1, brass(196, 0.7, 0.12)), (0.5, 1, brass(156, 0.8, 0.12)), (1.0, 1, brass(98, 1.7, 0.2, 2)),
        (1.0, 0.5, drum(1.0, 45)), (1.2, 0.4, paper(1.2, 260, 500, 3500, seed=6)),
    )),
    # a machine in the middle of the table
    "arrives": ("routine", lambda: laid(
        (0, 0.4, paper(0.4, 240, seed=8)), (0.08, 0.9, brass(110, 0.3)), (0.3, 1, brass(165, 0.5)),
    )),
    "full": ("great", lambda: laid((0, 1, drum(0.8)))),
    "vortex": ("great", lambda: laid(
        (0, 0.9, paper(0.55, 700, 500, 7000, seed=11)), (0.1, 0.6, paper(0.5, 400, 300, 2500, seed=12)),
        (0.5, 1, brass(55, 1.4, 0.5, 2)), (0.5, 0.5, brass(58, 1.4, 0.6, 2)), (0.5, 0.8, drum(1.2, 42)),
    )),
    "fate": ("routine", lambda: laid(
        (0, 0.8, paper(0.12, 900, 2000, 8000, seed=14)), (0.14, 1, wood(147, 0.35)),
    )),
    "archived": ("great", lambda: laid(
        (0, 1, drum(0.35, 110)), (0.02, 0.5, paper(0.15, 600, seed=15)),
        (0.16, 0.5, brass(262, 0.7)), (0.16, 0.5, brass(330, 0.7)), (0.16, 0.5, brass(392, 0.7)),
    )),
    "cycle": ("great", lambda: laid(
        *((0.09 * k, 0.6, wood(hertz, 0.8)) for k, hertz in enumerate((587, 440, 330, 262))),
        (0.4, 0.8, brass(131, 1.0, 0.15)),
    )),
    "last-turn": ("great", lambda: laid(
        *((0.25 * k, 0.5, wood(880, 0.12, 2)) for k in range(4)), (0.5, 1, drum()), (1.0, 1, drum(0.9, 50)),
    )),
    # a line of events
    "paradox": ("great", lambda: laid(
        (0, 0.8, wood(311, 0.6)), (0.06, 0.8, wood(440, 0.6)), (0.12, 0.8, wood(622, 0.9)),
        (0.1, 0.6, paper(0.6, 500, seed=21)), (0.2, 0.7, brass(78, 1.0, 0.3)),
    )),
    "event": ("routine", lambda: laid((0, 1, drum(0.3, 120)), (0.08, 0.7, brass(294, 0.5)))),
    "travel": ("routine", lambda: laid(
        *((0.06 * k, 0.7, wood(hertz, 0.35)) for k, hertz in enumerate((262, 330, 392, 523, 659))),
        (0, 0.3, paper(0.5, 300, seed=22)),
    )),
    # a workshop
    "repaired": ("routine", lambda: laid(
        (0, 0.8, wood(196, 0.2, 2)), (0.13, 0.8, wood(196, 0.2, 2)), (0.28, 1, wood(392, 0.5)),
    )),
    "leaves": ("routine", lambda: laid((0, 0.6, paper(0.5, 350, seed=23)), (0.15, 1, brass(147, 0.6, 0.2)))),
    "valve": ("great", lambda: laid(
        (0, 1, drum(0.4, 150)), (0.03, 0.9, paper(0.9, 1500, 1500, 9000, seed=24)),
        (0.1, 0.6, brass(92, 0.8)),
    )),
    **{f"note-{k}": ("routine", partial(wood, hertz)) for k, hertz in enumerate(PENTATONIC)},
    **{f"hum-{k + 1}": ("ambience", partial(hum, k)) for k in range(3)},
}  # fmt: skip


def loudness(sound: Sound) -> float:
    """LUFS of a cue, by ITU-R BS.1770."""
    padded = np.pad(sound, (0, max(0, int(RATE * SHORTEST) - len(sound))))
    return float(pyloudnorm.Meter(RATE).integrated_loudness(padded))


def made(name: str) -> Sound:
    kind, make = CUES[name]
    sound = make()
    if kind != "ambience":  # a loop has no ends
        ends = min(60, len(sound) // 4)
        sound[:ends] *= np.linspace(0, 1, ends)
        sound[-4 * ends :] *= np.linspace(1, 0, len(sound[-4 * ends :]))
    sound = sound * 10 ** ((LOUDNESS[kind] - loudness(sound)) / 20)
    return sound * min(1.0, PEAK / float(np.abs(sound).max()))


def packed(sound: Sound) -> bytes:
    kept = io.BytesIO()
    with wave.open(kept, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(RATE)
        file.writeframes((sound * 32767).round().astype("<i2").tobytes())
    return kept.getvalue()


def read(name: str) -> Sound:
    """A kept cue."""
    with wave.open(str(FOLDER / f"{name}.wav"), "rb") as file:
        return np.frombuffer(file.readframes(file.getnframes()), "<i2") / 32767


def near(name: str) -> bool:
    """Does the kept file sound as this script makes it? Another numpy may round otherwise."""
    if not (FOLDER / f"{name}.wav").is_file():
        return False
    kept, anew = read(name), made(name)
    return len(kept) == len(anew) and float(np.abs(kept - anew).max()) < 1e-3


def main(argv: list[str]) -> int:
    warnings.simplefilter("ignore")
    if "--check" in argv:
        stale = [name for name in CUES if not near(name)]
        print("out of date: " + ", ".join(stale) if stale else f"{len(CUES)} cues are as they are made")
        return 1 if stale else 0
    FOLDER.mkdir(exist_ok=True)
    for name in CUES:
        (FOLDER / f"{name}.wav").write_bytes(packed(made(name)))
        print(f"{name:12} {CUES[name][0]:9} {len(read(name)) / RATE:5.2f} s {loudness(read(name)):6.1f} LUFS")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
