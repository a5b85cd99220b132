"""What a mode may change. The common rules call these hooks; here they do what the standard game does
[MODE-02].

May import: nothing at run time (the rules import the modes).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from companion.games.the_loop.rules.foo import RevealFoo

if TYPE_CHECKING:
    from companion.games.the_loop.rules.state import State
    from companion.games.the_loop.rules.steps import Out, Step


class Mode:
    id = ""
    own: tuple[str, ...] = ()
    """Its own pieces, as they are written (`ModePieces`)."""
    by_era: tuple[str, ...] = ()
    """Which of them lie on eras: seven values."""

    # -- setup, in the order of SETUP-21 -------------------------------------------------------------------

    def after_first_missions(self, s: State) -> tuple[Step, ...]:
        """Right after the two first missions, while their Foo cards are still out."""
        return ()

    def before_duplicates(self, s: State) -> tuple[Step, ...]:
        return ()

    def extra_duplicates(self, s: State) -> int:
        """Added to the duplicates of the standard setup."""
        return 0

    def before_hands(self, s: State) -> tuple[Step, ...]:
        """Decks are shuffled, hands not drawn yet."""
        return ()

    def start_pieces(self, s: State) -> None:
        """What lies on the table before anything is drawn."""

    # -- phase I -------------------------------------------------------------------------------------------

    def foo_steps(self, s: State) -> tuple[Step, ...]:
        """How Dr Foo comes to his new era [FOO-08]."""
        return (RevealFoo(),)

    def next_fronts(self, s: State, seen: tuple[int, ...]) -> tuple[int, ...]:
        """Where Dr Foo may go next, all equally likely, when these Foo cards are out."""
        return tuple([era for era in range(7) if era not in seen])

    # -- duplicates ----------------------------------------------------------------------------------------

    def destruction_era(self, s: State, token: str) -> int:
        return s.setting.box.tokens[token][1]

    def destroyable(self, s: State, tokens: tuple[str, ...]) -> tuple[str, ...]:
        """Which of these a Destroy effect may choose."""
        return tokens

    def duplicate_destroyed(self, s: State, out: Out, token: str, era: int) -> None:
        s.bag = tuple(sorted((*s.bag, token)))

    # -- phase II ------------------------------------------------------------------------------------------

    def only_dimension(self, s: State, era: int) -> str | None:
        """The one dimension that may be used on this era; None: all."""
        return None

    def loop_done(self, s: State, out: Out, era: int) -> None: ...

    def energy_added(self, s: State, out: Out, era: int, cubes: int) -> None: ...

    def energy_at(self, s: State, era: int) -> int:
        return s.energy[era]

    def all_powered(self, s: State) -> bool:
        """Every era has energy [MISSION-18]."""
        return 0 not in s.energy

    def pay(self, s: State, out: Out, era: int, price: int) -> int:
        """Spends energy on an era; returns how many green cubes went to the pool."""
        s.energy[era] -= price
        return price

    # -- cubes ---------------------------------------------------------------------------------------------

    def damage_cubes(self, s: State) -> tuple[int, int]:
        """Red and green cubes that lie as damage on this mode's own pieces [AMB-07]."""
        return (0, 0)

    # -- the end -------------------------------------------------------------------------------------------

    def is_won(self, s: State) -> str:
        """The rule by which the game is won now, or ""."""
        return "WIN-01" if len(s.archived) >= 4 else ""

    def cycle_is_over(self, s: State) -> bool:
        return len(s.seen) == 7

    def new_cycle(self, s: State, out: Out) -> tuple[Step, ...]:
        return ()

    # -- for bots ------------------------------------------------------------------------------------------

    def worth(self, s: State) -> float:
        """What this mode's own pieces add to the estimate of a position; no rule depends on it."""
        return 0.0

    # -- the table is right ----------------------------------------------------------------------

    def fits(self, s: State, name: str, value: Any) -> bool:
        """Whether a piece of this mode can be set so by hand; nonsense may raise what comparing it raises."""
        return False

    def findings(self, s: State) -> list[Any]:
        """What is impossible about this mode's own pieces."""
        return []


def is_count(value: Any) -> bool:
    return type(value) is int and value >= 0
