"""Ultramachina [ULTRA-01 … ULTRA-20].

Dr Foo walks around the ring era by era. Ultramachina cards lie on the eras and strike whenever he arrives;
energy that players add there damages them. Victory: four tiles [ULTRA-18].

Its own pieces: `ultras`, per era the cards there; `ultra-pile`, the cards not yet revealed; `ultra-damage`,
the cubes on each card as (red, green); `energy-inside`, energy in the machine.
"""

from __future__ import annotations

from typing import Any

from companion.engine.game import CHANCE, TEAM, Question, Refusal, Source
from companion.engine.steps import slotted
from companion.games.the_loop.rules.archive import Bonus
from companion.games.the_loop.rules.cubes import colour_for_damage
from companion.games.the_loop.rules.effects import apply_effect
from companion.games.the_loop.rules.eras import NEXT
from companion.games.the_loop.rules.foo import most_thrown, move_foo, splits, wrong_count
from companion.games.the_loop.rules.happenings import (
    EnergyInside,
    EnergyPlaced,
    EnergyThrown,
    LeftToPlayers,
    UltraApplied,
    UltraDamaged,
    UltraDestroyed,
    UltraPlaced,
)
from companion.games.the_loop.rules.inputs import EnergyLanded, UltraRevealed, ultra_revealed
from companion.games.the_loop.rules.mode_pieces import on_era
from companion.games.the_loop.rules.state import State, energy_pool
from companion.games.the_loop.rules.steps import Ask, Out, Step, pick, seat_of

from .mode import Mode, is_count

FIRST = {1: 4, 2: 5, 3: 7}
"""Cards revealed in setup, by level [DIFF-05]."""
PER_CYCLE = 3
LAST_ERA = 6


class Ultramachina(Mode):
    id = "ultramachina"
    own = ("ultras", "ultra-pile", "ultra-damage", "energy-inside", "energy-flying")
    by_era = ("ultras",)

    def start_pieces(self, s: State) -> None:
        """The machine faces End of Times [ULTRA-04]."""
        s.foo = LAST_ERA
        s.extra = s.extra._replace(ultra_pile=tuple(sorted(s.setting.box.ultras)))

    def before_hands(self, s: State) -> tuple[Step, ...]:
        """Cards on their eras [ULTRA-03]; then an attendance bonus without a tile [ULTRA-05]."""
        return (RevealUltras(FIRST[s.setting.level]), Bonus())

    def foo_steps(self, s: State) -> tuple[Step, ...]:
        """Dr Foo goes one era on [ULTRA-06] and every card there strikes before the drop [ULTRA-07]."""
        return (FooNext(), ApplyUltras())

    def next_fronts(self, s: State, seen: tuple[int, ...]) -> tuple[int, ...]:
        return (NEXT[s.foo],)

    def energy_added(self, s: State, out: Out, era: int, cubes: int) -> None:
        """Each energy that you add may damage one card there [ULTRA-10, ULTRA-11]."""
        if s.acting and s.extra.ultras[era]:
            s.agenda += [DamageUltraOn(era)] * cubes

    def damage_cubes(self, s: State) -> tuple[int, int]:
        cubes = [on_card for _, on_card in s.extra.ultra_damage]
        return sum(red for red, _ in cubes), sum(green for _, green in cubes)

    def worth(self, s: State) -> float:
        """A card strikes once in every cycle that is left, until its spaces are full."""
        ultras, damage = s.setting.box.ultras, dict(s.extra.ultra_damage)
        lying = [card for cards in s.extra.ultras for card in cards]
        return sum(12.0 * sum(damage.get(card, (0, 0))) / ultras[card].spaces - 16.0 for card in lying)

    def fits(self, s: State, name: str, value: Any) -> bool:
        ultras = s.setting.box.ultras
        if name == "ultras":
            return all(card in ultras for cards in value for card in cards)
        if name == "ultra-pile":
            return all(card in ultras for card in value)
        if name == "ultra-damage":
            return all(card in ultras and len(on) == 2 and all(map(is_count, on)) for card, on in value)
        return is_count(value)

    def cycle_is_over(self, s: State) -> bool:
        return s.foo == LAST_ERA

    def new_cycle(self, s: State, out: Out) -> tuple[Step, ...]:
        """Three new cards [ULTRA-08]."""
        return (RevealUltras(PER_CYCLE),)


