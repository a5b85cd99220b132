"""The workshop of Cyberion: everything that a glance must find, and what is asked now.

May import: companion.engine, companion.words; never Kivy. Widgets draw these values and know no rule.

A robot card is written `cyclobot-3`, with `any` for a half that is free; a machine begins with its tier,
`II-3-cyclobot`. What a touch can do is always one of the answers that the game offers.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, TypeAlias

from companion.engine import CHANCE, Applied, Input, Question, Scene
from companion.games.cyberion.rules import UNDRAWN, models_of, pieces
from companion.games.cyberion.rules.pieces import Requirement
from companion.words import Speech, Words

from .seen import Seen, look

Kind: TypeAlias = pieces.Kind
Need: TypeAlias = Requirement
"""What a machine takes, number by number."""
ANY = "any"
BABY = "bebe"
UNKNOWN = "?"
ROWS = ("flash", "platform", "stock")
"""From the top, as they lie on the table."""
ROW_LIMIT, LEVELS, VALVES = pieces.ROW_LIMIT, len(pieces.LEVELS), pieces.VALVES
SIZES = ("1", "2", "3", "4", "5")
ON_A_ROBOT = ("Trigger", "Discard", "Pilot")
ON_A_MACHINE = ("ReplaceMicrobot", "SwapMicrobots", "RemoveMachine")
"""Actions that begin with a touch on what they are about."""
FROM_A_GRID = ("RobotDrawn", "Recover")
"""Answers that are one robot out of many: model and size are touched."""


@dataclass(frozen=True, slots=True)
class ModelView:
    id: str
    name: str
    colour: str
    shape: str
    level: int
    does: str
    """Its ability at this level."""
    price: int
    """Machines for the next level; 0 at the highest."""
    upgrade: Input | None
    interference: int


@dataclass(frozen=True, slots=True)
class RobotView:
    code: str
    name: str
    size: str
    """A digit, or a sign where it is free."""
    shape: str
    colour: str
    row: str = ""
    usable: bool = False
    """Something can be done with it now."""


@dataclass(frozen=True, slots=True)
class MachineView:
    slot: int
    name: str
    """The place in the factory, in words."""
    tier: str
    text: str
    need: Need
    """The same as it is drawn."""
    invented: bool
    ready: bool
    """Can be repaired now."""
    prepared: bool
    bug: str
    """Its microbot: a model, a digit, or nothing."""
    microbot: str
    """The same in words."""
    whose: str
    """Two players: whose individual machine; empty where it is everybody's."""
    owner: int
    """Their seat, or -1."""
    mine: bool


@dataclass(frozen=True, slots=True)
class PileView:
    """What lies open: everybody may look through it."""

    name: str
    robots: tuple[RobotView, ...] = ()
    said: str = ""
    """In words, where it is no robots."""


@dataclass(frozen=True, slots=True)
class WorkshopView:
    turn: int
    seat: int
    who: str
    alone: bool
    models: tuple[ModelView, ...]
    rows: tuple[tuple[str, str, tuple[RobotView, ...]], ...]
    """Id, name and robots of each row, from the top."""
    factory: tuple[MachineView | None, ...]
    valves: int
    battery: bool
    support: tuple[tuple[ModelView, Input | None], ...]
    piles: tuple[tuple[str, str], ...]
    """Decks and piles: name and number."""
    extras: tuple[tuple[str, str], ...]
    """What the expansions bring: name and state."""
    open: tuple[PileView, ...]
    """Discard pile, known cards of the deck, Limbots, Gigantobots and who is aboard."""
    damage: int
    """Of the Gigantobots, which costs valves at the end."""
    stand_in: bool
    to_go: int
    """Machines that are still to be repaired."""


@dataclass(frozen=True, slots=True)
class AnswerOption:
    text: str
    under: str
    answer: Input
    cards: tuple[RobotView, ...] = ()
    """Robots that it takes, to be drawn."""
    row: str = ""
    card: str = ""
    slot: int | None = None


@dataclass(frozen=True, slots=True)
class Next:
    """The large button; `act` is empty while something must be chosen first."""

    text: str
    act: str = ""
    answer: Input | None = None
    danger: bool = False


