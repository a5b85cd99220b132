"""What the screens are built of. May import: Kivy and the theme; knows no game and no night."""

from .buttons import BigButton, SmallButton
from .emblem import Emblem
from .glyph import Glyph
from .page import Choices, Page, Rows, captioned
from .panel import Panel
from .ring import Ring
from .rows import DrawnButton
from .text import Text

__all__ = [
    "BigButton",
    "Choices",
    "DrawnButton",
    "Emblem",
    "Glyph",
    "Page",
    "Panel",
    "Ring",
    "Rows",
    "SmallButton",
    "Text",
    "captioned",
]
