"""What can be told to the game: decisions of players, results of chance, and corrections by hand.

May import: the standard library only. Each input ends in its constant `kind` (see the contract): tuples
compare in C, and `Move(3)` is not `FreeMove(3)`. Inputs that recur are made once and shared.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, TypeAlias, TypeVar, get_args

# -- chance: each result is told at the moment it is revealed ----------------------------------------------


class FooRevealed(NamedTuple):
    era: int
    kind: str = "FooRevealed"


class DuplicateDrawn(NamedTuple):
    token: str
    kind: str = "DuplicateDrawn"


class CardRevealed(NamedTuple):
    """The top of the Huge Deck. `?3` is a card of which only the era, 3, is known."""

    card: str
    kind: str = "CardRevealed"


class CardDrawn(NamedTuple):
    """The top of a personal draw pile."""

    card: str
    kind: str = "CardDrawn"


class MissionRevealed(NamedTuple):
    mission: str
    kind: str = "MissionRevealed"


class RiftsLanded(NamedTuple):
    """A drop: cubes that came to rest on each era, and cubes still inside the machine."""

    landed: tuple[int, ...]
    inside: int = 0
    kind: str = "RiftsLanded"


class SupaDrawn(NamedTuple):
    token: str
    kind: str = "SupaDrawn"


class CentrifugeDrawn(NamedTuple):
    """Which token, and the dimension on the side that lies up."""

    token: str
    dimension: str
    kind: str = "CentrifugeDrawn"


class UltraRevealed(NamedTuple):
    ultra: str
    kind: str = "UltraRevealed"


class EnergyLanded(NamedTuple):
    """An energy cube thrown into the machine: where it came to rest, or whether it is still inside."""

    landed: tuple[int, ...]
    inside: int = 0
    kind: str = "EnergyLanded"


class FirstPlayer(NamedTuple):
    agent: int
    kind: str = "FirstPlayer"


# -- actions of phase II ----------------------------------------------------------------------------------


class Move(NamedTuple):
    to: int
    kind: str = "Move"


class FreeMove(NamedTuple):
    to: int
    kind: str = "FreeMove"


class UseCard(NamedTuple):
    card: str
    kind: str = "UseCard"


class PlayEffect(NamedTuple):
    """A card of an untracked hand, entered as what it does, in the vocabulary of the box."""

    effect: tuple[Any, ...]
    kind: str = "PlayEffect"


class HandsDid(NamedTuple):
    """Pieces of the board that hands have changed, by a card of an untracked hand; see `hands.py`."""

    changes: tuple[tuple[str, Any, int], ...]
    kind: str = "HandsDid"


class Loop(NamedTuple):
    dimension: str
    kind: str = "Loop"


class UseAbility(NamedTuple):
    kind: str = "UseAbility"


class ClaimCleanEra(NamedTuple):
    kind: str = "ClaimCleanEra"


class EndActions(NamedTuple):
    kind: str = "EndActions"


# -- choices inside an effect, and phases III and IV ------------------------------------------------------


class PickEra(NamedTuple):
    era: int
    kind: str = "PickEra"


class PickDuplicate(NamedTuple):
    """An empty token means: none of them."""

    token: str
    kind: str = "PickDuplicate"


class PickAgent(NamedTuple):
    agent: int
    kind: str = "PickAgent"


class PickCard(NamedTuple):
    card: str
    kind: str = "PickCard"


class PickUltra(NamedTuple):
    """An empty one means: none of them."""

    ultra: str
    kind: str = "PickUltra"


class PickOption(NamedTuple):
    """One side of an "or"; for a "you can", 1 is yes and 0 is no."""

    option: int
    kind: str = "PickOption"


class TakeCard(NamedTuple):
    """Phase III; an empty card means: none."""

    card: str
    kind: str = "TakeCard"


class Archive(NamedTuple):
    yes: bool
    kind: str = "Archive"


# -- the table is right: accepted at any moment -----------------------------------------------------------


class LateEnergy(NamedTuple):
    """Energy that was inside the machine and fell out by itself."""

    landed: tuple[int, ...]
    kind: str = "LateEnergy"


class LateRifts(NamedTuple):
    """Cubes that were inside the machine and fell out by themselves."""

    landed: tuple[int, ...]
    kind: str = "LateRifts"


class Thrown(NamedTuple):
    """Hands threw so many cubes into the machine, not as many as were asked for."""

    cubes: int
    kind: str = "Thrown"


class Correct(NamedTuple):
    """Sets one thing of the position as it lies on the table. No rule is triggered."""

    path: str
    value: Any
    kind: str = "Correct"


class Settle(NamedTuple):
    """Carries out what the consistency check offered: `vortex` on an era, `duplicate` on its destruction
    era…"""

    what: str
    where: Any = None
    kind: str = "Settle"


class Learn(NamedTuple):
    """A piece that the box does not know, in the form of a box entry."""

    piece: str
    entry: Any
    kind: str = "Learn"


Input: TypeAlias = (
    FooRevealed | DuplicateDrawn | CardRevealed | CardDrawn | MissionRevealed | RiftsLanded | FirstPlayer
    | SupaDrawn | CentrifugeDrawn | UltraRevealed | EnergyLanded | Move | FreeMove | UseCard | PlayEffect
    | HandsDid | Loop | UseAbility | ClaimCleanEra | EndActions | PickEra | PickDuplicate | PickAgent
    | PickCard | PickUltra | PickOption | TakeCard | Archive | LateRifts | LateEnergy | Thrown | Correct
    | Settle | Learn
)  # fmt: skip
"""Whatever can be given in this game."""

INPUTS: dict[str, type] = {kind.__name__: kind for kind in get_args(Input)}

Made = TypeVar("Made")


class _Kept(dict[Any, Made]):
    """Inputs by the one thing that they name, each made when it is first asked for: quicker than a cache."""

    def __init__(self, kind: Callable[[Any], Made]) -> None:
        self.kind = kind

    def __missing__(self, name: Any) -> Made:
        made = self[name] = self.kind(name)
        return made


def _kept(kind: Callable[[Any], Made]) -> Callable[[Any], Made]:
    return _Kept(kind).__getitem__


MOVES = tuple(Move(era) for era in range(7))
FREE_MOVES = tuple(FreeMove(era) for era in range(7))
FOO_CARDS = tuple(FooRevealed(era) for era in range(7))
USE_ABILITY = UseAbility()
CLAIM_CLEAN_ERA = ClaimCleanEra()
END_ACTIONS = EndActions()
YES_OR_NO = (Archive(True), Archive(False))
use_card = _kept(UseCard)
loop = _kept(Loop)
duplicate_drawn = _kept(DuplicateDrawn)
card_revealed = _kept(CardRevealed)
card_drawn = _kept(CardDrawn)
mission_revealed = _kept(MissionRevealed)
supa_drawn = _kept(SupaDrawn)
ultra_revealed = _kept(UltraRevealed)
take_card = _kept(TakeCard)
PICKS: dict[str, Any] = {
    "era": _kept(PickEra),
    "duplicate": _kept(PickDuplicate),
    "agent": _kept(PickAgent),
    "card": _kept(PickCard),
    "option": _kept(PickOption),
    "ultra": _kept(PickUltra),
}
