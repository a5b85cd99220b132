"""An answer in words, wherever it is shown: on a button, in the history, as the coach's advice.

May import: companion.engine, companion.words; never Kivy.
"""

from __future__ import annotations

from companion.engine import Input, Question
from companion.words import Speech, describe_effect


def told(speech: Speech, question: Question | None, answer: Input) -> str:
    """The answer in the light of its question; one side of an "or" is told by what it does."""
    if question is None or question.id != "pick-option":
        return speech.answer(question, answer)
    about = dict(question.about)
    effect = about.get("effect")
    if about.get("for") == "chosen" and effect:
        return describe_effect(speech.words, effect[answer.option])
    if answer.option:
        return describe_effect(speech.words, effect) if effect else speech.say("moment.yes")
    return speech.say("moment.no")


def told_apart(speech: Speech, question: Question | None, answer: Input) -> str:
    """The same in a list of all answers: a duplicate is told by where it appears, too."""
    said = told(speech, question, answer)
    token = getattr(answer, "token", "") if answer.kind == "DuplicateDrawn" else ""
    return f"{speech.name('era', int(token[0]))} {said}" if ">" in token else said
