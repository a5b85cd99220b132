"""An evening with the simulated tower: drops it counts, drops that are taken back, cubes that fall late.

Longer than most: all of it needs the same evening, and one reads the way of a drop from top to bottom.
"""

import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from companion.engine import Applied, Refusal
from companion.games import GAMES, load
from companion.table import (
    Answer,
    ByHand,
    ChangeDrop,
    ChangeThrown,
    ConfirmDrop,
    Correct,
    Done,
    Evening,
    Failed,
    RunningDrop,
    Said,
    SeenFallen,
    Snapshot,
    Throw,
    Undo,
)
from companion.table.session import Session
from companion.table.tower_thread import as_inputs
from companion.tower import Answer as HeardAs
from companion.tower import (
    BeamBroken,
    Choice,
    Inside,
    LinkBack,
    LinkLost,
    OutsideDrop,
    Tower,
    TowerError,
    believable,
    open_tower,
)
from companion.tower.lights import glow_of

GAME = load("the-loop")
OPTIONS = {"agents": ["mr-time", "v-girl"], "drop": "tower"}


class Table:
    """An evening and somebody who looks on."""

    def __init__(self, opening: Callable[[], Session], tower: Tower | None, inline: bool = False) -> None:
        self.evening = Evening(opening, GAMES, tower, inline=inline)
        self.mailbox = self.evening.subscribe()

    def post(self, command: Any) -> Any:
        return self.evening.post(command).result(60)

    @property
    def now(self) -> Snapshot:
        return self.evening.now

    @property
    def drop(self) -> RunningDrop:
        assert self.now.drop is not None
        return self.now.drop

    def until(self, holds: Callable[[Snapshot], object]) -> Snapshot:
        while not holds(self.now):
            assert self.mailbox.wait(60), "the tower said nothing"
        return self.now

    def throw(self) -> None:
        """Until the drop is over; a count that the tower is not sure of is confirmed."""
        self.post(Throw())
        self.until(lambda now: now.drop is None or not now.drop.running)
        if self.now.drop is not None:
            self.post(ConfirmDrop())

    def say(self, reading: Any) -> None:
        """As if the tower said it, in a thread of its own as ever."""
        machine = self.evening._host.machine
        assert self.evening.tower is not None
        tell = threading.Thread(target=machine._report, args=(self.evening.tower, Said(reading)))
        tell.start()
        tell.join()
        self.evening.settled()

    def tower_is_done(self) -> None:
        """All that was ordered has been reported, and taken in."""
        there = self.evening._host.machine.tower
        assert there is not None
        there._work.put(None)
        there._thread.join(60)
        self.evening.settled()


def quick(tmp_path: Path, seed: int = 5) -> Tower:
    return open_tower(Choice("simulated", seed=seed, speed=None), kept=tmp_path)


@pytest.fixture(params=[False, True], ids=["thread", "inline"])
def table(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Table]:
    made = Table(
        lambda: Session.begin(GAME, OPTIONS, tmp_path / "game.jsonl", 5), quick(tmp_path), request.param
    )
    yield made
    made.evening.close().result(60)


@pytest.fixture
def at(tmp_path: Path) -> Iterator[Callable[..., Table]]:
    """at({"inside": 1}, mode=…): an evening that begins in a position."""
    made: list[Table] = []

    def begin(position: dict[str, Any], tower: bool = True, **options: Any) -> Table:
        start = GAME.position({"drop": "tower", **options}, {"foo": "industry", **position})
        made.append(Table(lambda: Session(GAME, start, 7, None), quick(tmp_path, 4) if tower else None))
        return made[-1]

    yield begin
    for one in made:
        one.evening.close().result(60)


# -- a drop --------------------------------------------------------------------------------------------------


def test_an_evening_begins_with_the_first_drop_and_one_tap_gives_the_count(table: Table) -> None:
    assert table.drop.stage == "waiting"
    front, cubes = table.drop.front, table.drop.thrown
    table.throw()
    entry = next(e for e in reversed(table.now.entries) if e.given.kind == "RiftsLanded")
    assert sum(entry.given.landed) + entry.given.inside == cubes
    assert table.now.tower is not None
    assert table.now.tower.facing == front
    assert table.now.lost_readings == 0
    assert table.now.simulated


