"""A line that damages, a board that misbehaves: the driver neither hangs nor acts twice nor loses a break."""

import random
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from threading import Event, Thread

import pytest

from companion.tower import wire_table as table
from companion.tower.backends.serial import SerialBoard
from companion.tower.backends.serial_line import Timing
from companion.tower.errors import (
    LinkDown,
    PortBusy,
    TowerJammed,
    TowerNotFound,
    TowerSilent,
    WrongDevice,
    WrongFirmware,
)
from companion.tower.readings import (
    Arrived,
    BeamBroken,
    BeamClear,
    BeamDark,
    BoardReading,
    CountsLost,
    LinkBack,
    LinkLost,
    Moved,
)
from companion.tower.tower import Tower
from companion.tower.wire import Frame
from tests.tower.rigs import SerialRig
from tests.tower.scripted import ScriptedBoard

# A board that always answers is waited for, however busy the machine is: nothing is repeated by chance.
PATIENT = Timing(hello=0.3, acknowledge=60, long_command=60, heartbeat=0.1, lost=60)
# One whose line does damage is asked again soon, and as often as it takes.
REPEATING = replace(PATIENT, acknowledge=0.1, tries=600, backoff_first=0.05, backoff_last=0.1)
# One that falls silent is given up soon.
SHORT = replace(REPEATING, tries=10, lost=0.6)


@pytest.fixture
def scripted() -> Iterator[ScriptedBoard]:
    board = ScriptedBoard()
    yield board
    board.close()


@pytest.fixture
def connect() -> Iterator[Callable[..., SerialBoard]]:
    opened: list[SerialBoard] = []

    def make(
        port: str, timing: Timing = PATIENT, elsewhere: Callable[[], list[str]] = list
    ) -> SerialBoard:
        board = SerialBoard(port, timing=timing, elsewhere=elsewhere)
        opened.append(board)
        board.open()
        return board

    yield make
    for board in opened:
        board.close()


@pytest.fixture
def emulated() -> Iterator[SerialRig]:
    rig = SerialRig(timing=REPEATING)
    yield rig
    rig.close()


def all_readings(board: SerialBoard, until: type, seconds: float = 60.0) -> list[BoardReading]:
    heard: list[BoardReading] = []
    end = board.now() + seconds
    while board.now() < end and not any(isinstance(reading, until) for reading in heard):
        reading = board.read(0.05)
        if reading is not None:
            heard.append(reading)
    while (reading := board.read(0.05)) is not None:
        heard.append(reading)
    assert any(isinstance(reading, until) for reading in heard), heard
    return heard


