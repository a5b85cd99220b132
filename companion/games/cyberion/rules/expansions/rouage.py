"""The treacherous gear: interference tokens under the figurines turn abilities into others.

May import: the contract and this game.
"""

from __future__ import annotations

from typing import Any

from companion.engine.game import CHANCE, Question, Refusal
from companion.engine.steps import slotted
from companion.games.cyberion.rules.abilities import use
from companion.games.cyberion.rules.happenings import Interfered
from companion.games.cyberion.rules.inputs import LEVEL, REVEALED, InterferenceRevealed, Level
from companion.games.cyberion.rules.pieces import MODELS, without
from companion.games.cyberion.rules.state import State, level
from companion.games.cyberion.rules.steps import Ask, Out

from .expansion import Expansion

EACH = 2
"""Tokens under a figurine [CY-ROUAGE-01]."""


@slotted
class RevealInterference(Ask[InterferenceRevealed], name="interference"):
    model: str

    def ask(self, s: State) -> tuple[Question, ...]:
        """Either of two, unseen: whatever is still face down is equally likely [CY-ROUAGE-10]."""
        pool = s.pool or MODELS  # a correction may leave more tokens on the table than we can name
        answers = tuple([REVEALED[model] for model in dict.fromkeys(pool)])
        odds = tuple([pool.count(answer.model) for answer in answers])
        by_hand = "tokens" in s.setting.by_hand
        about = (("model", self.model),)
        return (Question("interference", CHANCE, answers, "tokens", odds, about=about, open=by_hand),)

    def answer(self, s: State, out: Out, given: InterferenceRevealed) -> None:
        """One token per trigger, and it leaves the game whatever is done with it [CY-ROUAGE-04,
        CY-ROUAGE-05]."""
        if given.model in s.pool:
            s.pool = without(s.pool, given.model)
        s.interference[MODELS.index(self.model)] -= 1
        out.append(Interfered(self.model, given.model))
        at = level(s, self.model)
        if at < 2:  # [CY-ROUAGE-06]
            use(s, out, given.model, at)
        else:
            s.agenda.append(ChooseLevel(given.model, at, self.model))

    def anew(self, s: State) -> RevealInterference | None:
        return self if s.interference[MODELS.index(self.model)] else None


@slotted
class ChooseLevel(Ask[Level], name="level"):
    """The level is that of the discarded robot's row, or lower, or none at all [CY-ROUAGE-03,
    CY-ROUAGE-05]."""

    model: str
    highest: int
    row: str = ""
    """The robot that was discarded; it shows the level."""

    def anew(self, s: State) -> ChooseLevel | None:
        if not self.row or s.setting.rules < 2:
            return self
        at = level(s, self.row)
        return ChooseLevel(self.model, at, self.row) if at > 1 else None  # level I does nothing

    def ask(self, s: State) -> tuple[Question, ...]:
        return (Question("level", s.seat, LEVEL[self.highest : 0 : -1], about=(("model", self.model),)),)

    def answer(self, s: State, out: Out, given: Level) -> None:
        use(s, out, self.model, given.level)


class Rouage(Expansion):
    """A loss if a token is left when all machines are repaired."""

    inputs = frozenset({InterferenceRevealed, Level})
    asks = ("interference", "level")

    def set_up(self, s: State) -> None:
        s.interference, s.pool = [EACH] * len(MODELS), s.setting.interference

    def triggered(self, s: State, out: Out, model: str) -> bool:
        """Where a token lies, it is revealed and its ability is used instead [CY-ROUAGE-02]."""
        if not s.interference[MODELS.index(model)]:
            return False
        s.agenda.append(RevealInterference(model))
        return True

    def refusal(self, s: State, given: Any) -> Refusal | None:
        match given:
            case InterferenceRevealed(model) if s.agenda[-1].name == "interference":
                if model in MODELS and "tokens" in s.setting.by_hand:
                    return None
                return Refusal("no-such-interference", "CY-COMP-16", (("model", model),))
            case Level(level) if s.agenda[-1].name == "level":
                return Refusal("level-too-high", "CY-ROUAGE-03", (("level", level),))
        return super().refusal(s, given)

    def unmet(self, s: State, out: Out) -> tuple[str, str] | None:
        return ("interference-left", "CY-ROUAGE-12") if any(s.interference) else None
