"""The table screen of The LOOP: everything that a glance must find, worked out of a position.

May import: companion.engine, companion.words; never Kivy. Widgets draw these values and know no rule.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from companion.engine import Game, Input, Plain, Question, State
from companion.games.the_loop.rules import Seen, compile_effect
from companion.words import Speech, Words, describe_effect, describe_mission

TURNS = 21
TILES_TO_WIN = 4
VORTEX_TILES = 3
MOST_RIFTS = 3
NO_LIMIT = 1000
"""More cubes than any box has: a pool that is agreed to be endless."""


@dataclass(frozen=True, slots=True)
class Token:
    """A duplicate: it is told by the era on which it is destroyed."""

    id: str
    home: int
    supa: bool


@dataclass(frozen=True, slots=True)
class Tile:
    """What lies on an era's outer spot: `mission`, `hidden`, `vortex` or `none`."""

    kind: str
    name: str = ""
    done: int = 0
    goal: int = 0
    spaces: tuple[int, ...] | None = None
    """On tiles with a space per era: the eras that have their cube."""
    text: str = ""
    """What a mission asks for."""

    @property
    def complete(self) -> bool:
        return self.kind == "mission" and self.done >= self.goal


@dataclass(frozen=True, slots=True)
class EraView:
    index: int
    name: str
    colour: str
    shape: str
    rifts: int
    energy: int
    perpetual: int
    tokens: tuple[Token, ...]
    agents: tuple[int, ...]
    cards: tuple[str, ...]
    tile: Tile
    centrifuge: str
    """The dimension that a centrifuge on this era shows, or ""."""
    ultras: tuple[str, ...]
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
    counts: tuple[tuple[str, int | None], ...]
    """Name of a pile and how many lie there; None: it is not tracked."""


@dataclass(frozen=True, slots=True)
class CardView:
    id: str
    name: str
    dimension: str
    text: str
    ready: bool
    answer: Input | None


@dataclass(frozen=True, slots=True)
class AgentView:
    index: int
    name: str
    initials: str
    era: str
    full: bool
    draw: int
    discard: int
    ability: str
    ability_answer: Input | None
    claim: Input | None
    """The claim of a clean era, when it can be made."""
    cards: tuple[CardView, ...]
    moves: tuple[Input, ...]
    free_moves: tuple[Input, ...]
    loops: tuple[tuple[str, str, int, Input | None], ...]
    """Dimension, its name, cards of it in hand, and the LOOP if it can be done."""
    price: int


@dataclass(frozen=True, slots=True)
class TableView:
    eras: tuple[EraView, ...]
    hq: Hq
    agent: AgentView
    others: tuple[AgentView, ...]
    phase: int
    simulated: bool
    inside: tuple[int, int]
    """Rifts and energy in the machine."""
    foo: str
    """What Dr Foo is called."""


