"""What a card does, followed by the second referee step by step (docs/box.md says what the words mean).

May import: the standard library, the books of this referee. One file: a method for each word of a box.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .the_loop import RING, Script, Steps, after, before

if TYPE_CHECKING:
    from .the_loop import Referee


EVERY = ("each-adjacent", "each-foo-neighbour", "every-vortex", "each-agent")
"""Places that mean all of them."""


class Effect:
    """One running effect: who applies it, and what its later steps look back at."""

    def __init__(self, referee: Referee, who: int, card: str) -> None:
        self.referee, self.books = referee, referee.books
        self.who, self.card = who, card
        self.sent: list[int] = []
        self.drawn: list[int] = []
        self.discarded: list[int] = []

    def run(self, steps: Steps, unknown: bool = False) -> Script:
        """As far as possible, in the printed order [ACT-09]."""
        yield from self.during(self.telling() if unknown else self.steps(steps))

    def during(self, done: Script) -> Script:
        self.books.doomed.append([])
        self.books.running.append(self.card)
        self.books.appliers.append(self.who)
        yield from done
        self.books.appliers.pop()
        self.books.running.pop()
        yield from self.referee.sweep(self.books.doomed.pop())

    def steps(self, steps: Steps) -> Script:
        for step in steps:
            verb = next(word for word in step if hasattr(self, _method(word)))
            yield from getattr(self, _method(verb))(step[verb], step)

    # -- told by those who read the card, or see the board [ACT-03, ACT-08]

    def telling(self) -> Script:
        while True:
            said = yield [{"kind": "PickOption", "option": 0}]
            if said["kind"] == "PickOption":
                return
            more = Effect(self.referee, self.who, self.card)
            if said["kind"] == "PlayEffect":
                yield from more.run(said["effect"])
            else:
                yield from more.by_hand(said["changes"])

    def by_hand(self, changes: list[list[Any]]) -> Script:
        self.card = ""
        yield from self.during(self.changes(changes))

    def changes(self, changes: list[list[Any]]) -> Script:
        """Each as an effect would do it."""
        for kind, which, by in changes:
            yield from getattr(self, f"put_{kind}")(which, by)

    def put_rift(self, era: int, by: int) -> Script:
        if by < 0:
            yield from self.remove(era, -by)
        else:
            yield from self.lay_rifts(era, by)

    def put_energy(self, era: int, by: int) -> Script:
        if by > 0:
            yield from self.referee.add_energy(era, by)
        else:
            self.books.energy[era] -= min(-by, self.books.energy[era])

    def put_damage(self, at: int, by: int) -> Script:
        """On a tile with a space per era it is the one of the agent's era [MISSION-21]."""
        b = self.books
        mine = b.pawn[b.active]
        for _ in range(by):
            self.mark(at, mine)
        for _ in range(min(-by, len(b.damage[at]))):
            b.damage[at].remove(mine if mine in b.damage[at] else b.damage[at][-1])
            b.red[at] = min(b.red[at], len(b.damage[at]))
        return
        yield

    def put_space(self, at: int, era: int) -> Script:
        """By its era: a cube on it, or off it [MISSION-04, MISSION-21]."""
        b = self.books
        if era in b.damage[at]:
            b.damage[at].remove(era)
            b.red[at] = min(b.red[at], len(b.damage[at]))
        else:
            self.mark(at, era)
        return
        yield

    def mark(self, at: int, era: int) -> None:
        """Once per turn, where the tile says so [MISSION-23]."""
        b = self.books
        if self.referee.hit(at, era) and b.missions[b.tile[at]].get("once-per-turn"):
            b.marks.add(b.tile[at])

    def put_shield(self, _which: int, by: int) -> Script:
        """Cards played for the next drop [EFF-02]."""
        self.books.shields += by
        return
        yield

    def put_duplicate(self, token: str, to: int) -> Script:
        b = self.books
        if to < 0:
            if token in b.dups:
                yield from self.referee.destroy_duplicate(token)
            return
        if token in b.bag:
            b.bag.remove(token)
        yield from self.referee.arrive(token, to)

    def put_agent(self, agent: int, to: int) -> Script:
        self.books.pawn[agent] = to
        return
        yield

    def put_card(self, era: int, by: int) -> Script:
        lying = self.books.available[era]
        if by > 0:
            yield from self.referee.lies_available(f"?{era}")
        elif lying:
            lying.pop()

    # -- where [TERM-06 … TERM-14]

    def places(self, at: str) -> Script:
        """All eras that it names, or the one that is chosen."""
        eras = self.named(at)
        if at in EVERY or len(eras) < 2:
            return eras
        era = yield from self.referee.which_era(eras)
        return [era]

    def named(self, at: str) -> list[int]:
        """The eras that a place speaks of, seen from the pawn."""
        b, here = self.books, self.books.pawn[self.who]
        beside = [before(here), after(here)]
        vortexes = [era for era in range(RING) if b.vortex[era]]
        others = [agent for agent in range(len(b.agents)) if agent != self.who]
        foo = [] if b.foo is None else [b.foo]
        return {
            "here": [here],
            "previous": beside[:1],
            "next": beside[1:],
            "adjacent": beside,
            "each-adjacent": beside,
            "foo": foo,
            "each-foo-neighbour": [era for one in foo for era in (before(one), after(one))],
            "a-vortex": vortexes,
            "every-vortex": vortexes,
            "anywhere": list(range(RING)),
            "another-agent": sorted({b.pawn[agent] for agent in others}),
            "any-agent": sorted(set(b.pawn)),
            "each-agent": list(dict.fromkeys([*b.pawn[self.who :], *b.pawn[: self.who]])),  # you first
            "sent": self.sent[-1:],
            "drawn": self.drawn[-1:],
            "discarded": self.discarded[-1:],
        }[at]

    # -- cubes

    def do_add_energy(self, many: int, step: Any) -> Script:
        for era in (yield from self.places(step.get("at", "here"))):
            yield from self.referee.add_energy(era, many)

    def do_remove_energy(self, many: int, step: Any) -> Script:
        for era in (yield from self.places(step.get("at", "here"))):
            self.books.energy[era] -= min(many, self.books.energy[era])

    def do_remove_rift(self, many: int, step: Any) -> Script:
        for era in (yield from self.places(step.get("at", "here"))):
            yield from self.remove(era, many)

    def remove(self, era: int, many: int) -> Script:
        since = len(self.books.due)
        many = min(many, self.books.rifts[era])
        self.books.rifts[era] -= many
        if many:
            self.referee.happened("remove-rift", era, many)
        yield from self.referee.declinable(since)

    def do_place_rift(self, many: int, step: Any) -> Script:
        for era in (yield from self.places(step.get("at", "here"))):
            yield from self.lay_rifts(era, many)

    def lay_rifts(self, era: int, many: int) -> Script:
        landed = [0] * RING
        landed[era] = max(0, min(many, self.books.pool("red")))
        yield from self.referee.place(landed)

    def do_until_equal(self, what: str, step: Any) -> Script:
        b = self.books
        for era in (yield from self.places(step.get("at", "here"))):
            if what == "energy":
                yield from self.referee.add_energy(era, max(0, b.rifts[era] - b.power(era)))
            else:
                yield from self.remove(era, max(0, b.rifts[era] - b.power(era)))

    def do_cancel_rift(self, many: int, step: Any) -> Script:
        self.books.shields += many
        return
        yield

    # -- duplicates

    def one_of(self, tokens: list[str]) -> Script:
        return (yield from self.referee.which("PickDuplicate", "token", sorted(tokens)))

    def do_push(self, many: int, step: Any) -> Script:
        for from_era in (yield from self.places(step.get("at", "here"))):
            for _ in range(many):
                token = yield from self.one_of(self.books.on(from_era))
                if token is None:
                    break
                to = yield from self.referee.which_era([before(from_era), after(from_era)])
                self.sent.append(to)
                yield from self.referee.arrive(token, to)

    def do_pull(self, many: int, step: Any) -> Script:
        for _ in range(many):
            here = self.books.pawn[self.who]
            near = [*self.books.on(before(here)), *self.books.on(after(here))]
            token = yield from self.one_of(near)
            if token is None:
                return
            yield from self.referee.arrive(token, here)

    def do_destroy_duplicate(self, many: int, step: Any) -> Script:
        for era in (yield from self.places(step.get("at", "here"))):
            for _ in range(many):
                there = self.books.on(era)
                if not self.books.options["supa-destroy-anywhere"]:  # AMB-55
                    there = [token for token in there if token not in self.books.supa_home]
                token = yield from self.one_of(there)
                if token is None:
                    break
                yield from self.referee.destroy_duplicate(token)

    def do_generate(self, many: int, step: Any) -> Script:
        eras: list[int | None] = [None]
        if "at" in step:
            eras = yield from self.places(step["at"])
        for era in eras:
            yield from self.referee.generate(many, era)

    # -- moving

    def do_move(self, far: Any, step: Any) -> Script:
        b = self.books
        others = [agent for agent in range(len(b.agents)) if agent != self.who]
        match step.get("who", "me"):
            case "me":
                mover = self.who
            case "another-agent":
                mover = yield from self.referee.which_agent(others)
            case "each-agent":  # you first, then around the table
                for number in range(len(b.agents)):
                    yield from self.one_moves((self.who + number) % len(b.agents), far, step)
                return
            case _:
                mover = yield from self.referee.which_agent([self.who, *others])
        if mover is not None:
            yield from self.one_moves(mover, far, step)

    def one_moves(self, mover: int, far: Any, step: Any) -> Script:
        b = self.books
        here, carry = b.pawn[mover], step.get("carry")
        if isinstance(far, str):
            if far == "anywhere":
                goal = yield from self.referee.which_era(range(RING))
            else:
                goal = {"foo": b.foo, "here": b.pawn[self.who]}[far]
            if goal is None or goal == here:
                return
            taken = None
            if carry == "any" or (carry and b.vortex[here]):
                taken = yield from self.take(b.on(here))
            b.pawn[mover] = goal
            if taken is not None:
                yield from self.referee.arrive(taken, goal)
            return
        steps = range(0 if step.get("up-to") else far, far + 1)
        ends = {(here + way * n) % RING for n in steps for way in (1, -1)}
        goal = yield from self.referee.which_era(sorted(ends))
        yield from self.walk(mover, goal, far, carry)

    def walk(self, mover: int, goal: int, far: int, carry: str | None) -> Script:
        """Step by step the shorter way; a duplicate may be taken up on an era and put down on a later one
        [TERM-18, EFF-12, AMB-27]."""
        b = self.books
        ahead = (goal - b.pawn[mover]) % RING
        way, steps = (1, ahead) if ahead <= far else (-1, RING - ahead)
        taken, carried = None, carry is None
        for number in range(steps):
            here = b.pawn[mover]
            if not carried and taken is None and (carry == "any" or b.vortex[here]):
                taken = yield from self.take(b.on(here))
            elif taken is not None and number:
                keeps = yield from self.referee.which("PickOption", "option", [0, 1])
                if not keeps:
                    taken, carried = None, True
            b.pawn[mover] = (here + way) % RING
            if taken is not None:
                yield from self.referee.arrive(taken, b.pawn[mover])
                if taken not in b.dups:
                    taken, carried = None, True

    def take(self, there: list[str]) -> Script:
        if not there:
            return None
        token = yield from self.referee.which("PickDuplicate", "token", [*sorted(there), ""])
        return token or None

    def do_swap(self, what: str, step: Any) -> Script:
        b = self.books
        if what == "agent":
            others = [agent for agent in range(len(b.agents)) if agent != self.who]
            other = yield from self.referee.which_agent(others)
            if other is not None:
                b.pawn[self.who], b.pawn[other] = b.pawn[other], b.pawn[self.who]
        elif what == "agent-duplicate":
            token = yield from self.one_of([one for era in self.named(step["at"]) for one in b.on(era)])
            if token is not None:
                here, b.pawn[self.who] = b.pawn[self.who], b.dups[token]
                yield from self.referee.arrive(token, here)
        else:
            token = yield from self.one_of([one for era in self.named(step["at"]) for one in b.on(era)])
            if token is None:
                return
            there = [one for era in self.named(step["with"]) for one in b.on(era) if one != token]
            other = yield from self.one_of(there)
            if other is not None:
                one_era, other_era = b.dups[token], b.dups[other]
                b.dups[token], b.dups[other] = other_era, one_era
                yield from self.referee.arrive(token, other_era)
                if other in b.dups:
                    yield from self.referee.arrive(other, one_era)

    # -- cards

    def do_draw(self, many: int, step: Any) -> Script:
        b = self.books
        everybody = list(range(len(b.agents)))
        match step.get("who", "me"):
            case "me":
                yield from self.draws(self.who, many)
            case "another-agent":
                other = yield from self.referee.which_agent(a for a in everybody if a != self.who)
                if other is not None:
                    yield from self.draws(other, many)
            case _:  # in the order that they choose [EFF-08]
                while everybody:
                    agent = yield from self.referee.which_agent(everybody)
                    everybody.remove(agent)
                    yield from self.draws(agent, many)

    def draws(self, agent: int, many: int) -> Script:
        """Solo: whatever is drawn in phase II joins the active agent's hand [SOLO-13, AMB-57]."""
        b = self.books
        if b.solo and b.options["solo-draws"] == "active" and b.action is not None:
            agent = b.active
        for _ in range(many):
            card = yield from self.referee.draw_card(agent)
            if card is not None:
                self.drawn.append(b.printed_era(card))

    def do_discard(self, many: int, step: Any) -> Script:
        b = self.books
        for _ in range(many):
            card = yield from self.referee.which("PickCard", "card", b.hand(self.who))
            if card is None:
                return
            self.out_of_hand(card)
            b.discard[b.deck(self.who)].append(card)
            self.discarded.append(b.printed_era(card))

    def do_ready(self, many: int, step: Any) -> Script:
        """A card that is in use is not ready before it has been used."""
        b = self.books
        for _ in range(many):
            lying = [card for card in b.spent[self.who] if card not in b.running]
            card = yield from self.referee.which("PickCard", "card", lying)
            if card is None:
                return
            b.spent[self.who].remove(card)
            b.ready[self.who].append(card)

    def out_of_hand(self, card: str) -> None:
        for pile in (*self.books.ready, *self.books.spent):
            if card in pile:
                pile.remove(card)

    def do_destroy_card(self, many: int, step: Any) -> Script:
        b = self.books
        for _ in range(many):
            here = b.pawn[self.who]
            pile = {
                "hand": b.hand(self.who),
                "available": list(dict.fromkeys(b.available[here])),
                "discard": b.discard[b.deck(self.who)],
            }[step["from"]]
            card = yield from self.referee.which("PickCard", "card", pile)
            if card is None:
                return
            for zone in (*b.ready, *b.spent, *b.available, *b.discard):
                if card in zone:
                    zone.remove(card)
            self.referee.gone(card)

    def do_make_available(self, many: int, step: Any) -> Script:
        for _ in range(many):
            yield from self.referee.make_available()

    def do_add_to_deck(self, many: int, step: Any) -> Script:
        b = self.books
        for _ in range(many):
            if step["from"] == "destroyed":
                card = b.destroyed.pop() if b.destroyed else None
            else:
                lying = b.available[b.pawn[self.who]]
                card = yield from self.referee.which("PickCard", "card", dict.fromkeys(lying))
                if card is not None:
                    b.available[b.pawn[self.who]].remove(card)
            if card is None:
                return
            self.referee.on_top(self.who, card)

    def do_apply_card(self, source: str, step: Any) -> Script:
        b = self.books
        by = self.who
        if source == "hand-of-another":
            others = [a for a in range(len(b.agents)) if a != self.who and self.usable(a, step)]
            agent = yield from self.referee.which_agent(others)
            if agent is None:
                return
            by = agent
            card = yield from self.referee.which("PickCard", "card", self.usable(agent, step))
        elif source == "destroyed":
            top = b.destroyed[-1:] if b.hands_known else []
            card = next((card for card in top if card not in b.running), None)
        else:
            pile = b.discard[b.deck(self.who)] if source == "discard" else b.available[b.pawn[self.who]]
            lying = [card for card in pile if card not in b.running and card[0] != "?"]
            card = yield from self.referee.which("PickCard", "card", lying)
        if card is None:
            return
        then = step.get("after", "keep")
        if source == "hand-of-another":
            self.out_of_hand(card)
            b.spent[by].append(card)
        yield from self.referee.card_effect(card, by)
        if then == "keep":
            return
        lay = {
            "hand-of-another": [b.ready[by], b.spent[by]],
            "destroyed": [b.destroyed],
            "discard": [b.discard[b.deck(by)]],
            "available": b.available,
        }[source]
        for zone in lay:  # it may have gone by itself [EFF-11]
            if card in zone:
                zone.remove(card)
                if then == "discard":
                    b.discard[b.deck(by)].append(card)
                else:
                    self.referee.gone(card)

    def usable(self, agent: int, step: Any) -> list[str]:
        """What is discarded afterwards may be exhausted, as it is of the hand [CARD-05, EFF-11, ART-10]; what
        stays is exhausted by it [AMB-41]. No card is applied while it is being applied."""
        b = self.books
        cards = b.hand(agent) if step.get("after", "keep") != "keep" else b.ready[agent]
        return [card for card in cards if card not in b.running]

    # -- choices

    def do_choose(self, sides: list[Steps], step: Any) -> Script:
        number = yield from self.referee.which("PickOption", "option", range(len(sides)))
        yield from self.steps(sides[number])

    def do_optional(self, inner: Steps, step: Any) -> Script:
        wanted = yield from self.referee.which("PickOption", "option", [1, 0])
        if wanted:
            yield from self.steps(inner)

    def do_if_agent(self, inner: Steps, step: Any) -> Script:
        b = self.books
        others = {b.pawn[agent] for agent in range(len(b.agents)) if agent != self.who}
        if others & set(self.named(step.get("at", "here"))):
            yield from self.steps(inner)

    def do_by_one_agent(self, inner: Steps, step: Any) -> Script:
        agent = yield from self.referee.which_agent(range(len(self.books.agents)))
        yield from Effect(self.referee, agent, self.card).run(inner)

    def do_mix_hands(self, everybody: str, step: Any) -> Script:
        """All hands are mixed and dealt out again, as many to each as before [UMC-01]."""
        b = self.books
        counts = [len(b.hand(agent)) for agent in range(len(b.agents))]
        left = sorted(card for agent in range(len(b.agents)) for card in b.hand(agent))
        b.ready, b.spent = [[] for _ in counts], [[] for _ in counts]
        b.revealed = left
        for agent, count in enumerate(counts):
            for _ in range(count):
                card = yield from self.referee.which("CardDrawn", "card", left)
                left.remove(card)
                b.ready[agent].append(card)


def _method(verb: str) -> str:
    return "do_" + verb.replace("-", "_")
