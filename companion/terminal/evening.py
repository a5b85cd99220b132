"""One game at one terminal: asks for what is awaited, one question at a time, until the players leave.

May import: companion.engine, companion.table, companion.words and its own room. Knows no game by name: what
is drawn and how a piece is described comes from the game's board (`boards`).
"""

from __future__ import annotations

import shlex

from companion.engine import Finding, Input, Question, Refusal
from companion.table import (
    Answer,
    Asked,
    CatchUp,
    Correct,
    Done,
    Evening,
    Happened,
    answered,
    kept_mistake,
    last_journal,
)
from companion.table import Command as Posted
from companion.teacher import Taught
from companion.words import Words, invented_pieces

from . import revisions
from .board import TextBoard
from .prompt import Back, Chosen, Command, Other, Typed, choose, command
from .screen import Left, Screen
from .speech import Speech
from .tutor import Tutor


class Terminal:
    """A client of the evening, with a screen and a language."""

    def __init__(
        self,
        evening: Evening,
        words: Words,
        screen: Screen,
        board: TextBoard,
        taught: Taught | None = None,
    ) -> None:
        self.evening = evening
        self.now = evening.now
        self.words = words
        self.screen = screen
        self.board = board
        self._drawn: list[str] = []
        self._dealt = False
        """The last that was told was a secret of the app's own: a card of a deal."""
        self.holder: int | None = None
        """The seat that holds the screen, where it may know more than the others."""
        self._read: dict[int, int] = {}
        """How many entries each of them had seen when it gave the screen away."""
        self.tutor = Tutor(words, self.now.manifest, taught)
        """With what was taught so far, they are led."""
        self._mailbox = evening.subscribe()

    @property
    def speech(self) -> Speech:
        return Speech.of(self.words, self.now)

    def look(self) -> None:
        """What is new is told."""
        now = self._mailbox.take()
        if now is not None:
            self.now = now
            for event in now.events:
                self._show_event(event)

    def post(self, command: Posted) -> Done | Refusal:
        """Has the evening carry something out, and tells what came of it."""
        done = self.evening.post(command).result()
        self.look()
        return done

    def play(self) -> None:
        """Until the players leave. Nothing is lost: every answer is in the journal before it is shown."""
        try:
            if self.now.message is not None:
                self.screen.show(self.speech.phrase(self.now.message))
            self.screen.show(self.words.say("table.welcome"), "")
            if said := invented_pieces(self.words, self.now.manifest, self.now.game.box):
                self.screen.show(self.screen.faint(said), "")
            order: Command | None = None
            while True:
                try:
                    self._turn(order)
                    order = None
                except Back:
                    order = None
                except Left:
                    raise
                except Exception as error:  # noqa: BLE001  a mistake of ours is no end of the evening
                    order = self._mistaken(error)
        except Left:
            file = str(self.now.path)
            named = "" if self.now.path == last_journal() else f" {shlex.quote(file)}"
            about = {"file": file, "command": f"companion resume{named}"}
            self.screen.show("", self.words.say("table.saved", about))

    def _mistaken(self, error: Exception) -> Command | None:
        """Kept in a file and told. Where it would come again, an order is the way out: undo, for example."""
        kept = kept_mistake(self.now.game, self.now.state, None, error)
        self.screen.show(self.screen.strong(self.words.say("refusal.incident", dict(kept.about))))
        typed = self.screen.ask(self.words.say("table.try-again"))
        return command(self.words, typed, self.board.orders)

    def _turn(self, order: Command | None = None) -> None:
        self.look()
        if order is not None:
            self.obey(order)
        elif self.now.behind and self.now.refused is not None:  # make room, then give it again
            about = dict(self.now.refused.about)
            self.screen.show(self.screen.strong(self.words.say("error.journal-unwritable", about)))
            self.screen.ask(self.words.say("table.try-again"))
            self.post(CatchUp())
        elif self.now.older is not None:
            self.screen.show(self.words.say("table.older-rules"))
            revisions.settle(self, self.now.older.copy())
        elif self.now.outcome is not None:
            self._draw(None)
            self.screen.show("", *map(self.screen.strong, self.speech.outcome(self.now.outcome)))
            self._after_the_end()
        else:
            asked = self.now.asked[0]
            given = self.ask(asked)
            if isinstance(given, Command):
                self.obey(given)
            else:
                self.give(Answer(given, asked.question.owner, asked.since))

    def ask(self, asked: Asked, speech: Speech | None = None) -> tuple[Input, ...] | Command:
        """What the table answers: one input, two when a piece had to be described first, or a row of them."""
        question, speech = asked.question, speech or self.speech
        self._hand_over(question)
        self._draw(question.owner if isinstance(question.owner, int) else None)
        self.screen.show(*self.tutor.lead(question))
        about = {"who": self.board.owner(speech, question), "question": speech.question(question)}
        self.screen.show("", self.screen.strong(self.words.say("table.asks", about)))
        texts = [self.board.answer(speech, question, answer) for answer in question.answers]
        choice = choose(
            self.screen,
            self.words,
            texts,
            other=self.words.say("table.other") if question.open else "",
            shorthand=lambda typed: self.board.shorthand(question, typed),
            hint=self.board.hint(speech, question),
            orders=self.board.orders,
        )
        match choice:
            case Chosen(place):
                return (question.answers[place],)
            case Typed(given):
                return given
            case Other():
                return self.board.describe(self.screen, speech, question)
            case Command():
                return choice

    def give(self, command: Answer | Correct) -> bool:
        """An answer or a correction; a refusal is told."""
        return not self.refused(self.post(command))

    def refused(self, done: Done | Refusal) -> bool:
        """Whether something was refused, and if so why; a full disk is told before anything else is asked."""
        if isinstance(done, Refusal) and not self.now.behind:
            self.screen.show(self.screen.strong(self.speech.refusal(done)))
            self.tutor.refused(done)
        return isinstance(done, Refusal)

    def obey(self, order: Command) -> None:
        """Carries out a command typed instead of an answer."""
        match order.name:
            case "undo":
                revisions.undo(self)
            case "redo":
                revisions.redo(self)
            case "history":
                revisions.history(self, order.about)
            case "amend":
                revisions.amend(self, order.about)
            case "correct":
                revisions.correct(self, order.about)
            case "why":
                self.screen.show(*self._why(order.about))
            case "board":
                self._drawn = []
            case "help":
                self.screen.show(*self.words.say("table.help").splitlines(), *self.board.help(self.speech))
            case "quit":
                raise Left
            case own:
                with self.screen.typed_ahead(order.about):
                    inputs = self.board.orders[own](self.screen, self.speech)
                for given in inputs:
                    self.give(Correct(given))

    def _why(self, about: str) -> list[str]:
        """The rules behind what is asked, an entry of the journal by its number, or a word."""
        now, first = self.now, self.now.first
        if about.isdecimal() and 0 < int(about) <= len(now.entries):
            line = now.history(None)[int(about) - 1]
            given = line.given
            question = answered(now.game.awaited(line.before), given) if given is not None else None
            return self.tutor.behind(question, line.happenings) or [self.words.say("table.secret-given")]
        if about:
            return self.tutor.look_up(about)
        return self.tutor.why(first.question if first is not None else None, now.outcome)

    def settle(self, findings: tuple[Finding, ...]) -> None:
        """After a correction: what does not fit, and what a rule would do. Nothing happens by itself."""
        for finding in findings:
            self.screen.show(self.screen.strong(self.speech.finding(finding)))
            if not finding.offers:
                continue
            texts = [self.speech.answer(None, offer) for offer in finding.offers]
            choice = choose(self.screen, self.words, [*texts, self.words.say("table.leave-it")])
            if isinstance(choice, Chosen) and choice.place < len(texts):
                self.give(Correct(finding.offers[choice.place]))

    def _after_the_end(self) -> None:
        choice = choose(self.screen, self.words, [self.words.say("table.leave")], likely=0)
        if isinstance(choice, Command):
            self.obey(choice)
        else:
            raise Left

    def _show_event(self, event: object) -> None:
        if not isinstance(event, Happened):
            return
        entry = event.entry
        speech = self.speech.at(entry.after)
        dealt, self._dealt = self._dealt, False
        if self.now.game.secret(entry.before, entry.given, None):
            self._dealt = entry.source == "app"
            if not dealt or not self._dealt:  # a whole deal is told once
                self.screen.show(self.words.say("table.secret-given"))
            return
        self.screen.show(*(f"  {speech.happening(happening)}" for happening in entry.happenings))
        self.tutor.heard(entry.happenings)

    def _since(self, seat: int) -> None:
        """What happened while others held the screen; what they kept secret stays so."""
        begun = self._read.get(seat, len(self.now.entries))
        lines = [
            f"  {self.speech.at(entry.after).happening(happening)}"
            for entry in self.now.entries[begun:]
            if not self.now.game.secret(entry.before, entry.given, seat, self.now.state)
            for happening in entry.happenings
        ]
        if lines:
            self.screen.show(self.screen.strong(self.words.say("table.since-then")), *lines)

    def _draw(self, seat: int | None) -> None:
        """The board, when it looks different from the last time."""
        lines = self.board.draw(self.speech, seat)
        if lines != self._drawn:
            self.screen.show("", *lines)
            self._drawn = lines

    def _hand_over(self, question: Question) -> None:
        """Where a seat knows more than the table, the screen changes hands before it is shown."""
        game, state = self.now.game, self.now.state
        owner = question.owner if isinstance(question.owner, int) else None
        private = owner is not None and game.view(state, owner) != game.view(state, None)
        holder = owner if private else None
        if holder != self.holder:
            self._drawn = []
            about = {"who": self.board.owner(self.speech, question)}
            if self.holder is not None:
                self._read[self.holder] = len(self.now.entries)
            self.screen.cover(self.words.say("table.hand-over" if private else "table.all-may-look", about))
            self.holder = holder
            if holder is not None:
                self._since(holder)
