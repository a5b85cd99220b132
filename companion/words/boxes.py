"""What is wrong with an owner's box files, with its remedy. May import: companion.engine, the catalogue."""

from __future__ import annotations

from difflib import get_close_matches
from typing import NamedTuple

from companion.engine.box_files.faults import Fault
from companion.engine.box_files.reader import Flaw

from .catalogue import Words


class Mistake(NamedTuple):
    """One thing to mend in a box file, in words for its owner."""

    file: str
    entry: str
    problem: str
    remedy: str

    def __str__(self) -> str:
        where = f"{self.file}: {self.entry}" if self.entry else self.file
        return f"{where}: {self.problem} {self.remedy}"


def describe_flaw(words: Words, flaw: Flaw) -> Mistake:
    fault = flaw.fault
    about = {str(place): value for place, value in enumerate(fault.about)}
    key = f"box-fault.{fault.id}"
    remedy = f"{key}.remedy"
    cure = words.say(remedy, about) if remedy in words else _nearest(words, fault)
    return Mistake(flaw.file, flaw.entry, words.say(f"{key}.problem", about), cure)


def _nearest(words: Words, fault: Fault) -> str:
    """The nearest word that would have done, or all of them."""
    if not fault.known:
        return words.say("box-nearest.none")
    near = get_close_matches(str(fault.about[-1]).strip('"'), fault.known, 1, 0.6)
    if near:
        return words.say("box-nearest.perhaps", {"0": near[0]})
    return words.say("box-nearest.known", {"0": ", ".join(fault.known)})
