"""The trial of ways to throw: two rows of beams tell lengths, and the page tells what was counted."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

import pytest

from companion.advisor.figures import interval
from companion.tower.readings import BeamBroken
from hardware.tower import ROOT, Tower
from hardware.twin import trial, trial_page, trial_rest, verdict
from hardware.twin.rows import APART, USUAL, as_one_row

CUBE = 8.0  # mm
ON_TIME: verdict.Lags = [(0.0, 0.0)] * 7


def passage(
    speed: float, at: float = 0.0, long: float = CUBE, outlet: int = 0
) -> tuple[BeamBroken, BeamBroken]:
    """Something of a length goes through both rows at a speed (mm/ms)."""
    return (
        BeamBroken(outlet, at, long / speed),
        BeamBroken(outlet, at + APART / speed, long / speed),
    )


@pytest.mark.parametrize("speed", [0.08, 0.2, 0.5, 1.2])
def test_a_cube_is_as_long_whatever_its_speed(speed: float) -> None:
    (found,) = as_one_row(*([row] for row in passage(speed)))
    assert found.duration == pytest.approx(CUBE / USUAL)


def test_one_slow_cube_and_two_quick_ones_differ_in_length_alone() -> None:
    slow, quick = passage(0.25), passage(0.5, long=2 * CUBE)
    assert slow[0].duration == quick[0].duration
    (one,), (two,) = (as_one_row([near], [far]) for near, far in (slow, quick))
    assert one.duration is not None
    assert two.duration == pytest.approx(2 * one.duration)


def test_light_between_two_cubes_is_brought_to_the_same_speed() -> None:
    rows = zip(passage(0.25), passage(0.25, at=48.0), strict=True)
    first, second = as_one_row(*rows)
    assert first.duration is not None
    assert second.start - first.start - first.duration == pytest.approx((48.0 - 32.0) * 0.25 / USUAL)


def test_the_row_that_tells_more_cubes_apart_is_believed() -> None:
    merged = BeamBroken(0, 0.0, 40.0)
    apart = [BeamBroken(0, 12.0, 16.0), BeamBroken(0, 36.0, 16.0)]
    assert len(as_one_row([merged], apart)) == len(as_one_row(apart, [merged])) == 2


def test_a_beam_that_stays_dark_is_left_as_it_is() -> None:
    blocked = BeamBroken(3, 5.0, None, open=True)
    assert as_one_row([blocked], []) == [blocked]


def drop(
    thrown: int, spans: list[list[float]], passed: list[int | None], cell: str = "hand x"
) -> dict[str, Any]:
    """All of it at outlet 0, at half a millimetre in a millisecond."""
    rows = [spans, [[start + 12.0, end + 12.0] for start, end in spans]]
    empty: list[list[list[float]]] = [[], []]
    return {"cell": cell, "thrown": thrown, "passed": passed, "spans": [rows, *[empty] * 6]}


def test_lags_make_pulses_longer_and_swallow_gaps() -> None:
    one = drop(2, [[0.0, 16.0], [18.0, 34.0]], [0, 0])
    assert [b.duration for b in verdict.one_row(one, ON_TIME)] == [16.0, 16.0]
    late: verdict.Lags = [(2.5, 0.0)] * 7
    assert [b.duration for b in verdict.one_row(one, late)] == [36.5]


def test_what_is_held_merged_or_asked_is_counted() -> None:
    single = [drop(1, [[0.0, 16.0 + n % 3]], [0]) for n in range(12)]
    found = verdict.verdict(
        [
            *single,
            drop(2, [[0.0, 16.0], [200.0, 216.0]], [0, 0]),
            drop(2, [[0.0, 31.0]], [0, 0]),
            drop(7, [[200.0 * n, 200.0 * n + 16] for n in range(6)], [0] * 6 + [None]),
        ],
        single,
        verdict.one_row,
        "a seed",
    )
    assert (found.drops, found.many.drops, found.held, found.merged) == (15, 1, 1, 1)
    assert found.many.asked == 1
    assert found.many.needless == 0
    assert found.few.silently_wrong == 0
    assert (found + found).drops == 30
    assert verdict.Verdict.of(found.as_dict()) == found


def test_a_stopped_trial_goes_on_where_it_was_and_every_cell_gets_its_share() -> None:
    whole = list(trial.plan({}))
    assert len(set(whole)) == len(whole) == sum(8 * trial.wanted(cell) for cell in trial.CELLS)
    done = Counter((cell.name, cubes) for cell, cubes, _ in whole[:1000])
    assert set(trial.plan(done)) == set(whole[1000:])
    assert {cell for cell, _, _ in whole[:3000]} == set(trial.CELLS), "cut short it has some of each"
    first = Counter(cell for cell, _, _ in whole[: len(whole) // 2])
    assert first[trial.PLAIN] == 8 * trial.wanted(trial.PLAIN), "what carries the claim comes first"


def test_a_new_round_adds_what_earlier_ones_left_to_be_wanted() -> None:
    """Their drops are gone, their counts are not; a round counted anew replaces itself alone."""
    counted = verdict.earlier("a round to come")
    assert sum(counted.values()) <= sum(map(verdict.total, verdict.rounds().values()))
    left = Counter((cell.name, cubes) for cell, cubes, _ in trial.plan(counted))
    for cell in trial.CELLS:
        for cubes in (1, 8):
            have = counted[cell.name, cubes]
            assert have + left[cell.name, cubes] == max(have, trial.wanted(cell))
    assert sum(verdict.earlier(trial.ROUND).values()) < sum(counted.values())


def test_the_finest_claim_has_as_many_drops_as_it_needs() -> None:
    """Silently wrong once in 2,000 at most: at least 6,000 drops, and one fault among them is borne."""
    drops = 8 * trial.wanted(trial.PLAIN)
    assert drops >= 6000
    assert interval(1, drops)[1] <= 1 / 2000


def test_the_page_tells_the_kept_figures() -> None:
    rounds = verdict.rounds()
    assert {cell.name for cell in trial.CELLS} <= set(verdict.together(rounds.values()))
    assert trial_page.PAGE.read_text(encoding="utf-8") == trial_page.page(rounds, trial_rest.kept())


def test_every_way_inside_and_friction_is_told_with_all_its_figures() -> None:
    """Heard by one row and by two: held, merged, needless, silent, truth in three."""
    text = (
        trial_page.PAGE.read_text(encoding="utf-8").partition("## Other frictions")[2].partition("\n## ")[0]
    )
    judged = verdict.together(verdict.rounds().values())
    told = [
        line.split(" | ")[2:] for line in text.splitlines() if line.startswith(("| hand", "| feed", "| pour"))
    ]
    ways = {(cell.way, cell.gate, cell.inside) for cell in trial.CELLS}
    assert text.count(" row") == 2 * len(ways)
    assert all(len(cells) == len(trial.FRICTIONS) for cells in told)
    one = judged["hand 0.5 steep 32"]["two rows"]
    asked, right = one.few.asked + one.many.asked, one.few.in_three + one.many.in_three
    needless, wrong = one.few.needless + one.many.needless, trial_page.silent((one.few, one.many))
    shares = " · ".join(f"{100 * hits / one.drops:.1f} %" for hits in (one.held, one.merged, needless))
    assert f"{shares} · {wrong}/{one.drops} · {right}/{asked} |" in text


DECIDED = {  # the lines of ADR 16, in their order: cell and what hears it
    "a handful": ("handful 0.35 plain 25", "one row"),
    "a handful, two rows": ("handful 0.35 plain 25", "two rows"),
    "poured": ("poured 0.35 plain 25", "one row"),
    "feeder": ("feeder 0.35 plain 25", "one row"),
    "feeder, two rows": ("feeder 0.35 plain 25", "two rows"),
    "one by one from the hand": ("hand 0.35 plain 25", "one row"),
    "one by one, two rows": ("hand 0.35 plain 25", "two rows"),
    "one by one, gates 32°": ("hand 0.35 plain 32", "one row"),
}


def test_the_decision_cites_what_was_counted() -> None:
    (page,) = (ROOT / "docs" / "adr").glob("0016-*.md")
    text = page.read_text(encoding="utf-8").replace("*", "")
    lines = re.findall(
        r"^\| .+ \| ([\d.]+) % .+\| ([\d.]+) % .+\| ([\d.]+) % .+\| (\d+) of ([\d,]+) \|$", text, re.M
    )
    judged = verdict.together(verdict.rounds().values())
    for (cell, heard), line in zip(DECIDED.values(), lines, strict=True):
        one = judged[cell][heard]
        *shares, silent, drops = (float(figure.replace(",", "")) for figure in line)
        assert (silent, drops) == (trial_page.silent((one.few, one.many)), one.drops), cell
        counted = (
            (one.held, one.drops),
            (one.few.needless, one.few.drops),
            (one.many.needless, one.many.drops),
        )
        for share, figure, (hits, of) in zip(shares, line, counted, strict=False):
            places = len(figure.partition(".")[2])
            assert share == pytest.approx(100 * hits / of, abs=0.51 * 10**-places), (cell, figure)
    total = sum(map(verdict.total, verdict.rounds().values()))
    wanted = sum(8 * trial.wanted(cell) for cell in trial.CELLS)
    assert f"{total:,} of {wanted:,} fallen" in text


def test_the_fence_keeps_ninety_nine_cubes_in_a_hundred_where_a_lower_one_did_not() -> None:
    found = trial_rest.kept()
    assert set(found) == {case.says for case in trial_rest.CASES}
    over = {
        high: interval((one := found[f"fence {high} mm, by hand"]).over, one.cubes)
        for high in (15, 20, 25, 30)
    }
    assert over[Tower.load().geometry["fence"]][1] <= 0.01
    assert over[15][0] > 0.01
    fresh = found[trial_rest.FRESH]  # the rule above was settled before these fell
    assert fresh.cubes > 1000
    assert interval(fresh.over, fresh.cubes)[1] <= 0.01


def test_the_table_of_where_cubes_rest_tells_shares_of_those_that_left() -> None:
    *_, line = trial_rest.lines({"a tray": trial_rest.Rest(200, over=2, far=1, wrong=0, middle=120.4)})
    assert line == "| a tray | 2 (0.3–3.6 %) | 1 (0.1–2.8 %) | 0 (0.0–1.9 %) | 120 mm | 200 |"


def test_a_claim_is_shown_only_where_its_bound_holds() -> None:
    assert trial_page.share(0, 4000) == "0.0 % (0.0–0.1)"
    assert trial_page._holds(0.0, 0.004, 0.005) == "**shown**"
    assert trial_page._holds(0.0, 0.006, 0.005).startswith("seen")
    assert trial_page._holds(0.006, 0.02, 0.005) == "**not reached**"