class TablePresenter:
    """One game in one language."""

    def __init__(self, game: Game, words: Words) -> None:
        self.game = game
        self.words = words

    def show(self, state: State, simulated: bool = False) -> TableView:
        view: Seen = self.game.view(state, None)
        asked = self.game.awaited(state)
        question = asked[0] if asked else None
        box = pieces_of(self.game, state)
        active = view["active"]
        agents = tuple(self._agent(state, view, box, question, index) for index in range(len(view["pawns"])))
        return TableView(
            eras=tuple(self._era(state, view, box, question, index) for index in range(7)),
            hq=self._hq(view, box),
            agent=agents[active],
            others=tuple(agent for agent in agents if agent.index != active),
            phase=view["phase"],
            simulated=simulated,
            inside=(view["inside"], view["extra"].get("energy-inside", 0)),
            foo=self.words.say("piece.foo"),
        )

    # -- the ring ----

    def _era(self, state: State, view: Seen, box: Plain, question: Question | None, index: int) -> EraView:
        entry, extra, foo = box["era"][index], view["extra"], view["foo"]
        return EraView(
            index=index,
            name=self._label(state, "era", index),
            colour=entry["colour"],
            shape=entry["shape"],
            rifts=view["rifts"][index],
            energy=view["energy"][index],
            perpetual=extra.get("perpetual", [0] * 7)[index],
            tokens=tuple(
                Token(token, _home(box, token), token.startswith("supa"))
                for token, at in sorted(view["dups"].items())
                if at == index
            ),
            agents=tuple(agent for agent, at in enumerate(view["pawns"]) if at == index),
            cards=tuple(self._label(state, "card", card) for card in view["available"][index]),
            tile=self._tile(state, view, box, index),
            centrifuge=extra.get("centrifuges", [""] * 7)[index],
            ultras=tuple(self._label(state, "ultra", one) for one in extra.get("ultras", [[]] * 7)[index]),
            front=foo == index,
            reached=foo >= 0 and (index - foo) % 7 in (6, 0, 1),
            answers=tuple(answer for answer in question.answers if era_of(view, box, answer) == index)
            if question
            else (),
        )

    def _tile(self, state: State, view: Seen, box: Plain, index: int) -> Tile:
        tile = view["tiles"][index]
        if view["vortex"][index]:
            return Tile("vortex")
        if tile in ("", "hidden"):
            return Tile("hidden" if tile else "none")
        mission = entry_of(box, "mission", tile)
        cubes = view["damage"][index]
        per_era = mission.get("spaces") == "per-era"
        return Tile(
            "mission",
            self._label(state, "mission", tile),
            len(cubes),
            mission["threshold"],
            tuple(cubes) if per_era else None,
            describe_mission(self.words, mission),
        )

    # -- HQ ----

    def _hq(self, view: Seen, box: Plain) -> Hq:
        tracked = bool(view["huge"]) or bool(view["destroyed"])
        return Hq(
            cycle=view["cycle"],
            per_cycle=tuple(box["hq"]["cycles"]["duplicates"]),
            turn=view["turn"],
            turns=TURNS,
            foo=tuple((era, era in view["seen"]) for era in range(7)),
            archived=len(view["archived"]),
            goal=TILES_TO_WIN,
            vortexes_left=VORTEX_TILES - sum(view["vortex"]),
            counts=(
                ("huge-deck", len(view["huge"]) if tracked else None),
                ("destroyed", len(view["destroyed"]) if tracked else None),
                ("bag", len(view["bag"])),
                ("rift-pool", view["pools"]["rifts"]),
                ("energy-pool", view["pools"]["energy"]),
            ),
        )

    # -- agents ----

    def _agent(
        self, state: State, view: Seen, box: Plain, question: Question | None, index: int
    ) -> AgentView:
        entry = entry_of(box, "agent", view["agents"][index])
        mine = question.answers if question and question.main and index == view["active"] else ()
        deck = min(index, len(view["draw"]) - 1)
        cards = tuple(
            self._card(state, box, card, ready, mine)
            for ready, pile in ((True, view["ready"][index]), (False, view["spent"][index]))
            for card in pile
        )
        name = self._label(state, "agent", index)
        return AgentView(
            index=index,
            name=name,
            initials="".join(word[0] for word in name.replace("-", " ").split())[:2].upper(),
            era=self._label(state, "era", view["pawns"][index]),
            full=view["full"][index],
            draw=len(view["draw"][deck]) + len(view["top"][deck]),
            discard=len(view["discard"][deck]),
            ability=self._effect(entry.get("ability", {}).get("effect", ())),
            ability_answer=_of_kind(mine, "UseAbility"),
            claim=_of_kind(mine, "ClaimCleanEra"),
            cards=cards,
            moves=tuple(answer for answer in mine if answer.kind == "Move"),
            free_moves=tuple(answer for answer in mine if answer.kind == "FreeMove"),
            loops=tuple(
                (
                    dimension,
                    self._label(state, "dimension", dimension),
                    sum(card.dimension == dimension for card in cards),
                    next((one for one in mine if one.kind == "Loop" and one.dimension == dimension), None),
                )
                for dimension in ("spiral", "star", "stripe")
            ),
            price=view["loops"] + 1,
        )

    def _card(self, state: State, box: Plain, card: str, ready: bool, mine: tuple[Input, ...]) -> CardView:
        entry = entry_of(box, "card", card)
        return CardView(
            id=card,
            name=self._label(state, "card", card),
            dimension=entry.get("dimension") or "",
            text=self._effect(entry.get("effect", ())),
            ready=ready,
            answer=next((one for one in mine if one.kind == "UseCard" and one.card == card), None),
        )

    def _label(self, state: State, field: str, value: Any) -> str:
        return Speech(self.words, self.game, state).name(field, value)

    def _effect(self, effect: Plain) -> str:
        return describe_effect(self.words, compile_effect(effect)) if effect else ""


def pieces_of(game: Game, state: State) -> Plain:
    """The box, with what was learned in this game before what shipped."""
    box: dict[str, Any] = dict(game.box)
    for kind, entries in game.learned(state).items():
        box[kind] = [*reversed(entries), *box[kind]]
    return box


def entry_of(box: Plain, kind: str, name: str) -> dict[str, Any]:
    return next((entry for entry in box[kind] if entry["id"] == name), {})


def _home(box: Plain, token: str) -> int:
    """The destruction era of a duplicate."""
    if token.startswith("supa"):
        ids = [entry["id"] for entry in box["era"]]
        return ids.index(entry_of(box, "supa", token)["era"])
    return int(token.partition(">")[2][0])


def era_of(view: Seen, box: Plain, answer: Input) -> int | None:
    """The era that an answer points at, so that it can be given by touching the ring."""
    match answer.kind:
        case "Move" | "FreeMove":
            era: int = answer.to
        case "PickEra" | "FooRevealed":
            era = answer.era
            return era if era >= 0 else None
        case "PickDuplicate":
            return view["dups"].get(answer.token)
        case "PickAgent":
            era = view["pawns"][answer.agent]
        case "DuplicateDrawn" if ">" in answer.token:
            era = int(answer.token[0])
        case "CardRevealed" if answer.card.startswith("?"):
            era = int(answer.card[1])
        case "CardRevealed":
            eras = [entry["id"] for entry in box["era"]]
            at = entry_of(box, "card", answer.card).get("era")
            return eras.index(at) if at in eras else at if isinstance(at, int) else None
        case _:
            return None
    return era


def _of_kind(answers: tuple[Input, ...], kind: str) -> Input | None:
    return next((answer for answer in answers if answer.kind == kind), None)
