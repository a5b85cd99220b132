"""What a finished game leaves for the career, and the reasons that tick themselves by it."""

from pathlib import Path

from companion.games import GAMES, contre_temps, load
from companion.table import Career, Evening, earned, load_reasons
from companion.terminal import career_lines
from companion.words import Words
from tests.table.playing import play_on

GAME = load("contre-temps")
SHIPPED = Path(contre_temps.__file__).parent / "career"


def finished(tmp_path, seed: int, **options):
    career = Career(tmp_path / "career.jsonl")
    with Evening.begin(GAME, GAMES, options, tmp_path / f"{seed}.jsonl", seed) as evening:
        career.follow(evening)
        play_on(evening, seed=seed)
    return evening.now, career.games("contre-temps")[-1], career


def test_a_finished_game_says_who_won_and_how(tmp_path):
    now, kept, _ = finished(tmp_path, 3, players=3, colours=["white", "red", "blue"])
    winner = now.outcome.ranking[0][0]
    assert kept.summary["winner"] == winner
    assert kept.summary["colour"] == ["white", "red", "blue"][winner]
    assert kept.summary["cause"] == now.outcome.rule
    assert kept.summary["turns"] == now.state.round
    assert kept.summary["events"] == len(now.state.line)
    assert kept.summary["held"][winner] == max(kept.summary["held"])
    assert GAME.summary(now.start)["winner"] == -1
    assert GAME.summary(now.start)["colour"] == ""
    assert GAME.summary(now.start)["unstable"] is False


def test_what_happens_in_one_round_is_counted_round_by_round(tmp_path):
    _, kept, _ = finished(tmp_path, 5, players=4)
    assert kept.happened["CardPlayed"] > 4
    assert kept.in_a_turn["CardPlayed"] <= 4
    assert kept.happened["RoundBegan"] == kept.summary["turns"]


def test_every_shipped_reason_can_be_read_and_is_marked_as_ours():
    reasons = load_reasons((SHIPPED,), GAME)
    assert {reason.kind for reason in reasons} == {"promotion", "dismissal"}
    assert {reason.source for reason in reasons} == {"stand-in"}
    assert any(reason.when is None for reason in reasons)


def test_reasons_tick_themselves(tmp_path):
    now, kept, _ = finished(tmp_path, 7, players=6, mode="paradox")
    ticked = {reason.id for reason in load_reasons((SHIPPED,), GAME) if earned(reason, kept)}
    assert {"staff-meeting", "paradox-proof"} <= ticked
    kinds = [said.kind for entry in now.entries for said in entry.happenings]
    assert ("variable-constant" in ticked) == ("LineUnstable" in kinds)
    assert ("nobody-at-the-desk" in ticked) == ("TimeStalled" in kinds)
    assert ("hostile-takeovers" in ticked) == (kinds.count("DiscReturned") >= 5)
    assert ("full-shift" in ticked) == (now.state.round == 10)


def test_the_career_in_the_terminal_names_the_winner(tmp_path):
    _, kept, career = finished(tmp_path, 3, players=3, colours=["white", "red", "blue"])
    for lang, name in (("en", {"white": "White", "red": "Red", "blue": "Blue"}),):
        words = Words(lang, ["contre_temps"])
        said = "\n".join(career_lines(words, GAME, career.games(), load_reasons((SHIPPED,), GAME), set()))
        assert f"{name[kept.summary['colour']]} won. [{kept.summary['cause']}]" in said
        assert "1 finished game." in said
        assert "‹" not in said
