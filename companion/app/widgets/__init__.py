"""What the screens are built of. May import: Kivy and the theme; knows no game and no night."""

from .backdrop import Backdrop
from .banner import TurnBanner
from .buttons import BigButton, SmallButton
from .emblem import Emblem
from .flow import Beside, Columns, Flow, Fold, FoldingPanel
from .glyph import Glyph
from .hint import HelpButton, HelpOverlay, HintOverlay, WhyOverlay
from .hush import HushButton
from .knock import Knock
from .overlay import ConfirmOverlay, MenuOverlay, Overlay, RefusalOverlay, StepsOverlay, StepStrip, step_lines
from .page import Choices, Page, Rows, captioned
from .painted import Painted
from .panel import Panel
from .parts import named
from .qr import QrCode
from .rows import DrawnButton
from .sheets import PaperButton
from .sketch import BoardSketch
from .text import Headline, OneLine, Paragraph, Text
from .text_field import TextField
from .touch import Fingers, Touchable, gone, holds

__all__ = [
    "Backdrop",
    "BigButton",
    "BoardSketch",
    "Choices",
    "Columns",
    "ConfirmOverlay",
    "DrawnButton",
    "Emblem",
    "Fingers",
    "Flow",
    "Fold",
    "FoldingPanel",
    "Glyph",
    "Headline",
    "HushButton",
    "Knock",
    "HelpButton",
    "HelpOverlay",
    "HintOverlay",
    "MenuOverlay",
    "OneLine",
    "Overlay",
    "Page",
    "Painted",
    "Panel",
    "PaperButton",
    "QrCode",
    "Paragraph",
    "RefusalOverlay",
    "Beside",
    "Rows",
    "SmallButton",
    "StepStrip",
    "StepsOverlay",
    "Text",
    "TextField",
    "Touchable",
    "TurnBanner",
    "WhyOverlay",
    "captioned",
    "gone",
    "holds",
    "named",
    "step_lines",
]
