"""The rules of Lighthouse: pure, no file, no clock, no words. May import: companion.engine."""

from .game import Lighthouse

__all__ = ["Lighthouse"]
