"""Amend: one old input is replaced or dropped, and the rest is replayed on scratch paper.

May import: companion.engine, its own room, the standard library.

Nothing changes, and no line is written, until the players choose what to keep. On the way a question that was
not asked before is asked, and an input that no longer fits is set aside with the rule it breaks.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from copy import copy
from itertools import islice
from typing import Literal, NamedTuple, TypeAlias

from companion.engine import CHANCE, Input, Owner, Phrase, Plain, Question, Refusal, Source, State

from .chance import Asked, Sources
from .corrections_between import corrected
from .live_line import Entry, LiveLine, answered

LOOK_AHEAD = 8
"""How many old inputs in a row may have lost their question; beyond, what is asked now is taken for new."""

CONFIRMED_BY = 3
"""How many old inputs must fit there, at least, and no fewer than have lost their question."""

Key: TypeAlias = tuple[str, Owner, str]
"""What makes two questions the same one in another position: id, owner and stream."""


Way: TypeAlias = Literal["all", "to-there", "board"]
"""What is kept: all that fits, misfits left out; what precedes the first misfit or the open question; or what
fits, and corrections that make up the difference to today's board."""


class Unknown(NamedTuple):
    """An input that today's rules cannot even read."""

    text: Plain
    kind: str = "Unknown"


class Old(NamedTuple):
    """An input of the old line that waits to be replayed."""

    number: int
    given: Input | Unknown
    source: Source
    stream: str
    before: State | None
    """The state it was given in; None for a journal made under older rules."""


class Misfit(NamedTuple):
    """An old input that no longer fits."""

    number: int
    """Its number in the old line."""
    given: Input | Unknown
    source: Source
    refusal: Refusal