class TestDamage:
    @pytest.mark.slow
    @pytest.mark.parametrize("direction", ["to-board", "to-host"])
    @pytest.mark.parametrize("damage", ["flip", "lose", "double"])
    def test_a_damaged_byte_costs_a_repeat_and_nothing_else(
        self, emulated: SerialRig, direction: str, damage: str
    ) -> None:
        emulated.board.open()
        for byte in (1, 4, 9):
            emulated.emulator.ask("line", direction, damage, byte)
            assert emulated.board.running().counts == (0,) * 7
            assert emulated.board.settings().high == 2500
        at_board = emulated.board._link.ask(table.Diagnose(), table.Diagnosis).bad_crc
        assert emulated.board._link._line is not None
        at_host = emulated.board._link._line.damaged
        assert (at_board if direction == "to-board" else at_host) >= 2, "the damage was done"

    def test_a_break_whose_report_was_damaged_is_asked_for_again(self, emulated: SerialRig) -> None:
        emulated.board.open()
        emulated.emulator.ask("line", "to-host", "flip", 6)
        emulated.pulse(3, 0.01, 16)
        emulated.pulse(4, 0.05, 17)
        heard: list[BoardReading] = []
        while sum(isinstance(reading, BeamBroken) for reading in heard) < 2:
            heard += all_readings(emulated.board, BeamBroken)
        broken = [(b.outlet, b.number) for b in heard if isinstance(b, BeamBroken)]
        assert broken == [(3, 0), (4, 1)]

    def test_an_acknowledgement_lost_after_the_command_acted_turns_once(self, emulated: SerialRig) -> None:
        emulated.board.open()
        emulated.board.hands_away()
        emulated.emulator.ask("line", "to-host", "flip", 3)
        emulated.board.turn(1500)
        arrived = [r for r in all_readings(emulated.board, Arrived) if isinstance(r, Arrived)]
        assert arrived == [Arrived(1500, arrived[0].mark)]

    @pytest.mark.slow
    def test_a_lost_end_of_a_turn_is_noticed_at_the_next_heartbeat(
        self, scripted: ScriptedBoard, connect
    ) -> None:
        board = connect(scripted.port)
        board.turn(1500)
        (turn,) = (frame.request for frame in scripted.heard if isinstance(frame.message, table.Face))

        def ended(asked: Frame) -> Iterable[bytes]:
            if isinstance(asked.message, table.Ping):
                yield scripted.frame(table.Pong(0, 1, 0, 1500, 0, 0, 0, 0, 0, turn, 0), asked.request)
            else:
                yield from scripted.usual(asked)

        scripted.answers = ended
        assert all_readings(board, Arrived) == [Arrived(1500, None)]

    @pytest.mark.slow
    def test_what_a_test_found_is_asked_again_when_it_was_lost(
        self, scripted: ScriptedBoard, connect
    ) -> None:
        board = connect(scripted.port)
        blinks: list[int] = []

        def answer(asked: Frame) -> Iterable[bytes]:
            if isinstance(asked.message, table.Ping) and blinks:
                yield scripted.frame(table.Pong(0, 1, 0, 0, 0, 0, 0, 0, 0, blinks[-1], 0), asked.request)
                return
            yield from scripted.usual(asked)
            if isinstance(asked.message, table.Blink):
                blinks.append(asked.request)
                if len(blinks) == 2:
                    yield scripted.frame(table.Tested(asked.request, 0, 127, 8))

        scripted.answers = answer
        assert board.check_beams(blink=True).blind == (3,)
        assert len(blinks) == 2

    @pytest.mark.slow
    def test_settings_are_kept_although_the_word_of_it_was_lost(
        self, scripted: ScriptedBoard, connect
    ) -> None:
        board = connect(scripted.port)

        def answer(asked: Frame) -> Iterable[bytes]:
            if isinstance(asked.message, table.Ping):
                written = [f.request for f in scripted.heard if isinstance(f.message, table.ConfigWrite)]
                ended = max(written, default=0)
                yield scripted.frame(table.Pong(0, 1, 0, 0, 0, 0, 0, 0, 0, ended, 0), asked.request)
            else:
                yield from scripted.usual(asked)

        scripted.answers = answer
        board.store(table.Settings())

    @pytest.mark.slow
    def test_a_blocked_beam_and_a_hand_on_the_tower_are_told_by_the_heartbeat(
        self, scripted: ScriptedBoard, connect
    ) -> None:
        scripted.settings = table.Settings()
        board = connect(scripted.port)

        def answer(asked: Frame) -> Iterable[bytes]:
            if isinstance(asked.message, table.Ping):
                yield scripted.frame(table.Pong(0, 1, 0, 0, 5, 8, 8, 0, 0, 0, 0), asked.request)
            else:
                yield from scripted.usual(asked)

        scripted.answers = answer
        assert all_readings(board, Moved) == [BeamDark(3), Moved(5)]
        scripted.answers = scripted.usual
        assert all_readings(board, BeamClear) == [BeamClear(3), Moved(0)]

    def test_garbage_at_the_start_is_survived(self, connect) -> None:
        scripted, noise = ScriptedBoard(), random.Random(1)

        def noisy(asked: Frame) -> Iterable[bytes]:
            yield noise.randbytes(300)
            yield b"\0"
            yield from scripted.usual(asked)

        scripted.answers = noisy
        try:
            assert connect(scripted.port).identity.serial == "SCRIPTED"
        finally:
            scripted.close()