def test_undo_brings_the_drop_back_as_it_was_counted(table: Table) -> None:
    table.throw()
    landed = next(e.given.landed for e in table.now.entries if e.given.kind == "RiftsLanded")
    table.post(Undo())
    assert table.drop.stage == "hand"
    assert table.drop.landed == landed


def test_a_drop_that_was_taken_back_answers_nothing(table: Table) -> None:
    with table.evening.lent():  # the tower waits
        table.post(Throw())
        table.post(ByHand())
    before = table.now.position
    table.tower_is_done()
    assert table.evening._host.machine._returned == 1
    assert table.now.position == before
    assert table.drop.stage == "hand"


def test_a_drop_that_was_taken_back_does_not_answer_the_next_one(table: Table) -> None:
    machine, first = table.evening._host.machine, table.drop
    with table.evening.lent():
        table.post(Throw())
        table.post(ByHand())
        machine.drop = first  # as if the next one were awaited
        table.post(Throw())
        machine._result(Failed(TowerError(), first.question))  # of the one that was taken back
        assert machine.drop.running
    table.until(lambda now: now.drop is None or not now.drop.running)


def test_what_a_tower_says_that_was_let_go_belongs_to_nothing(table: Table) -> None:
    gone = table.evening.tower
    assert gone is not None
    with table.evening.lent():
        table.post(Throw())
        before = table.evening._host.use(None)
    assert before is not None
    table.evening._take_in()
    position = table.now.position
    before.close()  # all that it still says is said
    table.evening._host.machine._report(gone, Said(OutsideDrop(4, 16.0, ask=True)))
    table.evening.settled()
    assert table.drop.stage == "hand"
    assert sum(table.now.fallen) == 0
    assert table.now.tower is None
    assert table.now.position == position


def test_the_count_of_a_tower_that_was_let_go_answers_no_drop_of_the_next(
    table: Table, tmp_path: Path
) -> None:
    first, second = ExitStack(), ExitStack()
    first.enter_context(table.evening.lent())
    table.post(Throw())
    closed = table.evening.use(quick(tmp_path, 6))
    table.evening.settled()
    second.enter_context(table.evening.lent())
    table.post(Throw())
    entries = table.now.entries
    first.close()  # it counts now
    closed.result(60)
    table.evening.settled()
    assert table.drop.running
    assert table.now.entries == entries
    second.close()
    table.until(lambda now: now.drop is None or not now.drop.running)


def test_a_tower_that_is_slow_to_close_holds_up_nobody(tmp_path: Path, mocker: Any) -> None:
    table = Table(lambda: Session.begin(GAME, OPTIONS, None, 5), quick(tmp_path))
    slow = threading.Event()
    assert table.evening.tower is not None
    mocker.patch.object(table.evening.tower, "close", side_effect=lambda: slow.wait(60))
    closed = table.evening.use(None)
    table.post(ChangeDrop(((table.drop.front, 1),)))
    assert sum(table.drop.landed) == 1
    assert not closed.done()
    slow.set()
    closed.result(60)
    table.evening.close().result(60)


def test_an_undo_while_cubes_fall_ends_the_drop(table: Table, mocker: Any) -> None:
    table.post(Correct(GAME.correction("rifts.4", 1)))
    ended = mocker.spy(table.evening._host.machine, "end_drop")
    with table.evening.lent():
        table.post(Throw())
        table.post(Undo())
        assert ended.call_count == 1
        assert table.drop.stage == "waiting"
    entries = table.now.entries
    table.tower_is_done()
    assert table.now.entries == entries
    assert table.drop.stage == "waiting"


def test_an_undo_that_is_refused_leaves_the_drop_alone(table: Table, mocker: Any) -> None:
    ended = mocker.spy(table.evening._host.machine, "end_drop")
    with table.evening.lent():
        table.post(Throw())
        assert isinstance(table.post(Undo()), Refusal)
        assert table.drop.running
    assert ended.call_count == 0


def test_who_tells_a_drop_by_hand_ends_it_for_the_tower(table: Table, mocker: Any) -> None:
    ended = mocker.spy(table.evening._host.machine, "end_drop")
    table.post(ByHand())
    assert (table.drop.stage, ended.call_count) == ("hand", 0)  # nothing was running
    with table.evening.lent():
        table.post(Throw())
        table.post(ByHand())
        assert (table.drop.stage, ended.call_count) == ("hand", 1)


