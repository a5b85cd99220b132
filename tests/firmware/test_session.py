"""The link on the emulated board: who may say what, repeats, garbage, damaged lines."""

import random
from collections.abc import Callable
from dataclasses import replace

import pytest

from companion.tower import wire_table as wire
from companion.tower.wire_table import Header, Reason
from tests.firmware.host import Host, encode

NewHost = Callable[..., Host]


def test_the_board_says_hello_by_itself_when_the_port_is_opened(new_host: NewHost) -> None:
    host = new_host()
    header, hello = host.frames[0]
    assert isinstance(hello, wire.Hello)
    assert header.request == 0
    assert hello.magic == wire.MAGIC
    assert hello.config_source == wire.ConfigSource.DEFAULTS
    assert hello.reset_cause == wire.ResetCause.EXTERNAL
    assert not hello.kept & wire.Kept.COUNTS


def test_it_tells_who_it_is_without_a_session_and_in_any_version(new_host: NewHost) -> None:
    host = new_host()
    for version in (0, 1, 2, 255):
        host.port.write(host.frame(wire.Identify(), request=7, boot=54_321, version=version))
        assert isinstance(host.answer(7), wire.Hello)


def test_nothing_else_works_before_open(new_host: NewHost) -> None:
    host = new_host()
    for message in (wire.Ping(), wire.Face(1500, 0), wire.Counts(), wire.DropBegin(), wire.Selftest()):
        assert host.refused(message) == Reason.NOT_OPEN
    assert host.board.servo_pulses() == []


@pytest.mark.parametrize("version", [0, 2, 200])
def test_an_older_or_newer_protocol_is_refused_by_name(host: Host, version: int) -> None:
    for message in (wire.Open(1), wire.Ping(), wire.Face(1500, 0)):
        host.port.write(host.frame(message, request=9, version=version))
        assert host.answer(9) == wire.Nack(message.CODE, Reason.WRONG_VERSION)
    host.port.write(host.frame(wire.Stop(), request=9, version=version))
    assert host.answer(9) == wire.Ack(wire.Stop.CODE)  # to stop is understood in every version


def test_a_command_for_an_earlier_boot_is_refused_and_told_the_right_one(host: Host) -> None:
    wrong = (host.boot + 1) % 65_536
    request = host.send(wire.Face(1500, 0), boot=wrong)
    found = host.wait(lambda header, _: header.request == request, 50_000)
    assert found is not None
    header, answer = found
    assert answer == wire.Nack(wire.Face.CODE, Reason.WRONG_BOOT)
    assert header.boot == host.boot != wrong
    host.run(200_000)
    assert host.board.servo_pulses() == []


def test_unknown_kinds_and_wrong_lengths_are_refused(host: Host) -> None:
    for payload in (b"", b"\x01", bytes(90)):
        host.port.write(encode(Header(wire.VERSION, 0x3E, 10, host.boot), payload))
        assert host.answer(10) == wire.Nack(0x3E, Reason.UNKNOWN_COMMAND)
    host.port.write(encode(Header(wire.VERSION, wire.Ping.CODE, 10, host.boot), b"\x01"))
    assert host.answer(10) == wire.Nack(wire.Ping.CODE, Reason.WRONG_LENGTH)
    for payload in (b"", b"\x01", b"\x01\x02\x03\x04\x05"):
        host.port.write(encode(Header(wire.VERSION, wire.Face.CODE, 11, host.boot), payload))
        assert host.answer(11) == wire.Nack(wire.Face.CODE, Reason.WRONG_LENGTH)


def test_a_repeated_command_is_answered_again_and_never_acts_twice(host: Host) -> None:
    host.face(1214)
    request = host.ok(wire.Face(1500, 0))
    for _ in range(3):
        assert host.ask(wire.Face(1500, 0), request) == wire.Ack(wire.Face.CODE)
    host.event(wire.Faced)
    # The acknowledgement may have been lost after the command acted: the repeat comes when all is over.
    assert host.ask(wire.Face(1500, 0), request) == wire.Ack(wire.Face.CODE)
    host.run(200_000)
    host.board.servo_pulses()
    host.run(2_000_000)
    assert host.board.servo_pulses() == []
    assert host.events(wire.Faced) == []


