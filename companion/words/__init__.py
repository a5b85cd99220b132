"""The words room: ids and parameters become sentences, in English and in French.

May import: companion.engine (the contract), the standard library.

Rules say `Refusal("too-few", …)`, never a sentence. One catalogue serves terminal and tablet: TOML files
named `<area>.<language>.toml` beside this module, `table` for what all games share, and one area
for each game.
"""

from .catalogue import LANGUAGES, About, Label, Words, language
from .effects import describe_effect, describe_mission
from .speech import Speech

__all__ = [
    "LANGUAGES",
    "About",
    "Label",
    "Speech",
    "Words",
    "describe_effect",
    "describe_mission",
    "language",
]
