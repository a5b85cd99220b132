"""Sayan Supa Duplicates [SUPA-01 … SUPA-15].

Reinforced duplicates lie on the board from the start. They count as duplicates in everything; each one
destroyed leaves a blue cube of perpetual energy and more duplicates behind. Victory: four tiles and no Supa
left [WIN-02].

Its own pieces: Supa tokens stand among the duplicates; `perpetual` counts the blue cubes per era,
`supas-destroyed` how many Supas are gone.
"""

from __future__ import annotations

from operator import add
from typing import Any

from companion.engine.game import CHANCE, Finding, Question
from companion.engine.steps import slotted
from companion.games.the_loop.rules import missions
from companion.games.the_loop.rules.duplicates import DrawDuplicates
from companion.games.the_loop.rules.eras import ERAS
from companion.games.the_loop.rules.happenings import DuplicateGenerated, PerpetualAdded
from companion.games.the_loop.rules.inputs import SupaDrawn, supa_drawn
from companion.games.the_loop.rules.mode_pieces import on_era
from companion.games.the_loop.rules.state import State
from companion.games.the_loop.rules.steps import Ask, Out, Step, win

from .mode import Mode, is_count

SUPAS = {1: 3, 2: 4, 3: 5}
"""By level [DIFF-03]."""


class Supa(Mode):
    id = "supa"
    own = ("perpetual", "supas-destroyed")
    by_era = ("perpetual",)

    def before_duplicates(self, s: State) -> tuple[Step, ...]:
        """Draw S tokens, one after another [SUPA-01]."""
        return tuple(DrawSupa(k) for k in range(1, SUPAS[s.setting.level] + 1))

    def extra_duplicates(self, s: State) -> int:
        """Supas take the place of the first duplicates, as far as there are so many [SUPA-03, AMB-51]."""
        return -min(SUPAS[s.setting.level], s.setting.box.setup_duplicates[s.setting.players])

    def destruction_era(self, s: State, token: str) -> int:
        shown = s.setting.box.supas.get(token)
        return s.setting.box.tokens[token][1] if shown is None else shown

    def destroyable(self, s: State, tokens: tuple[str, ...]) -> tuple[str, ...]:
        """A Destroy effect reaches Supas too, wherever they stand [SUPA-05, AMB-55]."""
        if s.setting.supa_destroy_anywhere:
            return tokens
        return tuple(token for token in tokens if token not in s.setting.box.supas)

    def duplicate_destroyed(self, s: State, out: Out, token: str, era: int) -> None:
        """A Supa leaves the game: a blue cube and n duplicates on its era for the n-th one [SUPA-05 …
        SUPA-07]."""
        if token not in s.setting.box.supas:
            super().duplicate_destroyed(s, out, token, era)
            return
        gone = s.extra.supas_destroyed + 1
        perpetual = s.extra.perpetual
        s.extra = s.extra._replace(supas_destroyed=gone, perpetual=on_era(perpetual, era, perpetual[era] + 1))
        out.append(PerpetualAdded(era))
        rule = self.is_won(s)
        if rule:
            win(s, out, rule)  # SUPA-15
        if s.setting.perpetual_is_add:
            missions.energy_added(s, out, era, 1)  # SUPA-11, AMB-16
        s.agenda.append(DrawDuplicates(gone, era))

    def energy_at(self, s: State, era: int) -> int:
        """A blue cube is energy for every effect and mission [SUPA-09]."""
        return s.energy[era] + s.extra.perpetual[era]

    def all_powered(self, s: State) -> bool:
        return 0 not in map(add, s.energy, s.extra.perpetual)

    def pay(self, s: State, out: Out, era: int, price: int) -> int:
        """Blue cubes pay one each and stay [SUPA-10, AMB-17]; green ones pay the rest."""
        green = max(price - s.extra.perpetual[era], 0)
        s.energy[era] -= green
        return green

    def is_won(self, s: State) -> str:
        supas = s.setting.box.supas
        return "WIN-02" if len(s.archived) >= 4 and not any(token in supas for token in s.dups) else ""

    def worth(self, s: State) -> float:
        """Every Supa that is left is work to do, the more the farther it stands from home."""
        left = ((shown, s.dups[token]) for token, shown in s.setting.box.supas.items() if token in s.dups)
        return sum(-10.0 - 4.0 * min((shown - at) % 7, (at - shown) % 7) for shown, at in left)

    def fits(self, s: State, name: str, value: Any) -> bool:
        return is_count(value) if name == "supas-destroyed" else all(map(is_count, value))

    def findings(self, s: State) -> list[Finding]:
        """Every blue cube stands for a Supa that was destroyed [SUPA-12]."""
        blue = sum(s.extra.perpetual)
        if blue == s.extra.supas_destroyed:
            return []
        return [Finding("perpetual-mismatch", "SUPA-06", (("cubes", blue),))]


@slotted
class DrawSupa(Ask[SupaDrawn], name="draw-supa"):
    k: int

    def ask(self, s: State) -> tuple[Question, ...]:
        left = tuple(token for token in sorted(s.setting.box.supas) if token not in s.dups)
        seen = "supas" in s.setting.by_hand
        return (Question("draw-supa", CHANCE, tuple(map(supa_drawn, left)), stream="supas", open=seen),)

    def answer(self, s: State, out: Out, given: SupaDrawn) -> None:
        """The k-th goes k eras into the future of the one it shows, never onto its own [SUPA-02]."""
        era = ERAS[(s.setting.box.supas[given.token] + self.k) % 7]
        s.dups[given.token] = era
        out.append(DuplicateGenerated(given.token, era))