# -- cards come, and strike ------------------------------------------------------------------------------


@slotted
class RevealUltras(Step, name="reveal-ultras"):
    cards: int

    def do(self, s: State, out: Out) -> None:
        if self.cards and s.extra.ultra_pile:
            s.agenda += (RevealUltras(self.cards - 1), RevealUltra())


@slotted
class RevealUltra(Ask[UltraRevealed], name="reveal-ultra"):
    def ask(self, s: State) -> tuple[Question, ...]:
        """A card that was put on the board by hand is not in the pile."""
        lying = {card for cards in s.extra.ultras for card in cards}
        pile = [card for card in s.extra.ultra_pile if card not in lying]
        answers = tuple(map(ultra_revealed, pile))
        seen = "ultras" in s.setting.by_hand
        return (Question("reveal-ultra", CHANCE, answers, stream="ultras", open=seen),)

    def refuse(self, s: State, given: Any, source: Source) -> Refusal | None:
        """A real card that was learned since the pile was shuffled is as good as ours."""
        if type(given) is not UltraRevealed or str(given.ultra) not in s.setting.box.ultras:
            return Refusal("not-an-answer", "ULTRA-02", (("question", "reveal-ultra"),))
        if any(given.ultra in cards for cards in s.extra.ultras) or "ultras" not in s.setting.by_hand:
            return Refusal("piece-in-use", "ULTRA-02", (("ultra", given.ultra),))
        return None

    def answer(self, s: State, out: Out, given: UltraRevealed) -> None:
        pile, ultras = s.extra.ultra_pile, s.setting.box.ultras
        gone = given.ultra if given.ultra in pile else _gives_way(s)
        s.extra = s.extra._replace(ultra_pile=tuple(card for card in pile if card != gone))
        era = ultras[given.ultra].era
        _set_ultras(s, era, (*s.extra.ultras[era], given.ultra))
        out.append(UltraPlaced(given.ultra, era))


def _gives_way(s: State) -> str:
    """A real card takes the place of one that we invented, else of one that we shipped, never of one that its
    owner has entered."""
    pile, ultras = s.extra.ultra_pile, s.setting.box.ultras
    if s.setting.rules < 2:
        return next((card for card in pile if ultras[card].source == "stand-in"), pile[0])
    ours = [card for card in pile if ultras[card].source != "owner"]
    return min(ours, key=lambda card: ultras[card].source != "stand-in", default="")


def _set_ultras(s: State, era: int, cards: tuple[str, ...]) -> None:
    s.extra = s.extra._replace(ultras=on_era(s.extra.ultras, era, cards))


@slotted
class FooNext(Step, name="foo-next"):
    def do(self, s: State, out: Out) -> None:
        move_foo(s, out, NEXT[s.foo])


@slotted
class ApplyUltras(Step, name="apply-ultras"):
    def do(self, s: State, out: Out) -> None:
        s.agenda.append(ApplyUltrasLeft(s.extra.ultras[s.foo]))


@slotted
class ApplyUltrasLeft(Step, name="apply-ultras-left"):
    """The team chooses the order [AMB-19]."""

    left: tuple[str, ...]

    def do(self, s: State, out: Out) -> None:
        left = tuple([ultra for ultra in self.left if ultra in s.extra.ultras[s.foo]])
        pick(s, self, "ultra", left, ApplyUltra(left), TEAM)


