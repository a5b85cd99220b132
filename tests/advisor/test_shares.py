"""The tower's own drops teach how it shares its cubes out."""

import random
from collections import Counter

import pytest

from companion.advisor import shares
from companion.advisor.shares import PRIOR, Shares
from companion.tower.backends.drop_model import fitted


def test_before_any_drop_the_twin_is_believed():
    twin, lot = fitted(), random.Random(1)
    fell = [passage for cubes in range(2, 7) for _ in range(400) for passage in twin.drop(cubes, lot)]
    count = Counter(passage.outlet for passage in fell if passage.cube)
    previous_front_next = [count[outlet] / count.total() for outlet in (-1, 0, 1)]
    assert Shares().mean == pytest.approx(previous_front_next, abs=0.03)  # written down in tenths
    assert Shares().seen == 0


def test_a_drop_is_learned_around_the_front_also_across_the_end_of_the_ring():
    learned = Shares().learn(facing=0, landed=(2, 1, 0, 0, 0, 0, 3))
    assert learned.weights == (PRIOR[0] + 3, PRIOR[1] + 2, PRIOR[2] + 1)
    assert learned.seen == 6


def test_a_cube_that_rolled_elsewhere_teaches_nothing_about_the_chutes():
    learned = Shares().learn(facing=3, landed=(1, 0, 0, 2, 0, 0, 0))
    assert learned.weights == (PRIOR[0], PRIOR[1] + 2, PRIOR[2])
    assert learned.elsewhere == 1


def test_many_drops_outweigh_the_prior_and_narrow_the_margin():
    learned = Shares()
    for _ in range(1000):
        learned = learned.learn(3, (0, 0, 1, 1, 2, 0, 0))
    assert learned.mean == pytest.approx((0.25, 0.25, 0.5), abs=0.01)
    assert max(learned.margin) < max(Shares().margin) / 5


def test_the_margin_is_that_of_a_dirichlet_distribution():
    # Variance of a Dirichlet share: a (A - a) / (A² (A + 1)); 30 of 100: 30·70 / (100²·101).
    assert Shares().margin[0] ** 2 == pytest.approx(1.959964**2 * 30 * 70 / (100**2 * 101))


def test_what_was_learned_is_kept(tmp_path):
    path = tmp_path / "tower" / "shares.json"
    learned = Shares().learn(3, (0, 1, 2, 3, 0, 0, 0))
    shares.keep(path, learned)
    assert shares.load(path) == learned


@pytest.mark.parametrize(
    "text",
    [
        *("", "{", "[]", '{"weights": [1, 2]}', '{"weights": ["a", 1, 2], "elsewhere": 0}'),
        *(f'{{"weights": {given}, "elsewhere": 0}}' for given in ("[0, 0, 0]", "[9, -9, 9]", "[NaN, 1, 2]")),
    ],
)
def test_a_damaged_file_falls_back_to_the_prior(tmp_path, text):
    path = tmp_path / "shares.json"
    path.write_text(text, encoding="utf-8")
    assert shares.load(path) == Shares()
