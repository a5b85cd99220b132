"""Frames survive a bad line: known answers from outside, and whatever damage hypothesis thinks of."""

from binascii import crc_hqx

import pytest
from crccheck.crc import Crc16Ibm3740
from hypothesis import given
from hypothesis import strategies as st

from companion.tower import wire_table as table
from companion.tower.wire import BoardClock, Splitter, ahead, decode, encode

BREAK = table.Break(number=65535, count=1, mark=3 | table.BreakMark.DROP, start=2**32 - 1, duration=16250)


def test_the_crc_has_the_catalogue_s_check_value() -> None:
    assert crc_hqx(b"123456789", 0xFFFF) == 0x29B1


@given(st.binary(max_size=120))
def test_the_crc_agrees_with_an_implementation_from_outside(data: bytes) -> None:
    assert crc_hqx(data, 0xFFFF) == Crc16Ibm3740.calc(data)


def examples() -> list[table.Message]:
    return [
        table.Identify(),
        table.Open(0x5EED1234),
        table.ConfigWrite(table.Settings()),
        BREAK,
        table.Logged(7, 9, (table.LogEntry(3, 12, 5, 6), table.LogEntry(4, 12, 7, 8))),
        table.Hello(b"LOOP", (1, 0, 0), b"T-0001".ljust(12, b"\0"), 2, 1, 12, 0, 1, 7),
    ]


@pytest.mark.parametrize("message", examples(), ids=lambda m: type(m).__name__)
def test_every_message_comes_back_as_it_was_sent(message: table.Message) -> None:
    data = encode(message, request=5, boot=12)
    assert data.count(0) == 1
    assert data[-1] == 0
    (frame,) = Splitter().feed(data)
    assert (frame.message, frame.request, frame.boot, frame.version) == (message, 5, 12, table.VERSION)


def test_every_kind_in_the_table_has_its_own_code() -> None:
    assert all(code == kind.CODE for code, kind in table.MESSAGES.items())


@given(flip=st.integers(0, 8 * (len(encode(BREAK, 5, 12)) - 1) - 1))
def test_a_flipped_bit_never_becomes_another_message(flip: int) -> None:
    data = bytearray(encode(BREAK, 5, 12))
    data[flip // 8] ^= 1 << flip % 8
    assert all(frame.message == BREAK for frame in Splitter().feed(bytes(data)))


@given(at=st.integers(0, len(encode(BREAK, 5, 12)) - 2), doubled=st.booleans())
def test_a_lost_or_doubled_byte_costs_one_frame_and_not_the_next(at: int, doubled: bool) -> None:
    data = encode(BREAK, 5, 12)
    damaged = data[: at + 1] + data[at:] if doubled else data[:at] + data[at + 1 :]
    frames = list(Splitter().feed(damaged + data))
    assert [one.message for one in frames] in ([BREAK], [BREAK, BREAK])  # what is damaged says nothing else


@given(st.binary(max_size=300), st.lists(st.integers(1, 40), min_size=1))
def test_garbage_before_a_frame_costs_nothing_once_it_is_ended(garbage: bytes, cuts: list[int]) -> None:
    splitter = Splitter()
    stream = garbage + b"\0" + encode(BREAK, 5, 12)
    frames = []
    while stream:
        cut = cuts[len(stream) % len(cuts)]
        frames += list(splitter.feed(stream[:cut]))
        stream = stream[cut:]
    assert frames[-1].message == BREAK


def test_truncated_and_merged_frames_are_thrown_away_together() -> None:
    data = encode(BREAK, 5, 12)
    splitter = Splitter()
    assert list(splitter.feed(data[:9] + data)) == []
    assert splitter.damaged == 1
    assert len(list(splitter.feed(data))) == 1


def test_an_endless_frame_uses_no_memory_and_ends() -> None:
    splitter = Splitter()
    for _ in range(1000):
        assert list(splitter.feed(b"\x55" * 1000)) == []
    assert len(splitter._rest) <= 1000
    assert len(list(splitter.feed(b"\0" + encode(BREAK, 5, 12)))) == 1


def test_an_unknown_kind_and_a_wrong_length_are_frames_without_a_message() -> None:
    class Later(table.Report):
        CODE = 0x7F

    class Short(table.Report):
        CODE = table.Pong.CODE

    for strange in (Later(), Short()):
        frame = decode(encode(strange, 0, 12, version=2)[:-1])
        assert frame is not None
        assert (frame.message, frame.version) == (None, 2)


@pytest.mark.parametrize(
    ("later", "earlier", "by"), [(5, 3, 2), (3, 5, -2), (2, 65534, 4), (65534, 2, -4), (7, 7, 0)]
)
def test_running_numbers_are_compared_modulo(later: int, earlier: int, by: int) -> None:
    assert ahead(later, earlier) == by


class TestBoardClock:
    def test_it_goes_on_over_the_wrap(self) -> None:
        clock = BoardClock()
        before = clock.milliseconds(2**32 - 1000)
        assert clock.milliseconds(2000) == pytest.approx(before + 3.0)
        assert clock.milliseconds(5000) == pytest.approx(before + 6.0)

    def test_an_older_break_stays_older(self) -> None:
        clock = BoardClock()
        now = clock.milliseconds(10_000)
        assert clock.milliseconds(4_000) == pytest.approx(now - 6.0)
        assert clock.milliseconds(10_000) == pytest.approx(now)

    def test_it_never_goes_back_at_a_reboot(self) -> None:
        clock = BoardClock()
        before = clock.milliseconds(50_000_000)
        clock.reboot()
        assert clock.milliseconds(10) > before
