"""The journal in words, and what would follow if one of its entries were changed.

May import: companion.engine, companion.table, companion.words; never Kivy. Nothing here changes the game: an
amendment is scratch paper until the evening keeps it.
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.engine import CHANCE, Game, Games, Input, Owner, Question, State, Still
from companion.table import Amendment, Asked, Misfit, Snapshot, Unknown, Way, answered
from companion.words import Speech, Words

from .advice import Tell
from .generic import holder_of
from .hand_steps import tone_of
from .home import turn_of


@dataclass(frozen=True, slots=True)
class HistoryEntry:
    number: int
    turn: int
    text: str
    under: str
    tone: str
    source: str


@dataclass(frozen=True, slots=True)
class OtherAnswer:
    """Another answer that an entry could have been."""

    text: str
    given: Input


@dataclass(frozen=True, slots=True)
class Consequences:
    asked: Asked | None
    question: str
    options: tuple[OtherAnswer, ...]
    """Answers to what is newly asked."""
    misfits: tuple[str, ...]
    put_back: tuple[str, ...]
    choices: tuple[tuple[str, Way], ...]
    """Keys of the catalogue, and how to keep it so."""
    holder: int | None = None
    """Who alone may see these answers; None: everybody."""


class HistoryPresenter:
    def __init__(self, game: Game, words: Words, games: Games) -> None:
        self.game = game
        self.words = words
        self.manifest = games[game.name]
        self.grave = {*self.manifest.alerts, *self.manifest.sounds}
        """What the table was told of at once is marked here too."""
        self.answer: Tell = games.view(game.name, "answer") or Speech.answer

    # -- the journal

    def show(self, now: Snapshot) -> tuple[HistoryEntry, ...]:
        found: list[HistoryEntry] = []
        for line in now.history(None):
            speech = Speech.of(self.words, now).at(line.before)
            after = speech.at(now.entries[line.number - 1].after)
            source = speech.name("source", line.source)
            if line.given is None:
                secret, turn = self.words.say("screen-history.secret"), turn_of(self.game, line.before)
                found.append(HistoryEntry(line.number, turn, secret, "", "faint", source))
                continue
            question = self.question(line.before, line.given)
            source = (speech.person(question.owner) if question else "") or source
            text = self.answer_text(speech, question, line.given)
            happened = [after.happening(said).strip() for said in line.happenings]
            kinds = {said.kind for said in line.happenings}
            tones = {tone_of(self.manifest, kind) for kind in kinds & self.grave}
            tone = "fine" if "fine" in tones else "danger" if "danger" in tones else "text"
            turn = turn_of(self.game, after.state)
            found.append(HistoryEntry(line.number, turn, text, " ".join(happened), tone, source))
        return tuple(found)

    def answer_text(self, speech: Speech, question: Question | None, given: Input) -> str:
        """An answer, with what it was about where it does not say so itself."""
        said = self.answer(speech, question, given)
        key = f"screen-history.about.{question.id}" if question else ""
        if key not in self.words:
            return said
        return self.words.captioned(self.words.say(key), said)

    def question(self, state: State, given: Input) -> Question | None:
        """What an input answered."""
        return answered(self.game.awaited(state), given)

    def others(self, now: Snapshot, number: int) -> tuple[OtherAnswer, ...]:
        """What entry `number` could have been instead; empty for what answered no question."""
        entry = now.entries[number - 1]
        question = self.question(entry.before, entry.given)
        if question is None:
            return ()
        speech = Speech.of(self.words, now).at(entry.before)
        return tuple(
            OtherAnswer(self.answer(speech, question, answer), answer)
            for answer in question.answers
            if answer != entry.given
        )

    def teachable(self, now: Snapshot, number: int) -> Question | None:
        """What entry `number` answered, if a piece that no list has may have been the answer."""
        entry = now.entries[number - 1]
        question = self.question(entry.before, entry.given)
        open_to_all = question is not None and question.open and question.id in self.manifest.learns
        return question if open_to_all and "Learn" in self.game.inputs else None

    def dropped(self, now: Snapshot, number: int) -> tuple[int, ...] | None:
        """For a drop: how many cubes landed at each outlet; it is changed cube by cube."""
        given = now.entries[number - 1].given
        return tuple(given.landed) if hasattr(given, "landed") and hasattr(given, "inside") else None

    # -- what is spoken about

    def before(self, now: Snapshot, number: int) -> Speech:
        """The words for how it stood when entry `number` was given."""
        return Speech.of(self.words, now).at(now.entries[number - 1].before)

    def after(self, now: Snapshot, number: int) -> Speech:
        """… and for what came of it."""
        return Speech.of(self.words, now).at(now.entries[number - 1].after)

    def amended(self, now: Snapshot, amendment: Amendment) -> Speech:
        """… and for what is on the scratch paper."""
        return Speech.of(self.words, now).at(amendment.line.state)

    def was(self, now: Snapshot, number: int) -> str:
        """What was answered there."""
        entry = now.entries[number - 1]
        question = self.question(entry.before, entry.given)
        return self.answer_text(self.before(now, number), question, entry.given)

    # -- who may see it

    def keeper(self, now: Snapshot, number: int) -> Owner | None:
        """Whose secret an entry is; None: nobody's; chance: of the deal, which nobody may look at again."""
        entry = now.entries[number - 1]
        question = self.question(entry.before, entry.given)
        holder = holder_of(Still(self.game, entry.before), question) if question else None
        hidden = self.game.secret(entry.before, entry.given, None, now.state)
        hidden = hidden or (question is not None and not self.game.may_read(entry.before, question, None))
        return holder if holder is not None else CHANCE if hidden else None

    # -- amending

    def consequences(self, now: Snapshot, amendment: Amendment) -> Consequences:
        speech = self.amended(now, amendment)
        asked = amendment.asked[0] if amendment.asked else None
        question = asked.question if asked else None
        options = (
            tuple(OtherAnswer(self.answer(speech, question, answer), answer) for answer in question.answers)
            if question
            else ()
        )
        return Consequences(
            asked,
            speech.question(question) if question else "",
            options,
            tuple(self._misfit(now, speech, misfit) for misfit in amendment.misfits),
            tuple(speech.phrase(phrase) for phrase in amendment.put_back),
            _choices(amendment),
            holder_of(speech, question) if question else None,
        )

    def _misfit(self, now: Snapshot, speech: Speech, misfit: Misfit) -> str:
        given, why = misfit.given, speech.refusal(misfit.refusal)
        if isinstance(given, Unknown):
            what = str(given.text)
        elif misfit.number <= len(now.entries):
            before = now.entries[misfit.number - 1].before
            hidden = self.game.secret(before, given, None)
            what = self.answer_text(speech.at(before), self.question(before, given), given)
            if hidden:  # neither what it was nor, so that nobody guesses it, why
                what = why = self.words.say("screen-history.secret")
        else:  # of a journal made under older rules: nobody knows what was asked
            what = speech.answer(None, given)
        about = {"n": misfit.number, "what": what, "why": why}
        return self.words.say("screen-history.misfit", about)


def _choices(amendment: Amendment) -> tuple[tuple[str, Way], ...]:
    whole = "keep-fitting" if amendment.misfits else "keep"
    return tuple((whole if way == "all" else f"keep-{way}", way) for way in amendment.ways)


def landed_as(given: Input, landed: tuple[int, ...]) -> Input:
    """The same drop with other places; the cubes still add up."""
    total = sum(given.landed) + given.inside
    return given._replace(landed=landed, inside=total - sum(landed))
