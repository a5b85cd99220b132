"""The HR file as people read it, in both languages."""

from typing import Any

import pytest

from companion import games
from companion.table import CareerReason, Finished
from companion.terminal import career_lines
from companion.words import Words, languages
from tests.games.tiny import Tiny

LOOP = games.load("the-loop")


def finished(result: str = "won", cause: str = "WIN-01", seconds: int = 3_120, **told: Any) -> Finished:
    summary = {
        "mode": "sabotage", "level": 1, "players": 2, "agents": ["mr-time", "v-girl"], "result": result,
        "cause": cause, "turns": 17, "cycle": 3, "archived": 4, "vortexes": 1, **told,
    }  # fmt: skip
    return Finished("j", "the-loop", 1_768_500_000, seconds, summary, {}, {})


def shown(lang: str, *played: Finished, known: Any = (), ticked: Any = ()) -> list[str]:
    return list(career_lines(Words(lang, ["the_loop"]), LOOP, list(played), known, set(ticked)))


@pytest.mark.rule("CAREER-02")
@pytest.mark.parametrize(
    ("lang", "row"), [("en", "L.A.S.E.R Centrifuges"), ("fr", "Centrifugeuses L.A.S.E.R")]
)
def test_the_plan_is_a_grid_of_four_modes_and_three_levels(lang: str, row: str) -> None:
    lines = shown(lang, finished(mode="centrifuge", level=2), finished("lost", "LOSE-01", mode="supa"))
    grid = lines[3:7]
    assert sum(line.count("[ ]") + line.count("[x]") for line in grid) == 12
    assert sum(line.count("[x]") for line in grid) == 1
    (ticked,) = [line for line in grid if "[x]" in line]
    assert ticked.startswith(row)
    assert lines[2].index("  ", 30) > 0
    assert ticked.index("[x]") == lines[2].index({"en": "Employee of the Year", "fr": "Employé de l'A"}[lang])


@pytest.mark.rule("CAREER-05")
def test_the_history_tells_what_there_is_to_tell() -> None:
    (line,) = [line for line in shown("en", finished()) if "·" in line]
    for word in ("S.A.B.O.T.A.G.E", "Employee of the Month", "Mr Time, V-Girl", "Won.", "[WIN-01]",
                 "17 turns, cycle 3, 4 tiles, 1 vortex", "52 min"):  # fmt: skip
        assert word in line
    (line,) = [line for line in shown("fr", finished("lost", "LOSE-03", players=1)) if "·" in line]
    for word in ("Employé du Mois", "(en solo)", "[LOSE-03]", "17 tours"):
        assert word in line
    assert "‹" not in line


@pytest.mark.rule("CAREER-03")
def test_reasons_that_a_game_shows_are_ticked_and_the_others_wait_for_a_hand() -> None:
    def reason(name: str, when: Any) -> CareerReason:
        return CareerReason(name, "promotion", "win", {"en": name, "fr": name}, when, "owner")

    known = [reason("clean", {"vortexes": 0}), reason("slow", {"turns": {"least": 17}}), reason("kind", None)]
    told = "\n".join(shown("en", finished(), known=known))
    assert "[ ] clean" in told
    assert "[x] slow" in told
    assert "[ ] kind  (kind)" in told
    assert "[x] kind" in "\n".join(shown("en", known=known, ticked=["kind"]))


def test_a_game_without_modes_has_a_history_and_no_grid() -> None:
    tiny = Finished("j", "tiny", 0, 60, {"players": 2, "result": "ranked", "cause": "TINY-07"}, {}, {})
    lines = list(career_lines(Words("en"), Tiny(), [tiny], [], set()))
    assert not any("[ ]" in line for line in lines)
    assert "[TINY-07]" in lines[-1]


@pytest.mark.parametrize("name", games.NAMES)
@pytest.mark.parametrize("lang", languages())
def test_the_history_of_every_game_can_be_told(name: str, lang: str) -> None:
    game = games.load(name)
    told = game.summary(game.start({})) | {"result": "won", "cause": "WIN-01"}
    one = Finished("j", name, 86_400, 60, told, {}, {})
    lines = list(career_lines(Words(lang, [name.replace("-", "_")]), game, [one], [], set()))
    assert "1970" in lines[-1]
    assert "‹" not in lines[-1]
