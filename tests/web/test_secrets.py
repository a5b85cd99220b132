"""No byte that a device is sent depends on what its seat may not know.

Pairs of journals are made that differ in nothing but inputs that are secret to a seat. Everything that a
device of that seat is sent while they are played must then be the same: the pages, the messages, how many
there are, in which order, and every byte of them; also what is told of history, after an undo, on a line
that was cut, and of refusals.
"""

import asyncio
import json
from collections.abc import Callable
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any
from unittest import mock

import pytest

from companion.advisor import RandomBot
from companion.engine import CHANCE, Applied, Game, Games, Input, Question, Refusal, Source, State
from companion.games import GAMES
from companion.table import Answer, Evening, Undo
from companion.table.chance import draw
from companion.table.live_line import LiveLine
from companion.web import feed, orders
from companion.web.face import PhoneFace
from companion.web.guests import Device, Guests
from companion.web.hub import Hub, Proposal, Stream
from companion.web.sight import Sight
from companion.web.site import Site
from tests.games.tiny import TINY, Tiny

TABLES: dict[str, tuple[Callable[[], Game], Games, dict[str, Any]]] = {
    "tiny": (Tiny, TINY, {"players": 3, "deals": 2}),
    "contre-temps": (lambda: GAMES.load("contre-temps"), GAMES, {"players": 3}),
    "contre-temps, six": (lambda: GAMES.load("contre-temps"), GAMES, {"players": 6}),
}


def played(game: Game, options: dict[str, Any], chance: Random, length: int) -> list[Input]:
    """The inputs of a game, as far as it comes."""
    state, bot, script = game.start(options), RandomBot(chance.randrange(99)), []
    for k in range(length):
        asked = game.awaited(state)
        if not asked:
            break
        question = chance.choice(asked)
        by_chance = question.owner == CHANCE
        given = draw(k, "", k, question) if by_chance else bot.choose(game, state, question)
        told = game.apply(state, given, "app" if by_chance else "player")
        assert isinstance(told, Applied)
        script.append(given)
        state = told.state
    return script


def twin(
    game: Game, options: dict[str, Any], script: list[Input], seat: int | None, chance: Random
) -> list[Input]:
    """The longest of some that were tried and that do differ."""
    tried = [_twin(game, options, script, seat, chance) for _ in range(12)]
    return max(tried, key=lambda made: len(made) if made != script[: len(made)] else -1)


def _twin(
    game: Game, options: dict[str, Any], script: list[Input], seat: int | None, chance: Random
) -> list[Input]:
    """The same journal but for inputs that are secret to that seat, as far as there is one: every other input
    is given as it was, and the seat sees the same at every moment. It ends where a player is asked."""
    one = other = game.start(options)
    made: list[Input] = []
    different: list[tuple[State, Input, State, Input]] = []
    pool, whole = _secrets(game, one, script, seat), 0
    for given in script:
        if not any(question.owner == CHANCE for question in game.awaited(other)):
            whole = len(made)
        source: Source = "app" if answered_by_chance(game, one, given) else "player"
        first = game.apply(one, given, source)
        assert isinstance(first, Applied)
        found = None
        for tried in _candidates(game, one, other, given, seat, chance, pool):
            told = game.apply(other, tried, source)
            if isinstance(told, Refusal) or game.view(told.state, seat) != game.view(first.state, seat):
                continue
            open_to_it = not game.secret(one, given, seat)  # what it reveals, it reveals
            if open_to_it and told.happenings != first.happenings:
                continue
            if _asked(game, told.state, seat) == _asked(game, first.state, seat):
                found = tried, told.state
                break
        if found is None:
            break
        if found[0] != given:
            different.append((one, given, other, found[0]))
        made.append(found[0])
        one, other = first.state, found[1]
        if any(
            not game.secret(mine, told, seat, one) or not game.secret(theirs, tried, seat, other)
            for mine, told, theirs, tried in different
        ):
            break  # it has been revealed
    return made[:whole]


def _secrets(game: Game, state: State, script: list[Input], seat: int | None) -> list[Input]:
    """What is given in secret, without who it is given to."""
    found = []
    for given in script:
        if game.secret(state, given, seat):
            found.append(given[1:])
        told = game.apply(state, given, "app" if answered_by_chance(game, state, given) else "player")
        assert isinstance(told, Applied)
        state = told.state
    return found


def answered_by_chance(game: Game, state: State, given: Input) -> bool:
    return any(one.owner == CHANCE and given in one.answers for one in game.awaited(state))


def _candidates(
    game: Game, one: State, other: State, given: Input, seat: int | None, chance: Random, pool: list[Input]
) -> list[Input]:
    """What may stand in the place of an input; of secret ones, those that occur in secret somewhere: what
    the seat itself is given later must be left over for it."""
    if not game.secret(one, given, seat):
        return [given]
    same = [
        answer
        for question in game.awaited(other)
        for answer in question.answers
        if type(answer) is type(given) and answer[0] == given[0] and answer[1:] in pool
    ]
    chance.shuffle(same)
    return [*same, given] if chance.random() < 0.15 else [given, *same]


def _asked(game: Game, state: State, seat: int | None) -> list[Any]:
    """What the seat sees of what is asked: who, and of itself also what."""
    asked = game.awaited(state)
    return [(one.owner, one.answers if one.owner == seat else len(asked)) for one in asked]


