"""What the screens are built of. May import: Kivy and the theme; knows no game and no night."""

from .buttons import BigButton, SmallButton
from .panel import Panel
from .text import Text

__all__ = ["BigButton", "Panel", "SmallButton", "Text"]
