"""What effects do: the vocabulary of the box, carried out step by step [TERM-01 … TERM-25, EFF-01 … EFF-18].

May import: the contract and this game. Each verb of the vocabulary is a doing step. A verb that acts on places
first finds them (`places`), lets the player choose where the text leaves a choice, and then puts one inner step
per era on the agenda. Parts that cannot be done do not stop the others [ACT-09].
"""

from __future__ import annotations



from . import decks, duplicates, missions, vortexes
from .agenda import Out, Step, does, pick
from .eras import ADJACENT, ERAS, NEXT, PREV
from .happenings import AgentMoved, CardUsed, EnergyAdded, LeftToPlayers, RiftsRemoved
from .state import NOWHERE, State, duplicates_on, energy_pool, hand, rift_pool
from .vocabulary import Effect


def apply_effect(s: State, agent: int, card: str, effect: Effect) -> None:
    """Runs an effect with this agent's pawn as the reference [EFF-03, EFF-04], in its printed order [TERM-01]."""
    s.agenda.append(("end-effect", s.actor, s.sent, s.drawn, s.running))
    s.actor, s.sent, s.drawn = agent, NOWHERE, NOWHERE
    s.running += (card,) if card else ()
    s.agenda.extend(reversed(effect))


@does("end-effect")
def end_effect(s: State, out: Out, actor: int, sent: int, drawn: int, running: tuple[str, ...]) -> None:
    s.actor, s.sent, s.drawn, s.running = actor, sent, drawn, running
    if 1 in s.vortex:
        decks.sweep_vortexes(s, out)  # EFF-05


# -- where -----------------------------------------------------------------------------------------------------


def others(s: State) -> tuple[int, ...]:
    """Another agent: anyone but you [TERM-05]."""
    return tuple([agent for agent in range(len(s.pawns)) if agent != s.actor])


def places(s: State, place: str) -> tuple[int, ...]:
    """The eras that a place names now, seen from the acting pawn [ACT-12]."""
    here = s.pawns[s.actor]
    if place == "here":
        return (here,)
    if place in ("adjacent", "each-adjacent"):
        return ADJACENT[here]
    if place == "next":
        return (NEXT[here],)
    if place == "previous":
        return (PREV[here],)
    if place in ("a-vortex", "every-vortex"):
        return tuple([era for era in ERAS if s.vortex[era]])  # TERM-13
    if place == "anywhere":
        return tuple(ERAS)
    if place == "another-agent":
        return tuple(sorted({s.pawns[agent] for agent in others(s)}))  # EFF-07: your own era, too
    if place == "any-agent":
        return tuple(sorted(set(s.pawns)))
    era = {"foo": s.foo, "sent": s.sent, "drawn": s.drawn}[place]
    return (era,) if era >= 0 else ()  # EFF-14: nothing was sent, nothing happens


EACH = ("each-adjacent", "every-vortex")


def at(s: State, place: str, then: Step) -> None:
    """Puts `then` on the agenda with the era as its last argument: for each era, or for the one that is chosen."""
    eras = places(s, place)
    if place in EACH:
        for era in reversed(eras):
            s.agenda.append((*then, era))
    else:
        pick(s, "era", eras, then)


# -- energy and rifts ------------------------------------------------------------------------------------------


@does("add-energy")
def add_energy(s: State, out: Out, cubes: int, place: str) -> None:
    at(s, place, ("add-energy-on", cubes))


@does("add-energy-on")
def add_energy_on(s: State, out: Out, cubes: int, era: int) -> None:
    """From the pool, as far as it goes [ACT-10, TERM-20, AMB-06]."""
    cubes = min(cubes, max(energy_pool(s), 0))
    if cubes > 0:
        s.energy[era] += cubes
        out.append(EnergyAdded(era, cubes))
        missions.energy_added(s, out, era, cubes)
        s.setting.mode.energy_added(s, out, era, cubes)


@does("remove-rift")
def remove_rift(s: State, out: Out, cubes: int, place: str) -> None:
    at(s, place, ("remove-rift-on", cubes))


