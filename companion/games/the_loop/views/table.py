"""The table of The LOOP as a glance must find it: what lies where, who may do what, all of it as types.

May import: companion.engine, the rules of this game; never Kivy. Nothing here has a
language: pieces are told by their ids and by their entries in the box, and whoever shows them applies the
words.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from companion.engine import Input, Question, Scene
from companion.games.the_loop.rules import vortexes
from companion.games.the_loop.rules.ending import CYCLES
from companion.games.the_loop.rules.eras import ERAS
from companion.games.the_loop.rules.labels import side_is_ours
from companion.games.the_loop.rules.pieces import Box, Mission
from companion.games.the_loop.rules.state import HIDDEN, NO_TILE, State, energy_pool, rift_pool
from companion.games.the_loop.rules.vocabulary import Effect

TURNS = CYCLES * len(ERAS)
TILES_TO_WIN = 4
VORTEX_TILES, MOST_RIFTS = vortexes.TILES, vortexes.MOST
NO_LIMIT = 1000
"""More cubes than any box has: a pool that is agreed to be endless."""
LOOPED = ("spiral", "star", "stripe")
"""The dimensions that a LOOP makes ready again."""


@dataclass(frozen=True, slots=True)
class Token:
    """A duplicate: it is told by the era on which it is destroyed."""

    id: str
    home: int
    supa: bool
    invented: bool = False


@dataclass(frozen=True, slots=True)
class Tile:
    """What lies on an era's outer spot."""

    kind: Literal["mission", "hidden", "vortex", "none"]
    mission: Mission | None = None
    done: int = 0
    spaces: tuple[int, ...] | None = None
    """On tiles with a space per era: the eras that have their cube."""
    invented: bool = False

    @property
    def goal(self) -> int:
        return self.mission.threshold if self.mission else 0

    @property
    def complete(self) -> bool:
        return self.mission is not None and self.done >= self.goal


@dataclass(frozen=True, slots=True)
class UltraView:
    """A card of the Ultramachina mode on an era."""

    id: str
    effect: Effect
    damage: int
    spaces: int
    invented: bool = False


@dataclass(frozen=True, slots=True)
class EraView:
    index: int
    colour: str
    shape: str
    rifts: int
    energy: int
    perpetual: int
    tokens: tuple[Token, ...]
    agents: tuple[int, ...]
    cards: tuple[CardView, ...]
    """Those that lie available; `?3` is one of which only the era is known."""
    tile: Tile
    centrifuge: str
    """The dimension that a centrifuge on this era shows, or ""."""
    centrifuge_invented: bool
    centrifuge_damage: int
    ultras: tuple[UltraView, ...]
    front: bool
    """Dr Foo is here."""
    reached: bool
    """A cube can land here in the next drop."""
    answers: tuple[Input, ...]
    """What touching this era would answer to the open question."""

    @property
    def full(self) -> bool:
        """One more rift opens a vortex, or ends the game."""
        return self.rifts >= MOST_RIFTS

    @property
    def torn(self) -> bool:
        return self.tile.kind == "vortex"


@dataclass(frozen=True, slots=True)
class Hq:
    cycle: int
    per_cycle: tuple[int, ...]
    turn: int
    turns: int
    foo: tuple[tuple[int, bool], ...]
    """Foo cards: era, and whether it was seen in this cycle."""
    archived: int
    goal: int
    vortexes_left: int
    mega: bool
    counts: tuple[tuple[str, int | None], ...]
    """Id of a pile and how many lie there; None: it is not tracked."""

    def count(self, pile: str) -> int | None:
        return dict(self.counts)[pile]


@dataclass(frozen=True, slots=True)
class CardView:
    id: str
    era: int
    dimension: str
    """Empty: nobody has told the app yet."""
    effect: Effect
    ready: bool = True
    answer: Input | None = None
    invented: bool = False
    text: bool = False
    """Its owner wrote it down in words of their own."""


@dataclass(frozen=True, slots=True)
class LoopOffer:
    """The LOOP of one dimension: what it would make ready, and the answer if it can be done."""

    dimension: str
    cards: int
    """Cards of it in hand."""
    readies: int
    """Those of them that are exhausted."""
    answer: Input | None

    @property
    def figure(self) -> str:
        """How many; one that readies nothing warns [LOOP-03]."""
        return f"×{self.readies}" if self.readies or self.answer is None else "×0!"