def test_a_refusal_is_repeated_as_a_refusal(host: Host) -> None:
    request = host.send(wire.Face(100, 0))
    assert host.answer(request) == wire.Nack(wire.Face.CODE, Reason.OUT_OF_LIMITS)
    assert host.ask(wire.Face(1500, 0), request) == wire.Nack(wire.Face.CODE, Reason.OUT_OF_LIMITS)


def test_a_late_double_of_an_older_command_is_stale(host: Host) -> None:
    old = host.ok(wire.DropBegin())
    host.ok(wire.DropEnd())
    assert host.ask(wire.DropBegin(), old) == wire.Nack(wire.DropBegin.CODE, Reason.STALE_REQUEST)
    assert not host.pong().status & wire.Status.DROP


def test_the_same_id_with_another_command_does_not_act(host: Host) -> None:
    request = host.ok(wire.DropBegin())
    assert host.ask(wire.DropEnd(), request) == wire.Nack(wire.DropEnd.CODE, Reason.STALE_REQUEST)
    assert host.pong().status & wire.Status.DROP


def test_request_zero_is_no_request(host: Host) -> None:
    host.port.write(host.frame(wire.DropBegin(), request=0))
    host.run(10_000)
    assert not host.pong().status & wire.Status.DROP


def test_ids_go_round_and_round(host: Host) -> None:
    for turn in range(600):
        host.ok(wire.DropBegin() if turn % 2 else wire.DropEnd())


def test_a_restarted_host_that_reuses_ids_is_heard(host: Host) -> None:
    host.request = 0
    assert host.ask(wire.Open(1), 1) == wire.Opened(1)
    assert host.ask(wire.DropBegin(), 2) == wire.Ack(wire.DropBegin.CODE)
    # another host, the same ids, another nonce: its commands are new
    assert host.ask(wire.Open(2), 1) == wire.Opened(2)
    assert not host.pong().status & wire.Status.DROP
    assert host.ask(wire.DropBegin(), 2) == wire.Ack(wire.DropBegin.CODE)
    host.request = 2
    assert host.pong().status & wire.Status.DROP


def test_what_an_earlier_session_began_ends_without_its_request_id(host: Host) -> None:
    host.ok(wire.HandsAway(0))
    host.ok(wire.Face(1500, 0))
    assert host.ask(wire.Open(2), 1) == wire.Opened(2)
    assert host.event(wire.Faced).of == 0
    host.request = 1
    assert host.pong().ended == 0


def test_a_repeated_open_changes_nothing(host: Host) -> None:
    assert host.ask(wire.Open(77), 40) == wire.Opened(77)
    assert host.ask(wire.DropBegin(), 41) == wire.Ack(wire.DropBegin.CODE)
    assert host.ask(wire.Open(77), 40) == wire.Opened(77)
    host.request = 41
    assert host.pong().status & wire.Status.DROP


def test_an_open_that_comes_late_does_not_make_old_commands_new(host: Host) -> None:
    host.face(1200)
    assert host.ask(wire.Open(77), 40) == wire.Opened(77)
    assert host.ask(wire.Face(1500, 0), 41) == wire.Ack(wire.Face.CODE)
    host.event(wire.Faced)
    assert host.ask(wire.Open(77), 40) == wire.Opened(77)
    assert host.ask(wire.Face(1500, 0), 41) == wire.Ack(wire.Face.CODE)
    host.request = 41
    assert host.pong().motion == wire.Motion.REST
    assert host.ask(wire.DropBegin(), 41) == wire.Nack(wire.DropBegin.CODE, Reason.STALE_REQUEST)


def test_stop_is_obeyed_always(new_host: NewHost) -> None:
    host = new_host()
    assert host.ask(wire.Stop(), request=200, boot=9_999) == wire.Ack(wire.Stop.CODE)
    host.open()
    for request in (host.request, host.request, 0, 5):
        assert host.ask(wire.Stop(), request, boot=12_345) == wire.Ack(wire.Stop.CODE)


def test_frames_that_follow_at_once_are_answered_one_by_one(host: Host) -> None:
    first, second = host.next_request(), host.next_request()
    host.port.write(host.frame(wire.Ping(), first) + host.frame(wire.Counts(), second))
    assert isinstance(host.answer(first), wire.Pong)
    assert isinstance(host.answer(second), wire.Counted)


