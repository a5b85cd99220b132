"""A game that is kept, in a few words: which, who, where it was left. May import: this room."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from .catalogue import Words


class Saved(Protocol):
    """As the library of the table has it."""

    @property
    def how(self) -> str: ...
    @property
    def summary(self) -> Mapping[str, Any]: ...
    @property
    def people(self) -> Sequence[str]: ...
    @property
    def turn(self) -> int: ...
    @property
    def hidden(self) -> bool: ...
    @property
    def line(self) -> int: ...
    @property
    def lost(self) -> int: ...


def describe_saved(words: Words, one: Saved, copied: bool) -> list[str]:
    """How it was left first; `copied`: a copy was made while hands were hidden."""
    if one.how == "finished":
        parts = [words.say(f"outcome.{one.summary['result']}").rstrip(".!")]
    else:
        parts = [words.say(f"games.{one.how}", {"line": one.line, "lost": one.lost})]
    if players := one.summary.get("players"):
        parts.append(words.say("games.players", {"n": players}))
    if named := [name for name in one.people if name]:
        parts.append(words.listed(named))
    if one.turn and one.how == "unfinished":
        parts.append(words.say("games.turn", {"n": one.turn}))
    parts += [words.say(key) for key, so in (("games.hidden", one.hidden), ("games.exported", copied)) if so]
    return parts