class Amendment:
    """An amend that the players have not settled yet."""

    def __init__(
        self,
        line: LiveLine,
        pending: Iterable[Old],
        today: State | None,
        sources: Sources,
        begun: int,
        unchanged: int,
        dropped: Old | None = None,
    ) -> None:
        """`line` is scratch paper: the entries before the amended one, perhaps its replacement. `today` is
        the board as it stands; None when today's rules cannot tell."""
        self.begun = begun
        """The position of the journal for which it was made."""
        self.unchanged = unchanged
        """How many entries stand before the amended one."""
        self._line = line
        self._pending = deque(pending)
        self._today = today
        self._sources = sources
        self._misfits: list[Misfit] = []
        self._fitted = len(line.entries)
        """Entries before the first misfit."""
        self._due: set[Key | None] = set()
        """Questions of chance whose old result is gone."""
        if dropped is not None:
            self._note_due(self._question(dropped))
        self.asked: tuple[Asked, ...] = ()
        """What is newly asked; answer it, or choose with it still open."""
        self._replay()

    def copy(self) -> Amendment:
        """The same on a second sheet: whoever looks on has one of their own."""
        other = copy(self)
        other._line = self._line.branch(len(self._line.entries))
        other._pending = deque(self._pending)
        other._misfits, other._due = list(self._misfits), set(self._due)
        return other

    @property
    def older(self) -> bool:
        """Of a journal that was made under older rules."""
        return self._today is None

    @property
    def ways(self) -> tuple[Way, ...]:
        """What can be kept of it as it stands."""
        whole: tuple[Way, ...] = () if self.asked else ("all",)
        return (*whole, "to-there", "board") if self.misfits or self.asked else whole

    @property
    def misfits(self) -> tuple[Misfit, ...]:
        return tuple(self._misfits)

    @property
    def rest(self) -> int:
        """Old inputs still to be replayed."""
        return len(self._pending)

    @property
    def line(self) -> LiveLine:
        """The scratch paper, to be looked at."""
        return self._line

    @property
    def put_back(self) -> tuple[Phrase, ...]:
        """What would have to be moved on the table if the replay were kept as it stands."""
        return () if self._today is None else self._line.game.differences(self._today, self._line.state)

    def answer(self, given: Input, source: Source = "player") -> Refusal | None:
        """Answers a newly arising question; the replay goes on."""
        attempted = self._line.attempt(given, source)
        if isinstance(attempted, Refusal):
            return attempted
        self._push(attempted)
        self._replay()
        return None

    @property
    def waiting(self) -> Old | None:
        """The old input that does not fit while something is asked."""
        return self._pending[0] if self._pending else None

    def set_aside(self) -> None:
        """Instead of an answer: the old input that waits is one too many. The replay goes on without it."""
        old = self._pending.popleft()
        attempted = _attempt(self._line, old)
        if isinstance(attempted, Refusal):
            self._misfits.append(Misfit(old.number, old.given, old.source, attempted))
        self._replay()

    def kept(self, way: Way) -> tuple[Entry, ...] | Refusal:
        """The entries that would stand; `Session.settle` makes them stand."""
        match way:
            case "all" if self.asked:
                return Refusal("amend-asks", "", (("rest", self.rest),))
            case "all":
                return tuple(self._line.entries)
            case "to-there":
                return tuple(self._line.entries[: self._fitted])
            case "board":
                return self._board()

    def _board(self) -> tuple[Entry, ...] | Refusal:
        if self._today is None:
            return Refusal("board-unknown", "")
        running = [
            entry.number for entry in self._line.entries if self._line.game.outcome(entry.after) is None
        ]
        refusal = Refusal("board-out-of-reach", "")
        for length in dict.fromkeys((len(self._line.entries), *running[-1:], self._fitted)):
            attempted = corrected(self._line.branch(length), self._today)
            if isinstance(attempted, LiveLine):
                return tuple(attempted.entries)
            refusal = attempted
        return refusal

    # There is nothing to cancel: drop the object, and nothing has changed.

    def _push(self, entry: Entry) -> None:
        if self._due:
            self._due.discard(_key(answered(self._awaited(), entry.given)))
        self._line.push(entry)
        if not self._misfits:
            self._fitted = len(self._line.entries)

    def _awaited(self) -> tuple[Question, ...]:
        return self._line.game.awaited(self._line.state)

    def _replay(self) -> None:
        """Goes on until all old inputs are replayed or set aside, or somebody must be asked."""
        self.asked = ()
        while self._pending:
            old = self._pending[0]
            attempted = _attempt(self._line, old)
            if isinstance(attempted, Entry):
                self._push(attempted)
                self._pending.popleft()
            elif self._no_longer_fits(old):
                self._misfits.append(Misfit(old.number, old.given, old.source, attempted))
                self._pending.popleft()
            elif not self._draw():
                self.asked = tuple(
                    Asked(question, self._sources.of(question)) for question in self._awaited()
                )
                return

    def _no_longer_fits(self, old: Old) -> bool:
        """Why an input was refused: it no longer fits; or, if not, a new question stands before it."""
        awaited = self._awaited()
        if not awaited or isinstance(old.given, Unknown):
            return True
        now = {_key(question) for question in awaited}
        if now & self._due:
            return False
        if (mine := self._question(old)) in now:
            self._note_due(mine)
            return True  # still asked, but this answer has become illegal
        return any(
            self._takes_up(later, awaited) and self._goes_on(skipped)
            for skipped, later in enumerate(islice(self._pending, 1, 1 + LOOK_AHEAD), 1)
        )

    def _note_due(self, question: Key | None) -> None:
        """A decision may have been one too many; where chance has lost its result it must give another."""
        if question is not None and question[1] == CHANCE:
            self._due.add(question)

    def _takes_up(self, later: Old, awaited: tuple[Question, ...]) -> bool:
        """Whether what is asked now is what this later input answered: what stands before it has vanished."""
        question = None if isinstance(later.given, Unknown) else answered(awaited, later.given)
        return question is not None and (later.before is None or self._question(later) == _key(question))

    def _goes_on(self, skipped: int) -> bool:
        """Whether the old inputs that follow fit too when so many are skipped; one may fit by accident."""
        if len(self._pending) < 2 * skipped:
            return False
        line = self._line.branch(len(self._line.entries))
        for old in islice(self._pending, skipped, skipped + max(skipped, CONFIRMED_BY)):
            attempted = _attempt(line, old)
            if isinstance(attempted, Refusal):
                return False
            line.push(attempted)
        return True

    def _question(self, old: Old) -> Key | None:
        """Which question an old input answered; None when it answered none, or when nobody can tell."""
        return None if old.before is None else _key(answered(self._line.game.awaited(old.before), old.given))

    def _draw(self) -> bool:
        """Lets the app answer one newly arising question of chance, if there is one for it."""
        for question in self._awaited():
            if self._sources.of(question) == "app":
                attempted = self._line.attempt(self._line.draw(question), "app", question.stream)
                if isinstance(attempted, Entry):
                    self._push(attempted)
                    return True
        return False


def amended(
    line: LiveLine,
    sources: Sources,
    position: int,
    number: int,
    given: Input | None,
    source: Source | None = None,
    learn: Sequence[Input] = (),
) -> Amendment | Refusal:
    """Replaces or drops entry `number` and replays the rest on scratch paper; nothing changes yet. `learn`:
    what has to be known before it, a piece that no list had."""
    if not 1 <= number <= len(line.entries):
        return Refusal("no-such-entry", "", (("number", number),))
    was, *later = (Old(*entry[:4], entry.before) for entry in line.entries[number - 1 :])
    by = source or ("player" if was.source == "player" else "hand")
    instead: list[tuple[Input, Source]] = [(piece, "hand") for piece in learn]
    scratch = line.branch(number - 1)
    for one, who in [*instead, (given, by)] if given is not None else instead:
        attempted = scratch.attempt(one, who)
        if isinstance(attempted, Refusal):
            return attempted
        scratch.push(attempted)
    dropped = was if given is None else None
    return Amendment(scratch, later, line.state, sources, position, number - 1, dropped)


def _attempt(line: LiveLine, old: Old) -> Entry | Refusal:
    if isinstance(old.given, Unknown):
        return Refusal("unknown-input", "", (("text", str(old.given.text)),))
    return line.attempt(old.given, old.source, old.stream)


def _key(question: Question | None) -> Key | None:
    return None if question is None else (question.id, question.owner, question.stream)
