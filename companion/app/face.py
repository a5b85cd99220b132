"""How a game looks on the tablet: which screens are its own, named and not yet loaded.

May import: companion.engine. A game's manifest names its face (`faces["tablet"]`); what a face leaves out the
shell draws itself.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from companion.engine.manifest import part


class Face(NamedTuple):
    """Paths are dotted, as in a manifest. Without anything: how a game looks that nobody has drawn."""

    package: str = "companion.app.screens"
    """Where its screens are, one folder each as in `companion.app.screens`."""
    table: str = "generic"
    """The screen on which it is played."""
    picture: str = "companion.app.screens.generic.picture:picture"
    """`picture(words, scene)`: its table where it is only looked at."""
    form: str = "companion.app.screens.new_game.plain:PlainForm"
    """What fills the page of a new game."""
    learning: str = ""
    """`form(speech, question, tell)`: asks for a piece that no list has."""

    stages: str = ""
    """A tuple of `Stage`: what is played when something happens (docs/stage.md); empty: nothing is."""
    drawings: str = "companion.app.stage.drawings:DRAWINGS"
    """What the layers of its stages show, by name."""

    def part(self, name: str) -> Any:
        """What one of the paths names: `face.part("picture")`."""
        return part(getattr(self, name))