def test_what_the_tower_counted_is_shown_until_something_else_is_decided(table: Table) -> None:
    while not (now := table.now).asked or now.drop is not None:
        table.throw()
    counted = next(entry for entry in reversed(now.entries) if entry.given.kind == "RiftsLanded")
    assert (counted.source, now.counted) == ("tower", counted.given)
    asked = now.asked[0]
    table.post(Answer((asked.question.answers[0],), asked.question.owner, asked.since))
    assert table.now.counted is None


def test_by_hand_the_cubes_always_add_up(at: Callable[..., Table]) -> None:
    table = at({"phase": "foo", "seen": []}, tower=False)
    drop = table.drop
    assert drop.stage == "hand"
    for _ in range(9):
        table.post(ChangeDrop(((drop.front, 1),)))
    table.post(ChangeDrop(((2, -1),)))
    assert sum(table.drop.landed) == drop.total
    assert table.drop.inside == 0
    assert drop.landed == (0,) * 7  # the one that was looked at stays as it was
    table.post(ConfirmDrop())
    assert next(e for e in table.now.entries if e.given.kind == "RiftsLanded").source == "hand"


def test_readings_beyond_the_inbox_are_counted_and_results_are_not_lost(tmp_path: Path, mocker: Any) -> None:
    mocker.patch("companion.table.drop_control.INBOX", 3)
    held = threading.Event()
    table = Table(lambda: Session.begin(GAME, OPTIONS, None, 5), quick(tmp_path))
    table.post(Throw())
    busy = table.evening._call(lambda: held.wait(60))  # the evening has something else to do meanwhile
    there = table.evening._host.machine.tower
    assert there is not None
    there._work.put(None)
    there._thread.join(60)
    held.set()
    busy.result(60)
    table.until(lambda now: now.drop is None or not now.drop.running)
    assert table.now.lost_readings > 0
    table.evening.close().result(60)


def test_what_is_to_do_is_told_once_and_an_undo_tells_what_to_put_back(table: Table) -> None:
    kinds = [one.said.kind for one in table.now.todo]
    assert kinds.count("FooMoved") == 1
    assert table.now.setup == () or "TurnBegan" not in [one.said.kind for one in table.now.setup]
    table.post(Throw())
    assert table.now.todo == ()
    table.until(lambda now: now.drop is None or not now.drop.running)
    if table.now.drop is not None:
        table.post(ConfirmDrop())
    table.post(Undo())
    assert all(hasattr(one.said, "about") for one in table.now.todo)


def test_a_refusal_is_kept_for_everybody_and_changes_nothing(table: Table) -> None:
    before = table.now.position
    told = table.post(Answer((GAME.inputs["EndActions"](),)))
    assert isinstance(told, Refusal)
    assert table.now.refused == told
    assert table.now.position == before


def test_beams_light_up_only_while_a_drop_runs(at: Callable[..., Table]) -> None:
    table = at({"phase": "foo", "seen": []})
    broken = BeamBroken(2, 0.0, 20.0, in_drop=True)
    table.say(broken)
    assert sum(table.drop.lit) == 0
    machine = table.evening._host.machine
    machine.drop = table.drop._replace(stage="turning")
    table.say(broken)
    assert sum(table.drop.lit) == 0  # too early: the tower asks about it
    machine.drop = table.drop._replace(stage="listening")
    table.say(broken)
    assert table.drop.lit[2] == 1
    assert table.drop.stage == "listening"


def test_a_link_that_is_lost_and_comes_back_is_told(at: Callable[..., Table]) -> None:
    table = at({})
    assert table.now.tower is not None
    assert table.now.tower.linked
    table.say(LinkLost("a cable"))
    assert not table.now.tower.linked
    table.say(LinkBack("here", True))
    assert table.now.tower.linked


def test_a_full_disk_leaves_what_was_tapped_in(table: Table, mocker: Any) -> None:
    table.post(ByHand())
    table.post(ChangeDrop(((table.drop.front, table.drop.inside),)))
    seen = table.now
    full = mocker.patch("os.fsync", side_effect=OSError(28, "disk full"))
    told = table.post(ConfirmDrop())
    assert told.id == "not-written"
    assert table.now.position == seen.position
    assert table.now.drop == seen.drop
    assert table.now.todo == seen.todo
    mocker.stop(full)
    assert isinstance(table.post(ConfirmDrop()), Done)
    assert table.now.refused is None


