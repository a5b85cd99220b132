"""Phones at the table: every browser in the house is a client of the evening.

May import: companion.engine, companion.table, companion.words; Starlette and uvicorn nowhere else.

    phones = Phones.open(evening, games)      # off until somebody asks for it
    phones.link("host")                       # for the device that begins the evening
    phones.close()

A game's pages are a `PhoneFace` that its manifest names (`faces["phone"]`), made of `html`, `face` and
`sight`.
"""

from .errors import PhonesError, PortTaken
from .face import PhoneFace
from .phones import EVERYWHERE, HERE, PORT, Phones

__all__ = ["EVERYWHERE", "HERE", "PORT", "PhoneFace", "Phones", "PhonesError", "PortTaken"]
