"""S.A.B.O.T.A.G.E, the standard mode: no component and no rule of its own [SABO-01], won by four tiles
[SABO-02]."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .mode import Mode

if TYPE_CHECKING:
    from companion.games.the_loop.rules.state import State


class Sabotage(Mode):
    id = "sabotage"

    def extra_duplicates(self, s: State) -> int:
        """Level 2 generates one more, level 3 three more [SABO-03, DIFF-02]."""
        return {1: 0, 2: 1, 3: 3}[s.setting.level]
