"""The simulated tower at a real table of The LOOP: its counts answer the game's drops."""

from queue import SimpleQueue

import pytest

from companion.engine import Applied, Game, Question, State
from companion.games import load
from companion.table.tower_thread import Counted, Failed, Report, Said, TowerThread, as_inputs
from companion.tower import Answer, BeamBroken, Choice, Faced, Inside, OutsideDrop, ThrowNow, open_tower


def next_drop(game: Game, state: State) -> tuple[State, Question]:
    """Plays the first answers until cubes are to be thrown."""
    while (question := game.awaited(state)[0]).stream != "drop":
        made = game.apply(state, question.answers[0], "app")
        assert isinstance(made, Applied)
        state = made.state
    return state, question


def reports_of(question: Question, tmp_path) -> list[Report]:
    said: SimpleQueue[Report] = SimpleQueue()
    table = TowerThread(open_tower(Choice("simulated", seed=3, speed=None), kept=tmp_path), said.put)
    table.drop(question)
    reports = []
    while not reports or not isinstance(reports[-1], Counted | Failed):
        reports.append(said.get(timeout=30))
    table.close()
    return reports


def test_a_drop_is_brought_counted_and_accepted_by_the_game(tmp_path):
    game = load("the-loop")
    state, question = next_drop(game, game.start({"players": 2, "drop": "tower"}))
    reports = reports_of(question, tmp_path)
    about = dict(question.about)
    turned = [report.reading for report in reports if isinstance(report, Said)]
    assert [reading.outlet for reading in turned if isinstance(reading, Faced)] == [about["outlet"]]
    counted = reports[-1]
    assert isinstance(counted, Counted)
    best = counted.answers[0]
    assert sum(best.landed) + best.inside == about["cubes"]
    assert isinstance(game.apply(state, best, "tower"), Applied)


def test_the_tower_is_turned_before_the_throw(tmp_path):
    game = load("the-loop")
    _, question = next_drop(game, game.start({"players": 2, "drop": "tower"}))
    reports = reports_of(question, tmp_path)
    kinds = [type(report.reading).__name__ for report in reports if isinstance(report, Said)]
    assert kinds.index("Turning") < kinds.index("ThrowNow") < kinds.index("BeamBroken")


@pytest.mark.parametrize("fault", ["cable-in-turn", "stop-while-turning"])
def test_a_tower_that_does_not_arrive_is_told_once_and_nothing_is_thrown(tmp_path, fault):
    game = load("the-loop")
    _, question = next_drop(game, game.start({"players": 2, "drop": "tower"}))
    said: SimpleQueue[Report] = SimpleQueue()
    tower = open_tower(Choice("simulated", seed=3, speed=None, faults=(fault,)), kept=tmp_path)
    table = TowerThread(tower, said.put)
    table.drop(question)
    table.close()  # behind the drop: all its reports are in
    reports = [said.get() for _ in range(said.qsize())]
    (failed,) = (report for report in reports if not isinstance(report, Said))
    assert isinstance(failed, Failed)
    assert failed.question == question
    assert not any(isinstance(report, Said) and isinstance(report.reading, ThrowNow) for report in reports)


def test_what_the_players_know_to_be_inside_is_part_of_the_next_count(tmp_path):
    game = load("the-loop")
    start = game.position({"drop": "tower"}, {"foo": "industry", "inside": 2, "phase": "foo", "seen": []})
    _, question = next_drop(game, start)
    cubes, era = dict(question.about)["cubes"], dict(question.about)["outlet"]
    said: SimpleQueue[Report] = SimpleQueue()
    tower = open_tower(Choice("simulated", seed=3, speed=None), kept=tmp_path)
    tower.board.throws = False

    def told(report: Report) -> None:
        said.put(report)
        if isinstance(report, Said) and isinstance(report.reading, ThrowNow):
            for k in range(cubes + 2):
                tower.board.fall(era, after=0.4 + 0.3 * k, milliseconds=16)

    table = TowerThread(tower, told)
    table.drop(question, "red", Inside(2, "red"))
    reports = [said.get(timeout=30)]
    while not isinstance(reports[-1], Counted | Failed):
        reports.append(said.get(timeout=30))
    table.close()
    assert sum(reports[-1].answers[0].landed) == cubes + 2
    assert reports[-1].answers[0].inside == 0
    assert table.tower.inside == Inside()


def test_cubes_of_another_colour_are_no_part_of_the_answer():
    game = load("the-loop")
    _, question = next_drop(game, game.start({"players": 2, "drop": "tower"}))
    cubes, era = dict(question.about)["cubes"], dict(question.about)["outlet"]
    passed = tuple(cubes + 1 if place == era else 0 for place in range(7))
    freed = tuple(int(place == era) for place in range(7))
    mixed = (Answer(passed, 0, 0.6, freed), Answer(passed, 0, 0.3), Answer(passed, 1, 0.1, freed))
    told = as_inputs(question, mixed)
    more = (cubes + 1, 0)  # all of this colour: then one was thrown too many
    assert [(sum(one.landed), one.inside) for one in told] == [(cubes, 0), more]


def test_a_cube_that_falls_out_between_drops_is_heard_at_once(tmp_path):
    said: SimpleQueue[Report] = SimpleQueue()
    table = TowerThread(open_tower(Choice("simulated", seed=3, speed=None), kept=tmp_path), said.put)
    table.tower.inside = Inside(1, "red")
    table.tower.board.fall(4, milliseconds=16)
    heard = [said.get(timeout=30).reading]
    while not isinstance(heard[-1], BeamBroken):
        heard.append(said.get(timeout=30).reading)
    table.close()
    late = next(one for one in heard if isinstance(one, OutsideDrop))
    assert (late.outlet, late.ask) == (4, True)


def test_nobody_listens_while_the_tower_is_lent(tmp_path):
    said: SimpleQueue[Report] = SimpleQueue()
    table = TowerThread(open_tower(Choice("simulated", seed=3, speed=None), kept=tmp_path), said.put)
    with table.lent() as tower:
        tower.board.fall(2, milliseconds=16)
        heard = tower.listen(1.0)
        while heard is not None and not isinstance(heard, BeamBroken):
            heard = tower.listen(1.0)
        assert isinstance(heard, BeamBroken)
    table.close()
    assert said.empty()
