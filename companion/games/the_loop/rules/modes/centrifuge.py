"""L.A.S.E.R Centrifuges [CENTRI-01 … CENTRI-16].

Centrifuges lie on some eras and let only one dimension be used there. A LOOP on their era damages them.
Victory: four tiles and no centrifuge left [WIN-03].
"""

from __future__ import annotations

from itertools import permutations
from operator import contains
from typing import Any

from companion.engine.game import CHANCE, Question, Refusal, Source
from companion.engine.steps import slotted
from companion.games.the_loop.rules import missions
from companion.games.the_loop.rules.cubes import colour_for_damage
from companion.games.the_loop.rules.eras import ERAS
from companion.games.the_loop.rules.foo import foo_cards
from companion.games.the_loop.rules.happenings import (
    CentrifugeDamaged,
    CentrifugeDestroyed,
    CentrifugePlaced,
)
from companion.games.the_loop.rules.inputs import PICKS, CentrifugeDrawn, FooRevealed, PickEra
from companion.games.the_loop.rules.mode_pieces import on_era
from companion.games.the_loop.rules.pieces import DIMENSIONS, Mission
from companion.games.the_loop.rules.state import State, revealed_tiles
from companion.games.the_loop.rules.steps import OPEN, Ask, Out, Step, pick, seat_of, win
from companion.games.the_loop.rules.vortexes import place_first_rift

from .mode import Mode, is_count

CENTRIFUGES = {1: 2, 2: 3, 3: 3}
"""By level [DIFF-04]."""
MOST = 3
"""Damage that destroys one [CENTRI-08]."""


class Centrifuge(Mode):
    id = "centrifuge"
    own = ("centrifuges", "centrifuge-damage", "centrifuges-used")
    by_era = ("centrifuges", "centrifuge-damage")

    def after_first_missions(self, s: State) -> tuple[Step, ...]:
        """One more Foo card per centrifuge, before the cards are shuffled back [CENTRI-01]."""
        return (CentrifugeEra(),) * CENTRIFUGES[s.setting.level]

    def only_dimension(self, s: State, era: int) -> str | None:
        """Cards and LOOPs there must be of the dimension shown [CENTRI-03, CENTRI-04]; nothing else
        [CENTRI-05]."""
        return s.extra.centrifuges[era] or None

    def loop_done(self, s: State, out: Out, era: int) -> None:
        """[CENTRI-07]"""
        if s.extra.centrifuges[era]:
            if s.setting.auto_damage:
                _damage(s, out, era)
            else:
                pick(s, None, "option", (1, 0), DamageCentrifuge(era), seat_of(s, s.active))

    def damage_cubes(self, s: State) -> tuple[int, int]:
        cubes = s.extra.centrifuge_damage
        return sum(red for red, _ in cubes), sum(green for _, green in cubes)

    def worth(self, s: State) -> float:
        """Every centrifuge that is left is work to do, less so the more it is damaged."""
        red, green = self.damage_cubes(s)
        return 12.0 * (red + green) - 40.0 * sum(map(bool, s.extra.centrifuges))

    def fits(self, s: State, name: str, value: Any) -> bool:
        if name == "centrifuges":
            return all(shown in ("", *DIMENSIONS) for shown in value)
        if name == "centrifuge-damage":
            return all(len(cubes) == 2 and all(map(is_count, cubes)) for cubes in value)
        return all(token in s.setting.box.centrifuges for token in value)

    def is_won(self, s: State) -> str:
        return "WIN-03" if len(s.archived) >= 4 and not any(s.extra.centrifuges) else ""


# -- setup -----------------------------------------------------------------------------------------------


@slotted
class CentrifugeEra(Ask[FooRevealed], name="centrifuge-era"):
    def ask(self, s: State) -> tuple[Question, ...]:
        return () if _all_placed(s) else foo_cards(s)

    def answer(self, s: State, out: Out, given: FooRevealed) -> None:
        s.seen += (given.era,)
        s.agenda.append(DrawCentrifuge(given.era))