@dataclass(frozen=True, slots=True)
class QuestionView:
    """What is asked. `kind`: `act`, `list`, `grid`, `machine` or `over`."""

    kind: str
    who: str
    title: str
    next: Next
    options: tuple[AnswerOption, ...] = ()
    grid: frozenset[str] = frozenset()
    """Robots that may be touched in a grid of models and sizes."""
    warning: str = ""
    tier: str = ""
    """Of the machine that is asked for."""


class WorkshopPresenter:
    """In one language."""

    def __init__(self, words: Words) -> None:
        self.words = words

    # -- the table ----------------------------------------------------------------------------------------

    def show(self, scene: Scene, seat: int | None = None) -> WorkshopView:
        view, speech = look(scene, seat), Speech.of(self.words, scene)
        asked = scene.game.awaited(scene.state)
        question = asked[0] if asked else None
        answers = question.answers if question else ()
        models = self._models(view, speech, answers)
        return WorkshopView(
            turn=view.turn,
            seat=view.seat,
            who=speech.name("seat", view.seat),
            alone=view.options["players"] == 1,
            models=tuple(models.values()),
            rows=tuple(
                (row, speech.name("row", row), self._row(speech, cards, row, answers))
                for row, cards in zip(ROWS, (view.flash, view.platform, view.stock), strict=True)
            ),
            factory=tuple(self._machine(view, speech, slot, answers) for slot in range(len(view.factory))),
            valves=view.valves,
            battery=view.battery,
            support=tuple(
                (
                    models[model],
                    next((one for one in answers if one == scene.game.inputs["UseSupport"](model)), None),
                )
                for model in view.support
            ),
            piles=tuple(
                (self.words.say(f"workshop.pile.{name}"), str(count))
                for name, count in (
                    ("robots", view.robots_left),
                    ("discard", len(view.discard)),
                    ("machines", view.machines_left),
                    ("xp", view.xp),
                )
            ),
            extras=self._extras(view),
            open=tuple(self._open(view, speech)),
            damage=view.damage,
            stand_in=view.stand_in,
            to_go=view.machines_to_go,
        )

    def _models(self, view: Seen, speech: Speech, answers: tuple[Input, ...]) -> dict[str, ModelView]:
        upgrades = {one.model: one for one in answers if one.kind == "Upgrade"}
        found = {}
        for place, entry in enumerate(models_of(speech.state)):
            model, level = entry.id, view.levels[place]
            found[model] = ModelView(
                model,
                speech.name("model", model),
                entry.colour,
                entry.shape,
                level,
                self.does(model, level),
                level if level < LEVELS else 0,
                upgrades.get(model),
                view.interference[place],
            )
        return found

    def does(self, model: str, level: int) -> str:
        return self.words.say(f"workshop.does.{model}-{level}" if level > 1 else "workshop.does.nothing")

    def robot(self, speech: Speech, code: str, row: str = "", usable: bool = False) -> RobotView:
        model, _, size = code.rpartition("-")
        if model == BABY:
            model, size = size, BABY
        drawn = next((one for one in models_of(speech.state) if one.id == model), None)
        shown = size if size in SIZES else self.words.say(f"workshop.size.{size if size else UNKNOWN}")
        return RobotView(
            code,
            speech.name("card", code),
            shown if code != UNKNOWN else UNKNOWN,
            drawn.shape if drawn else "",
            drawn.colour if drawn else UNDRAWN,
            row,
            usable,
        )

    @staticmethod
    def need(code: str) -> Need | None:
        """What a machine takes; nothing for none."""
        return pieces.machine(code).requirement if code else None

    def _row(
        self, speech: Speech, cards: list[str], row: str, answers: tuple[Input, ...]
    ) -> tuple[RobotView, ...]:
        here = {one.card for one in answers if getattr(one, "row", None) == row}
        return tuple(self.robot(speech, code, row, code in here) for code in cards)

    def _machine(
        self, view: Seen, speech: Speech, slot: int, answers: tuple[Input, ...]
    ) -> MachineView | None:
        code = view.factory[slot]
        if not code:
            return None
        tier = code.partition("-")[0]
        text = _first_large(speech.name("machine", code).removeprefix(tier).lstrip(" ·:"))
        ends = {0: 0, len(view.factory) - 1: 1}
        shared = view.options["players"] == 1 or view.merged or slot not in ends
        microbot = view.microbots[slot]
        touched = (one for one in answers if one.kind in ("Repair", "Prepare"))
        return MachineView(
            slot,
            speech.name("slot", slot),
            tier,
            text,
            pieces.machine(code).requirement,
            code in speech.state.setting.invented_machines,
            any(one.slot == slot for one in touched),
            view.prepared[slot],
            microbot,
            _first_large(speech.name("microbot", microbot)) if microbot else "",
            "" if shared else speech.name("seat", ends[slot]),
            -1 if shared else ends[slot],
            slot in view.mine,
        )

    def _extras(self, view: Seen) -> tuple[tuple[str, str], ...]:
        say, found = self.words.say, []
        playing = view.expansions
        if "bebebots" in playing:
            found.append(("limbots", str(len(view.limbots))))
        if "gigantobots" in playing:
            found.append(("damage", say("workshop.of", {"n": view.damage, "cost": view.damage_price})))
            about = {"n": sum(map(len, view.crews)), "gone": sum(view.vacation)}
            found.append(("crews", say("workshop.aboard", about)))
        if "microbots" in playing:
            found.append(("acquired", str(len(view.acquired))))
        if "rouage" in playing:
            found.append(("interference", str(sum(view.interference))))
        return tuple((say(f"workshop.extra.{key}"), text) for key, text in found)

    def _open(self, view: Seen, speech: Speech) -> Iterator[PileView]:
        """Open information, pile by pile; empty ones too, because emptiness is what somebody looks for."""
        say = self.words.say

        def pile(name: str, cards: Iterable[str]) -> PileView:
            return PileView(name, tuple(self.robot(speech, code) for code in cards))

        yield pile(say("workshop.open.discard", {"n": len(view.discard)}), view.discard)
        for end, cards in (("top", view.top), ("bottom", view.bottom)):
            if cards:
                yield pile(say(f"workshop.open.{end}"), cards)
        if "bebebots" in view.expansions:
            yield pile(say("workshop.extra.limbots"), [f"{BABY}-{model}" for model in view.limbots])
        for place, crew in enumerate(view.crews):
            name = speech.name("gigantobot", place)
            if view.vacation[place]:
                yield PileView(name, said=say("workshop.open.vacation"))
            else:
                yield pile(name, crew)
        if "microbots" in view.expansions:
            yield PileView(say("workshop.open.acquired"), said=speech.name("microbots", view.acquired))

    # -- what is asked ------------------------------------------------------------------------------------

    def ask(self, scene: Scene) -> QuestionView:
        asked, speech = scene.game.awaited(scene.state), Speech.of(self.words, scene)
        say = self.words.say
        if not asked:
            outcome = scene.game.outcome(scene.state)
            title = speech.say(f"outcome.{outcome.result}") if outcome else ""
            reason = speech.say(f"reason.{outcome.reason}") if outcome else ""
            return QuestionView("over", title, reason, Next(say("next.outcome"), "outcome"))
        question = asked[0]
        who = say("prompt.table") if question.owner == CHANCE else speech.owner(question)
        title = speech.question(question)
        if question.main:
            return self._act(speech, question, who)
        kinds = {one.kind for one in question.answers}
        choose = Next(say("next.choose"))
        if kinds <= set(FROM_A_GRID) and len(question.answers) > LEVELS:
            cards = frozenset(one.card for one in question.answers)
            return QuestionView("grid", who, title, choose, self._options(speech, question), cards)
        tier = speech.name("tier", dict(question.about)["tier"]) if kinds == {"MachineRevealed"} else ""
        kind = "machine" if question.open and tier else "list"
        return QuestionView(kind, who, title, choose, self._options(speech, question), tier=tier)

    def _act(self, speech: Speech, question: Question, who: str) -> QuestionView:
        """Robots and machines are touched; what is neither stands in the list."""
        say, warning = self.words.say, str(dict(question.about).get("warning", ""))
        ends = question.answers[-1]
        after = Next(say(f"workshop.end-{warning or 'turn'}"), "answer", ends, bool(warning))
        others = [one for one in question.answers if one.kind not in (*ON_A_ROBOT, *ON_A_MACHINE, "EndTurn")]
        options = tuple(self._option(speech, question, one) for one in others)
        warning_text = say(f"workshop.warning-{warning}") if warning else ""
        return QuestionView("act", who, say("workshop.act"), after, options, warning=warning_text)

    def _options(self, speech: Speech, question: Question) -> tuple[AnswerOption, ...]:
        return tuple(self._option(speech, question, answer) for answer in question.answers)

    def _option(self, speech: Speech, question: Question, answer: Input) -> AnswerOption:
        teams = answer[1:4] if answer.kind in ("Repair", "MakeBebebot") else ()
        cards = tuple(
            self.robot(speech, code, row)
            for row, team in zip(("platform", "flash", "stock"), teams, strict=False)
            for code in team
        )
        text, under = speech.answer(question, answer), ""
        match answer.kind:
            case "Repair" if cards:
                text = ", ".join(robot.name for robot in cards)
                rows = Counter(robot.row for robot in cards)
                under = ", ".join(f"{speech.name('row', row)} {count}" for row, count in rows.items())
            case "Repair":
                machine = look(speech, None).factory[answer.slot]
                under = speech.name("machine", machine)
            case "MakeBebebot":
                under = ", ".join(robot.name for robot in cards)
            case "Trigger":
                model = answer.card.partition("-")[0]
                level = answer.level or look(speech, None).levels[_place(speech, model)]
                text = self.words.say("workshop.trigger", {"level": speech.name("level", level)})
                under = self.does(model, level)
            case "Discard":
                text = self.words.say("workshop.discard")
            case "Pilot":
                text = self.words.say("workshop.pilot")
            case "UseSupport":
                under = self.does(answer.model, 3)
            case "Upgrade":
                level = look(speech, None).levels[_place(speech, answer.model)]
                about = {"level": speech.name("level", level + 1), "n": level, "model": answer.model}
                text = speech.say("workshop.upgrade", about)
                under = self.does(answer.model, level + 1)
            case "Level":
                model = dict(question.about)["model"]
                under = self.does(model, answer.level)
        row, card = getattr(answer, "row", ""), getattr(answer, "card", "")
        slot = answer.slot if answer.kind == "Prepare" else None
        return AnswerOption(text, under, answer, cards, row, card, slot)

    # -- a touch on something -----------------------------------------------------------------------------

    def on_robot(self, scene: Scene, row: str, card: str) -> tuple[AnswerOption, ...]:
        """What can be done with one robot."""
        asked, speech = scene.game.awaited(scene.state), Speech.of(self.words, scene)
        if not asked:
            return ()
        here = (one for one in asked[0].answers if (getattr(one, "row", ""), _card(one)) == (row, card))
        return tuple(self._option(speech, asked[0], one) for one in here)

    def on_machine(self, scene: Scene, slot: int) -> tuple[AnswerOption, ...]:
        """Every way to repair a machine now, then what the microbots can do with it."""
        asked, speech = scene.game.awaited(scene.state), Speech.of(self.words, scene)
        if not asked:
            return ()
        question = asked[0]
        found = [
            one
            for one in question.answers
            if one.kind in ON_A_MACHINE and slot in (one.slot, getattr(one, "other", one.slot))
        ]
        repair = next((one for one in question.answers if one.kind == "Repair" and one.slot == slot), None)
        ways = self._ways(speech, question, repair) if repair is not None and question.main else ()
        return (*ways, *(self._option(speech, question, one) for one in found))

    def _ways(self, speech: Speech, question: Question, repair: Any) -> tuple[AnswerOption, ...]:
        """As the game would ask for them; a single way is not asked, and told by what it did."""
        made = speech.game.apply(speech.state, repair, "player")
        if not isinstance(made, Applied):
            return ()
        after = speech.game.awaited(made.state)
        if after and after[0].id == "team":
            return tuple(self._option(speech, after[0], one) for one in after[0].answers)
        done = next((one for one in made.happenings if one.kind == "MachineRepaired"), None)
        cards = tuple(self.robot(speech, code) for code in (done.cards if done else ()))
        text = ", ".join(robot.name for robot in cards) or speech.answer(question, repair)
        return (AnswerOption(text, "", repair, cards),)


def _place(speech: Speech, model: str) -> int:
    return [one.id for one in models_of(speech.state)].index(model)


def _first_large(said: str) -> str:
    """As it stands on a card."""
    return said[:1].upper() + said[1:]


def _card(answer: Input) -> str:
    return str(getattr(answer, "card", ""))
