"""What a card does, followed by the second referee step by step (docs/box.md says what the words mean).

May import: the standard library, the books of this referee.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .the_loop import RING, Script, Steps, after, before

if TYPE_CHECKING:
    from .the_loop import Referee


class Effect:
    """One running effect: who applies it, and what its later steps look back at."""

    def __init__(self, referee: Referee, who: int, card: str) -> None:
        self.referee, self.books = referee, referee.books
        self.who, self.card = who, card
        self.sent: int | None = None
        self.drawn: list[int] = []

    def run(self, steps: Steps) -> Script:
        """As far as possible, in the printed order [ACT-09]."""
        self.books.doomed.append([])
        self.books.running.append(self.card)
        self.books.appliers.append(self.who)
        yield from self.steps(steps)
        self.books.appliers.pop()
        self.books.running.pop()
        yield from self.referee.sweep(self.books.doomed.pop())

    def steps(self, steps: Steps) -> Script:
        for step in steps:
            verb = next(word for word in step if hasattr(self, _method(word)))
            yield from getattr(self, _method(verb))(step[verb], step)

    # -- where [TERM-06 … TERM-14]

    def places(self, at: str) -> Script:
        b, here = self.books, self.books.pawn[self.who]
        others = [agent for agent in range(len(b.agents)) if agent != self.who]
        match at:
            case "here":
                return [here]
            case "previous":
                return [before(here)]
            case "next":
                return [after(here)]
            case "each-adjacent":
                return [before(here), after(here)]
            case "foo":
                return [b.foo]
            case "each-foo-neighbour":
                return [before(b.foo), after(b.foo)]  # type: ignore[arg-type]
            case "every-vortex":
                return [era for era in range(RING) if b.vortex[era]]
            case "each-agent":
                return sorted(set(b.pawn))
            case "sent":
                return [] if self.sent is None else [self.sent]
            case "drawn":
                return self.drawn[-1:]
        choice = {
            "adjacent": [before(here), after(here)],
            "a-vortex": [era for era in range(RING) if b.vortex[era]],
            "anywhere": list(range(RING)),
            "another-agent": sorted({b.pawn[agent] for agent in others}),
            "any-agent": sorted(set(b.pawn)),
        }[at]
        era = yield from self.referee.which_era(choice)
        return [] if era is None else [era]

    def reach(self, at: str) -> list[int]:
        """All eras that a piece may be on when the piece itself is chosen [TERM-08]."""
        here = self.books.pawn[self.who]
        return {"here": [here], "adjacent": [before(here), after(here)], "anywhere": list(range(RING))}[at]

    # -- cubes

    def do_add_energy(self, many: int, step: Any) -> Script:
        for era in (yield from self.places(step.get("at", "here"))):
            yield from self.referee.add_energy(era, many)

    def do_remove_energy(self, many: int, step: Any) -> Script:
        for era in (yield from self.places(step.get("at", "here"))):
            self.books.energy[era] -= min(many, self.books.energy[era])

    def do_remove_rift(self, many: int, step: Any) -> Script:
        for era in (yield from self.places(step.get("at", "here"))):
            self.remove(era, many)

    def remove(self, era: int, many: int) -> None:
        many = min(many, self.books.rifts[era])
        self.books.rifts[era] -= many
        self.referee.happened("remove-rift", era, many)

    def do_place_rift(self, many: int, step: Any) -> Script:
        for era in (yield from self.places(step.get("at", "here"))):
            landed = [0] * RING
            landed[era] = min(many, self.books.pool("red"))
            yield from self.referee.place(landed)

    def do_until_equal(self, what: str, step: Any) -> Script:
        b = self.books
        for era in (yield from self.places(step.get("at", "here"))):
            if what == "energy":
                yield from self.referee.add_energy(era, max(0, b.rifts[era] - b.power(era)))
            else:
                self.remove(era, max(0, b.rifts[era] - b.power(era)))

    def do_cancel_rift(self, many: int, step: Any) -> Script:
        self.books.shields += many
        return
        yield

    # -- duplicates

    def one_of(self, tokens: list[str]) -> Script:
        return (yield from self.referee.which("PickDuplicate", "token", sorted(tokens)))

    def do_push(self, many: int, step: Any) -> Script:
        self.sent = None
        for from_era in (yield from self.places(step.get("at", "here"))):
            for _ in range(many):
                token = yield from self.one_of(self.books.on(from_era))
                if token is None:
                    break
                to = yield from self.referee.which_era([before(from_era), after(from_era)])
                self.sent = to
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
            case _:
                mover = yield from self.referee.which_agent([self.who, *others])
        if mover is None:
            return
        here = b.pawn[mover]
        if far == "anywhere":
            b.pawn[mover] = yield from self.referee.which_era(range(RING))
            return
        steps = range(0 if step.get("up-to") else far, far + 1)
        ends = {(here + way * n) % RING for n in steps for way in (1, -1)}
        goal = yield from self.referee.which_era(sorted(ends))
        yield from self.walk(mover, goal, far, step.get("carry"))

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
            token = yield from self.one_of([one for era in self.reach(step["at"]) for one in b.on(era)])
            if token is not None:
                here, b.pawn[self.who] = b.pawn[self.who], b.dups[token]
                yield from self.referee.arrive(token, here)
        else:
            token = yield from self.one_of([one for era in self.reach(step["at"]) for one in b.on(era)])
            if token is None:
                return
            there = [one for era in self.reach(step["with"]) for one in b.on(era) if one != token]
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
        """Solo: whatever is drawn joins the active agent's hand [SOLO-13, AMB-57]."""
        b = self.books
        if b.solo and b.options["solo-draws"] == "active":
            agent = b.active
        for _ in range(many):
            card = yield from self.referee.draw_card(agent)
            if card is not None:
                self.drawn.append(b.era(b.cards[card]["era"]))

    def do_discard(self, many: int, step: Any) -> Script:
        b = self.books
        for _ in range(many):
            card = yield from self.referee.which("PickCard", "card", b.hand(self.who))
            if card is None:
                return
            self.out_of_hand(card)
            b.discard[b.deck(self.who)].append(card)

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
                "available": b.available[here],
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
                card = yield from self.referee.which("PickCard", "card", b.available[b.pawn[self.who]])
                if card is not None:
                    b.available[b.pawn[self.who]].remove(card)
            if card is None:
                return
            b.top[b.deck(self.who)].append(card)

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
            card = b.destroyed[-1] if b.destroyed and b.destroyed[-1] not in b.running else None
        else:
            pile = b.discard[b.deck(self.who)] if source == "discard" else b.available[b.pawn[self.who]]
            lying = [card for card in pile if card not in b.running]
            card = yield from self.referee.which("PickCard", "card", lying)
        if card is None:
            return
        then = step.get("after", "keep")
        if source == "hand-of-another":
            self.out_of_hand(card)
            b.spent[by].append(card)
        yield from Effect(self.referee, by, card).run(b.cards[card].get("effect", []))
        if then == "keep":
            return
        for zone in (*b.ready, *b.spent, *b.available):  # it may have gone by itself [EFF-11]
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
        places = yield from self.places(step.get("at", "here"))
        if others & set(places):
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
