"""What a game leaves for the HR form."""

import pytest

from .playing import CZ, END, INDUSTRY, MEDIEVAL, MR_TIME, ROBO, table


@pytest.mark.rule("CAREER-05")
def test_a_lost_game_tells_how_it_was_played_and_why_it_was_lost() -> None:
    t = table(
        {"mode": "supa", "level": 2, "agents": [ROBO, CZ, MR_TIME]},
        agents={ROBO: END},
        vortexes={END: 1, INDUSTRY: 1},
        tiles={END: "none", INDUSTRY: "none"},
        archived=["m3"],
        turn=9,
        cycle=2,
    ).end_turn()
    assert t.game.summary(t.state) == {
        "mode": "supa", "level": 2, "players": 3, "agents": [ROBO, CZ, MR_TIME], "result": "lost",
        "cause": "LOSE-04", "turns": 9, "cycle": 2, "archived": 1, "vortexes": 2,
    }  # fmt: skip


@pytest.mark.rule("CAREER-05", "SOLO-02")
def test_a_game_won_alone_tells_one_player_and_the_agents() -> None:
    t = table(
        {"solo": 2, "agents": [CZ, MR_TIME]}, phase="archive", agents={CZ: MEDIEVAL}, damage={MEDIEVAL: 6},
        archived=["m3", "m4", "m5"],
    ).do("Archive", yes=True)  # fmt: skip
    told = t.game.summary(t.state)
    assert (told["players"], told["agents"]) == (1, [CZ, MR_TIME])
    assert (told["result"], told["cause"], told["archived"]) == ("won", "WIN-01", 4)


@pytest.mark.rule("CAREER-05")
def test_a_running_game_has_no_result_yet() -> None:
    told = table().game.summary(table().state)
    assert (told["result"], told["cause"]) == ("", "")
