"""The simulated tower at a real table of The LOOP: its counts answer the game's drops."""

from queue import SimpleQueue

from companion.games import Applied, Game, Question, State, load
from companion.table.drops import Brought, Counted, Failed, Report, Said, TowerAtTable
from companion.tower import Choice, open_tower


def next_drop(game: Game, state: State) -> tuple[State, Question]:
    """Plays the first answers until cubes are to be thrown."""
    while (question := game.awaited(state)[0]).stream != "drop":
        made = game.apply(state, question.answers[0], "app")
        assert isinstance(made, Applied)
        state = made.state
    return state, question


def reports_of(question: Question, tmp_path) -> list[Report]:
    said: SimpleQueue[Report] = SimpleQueue()
    table = TowerAtTable(open_tower(Choice("simulated", seed=3, speed=None), kept=tmp_path), said.put)
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
    faced = next(report.faced for report in reports if isinstance(report, Brought))
    assert faced.era == about["era"]
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
