"""What the views show, in words: effects, missions, cards, answers. The only place here that has a language.

May import: companion.engine, companion.words, the views; never Kivy. Shared by the tablet, the terminal and
the history, so that a thing has one name wherever it is read.
"""

from __future__ import annotations

from companion.engine import Input, Question
from companion.games.the_loop.rules.pieces import BY_HAND, Mission
from companion.games.the_loop.rules.vocabulary import Effect
from companion.table import RunningDrop
from companion.words import Speech

from .corrections import CardCubes, Cubes, Label, Sides
from .effect_words import describe_effect
from .prompt import Sentence
from .table import AgentView, CardView


def line(speech: Speech, said: Sentence | None) -> str:
    return speech.say(said.key, said.about) if said is not None else ""


def effect(speech: Speech, steps: Effect) -> str:
    """What a card does; nothing where nobody has told it."""
    return describe_effect(speech.words, steps) if steps else ""


def card(speech: Speech, shown: CardView) -> str:
    """What a card does, in our words or in its owner's own."""
    own = shown.text and not shown.effect
    return speech.name("printed", shown.id) if own else effect(speech, shown.effect)


def ability(speech: Speech, agent: AgentView) -> str:
    """What an agent can do, with the sign where that is ours."""
    return describe_effect(speech.words, agent.ability) + (speech.words.invented if agent.invented else "")


def mission(speech: Speech, tile: Mission) -> str:
    """What a sabotage tile asks for."""
    say = speech.words.say
    about: dict[str, object] = {"threshold": tile.threshold}
    if tile.trigger == BY_HAND:
        return say("mission.unknown", about)
    about |= {"place": say(f"place.mission-{tile.place}")}
    said = say(f"mission.{tile.trigger}", about)
    said += say("mission.all-powered") if tile.powered else ""
    said += say("mission.once-per-turn") if tile.once else ""
    return said + say("mission.per-era" if tile.spaces == "per-era" else "mission.spaces", about)


def initials(name: str) -> str:
    """Of an agent, for its pawn."""
    return "".join(word[0] for word in name.replace("-", " ").split())[:2].upper()


def answer(speech: Speech, question: Question | None, given: Input) -> str:
    """The answer in the light of its question; one side of an "or" is told by what it does."""
    if given.kind == "HandsDid":
        return speech.say("input.HandsDid", {"changes": changes(speech, given.changes)})
    if question is None or question.id != "pick-option":
        return speech.answer(question, given)
    about = dict(question.about)
    steps = about.get("effect")
    if about.get("for") == "chosen" and steps:
        return describe_effect(speech.words, steps[given.option])
    if given.option:
        return describe_effect(speech.words, steps) if steps else speech.say("prompt.yes")
    return speech.say("prompt.no")


def changes(speech: Speech, changed: tuple[tuple[str, int | str, int], ...]) -> str:
    """What hands changed on the board, piece by piece."""
    return speech.words.listed([_change(speech, *one) for one in changed])


def _change(speech: Speech, kind: str, which: int | str, by: int) -> str:
    if kind == "duplicate":
        key = "change.duplicate-gone" if by < 0 else "change.duplicate"
        return speech.say(key, {"duplicate": which, "era": by})
    if kind == "agent":
        return speech.say("change.agent", {"agent": which, "era": by})
    if kind == "space":
        return speech.say("change.space", {"tile": speech.name("era", which), "era": by})
    return speech.say(f"change.{kind}-{'more' if by > 0 else 'less'}", {"era": which, "n": abs(by)})


def answer_apart(speech: Speech, question: Question | None, given: Input) -> str:
    """The same in a list of all answers: a duplicate is told by where it appears, too."""
    said = answer(speech, question, given)
    token = getattr(given, "token", "") if given.kind == "DuplicateDrawn" else ""
    return f"{speech.name('era', int(token[0]))} {said}" if ">" in token else said


def other_count(speech: Speech, drop: RunningDrop, other: Input) -> str:
    """Another count, told by what is not as in this one."""
    eras = [era for era in range(7) if other.landed[era] != drop.landed[era]]
    what = ", ".join(f"{speech.name('era', era)} {other.landed[era]}" for era in eras)
    if (cubes := drop.asked_for + drop.more_in(other)) != drop.thrown:
        return speech.say("drop.differs-thrown", {"what": what, "cubes": cubes})
    if other.inside == drop.inside:
        return what
    key = "drop.differs-inside" if what else "drop.only-inside"
    return speech.say(key, {"what": what, "inside": other.inside})


def why_asked(speech: Speech, drop: RunningDrop) -> str:
    """Why it is asked, in a few words: the first reason is enough to look at the table."""
    reasons = [speech.say(f"tower.reason.{reason}") for reason in drop.reasons]
    return f"{reasons[0][:1].upper()}{reasons[0][1:].rstrip('.')}" if reasons else ""


def field_value(speech: Speech, said: Label) -> str:
    """What a field of the corrections is, or may be set to."""
    match said:
        case Cubes(red, green):
            return speech.say("screen-corrections.cubes", {"red": red, "green": green})
        case CardCubes(cards):
            each = [
                speech.say("screen-corrections.card-with", {"red": red, "green": green, "what": name})
                for card, red, green in cards
                for name in (speech.name("ultra", card),)
            ]
            return ", ".join(each) or speech.words.listed([])
        case Sides(token, sides):
            return " / ".join(speech.name("dimension", side) for side in sides) or token
        case Sentence():
            return line(speech, said)
        case _:
            return speech.value(said.path, said.value)