class TestReplies:
    def test_late_doubled_and_wrong_replies_are_not_taken_for_others(
        self, scripted: ScriptedBoard, connect
    ) -> None:
        board = connect(scripted.port)

        def confused(asked: Frame) -> Iterable[bytes]:
            wrong = table.Counted(1, 99, (9,) * 7, (0,) * 7, 0)
            late = scripted.frame(wrong, asked.request - 1 or 255)  # of an older request
            yield late
            yield scripted.frame(wrong, (asked.request + 40) % 255 + 1)  # of no request at all
            time.sleep(0.05)  # whoever waits would have taken one of them by now
            for answer in scripted.usual(asked):
                yield answer + answer + late

        scripted.answers = confused
        for _ in range(5):
            assert board.running().counts == (0,) * 7
            assert board.settings().fitted == 0

    @pytest.mark.slow
    def test_a_repeat_carries_the_same_id(self, scripted: ScriptedBoard, connect) -> None:
        board = connect(scripted.port, REPEATING)
        deaf = [2]

        def second_time(asked: Frame) -> Iterable[bytes]:
            if isinstance(asked.message, table.Face) and deaf[0]:
                deaf[0] -= 1
                return
            yield from scripted.usual(asked)

        scripted.answers = second_time
        board.turn(1500)
        asked = [frame.request for frame in scripted.heard if isinstance(frame.message, table.Face)]
        assert len(asked) >= 3
        assert len(set(asked)) == 1

    @pytest.mark.slow
    def test_a_restarted_host_that_reuses_ids_is_served(self, emulated: SerialRig) -> None:
        emulated.emulator.ask("reset-on-open", "off")
        emulated.board.open()
        emulated.board.begin_drop(2)
        emulated.board.close()
        again = SerialBoard(str(emulated.emulator.link), timing=REPEATING, elsewhere=list)
        try:
            again.open()
            assert again.check_beams(blink=True).blind == ()
        finally:
            again.close()


class TestSilence:
    @pytest.mark.slow
    def test_an_open_port_without_a_board_is_silent_in_the_end(self, emulated: SerialRig) -> None:
        emulated.emulator.power(on=False)
        with pytest.raises(TowerSilent):
            SerialBoard(str(emulated.emulator.link), timing=SHORT, elsewhere=list).open()

    @pytest.mark.slow
    def test_a_board_that_stops_answering_is_a_fault_and_no_hang(
        self, scripted: ScriptedBoard, connect
    ) -> None:
        board = connect(scripted.port, SHORT)
        scripted.answers = lambda asked: ()
        with pytest.raises((TowerSilent, LinkDown)):
            board.running()
        assert all_readings(board, LinkLost)
        with pytest.raises(LinkDown):
            board.turn(1500)
        board.close()

    @pytest.mark.slow
    def test_busy_for_ever_ends_as_a_jam(self, scripted: ScriptedBoard, connect, monkeypatch) -> None:
        scripted.settings = replace(scripted.settings, speed=20000, settle=0)
        monkeypatch.setattr("companion.tower.tower.TURN_MARGIN", 0.5)

        def busy(asked: Frame) -> Iterable[bytes]:
            yield from scripted.usual(asked)
            yield scripted.frame(table.Busy(asked.request, 1, 1000, 1500))

        scripted.answers = busy
        tower = Tower(SerialBoard(scripted.port, timing=PATIENT, elsewhere=list))
        with tower:
            tower.open()
            with pytest.raises(TowerJammed):
                tower.face(3)
        assert any(isinstance(frame.message, table.Stop) for frame in scripted.heard)

    @pytest.mark.slow
    def test_a_test_that_never_ends_is_told_though_the_board_never_rests(
        self, scripted: ScriptedBoard, connect
    ) -> None:
        board = connect(scripted.port, replace(PATIENT, long_command=0.2))
        flooding = Event()

        def flood() -> None:
            while not flooding.wait(0.001):
                scripted.say(table.Busy(0, 1, 1000, 1500))

        thread = Thread(target=flood)
        thread.start()
        try:
            with pytest.raises(TowerSilent):
                board.check_beams(blink=True)
        finally:
            flooding.set()
            thread.join()
            board.close()


