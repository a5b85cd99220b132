"""Looking back and putting right: undo, history, amend, and corrections by hand.

May import: companion.engine, companion.table, companion.words and its own room.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from companion.engine import Field, Input, Phrase, Plain, Question, Refusal, State
from companion.table import (
    Amended,
    Amendment,
    Asked,
    Correct,
    Entry,
    Misfit,
    Redo,
    Settle,
    Undo,
    Undone,
    Unknown,
    answered,
)
from companion.words import matching

from .prompt import Chosen, Command, Other, Typed, choose
from .screen import Left
from .speech import Speech

if TYPE_CHECKING:
    from .evening import Terminal

SHOWN = 30
"""How many of the last lines `history` shows."""


def undo(terminal: Terminal) -> None:
    """Back to the last answer that a person gave, with what to put back on the table."""
    screen, before = terminal.screen, terminal.speech
    done = terminal.post(Undo())
    undone = None if isinstance(done, Refusal) else done.what
    if not isinstance(undone, Undone):
        terminal.refused(done)
        return
    for entry in reversed(undone.dropped):
        what = input_words(terminal, before.at(entry.before), entry.given)
        screen.show(before.say("table.undone", {"n": entry.number, "what": what}))
    put_back(terminal, undone.put_back)


def redo(terminal: Terminal) -> None:
    """What the last undo took back, once more."""
    done = terminal.post(Redo())
    again = None if isinstance(done, Refusal) else done.what
    if not isinstance(again, Amended):
        terminal.refused(done)
        return
    for entry in again.replayed:
        what = input_words(terminal, terminal.speech.at(entry.before), entry.given)
        terminal.screen.show(terminal.speech.say("table.redone", {"n": entry.number, "what": what}))
    put_back(terminal, again.put_back)


def put_back(terminal: Terminal, phrases: tuple[Phrase, ...]) -> None:
    """What hands have to do so that the table shows the position."""
    if phrases:
        terminal.screen.show(terminal.words.say("table.put-back"))
    terminal.screen.show(*(f"  • {terminal.speech.phrase(phrase)}" for phrase in phrases))


def history(terminal: Terminal, about: str = "") -> None:
    """The last entries that stand, as everybody may read them; how many may be told."""
    now = terminal.now.state
    for entry in terminal.now.entries[-int(about or SHOWN) :]:
        speech = terminal.speech.at(entry.before)
        source = terminal.screen.faint(speech.name("source", entry.source))
        what = input_words(terminal, speech, entry.given, now)
        terminal.screen.show(f"{entry.number:>4}  {what}  {source}")


def input_words(terminal: Terminal, speech: Speech, given: Input, now: State | None = None) -> str:
    """An input with the question it answered and who did, as everybody may read it; `now`: by then, where it
    still stands."""
    question = question_of(speech, given)
    if speech.game.secret(speech.state, given, None, now):
        said = terminal.words.say("table.secret")
    else:
        said = terminal.board.answer(speech, question, given)
        said = f"{speech.question(question)} {said}" if question else said
    if question is None or not isinstance(question.owner, int) or speech.game.seats(speech.state) < 2:
        return said
    return terminal.words.captioned(terminal.board.owner(speech, question), said)


def question_of(speech: Speech, given: Input) -> Question | None:
    return answered(speech.game.awaited(speech.state), given)


def amend(terminal: Terminal, about: str) -> None:
    """Replaces or drops one old input, and replays the rest."""
    if not about.isdecimal() or not 1 <= int(about) <= len(terminal.now.entries):
        terminal.screen.show(terminal.words.say("table.amend-which", {"most": len(terminal.now.entries)}))
        return
    entry = terminal.now.entries[int(about) - 1]
    speech = terminal.speech.at(entry.before)
    if not may_amend(terminal, entry):
        terminal.screen.show(terminal.words.say("table.amend-secret"))
        return
    what = input_words(terminal, speech, entry.given, terminal.now.state)
    terminal.screen.show(f"{entry.number:>4}  {what}")
    instead = _instead(terminal, speech, entry)
    if isinstance(instead, Command):
        return
    amendment = terminal.now.amend(entry.number, instead[0] if instead else None)
    if isinstance(amendment, Refusal):
        terminal.screen.show(speech.refusal(amendment))
        return
    for given in instead[1:]:  # a piece was described first; now comes the answer that names it
        if (refused := amendment.answer(given, "hand")) is not None:
            terminal.screen.show(speech.refusal(refused))
    settle(terminal, amendment)


def may_amend(terminal: Terminal, entry: Entry) -> bool:
    """Whether who holds the screen may see what else the answer could have been: out of a hand only its
    owner, and nobody how the cards were dealt."""
    game, holder = terminal.now.game, terminal.holder
    if game.secret(entry.before, entry.given, holder, terminal.now.state):
        return False
    question = answered(game.awaited(entry.before), entry.given)
    return question is None or game.may_read(entry.before, question, holder)


def _instead(terminal: Terminal, speech: Speech, entry: Entry) -> tuple[Input, ...] | Command:
    """Another answer to the same question, or none to drop it. A command means: leave it as it is."""
    question = question_of(speech, entry.given)
    answers = [answer for answer in question.answers if answer != entry.given] if question else []
    texts = [terminal.board.answer(speech, question, answer) for answer in answers]
    drop, leave = terminal.words.say("table.amend-drop"), terminal.words.say("table.amend-leave")
    other = terminal.words.say("table.other") if question and question.open else ""
    shorthand = (lambda typed: terminal.board.shorthand(question, typed)[:1]) if question else None
    hint = terminal.board.hint(speech, question) if question else ""
    choice = choose(
        terminal.screen, terminal.words, [*texts, drop, leave], other=other, shorthand=shorthand, hint=hint
    )
    match choice:
        case Chosen(place) if place < len(answers):
            return (answers[place],)
        case Chosen(place):
            return () if place == len(answers) else Command("leave")
        case Other() if question is not None:
            return terminal.board.describe(terminal.screen, speech, question)
        case Typed(given):
            return given
        case Command():
            return choice
        case _:
            return Command("leave")


def settle(terminal: Terminal, amendment: Amendment) -> None:
    """Asks what is newly asked, shows what no longer fits, and lets the players choose what to keep."""
    screen, words = terminal.screen, terminal.words
    while amendment.asked:
        screen.show(words.say("table.amend-asked", {"rest": amendment.rest}))
        if not _answer(terminal, amendment, amendment.asked[0]):
            break
    for misfit in amendment.misfits:
        screen.show(words.say("table.misfit", _misfit(terminal, amendment, misfit)))
    put_back(terminal, amendment.put_back)
    ways = amendment.ways
    names = ["fitting" if way == "all" and amendment.misfits else way for way in ways]
    texts = [words.say(f"table.amend-keep-{name}") for name in names]
    choice = choose(screen, words, [*texts, words.say("table.amend-cancel")])
    if choice == Command("quit"):
        raise Left
    if not isinstance(choice, Chosen) or choice.place == len(ways):
        screen.show(words.say("table.amend-cancelled"))
        return
    amended = terminal.post(Settle(amendment, ways[choice.place]))
    terminal.refused(amended)


def _misfit(terminal: Terminal, amendment: Amendment, misfit: Misfit) -> dict[str, Any]:
    """What no longer fits and why; of a secret neither."""
    why = terminal.speech.refusal(misfit.refusal)
    if isinstance(misfit.given, Unknown):
        return {"n": misfit.number, "what": str(misfit.given.text), "why": why}
    entries = terminal.now.entries
    given_in = entries[misfit.number - 1].before if misfit.number <= len(entries) else amendment.line.state
    if terminal.now.game.secret(given_in, misfit.given, None):
        why = terminal.words.say("table.secret")
    what = input_words(terminal, terminal.speech.at(given_in), misfit.given)
    return {"n": misfit.number, "what": what, "why": why}


def _answer(terminal: Terminal, amendment: Amendment, asked: Asked) -> bool:
    """One newly arising question; False when it was not answered."""
    speech = terminal.speech.at(amendment.line.state)
    given = terminal.ask(asked, speech)
    if isinstance(given, Command):
        return False
    for one in given:
        refused = amendment.answer(one, "player" if asked.source == "player" else "hand")
        if refused is not None:
            terminal.screen.show(speech.refusal(refused))
    return True


def correct(terminal: Terminal, about: str = "") -> None:
    """The table is right: sets one thing of the position by hand, in two steps."""
    speech, screen, words = terminal.speech, terminal.screen, terminal.words
    fields = tuple(terminal.now.game.correctable(terminal.now.state))
    if not fields:
        screen.show(words.say("table.nothing-to-correct"))
        return
    names = [speech.name("path", field.path) for field in fields]
    texts = [
        words.say("table.is", {"what": name, "now": _present(terminal, field)})
        for name, field in zip(names, fields, strict=True)
    ]
    choice = choose(screen, words, texts, hint=words.say("table.correct-what"), typed=about)
    if not isinstance(choice, Chosen):
        return
    field = fields[choice.place]
    screen.show(words.say("table.correct-to", {"what": speech.name("path", field.path)}))
    if isinstance(field.value, list) and field.choices:
        set_to: Any = _members(terminal, field)
    else:
        texts = [speech.value(field.path, value) for value in field.choices]
        value = choose(screen, words, texts, other=words.say("table.other-value"))
        if isinstance(value, Chosen):
            set_to = field.choices[value.place]
        elif isinstance(value, Other):
            set_to = _typed_value(screen.ask(words.say("table.type-value")))
        else:
            return
    if terminal.give(Correct(terminal.now.game.correction(field.path, set_to))):
        terminal.settle(terminal.now.game.check(terminal.now.state))


def _typed_value(typed: str) -> Any:
    try:
        return json.loads(typed)
    except ValueError:
        return typed


def _members(terminal: Terminal, field: Field) -> list[Plain]:
    """What is in a list, told by names or numbers with commas between, until all of it is understood."""
    screen, words = terminal.screen, terminal.words
    texts = [terminal.speech.value(field.path, [one]) for one in field.choices]
    while True:
        screen.numbered(texts)
        typed = screen.ask(words.say("table.type-members"))
        names = [one.strip() for one in typed.split(",") if one.strip()]
        places = [_place(texts, one) for one in names]
        if None not in places:
            return [field.choices[place] for place in places if place is not None]
        unclear = names[places.index(None)]
        screen.show(words.say("table.not-understood", {"typed": unclear}))


def _place(texts: Sequence[str], typed: str) -> int | None:
    """Which of these is meant, by its number or by words that only it has."""
    if typed.isdecimal():
        return int(typed) - 1 if 1 <= int(typed) <= len(texts) else None
    found = matching(texts, typed)
    return found[0] if len(found) == 1 else None


def _present(terminal: Terminal, field: Field) -> str:
    """The value that a field has now, unless whoever holds the screen may not know it."""
    game, state = terminal.now.game, terminal.now.state
    if game.secret(state, game.correction(field.path, field.value), terminal.holder):
        return terminal.words.say("table.secret")
    return terminal.speech.value(field.path, field.value)
