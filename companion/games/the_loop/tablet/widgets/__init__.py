"""What only the screens of The LOOP draw. May import: Kivy, the theme and the widgets of the app."""

from . import figures as figures
from .ring import Ring

__all__ = ["Ring"]