class TestPorts:
    def test_a_port_in_use_is_named(self, emulated: SerialRig) -> None:
        emulated.board.open()
        with pytest.raises(PortBusy):
            SerialBoard(str(emulated.emulator.link), elsewhere=list).open()

    def test_a_port_that_is_not_there_is_named(self) -> None:
        with pytest.raises(TowerNotFound):
            SerialBoard("no-such-port", elsewhere=list).open()

    @pytest.mark.slow
    def test_another_device_is_named(self) -> None:
        printer = ScriptedBoard()
        printer.answers = lambda asked: [b"ok T:21.3 /0.0\nWelcome to another machine\n"]
        try:
            with pytest.raises(WrongDevice):
                SerialBoard(printer.port, timing=SHORT, elsewhere=list).open()
        finally:
            printer.close()

    @pytest.mark.parametrize("version", [table.VERSION - 1, table.VERSION + 1])
    def test_an_older_and_a_newer_protocol_are_named(self, version: int) -> None:
        scripted = ScriptedBoard(version=version)
        try:
            with pytest.raises(WrongFirmware) as raised:
                SerialBoard(scripted.port, timing=PATIENT, elsewhere=list).open()
            assert raised.value.params["theirs"] == version
        finally:
            scripted.close()


class TestRestarted:
    def test_a_board_whose_boot_id_repeats_is_opened_again(self, scripted: ScriptedBoard, connect) -> None:
        board = connect(scripted.port)
        sessions = sum(isinstance(frame.message, table.Open) for frame in scripted.heard)
        scripted.say(replace(scripted.hello, reset_cause=8))
        heard = all_readings(board, LinkBack)
        assert [r.rebooted for r in heard if isinstance(r, LinkBack)] == [True]
        assert sum(isinstance(frame.message, table.Open) for frame in scripted.heard) == sessions + 1

    def test_even_if_its_hello_was_lost(self, scripted: ScriptedBoard, connect) -> None:
        board = connect(scripted.port)
        forgot = [True]

        def answers(asked: Frame) -> Iterable[bytes]:
            if isinstance(asked.message, table.Open):
                forgot.clear()
            if forgot and not isinstance(asked.message, table.Identify):
                return [scripted.frame(table.Nack(asked.kind, table.Reason.NOT_OPEN), asked.request)]
            return scripted.usual(asked)

        scripted.answers = answers
        assert any(isinstance(r, LinkBack) and r.rebooted for r in all_readings(board, LinkBack))


class TestMissed:
    """Breaks that nobody heard: asked for, never assumed."""

    def entry(self, outlet: int, start: int = 0) -> table.LogEntry:
        return table.LogEntry(outlet, 7, start, 16000)

    def test_numbers_and_counts_wrap(self, scripted: ScriptedBoard, connect) -> None:
        scripted.counted = table.Counted(1, 65534, (65535,) * 7, (0,) * 7, 0)
        board = connect(scripted.port)
        scripted.passed(*(self.entry(outlet, 1000 * outlet) for outlet in (3, 2, 4, 3)))
        scripted.say(table.Break(1, 1, 3, 9000, 16000))
        heard = all_readings(board, BeamBroken)
        told = [(b.number, b.outlet) for b in heard if isinstance(b, BeamBroken)]
        assert told == [(65534, 3), (65535, 2), (0, 4), (1, 3)]
        assert board.running().counts[3] == 1

    def test_a_break_of_a_beam_that_there_is_not_is_left_out(self, scripted: ScriptedBoard, connect) -> None:
        board = connect(scripted.port)
        scripted.answers = lambda asked: ()
        scripted.say(table.Break(0, 1, table.OUTLETS, 1000, 16000))
        scripted.say(table.Break(1, 1, 3, 9000, 16000))
        heard = all_readings(board, BeamBroken)
        assert [(b.number, b.outlet) for b in heard if isinstance(b, BeamBroken)] == [(1, 3)]

    @pytest.mark.slow
    def test_what_the_log_has_forgotten_is_known_by_number(self, scripted: ScriptedBoard, connect) -> None:
        board = connect(scripted.port)
        scripted.passed(*(self.entry(i % 3, 1000 * i) for i in range(70)))
        heard: list[BeamBroken] = []
        while len(heard) < 70:
            heard += [b for b in all_readings(board, BeamBroken) if isinstance(b, BeamBroken)]
        assert [b.duration for b in heard[:6]] == [None] * 6
        assert all(b.duration == 16.0 for b in heard[6:])
        assert [sum(b.outlet == o for b in heard) for o in range(3)] == [24, 23, 23]

    def test_counts_that_began_anew_are_told_as_lost(self, scripted: ScriptedBoard, connect) -> None:
        board = connect(scripted.port)
        scripted.answers = lambda asked: ()  # no heartbeat tells the half of it
        scripted.counted = table.Counted(8, 0, (0,) * 7, (0,) * 7, 0)
        scripted.passed(self.entry(3))
        scripted.boot = 8
        scripted.answers = scripted.usual
        scripted.say(replace(scripted.hello, since=8, reset_cause=1))
        heard = all_readings(board, BeamBroken)
        kinds = [type(reading) for reading in heard]
        assert kinds == [LinkBack, CountsLost, BeamBroken]


