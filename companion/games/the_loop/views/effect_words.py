"""What a card does, in plain words, made from the vocabulary in which boxes describe effects.

May import: companion.words. The steps are plain tuples, `("remove-rift", 2, "here")`; the sentences are
entries of the catalogue, so the words on screen cannot drift from what the engine does.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

from companion.words import Words

Step: TypeAlias = Sequence[Any]


def describe_effect(words: Words, effect: Sequence[Step]) -> str:
    """The whole effect as one sentence with a capital and a full stop."""
    if not effect:
        return words.say("effect.unknown")
    said = clause(words, effect)
    return said[0].upper() + said[1:] + "."


def clause(words: Words, effect: Sequence[Step]) -> str:
    """The effect as part of a sentence: its steps one after another."""
    return words.say("effect.then").join(_step(words, step) for step in effect)


def _step(words: Words, step: Step) -> str:
    verb, value, *rest = step
    first = rest[0] if rest else None
    about: dict[str, Any] = {"n": value, "place": _place(words, first)}
    match verb:
        case "choose":
            options = words.say("effect.or").join(clause(words, option) for option in value)
            return words.say("effect.choose", {"options": options})
        case "optional" | "if-agent" | "by-one-agent":
            return words.say(f"effect.{verb}", {**about, "effect": clause(words, value)})
        case "move":
            return _move(words, value, *rest)
        case "swap":
            return words.say(f"effect.swap-{value}", {**about, "other": _place(words, rest[1])})
        case "until-equal" | "mix-hands":
            return words.say(f"effect.{verb}-{value}", about)
        case "apply-card":
            after = "" if first == "keep" else words.say(f"effect.after-{first}")
            return words.say(f"effect.apply-{value}") + after
        case "draw" | "destroy-card" | "add-to-deck":
            return words.say(f"effect.{verb}-{first}", about)
        case "generate" if first is None:
            return words.say("effect.generate-drawn", about)
        case _:
            return words.say(f"effect.{verb}", about)


def _move(words: Words, far: int | str, who: str, carry: str | None, up_to: bool) -> str:
    how = f"-{far}" if isinstance(far, str) else "-up-to" if up_to else ""
    moved = words.say(f"effect.move-{who}{how}", {"n": far})
    return moved + words.say(f"effect.carry-{carry}") if carry else moved


def _place(words: Words, at: str | None) -> str:
    return words.say(f"place.{at}") if at else ""
