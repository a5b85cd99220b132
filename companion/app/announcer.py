"""Sounds and spoken announcements, one for each thing that happens and none when it is undone or replayed.

May import: Kivy's sound loader when it is first needed, companion.table, companion.words. The sounds are
ours: a few sine tones, made when they are first played. Speech is whatever program the system has.
"""

from __future__ import annotations

import math
import shutil
import struct
import subprocess
import tempfile
import wave
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

from companion.engine import Game, Manifest
from companion.table import Entry, Happened, Snapshot
from companion.words import Speech, Words

RATE = 22050
HEARD = 32
"""Events that are still told after a pause."""
TONES: dict[str, tuple[tuple[float, float], ...]] = {
    "danger": ((220, 0.16), (175, 0.16), (131, 0.42)),
    "lost": ((196, 0.22), (156, 0.22), (98, 0.7)),
    "won": ((262, 0.14), (330, 0.14), (392, 0.14), (523, 0.5)),
    "fine": ((392, 0.12), (523, 0.3)),
    "turn": ((330, 0.10),),
    "cube": ((660, 0.06),),
}
"""Name of a sound → its tones: hertz and seconds."""


def sound_of(entry: Entry, game: Game, manifest: Manifest) -> str:
    """The one sound for all that an input caused; empty: none."""
    kinds = {said.kind for said in entry.happenings}
    ended = game.outcome(entry.after) if game.outcome(entry.before) is None else None
    if ended is not None:
        return "lost" if ended.result == "lost" else "won"
    return next((sound for kind, sound in manifest.sounds.items() if kind in kinds), "")


def sentences_of(entry: Entry, speech: Speech, manifest: Manifest) -> list[str]:
    """What is said aloud about it."""
    return [speech.happening(said).strip("— ") for said in entry.happenings if said.kind in manifest.spoken]


@cache
def voice() -> str | None:
    """The system's program that speaks, if there is one."""
    return next((found for name in ("spd-say", "espeak-ng", "espeak") if (found := shutil.which(name))), None)


class Announcer:
    """Asks for settings and words whenever something happens."""

    def __init__(self, settings: Any, words: Callable[[], Words]) -> None:
        self.settings = settings
        self.words = words
        self._loaded: dict[str, Any] = {}
        self._heard = 0  # cubes of the drop that is on
        self._folder: tempfile.TemporaryDirectory[str] | None = None

    def hear(self, now: Snapshot) -> None:
        """What happened since the last look; who slept hears the last of it."""
        for event in now.events[-HEARD:]:
            if isinstance(event, Happened):
                self.announce(event.entry, now.game, now.manifest)
        heard = sum(now.drop.lit) if now.drop is not None and now.drop.running else 0
        if heard > self._heard and self.settings.sounds:
            self.play("cube")
        self._heard = heard

    def announce(self, entry: Entry, game: Game, manifest: Manifest) -> None:
        if self.settings.sounds and (name := sound_of(entry, game, manifest)):
            self.play(name)
        if self.settings.spoken:
            words = self.words()
            said = sentences_of(entry, Speech(words, game, entry.after), manifest)
            self.speak(" ".join(said), words.lang)

    def play(self, name: str) -> None:
        if name not in self._loaded:
            from kivy.core.audio import SoundLoader

            self._folder = self._folder or tempfile.TemporaryDirectory(prefix="loop-companion-")
            self._loaded[name] = SoundLoader.load(str(tones(name, Path(self._folder.name))))
        if self._loaded[name] is not None:  # a computer without a loudspeaker has no loader
            self._loaded[name].play()

    def speak(self, said: str, lang: str) -> None:
        program = voice()
        if not said or program is None:
            return
        option = "-l" if program.endswith("spd-say") else "-v"
        try:
            subprocess.Popen(
                [program, option, lang, said], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
            )
        except OSError:
            return  # silence is no reason to stop a game

    def close(self) -> None:
        self._loaded.clear()
        if self._folder is not None:
            self._folder.cleanup()
            self._folder = None


def tones(name: str, folder: Path) -> Path:
    """The sound as a file that any player reads."""
    path = folder / f"{name}.wav"
    frames = bytearray()
    for hertz, seconds in TONES[name]:
        count = int(RATE * seconds)
        for k in range(count):
            fade = min(1.0, k / 200, (count - k) / 900)
            frames += struct.pack("<h", int(9000 * fade * math.sin(2 * math.pi * hertz * k / RATE)))
    with wave.open(str(path), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(RATE)
        file.writeframes(bytes(frames))
    return path