@slotted
class DrawCentrifuge(Ask[CentrifugeDrawn], name="draw-centrifuge"):
    era: int

    def ask(self, s: State) -> tuple[Question, ...]:
        """A token and one of its sides, both at random. On a table only the side is seen: then every side
        that the three tokens can still show is offered, whichever token we thought the others were."""
        used = s.extra.centrifuges_used
        if _all_placed(s):
            return ()
        if "centrifuges" in s.setting.by_hand and s.setting.rules >= 2:
            return (
                Question(
                    "draw-centrifuge",
                    CHANCE,
                    tuple([CentrifugeDrawn(_unused(s), side) for side in _sides(s)]),
                    stream="centrifuges",
                    about=(("era", self.era),),
                    open=True,
                ),
            )
        sides = [
            CentrifugeDrawn(token, dimension)
            for token, both in sorted(s.setting.box.centrifuges.items())
            if token not in used
            for dimension in dict.fromkeys(both)
        ]
        return (
            Question(
                "draw-centrifuge", CHANCE, tuple(sides), stream="centrifuges", about=(("era", self.era),)
            ),
        )

    def refuse(self, s: State, given: Any, source: Source) -> Refusal | None:
        fits = type(given) is CentrifugeDrawn and given.token not in s.extra.centrifuges_used
        if fits and given.token in s.setting.box.centrifuges and given.dimension in _sides(s):
            return None
        return Refusal("not-an-answer", "CENTRI-01", (("question", "draw-centrifuge"),))

    def answer(self, s: State, out: Out, given: CentrifugeDrawn) -> None:
        s.extra = s.extra._replace(
            centrifuges_used=(*s.extra.centrifuges_used, given.token),
            centrifuges=on_era(s.extra.centrifuges, self.era, given.dimension),
        )
        out.append(CentrifugePlaced(self.era, given.dimension))
        if s.setting.level == 3 and s.setting.centrifuge_rift:  # DIFF-04, AMB-15
            place_first_rift(s, out, self.era)


def _all_placed(s: State) -> bool:
    """By the rules never before the last one; by corrections during the setup it may be."""
    return len(set(s.extra.centrifuges_used)) >= CENTRIFUGES[s.setting.level]


def _unused(s: State) -> str:
    used = s.extra.centrifuges_used
    return next(token for token in sorted(s.setting.box.centrifuges) if token not in used)


def _sides(s: State) -> tuple[str, ...]:
    """What a token may show. Where a correction fits no tokens of ours, any side: the table is right."""
    return tuple([side for side in DIMENSIONS if _can_show(s, side)]) or DIMENSIONS


def _can_show(s: State, side: str) -> bool:
    """Whether some tokens show all the sides that lie on the table, and one more this one."""
    seen = [*filter(None, s.extra.centrifuges), side]
    tokens = s.setting.box.centrifuges.values()
    return any(all(map(contains, chosen, seen)) for chosen in permutations(tokens, len(seen)))


# -- damage ----------------------------------------------------------------------------------------------


@slotted
class DamageCentrifuge(Step, name="damage-centrifuge"):
    era: int
    wanted: int = OPEN

    def do(self, s: State, out: Out) -> None:
        if self.wanted:
            _damage(s, out, self.era)


def _damage(s: State, out: Out, era: int) -> None:
    colour = colour_for_damage(s)
    if colour is None:
        return
    red, green = s.extra.centrifuge_damage[era]
    red, green = (red + 1, green) if colour == "rift" else (red, green + 1)
    s.extra = s.extra._replace(centrifuge_damage=on_era(s.extra.centrifuge_damage, era, (red, green)))
    out.append(CentrifugeDamaged(era, red + green, colour))
    if red + green >= MOST:
        _destroy(s, out, era, red, green)


def _destroy(s: State, out: Out, era: int, red: int, green: int) -> None:
    """It leaves the game and its cubes return [CENTRI-08]; the restriction is lifted at once [CENTRI-14]."""
    s.extra = s.extra._replace(
        centrifuges=on_era(s.extra.centrifuges, era, ""),
        centrifuge_damage=on_era(s.extra.centrifuge_damage, era, (0, 0)),
    )
    out.append(CentrifugeDestroyed(era, red, green))
    rule = s.setting.mode.is_won(s)
    if rule:
        win(s, out, rule)  # CENTRI-16
    for tile in reversed(revealed_tiles(s)):  # CENTRI-09
        s.agenda.append(CentrifugeBonus(tile))


@slotted
class CentrifugeBonus(Ask[PickEra], name="centrifuge-bonus"):
    tile: int

    def ask(self, s: State) -> tuple[Question, ...]:
        """One damage on each revealed mission, on a free space of your choice, whatever its condition
        [CENTRI-09]."""
        if s.tiles[self.tile] not in s.setting.box.missions:
            return ()  # it went away while the other mission was being damaged
        mission = s.setting.box.missions[s.tiles[self.tile]]
        capped = _capped(s, mission) and mission.id in s.marks
        spaces = [] if capped else [era for era in ERAS if missions.has_room(s, self.tile, era)]
        if mission.spaces != "per-era":
            spaces = spaces[:1]
        choice = PICKS["era"]
        ways = tuple(map(choice, spaces))
        if ways and not s.setting.auto_damage:
            ways += (choice(-1),)
        about = (("era", self.tile), ("mission", mission.id))
        return (Question("centrifuge-bonus", seat_of(s, s.active), ways, about=about),)

    def answer(self, s: State, out: Out, given: PickEra) -> None:
        mission = s.setting.box.missions[s.tiles[self.tile]]
        if given.era >= 0 and missions.damage(s, out, self.tile, given.era) and _capped(s, mission):
            s.marks += (mission.id,)


def _capped(s: State, mission: Mission) -> bool:
    """Whether the bonus is the mission's one damage of the turn; ours is that it comes on top [AMB-35]."""
    return mission.once and not s.setting.bonus_ignores_cap