class TestCable:
    def test_plugged_in_again_it_is_back_in_two_seconds_however_long_it_was_gone(
        self, emulated: SerialRig
    ) -> None:
        emulated.board._link.timing = replace(emulated.board._link.timing, backoff_last=600.0, lost=0.5)
        emulated.board.open()
        emulated.emulator.pull_cable()
        all_readings(emulated.board, LinkLost)
        emulated.board._link._due = emulated.board.now() + 600  # as after minutes of looking in vain
        time.sleep(1.0)
        emulated.emulator.plug_cable(emulated.emulator.link)
        plugged = time.monotonic()
        all_readings(emulated.board, LinkBack)
        assert time.monotonic() - plugged < 2.0

    def test_a_port_that_stayed_is_not_opened_again_and_again(self, scripted: ScriptedBoard, connect) -> None:
        """Opening it may reset what is behind it: new ports are tried at once, old ones ever more seldom."""
        link = connect(scripted.port)._link
        link._there, link._due, link._pause = {scripted.port}, link.now() + 5, 1.0
        assert link._to_try() == []
        link._there = set()
        assert (link._to_try(), link._pause) == ([scripted.port], link.timing.backoff_first)
        link._due = link.now() - 1
        link._pause = 0.01
        assert (link._to_try(), link._pause) == ([scripted.port], 0.02)

    def test_pulled_and_back_under_another_name(self, emulated: SerialRig, tmp_path) -> None:
        other = tmp_path / "tty-elsewhere"
        emulated.other_ports.append(str(other))
        emulated.board.open()
        emulated.emulator.pull_cable()
        all_readings(emulated.board, LinkLost)
        emulated.pulse(3, 0.0, 16)
        emulated.let_pass(0.1)
        emulated.emulator.plug_cable(other)
        heard = all_readings(emulated.board, BeamBroken)
        back = next(r for r in heard if isinstance(r, LinkBack))
        assert back.where == str(other)
        assert [(b.outlet, round(b.duration or 0)) for b in heard if isinstance(b, BeamBroken)] == [(3, 16)]

    def test_another_board_on_the_old_port_is_not_taken_for_ours(self, connect, tmp_path) -> None:
        """It answers there, and says who it is; ours comes back to the same port later."""
        first, stranger = ScriptedBoard(), ScriptedBoard()
        stranger.hello = replace(stranger.hello, serial=b"OTHER".ljust(12, b"\0"))
        port = tmp_path / "tty"
        port.symlink_to(first.port)

        def plug(board: ScriptedBoard) -> None:
            other = tmp_path / "other"
            other.symlink_to(board.port)
            other.replace(port)

        try:
            board = connect(str(port), SHORT)
            first.answers = lambda asked: ()
            plug(stranger)
            heard = all_readings(board, LinkLost)
            end = board.now() + 60
            while len(stranger.heard) < 2 and board.now() < end:  # asked, told who it is, and asked once more
                reading = board.read(0.05)
                heard += [reading] if reading is not None else []
            assert len(stranger.heard) >= 2
            assert not any(isinstance(reading, LinkBack) for reading in heard)
            first.answers = first.usual
            plug(first)
            all_readings(board, LinkBack)
        finally:
            first.close()
            stranger.close()
