"""What the screens are built of. May import: Kivy and the theme; knows no game and no night."""

from .buttons import BigButton, SmallButton
from .emblem import Emblem
from .glyph import Glyph
from .knock import Knock
from .overlay import ConfirmOverlay, MenuOverlay, Overlay, RefusalOverlay, StepsOverlay, StepStrip, step_lines
from .page import Choices, Page, Rows, captioned
from .panel import Panel
from .parts import named
from .qr import QrCode
from .rows import DrawnButton
from .text import Headline, Text
from .touch import Fingers, Touchable, gone, holds

__all__ = [
    "BigButton",
    "Choices",
    "ConfirmOverlay",
    "DrawnButton",
    "Emblem",
    "Fingers",
    "Glyph",
    "Headline",
    "Knock",
    "MenuOverlay",
    "Overlay",
    "Page",
    "Panel",
    "QrCode",
    "RefusalOverlay",
    "Rows",
    "SmallButton",
    "StepStrip",
    "StepsOverlay",
    "Text",
    "Touchable",
    "captioned",
    "gone",
    "holds",
    "named",
    "step_lines",
]
