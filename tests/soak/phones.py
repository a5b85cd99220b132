"""Eight phones on a line that delays, cuts, repeats and reorders, and a server that is killed in between.

Touches are sent whole, twice, late, or cut off on the way there or back, by two phones of one seat at once
and beside the tablet. In the end the journal must be the one that a single person would have typed: each
answer that was taken stands in it once, under its question, and none that was refused; whoever repeats is
told the same.
"""

from __future__ import annotations

import shutil
import socket
import tempfile
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from random import Random
from typing import Any, NamedTuple
from unittest import mock
from urllib.parse import urlencode

from companion.engine import Games
from companion.games import GAMES
from companion.table import Answer, Done, Evening
from companion.web import HERE, Phones
from companion.web import orders as at_the_door
from companion.web.sight import key_of
from tests.games.tiny import TINY, Tiny
from tests.soak import Attempt
from tests.web.phone import Asked, Phone

UNIT = "touches"
PLANTED = ("forgets on restart", "knows no repeat", "takes what is stale", "says it is done", "any seat may")

PHONES = 8
TOUCHES = 60
"""Of one attempt."""
HELD = 6
"""Requests on their way at most."""


class Wrong(Exception):  # not an error of the program: what is looked for
    pass


class Touch(NamedTuple):
    phone: Phone
    asked: Asked
    value: str

    @property
    def name(self) -> tuple[str, ...]:
        return self.phone.cookie, *self.question, self.value

    @property
    def question(self) -> tuple[str, str]:
        return self.asked.fields["owner"], self.asked.fields["since"]

    def bytes(self) -> bytes:
        name = self.asked.buttons[0][0]
        body = urlencode({**self.asked.fields, name: self.value})
        told = {
            "Host": self.phone.address.partition("//")[2],
            "Origin": self.phone.address,
            "Cookie": self.phone.cookie,
            "Accept": "application/json",
            "Content-Type": "application/x-www-form-urlencoded",
            "Content-Length": str(len(body)),
            "Connection": "close",
        }
        head = "".join(f"{key}: {value}\r\n" for key, value in told.items())
        return f"POST {self.asked.action} HTTP/1.1\r\n{head}\r\n{body}".encode()


class Table:
    """An evening that is served, the phones at it, and all that they were told."""

    def __init__(self, chance: Random, folder: Path, game: str, options: dict[str, Any]) -> None:
        self.chance, self.folder = chance, folder
        self.games: Games = TINY if game == "tiny" else GAMES
        self.options, self.seed = options, chance.randrange(10**6)
        self.path = folder / "0.jsonl"
        made = Tiny() if game == "tiny" else self.games.load(game)
        self.evening = Evening.begin(made, self.games, options, self.path, self.seed, None)
        self.served = Phones.open(self.evening, self.games, port=0, address=HERE)
        self.phones: list[Phone] = []
        self.sent: list[Touch] = []
        self.told: dict[tuple[str, ...], int] = {}
        self.flying: list[tuple[Touch, socket.socket]] = []
        self.killed = 0
        seats = made.seats(self.evening.now.state)
        for number in range(PHONES):
            phone = Phone(self.served.address)
            phone.join(self.served.link("table"))
            phone.sit(number % seats)
            self.phones.append(phone)
            for device in self.served.waiting:
                self.served.admit(device.id)

    # -- what happens

    def touch(self) -> None:
        """Somebody looks, chooses, and the line does with it what it does."""
        phone = self.chance.choice(self.phones)
        found = phone.forms()
        if not found:
            return
        asked = self.chance.choice(found)
        self.send(Touch(phone, asked, self.chance.choice(asked.buttons)[1]))

    def again(self) -> None:
        """An old touch once more: a repeat, or a second thought about a question that has gone."""
        if not self.sent:
            return
        touch = self.chance.choice(self.sent)
        if self.chance.random() < 0.4:
            touch = touch._replace(value=self.chance.choice(touch.asked.buttons)[1])
        self.send(touch)

    def intrude(self) -> None:
        """A phone answers what another one is asked."""
        one, other = self.chance.sample(self.phones, 2)
        found = one.forms()
        if found and {form.fields["owner"] for form in other.forms()}.isdisjoint({found[0].fields["owner"]}):
            touch = Touch(other, found[0], found[0].buttons[0][1])
            if touch.question[0].isdecimal() and int(touch.question[0]) not in self.seats(other):
                self.send(touch)
                self.land_all()
                if self.told.get(touch.name) == 200:
                    raise Wrong(f"a phone answered for seat {touch.question[0]}")

    def seats(self, phone: Phone) -> list[int]:
        device = self.served.guests.device(phone.cookie.partition("=")[2])
        return device.seats if device is not None else []

    def tablet(self) -> None:
        now = self.evening.now
        if now.asked:
            asked = self.chance.choice(now.asked)
            given = self.chance.choice(asked.question.answers)
            self.evening.post(Answer((given,), asked.question.owner, asked.since)).result(30)

    def send(self, touch: Touch) -> None:
        self.sent.append(touch)
        data, fate = touch.bytes(), self.chance.random()
        line = socket.create_connection(touch.phone.place, timeout=30)
        if fate < 0.12:  # cut on the way there
            line.sendall(data[: self.chance.randrange(len(data))])
            line.close()
            return
        line.sendall(data)
        if fate < 0.24:  # cut on the way back; the phone will send it again
            line.close()
        else:
            self.flying.append((touch, line))
        if fate < 0.40:  # the same once more, at the same time
            twin = socket.create_connection(touch.phone.place, timeout=30)
            twin.sendall(data)
            self.flying.append((touch, twin))
        while len(self.flying) > (HELD if self.chance.random() < 0.5 else 0):
            self.land()

    def land(self) -> None:
        """An answer to a request arrives, not always that of the first."""
        touch, line = self.flying.pop(self.chance.randrange(len(self.flying)))
        with line:
            got = b""
            while chunk := line.recv(4096):
                got += chunk
        status = int(got.split(b" ", 2)[1]) if got else 0
        if status not in (200, 409):
            raise Wrong(f"a touch was told {got[:80]!r}")
        if self.told.setdefault(touch.name, status) != status:
            raise Wrong(f"a repeat was told {status} and first {self.told[touch.name]}: {touch.question}")

    def land_all(self) -> None:
        while self.flying:
            self.land()

    def listen(self) -> None:
        """A line that is cut and taken up again shows what the page shows."""
        phone = self.chance.choice(self.phones)
        line = phone.listen()
        seen = line.next()["parts"]
        line.cut()
        self.evening.settled()
        again = phone.listen(line.seen)
        if set(seen) != set(again.next()["parts"]):
            raise Wrong("a line that was taken up again has other parts")
        again.cut()

    def kill(self) -> None:
        """The machine is switched off: nothing is closed that was not on the disk."""
        self.land_all()
        self.killed += 1
        path = self.folder / f"{self.killed}.jsonl"
        for suffix in (".jsonl", ".phones.json"):
            shutil.copyfile(self.path.with_suffix(suffix), path.with_suffix(suffix))
        self.close()
        self.path = path
        self.evening = Evening.resume(path, self.games)
        self.served = Phones.open(self.evening, self.games, port=0, address=HERE)
        for phone in self.phones:
            phone.address = self.served.address

    def close(self) -> None:
        self.served.close()
        self.evening.close().result(30)

    # -- what must be so

    def check(self) -> None:
        self.land_all()
        self.evening.settled()
        entries = self.evening.now.entries
        tokens = [one.token for one in entries if "/" in one.token]
        if twice := [token for token, times in Counter(tokens).items() if times > 1]:
            raise Wrong(f"taken twice: {twice[0]}")
        names = Counter(tuple(token.split("/")[1:3]) for token in tokens)
        if twice := [name for name, times in names.items() if times > 1]:
            raise Wrong(f"answered twice: {twice[0]}")
        for one in entries:
            if "/" in one.token and one.token.split("/")[3] != key_of(one.given):
                raise Wrong(f"another answer than was touched: {one.token}")
        self.check_told({token.split("/", 1)[1] for token in tokens})
        self.check_typed()

    def check_told(self, standing: set[str]) -> None:
        for (_, owner, since, value), status in self.told.items():
            if status == 200 and f"{owner}/{since}/{value}" not in standing:
                raise Wrong(f"told that it was done, and it does not stand: {owner} since {since}")

    def check_typed(self) -> None:
        """One person types the same, one after the other."""
        now = self.evening.now
        typed = Evening.begin(now.game, self.games, self.options, None, self.seed, None, inline=True)
        with typed:
            for one in now.entries:
                if one.source in ("player", "hand"):
                    told = typed.post(Answer((one.given,))).result()
                    if not isinstance(told, Done):
                        raise Wrong(f"one person may not type {one.given}: {told}")
            mine, theirs = ([(e.given, e.source) for e in now.entries] for now in (typed.now, now))
            if mine != theirs or typed.now.game.dump(typed.now.state) != now.game.dump(now.state):
                raise Wrong("the journal is not the one that one person would have typed")


