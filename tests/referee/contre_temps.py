"""Contre-Temps, kept by a second referee: one script that deals, resolves events, and lets time flow.

May import: the standard library. It shares no code with the rules of the house (see the_loop.py).
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Mapping
from typing import Any, TypeAlias

Words: TypeAlias = dict[str, Any]
Script: TypeAlias = Generator[list[Words], Words, Any]

LOWEST = {3: 7, 4: 5, 5: 3, 6: 1}
CONSTANT = 0  # the place one step before the first event [CT-LINE-07]


class Over(Exception):  # not an error: the game ends here
    pass


def suit(card: str) -> str:
    return card[0]


def value(card: str) -> int:
    return int(card[1:])


def by_hand(card: str) -> tuple[str, int]:
    return suit(card), value(card)


class Referee:
    RULINGS = ("stale-trump", "same-suit-constant", "second-instability-ends", "paradox-order")
    """Disputed rules that it knows both ways."""

    def __init__(self, box: Mapping[str, Any], options: Mapping[str, Any]) -> None:
        self.options = options
        self.seats = options["players"]
        self.paradox = options["mode"] == "paradox"
        lowest = LOWEST[self.seats]
        self.deck = [f"{one}{number}" for one in "ABCDE" for number in range(lowest, 14)]
        self.hands: list[list[str]] = [[] for _ in range(self.seats)]
        self.energy = [0] * self.seats
        self.place = [0] * self.seats  # a token, or the constant
        self.line: list[int] = []
        self.present = 0
        self.left = list(range(1, 11))
        self.lead: dict[int, str] = {}
        self.standing: dict[int, str] = {}
        self.control: dict[int, int] = {}
        self.constant: str | None = None
        self.discards: list[str] = []
        self.round, self.dealer = 0, 0
        self.outcome: tuple[int, str] | None = None

    @staticmethod
    def seat(number: int) -> str:
        return f"P{number + 1}"

    def script(self) -> Script:
        try:
            yield from self.setup()
            while True:
                yield from self.one_round()
        except Over:
            return

    def ask(self, answers: Iterable[Words], hidden: bool = False) -> Script:
        """What must be played out of a hidden hand is asked, too: skipping would tell there is no other."""
        answers = list(answers)
        return (yield answers) if len(answers) > 1 or hidden else answers[0]

    def table(self) -> dict[str, Any]:
        """How it stands, in the words of `describe`."""
        seats = range(self.seats)
        return {
            "round": self.round, "line": self.line, "present": self.present or "none",
            "constant": self.constant or "none", "left": sorted(self.left),
            "events": {
                str(token): {
                    "lead": self.lead.get(token, ""), "standing": self.standing.get(token, ""),
                    "controller": self.seat(self.control[token]) if token in self.control else "none",
                }
                for token in self.line
            },
            "energy": {self.seat(one): self.energy[one] for one in seats},
            "hands": {self.seat(one): sorted(self.hands[one]) for one in seats},
            "discs": {self.seat(one): 3 - list(self.control.values()).count(one) for one in seats},
            "discards": sorted(self.discards),
        }  # fmt: skip

    # -- setup [CT-SETUP-02 … 12]

    def setup(self) -> Script:
        said = yield from self.ask(
            {"kind": "DealerDrawn", "seat": self.seat(one)} for one in range(self.seats)
        )
        self.dealer = int(said["seat"][1:]) - 1
        first = (self.dealer + 1) % self.seats
        for _ in range(10):
            for turn in range(self.seats):
                one = (first + turn) % self.seats
                said = yield from self.ask(
                    {"kind": "CardDealt", "seat": self.seat(one), "card": card} for card in self.deck
                )
                self.deck.remove(said["card"])
                self.hands[one].append(said["card"])
        said = yield from self.ask({"kind": "ConstantTurned", "card": card} for card in self.deck)
        self.constant = said["card"]
        self.deck.remove(self.constant)
        yield from self.new_token()
        self.place = [self.present] * self.seats
        self.round = 1

    def new_token(self) -> Script:
        if not self.left:
            return
        token = self.left[0]
        if self.paradox:
            said = yield from self.ask({"kind": "TokenDrawn", "token": one} for one in self.left)
            token = said["token"]
        self.left.remove(token)
        self.line = sorted([*self.line, token])
        self.present = token

    # -- a round [CT-ROUND-01]

    def one_round(self) -> Script:
        there = [token for token in self.line if token in self.place]
        others = sorted((token for token in there if token != self.present), reverse=True)
        if self.options["paradox-order"] == "line-end-first":  # CT-AMB-14
            order = sorted(there, reverse=True)
        else:
            order = [self.present, *others] if self.present in there else others
        for token in order:
            yield from self.resolve(token)
        self.perhaps_over()
        yield from self.change_constant()
        if self.present in there:  # else nobody was in the present: time stalls [CT-FLOW-04]
            yield from self.new_token()
        self.place = [self.present] * self.seats
        for one in range(self.seats):
            self.energy[one] += max(0, 2 - list(self.control.values()).count(one))
        yield from self.travel()
        self.round += 1

    def resolve(self, token: int) -> Script:
        order = self.order(token)
        first = token not in self.lead
        played: list[tuple[int, str]] = []
        for one in order:
            asked = suit(self.lead[token]) if token in self.lead else None
            suited = [card for card in self.hands[one] if suit(card) == asked]
            said = yield from self.ask(
                (
                    {"kind": "Play", "seat": self.seat(one), "card": card}
                    for card in suited or self.hands[one]
                ),
                hidden=True,
            )
            card = said["card"]
            lying = [other for _, other in played]
            lying += [self.lead[token]] if token in self.lead else []
            lying += [self.standing[token]] if token in self.standing else []
            self.hands[one].remove(card)
            if token not in self.lead:
                self.lead[token] = card
            best = max((value(other) for other in lying if suit(other) == asked), default=0)
            self.energy[one] += suit(card) == asked and value(card) < best  # CT-ENERGY-01
            played.append((one, card))
        winner, card = max(played, key=lambda one: self.rank(one[1], token))
        if first or self.beats(card, token):
            old = self.standing.get(token)
            self.discards += [old] if old is not None and old != self.lead[token] else []
            self.standing[token] = card
            self.control[token] = winner
        kept = {self.lead[token], self.standing[token]}
        self.discards += [other for _, other in played if other not in kept]

    def rank(self, card: str, token: int) -> tuple[int, int]:
        trump = self.constant is not None and suit(card) == suit(self.constant)
        return 2 if trump else int(suit(card) == suit(self.lead[token])), value(card)

    def beats(self, card: str, token: int) -> bool:
        """Strictly, under the constant of this moment [CT-TRICK-06 … 11]."""
        mine, stands = self.rank(card, token), self.rank(self.standing[token], token)
        if stands[0] == 0 and self.options["stale-trump"] == "keeps-rank":  # CT-AMB-05
            return mine[0] == 2
        return mine[0] >= 1 and mine > stands

    def order(self, token: int) -> list[int]:
        """Who plays, from the leader clockwise [CT-LEAD-01 … 05]."""
        start = (self.dealer + 1) % self.seats
        for earlier in reversed(self.line[: self.line.index(token)]):
            if earlier in self.control:
                start = self.control[earlier]
                break
        around = [(start + turn) % self.seats for turn in range(self.seats)]
        return [one for one in around if self.place[one] == token]

    def perhaps_over(self) -> None:
        events = [list(self.control.values()).count(one) for one in range(self.seats)]
        if max(events) >= 3 or self.round == 10:
            self.judge()

    def judge(self) -> None:
        """Three events win, else the most; the oldest event decides between equals [CT-END-05, CT-END-06]."""
        events = [list(self.control.values()).count(one) for one in range(self.seats)]
        most = 3 if max(events) >= 3 else max(events)
        among = [one for one in range(self.seats) if events[one] >= most]
        nearest = min(among, key=lambda one: min(token for token, who in self.control.items() if who == one))
        self.outcome = nearest, ""
        raise Over

    def change_constant(self) -> Script:
        there = [one for one in range(self.seats) if self.place[one] == CONSTANT]
        if not there:
            return
        shown: dict[int, str] = {}
        for one in there:
            trump = suit(self.constant) if self.constant else ""
            others = [card for card in self.hands[one] if suit(card) != trump]
            if self.options["same-suit-constant"] or not others:  # CT-AMB-08
                others = self.hands[one]
            said = yield from self.ask(
                ({"kind": "Bid", "seat": self.seat(one), "card": card} for card in others), hidden=True
            )
            shown[one] = said["card"]  # face down before them until all are turned up
            self.hands[one].remove(said["card"])
        highest = max(map(value, shown.values()))
        best = [card for card in shown.values() if value(card) == highest]
        self.discards += [self.constant] if self.constant is not None else []
        unstable, self.constant = self.constant is None, best[0] if len(best) == 1 else None  # CT-UNSTABLE-01
        self.discards += [card for card in shown.values() if card != self.constant]
        if unstable and self.constant is None and self.options["second-instability-ends"]:  # CT-AMB-10
            self.judge()

    def travel(self) -> Script:
        """Everybody commits in secret, then all are moved [CT-MOVE-01 … 05, CT-PARADOX-07 … 09]."""
        at = self.line.index(self.present) + 1
        chosen: list[tuple[int, int]] = []
        for one in range(self.seats):
            back = range(min(self.energy[one], at) + 1)
            forward = range(1, min(self.energy[one], len(self.line) - at) + 1) if self.paradox else ()
            said = yield from self.ask(
                {"kind": "Commit", "seat": self.seat(one), "back": b, "forward": f}
                for b, f in [*((steps, 0) for steps in back), *((0, steps) for steps in forward)]
            )
            chosen.append((said["back"], said["forward"]))
        for one, (back_by, forward_by) in enumerate(chosen):
            self.energy[one] -= back_by + forward_by
            to = at - back_by + forward_by
            self.place[one] = self.line[to - 1] if to else CONSTANT
