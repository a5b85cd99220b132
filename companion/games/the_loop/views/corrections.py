"""Setting the table right: what can be corrected, to which values, and what does not fit afterwards.

May import: companion.engine, the rules of this game; never Kivy. Every field of the game is
here; those that are lists are changed one member at a time. Nothing has a language: `sentences.field_value`
says a label.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from companion.engine import Field, Finding, Plain, Scene
from companion.games.the_loop.rules.check import check
from companion.games.the_loop.rules.corrections import correctable
from companion.games.the_loop.rules.state import State

from .prompt import Sentence
from .table import TURNS, card_of

GROUPS = ("era", "agents", "duplicates", "cards", "hq")
NUMBERS = tuple(range(8))
MANY = 6
"""Members of a list that are told one by one."""
CUBES = tuple(range(4))
"""Red or green cubes on a centrifuge, as far as they are offered in one touch."""


class Value(NamedTuple):
    """A value as the catalogue names values at this path."""

    path: str
    value: Plain


class Cubes(NamedTuple):
    red: int
    green: int


class CardCubes(NamedTuple):
    """Cards of the Ultramachina mode, each with its red and green cubes."""

    cards: tuple[tuple[str, int, int], ...]


class Sides(NamedTuple):
    """A centrifuge by its two sides."""

    token: str
    sides: tuple[str, ...]


Label: TypeAlias = Value | Cubes | CardCubes | Sides | Sentence


@dataclass(frozen=True, slots=True)
class Offer:
    """A touch on a field."""

    label: Label
    value: Plain
    """What the field becomes; of a list: the whole list afterwards."""
    now: bool
    """It is so already."""


@dataclass(frozen=True, slots=True)
class CorrectionView:
    path: str
    now: Label
    choices: tuple[Offer, ...]
    several: bool
    """Members of a list: each is taken in or out."""


def fields(scene: Scene, group: str, era: int) -> tuple[CorrectionView, ...]:
    """The fields of a group; those of an era, or its cards, where the group depends on one."""
    s: State = scene.state
    return tuple(_shown(s, one) for one in correctable(s) if _belongs(s, one, group, era))


def field(scene: Scene, path: str) -> CorrectionView | None:
    s: State = scene.state
    return next((_shown(s, one) for one in correctable(s) if one.path == path), None)


def findings(scene: Scene) -> tuple[Finding, ...]:
    """What does not fit, each with what may be done about it."""
    return check(scene.state)


# -- which group ----


def _belongs(s: State, one: Field, group: str, era: int) -> bool:
    kind, _, rest = one.path.partition(".")
    at_era = one.path.rpartition(".")[2] == str(era) and kind not in ("agent", "batteries", "card")
    match kind:
        case "duplicate":
            return group == "duplicates" or (group == "era" and bool(one.value == era))
        case "card":
            card = s.setting.box.cards.get(rest)
            if card is not None and card.agent:
                return group == "agents"
            return group == "cards" and card_of(s.setting.box, rest).era == era
        case "agent" | "batteries":
            return group == "agents"
        case _ if "." in one.path and rest.rpartition(".")[2].isdecimal():
            return group == "era" and at_era
    return group == "hq"


# -- one field ----


def _shown(s: State, one: Field) -> CorrectionView:
    if one.path.startswith("extra.centrifuge-damage."):
        pairs = [Cubes(red, green) for red in CUBES for green in CUBES]
        found = tuple(Offer(pair, list(pair), list(pair) == one.value) for pair in pairs)
        return CorrectionView(one.path, Cubes(*one.value), found, False)
    if one.path == "extra.ultra-damage":
        return _ultra_damage(s, one)
    if isinstance(one.value, list):
        now: Label = Value(one.path, one.value)
        if len(one.value) > MANY:
            now = Sentence("screen-corrections.many", (("n", len(one.value)),))
        return CorrectionView(one.path, now, _members(s, one), True)
    values = one.choices or _values(s, one)
    if one.value not in values:
        values = (*values, one.value)
    choices = tuple(Offer(Value(one.path, value), value, value == one.value) for value in values)
    return CorrectionView(one.path, Value(one.path, one.value), choices, False)


def _values(s: State, one: Field) -> tuple[Plain, ...]:
    if one.path == "turn":
        return tuple(range(TURNS + 1))
    if one.path.startswith("extra.centrifuges."):
        sides = [side for both in s.setting.box.centrifuges.values() for side in both]
        return ("", *dict.fromkeys(sides))
    return NUMBERS if isinstance(one.value, int) else ()


def _members(s: State, one: Field) -> tuple[Offer, ...]:
    """Each possible member of a list, with the list as it would be after a touch."""
    found = []
    for member in _possible(s, one):
        inside = member in one.value
        after = [other for other in one.value if other != member] if inside else [*one.value, member]
        label: Label = Value(one.path, [member])
        if one.path == "extra.centrifuges-used":
            label = Sides(member, s.setting.box.centrifuges.get(member, ()))
        found.append(Offer(label, after, inside))
    return tuple(found)


def _ultra_damage(s: State, one: Field) -> CorrectionView:
    """For each card on the board one cube more or fewer, with all damage as it would be then."""
    damage = {str(card): list(on) for card, on in one.value}
    on_board = [card for here in s.extra.ultras for card in here]
    choices: list[Offer] = []
    for card in dict.fromkeys((*on_board, *damage)):
        for colour, by in ((0, 1), (0, -1), (1, 1), (1, -1)):
            cubes = list(damage.get(card, [0, 0]))
            cubes[colour] += by
            if cubes[colour] >= 0:
                after = {**damage, card: cubes}
                value = [[other, on] for other, on in after.items() if any(on)]
                choices.append(Offer(CardCubes(((card, cubes[0], cubes[1]),)), value, False))
    now = CardCubes(tuple((card, red, green) for card, (red, green) in damage.items()))
    return CorrectionView(one.path, now, tuple(choices), True)


def _possible(s: State, one: Field) -> list[Plain]:
    kind, _, rest = one.path.partition(".")
    box = s.setting.box
    match kind:
        case "extra" if rest == "centrifuges-used":
            return list(box.centrifuges)
        case "extra" if rest == "ultra-pile" or rest.startswith("ultras."):
            return list(box.ultras)
        case "seen" | "damage":
            return list(range(7))
        case "archived" | "lost":
            return list(box.missions)
        case "marks":
            return ["ability", *box.missions]
        case "available":
            here = [card for card in box.huge if box.cards[card].era == int(rest)]
            return [*dict.fromkeys([*one.value, *here])]
    return []