def test_every_flipped_bit_is_noticed(host: Host) -> None:
    frame = host.frame(wire.DropBegin(), host.next_request())
    for byte in range(len(frame) - 1):
        for bit in range(8):
            damaged = bytearray(frame)
            damaged[byte] ^= 1 << bit
            host.port.write(bytes(damaged) + b"\0")
    host.run(100_000)
    assert host.frames == []
    assert not host.pong().status & wire.Status.DROP
    assert host.diagnosis().bad_crc >= 8 * (len(frame) - 1)


@pytest.mark.parametrize("way", ["to-board", "to-host"])
@pytest.mark.parametrize("fault", ["lose", "double", "flip"])
def test_a_damaged_byte_costs_a_try_and_nothing_else(host: Host, fault: str, way: str) -> None:
    host.ok(wire.DropBegin())
    all_tries = 0
    for nth in range(1, 12):
        host.board.ask("line", way, fault, nth)
        answer, tries = host.insist(wire.DropEnd() if nth % 2 else wire.DropBegin())
        assert isinstance(answer, wire.Ack)
        pong, more = host.insist(wire.Ping())  # the fault may hit this one
        assert isinstance(pong, wire.Pong)
        assert bool(pong.status & wire.Status.DROP) == (nth % 2 == 0)
        all_tries += tries + more
    assert all_tries > 22  # the faults were there


def test_truncated_and_merged_frames_cost_only_themselves(host: Host) -> None:
    ping = host.frame(wire.Ping(), 1)
    host.port.write(ping[:4] + b"\0")  # truncated
    host.port.write(ping[:-1] + ping)  # the zero between two was lost
    host.run(20_000)
    assert host.frames == []
    assert isinstance(host.ask(wire.Ping()), wire.Pong)


def test_oversized_frames_are_counted_and_thrown_away(host: Host) -> None:
    host.port.write(b"\x55" * 3_000 + b"\0")
    host.run(200_000)
    diagnosis = host.diagnosis()
    assert diagnosis.oversized == 1
    assert isinstance(host.ask(wire.Ping()), wire.Pong)


def test_garbage_at_the_start_is_survived(new_host: NewHost) -> None:
    host = new_host()
    host.port.write(bytes(range(1, 256)) * 3)
    host.run(100_000)
    host.port.write(b"\0")
    host.open()


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
def test_garbage_for_a_long_time_does_no_harm(host: Host, seed: int) -> None:
    noise = random.Random(seed)
    for _ in range(40):
        host.port.write(noise.randbytes(500))
        host.run(25_000)
    host.port.write(b"\0")
    host.run(10_000)
    host.frames.clear()
    assert isinstance(host.ask(wire.Ping()), wire.Pong)
    assert host.board.servo_pulses() == []
    assert int(host.board.ask("resets")) == 1  # the one at opening


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
def test_sound_frames_with_nonsense_in_them_do_no_harm(host: Host, seed: int) -> None:
    noise = random.Random(seed)
    codes = [message.CODE for message in wire.MESSAGES.values()]
    for _ in range(300):
        kind = noise.choice([*codes, noise.randrange(256)])
        if kind in (wire.Face.CODE, wire.Shake.CODE, wire.ConfigWrite.CODE):
            continue  # those may act, on well-formed nonsense
        header = Header(wire.VERSION, kind, noise.randrange(256), host.boot)
        host.port.write(encode(header, noise.randbytes(noise.choice([0, 1, 2, 4, 20, 90]))))
        host.run(12_000)
    host.run(500_000)
    host.frames.clear()
    host.request = 0
    assert host.ask(wire.Open(4_711), 1) == wire.Opened(4_711)
    host.request = 1
    assert host.board.servo_pulses() == []
    assert int(host.board.ask("resets")) == 1


def test_requests_without_waiting_lose_answers_but_nothing_else(host: Host) -> None:
    for _ in range(200):
        host.send(wire.Ping())
    host.run(500_000)
    host.frames.clear()
    assert isinstance(host.ask(wire.Ping()), wire.Pong)


def test_the_finger_test_ends_when_the_host_falls_silent(host: Host) -> None:
    host.ok(wire.TestBegin())
    host.run((wire.LOST_MS - 500) * 1_000)
    assert host.pong().status & wire.Status.FINGER_TEST
    host.run((wire.LOST_MS + 100) * 1_000)
    assert not host.pong().status & wire.Status.FINGER_TEST


def test_settings_travel_whole(host: Host) -> None:
    wanted = replace(wire.Settings(), serial=b"T-0042".ljust(12, b"\0"), durations=tuple(range(16)))
    host.store(wanted)
    assert host.settings() == wanted