@dataclass(frozen=True, slots=True)
class AgentView:
    index: int
    id: str
    era: int
    full: bool
    tracked: bool
    """Its cards are known; otherwise they lie on the real table alone."""
    draw: int
    discard: int
    ability: Effect
    invented: bool
    """What it can do is ours."""
    start_invented: bool
    """So is the era on which it begins."""
    ability_answer: Input | None
    claim: Input | None
    """The claim of a clean era, when it can be made."""
    cards: tuple[CardView, ...]
    moves: tuple[Input, ...]
    free_moves: tuple[Input, ...]
    loops: tuple[LoopOffer, ...]
    price: int


@dataclass(frozen=True, slots=True)
class TableView:
    eras: tuple[EraView, ...]
    hq: Hq
    agent: AgentView
    others: tuple[AgentView, ...]
    phase: int
    inside: tuple[int, int]
    """Rifts and energy in the machine."""
    lightly: bool = False
    """Energy and cards are the players' own affair."""
    bag: tuple[tuple[int, Token], ...] = ()
    """Duplicates that the bag may bring, each with the era on which it appears."""

    @property
    def agents(self) -> tuple[AgentView, ...]:
        """In the order of their places."""
        return tuple(sorted((self.agent, *self.others), key=lambda agent: agent.index))

    @property
    def foo(self) -> int | None:
        """Where Dr Foo is."""
        return next((era.index for era in self.eras if era.front), None)


def table(scene: Scene, seat: int | None = None) -> TableView:
    """What a seat may know: in The LOOP everybody knows everything [CARD-04, CARD-18]."""
    s: State = scene.state
    question = s.asked[0] if s.asked else None
    agents = tuple(_agent(s, question, index) for index in range(len(s.pawns)))
    return TableView(
        eras=tuple(_era(s, question, index) for index in range(7)),
        hq=_hq(s),
        agent=agents[s.active],
        others=tuple(agent for agent in agents if agent.index != s.active),
        phase=s.phase,
        inside=(s.inside, s.extra.energy_inside),
        lightly=s.setting.light,
        bag=tuple((s.setting.box.tokens[one][0], _token(s.setting.box, one)) for one in s.bag),
    )


# -- the ring ----


def _era(s: State, question: Question | None, index: int) -> EraView:
    entry, extra, box = s.setting.box.eras[index], s.extra, s.setting.box
    answers = question.answers if question else ()
    return EraView(
        index=index,
        colour=entry.colour,
        shape=entry.shape,
        rifts=s.rifts[index],
        energy=s.energy[index],
        perpetual=extra.perpetual[index],
        tokens=tuple(_token(box, token) for token, at in sorted(s.dups.items()) if at == index),
        agents=tuple(agent for agent, at in enumerate(s.pawns) if at == index),
        cards=tuple(card_of(box, card) for card in s.available[index]),
        tile=_tile(s, index),
        centrifuge=extra.centrifuges[index],
        centrifuge_invented=side_is_ours(s.setting, extra.centrifuges[index]),
        centrifuge_damage=sum(extra.centrifuge_damage[index]),
        ultras=tuple(_ultra(s, ultra) for ultra in extra.ultras[index]),
        front=s.foo == index,
        reached=s.foo >= 0 and (index - s.foo) % 7 in (6, 0, 1),
        answers=tuple(answer for answer in answers if era_of(s, answer) == index),
    )


def _token(box: Box, token: str) -> Token:
    ours = token in box.invented_tokens or ("supa", token) in box.invented
    return Token(token, home_of(box, token), token in box.supas, ours)


def home_of(box: Box, token: str) -> int:
    """The destruction era of a duplicate."""
    return box.supas[token] if token in box.supas else box.tokens[token][1]


def _ultra(s: State, ultra: str) -> UltraView:
    entry = s.setting.box.ultras[ultra]
    cubes = dict(s.extra.ultra_damage).get(ultra, (0, 0))
    return UltraView(
        ultra, entry.effect, sum(cubes), entry.spaces, ("ultra", ultra) in s.setting.box.invented
    )


def _tile(s: State, index: int) -> Tile:
    tile = s.tiles[index]
    if s.vortex[index]:
        return Tile("vortex")
    if tile in (NO_TILE, HIDDEN):
        return Tile("hidden" if tile else "none")
    mission, cubes = s.setting.box.missions[tile], s.damage[index]
    spaces = cubes if mission.spaces == "per-era" else None
    return Tile("mission", mission, len(cubes), spaces, ("mission", tile) in s.setting.box.invented)


