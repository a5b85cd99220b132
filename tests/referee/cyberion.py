"""Cyberion, kept by a second referee: machines, robots and five expansions, as the booklet tells them.

May import: the standard library. One file, because it is one script, and nothing of the rules of the
house is in it: where those are a stack of steps, this stops at each question (`yield`) with the answers that
it would allow, in the words of a player. `follow.py` holds the two against each other.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Iterable, Iterator, Mapping
from itertools import combinations, product
from typing import Any, TypeAlias

Words: TypeAlias = dict[str, Any]
Script: TypeAlias = Generator[list[Words], Words, Any]
Robot: TypeAlias = tuple[str, str]  # model and size, "any" for the free half

MODELS = ("sirenbot", "stockbot", "cyclobot", "planbot", "commandbot")
ROWS = ("platform", "flash", "stock")
MANY = {1: 0, 2: 1, 3: 2, 4: 3, 5: 5}  # Sirenbot, Stockbot, Planbot by level
PRICE = {2: 5, 3: 4, 4: 3, 5: 1}
VALVE_EXPANSIONS = ("bebebots", "gigantobots", "multibots", "rouage")


class Over(Exception):  # not an error: the game ends here
    pass


def halves(card: str) -> Robot:
    model, _, size = card.rpartition("-")
    return model, size


def shapes(card: Robot) -> list[Robot]:
    """Every one robot that a card with a free half may stand for [CY-MULTI-05]."""
    models = MODELS if card[0] == "any" else (card[0],)
    sizes = "12345" if card[1] == "any" else (card[1],)
    return [(model, size) for model in models for size in sizes]


def satisfies(machine: str, team: tuple[Robot, ...]) -> bool:
    """Whether exactly these robots repair it [CY-REQ-01 … 08]."""
    _, *words = machine.split("-")
    sizes = sorted(int(size) for _, size in team)
    match words:
        case ["straight", "4"]:
            return sizes in ([1, 2, 3, 4], [2, 3, 4, 5])
        case ["two", "pairs"]:
            return len(sizes) == 4 and sizes[0] == sizes[1] and sizes[2] == sizes[3]
        case ["identical", many]:
            return len(team) == int(many) and len(set(team)) == 1
        case [many, "size", size]:
            return len(team) == int(many) and set(sizes) == {int(size)}
        case [many, "sum", "at", "least", total]:
            return len(team) == int(many) and sum(sizes) >= int(total)
        case [many, "sum", "at", "most", total]:
            return len(team) == int(many) and sum(sizes) <= int(total)
        case [many, model]:
            return len(team) == int(many) and all(one == model for one, _ in team)
    raise ValueError(machine)


def places(machine: str) -> int:
    """How many robots it takes."""
    first, *rest = machine.split("-")[1:]
    return int(first) if first.isdecimal() else int(rest[-1]) if rest[-1].isdecimal() else 4


def repairs(
    machine: str, cards: tuple[Robot, ...], virtual: bool, microbot: str, virtual_meets: bool = True
) -> bool:
    """Section 6 of the ledger: a team, perhaps with a virtual robot, perhaps one more for the microbot.
    Whether the virtual one, the last of the team, meets the microbot's condition is ruled [CY-AMB-24]."""
    looked_at = len(cards) if virtual and not virtual_meets else None
    members = [*map(shapes, cards), *([shapes(("any", "any"))] if virtual else [])]
    if len(members) - places(machine) not in (0, 1 if microbot else 0):
        return False
    for team in product(*members):
        seen = team[:looked_at]
        if satisfies(machine, team) and (not microbot or any(microbot in one for one in seen)):
            return True
        if microbot:
            for at, extra in enumerate(seen):
                rest = team[:at] + team[at + 1 :]
                others = seen[:at] + seen[at + 1 :]
                needed = microbot in extra and not any(microbot in one for one in others)
                if needed and satisfies(machine, rest):
                    return True
    return False


