"""The forecast and the coach's advice in words. May import: companion.engine, companion.words; never Kivy."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from companion.engine import Input, Phrase, Question
from companion.words import Speech, Words

Tell = Callable[[Speech, Question | None, Input], str]
"""An answer in words."""


@dataclass(frozen=True, slots=True)
class Forecast:
    places: tuple[float, ...]
    """For each place, from 0 to 1; empty: there is nothing to forecast."""
    overall: str
    """At a glance; what is not exact says so by a sign."""
    sentences: tuple[str, ...]
    """One for each place, with how sure it is."""
    details: tuple[str, ...]
    """For those who look closer: how sure all of it is, and why."""


@dataclass(frozen=True, slots=True)
class Proposal:
    what: str
    why: str
    given: Input


def percent(chance: float) -> str:
    """A whole number; what can happen is never told as none, what may fail never as certain."""
    whole = round(chance * 100)
    if whole == 0 and chance > 0:
        return "<1"
    return ">99" if whole == 100 and chance < 1 else str(whole)


def forecast(speech: Speech, odds: Any, shares: Any | None) -> Forecast:
    """`shares` of the tower that drops; None: the app draws the drops."""
    say = speech.say
    if odds is None:
        return Forecast((), say("forecast.nothing"), (), ())
    sentences = tuple(say("forecast.place", _with_limits("value", one, "low", "high")) for one in odds.places)
    somewhere = _with_limits("somewhere", odds.somewhere, "somewhere_low", "somewhere_high")
    both = somewhere | _with_limits("defeat", odds.defeat, "defeat_low", "defeat_high")
    drops = say("forecast.drawn") if shares is None else shares_sentence(speech.words, shares)
    details = [say("forecast.learned", both), drops]
    overall = say("forecast.overall", both)
    if not odds.exact:
        overall = f"≈ {overall}"
        details.append(say("forecast.not-exact"))
    return Forecast(tuple(one.value for one in odds.places), overall, sentences, tuple(details))


def _with_limits(name: str, chance: Any, low: str, high: str) -> dict[str, str]:
    return {name: percent(chance.value), low: percent(chance.low), high: percent(chance.high)}


def shares_sentence(words: Words, shares: Any) -> str:
    """How many cubes leave by each outlet, within which limits with 95 %, and how much was learned."""
    about = {"n": shares.seen}
    for outlet, mean, margin in zip(("previous", "front", "next"), shares.mean, shares.margin, strict=True):
        about |= {outlet: round(100 * mean), f"{outlet}_error": round(100 * margin)}
    return words.say("forecast.shares" if shares.seen else "forecast.prior", about)


def proposal(speech: Speech, question: Question, advice: Any, tell: Tell = Speech.answer) -> Proposal:
    """What to do, in the words of its own button, and why."""
    what = tell(speech, question, advice.given)
    why = " ".join(_reason(speech, reason) for reason in advice.reasons)
    return Proposal(speech.say("coach.proposes", {"what": what}), why, advice.given)


def _reason(speech: Speech, reason: Phrase) -> str:
    about = dict(reason.about)
    if reason.id == "follows":
        about["told"] = speech.happening(about["told"]).strip("— ")
    said = speech.say(f"coach.{reason.id}", about)
    return said if said.endswith((".", "!", "…")) else f"{said}."
