"""The LOOP, kept by a second referee: one long script that follows a turn as the booklet tells it.

May import: the standard library. One file, because it is one script, and nothing of the rules of the
house is in it: where those are a stack of steps, this stops at each question (`yield`) with the answers that
it would allow, in the words of a player. `follow.py` holds the two against each other.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Mapping
from itertools import combinations_with_replacement
from typing import Any, TypeAlias

Words: TypeAlias = dict[str, Any]
Script: TypeAlias = Generator[list[Words], Words, Any]
Steps: TypeAlias = list[dict[str, Any]]

RING = 7
ENDLESS = 10**6
ELEMENTARY = ("spiral", "star", "stripe")
EXTRA_DUPLICATES = {1: 0, 2: 1, 3: 3}
SUPAS = {1: 3, 2: 4, 3: 5}
CENTRIFUGES = {1: 2, 2: 3, 3: 3}
ULTRAS = {1: 4, 2: 5, 3: 7}


class Over(Exception):  # not an error: the game stops at this very moment [TURN-03]
    pass


class Books:
    """Everything on one table."""

    def __init__(self, box: Mapping[str, Any], options: Mapping[str, Any]) -> None:
        self.options = options
        self.mode, self.level, self.solo = options["mode"], options["level"], options["solo"]
        self.names = [era["id"] for era in box["era"]]
        self.cards = {card["id"]: card for card in box["card"]}
        self.missions = {one["id"]: one for one in box["mission"]}
        self.ultras_known = {one["id"]: one for one in box["ultra"]}
        self.supa_home = {one["id"]: self.era(one["era"]) for one in box["supa"]}
        self.sides = {one["id"]: one["sides"] for one in box["centrifuge"]}
        self.hq = box["hq"]
        self.agents = list(options["agents"])
        self.tiles_of = {one["id"]: one for one in box["agent"]}
        count = len(self.agents)
        self.players = 1 if self.solo else count
        self.light = options["score"] == "lightly"
        self.hands_known = options["hands"] != "table"  # else cards are the players' own affair
        self.huge_known = options["huge"] != "table"
        self.pawn = [self.era(self.tiles_of[agent]["start"]) for agent in self.agents]
        self.full = [True] * count
        self.rifts, self.energy, self.blue = [0] * RING, [0] * RING, [0] * RING
        self.vortex = [False] * RING
        self.tile = ["hidden"] * RING
        self.damage: list[list[int]] = [[] for _ in range(RING)]  # the space of each cube; -1: any
        self.red = [0] * RING  # how many of them are rifts
        self.unseen = sorted(self.missions)
        self.archived: list[str] = []
        self.lost: list[str] = []
        self.bag = [one["id"] for one in box["duplicate"]]
        self.dups: dict[str, int] = {}
        decks = 1 if self.solo else count
        self.ready: list[list[str]] = [[] for _ in range(count)]
        self.spent: list[list[str]] = [[] for _ in range(count)]
        self.top: list[list[str]] = [[] for _ in range(decks)]
        self.draw: list[list[str]] = [[] for _ in range(decks)]
        self.discard: list[list[str]] = [[] for _ in range(decks)]
        self.huge: list[str] = []
        if self.huge_known:
            self.huge = sorted(one for one, card in self.cards.items() if not card.get("agent"))
        for number, agent in enumerate(self.agents if self.hands_known else ()):
            mine = [one for one, card in self.cards.items() if card.get("agent") == agent]
            self.draw[self.deck(number)] += mine
        self.available: list[list[str]] = [[] for _ in range(RING)]
        self.destroyed: list[str] = []
        self.revealed: list[str] = []
        self.foo: int | None = None
        self.seen: list[int] = []
        self.cycle, self.turn, self.active, self.loops = 1, 0, 0, 0
        self.marks: set[str] = set()
        self.flying = 0
        self.shields = 0
        self.supas_gone = 0
        self.centrifuge = [""] * RING
        self.centrifuge_damage = [[0, 0] for _ in range(RING)]  # red, green
        self.ultras: dict[str, int] = {}
        self.ultra_damage: dict[str, list[int]] = {}
        self.ultra_pile = sorted(self.ultras_known)
        self.energy_flying = 0
        self.action: bool | None = None  # in an action: whether every era had energy as it began [AMB-34]
        self.doomed: list[list[str]] = []  # available on a vortex, until the running effect ends [VORTEX-12]
        self.leaving = [0] * RING  # rifts of a new vortex, until they lie in the pool [VORTEX-08]
        self.due: list[tuple[int, int]] = []  # damage that may be done: tile and space [AMB-11]
        self.running: list[str] = []  # cards whose effect is not over
        self.appliers: list[int] = []  # who applies each of them
        self.outcome: tuple[str, str] | None = None

    def era(self, name: str) -> int:
        return self.names.index(name)

    def deck(self, agent: int) -> int:
        return 0 if self.solo else agent

    def pool(self, colour: str) -> int:
        """What is not elsewhere; damage may be laid with other cubes [AMB-05, 06, 07]."""
        red = colour == "red"
        if red:
            out = sum(self.rifts) - sum(self.leaving) + self.flying
        else:
            out = sum(self.energy) + self.energy_flying
        if self.options["damage-uses-pool"]:
            out += sum(self.red) if red else sum(map(len, self.damage)) - sum(self.red)
            out += sum(cubes[not red] for cubes in (*self.centrifuge_damage, *self.ultra_damage.values()))
        return (self.options["rift-pool" if red else "energy-pool"] or ENDLESS) - out

    def power(self, era: int) -> int:
        return self.energy[era] + self.blue[era]

    def on(self, era: int) -> list[str]:
        return sorted(token for token, at in self.dups.items() if at == era)

    def hand(self, agent: int) -> list[str]:
        return self.ready[agent] + self.spent[agent]

    def printed_era(self, card: str) -> int:
        """Of some cards only the era is known: `?3` [TERM-22]."""
        return int(card[1]) if card[0] == "?" else self.era(self.cards[card]["era"])


def before(era: int) -> int:
    return (era - 1) % RING


def after(era: int) -> int:
    return (era + 1) % RING


class Referee:
    """Follows one game. `script` stops at each question; `books` then stand as the table does."""

    RULINGS: tuple[str, ...] = (
        "rift-pool", "energy-pool", "damage-uses-pool", "vortex-order", "m6-last-rift-only", "auto-damage",
        "loop-needs-card", "rebuild", "credit-others", "centrifuge-level-3", "perpetual-is-add",
        "bonus-ignores-cap", "supa-destroy-anywhere", "redraw-in-batch", "solo-draws",
    )  # fmt: skip
    """Disputed rules that it knows both ways: all of them."""

    def __init__(self, box: Mapping[str, Any], options: Mapping[str, Any]) -> None:
        self.books = Books(box, options)
        self.asking: list[tuple[int, int]] = []

    def script(self) -> Script:
        try:
            yield from self.setup()
            while True:
                yield from self.one_turn()
        except Over:
            return

    def table(self) -> dict[str, Any]:
        """How it stands, in the words of `describe`."""
        b, names = self.books, self.books.names

        def eras(values: list[Any]) -> dict[str, Any]:
            return dict(zip(names, values, strict=True))

        def agents(values: list[Any]) -> dict[str, Any]:
            return dict(zip(b.agents, values, strict=False))

        def spaces(era: int) -> Any:
            mission = b.missions.get(b.tile[era])
            per_era = mission is not None and mission["spaces"] == "per-era"
            return [names[space] for space in b.damage[era]] if per_era else len(b.damage[era])

        return {
            "turn": b.turn, "cycle": b.cycle, "loops": b.loops,
            "foo": "none" if b.foo is None else names[b.foo],
            "rifts": eras([b.rifts[era] - b.leaving[era] for era in range(RING)]),
            "energy": eras(b.energy), "vortexes": eras([int(v) for v in b.vortex]),
            "tiles": eras(b.tile), "damage": eras([spaces(era) for era in range(RING)]),
            "duplicates": {token: names[era] for token, era in b.dups.items()}, "bag": b.bag,
            "agents": agents([names[era] for era in b.pawn]),
            "batteries": agents(["full" if full else "low" for full in b.full]),
            "hand": agents(b.ready), "exhausted": agents(b.spent),
            "top": agents(b.top), "draw": agents(b.draw), "discard": agents(b.discard),
            "available": eras(b.available), "destroyed": b.destroyed, "huge": b.huge,
            "archived": b.archived, "lost": b.lost, "unseen": b.unseen,
            "pools": {"rifts": b.pool("red"), "energy": b.pool("green")},
        }  # fmt: skip

    @property
    def outcome(self) -> tuple[str, str] | None:
        return self.books.outcome

    # -- asking

    @property
    def waiting(self) -> set[str]:
        """Where people are asked now whether they want a damage: no rule says in which order."""
        return {self.books.names[tile] for tile, _ in self.asking}

    def ask(self, answers: Iterable[Words], told: bool = False) -> Script:
        """A question with one possible answer is not asked, unless people may tell another; one with none has
        no answer."""
        answers = list(answers)
        if len(answers) > 1 or told:
            return (yield answers)
        return answers[0] if answers else None

    def declinable(self, since: int) -> Script:
        """Whether they want what was done to missions since then, one after another [AMB-11]."""
        b = self.books
        while True:
            self.asking = [one for one in b.due[since:] if self.has_room(*one)]
            if not self.asking:
                del b.due[since:]
                return
            said = yield [{"kind": "PickOption", "option": 1}, {"kind": "PickOption", "option": 0}]
            wanted = next(one for one in self.asking if b.names[one[0]] == said["tile"])
            self.asking = []
            b.due.remove(wanted)
            if said["option"]:
                self.hit(*wanted)

    def which(self, kind: str, field: str, values: Iterable[Any]) -> Script:
        said = yield from self.ask({"kind": kind, field: value} for value in values)
        return None if said is None else said[field]

    def which_era(self, eras: Iterable[int], none: bool = False) -> Script:
        b = self.books
        names = [b.names[era] for era in eras]
        name = yield from self.which("PickEra", "era", [*names, "none"] if none else names)
        return None if name in (None, "none") else b.era(name)

    def which_agent(self, agents: Iterable[int]) -> Script:
        b = self.books
        name = yield from self.which("PickAgent", "agent", (b.agents[agent] for agent in agents))
        return None if name is None else b.agents.index(name)

    # -- setup [SETUP-21]

    def setup(self) -> Script:
        b = self.books
        drawn: list[int] = []
        if b.mode == "ultramachina":
            b.foo = 6  # ULTRA-04
        for _ in range(2):  # SETUP-12
            era = yield from self.foo_card(drawn)
            drawn.append(era)
            b.rifts[era] += 1
            yield from self.turn_tile(era)
        broken = tuple(drawn)
        if b.mode == "centrifuge":
            yield from self.place_centrifuges(drawn)
        for era in range(RING):  # SETUP-14
            b.energy[era] += era not in broken and not b.light
        yield from self.first_duplicates()
        for _ in range(b.hq["setup"]["cards"][str(b.players)]):
            yield from self.make_available()
        if b.mode == "ultramachina":
            for _ in range(ULTRAS[b.level]):
                yield from self.new_ultra()
            yield from self.bonus()
        if b.solo:
            yield from self.share_out()
            return
        for agent in range(len(b.agents)):
            for _ in range(3):
                yield from self.draw_card(agent)
        name = yield from self.which("FirstPlayer", "agent", b.agents)
        b.active = b.agents.index(name)

    def foo_card(self, seen: list[int]) -> Script:
        b = self.books
        left = [b.names[era] for era in range(RING) if era not in seen]
        name = yield from self.which("FooRevealed", "era", left)
        return b.era(name)

    def turn_tile(self, era: int) -> Script:
        b = self.books
        mission = yield from self.which("MissionRevealed", "mission", b.unseen)
        b.unseen.remove(mission)
        b.tile[era] = mission

    def place_centrifuges(self, drawn: list[int]) -> Script:
        b = self.books
        left = dict(b.sides)
        for _ in range(CENTRIFUGES[b.level]):
            era = yield from self.foo_card(drawn)
            drawn.append(era)
            said = yield from self.ask(
                {"kind": "CentrifugeDrawn", "token": token, "dimension": side}
                for token, sides in left.items()
                for side in sides
            )
            b.centrifuge[era] = said["dimension"]
            del left[said["token"]]
            b.rifts[era] += b.level == 3 and b.options["centrifuge-level-3"] == "rift"  # DIFF-04, AMB-15

    def first_duplicates(self) -> Script:
        b = self.books
        wanted = b.hq["setup"]["duplicates"][str(b.players)]
        if b.mode == "sabotage":
            wanted += EXTRA_DUPLICATES[b.level]
        if b.mode == "supa":
            left = sorted(b.supa_home)
            for step in range(1, SUPAS[b.level] + 1):
                token = yield from self.which("SupaDrawn", "token", left)
                left.remove(token)
                b.dups[token] = (b.supa_home[token] + step) % RING  # SUPA-02
            wanted = max(0, wanted - SUPAS[b.level])
        yield from self.generate(wanted)

    # -- a turn [TURN-02]

    def one_turn(self) -> Script:
        b = self.books
        b.turn += 1
        b.loops, b.marks = 0, set()
        yield from self.phase_foo()
        yield from self.phase_actions()
        yield from self.phase_card()
        yield from self.phase_archive()
        yield from self.phase_end()

    def phase_foo(self) -> Script:
        b = self.books
        yield from self.generate(b.hq["cycles"]["duplicates"][b.cycle - 1])
        for _ in range(b.hq["cycles"]["cards"][b.cycle - 1]):
            yield from self.make_available()
        if b.mode == "ultramachina":
            b.foo = after(b.foo)  # type: ignore[arg-type]
            yield from self.apply_ultras()
        else:
            b.foo = yield from self.foo_card(b.seen)
            b.seen.append(b.foo)
        cubes = min(2 + len(b.on(b.foo)), b.pool("red"))  # FOO-10, AMB-05
        yield from self.drop(cubes)

    def drop(self, cubes: int) -> Script:
        b = self.books
        b.flying = cubes
        landed = [0] * RING
        if cubes:
            said = yield from self.ask(
                {"kind": "RiftsLanded", "landed": fallen, "inside": 0} for fallen in self.splits(cubes)
            )
            for name, count in said["landed"].items():
                landed[b.era(name)] += count
        yield from self.cancel(landed)
        b.flying = 0
        yield from self.place(landed)

    def splits(self, cubes: int) -> list[dict[str, int]]:
        """Every way in which cubes fall out of three outlets [TOWER-03, TOWER-06]."""
        b = self.books
        outlets = (before(b.foo), b.foo, after(b.foo))  # type: ignore[arg-type]
        found = []
        for fallen in combinations_with_replacement(outlets, cubes):
            found.append({b.names[era]: fallen.count(era) for era in outlets if era in fallen})
        return found

    def cancel(self, landed: list[int]) -> Script:
        """A landed rift goes back to the pool instead of its era [FOO-17, EFF-02]."""
        b = self.books
        ability = b.tiles_of[b.agents[b.active]]["ability"]
        chances = b.shields + (ability["when"] == "drop")
        b.shields = 0
        if ability["when"] == "drop":
            b.shields = 0
        for _ in range(chances):
            eras = [era for era in range(RING) if landed[era]]
            if not eras:
                return
            names = [b.names[era] for era in eras] + ["none"]
            name = yield from self.which("PickEra", "era", names)
            if name == "none":
                return
            landed[b.era(name)] -= 1
            b.flying -= 1

    # -- rifts and vortexes

    def place(self, landed: list[int]) -> Script:
        """All are counted first, then the eras that overflow are resolved [AMB-08]."""
        b = self.books
        for era in range(RING):
            b.rifts[era] += landed[era]
        first = b.foo or 0
        order = [first, after(first), before(first), *(era for era in range(RING))]
        while broken := [era for era in dict.fromkeys(order) if b.rifts[era] > 3]:
            if b.options["vortex-order"] == "chosen":
                yield from self.open_vortex((yield from self.which_era(broken)))
            else:
                yield from self.open_vortex(broken[0])

    def open_vortex(self, era: int) -> Script:
        b = self.books
        if b.vortex[era]:
            self.lose("LOSE-01")
        if sum(b.vortex) == 3:
            self.lose("LOSE-02")
        b.vortex[era] = True
        if b.tile[era] != "none":  # VORTEX-05, 06
            b.lost.append(b.tile[era])
            b.tile[era], b.damage[era], b.red[era] = "none", [], 0
        b.leaving[era] = b.rifts[era]
        yield from self.reveal_missions()  # VORTEX-07
        b.rifts[era] = b.leaving[era] = 0  # VORTEX-08
        yield from self.destroy_in_order(b.available[era])

    def destroy_in_order(self, cards: list[str]) -> Script:
        b = self.books
        cards = list(cards)
        while cards:  # CARD-12
            card = yield from self.which("PickCard", "card", dict.fromkeys(cards))
            cards.remove(card)
            for pile in b.available:
                if card in pile:
                    pile.remove(card)
            self.gone(card)

    def gone(self, card: str) -> None:
        """On top of the Destroyed pile, which may at once be the new Huge Deck [CARD-11, AMB-21]."""
        self.books.destroyed.append(card)
        self.refill_huge()

    def refill_huge(self, needed: bool = False) -> None:
        b = self.books
        if b.huge_known and not b.huge and (needed or b.options["rebuild"] == "eager"):
            b.huge, b.destroyed = sorted(b.destroyed), []

    def reveal_missions(self) -> Script:
        """Two missions lie open, as far as there are tiles [MISSION-01 … 03]."""
        b = self.books
        while sum(tile in b.missions for tile in b.tile) < 2 and b.foo is not None:
            era = next((e for e in ((b.foo + k) % RING for k in range(RING)) if b.tile[e] == "hidden"), None)
            if era is None:
                return
            yield from self.turn_tile(era)

    def lose(self, rule: str) -> None:
        self.books.outcome = "lost", rule
        raise Over

    def perhaps_won(self) -> None:
        b = self.books
        if len(b.archived) < 4:
            return
        if b.mode == "supa" and any(token in b.supa_home for token in b.dups):
            return
        if b.mode == "centrifuge" and any(b.centrifuge):
            return
        b.outcome = "won", {"supa": "WIN-02", "centrifuge": "WIN-03"}.get(b.mode, "WIN-01")
        raise Over

    # -- duplicates

    def generate(self, many: int, at: int | None = None) -> Script:
        """Tokens out of the bag, one after another; none there: nothing [FOO-03, FOO-04]. One that was
        destroyed at once may come again, or lies aside until all are drawn [AMB-56]."""
        b = self.books
        aside: list[str] = []
        for _ in range(many):
            inside = [token for token in b.bag if token not in aside]
            token = yield from self.which("DuplicateDrawn", "token", inside)
            if token is None:
                return
            b.bag.remove(token)
            yield from self.arrive(token, int(token[0]) if at is None else at)
            if token not in b.dups and not b.options["redraw-in-batch"]:
                aside.append(token)

    def arrive(self, token: str, era: int) -> Script:
        """On its destruction era it is destroyed at once [DUP-02]."""
        b = self.books
        b.dups[token] = era
        home = b.supa_home[token] if token in b.supa_home else int(token.partition(">")[2][0])
        if era == home:
            yield from self.destroy_duplicate(token)

    def destroy_duplicate(self, token: str) -> Script:
        b = self.books
        since = len(b.due)
        era = b.dups.pop(token)
        if token not in b.supa_home:
            b.bag = sorted([*b.bag, token])
            self.happened("destroy-duplicate", era)
            yield from self.declinable(since)
            return
        self.happened("destroy-duplicate", era)
        b.supas_gone += 1
        b.blue[era] += 1
        self.perhaps_won()  # SUPA-15: at the destruction itself
        if b.options["perpetual-is-add"]:  # AMB-16
            yield from self.energy_came(era, 1)
        yield from self.generate(b.supas_gone, era)  # SUPA-06, 07
        yield from self.declinable(since)

    # -- missions

    def happened(self, what: str, era: int, times: int = 1) -> None:
        """What an action did, for the missions that lie open; outside an action it is nobody's [FOO-18].
        Tile by tile: which cube goes where first no rule says, and people choose the colours [AMB-07]."""
        b = self.books
        others = b.appliers and b.appliers[-1] != b.active  # AMB-40
        if b.action is None or (others and not b.options["credit-others"]):
            return
        for at, tile in enumerate(b.tile):
            mission = b.missions.get(tile)
            if mission is None or mission.get("trigger") != what:
                continue
            last_only = b.options["m6-last-rift-only"] and (what, mission["place"]) == ("remove-rift", "any")
            if last_only and b.rifts[era]:  # AMB-10
                continue
            place = {"foo": b.foo, "tile": at}.get(mission["place"], era)
            if place == era and (b.action or not mission.get("all-powered")):
                for _ in range(times):
                    if b.options["auto-damage"]:
                        self.hit(at, era)
                    else:
                        b.due.append((at, era))

    def hit(self, at: int, space: int) -> bool:
        """One cube on a free space of the tile there [MISSION-04]."""
        b = self.books
        colour = self.cube()
        if colour is None or not self.has_room(at, space):
            return False
        b.damage[at].append(space if b.missions[b.tile[at]]["spaces"] == "per-era" else -1)
        b.red[at] += colour == "red"
        return True

    def has_room(self, at: int, space: int) -> bool:
        mission = self.books.missions.get(self.books.tile[at])
        if mission is None:
            return False
        damage = self.books.damage[at]
        return space not in damage if mission["spaces"] == "per-era" else len(damage) < mission["threshold"]

    def cube(self) -> str | None:
        """Of the fuller pool [AMB-07]."""
        b = self.books
        red, green = b.pool("red"), b.pool("green")
        if max(red, green) <= 0 and b.options["damage-uses-pool"]:
            return None
        return "red" if red >= green else "green"

    def flank(self) -> None:
        """M1, between two actions [MISSION-10]."""
        b = self.books
        for at, tile in enumerate(b.tile):
            mission = b.missions.get(tile)
            if mission is None or mission.get("trigger") != "flank" or tile in b.marks or b.foo is None:
                continue
            mine = b.pawn[b.active]
            others = [b.pawn[agent] for agent in range(len(b.agents)) if agent != b.active]
            sides = {before(b.foo), after(b.foo)}
            if mine in sides and any(other in sides - {mine} for other in others) and self.hit(at, -1):
                b.marks.add(tile)

    # -- actions

    def phase_actions(self) -> Script:
        b = self.books
        self.flank()
        while True:
            said = yield from self.ask(self.actions(), told=not b.hands_known)
            if said["kind"] == "EndActions":
                return
            b.action = all(b.power(era) for era in range(RING))
            yield from getattr(self, "do_" + said["kind"])(said)
            b.action = None
            self.flank()

    def actions(self) -> list[Words]:
        b = self.books
        me, here = b.active, b.pawn[b.active]
        claim: list[Words] = [{"kind": "ClaimCleanEra"}] if self.clean_tile() is not None else []
        if b.light:
            return [*claim, {"kind": "EndActions"}]
        beside = [b.names[before(here)], b.names[after(here)]]
        found: list[Words] = []
        if b.power(here):
            found += [{"kind": "Move", "to": era} for era in beside]
        if b.full[me]:
            found += [{"kind": "FreeMove", "to": era} for era in beside]
        only = b.centrifuge[here]
        for card in b.ready[me]:
            if not only or b.cards[card].get("dimension") == only:
                found.append({"kind": "UseCard", "card": card})
        for dimension in ELEMENTARY:
            has = any(b.cards[card].get("dimension") == dimension for card in b.hand(me))
            has = has or not b.options["loop-needs-card"] or not b.hands_known  # AMB-14
            if has and b.power(here) > b.loops and only in ("", dimension):
                found.append({"kind": "Loop", "dimension": dimension})
        ability = b.tiles_of[b.agents[me]]["ability"]
        if ability["when"] == "action" and "ability" not in b.marks:
            found.append({"kind": "UseAbility"})
        return [*found, *claim, {"kind": "EndActions"}]

    def clean_tile(self) -> int | None:
        """Where M2 lies, if it may be claimed here and now [MISSION-11]."""
        b = self.books
        here = b.pawn[b.active]
        if b.on(here) or b.rifts[here]:
            return None
        for at, tile in enumerate(b.tile):
            mission = b.missions.get(tile)
            if mission and mission.get("trigger") == "clean-era" and tile not in b.marks:
                return at if here not in b.damage[at] and self.cube() is not None else None
        return None

    def pay(self, era: int, price: int) -> None:
        """Blue cubes pay and stay, each once an action [SUPA-10, AMB-17]."""
        b = self.books
        b.energy[era] -= max(0, price - b.blue[era])

    def do_Move(self, said: Words) -> Script:  # noqa: N802  named for the inputs
        b = self.books
        self.pay(b.pawn[b.active], 1)
        b.pawn[b.active] = b.era(said["to"])
        return
        yield

    def do_FreeMove(self, said: Words) -> Script:  # noqa: N802
        b = self.books
        b.full[b.active] = False
        b.pawn[b.active] = b.era(said["to"])
        return
        yield

    def do_Loop(self, said: Words) -> Script:  # noqa: N802
        b = self.books
        here, me = b.pawn[b.active], b.active
        self.pay(here, b.loops + 1)
        b.loops += 1
        again = [card for card in b.spent[me] if b.cards[card].get("dimension") == said["dimension"]]
        b.spent[me] = [card for card in b.spent[me] if card not in again]
        b.ready[me] += again
        since = len(b.due)
        self.happened("loop", here)
        if b.centrifuge[here]:
            yield from self.damage_centrifuge(here)
        yield from self.declinable(since)

    def damage_centrifuge(self, era: int) -> Script:
        b = self.books
        if not b.options["auto-damage"] and not (yield from self.which("PickOption", "option", [1, 0])):
            return
        colour = self.cube()
        if colour is None:
            return
        b.centrifuge_damage[era][colour == "green"] += 1
        if sum(b.centrifuge_damage[era]) < 3:
            return
        b.centrifuge[era], b.centrifuge_damage[era] = "", [0, 0]
        self.perhaps_won()
        for at in [at for at in range(RING) if b.tile[at] in b.missions]:  # CENTRI-09
            mission = b.missions[b.tile[at]]
            capped = mission.get("once-per-turn") and not b.options["bonus-ignores-cap"]  # AMB-35
            if capped and b.tile[at] in b.marks:
                continue
            spaces = [era for era in range(RING) if self.has_room(at, era)]
            spaces = spaces if mission["spaces"] == "per-era" else spaces[:1]
            space = yield from self.which_era(spaces, none=bool(spaces) and not b.options["auto-damage"])
            if space is not None and self.hit(at, space) and capped:
                b.marks.add(b.tile[at])

    def do_ClaimCleanEra(self, said: Words) -> Script:  # noqa: N802
        b = self.books
        at = self.clean_tile()
        assert at is not None
        self.hit(at, b.pawn[b.active])
        b.marks.add(b.tile[at])
        return
        yield

    def do_UseAbility(self, said: Words) -> Script:  # noqa: N802
        b = self.books
        b.marks.add("ability")
        yield from self.effect(b.tiles_of[b.agents[b.active]]["ability"]["effect"], b.active, "")

    def do_UseCard(self, said: Words) -> Script:  # noqa: N802
        b = self.books
        card, me = said["card"], b.active
        b.ready[me].remove(card)
        b.spent[me].append(card)
        yield from self.card_effect(card, me)

    def do_PlayEffect(self, said: Words) -> Script:  # noqa: N802
        yield from self.effect(said["effect"], self.books.active, "")

    def do_HandsDid(self, said: Words) -> Script:  # noqa: N802
        from .the_loop_effects import Effect

        yield from Effect(self, self.books.active, "").by_hand(said["changes"])

    # -- phases III to V

    def phase_card(self) -> Script:
        b = self.books
        here = b.pawn[b.active]
        if not b.available[here]:
            return
        card = yield from self.which("TakeCard", "card", [*dict.fromkeys(b.available[here]), ""])
        if card:
            b.available[here].remove(card)
            self.on_top(b.active, card)

    def on_top(self, agent: int, card: str) -> None:
        """Of that agent's deck [CARD-13]."""
        b = self.books
        if b.hands_known:
            b.top[b.deck(agent)].append(card)

    def phase_archive(self) -> Script:
        b = self.books
        here = b.pawn[b.active]
        mission = b.missions.get(b.tile[here])
        if mission is None or len(b.damage[here]) < mission["threshold"]:
            return
        yes = yield from self.which("Archive", "yes", [True, False])
        if not yes:
            return
        b.archived.append(b.tile[here])
        b.tile[here], b.damage[here], b.red[here] = "none", [], 0
        self.perhaps_won()
        yield from self.reveal_missions()
        yield from self.bonus()

    def bonus(self) -> Script:
        """One card more than there are players; the rest is destroyed [BONUS-01, AMB-33]."""
        b = self.books
        for _ in range(b.players + 1 if b.huge_known else 0):
            card = yield from self.reveal_card()
            if card:
                b.revealed.append(card)
        order = [(b.active + k) % len(b.agents) for k in range(len(b.agents))][: b.players]
        for agent in order:
            card = yield from self.which("PickCard", "card", b.revealed)
            if card is None:
                return
            b.revealed.remove(card)
            self.on_top(agent, card)
        rest, b.revealed = b.revealed, []
        for card in rest:
            self.gone(card)

    def phase_end(self) -> Script:
        b = self.books
        me = b.active
        if b.level > 1 and b.vortex[b.pawn[me]]:
            self.lose("LOSE-04")
        b.full[me] = True
        b.discard[b.deck(me)] += b.hand(me)
        b.ready[me], b.spent[me] = [], []
        if b.solo:
            yield from self.share_out()
            yield from self.cycle_check()
            return
        for agent in [(me + k) % len(b.agents) for k in range(len(b.agents))]:
            while len(b.hand(agent)) < 3:
                drawn = yield from self.draw_card(agent)
                if drawn is None:
                    break
        yield from self.cycle_check()
        b.active = (me + 1) % len(b.agents)

    def cycle_check(self) -> Script:
        b = self.books
        if b.mode == "ultramachina":
            if b.foo != 6:
                return
            if b.cycle == 3:
                self.lose("LOSE-03")
        elif len(b.seen) < RING:
            return
        elif b.cycle == 3:
            self.lose("LOSE-03")
        for _ in range(3 if b.mode == "ultramachina" else 0):  # ULTRA-08: three cards, then the pile
            yield from self.new_ultra()
        b.seen = []
        b.cycle += 1

    def share_out(self) -> Script:
        """Solo: cards go on the tiles until one has three; that agent plays [SOLO-07 … 09, AMB-38]."""
        b = self.books
        if not b.hands_known:
            b.active = yield from self.which_agent(range(len(b.agents)))
            return
        while not any(len(b.hand(agent)) >= 3 for agent in range(len(b.agents))):
            card = yield from self.top_card(0)
            if card is None:
                break
            owner = b.cards[card].get("agent")
            if owner in b.agents:
                agent = b.agents.index(owner)
            else:
                b.revealed = [card]
                agent = yield from self.which_agent(range(len(b.agents)))
                b.revealed = []
            b.ready[agent].append(card)
        most = max(len(b.hand(agent)) for agent in range(len(b.agents)))
        many = [agent for agent in range(len(b.agents)) if len(b.hand(agent)) >= min(most, 3)]
        b.active = yield from self.which_agent(many)

    # -- cards

    def reveal_card(self) -> Script:
        """The top of the Huge Deck; an empty one is made anew of what was destroyed [CARD-14]."""
        b = self.books
        if not b.huge_known:
            return (yield from self.which("CardRevealed", "card", [f"?{era}" for era in range(RING)]))
        self.refill_huge(needed=True)
        card = yield from self.which("CardRevealed", "card", b.huge)
        if card is not None:
            b.huge.remove(card)
            self.refill_huge()
        return card

    def make_available(self) -> Script:
        if self.books.light:
            return
        card = yield from self.reveal_card()
        if card is not None:
            yield from self.lies_available(card)

    def lies_available(self, card: str) -> Script:
        b = self.books
        era = b.printed_era(card)
        b.available[era].append(card)
        if b.vortex[era]:
            if b.doomed:
                b.doomed[-1].append(card)
            else:
                yield from self.sweep([card])

    def sweep(self, cards: list[str]) -> Script:
        """What became available on a vortex is destroyed when the effect is over, in an order that is chosen
        [VORTEX-12, CARD-12]."""
        lying = [card for card in cards if any(card in pile for pile in self.books.available)]
        yield from self.destroy_in_order(lying)

    def top_card(self, deck: int) -> Script:
        """The next card of a draw pile, made anew of the discard pile if need be [CARD-06, CARD-08]."""
        b = self.books
        if b.top[deck]:
            return b.top[deck].pop()
        if not b.draw[deck]:
            b.draw[deck], b.discard[deck] = b.discard[deck], []
        card = yield from self.which("CardDrawn", "card", sorted(b.draw[deck]))
        if card is not None:
            b.draw[deck].remove(card)
        return card

    def draw_card(self, agent: int) -> Script:
        b = self.books
        card = (yield from self.top_card(b.deck(agent))) if b.hands_known else None
        if card is not None:
            b.ready[agent].append(card)
        return card

    # -- energy

    def add_energy(self, era: int, many: int) -> Script:
        b = self.books
        many = max(0, min(many, b.pool("green")))
        b.energy[era] += many
        since = len(b.due)
        yield from self.energy_came(era, many)
        yield from self.declinable(since)

    def energy_came(self, era: int, many: int) -> Script:
        self.happened("add-energy", era, many)
        for _ in range(many):
            yield from self.damage_ultra(era)

    # -- Ultramachina

    def new_ultra(self) -> Script:
        b = self.books
        ultra = yield from self.which("UltraRevealed", "ultra", b.ultra_pile)
        if ultra is None:
            return
        b.ultra_pile.remove(ultra)
        b.ultras[ultra] = b.era(b.ultras_known[ultra]["era"])
        b.ultra_damage[ultra] = [0, 0]

    def apply_ultras(self) -> Script:
        b = self.books
        waiting = [ultra for ultra, era in b.ultras.items() if era == b.foo]
        while waiting:
            ultra = yield from self.which("PickUltra", "ultra", waiting)
            waiting.remove(ultra)
            yield from self.effect(b.ultras_known[ultra]["effect"], b.active, "")

    def damage_ultra(self, era: int) -> Script:
        """Each energy added may damage one card there [ULTRA-10 … 14]."""
        b = self.books
        if b.action is None:
            return
        there = sorted(ultra for ultra, at in b.ultras.items() if at == era)
        if not there or self.cube() is None:
            return
        there += [] if b.options["auto-damage"] else [""]  # AMB-11
        ultra = yield from self.which("PickUltra", "ultra", there)
        if not ultra:
            return
        b.ultra_damage[ultra][self.cube() == "green"] += 1
        if sum(b.ultra_damage[ultra]) < b.ultras_known[ultra]["spaces"]:
            return
        del b.ultras[ultra], b.ultra_damage[ultra]
        if b.pool("green") <= 0:
            return
        b.energy_flying = 1
        said = yield from self.ask(
            {"kind": "EnergyLanded", "landed": fallen, "inside": 0} for fallen in self.splits(1)
        )
        b.energy_flying = 0
        for name, count in said["landed"].items():
            b.energy[b.era(name)] += count

    # -- effects: see effects.py

    def effect(self, steps: Steps, who: int, card: str) -> Script:
        from .the_loop_effects import Effect

        yield from Effect(self, who, card).run(steps)

    def card_effect(self, card: str, who: int) -> Script:
        """What a card says; where only its owner can read that, it is told [ACT-08]."""
        from .the_loop_effects import Effect

        told = self.books.cards[card]
        steps = told.get("effect", [])
        unknown = not steps and ("text" in told or self.books.options["hands"] != "app")
        yield from Effect(self, who, card).run(steps, unknown)