# -- cubes that stay inside ----------------------------------------------------------------------------------


def test_the_tower_knows_what_the_books_know_to_be_inside(at: Callable[..., Table]) -> None:
    table = at({"inside": 1})
    tower = table.evening.tower
    assert tower is not None
    assert tower.inside == Inside(1, "red")
    table.post(Correct(GAME.correction("inside", 3)))
    assert tower.inside == Inside(3, "red")
    table.post(Undo())
    assert tower.inside == Inside(1, "red")


def test_the_players_answer_to_a_drop_tells_the_tower_what_is_still_inside(at: Callable[..., Table]) -> None:
    table = at({"phase": "foo", "seen": []})
    table.post(ByHand())
    table.post(ChangeDrop(((table.drop.front, table.drop.total - 1),)))
    table.post(ConfirmDrop())
    assert table.now.state.inside == 1
    assert table.evening.tower is not None
    assert table.evening.tower.inside == Inside(1, "red")


def test_the_next_drop_counts_with_it(at: Callable[..., Table], mocker: Any) -> None:
    table = at({"phase": "foo", "seen": [], "inside": 2})
    ordered = mocker.spy(table.evening._host.machine.tower, "drop")
    table.post(Throw())
    assert ordered.call_args.args[1:] == ("red", Inside(2, "red"))
    table.post(ByHand())


def test_both_colours_inside_are_told_apart(at: Callable[..., Table]) -> None:
    table = at({"inside": 1}, mode="ultramachina")
    table.post(Correct(GAME.correction("extra.energy-inside", 1)))
    assert table.evening.tower is not None
    assert table.evening.tower.inside.cubes == 2
    assert table.evening.tower.inside.colour not in ("red", "green")


def test_a_break_outside_a_drop_is_asked_once_and_changes_nothing(at: Callable[..., Table]) -> None:
    table = at({"inside": 1})
    before = table.now.position
    table.say(OutsideDrop(4, 16.0, ask=True))
    assert table.now.fallen[4] == sum(table.now.fallen) == 1
    assert table.now.position == before
    table.post(SeenFallen())
    assert sum(table.now.fallen) == 0


def test_what_fell_before_a_throw_is_part_of_what_is_counted_then(at: Callable[..., Table]) -> None:
    table = at({"phase": "foo", "seen": [], "inside": 1})
    table.say(OutsideDrop(4, 16.0, ask=True))
    with table.evening.lent():
        table.post(Throw())
        assert sum(table.now.fallen) == 0


def test_a_hand_in_the_beam_is_nothing_while_the_machine_is_empty(at: Callable[..., Table]) -> None:
    table = at({})
    table.say(OutsideDrop(4, 16.0, ask=False))
    assert sum(table.now.fallen) == 0


def test_a_late_cube_is_placed_where_it_fell_and_may_open_a_vortex(at: Callable[..., Table]) -> None:
    table = at({"inside": 1})
    table.post(Correct(GAME.correction("rifts.4", 3)))
    entry = table.post(Correct(GAME.inputs["LateRifts"]((0, 0, 0, 0, 1, 0, 0)))).what
    assert "VortexOpened" in [said.kind for said in entry.happenings]
    assert table.now.state.inside == 0
    assert [one.said.kind for one in table.now.alerts] == ["VortexOpened"]
    assert isinstance(GAME.apply(entry.before, entry.given, "hand"), Applied)


def test_a_cube_that_falls_between_drops_is_heard_by_the_tower_itself(at: Callable[..., Table]) -> None:
    table = at({"inside": 1})
    board: Any = table.evening.tower.board  # type: ignore[union-attr]
    board.fall(4, milliseconds=16)
    now = table.until(lambda now: sum(now.fallen))
    assert now.fallen[4] == 1
    assert now.state.inside == 1


# -- another number than was asked for, and what is believed ------------------------------------------------