@does("remove-rift-on")
def remove_rift_on(s: State, out: Out, cubes: int, era: int) -> None:
    """Back to the pool, as many as there are [ACT-11, TERM-19]."""
    cubes = min(cubes, s.rifts[era])
    if cubes > 0:
        s.rifts[era] -= cubes
        out.append(RiftsRemoved(era, cubes))
        missions.rift_removed(s, out, era, cubes)


@does("place-rift")
def place_rift(s: State, out: Out, cubes: int, place: str) -> None:
    at(s, place, ("place-rift-on", cubes))


@does("place-rift-on")
def place_rift_on(s: State, out: Out, cubes: int, era: int) -> None:
    """Rifts from any source can open a Vortex [VORTEX-17]."""
    cubes = min(cubes, max(rift_pool(s), 0))
    vortexes.place_rifts(s, out, tuple([cubes if where == era else 0 for where in ERAS]))


@does("cancel-rift")
def cancel_rift(s: State, out: Out, n: int) -> None:
    """Held ready for the next drop: that many landed rifts may be cancelled before they are placed [EFF-02]."""
    s.shields += n


@does("until-equal")
def until_equal(s: State, out: Out, what: str, place: str) -> None:
    at(s, place, ("until-equal-on", what))


@does("until-equal-on")
def until_equal_on(s: State, out: Out, what: str, era: int) -> None:
    """Only the missing number; already equal or past it: nothing [EFF-16]."""
    missing = s.rifts[era] - s.setting.mode.energy_at(s, era)
    if what == "energy":
        add_energy_on(s, out, missing, era)
    else:
        remove_rift_on(s, out, missing, era)


# -- duplicates ------------------------------------------------------------------------------------------------


def _times(s: State, n: int, step: Step) -> None:
    s.agenda.extend([step] * n)


@does("push")
def push(s: State, out: Out, n: int, place: str) -> None:
    at(s, place, ("push-from", n))


@does("push-from")
def push_from(s: State, out: Out, n: int, era: int) -> None:
    _times(s, n, ("push-one", era))  # each may go elsewhere [EFF-06]


@does("push-one")
def push_one(s: State, out: Out, era: int) -> None:
    """Choose one there [DUP-07] and move it to a neighbour of its era [TERM-15]."""
    pick(s, "duplicate", duplicates_on(s, era), ("push-it",))


@does("push-it")
def push_it(s: State, out: Out, token: str) -> None:
    if token in s.dups:
        pick(s, "era", ADJACENT[s.dups[token]], ("send", token))


@does("send")
def send(s: State, out: Out, token: str, era: int) -> None:
    s.sent = era  # what follows applies there even if it was destroyed by it [EFF-14]
    duplicates.move(s, out, token, era)


@does("pull")
def pull(s: State, out: Out, n: int) -> None:
    _times(s, n, ("pull-one",))  # they may come from different eras [EFF-09]


@does("pull-one")
def pull_one(s: State, out: Out) -> None:
    """One from a neighbouring era comes to yours [TERM-16]."""
    near = ADJACENT[s.pawns[s.actor]]
    pick(s, "duplicate", tuple([token for token, era in s.dups.items() if era in near]), ("pull-it",))


@does("pull-it")
def pull_it(s: State, out: Out, token: str) -> None:
    duplicates.move(s, out, token, s.pawns[s.actor])


@does("destroy-duplicate")
def destroy_duplicate(s: State, out: Out, n: int, place: str) -> None:
    at(s, place, ("destroy-from", n))


@does("destroy-from")
def destroy_from(s: State, out: Out, n: int, era: int) -> None:
    _times(s, n, ("destroy-one", era))  # one after the other, so the order is chosen [EFF-01, DUP-04]


@does("destroy-one")
def destroy_one(s: State, out: Out, era: int) -> None:
    pick(s, "duplicate", duplicates_on(s, era), ("destroy-it",))  # TERM-17


@does("destroy-it")
def destroy_it(s: State, out: Out, token: str) -> None:
    duplicates.destroy(s, out, token)


@does("generate")
def generate(s: State, out: Out, n: int, place: str | None) -> None:
    """On their own eras [TERM-24], unless the effect fixes another."""
    if place is None:
        s.agenda.append(("draw-duplicates", n, None))
    else:
        at(s, place, ("draw-duplicates", n))