def attempt(seed: int, index: int, planted: str = "") -> Attempt:
    chance = Random(f"{seed} {index}")
    game, options = "tiny", {"players": 3, "deals": 9}
    if index % 2 == 0:
        game, options = "contre-temps", {"players": chance.choice((4, 6))}
    touches = 0
    with tempfile.TemporaryDirectory() as folder, planted_in(planted):
        table = Table(chance, Path(folder), game, options)
        steps = (table.touch, table.again, table.intrude, table.tablet, table.listen, table.kill)
        try:
            while touches < TOUCHES and table.evening.now.outcome is None:
                (step,) = chance.choices(steps, (60, 20, 5, 5, 3, 2))
                step()
                touches += step in (table.touch, table.again)
            table.check()
        except Wrong as wrong:
            return Attempt(touches + 1, str(wrong))
        finally:
            table.flying.clear()
            table.close()
    return Attempt(max(touches, 1))


@contextmanager
def planted_in(defect: str) -> Iterator[None]:
    """One defect in the server."""
    memory: dict[str, Any] = {}
    chance, post = Random(1), Evening.post

    def forgetful(evening: Evening, command: Any, token: str = "") -> Any:
        key = f"{id(evening)} {token}"
        if not token or key not in memory:
            memory[key] = post(evening, command)
        return memory[key]

    async def anew(hub: Any, device: Any, typed: Any) -> Any:
        """Whatever is asked of that seat by now."""
        asked = [one for one in hub.evening.now.asked if str(one.question.owner) == typed.get("owner")]
        return await answer(hub, device, {**typed, "since": str(asked[0].since)} if asked else typed)

    async def done(hub: Any, device: Any, typed: Any) -> Any:
        return Done(0) if chance.random() < 0.1 else await answer(hub, device, typed)

    answer = at_the_door.answer
    patches: dict[str, tuple[Any, str, Any]] = {
        "forgets on restart": (Evening, "post", forgetful),
        "knows no repeat": (at_the_door, "token_of", lambda *_: f"x/{chance.random()}"),
        "takes what is stale": (at_the_door, "answer", anew),
        "says it is done": (at_the_door, "answer", done),
        "any seat may": (at_the_door, "_may", lambda *_: True),
    }
    with ExitStack() as stack:
        if defect:
            stack.enter_context(mock.patch.object(*patches[defect]))
        yield