@slotted
class ApplyUltra(Step, name="apply-ultra"):
    left: tuple[str, ...]
    ultra: str = ""

    def do(self, s: State, out: Out) -> None:
        s.agenda.append(ApplyUltrasLeft(tuple(card for card in self.left if card != self.ultra)))
        out.append(UltraApplied(self.ultra))
        effect = s.setting.box.ultras[self.ultra].effect
        if not effect:  # a real card that nobody has described
            out.append(LeftToPlayers("ultra"))
        apply_effect(s, s.active, "", effect)


# -- energy damages them ---------------------------------------------------------------------------------


@slotted
class DamageUltraOn(Step, name="damage-ultra-on"):
    era: int

    def do(self, s: State, out: Out) -> None:
        cards = s.extra.ultras[self.era]
        pick(
            s,
            self,
            "ultra",
            cards if s.setting.auto_damage else (*cards, ""),
            DamageUltra(self.era),
            seat_of(s, s.active),
        )


@slotted
class DamageUltra(Step, name="damage-ultra"):
    era: int
    ultra: str = ""

    def do(self, s: State, out: Out) -> None:
        colour = colour_for_damage(s)
        if not self.ultra or colour is None or self.ultra not in s.extra.ultras[self.era]:
            return
        damage = dict(s.extra.ultra_damage)
        red, green = damage.pop(self.ultra, (0, 0))
        red, green = (red + 1, green) if colour == "rift" else (red, green + 1)
        out.append(UltraDamaged(self.ultra, red + green, colour))
        if red + green >= s.setting.box.ultras[self.ultra].spaces:
            _set_ultras(s, self.era, tuple(card for card in s.extra.ultras[self.era] if card != self.ultra))
            out.append(UltraDestroyed(self.ultra, red, green))  # ULTRA-12
            s.agenda.append(ThrowEnergy())
        else:
            damage[self.ultra] = (red, green)
        s.extra = s.extra._replace(ultra_damage=tuple(damage.items()))


@slotted
class ThrowEnergy(Step, name="throw-energy"):
    """One energy into the machine, which is not turned [ULTRA-13]; an empty pool: nothing [TOWER-09]."""

    def do(self, s: State, out: Out) -> None:
        if energy_pool(s) > 0:
            s.extra = s.extra._replace(energy_flying=1)
            out.append(EnergyThrown(1))
            s.agenda.append(LandEnergy())


@slotted
class LandEnergy(Ask[EnergyLanded], name="land-energy"):
    def most(self, s: State) -> int:
        return most_thrown(s.extra.energy_flying, energy_pool(s))

    def throw(self, s: State, out: Out, cubes: int) -> None:
        s.extra = s.extra._replace(energy_flying=cubes)
        out.append(EnergyThrown(cubes))

    def ask(self, s: State) -> tuple[Question, ...]:
        cubes = s.extra.energy_flying + s.extra.energy_inside
        results, odds = splits(cubes, s.foo, EnergyLanded)
        return (
            Question(
                "drop-energy",
                CHANCE,
                results,
                stream="drop",
                odds=odds,
                about=(("cubes", s.extra.energy_flying), ("outlet", s.foo), ("most", self.most(s))),
                open="drop" in s.setting.by_hand,
            ),
        )

    def refuse(self, s: State, given: Any, source: Source) -> Refusal | None:
        if type(given) is not EnergyLanded or source not in ("hand", "tower"):
            return Refusal("not-an-answer", "TOWER-03", (("question", "drop-energy"),))
        return wrong_count(given.landed, given.inside, s.extra.energy_flying + s.extra.energy_inside)

    def answer(self, s: State, out: Out, given: EnergyLanded) -> None:
        """It is usable like any other, but it was not added: no damage, no chain [ULTRA-14]."""
        if given.inside or s.extra.energy_inside:
            out.append(EnergyInside(given.inside))
        s.extra = s.extra._replace(energy_flying=0, energy_inside=given.inside)
        place_energy(s, out, given.landed)


def place_energy(s: State, out: Out, landed: tuple[int, ...]) -> None:
    for era, cubes in enumerate(landed):
        if cubes:
            s.energy[era] += cubes
            out.append(EnergyPlaced(era, cubes))