# -- moving and swapping ---------------------------------------------------------------------------------------


@does("move")
def move(s: State, out: Out, n: int | str, who: str, carry: str | None, up_to: bool) -> None:
    """You, another agent [TERM-05] or any agent [TERM-04]."""
    if who == "me":
        s.agenda.append(("move-agent", n, carry, up_to, s.actor))
    else:
        agents = others(s) if who == "another-agent" else tuple(range(len(s.pawns)))
        pick(s, "agent", agents, ("move-agent", n, carry, up_to))


@does("move-agent")
def move_agent(s: State, out: Out, n: int | str, carry: str | None, up_to: bool, agent: int) -> None:
    """Wherever you want [TERM-12, EFF-18], or exactly that many eras in one direction [TERM-10, AMB-50]."""
    here = s.pawns[agent]
    if n == "anywhere":
        pick(s, "era", tuple(ERAS), ("jump", carry, agent))
        return
    assert isinstance(n, int)
    lengths = range(n + 1) if up_to else (n,)
    pick(
        s,
        "era",
        tuple(dict.fromkeys((here + way * steps) % 7 for steps in lengths for way in (-1, 1))),
        ("walk-to", n, carry, agent),
    )


@does("walk-to")
def walk_to(s: State, out: Out, n: int, carry: str | None, agent: int, era: int) -> None:
    ahead = (era - s.pawns[agent]) % 7
    way, steps = (1, ahead) if ahead <= n and (ahead <= 7 - ahead or 7 - ahead > n) else (-1, 7 - ahead)
    if ahead:
        s.agenda.append(("walk", agent, way, steps, carry, ""))


@does("walk")
def walk(s: State, out: Out, agent: int, way: int, steps: int, carry: str | None, held: str) -> None:
    """Era by era; a duplicate may be picked up and put down on the way, once [TERM-18, EFF-12]."""
    if not steps:
        return
    here = s.pawns[agent]
    liftable = () if carry is None or (carry == "vortex" and not s.vortex[here]) else duplicates_on(s, here)
    if held:
        pick(s, "option", (1, 0), ("carry-on", agent, way, steps, held))
    elif liftable:  # EFF-13: with "vortex" only from a Vortex era
        pick(s, "duplicate", (*liftable, ""), ("step", agent, way, steps, carry))
    else:
        s.agenda.append(("step", agent, way, steps, carry, ""))


@does("carry-on")
def carry_on(s: State, out: Out, agent: int, way: int, steps: int, held: str, on: int) -> None:
    s.agenda.append(("step", agent, way, steps, None, held if on else ""))


@does("step")
def step(s: State, out: Out, agent: int, way: int, steps: int, carry: str | None, held: str) -> None:
    era = s.pawns[agent] = (s.pawns[agent] + way) % 7
    out.append(AgentMoved(agent, era))
    if held:
        duplicates.move(s, out, held, era)  # destroyed on entering its era, on the way too [AMB-27]
        carry, held = None, held if held in s.dups else ""
    s.agenda.append(("walk", agent, way, steps - 1, carry, held))


@does("jump")
def jump(s: State, out: Out, carry: str | None, agent: int, era: int) -> None:
    here = s.pawns[agent]
    liftable = () if carry is None or (carry == "vortex" and not s.vortex[here]) else duplicates_on(s, here)
    if liftable and era != here:
        pick(s, "duplicate", (*liftable, ""), ("land-with", agent, era))
    else:
        s.agenda.append(("land-with", agent, era, ""))


@does("land-with")
def land_with(s: State, out: Out, agent: int, era: int, held: str) -> None:
    s.pawns[agent] = era
    out.append(AgentMoved(agent, era))
    if held:
        duplicates.move(s, out, held, era)


@does("swap")
def swap(s: State, out: Out, what: str, place: str | None, other: str | None) -> None:
    """Two pieces exchange their places [TERM-11]."""
    if what == "agent":
        pick(s, "agent", others(s), ("swap-agents", s.actor))
        return
    assert place is not None
    near = tuple([token for token, era in s.dups.items() if era in places(s, place)])
    if what == "agent-duplicate":
        pick(s, "duplicate", near, ("swap-with", s.actor))
    else:
        assert other is not None
        pick(s, "duplicate", near, ("swap-first", other))


