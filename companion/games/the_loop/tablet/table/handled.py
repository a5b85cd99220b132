"""Pieces that are changed on the ring as hands change them on the table: touched, held, dragged.

May import: Kivy, this room's panels, the views. What follows from a change, and whether it can be, the rules
say.
"""

from __future__ import annotations

from typing import Literal

from companion.app.screens.tabletop import Tabletop
from companion.engine import Input
from companion.games.the_loop.rules.inputs import DuplicateDrawn
from companion.games.the_loop.tablet.widgets.ring_plan import Spot
from companion.games.the_loop.views import by_hand
from companion.games.the_loop.views.table import TableView
from companion.table import Answer, Undo

Coming = Literal["", "duplicate", "card"]


class HandledTable(Tabletop):
    view: TableView
    coming: Coming = ""
    """What an action brings out of the bag or off the pile, while it is being shown where."""

    def era(self, index: int) -> None:
        """A touch on the ring beside the pieces."""
        raise NotImplementedError

    def piece(self, spot: Spot) -> None:
        """A touch on a piece, where hands change the real one. A rift goes with those that lie on it; an
        empty space takes back the cube that was taken last."""
        match spot.kind:
            case "rift":
                self.give(by_hand.taken_away(spot.era, self.view.eras[spot.era].rifts - int(spot.what)))
            case "energy":
                self.give(by_hand.energy(spot.era, 1))
            case "damage":
                self.give(by_hand.damage(spot.era, 1))
            case "offer" if self.coming:
                self.give(by_hand.carried(spot.what, spot.era))
            case "offer":
                self.give(DuplicateDrawn(spot.what))
            case "hole" if by_hand.takes_back(self.app.playing, by_hand.placed(spot.era)):
                self.app.post(Undo())
            case _:
                self.era(spot.era)

    def other(self, spot: Spot) -> None:
        """A long touch on a piece: the other way."""
        match spot.kind:
            case "rift" | "hole":
                self.changed(by_hand.placed(spot.era))
            case "energy":
                self.changed(by_hand.energy(spot.era, -1))
            case "damage":
                self.changed(by_hand.damage(spot.era, -1))
            case "cards":
                self.changed(by_hand.laid(spot.era, -1))

    def pulled(self, spot: Spot, cubes: int) -> None:
        """A finger that slid off a cell: the further, the more energy."""
        self.give(by_hand.energy(spot.era, cubes))

    def changed(self, given: Input) -> None:
        """A change by hand, or the last one taken back where it brings that board back."""
        if by_hand.takes_back(self.app.playing, given):
            self.app.post(Undo())
        else:
            self.give(given)

    def dragged(self, spot: Spot, to: int | None) -> None:
        """A duplicate or an agent was carried to another era; a duplicate that is put into the machine is
        destroyed; a mission that is carried somewhere was damaged there."""
        if spot.kind == "duplicate":
            self.changed(by_hand.destroyed(spot.what) if to is None else by_hand.carried(spot.what, to))
        elif spot.kind == "agent" and to is not None:
            self.changed(by_hand.walked(int(spot.what), to))
        elif spot.kind == "damage" and to is not None:
            spaces = self.view.eras[spot.era].tile.spaces
            self.give(by_hand.damage(spot.era, 1) if spaces is None else by_hand.space(spot.era, to))

    def paid(self, move: Input) -> None:
        """The pawn that was carried next door walked there: it is taken back, and moves."""

        def again(_: object) -> None:
            if (asked := self.app.playing.first) is not None:
                self.app.post(Answer((move,), asked.question.owner, asked.since))

        self.app.post(Undo(), again)
