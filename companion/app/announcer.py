"""Sounds and spoken announcements, one for each thing that happens and none when it is undone or replayed.

May import: Kivy's sound loader when it is first needed, companion.table, companion.words. The cues are
ours, made by `make sounds` (docs/stage.md says what each is for). Speech is whatever program the system has.
"""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

from companion.engine import Game, Manifest, part
from companion.table import Entry, Happened, Snapshot
from companion.words import Speech, Words

HEARD = 32
"""Events that are still told after a pause."""
CUES = Path(__file__).parent / "assets" / "sounds"
NOTES = 7
"""Of one scale: a drop plays a small tune, each outlet its own note."""
HUMS = ("hum-1", "hum-2", "hum-3")
"""The ambience: one layer more for each step of danger."""


def sound_of(entry: Entry, game: Game, manifest: Manifest) -> str:
    """The one sound for all that an input caused; empty: none."""
    kinds = {said.kind for said in entry.happenings}
    ended = game.outcome(entry.after) if game.outcome(entry.before) is None else None
    if ended is not None:
        return "lost" if ended.result == "lost" else "won"
    found = next((sound for kind, sound in manifest.sounds.items() if kind in kinds), "")
    seen = part(manifest.views["cue"])(entry) if "cue" in manifest.views else ""
    return seen or found


def danger_of(now: Snapshot) -> int:
    """How near the end is, in layers of the ambience."""
    path = now.manifest.views.get("danger")
    return min(len(HUMS), part(path)(now.state)) if path and now.outcome is None else 0


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
        self._lit: tuple[int, ...] = ()  # cubes of the drop that is on, by outlet
        self._danger = 0

    def hear(self, now: Snapshot) -> None:
        """What happened since the last look; who slept hears the last of it."""
        for event in now.events[-HEARD:]:
            if isinstance(event, Happened):
                self.announce(event.entry, now)
        lit = now.drop.lit if now.drop is not None and now.drop.running else ()
        before = self._lit if len(self._lit) == len(lit) else (0,) * len(lit)
        for outlet, (old, new) in enumerate(zip(before, lit, strict=True)):
            if new > old and self.sounding:
                self.play(f"note-{outlet % NOTES}")
        self._lit = lit
        self.brood(danger_of(now) if self.sounding and self.settings.ambience else 0)

    @property
    def sounding(self) -> bool:
        return bool(self.settings.sounds and not self.settings.silent)

    def brood(self, danger: int) -> None:
        """So many layers of the ambience go on from now."""
        for layer, name in enumerate(HUMS):
            if layer < danger and layer >= self._danger:
                self.play(name, loop=True)
            elif layer >= danger and layer < self._danger and self._loaded.get(name) is not None:
                self._loaded[name].stop()
        self._danger = danger

    def announce(self, entry: Entry, now: Snapshot) -> None:
        game, manifest = now.game, now.manifest
        if self.sounding and (name := sound_of(entry, game, manifest)):
            self.play(name)
        if self.settings.spoken and not self.settings.silent:
            words = self.words()
            said = sentences_of(entry, Speech.of(words, now).at(entry.after), manifest)
            self.speak(" ".join(said), words.lang)

    def play(self, name: str, loop: bool = False) -> None:
        if name not in self._loaded:
            from kivy.core.audio import SoundLoader

            self._loaded[name] = SoundLoader.load(str(CUES / f"{name}.wav"))
        if self._loaded[name] is not None:  # a computer without a loudspeaker has no loader
            self._loaded[name].loop = loop
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

    def silence(self) -> None:
        """Whatever is heard now, too."""
        self.brood(0)
        for sound in self._loaded.values():
            if sound is not None:
                sound.stop()

    def close(self) -> None:
        self.brood(0)
        self._loaded.clear()