@does("swap-agents")
def swap_agents(s: State, out: Out, one: int, other: int) -> None:
    s.pawns[one], s.pawns[other] = s.pawns[other], s.pawns[one]
    out += (AgentMoved(one, s.pawns[one]), AgentMoved(other, s.pawns[other]))


@does("swap-with")
def swap_with(s: State, out: Out, agent: int, token: str) -> None:
    if token in s.dups:
        here = s.pawns[agent]
        s.pawns[agent] = s.dups[token]
        out.append(AgentMoved(agent, s.pawns[agent]))
        duplicates.move(s, out, token, here)


@does("swap-first")
def swap_first(s: State, out: Out, other: str, one: str) -> None:
    far = places(s, other)
    pick(s, "duplicate", tuple([token for token, era in s.dups.items() if era in far and token != one]), ("swap-duplicates", one))


@does("swap-duplicates")
def swap_duplicates(s: State, out: Out, one: str, other: str) -> None:
    if one in s.dups and other in s.dups:
        here, there = s.dups[one], s.dups[other]
        duplicates.move(s, out, one, there)
        duplicates.move(s, out, other, here)


# -- cards -----------------------------------------------------------------------------------------------------


@does("draw")
def draw(s: State, out: Out, n: int, who: str) -> None:
    if who == "me":
        s.agenda.append(("draw-cards", n, s.actor))
    elif who == "another-agent":
        pick(s, "agent", others(s), ("draw-cards", n))
    else:
        s.agenda.append(("draw-all", n, tuple(range(len(s.pawns)))))


@does("draw-all")
def draw_all(s: State, out: Out, n: int, left: tuple[int, ...]) -> None:
    """Several players draw, one after another, in an order they choose [EFF-08]."""
    pick(s, "agent", left, ("draw-next", n, left))


@does("draw-next")
def draw_next(s: State, out: Out, n: int, left: tuple[int, ...], agent: int) -> None:
    s.agenda += (("draw-all", n, tuple([other for other in left if other != agent])), ("draw-cards", n, agent))


def untracked(s: State, out: Out, what: str) -> bool:
    """Whether this part needs cards that stay on the table; the players are told that it is theirs."""
    if s.setting.tracks_hands:
        return False
    out.append(LeftToPlayers(what))
    return True


@does("discard")
def discard(s: State, out: Out, n: int) -> None:
    if not untracked(s, out, "discard"):
        _times(s, n, ("discard-one", s.actor))


@does("discard-one")
def discard_one(s: State, out: Out, agent: int) -> None:
    """It may be exhausted, and it may be the card in use [EFF-11]."""
    pick(s, "card", hand(s, agent), ("discard-it", agent))


@does("discard-it")
def discard_it(s: State, out: Out, agent: int, card: str) -> None:
    if decks.out_of_hand(s, agent, card):
        decks.discard(s, out, agent, card)


@does("destroy-card")
def destroy_card(s: State, out: Out, n: int, origin: str) -> None:
    if origin == "available" or not untracked(s, out, "destroy-card"):
        _times(s, n, ("destroy-card-one", origin))


@does("destroy-card-one")
def destroy_card_one(s: State, out: Out, origin: str) -> None:
    pick(s, "card", _origin(s, origin), ("destroy-card-it", origin))


@does("destroy-card-it")
def destroy_card_it(s: State, out: Out, origin: str, card: str) -> None:
    if _take_from(s, origin, card):
        decks.destroy(s, out, card)


@does("add-to-deck")
def add_to_deck(s: State, out: Out, n: int, origin: str) -> None:
    _times(s, n, ("add-to-deck-one", origin))


@does("add-to-deck-one")
def add_to_deck_one(s: State, out: Out, origin: str) -> None:
    pick(s, "card", _origin(s, origin), ("add-to-deck-it", origin))


@does("add-to-deck-it")
def add_to_deck_it(s: State, out: Out, origin: str, card: str) -> None:
    if _take_from(s, origin, card):
        decks.add_to_deck(s, out, s.actor, card)


