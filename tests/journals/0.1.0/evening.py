"""One evening at the table of version 0.1.0: a bot answers, and does by hand what people do. See make.py."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

from companion.games.cyberion.pieces import MICROBOTS

from companion import games
from companion.advisor import GreedyBot
from companion.games import Refusal
from companion.table import Session, answered

BY_HAND = ("Correct", "Settle", "Learn", "LateRifts", "LateEnergy", "Revoke")
LONGEST = 420

kinds: Counter[tuple[str, str]] = Counter()
paths: Counter[tuple[str, str]] = Counter()
met: dict[str, set[str]] = {name: set() for name in games.NAMES}


def pattern(path: str) -> str:
    """`rifts.3` and `rifts.5` are one pattern; what a mode adds is named after `extra`."""
    name, _, key = path.partition(".")
    if name == "extra":
        inner, _, at = key.partition(".")
        return f"extra.{inner}" + (".*" if at else "")
    return f"{name}.*" if key else name


concrete: Counter[tuple[str, str]] = Counter()
settled: Counter[str] = Counter()
amended: Counter[str] = Counter()


class Evening:
    def __init__(self, session: Session, seed: str, stops: bool, careful: bool) -> None:
        self.session, self.game = session, session.game
        self.random, self.bot = Random(seed), GreedyBot(1)
        self.stops = stops
        self.careful = careful
        """Plays to win, and puts back what was corrected."""
        self.taught: dict[str, str] = {}

    def play(self) -> None:
        if self.game.name == "the-loop":
            self.teach()
        for number in range(LONGEST):
            self.session.advance()
            asked = self.session.asked()
            if not asked or (self.stops and number > 60):
                break
            self.watch()
            if number % (30 if self.careful else 12) == 5 or self.new_path():
                self.correct()
            if number % 31 == 17:
                self.undo()
            if number % 43 == 29:
                self.amend(number)
            self.late()
            asked = self.session.asked()
            if not asked:
                continue
            one = self.random.choice(asked)
            if not one.question.answers:  # a hand that was corrected to nothing: nobody can go on from there
                self.session.undo()
                continue
            self.give(self.choice(one.question, one.source), one.source)

    def watch(self) -> None:
        met[self.game.name].update(pattern(field.path) for field in self.game.correctable(self.session.state))

    def new_path(self) -> bool:
        now = {pattern(field.path) for field in self.game.correctable(self.session.state)}
        return any(not paths[self.game.name, one] for one in now)

    def give(self, given: Any, source: str = "player") -> bool:
        try:
            told = self.session.submit(given, source, self.session.position)
        except KeyError as crashed:  # 0.1.0 could not go on from here: nothing was written
            print("crashed:", crashed, [entry.given for entry in self.session.entries[-8:]], given)
            self.session.undo()
            return False
        return not isinstance(told, Refusal)

    def safe(self, given: Any) -> bool:
        """Whether it is accepted and the game goes on."""
        try:
            told = self.game.apply(self.session.state, given, "hand")
        except KeyError:
            return False
        return not isinstance(told, Refusal) and self.game.outcome(told.state) is None

    def choice(self, question: Any, source: str) -> Any:
        rare = min(question.answers, key=lambda one: (kinds[self.game.name, one.kind], self.random.random()))
        if question.owner == "chance":
            for special in self.special(question):
                if self.safe(special):
                    return special
            return self.random.choice(question.answers)
        if kinds[self.game.name, rare.kind] < 12 or (not self.careful and self.random.random() < 0.15):
            kinds[self.game.name, rare.kind] += 1
            return rare
        for special in self.special(question):
            if self.safe(special) and self.random.random() < 0.3:
                return special
        if self.careful or self.random.random() < 0.6:
            return self.bot.choose(self.game, self.session.state, question)
        return self.random.choice(question.answers)

    def special(self, question: Any) -> Iterator[Any]:
        """Answers that a person may give and that no list has."""
        if not question.open:
            return
        first, state, inputs = question.answers[0], self.session.state, self.game.inputs
        if first.kind in ("RiftsLanded", "EnergyLanded") and self.random.random() < 0.5:
            cubes = sum(first.landed) + first.inside
            landed = [0] * 7
            for _ in range(cubes - 1):
                landed[self.random.randrange(7)] += 1
            yield inputs[first.kind](tuple(landed), 1)
        for field, piece in (
            ("token", "duplicate"),
            ("card", "card"),
            ("mission", "mission"),
            ("token", "supa"),
            ("token", "centrifuge"),
            ("ultra", "ultra"),
        ):
            if piece in self.taught and hasattr(first, field) and question.owner == "chance":
                yield first._replace(**{field: self.taught[piece]})
        if "PlayEffect" in inputs and question.main:
            steps = [{"add-energy": 1}, {"remove-rift": 1, "at": "adjacent"}]
            step = {"choose": [[{"move": 1, "up-to": True}], [{"draw": 1}]]}
            yield inputs["PlayEffect"]((self.random.choice([*steps, step]),))
        if first.kind == "MachineRevealed":
            for code in ("I-2-planbot", "I-3-stockbot", "II-4-planbot", "III-5-cyclobot", "I-1-planbot"):
                yield inputs["MachineRevealed"](code)
        if first.kind == "RobotDrawn":
            yield inputs["RobotDrawn"]("?")
        if first.kind == "Take" and state.looked:
            yield inputs["Arrange"](state.looked[:1], state.looked[1:])

    def late(self) -> None:
        state, inputs = self.session.state, self.game.inputs
        if getattr(state, "inside", 0):
            landed = [0] * 7
            landed[self.random.randrange(7)] = 1
            if self.random.random() < 0.3 and self.safe(inputs["LateRifts"](tuple(landed))):
                self.give(
                    inputs["LateRifts"](tuple(landed)), "tower" if self.random.random() < 0.5 else "hand"
                )
        if getattr(state, "extra", {}).get("energy-inside"):
            landed = [0] * 7
            landed[self.random.randrange(7)] = 1
            if self.safe(inputs["LateEnergy"](tuple(landed))):
                self.give(inputs["LateEnergy"](tuple(landed)), "hand")
        if "Revoke" in inputs and self.random.random() < 0.02:
            self.give(inputs["Revoke"](self.random.randrange(self.game.seats(state))), "hand")
        for question in self.game.awaited(self.session.state):
            if question.owner == "chance":
                continue
            for special in self.special(question):
                if self.random.random() < 0.2 and self.safe(special):
                    self.give(special)
                    return
            if "Arrange" in inputs and question.answers[0].kind == "Take" and self.random.random() < 0.5:
                looked = self.session.state.looked
                given = inputs["Arrange"](tuple(looked[:1]), tuple(looked[1:]))
                if self.safe(given):
                    self.give(given)
                    return

    def teach(self) -> None:
        """Pieces of every kind that no box has, in the words of a box entry."""
        box = self.game.box
        card = next(entry for entry in box["card"] if not entry.get("agent"))
        entries = {
            "card": {
                "id": "a-card-of-ours",
                "name": {"fr": "Une carte à nous"},
                "era": 3,
                "dimension": "star",
                "effect": [
                    {"add-energy": 1, "at": "next"},
                    {"optional": [{"push": 1, "at": "each-adjacent"}]},
                ],
            },
            "agent": {"id": box["agent"][0]["id"], "start": 2},
            "mission": {"id": "a-mission-of-ours", "name": {"en": "A mission of ours"}, "threshold": 3},
            "duplicate": {"id": "2>5#3"},
            "supa": {**box["supa"][0], "id": "a-supa-of-ours"},
            "centrifuge": {**box["centrifuge"][0], "id": "a-centrifuge-of-ours"},
            "ultra": {**box["ultra"][0], "id": "an-ultra-of-ours"},
        }
        entries["card-known"] = {**card, "name": {"en": "As printed on ours"}}
        for piece, entry in entries.items():
            given = self.game.inputs["Learn"](piece.partition("-")[0], entry)
            if self.random.random() < 0.5 and self.safe(given) and self.give(given, "hand"):
                self.taught.setdefault(piece, entry["id"])

    # -- by hand

    def correct(self) -> None:
        fields = list(self.game.correctable(self.session.state))
        self.random.shuffle(fields)
        fields.sort(key=lambda field: (paths[self.game.name, pattern(field.path)] > 3, self.used(field.path)))
        for field in fields[: 6 if self.random.random() < 0.9 else 14]:
            before = {one.path: one.value for one in self.game.correctable(self.session.state)}
            if field.path not in before:
                continue
            for value in self.others(field):
                given = self.game.correction(field.path, value)
                if self.safe(given) and self.give(given, "hand"):
                    self.count(field.path)
                    break
            if not self.careful:
                self.settle()
            if field.path != "acquired" and (self.careful or self.random.random() < 0.7):
                given = self.game.correction(field.path, before[field.path])
                if self.safe(given):
                    self.give(given, "hand")
            self.settle()

    def used(self, path: str) -> int:
        return concrete[self.game.name, path]

    def count(self, path: str) -> None:
        concrete[self.game.name, path] += 1
        paths[self.game.name, pattern(path)] += 1

    def others(self, field: Any) -> Iterator[Any]:
        choices = [choice for choice in field.choices if choice != field.value]
        self.random.shuffle(choices)
        yield from choices[:3]
        value = field.value
        if field.path == "acquired":  # five of them remove a machine
            yield list(MICROBOTS[:5])
        if isinstance(value, bool):
            yield not value
        elif isinstance(value, int):
            yield value + 1
        elif value is None:
            yield [1, 0]
        elif isinstance(value, list):
            yield value[:-1]
            yield [*value, *value[:1]]
        yield value

    def settle(self) -> None:
        for finding in self.game.check(self.session.state):
            for offer in finding.offers:
                what = getattr(offer, "what", "")
                if self.safe(offer) and self.random.random() < (0.5 if settled[what] > 3 else 1.0):
                    settled[what] += 1
                    self.give(offer, "hand")
                    return

    def undo(self) -> None:
        for _ in range(self.random.randint(1, 3)):
            self.session.undo()
            self.session.advance()

    def amend(self, number: int) -> None:
        entries = [entry for entry in self.session.entries[-40:] if entry.given.kind not in BY_HAND]
        if not entries:
            return
        entry = self.random.choice(entries)
        question = answered(self.game.awaited(entry.before), entry.given)
        other = None
        if question is not None and self.random.random() < 0.75:
            other = self.random.choice(question.answers)
        amendment = self.session.amend(entry.number, other)
        if isinstance(amendment, Refusal):
            return
        for _ in range(60):
            if not amendment.asked:
                break
            if self.random.random() < 0.2 and amendment.waiting is not None:
                amendment.set_aside()
                continue
            asked = amendment.asked[0]
            amendment.answer(self.random.choice(asked.question.answers), asked.source)
        if self.game.outcome(amendment.line.state) is not None and self.random.random() < 0.8:
            return  # cancelled
        ways = [amendment.keep, amendment.keep_to_there, amendment.keep_board]
        for way in (*ways[number % 3 :], *ways[: number % 3]):
            if not isinstance(way(), Refusal):
                amended[way.__name__] += 1
                return