def test_a_count_of_one_more_says_first_that_it_was_thrown(at: Callable[..., Table]) -> None:
    table = at({"phase": "foo", "seen": [], "bag": [], "huge": []}, tower=False)
    asked_for, front = table.drop.thrown, table.drop.front
    table.post(ChangeThrown(1))
    assert (table.drop.thrown, table.drop.inside) == (asked_for + 1, asked_for + 1)
    table.post(ChangeDrop(((front, 1),) * (asked_for + 1)))
    table.post(ConfirmDrop())
    thrown, landed = (one.given for one in table.now.entries[-2:])
    assert (thrown.kind, thrown.cubes) == ("Thrown", asked_for + 1)
    assert (landed.landed[front], landed.inside) == (asked_for + 1, 0)
    table.post(Undo())
    assert (table.drop.thrown, table.drop.landed[front]) == (asked_for + 1, asked_for + 1)
    table.post(Undo())
    assert table.drop.thrown == asked_for


def test_no_more_were_thrown_than_there_are_and_none_that_lies_on_the_table(at: Callable[..., Table]) -> None:
    table = at({"phase": "foo", "seen": [], "bag": [], "huge": []}, tower=False)
    most = table.drop.most
    for _ in range(40):
        table.post(ChangeThrown(1))
    assert table.drop.thrown == most == 30
    for _ in range(40):
        table.post(ChangeThrown(-1))
    assert table.drop.thrown == 1
    table.post(ChangeDrop(((table.drop.front, 1),)))
    table.post(ChangeThrown(-1))
    assert (table.drop.thrown, table.drop.inside) == (1, 0)


def test_more_than_were_thrown_are_offered_as_long_as_there_are_cubes(at: Callable[..., Table]) -> None:
    table = at({"phase": "foo", "seen": [], "bag": [], "huge": []}, tower=False)
    question, front = table.drop.question, table.drop.front
    three = tuple(3 * (place == front) for place in range(7))
    best = HeardAs(three, 0, 0.9, surplus=1)
    given = as_inputs(question, (best,))
    assert [(one.landed, one.inside) for one in given] == [(three, 0)]
    none_left = question._replace(about=(("cubes", 2), ("era", front), ("most", 2)))
    assert [(one.landed, one.inside) for one in as_inputs(none_left, (best,))] == [((0,) * 7, 2)]
    table.post(ConfirmDrop(given[0]))
    assert [one.given.kind for one in table.now.entries[-2:]] == ["Thrown", "RiftsLanded"]


def test_what_is_believed_to_be_inside_is_kept_and_found_again(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    table = Table(lambda: Session.begin(GAME, OPTIONS, path, 5), quick(tmp_path))
    table.throw()
    kept = [one.believed for one in table.now.entries if one.given.kind == "RiftsLanded"]
    assert len(kept) == 1
    assert sum(kept[0]) == pytest.approx(1, abs=0.001)
    table.evening.close().result(60)
    again = Table(lambda: Session.resume(path, GAMES.load), quick(tmp_path))
    try:
        assert [one.believed for one in again.now.entries if one.believed] == kept
        host, there = again.evening._host, again.evening._host.machine.tower
        assert there is not None
        ordered: list[Inside] = []
        there.drop = lambda question, colour, inside: ordered.append(inside)  # type: ignore[method-assign, misc, assignment]
        host.machine.drop = RunningDrop.of(table_question(again), "waiting")
        last = host._last_drop()
        host.machine.throw({"inside": last.given.inside}, last)
        assert ordered[0].belief == believable(kept[0])
        host.machine.drop = RunningDrop.of(table_question(again), "waiting")
        host.machine.throw({"inside": last.given.inside + 1}, last)  # somebody set it right meanwhile
        assert ordered[1].belief == ()
    finally:
        again.evening.close().result(60)


def table_question(table: Table) -> Any:
    """The drop that was answered last."""
    entry = next(one for one in reversed(table.now.entries) if one.given.kind == "RiftsLanded")
    return GAME.awaited(entry.before)[0]


def test_the_strip_of_lights_tells_how_it_stands(at: Callable[..., Table]) -> None:
    """A full era is red, a torn one white; whoever looks on sees it too."""
    table = at({"rifts": {"renaissance": 3, "industry": 1}, "vortexes": {"dawn-of-time": 1}})
    table.tower_is_done()
    table.post(SeenFallen())
    shown = table.now.tower
    assert shown is not None
    dawn, *others = shown.lights.colours
    assert dawn == (255, 255, 255)
    assert others.count((255, 0, 0)) == 1
    own = {glow_of(era.colour) for era in table.now.state.setting.box.eras}
    assert sum(colour in own for colour in others) == 4, "one more is on its way to red"