def _origin(s: State, origin: str) -> tuple[str, ...]:
    """The cards that an effect can choose from."""
    if origin == "hand":
        return hand(s, s.actor)
    if origin == "available":
        return tuple(dict.fromkeys(s.available[s.pawns[s.actor]]))
    if origin == "discard":
        return s.discard[decks.deck_of(s, s.actor)]
    return s.destroyed[-1:]


def _take_from(s: State, origin: str, card: str) -> bool:
    """Whether it was still there: a correction by hand may have moved it."""
    if card not in _origin(s, origin):
        return False
    if origin == "hand":
        return decks.out_of_hand(s, s.actor, card)
    if origin == "available":
        here = s.pawns[s.actor]
        s.available[here] = decks.without(s.available[here], card)
    elif origin == "discard":
        deck = decks.deck_of(s, s.actor)
        s.discard[deck] = decks.without(s.discard[deck], card)
    else:
        s.destroyed = s.destroyed[:-1]
    return True


@does("apply-card")
def apply_card(s: State, out: Out, origin: str, after: str) -> None:
    """The effect of a card that is not in your hand [EFF-03], or of one in another agent's [EFF-04]."""
    if origin == "hand-of-another":
        if untracked(s, out, "apply-card"):
            return
        holders = tuple([agent for agent in others(s) if _usable(s, agent, after)])
        pick(s, "agent", holders, ("apply-theirs", after))
    elif origin == "available" or not untracked(s, out, "apply-card"):
        known = tuple([card for card in _origin(s, origin) if card not in s.running and card[0] != "?"])
        pick(s, "card", known, ("apply-it", origin, after))


@does("apply-theirs")
def apply_theirs(s: State, out: Out, after: str, agent: int) -> None:
    pick(s, "card", _usable(s, agent, after), ("apply-from-hand", after, agent))


def _usable(s: State, agent: int, after: str) -> tuple[str, ...]:
    """A card that stays in hand is exhausted by it, so it must be ready [AMB-41]; none is applied inside itself."""
    cards = s.ready[agent] if after == "keep" else hand(s, agent)
    return tuple([card for card in cards if card not in s.running])


@does("apply-from-hand")
def apply_from_hand(s: State, out: Out, after: str, agent: int, card: str) -> None:
    if not decks.out_of_hand(s, agent, card):
        return
    out.append(CardUsed(agent, card))
    if after == "keep":
        s.spent[agent] += (card,)
    elif after == "discard":
        decks.discard(s, out, agent, card)
    else:
        decks.destroy(s, out, card)
    apply_effect(s, agent, card, s.setting.box.cards[card].effect)


@does("apply-it")
def apply_it(s: State, out: Out, origin: str, after: str, card: str) -> None:
    if after != "keep" and _take_from(s, origin, card):
        if after == "discard":
            decks.discard(s, out, s.actor, card)
        else:
            decks.destroy(s, out, card)
    out.append(CardUsed(s.actor, card))
    apply_effect(s, s.actor, card, s.setting.box.cards[card].effect)


# -- or, you can, if -------------------------------------------------------------------------------------------


@does("choose")
def choose(s: State, out: Out, options: tuple[Effect, ...]) -> None:
    """Exactly one of them [TERM-02], also one that cannot be done [AMB-53]."""
    pick(s, "option", tuple(range(len(options))), ("chosen", options))


@does("chosen")
def chosen(s: State, out: Out, options: tuple[Effect, ...], option: int) -> None:
    s.agenda.extend(reversed(options[option]))


@does("optional")
def optional(s: State, out: Out, effect: Effect) -> None:
    """You can [TERM-03]."""
    pick(s, "option", (1, 0), ("if-wanted", effect))


@does("if-wanted")
def if_wanted(s: State, out: Out, effect: Effect, wanted: int) -> None:
    if wanted:
        s.agenda.extend(reversed(effect))


@does("if-agent")
def if_agent(s: State, out: Out, effect: Effect, place: str) -> None:
    """Another agent there is enough; more do not multiply it [EFF-17]."""
    there = places(s, place)
    if any(s.pawns[agent] in there for agent in others(s)):
        s.agenda.extend(reversed(effect))


