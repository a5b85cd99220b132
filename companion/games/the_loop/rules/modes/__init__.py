"""The four modes: each file says what its mode changes, and nothing else does [MODE-01, MODE-02]."""

from .centrifuge import Centrifuge
from .mode import Mode
from .sabotage import Sabotage
from .supa import Supa
from .ultramachina import Ultramachina

MODES: dict[str, Mode] = {mode.id: mode for mode in (Sabotage(), Supa(), Centrifuge(), Ultramachina())}

__all__ = ["MODES", "Mode"]
