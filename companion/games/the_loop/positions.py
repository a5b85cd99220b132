"""Positions for scenarios: a bare table in the first player's phase II, changed as told.

May import: the contract and this game.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from . import foo
from .setting import Setting
from .state import HIDDEN, State, empty


def bare(setting: Setting) -> State:
    """Phase II of the first agent: full pools and bag, seven hidden tiles but for the two first missions, empty hands."""
    s = empty(setting)
    first, second = sorted(setting.box.missions)[:2]
    s.tiles = [first, second, *[HIDDEN] * 5]
    s.unseen = tuple([mission for mission in s.unseen if mission not in (first, second)])
    s.turn, s.foo, s.seen, s.phase = 1, 0, (0,), 2
    setting.mode.start_pieces(s)
    s.agenda = list(reversed(foo.rest_of_turn(s, 2)))
    return s


def position(setting: Setting, given: Mapping[str, Any]) -> State:
    raise NotImplementedError
