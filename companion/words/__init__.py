"""The words room: ids and parameters become sentences, in every language that has files.

May import: companion.engine (the contract), the standard library.

Rules say `Refusal("too-few", …)`, never a sentence. One catalogue serves terminal and tablet: `<language>/`
has what the shells say, its `table.toml` what all of them share, and `games/<game>/words/` what a game says.
"""

from .boxes import Mistake, describe_flaw
from .catalogue import About, Label, Words, language, languages, own_name
from .command_line import Parser, helped, one_line, speak
from .outline import Row, in_words, outlined
from .piece_editor import (
    PieceQuestion,
    PieceView,
    StepTile,
    called,
    invented_pieces,
    sentence,
    shown_piece,
    step_questions,
    value_name,
)
from .saved_game import describe_saved
from .search import matching, plain
from .speech import Speech

__all__ = [
    "About",
    "Label",
    "Mistake",
    "Parser",
    "PieceQuestion",
    "PieceView",
    "Row",
    "Speech",
    "StepTile",
    "Words",
    "called",
    "describe_flaw",
    "describe_saved",
    "helped",
    "invented_pieces",
    "language",
    "languages",
    "matching",
    "one_line",
    "in_words",
    "outlined",
    "own_name",
    "plain",
    "sentence",
    "shown_piece",
    "speak",
    "step_questions",
    "value_name",
]
