"""What a finished game leaves for the HR form [CAREER-05]. May import: this game."""

from __future__ import annotations

from companion.engine.game import Plain

from .state import State


def summary(s: State) -> dict[str, Plain]:
    setting, outcome = s.setting, s.outcome
    return {
        "mode": setting.mode.id,
        "level": setting.level,
        "players": setting.players,
        "agents": list(setting.agents),
        "result": outcome.result if outcome else "",
        "cause": outcome.rule if outcome else "",
        "turns": s.turn,
        "cycle": s.cycle,
        "archived": len(s.archived),
        "vortexes": sum(s.vortex),
    }