class Referee:
    RULINGS = (
        "microbot-swap-cost", "final-check", "stockbot-up-to", "multibot-pays-commandbot",
        "virtual-robot-meets-microbot",
    )  # fmt: skip
    """Disputed rules that it knows both ways."""

    def __init__(self, box: Mapping[str, Any], options: Mapping[str, Any]) -> None:
        self.options = options
        self.players = options["players"]

        def pieces(sort: str) -> Counter[str]:
            return Counter({one["id"]: one.get("copies", 1) for one in box[sort]})

        self.machines = pieces("machine")
        self.robots = pieces("robot") + (pieces("multibot") if options["multibots"] else Counter())
        tiers = (5, 10, 10) if options["multibots"] else (10, 15, 0)
        self.tiers = ["I"] * tiers[0] + ["II"] * tiers[1] + ["III"] * tiers[2]
        self.factory = [""] * 5
        self.prepared: set[int] = set()
        self.microbot = [""] * 5
        self.xp, self.gone = 0, 0
        self.levels = dict.fromkeys(MODELS, 1)
        self.valves = 1 + sum(bool(options[one]) for one in VALVE_EXPANSIONS)
        self.battery = True
        self.support: list[str] = []
        self.rows: dict[str, list[str]] = {row: [] for row in ROWS}
        self.discard: list[str] = []
        self.top: list[str] = []  # known, the next card last
        self.bottom: list[str] = []  # known, the last card last
        self.deck = Counter(self.robots)
        self.looked: list[str] = []
        self.limbots = list(MODELS) if options["bebebots"] else []
        self.giants = [halves(one["id"]) for one in box["gigantobot"]] if options["gigantobots"] else []
        self.crews: list[list[str]] = [[] for _ in self.giants]
        self.vacation: set[int] = set()
        self.damage = 5 if options["gigantobots"] else 0
        self.pile = pieces("microbot") if options["microbots"] else Counter()
        self.spent: list[str] = []
        self.acquired: list[str] = []
        self.interference = dict.fromkeys(MODELS, 2 if options["rouage"] else 0)
        self.pool = pieces("interference") if options["rouage"] else Counter()
        self.turn, self.active, self.left_factory = 0, 0, False
        self.outcome: tuple[str, str] | None = None

    def table(self) -> dict[str, Any]:
        return {
            "factory": {str(at + 1): one or "none" for at, one in enumerate(self.factory)},
            "left": {tier: self.tiers.count(tier) for tier in ("I", "II", "III")},
            "xp": self.xp, "levels": self.levels, "valves": self.valves, "forge": 5 - self.valves,
            "battery": "charged" if self.battery else "used", "support": self.support,
            **self.rows, "discard": self.discard, "deck": list(self.deck.elements()),
            "top": self.top[::-1], "bottom": self.bottom, "looked": self.looked,
            "prepared": [slot + 1 for slot in self.prepared],
            "microbots": {str(at + 1): one or "none" for at, one in enumerate(self.microbot)},
            "active": f"P{self.active + 1}", "turn": self.turn, "pool": list(self.pool.elements()),
            "limbots": self.limbots, "damage": self.damage,
            "crews": {str(at + 1): crew for at, crew in enumerate(self.crews)},
            "vacation": [at + 1 for at in self.vacation],
            "acquired": self.acquired, "pile": list(self.pile.elements()), "spent": self.spent,
            "interference": self.interference,
        }  # fmt: skip

    def script(self) -> Script:
        try:
            yield from self.setup()
            while True:
                yield from self.one_turn()
        except Over:
            return

    def ask(self, answers: Iterable[Words], always: bool = False) -> Script:
        found = list(answers)
        answers = [one for at, one in enumerate(found) if one not in found[:at]]
        if len(answers) > 1 or (always and answers):
            return (yield answers)
        return answers[0] if answers else None

    def lose(self, rule: str) -> None:
        self.outcome = "lost", rule
        raise Over

    # -- setup

    def setup(self) -> Script:
        if self.players == 2:
            said = yield from self.ask({"kind": "FirstPlayer", "seat": f"P{one}"} for one in (1, 2))
            self.active = int(said["seat"][1]) - 1
        for slot in range(5):
            yield from self.new_machine(slot)
        yield from self.new_microbots()
        for row in ("platform", "discard"):
            for _ in range(5):
                card = yield from self.draw()
                (self.rows["platform"] if row == "platform" else self.discard).append(card)
        wanted = self.options["support"]
        many = {1: 1, 2: 3}[self.players] if wanted == "usual" else wanted
        left = list(MODELS)
        for _ in range(many):
            said = yield from self.ask({"kind": "SupportDrawn", "model": model} for model in left)
            left.remove(said["model"])
            self.support.append(said["model"])

    def new_machine(self, slot: int) -> Script:
        if not self.tiers:
            return
        tier = self.tiers[0]
        known = [one for one, many in self.machines.items() if many and one.split("-")[0] == tier]
        said = yield from self.ask({"kind": "MachineRevealed", "machine": one} for one in known)
        del self.tiers[0]
        self.machines[said["machine"]] -= 1
        self.factory[slot] = said["machine"]

    def new_microbots(self) -> Script:
        for slot in range(5) if self.options["microbots"] else ():
            if self.factory[slot] and not self.microbot[slot]:
                yield from self.new_microbot(slot)

    def new_microbot(self, slot: int) -> Script:
        if not +self.pile:  # CY-MICRO-15
            self.pile, self.spent = Counter(self.spent), []
        said = yield from self.ask({"kind": "MicrobotDrawn", "microbot": one} for one in sorted(+self.pile))
        self.pile[said["microbot"]] -= 1
        self.microbot[slot] = said["microbot"]

    # -- the deck [CY-DECK]

    def draw(self, look: bool = False) -> Script:
        """The next card; a Bébébot works and is replaced [CY-BEBE-06]. None: there is none."""
        while True:
            card = yield from self.next_card()
            if card is None or look or not card.startswith("bebe-"):
                return card
            self.level_up(card.removeprefix("bebe-"))

    def next_card(self) -> Script:
        if self.top:
            return self.top.pop()
        if not +self.deck and not self.bottom:
            if not self.battery or not self.discard:
                return None
            self.battery = False
            self.deck, self.discard = Counter(self.discard), []
        if +self.deck:
            said = yield from self.ask({"kind": "RobotDrawn", "card": card} for card in sorted(+self.deck))
            self.deck[said["card"]] -= 1
            return said["card"]
        return self.bottom.pop(0)

    def shuffle_in(self, cards: Iterable[str]) -> None:
        self.deck += Counter([*cards, *self.top, *self.bottom])
        self.top, self.bottom = [], []

    def level_up(self, model: str) -> None:
        if self.levels[model] == 5:
            return
        self.levels[model] += 1
        if self.levels[model] == 5:
            self.valves = min(5, self.valves + 1)  # CY-UPGRADE-06

    # -- a turn

    def one_turn(self) -> Script:
        self.turn += 1
        self.left_factory = False
        while True:
            fatal = not self.left_factory and not self.valves  # nobody loses unasked
            said = yield from self.ask(self.actions(), always=fatal)
            if said["kind"] == "EndTurn":
                break
            yield from getattr(self, "do_" + said["kind"])(said)
        yield from self.closing()

    def mine(self) -> list[int]:
        """Machines that the active player may repair [CY-2P-06, CY-2P-10]."""
        there = [slot for slot in range(5) if self.factory[slot]]
        if self.players == 1 or (not self.tiers and len(there) < 5):
            return there
        return [slot for slot in there if slot not in ((4,) if self.active == 0 else (0,))]

    def actions(self) -> list[Words]:
        found: list[Words] = []
        for slot in self.mine():
            if next(self.teams(slot), None) is not None:
                found.append({"kind": "Repair", "slot": slot + 1, "platform": [], "flash": [], "stock": []})
        for row in ROWS:
            for card in sorted(set(self.rows[row])):
                found += self.uses(row, card)
        found += [{"kind": "UseSupport", "model": model} for model in self.support]
        for model in MODELS:
            if self.levels[model] < 5 and self.xp >= self.levels[model]:
                found.append({"kind": "Upgrade", "model": model})
        found += self.expansion_actions()
        return [*found, {"kind": "EndTurn"}]

    def uses(self, row: str, card: str) -> list[Words]:
        found: list[Words] = []
        model = halves(card)[0]
        level, meddled = self.levels.get(model, 2), self.interference.get(model, 0)
        if "any" not in card:
            # Level I does nothing, as a discard; to look at fewer cards or to pay more is never of use.
            lower = range(2, level) if not meddled and model not in ("planbot", "commandbot") else ()
            found += [{"kind": "Trigger", "row": row, "card": card, "level": one} for one in (0, *lower)]
        if "any" in card or level > 1 or any(self.interference.values()):
            found.append({"kind": "Discard", "row": row, "card": card})
        return found

    def expansion_actions(self) -> list[Words]:
        found: list[Words] = []
        for model, cards in self.parents():
            found.append({"kind": "MakeBebebot", "model": model, **cards})
        if self.giants:
            for row in ROWS:
                for card in sorted(set(self.rows[row])):
                    if any(True for _ in self.copilots(row, card)):
                        found.append({"kind": "Pilot", "row": row, "card": card})
        slots = [slot for slot in range(5) if self.microbot[slot]]
        if self.options["microbots"] and self.acquired:
            found += [{"kind": "ReplaceMicrobot", "slot": slot + 1} for slot in slots]
        if self.options["microbots"] and len(self.acquired) >= self.options["microbot-swap-cost"]:
            for one, other in combinations(slots, 2):
                if self.microbot[one] != self.microbot[other]:
                    found.append({"kind": "SwapMicrobots", "slot": one + 1, "other": other + 1})
        if len(self.acquired) >= 5:
            found += [{"kind": "RemoveMachine", "slot": slot + 1} for slot in self.mine()]
        return found

    # -- repairing

    def teams(self, slot: int) -> Iterator[Words]:
        """Every way to take the robots out of the rows, each once."""
        cards = [(row, card) for row in ROWS for card in self.rows[row]]
        met: set[tuple[tuple[str, str], ...]] = set()
        for many in range(6):
            for chosen in combinations(cards, many):
                key = tuple(sorted(chosen))
                if key in met:
                    continue
                met.add(key)
                robots = tuple(halves(card) for _, card in chosen)
                terms = (
                    slot in self.prepared,
                    self.microbot[slot],
                    self.options["virtual-robot-meets-microbot"],
                )
                if repairs(self.factory[slot], robots, *terms):
                    yield {
                        "kind": "Repair",
                        "slot": slot + 1,
                        **{row: [card for at, card in chosen if at == row] for row in ROWS},
                    }

    def do_Repair(self, said: Words) -> Script:  # noqa: N802  named for the inputs
        slot = said["slot"] - 1
        team = yield from self.ask(self.teams(slot))
        for row in ROWS:
            for card in team[row]:
                self.rows[row].remove(card)
                self.discard.append(card)
        self.xp += 1
        token = self.microbot[slot]
        if token:
            (self.acquired if len(self.acquired) < 5 else self.spent).append(token)  # CY-MICRO-08
        self.leave(slot)

    def leave(self, slot: int) -> None:
        self.factory[slot], self.microbot[slot] = "", ""
        self.prepared.discard(slot)
        self.left_factory = True
        self.perhaps_final()

    def perhaps_final(self) -> None:
        """At once, or in the closing [CY-CONTRA-08]; there, too, empty Limbots win at once."""
        if self.tiers or any(self.factory):
            return
        if self.options["final-check"] == "immediate":
            self.final()
        held = self.valves >= 3 * self.damage and not any(self.interference.values())
        if self.options["bebebots"] and not self.limbots and held:
            self.final()

    def final(self) -> None:
        """All that the expansions ask for, judged together [CY-END-04]."""
        unmet = ["CY-BEBE-13"] if self.limbots else []
        unmet += ["CY-GIGA-14"] if self.valves < 3 * self.damage else []
        unmet += ["CY-ROUAGE-12"] if any(self.interference.values()) else []
        if unmet:
            self.lose(unmet[0] if len(unmet) == 1 else "CY-END-04")
        self.outcome = "won", "CY-END-01"
        raise Over

    # -- triggering

    def do_Discard(self, said: Words) -> Script:  # noqa: N802
        self.rows[said["row"]].remove(said["card"])
        self.discard.append(said["card"])
        return
        yield

    def do_Trigger(self, said: Words) -> Script:  # noqa: N802
        self.rows[said["row"]].remove(said["card"])
        self.discard.append(said["card"])
        model = halves(said["card"])[0]
        level = said["level"] or self.levels[model]
        if self.interference[model]:
            shown = yield from self.ask(
                {"kind": "InterferenceRevealed", "model": one} for one in MODELS if self.pool[one]
            )
            self.pool[shown["model"]] -= 1
            self.interference[model] -= 1
            model = shown["model"]
            chosen = yield from self.ask({"kind": "Level", "level": one} for one in range(level, 0, -1))
            level = chosen["level"]
        yield from self.ability(model, level)

    def do_UseSupport(self, said: Words) -> Script:  # noqa: N802
        self.support.remove(said["model"])
        yield from self.ability(said["model"], 3)

    def do_Upgrade(self, said: Words) -> Script:  # noqa: N802
        self.xp -= self.levels[said["model"]]
        self.level_up(said["model"])
        return
        yield

    def ability(self, model: str, level: int) -> Script:
        if level > 1:
            yield from getattr(self, model)(level)

    def sirenbot(self, level: int) -> Script:
        for _ in range(min(MANY[level], 5 - len(self.rows["flash"]))):
            card = yield from self.draw()
            if card is None:
                return
            self.rows["flash"].append(card)

    def stockbot(self, level: int) -> Script:
        for _ in range(min(MANY[level], 5 - len(self.rows["stock"]))):
            moves = [
                {"kind": "Move", "row": row, "card": card}
                for row in ("platform", "flash")
                for card in sorted(set(self.rows[row]))
            ]
            if moves and self.options["stockbot-up-to"]:
                moves.append({"kind": "Enough"})
            said = yield from self.ask(moves)
            if said is None or said["kind"] == "Enough":
                return
            self.rows[said["row"]].remove(said["card"])
            self.rows["stock"].append(said["card"])

    def cyclobot(self, level: int) -> Script:
        eligible = [
            card
            for card in sorted(set(self.discard))
            if "any" not in card and (level in (3, 5) or halves(card)[0] == "cyclobot")
        ]
        said = yield from self.ask({"kind": "Recover", "card": card} for card in eligible)
        if said is None:
            return
        self.discard.remove(said["card"])
        if level in (2, 3) or not self.lay(said["card"]):
            self.top.append(said["card"])

    def lay(self, card: str) -> bool:
        """Onto the platform, else the flash, else the stock [CY-CYCLO-03]."""
        for row in ROWS:
            if len(self.rows[row]) < 5:
                self.rows[row].append(card)
                return True
        return False

    def planbot(self, level: int) -> Script:
        for _ in range(MANY[level]):
            card = yield from self.draw(look=True)
            if card is None:
                break
            self.looked.append(card)
        yield from self.arrange()
        if all(len(self.rows[row]) == 5 for row in ROWS):
            return
        card = yield from self.draw()
        if card is not None:
            self.lay(card)

    def arrange(self) -> Script:
        """Which of them will be on top; the others go on top beneath it or to the bottom."""
        said = yield from self.ask({"kind": "Take", "card": card} for card in [*sorted(set(self.looked)), ""])
        if said and said["kind"] == "Arrange":  # all at once, the topmost first
            self.looked.clear()
            self.top += reversed(said["top"])
            self.bottom += said["bottom"]
            return
        taken = said["card"] if said else ""
        if taken:
            self.looked.remove(taken)
            self.top.append(taken)
        beneath = len(self.top) - 1  # each goes below those that were put before it
        while self.looked:
            said = yield from self.ask(
                {"kind": "Put", "card": card, "where": where}
                for card in sorted(set(self.looked))
                for where in (("top", "bottom") if taken else ("bottom",))
            )
            self.looked.remove(said["card"])
            if said["where"] == "top":
                self.top.insert(beneath, said["card"])
            else:
                self.bottom.append(said["card"])

    def commandbot(self, level: int) -> Script:
        """All or nothing: the machine is named, then the whole price is paid [CY-CMD-01 … 08]."""
        price = PRICE[level]
        if self.payable() < price:
            return
        open_slots = [slot for slot in self.mine() if slot not in self.prepared]
        said = yield from self.ask({"kind": "Prepare", "slot": slot + 1} for slot in open_slots)
        if said is None:
            return
        while price:
            laid = [(row, card) for row in ROWS for card in sorted(set(self.rows[row])) if self.pays(card)]
            ways = [{"kind": "Pay", "row": row, "card": card} for row, card in laid]
            if self.in_deck():
                ways.append({"kind": "Pay", "row": "deck", "card": ""})
            paid = yield from self.ask(ways)
            if paid["row"] == "deck":
                card = yield from self.draw()
            else:
                card = paid["card"]
                self.rows[paid["row"]].remove(card)
            self.discard.append(card)
            price -= self.pays(card)
        self.prepared.add(said["slot"] - 1)

    def in_deck(self) -> int:
        """Robots that the deck can still give, the discard pile too while the Battery is charged."""
        cards = [*self.top, *self.bottom, *self.deck.elements(), *(self.discard if self.battery else ())]
        return sum(not card.startswith("bebe-") and self.pays(card) for card in cards)

    def pays(self, card: str) -> bool:
        """A Multibot is a payment, or is not [CY-AMB-22]."""
        return "any" not in card or self.options["multibot-pays-commandbot"]

    def payable(self) -> int:
        return sum(self.pays(card) for row in self.rows.values() for card in row) + self.in_deck()

    # -- expansions

    def parents(self) -> Iterator[tuple[str, Words]]:
        cards = [(row, card) for row in ROWS for card in self.rows[row] if "any" not in card]
        for model in self.limbots:
            for one, other in combinations(cards, 2):
                robots = halves(one[1]), halves(other[1])
                if all(robot[0] == model for robot in robots) and int(robots[0][1]) + int(robots[1][1]) == 5:
                    yield model, {row: sorted(card for at, card in (one, other) if at == row) for row in ROWS}

    def do_MakeBebebot(self, said: Words) -> Script:  # noqa: N802
        cards = [(row, card) for row in ROWS for card in said[row]]
        for row, card in cards:
            self.rows[row].remove(card)
        self.limbots.remove(said["model"])
        self.shuffle_in([*(card for _, card in cards), f"bebe-{said['model']}"])
        self.perhaps_final()
        return
        yield

    def boards(self, card: str) -> list[int]:
        robot = halves(card)
        return [
            at
            for at, giant in enumerate(self.giants)
            if at not in self.vacation and (giant[0] == robot[0] or giant[1] == robot[1])
        ]

    def copilots(self, row: str, card: str) -> Iterator[tuple[str, str]]:
        if "any" in card:
            return
        left = {one: list(self.rows[one]) for one in ROWS}
        left[row].remove(card)
        for other_row in ROWS:
            for other in sorted(set(left[other_row])):
                if "any" in other:
                    continue
                alike = any(a == b for a, b in zip(halves(card), halves(other), strict=True))
                if alike and (self.boards(card) or self.boards(other)):
                    yield other_row, other

    def do_Pilot(self, said: Words) -> Script:  # noqa: N802
        pairs = list(self.copilots(said["row"], said["card"]))
        other = yield from self.ask({"kind": "Copilot", "row": row, "card": card} for row, card in pairs)
        crew = [(said["row"], said["card"]), (other["row"], other["card"])]
        for row, card in crew:
            to = yield from self.ask({"kind": "Board", "gigantobot": at + 1} for at in self.boards(card))
            self.rows[row].remove(card)
            if to is None:
                self.discard.append(card)
            else:
                self.crews[to["gigantobot"] - 1].append(card)
        full = [at for at, aboard in enumerate(self.crews) if len(aboard) >= 5]
        for at in full:
            self.shuffle_in(self.crews[at])
            self.crews[at] = []
            self.vacation.add(at)
        for _ in full:
            yield from self.reward()

    def reward(self) -> Script:
        ways = [{"kind": "Reward", "what": "damage"}] if self.damage else []
        ways += [{"kind": "Reward", "what": "valves"}] if self.valves < 5 else []
        said = yield from self.ask(ways)
        if said is None:
            return
        if said["what"] == "damage":
            self.damage -= 1
        else:
            self.valves = min(5, self.valves + 2)

    def pay_microbots(self, many: int) -> None:
        """What they show no longer matters [CY-MICRO-09]: models go first, then sizes."""
        order = (*MODELS, *"12345")
        ranked = sorted(self.acquired, key=order.index)
        self.spent += ranked[:many]
        self.acquired = ranked[many:]

    def do_ReplaceMicrobot(self, said: Words) -> Script:  # noqa: N802
        self.pay_microbots(1)
        self.spent.append(self.microbot[said["slot"] - 1])
        self.microbot[said["slot"] - 1] = ""
        yield from self.new_microbot(said["slot"] - 1)

    def do_SwapMicrobots(self, said: Words) -> Script:  # noqa: N802
        self.pay_microbots(self.options["microbot-swap-cost"])
        one, other = said["slot"] - 1, said["other"] - 1
        self.microbot[one], self.microbot[other] = self.microbot[other], self.microbot[one]
        return
        yield

    def do_RemoveMachine(self, said: Words) -> Script:  # noqa: N802
        self.pay_microbots(5)
        self.spent.append(self.microbot[said["slot"] - 1])
        self.gone += 1
        self.leave(said["slot"] - 1)
        return
        yield

    # -- closing [CY-CLOSE-01]

    def closing(self) -> Script:
        if not self.left_factory:
            if self.valves == 0:
                self.lose("CY-END-02")
            self.valves -= 1
        self.prepared = set()
        order = [1, 2, 3, 0, 4] if self.players == 2 else range(5)  # common first [CY-2P-08]
        for slot in order:
            mine = self.players == 1 or slot not in ((4,) if self.active == 0 else (0,))
            if not self.factory[slot] and mine:
                yield from self.new_machine(slot)
        yield from self.new_microbots()
        self.discard += self.rows["flash"]
        self.rows["flash"] = []
        while len(self.rows["platform"]) < 5:
            card = yield from self.draw()
            if card is None:
                break
            self.rows["platform"].append(card)
        if not self.tiers and not any(self.factory):
            self.final()
        self.active = (self.active + 1) % self.players
