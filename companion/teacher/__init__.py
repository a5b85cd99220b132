"""The teacher: what a game explains to those who play it, out of the data in its folder `lessons/`.

May import: companion.engine, companion.words, companion.store. Knows no game by name: whoever has the
manifest of a game has its rulebook, its hints and its set-up. Shells show what it finds.
"""

from .board import FIELD, Place, SetupStep, all_setup_steps, places, setup_steps, sign_text, signs
from .choices import Explained, explained
from .guide import Guide
from .hints import TIMES, Hint, Hints
from .lesson import Lesson, LessonRun, LessonStep
from .rulebook import PARTS, Article, Rulebook, taught_words
from .taught import Taught

__all__ = [
    "FIELD",
    "PARTS",
    "TIMES",
    "Article",
    "Explained",
    "Guide",
    "Hint",
    "Hints",
    "Lesson",
    "LessonRun",
    "Place",
    "Rulebook",
    "SetupStep",
    "LessonStep",
    "Taught",
    "all_setup_steps",
    "explained",
    "places",
    "setup_steps",
    "sign_text",
    "signs",
    "taught_words",
]
