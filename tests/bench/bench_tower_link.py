"""The link's speed, measured on the real firmware on the paced emulated board, through the real driver."""

from __future__ import annotations

import statistics
import time
from collections.abc import Iterator
from typing import Any

from companion.tower.backends.serial import SerialBoard
from companion.tower.emulator import Emulator
from companion.tower.readings import BeamBroken
from companion.tower.wire_table import BAUD, OUTLETS, Break, Header

FRAME_BYTES = Header.size() + Break.size() + 2 + 2  # CRC; COBS and its zero
WIRE_MS = FRAME_BYTES * 10 / BAUD * 1_000
SLACK_MS = 5.0
BREAKS = 200
WANTED_RATE = 500
RATES = (500, 625, 800, 1_000)


def next_break(board: SerialBoard) -> BeamBroken | None:
    while (reading := board.read(2.0)) is not None:
        if isinstance(reading, BeamBroken):
            return reading
    return None


def latency(emulator: Emulator, board: SerialBoard) -> float | None:
    """Milliseconds from the moment the beam is clear again to the reading, in the board's time."""
    begin = emulator.time() + 5_000
    duration = 8_000
    emulator.pulse(3, duration, begin)
    if next_break(board) is None:
        return None
    return (emulator.time() - begin - duration) / 1_000


def held(emulator: Emulator, board: SerialBoard, rate: int) -> bool:
    """Whether two seconds of breaks at this rate all become readings."""
    many, gap = 2 * rate, 1_000_000 // rate
    begin = emulator.time() + 50_000
    for index in range(many):
        emulator.pulse(index % OUTLETS, 1_200, begin + index * gap)
    outlets = []
    while (reading := next_break(board)) is not None:
        outlets.append(reading.outlet)
        if len(outlets) == many:
            break
    return outlets == [index % OUTLETS for index in range(many)]


def bench_tower_link() -> Iterator[dict[str, Any]]:
    with Emulator(mode="paced") as emulator:
        board = SerialBoard(str(emulator.link))
        board.open()
        try:
            wall, begin = time.monotonic(), emulator.time()
            taken = [latency(emulator, board) for _ in range(BREAKS)]
            times = [one for one in taken if one is not None]
            pace = (emulator.time() - begin) / (time.monotonic() - wall) / 1e6
            rates = [rate for rate in RATES if held(emulator, board, rate)]
        finally:
            board.close()
    median = statistics.median(times) if times else float("inf")
    yield {"name": "tower: wire time of a break's frame", "value": round(WIRE_MS, 2), "unit": "ms"}
    yield {
        "name": "tower: beam's end to reading, median",
        "value": round(median, 2),
        "unit": "ms",
        "target": round(WIRE_MS + SLACK_MS, 2),
        "holds": len(times) == BREAKS and median <= WIRE_MS + SLACK_MS,
        "note": f"the board's time, which went {pace:.2f} times as fast as the wall clock",
    }
    if times:
        worst = statistics.quantiles(times, n=20)[-1]
        yield {"name": "tower: beam's end to reading, 95 of 100", "value": round(worst, 2), "unit": "ms"}
    yield {
        "name": "tower: breaks held without loss",
        "value": max(rates, default=0),
        "unit": "1/s",
        "target": WANTED_RATE,
        "holds": max(rates, default=0) >= WANTED_RATE,
    }
