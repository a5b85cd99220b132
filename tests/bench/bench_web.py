"""Phones in figures: how long a touch takes until all see it, what the first page weighs, memory per device.

Everything is on this machine: server, evening and devices share a process, so the times are an upper bound.
"""

from __future__ import annotations

import json
import re
import select
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

from companion.engine import Games
from companion.games import GAMES
from companion.table import Evening
from companion.web import HERE, Phones
from tests.app.driving import Driver, display
from tests.soak.phones import Touch
from tests.web.phone import Line, Phone

Rows = Iterator[dict[str, Any]]
ROOT = Path(__file__).parents[2]
TABLES = (("contre-temps", 6), ("the-loop", 4))
DEVICES, TOUCHES = 8, 60
SHOWN_MS, FIRST_KB, DEVICE_KB = 50, 100, 512
NUMBER = re.compile(rb"id: (\d+)\.")


def bench_touch() -> Rows:
    for game, players in TABLES:
        with tempfile.TemporaryDirectory() as folder:
            yield from _touches(game, players, Path(folder) / "game.jsonl")


def bench_window() -> Rows:
    """The same with the app's window open, which draws what it sees, in the same process."""
    command = [sys.executable, "-m", "tests.bench.bench_web"]
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=300, check=False)
    if ran.returncode:
        raise RuntimeError(ran.stderr)
    yield from (json.loads(line) for line in ran.stdout.splitlines() if line.startswith("{"))


def _touches(game: str, players: int, path: Path) -> Rows:
    evening = Evening.begin(GAMES.load(game), GAMES, {"players": players}, path, seed=5)
    phones = Phones.open(evening, GAMES, port=0, address=HERE)
    times = _measured(evening, phones, players)
    phones.close()
    evening.close().result()
    yield from _figures(f"{game}: touch to shown on {DEVICES} devices", times)


def _figures(name: str, times: list[float]) -> Rows:
    target = {"target": SHOWN_MS, "holds": median(times) <= SHOWN_MS}
    yield {"name": f"{name}, median", "value": median(times), "unit": "ms", **target}
    yield {"name": f"{name}, longest", "value": max(times), "unit": "ms"}


def _measured(evening: Evening, phones: Phones, players: int) -> list[float]:
    devices = [_device(phones, seat % players) for seat in range(DEVICES)]
    lines = [phone.listen() for phone in devices]
    times: list[float] = []
    chance = Random(2)
    while len(times) < TOUCHES and evening.now.outcome is None:
        asked = [(phone, form) for phone in devices[:players] for form in phone.forms()[:1]]
        phone, form = chance.choice(asked)
        data = Touch(phone, form, chance.choice(form.buttons)[1]).bytes()
        _drained(lines)
        before, begun = evening.now.position, time.perf_counter()
        with _line(phone, data) as sent:
            _shown(lines, before)
            times.append(1000 * (time.perf_counter() - begun))
            sent.recv(100)
    for line in lines:
        line.cut()
    return times


def in_a_window(game: str, players: int, folder: Path) -> Rows:
    """In a process of its own, whose display stands: the window looks on at 60 frames a second."""
    from companion.app import configure

    configure()
    from companion.app.app import CompanionApp

    app = CompanionApp("en", GAMES, first="table", inviting=_inviting)
    path = folder / "game.jsonl"
    evening = app.attend(Evening.begin(GAMES.load(game), GAMES, {"players": players}, path, seed=5))
    driver = Driver(app, draws=True)
    app.phones.open(evening, GAMES)
    driver.pump(lambda: app.phones.served is not None, "phones")
    phones = app.phones.served
    assert isinstance(phones, Phones)
    with ThreadPoolExecutor(1) as pool:
        times = pool.submit(_measured, evening, phones, players)
        while not times.done():
            driver.loop.idle()
            driver.window.mainloop()
            time.sleep(1 / 60)
    driver.pump(lambda: app.now is not None and app.now.position == evening.now.position, "shown here too")
    driver.close()
    yield from _figures(f"{game}: the same with the app's window open", times.result())


def _inviting(evening: Evening, games: Games) -> Phones:
    return Phones.open(evening, games, port=0, address=HERE, tablet=True)


def _device(phones: Phones, seat: int) -> Phone:
    phone = Phone(phones.address)
    phone.join(phones.link("table"))
    phone.sit(seat)
    for device in phones.waiting:
        phones.admit(device.id)
    return phone


def _line(phone: Phone, data: bytes) -> Any:
    line = socket.create_connection(phone.place)
    line.sendall(data)
    return line


def _drained(lines: list[Line]) -> None:
    """Whatever is still on its way is read first."""
    quiet = time.perf_counter() + 0.05
    while time.perf_counter() < quiet:
        for ready in select.select([line.socket for line in lines], [], [], 0.01)[0]:
            ready.recv(1 << 20)
            quiet = time.perf_counter() + 0.05


def _shown(lines: list[Line], before: int) -> None:
    """Until every line has told of a later position."""
    waiting = {line.socket: b"" for line in lines}
    end = time.perf_counter() + 10
    while waiting and time.perf_counter() < end:
        for ready in select.select(list(waiting), [], [], 1)[0]:
            waiting[ready] += ready.recv(1 << 20)
            if any(int(number) > before for number in NUMBER.findall(waiting[ready])):
                del waiting[ready]
    if waiting:
        raise RuntimeError(f"{len(waiting)} devices were not told")


def bench_page() -> Rows:
    for game in GAMES:
        evening = Evening.begin(GAMES.load(game), GAMES, {}, None, seed=5)
        phones = Phones.open(evening, GAMES, port=0, address=HERE)
        phone = _device(phones, 0)
        paths = ("/", *(f"/static/{name}" for name in ("phone.css", "game.css", "phone.js", "icon.svg")))
        size = sum(len(phone.get(path).text.encode()) for path in paths) / 1000
        phones.close()
        evening.close().result()
        holds = {"target": FIRST_KB, "holds": size <= FIRST_KB}
        yield {"name": f"{game}: first page with all it loads", "value": size, "unit": "kB", **holds}


def bench_memory() -> Rows:
    evening = Evening.begin(GAMES.load("contre-temps"), GAMES, {"players": 6}, None, seed=5)
    phones = Phones.open(evening, GAMES, port=0, address=HERE)
    lines = [_device(phones, 0).listen()]
    lines[0].next()
    before, many = _resident(), 60
    for number in range(many):
        lines.append(_device(phones, number % 6).listen())
        lines[-1].next()
    each = (_resident() - before) / many
    for line in lines:
        line.cut()
    phones.close()
    evening.close().result()
    holds = {"target": DEVICE_KB, "holds": each <= DEVICE_KB}
    yield {"name": "memory of one more device", "value": each, "unit": "kB", **holds}


def _resident() -> float:
    told = Path("/proc/self/status").read_text(encoding="ascii")
    found = re.search(r"VmRSS:\s+(\d+)", told)
    assert found
    return float(found[1])


def main() -> None:
    with tempfile.TemporaryDirectory() as folder, display(Path(folder)):
        for number, (game, players) in enumerate(TABLES):
            place = Path(folder) / str(number)
            place.mkdir()
            for row in in_a_window(game, players, place):
                print(json.dumps(row), flush=True)


if __name__ == "__main__":
    main()
