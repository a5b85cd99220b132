"""What holds in every position of every mode, level and number of agents: INV-03 … INV-19, in random games.

The pieces are followed on a second table (`hands.Hands`), which here also knows what the modes add.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import product
from random import Random
from typing import Any

import pytest

from companion.engine import CHANCE, Applied, Happening, Input, Question, Refusal, State
from companion.games.the_loop.rules.inputs import EnergyLanded
from companion.games.the_loop.rules.state import HIDDEN, energy_pool, rift_pool
from tests.games.the_loop.hands import MACHINE, PALM, POOL, Hands
from tests.games.the_loop.playing import game
from tests.games.the_loop.random_games import AGENTS, Step, answer

ACTIONS = 40
"""A blue cube pays for ever, so a random player is stopped; people are not [SUPA-10]."""
MODES = ("sabotage", "supa", "centrifuge", "ultramachina")
TABLES = ({"players": 2}, {"players": 3}, {"players": 4}, {"solo": 2}, {"solo": 3}, {"solo": 4})
WINS = {"sabotage": "WIN-01", "supa": "WIN-02", "centrifuge": "WIN-03", "ultramachina": "WIN-01"}


def _ways() -> Iterator[Any]:
    """Every mode, level and table; the rulings of the modes alternate. One level of each is quick."""
    for number, (mode, level, seats) in enumerate(product(MODES, (1, 2, 3), TABLES)):
        rulings = {
            "auto-damage": number % 2 == 0, "perpetual-is-add": number % 3 > 0,
            "bonus-ignores-cap": number % 5 > 0, "supa-destroy-anywhere": number % 7 > 0,
            "redraw-in-batch": number % 4 > 0, "drop": "hand" if number % 3 else "app",
        }  # fmt: skip
        name = f"{mode}-{level}-{'-'.join(f'{who}{n}' for who, n in seats.items())}"
        marks = [] if level == 1 + number % 3 else [pytest.mark.slow]
        yield pytest.param({"mode": mode, "level": level, **seats, **rulings}, id=name, marks=marks)


EACH_WAY = pytest.mark.parametrize("options", list(_ways()))


def play(options: Mapping[str, Any], seed: int) -> Iterator[Step]:
    """One random game whose players pursue its goal now and then, and whose turns are capped."""
    random = Random(seed)
    agents = random.sample(AGENTS, options.get("solo") or options["players"])
    state = game().start({**options, "agents": agents})
    assert not isinstance(state, Refusal), state
    actions = 0
    while questions := game().awaited(state):
        (question,) = questions
        assert question.owner in ("team", CHANCE, *range(game().seats(state))), question.id
        actions = actions + 1 if question.main else 0 if question.owner == CHANCE else actions
        given, source = _answer(question, state, random, actions)
        made = game().apply(state, given, source)
        assert isinstance(made, Applied), (question.id, given, made)
        yield Step(state, given, source, made.happenings, made.state)
        state = made.state


def _answer(question: Question, state: State, random: Random, actions: int) -> tuple[Input, Any]:
    if question.main and actions > ACTIONS:
        return question.answers[-1], "player"
    if question.main and any(state.extra.centrifuges):
        here = state.extra.centrifuges[state.pawns[state.active]]
        goal = ("Loop", "UseCard", "EndActions") if here else ("Move", "FreeMove", "UseAbility")
        if wanted := [given for given in question.answers if given.kind in goal]:
            return random.choice(wanted), "player"
    if question.id == "drop-energy" and question.open and random.random() < 0.5:
        cubes = state.extra.energy_flying + state.extra.energy_inside
        landed = [0] * 8
        for _ in range(cubes):
            landed[random.choice((state.foo, random.randrange(7), 7))] += 1
        return EnergyLanded(tuple(landed[:7]), landed[7]), "hand"
    return answer(question, state, random)


# -- nothing is lost and nothing made up ---------------------------------------------------------------------


class ModeHands(Hands):
    """A table with the pieces of the modes."""

    def __init__(self, state: State) -> None:
        super().__init__(state)
        self.blue: Counter[int] = Counter()
        self.out: set[str] = set()
        self.centrifuges: dict[int, str] = {}
        self.ultras: dict[str, int] = {}
        self.foo = state.foo
        self.solo = bool(state.setting.solo)

    def see(self, given: Input, happenings: tuple[Happening, ...]) -> None:
        if given.kind == "EnergyLanded":
            self._move(self.greens, MACHINE, PALM, sum(given.landed))
        super().see(given, happenings)

    def _deck(self, agent: int) -> int:
        return 0 if self.solo else agent

    def _DuplicateGenerated(self, token: str, era: int) -> None:
        if token.startswith("supa"):
            assert token not in self.out
            self.tokens[token] = era
        else:
            super()._DuplicateGenerated(token, era)

    def _DuplicateDestroyed(self, token: str, era: int) -> None:
        super()._DuplicateDestroyed(token, era)
        if token.startswith("supa"):
            self.bag.remove(token)
            self.out.add(token)

    def _PerpetualAdded(self, era: int) -> None:
        self.blue[era] += 1

    def _CentrifugePlaced(self, era: int, dimension: str) -> None:
        assert era not in self.centrifuges
        self.centrifuges[era] = dimension

    def _CentrifugeDamaged(self, era: int, damage: int, colour: str) -> None:
        self._damaged(("centrifuge", era), damage, colour)

    def _CentrifugeDestroyed(self, era: int, rifts: int, energy: int) -> None:
        self._returned(("centrifuge", era), rifts, energy)
        del self.centrifuges[era]

    def _UltraPlaced(self, ultra: str, era: int) -> None:
        assert ultra not in self.ultras
        self.ultras[ultra] = era

    def _UltraDamaged(self, ultra: str, damage: int, colour: str) -> None:
        assert ultra in self.ultras
        self._damaged(("ultra", ultra), damage, colour)

    def _UltraDestroyed(self, ultra: str, rifts: int, energy: int) -> None:
        self._returned(("ultra", ultra), rifts, energy)
        del self.ultras[ultra]

    def _damaged(self, piece: tuple[str, Any], damage: int, colour: str) -> None:
        self._move(self.reds if colour == "rift" else self.greens, POOL, piece, 1)
        assert self.reds[piece] + self.greens[piece] == damage

    def _returned(self, piece: tuple[str, Any], rifts: int, energy: int) -> None:
        assert (self.reds[piece], self.greens[piece]) == (rifts, energy)
        self._move(self.reds, piece, POOL, rifts)
        self._move(self.greens, piece, POOL, energy)

    def _EnergyRemoved(self, era: int, cubes: int) -> None:
        self._move(self.greens, era, POOL, cubes)

    def _EnergyThrown(self, cubes: int) -> None:
        self._move(self.greens, POOL, MACHINE, cubes)

    def _EnergyPlaced(self, era: int, cubes: int) -> None:
        self._move(self.greens, PALM, era, cubes)

    def _EnergyInside(self, cubes: int) -> None:
        assert self.greens[MACHINE] == cubes

    # -- cards: in solo there is one deck, and a card is dealt from wherever it lies

    def _CardDrew(self, agent: int, card: str) -> None:
        self.cards[card] = ("hand", agent)

    def _CardAdded(self, agent: int, card: str) -> None:
        super()._CardAdded(self._deck(agent), card)

    def _CardDiscarded(self, agent: int, card: str) -> None:
        super()._CardDiscarded(self._deck(agent), card)

    def _HandDiscarded(self, agent: int, cards: tuple[str, ...]) -> None:
        super()._HandDiscarded(agent, cards)
        self.cards.update(dict.fromkeys(cards, ("discard", self._deck(agent))))

    def _DeckShuffled(self, agent: int) -> None:
        super()._DeckShuffled(self._deck(agent))


def compare(hands: ModeHands, s: State) -> None:
    assert hands.reds[POOL] == rift_pool(s)
    assert hands.greens[POOL] == energy_pool(s)
    assert [hands.reds[era] for era in range(7)] == s.rifts
    assert [hands.greens[era] for era in range(7)] == s.energy
    assert hands.reds[MACHINE] == s.inside + s.flying
    assert hands.tokens == s.dups
    assert hands.bag == set(s.bag)
    assert hands.foo == s.foo
    assert hands.greens[MACHINE] == s.extra.energy_inside + s.extra.energy_flying
    mode = s.setting.mode.id
    if mode == "supa":
        assert tuple(hands.blue[era] for era in range(7)) == s.extra.perpetual
        assert len(hands.out) == s.extra.supas_destroyed == hands.blue.total()
    elif mode == "centrifuge":
        assert hands.centrifuges == {era: side for era, side in enumerate(s.extra.centrifuges) if side}
    elif mode == "ultramachina":
        lying = {card: era for era, cards in enumerate(s.extra.ultras) for card in cards}
        assert hands.ultras == lying
        assert not set(lying) & set(s.extra.ultra_pile)
    held = dict.fromkeys(s.huge, "huge") | dict.fromkeys(s.destroyed, "destroyed")
    for era, cards in enumerate(s.available):
        held |= dict.fromkeys(cards, ("available", era))  # type: ignore[arg-type]
    for agent in range(len(s.pawns)):
        held |= dict.fromkeys((*s.ready[agent], *s.spent[agent]), ("hand", agent))  # type: ignore[arg-type]
    for deck in range(len(s.draw)):
        held |= dict.fromkeys((*s.draw[deck], *s.top[deck]), ("draw", deck))  # type: ignore[arg-type]
        held |= dict.fromkeys(s.discard[deck], ("discard", deck))  # type: ignore[arg-type]
    assert {card: place for card, place in hands.cards.items() if card not in s.revealed} == held
    assert len(hands.cards) == 49 + 6 * len(s.pawns)


@pytest.mark.rule("INV-01", "INV-02", "INV-03", "INV-04", "INV-09")
@EACH_WAY
def test_the_pieces_moved_by_hand_lie_where_the_game_says(options: dict[str, Any]) -> None:
    for seed in (1, 2):
        hands: ModeHands | None = None
        blue = 0
        for step in play(options, seed):
            hands = hands or ModeHands(step.before)
            hands.see(step.given, step.happenings)
            compare(hands, step.after)
            assert blue <= hands.blue.total() <= 5  # never falls
            blue = hands.blue.total()


# -- what holds at rest --------------------------------------------------------------------------------------


@pytest.mark.rule(
    "INV-05", "INV-06", "INV-07", "INV-08", "INV-10", "INV-11", "INV-12", "INV-13", "INV-14", "INV-15",
    "INV-18", "INV-19", "ULTRA-06", "ULTRA-09", "ULTRA-17", "SOLO-20", "SUPA-12", "WIN-02", "WIN-03",
)  # fmt: skip
@EACH_WAY
def test_every_position_is_sound_and_every_game_ends(options: dict[str, Any]) -> None:
    for seed in (3, 4):
        visits: list[int] = []
        last: State = None
        for step in play(options, seed):
            s = last = step.after
            assert game().check(s) == ()
            assert sum(map(bool, s.tiles)) + len(s.archived) + len(s.lost) == 7
            for happening in step.happenings:
                if happening.kind == "FooMoved":
                    visits.append(happening.era)
                if happening.kind == "TurnBegan":
                    fresh_turn(s)
            if s.asked and s.asked[0].id == "act" and not s.acting:
                boundary(s)
        assert last.outcome is not None
        assert last.turn <= 21
        if last.outcome.result == "won":
            assert last.outcome.rule == WINS[options["mode"]]
        for cycle in range(0, len(visits) - 6, 7):
            assert sorted(visits[cycle : cycle + 7]) == list(range(7))


def boundary(s: State) -> None:
    """Phase II, no action running."""
    mode = s.setting.mode.id
    revealed = sum(bool(tile) and tile != HIDDEN for tile in s.tiles)
    assert revealed == min(2, sum(map(bool, s.tiles)))
    assert all(0 <= cubes <= 3 for cubes in s.rifts)
    assert not any(s.vortex[era] and (s.available[era] or s.tiles[era]) for era in range(7))
    assert (s.landed, s.flying, s.running, s.revealed) == ((), 0, (), ())
    assert len(s.archived) <= (4 if mode in ("sabotage", "ultramachina") else 7)
    if mode == "ultramachina":
        assert s.foo == (s.turn - 1) % 7
        assert s.seen == ()
        assert s.cycle == 1 + (s.turn - 1) // 7
    else:
        assert s.turn == 7 * (s.cycle - 1) + len(s.seen)
        assert s.foo == s.seen[-1]
    if mode == "supa":
        assert sum(s.extra.perpetual) == s.extra.supas_destroyed <= 5


def fresh_turn(s: State) -> None:
    assert (s.loops, s.marks) == (0, ())
    assert s.full[s.active]
    held = [len(s.ready[agent]) + len(s.spent[agent]) for agent in range(len(s.pawns))]
    if s.setting.solo:
        assert held[s.active] >= min(3, max(held))
        assert held[s.active] >= 3 or not (s.top[0] or s.draw[0] or s.discard[0])
    else:
        for agent, cards in enumerate(held):
            deck = cards + len(s.top[agent]) + len(s.draw[agent]) + len(s.discard[agent])
            assert cards >= min(3, deck)


@pytest.mark.rule("INV-16", "INV-17")
@EACH_WAY
def test_rules_are_pure_and_every_position_can_be_saved(options: dict[str, Any]) -> None:
    for number, step in enumerate(play(options, 5)):
        if number % 4:
            continue
        before = json.dumps(game().dump(step.before))
        again = game().apply(step.before, step.given, step.source)
        assert isinstance(again, Applied)
        assert (again.happenings, again.state) == (step.happenings, step.after)
        assert isinstance(game().apply(step.before, game().correction("nothing", 0)), Refusal)
        assert json.dumps(game().dump(step.before)) == before
        loaded = game().load(json.loads(json.dumps(game().dump(step.after))))
        assert loaded == step.after
        assert game().awaited(loaded) == game().awaited(step.after)


@pytest.mark.slow
def test_random_games_see_what_the_modes_add() -> None:
    """Otherwise the properties above would hold for want of anything to break them."""
    seen: Counter[str] = Counter()
    for mode in MODES[1:]:
        for seed in range(12):
            for step in play({"mode": mode, "level": 1, "players": 3, "drop": "hand"}, seed):
                seen.update(happening.kind for happening in step.happenings)
    assert {
        "PerpetualAdded", "CentrifugePlaced", "CentrifugeDamaged", "CentrifugeDestroyed", "UltraPlaced",
        "UltraApplied", "UltraDamaged", "UltraDestroyed", "EnergyRemoved", "EnergyThrown", "EnergyPlaced",
        "EnergyInside", "HandsMixed",
    } <= set(seen)  # fmt: skip
