"""What the screens are built of. May import: Kivy and the theme; knows no game and no night."""

from .buttons import BigButton, SmallButton
from .glyph import Glyph
from .panel import Panel
from .ring import Ring
from .rows import DrawnButton
from .text import Text

__all__ = ["BigButton", "DrawnButton", "Glyph", "Panel", "Ring", "SmallButton", "Text"]