def sent(
    game: Game, games: Games, options: dict[str, Any], script: list[Input], guests: Guests, seat: int | None
) -> list[str]:
    """All that a device of this seat is sent while the journal is played, in order. The app draws what the
    script says; every seventh answer is taken back and given again. A device of another seat is served
    first: what was drawn for it must not be shown here."""

    async def listening(path: Path) -> list[str]:
        evening = Evening.begin(game, games, options, path, seed=1, clock=None, inline=True)
        hub = Hub(evening, games, guests, ("http://127.0.0.1:1",))
        site = Site(hub, False)
        device = Device("d0", "", 1, "en", seat == 0, [seat] if seat is not None else [], seat)
        other = Device("d1", "", 2, "en", seats=[0 if seat is None else (seat + 1) % guests.seats])
        other.at = other.seats[0]
        guests.devices = {"d1": other, "d0": device}
        line, their_line, found, number = Stream("d0"), Stream("d1"), [], 0
        while (at := len(evening.now.entries)) < len(script):
            number += 1
            command = Undo() if number % 7 == 0 else Answer((script[at],))
            told = evening.post(command).result()
            assert not isinstance(told, Refusal), (command, told)
            hub._look()
            assert hub.message(their_line, other)
            found.append(hub.message(line, device))
            if number % 4 == 0:  # somebody would like an undo
                hub.proposal = Proposal("d1", other.at, hub.now.position, frozenset({"d1"}))
                found.append(hub.message(line, device))
                hub.proposal = None
            if number % 6 == 0:  # it changes seats: looks on, comes back by a line of its own
                device.at = None
                found.append(hub.message(line, device))
                device.at = seat
                found.append(hub.message(Stream("d0"), device))
            if number % 5 == 0:  # a line that was cut, somebody who comes anew, somebody who tries
                again = Stream("d0")
                again.entries = hub.now.entries[: at // 2]
                found.append(hub.message(again, device))
                found.append(bytes(site._table(device).body).decode())
                refused = await orders.answer(hub, device, {"owner": "1", "since": "1", "answer": "00"})
                assert isinstance(refused, Refusal)
                found.append(hub.sight(device).speech.refusal(refused))
        found.append(json.dumps(feed.page(hub, 0)))
        hub.close()
        evening.close().result()
        evening = Evening.resume(path, games, inline=True)  # the server was started anew
        hub = Hub(evening, games, guests, ("http://127.0.0.1:1",))
        assert hub.message(Stream("d1"), other)
        found += [hub.message(Stream("d0"), device), bytes(Site(hub, False)._table(device).body).decode()]
        hub.close()
        evening.close().result()
        return found

    def drawn(line: LiveLine, _question: Question) -> Input:
        return script[len(line.entries)]

    with mock.patch.object(LiveLine, "draw", drawn), TemporaryDirectory() as folder:
        return asyncio.run(listening(Path(folder) / "game.jsonl"))


@pytest.mark.parametrize("name", TABLES)
def test_nothing_that_is_sent_depends_on_a_secret(name: str) -> None:
    made, games, options = TABLES[name]
    game, compared, differed = made(), 0, 0
    for seed in range(1):
        chance = Random(f"{name} {seed}")
        script = played(game, options, chance, 120)
        for seat in (*range(game.seats(game.start(options))), None):
            guests = Guests(None, game.seats(game.start(options)))
            other = twin(game, options, script, seat, chance)
            same = script[: len(other)]
            assert same != other
            mine, theirs = (sent(game, games, options, one, guests, seat) for one in (same, other))
            assert mine == theirs
            compared += len(mine)
            differed += sum(one != two for one, two in zip(same, other, strict=True))
    assert compared > 40
    assert differed > 8


def test_whoever_has_secrets_is_looked_at() -> None:
    """In the other games everybody may know everything."""
    assert {name for name in GAMES if type(GAMES.load(name)).secret is not Game.secret} == {"contre-temps"}


def _from_the_book(sight: Sight, line: Any) -> tuple[str, ...]:
    """A cache that forgets to ask who looks."""
    entry = sight.now.entries[line.number - 1]
    if line.given is not None:
        sight._book[line.number] = entry, (str(entry.given),)
    return sight._book.get(line.number, (entry, ("",)))[1]


LEAKS: dict[str, tuple[Any, str, Any]] = {
    "an input": (Sight, "sentences", lambda sight, line: (str(sight.now.entries[line.number - 1].given),)),
    "a view": (Sight, "view", property(lambda sight: sight.game.view(sight.now.state, 1))),
    "what was drawn for another": (Sight, "sentences", _from_the_book),
    "another's own": (PhoneFace, "own", lambda _, sight: str(sight.game.view(sight.now.state, 1))),
    "the feed": (feed, "items", lambda hub, *_: [str(one.given) for one in hub.now.entries]),
    "a position": (Sight, "seat_name", lambda sight, _: str(sight.now.game.dump(sight.now.state))),
}


@pytest.mark.parametrize("leak", LEAKS)
def test_a_leak_would_be_found(leak: str) -> None:
    game, options, chance = Tiny(), {"players": 3, "deals": 2}, Random(3)
    for _ in range(20):
        script = played(game, options, chance, 60)
        other, guests = twin(game, options, script, 0, chance), Guests(None, 3)
        with mock.patch.object(*LEAKS[leak]):
            both = [sent(game, TINY, options, one, guests, 0) for one in (script[: len(other)], other)]
        if both[0] != both[1]:
            return
    raise AssertionError("not found")