# -- HQ ----


def _hq(s: State) -> Hq:
    tracked = bool(s.huge) or bool(s.destroyed)
    return Hq(
        cycle=s.cycle,
        per_cycle=s.setting.box.duplicates_per_cycle,
        turn=s.turn,
        turns=TURNS,
        foo=tuple((era, era in s.seen) for era in range(7)),
        archived=len(s.archived),
        goal=TILES_TO_WIN,
        vortexes_left=VORTEX_TILES - sum(s.vortex),
        mega=s.setting.mega,
        counts=(
            ("huge-deck", len(s.huge) if tracked else None),
            ("destroyed", len(s.destroyed) if tracked else None),
            ("bag", len(s.bag)),
            ("rift-pool", rift_pool(s)),
            ("energy-pool", energy_pool(s)),
        ),
    )


# -- agents ----


def _agent(s: State, question: Question | None, index: int) -> AgentView:
    entry, box = s.setting.abilities[index], s.setting.box
    mine = question.answers if question and question.main and index == s.active else ()
    deck = min(index, len(s.draw) - 1)
    cards = tuple(
        card_of(box, card, ready, mine)
        for ready, pile in ((True, s.ready[index]), (False, s.spent[index]))
        for card in pile
    )
    return AgentView(
        index=index,
        id=entry.id,
        era=s.pawns[index],
        full=s.full[index],
        tracked=s.setting.tracks_hands,
        draw=len(s.draw[deck]) + len(s.top[deck]),
        discard=len(s.discard[deck]),
        ability=entry.effect,
        invented="ability" in box.invented_of("agent", entry.id),
        start_invented="start" in box.invented_of("agent", entry.id),
        ability_answer=_of_kind(mine, "UseAbility"),
        claim=_of_kind(mine, "ClaimCleanEra"),
        cards=cards,
        moves=tuple(answer for answer in mine if answer.kind == "Move"),
        free_moves=tuple(answer for answer in mine if answer.kind == "FreeMove"),
        loops=tuple(_loop(cards, mine, dimension) for dimension in LOOPED),
        price=s.loops + 1,
    )


def _loop(cards: tuple[CardView, ...], mine: tuple[Input, ...], dimension: str) -> LoopOffer:
    alike = [card for card in cards if card.dimension == dimension]
    answer = next((one for one in mine if one.kind == "Loop" and one.dimension == dimension), None)
    return LoopOffer(dimension, len(alike), sum(not card.ready for card in alike), answer)


def card(scene: Scene, card: str) -> CardView:
    """What is known of a card, wherever it lies."""
    s: State = scene.state
    return card_of(s.setting.box, card)


def mission(scene: Scene, tile: str) -> Mission | None:
    s: State = scene.state
    return s.setting.box.missions.get(tile)


def stands_on(scene: Scene, token: str) -> int | None:
    """The era of a duplicate on the board."""
    s: State = scene.state
    return s.dups.get(token)


def card_of(box: Box, card: str, ready: bool = True, mine: tuple[Input, ...] = ()) -> CardView:
    """A card as its box has it; one that the box does not have is known by its era at most."""
    entry = box.cards.get(card)
    answer = next((one for one in mine if one.kind == "UseCard" and one.card == card), None)
    if entry is None:
        era = int(card[1]) if card.startswith("?") else -1
        return CardView(card, era, "", (), ready, answer)
    ours, text, sign = ("card", card) in box.invented, bool(entry.text), entry.dimension or ""
    return CardView(card, entry.era, sign, entry.effect, ready, answer, ours, text)


def _of_kind(answers: tuple[Input, ...], kind: str) -> Input | None:
    return next((answer for answer in answers if answer.kind == kind), None)


def era_of(s: State, answer: Input) -> int | None:
    """The era that an answer points at, so that it can be given by touching the ring."""
    era: int | None = None
    match answer.kind:
        case "Move" | "FreeMove":
            era = answer.to
        case "PickEra" | "FooRevealed":
            era = answer.era if answer.era >= 0 else None
        case "PickDuplicate":
            era = s.dups.get(answer.token)
        case "PickAgent":
            era = s.pawns[answer.agent]
        case "DuplicateDrawn" if answer.token in s.setting.box.tokens:
            era = s.setting.box.tokens[answer.token][0]
        case "CardRevealed":
            at = card_of(s.setting.box, answer.card).era
            era = at if at >= 0 else None
    return era
