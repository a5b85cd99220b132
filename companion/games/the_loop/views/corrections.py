"""Setting the table right: what can be corrected, in the players' words, and what does not fit afterwards.

May import: companion.engine, companion.words; never Kivy. Every field of the game is here; those that are
lists are changed one member at a time.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from companion.engine import Field, Finding, Game, Input, Plain, State
from companion.words import Speech, Words

GROUPS = ("era", "agents", "duplicates", "cards", "hq")
MOST_TURNS = 21
NUMBERS = tuple(range(8))
MANY = 6
"""Members of a list that are told one by one."""
CUBES = tuple(range(4))
"""Red or green cubes on a centrifuge, as far as they are offered in one touch."""


@dataclass(frozen=True, slots=True)
class CorrectionView:
    path: str
    name: str
    now: str
    choices: tuple[tuple[str, Plain, bool], ...]
    """Words, value, and whether it is so now."""
    several: bool
    """Members of a list: each is taken in or out; `value` is then the whole list afterwards."""


@dataclass(frozen=True, slots=True)
class FindingView:
    text: str
    offers: tuple[tuple[str, Input], ...]


class CorrectionsPresenter:
    def __init__(self, game: Game, words: Words) -> None:
        self.game = game
        self.words = words

    def show(self, state: State, group: str, era: int) -> tuple[CorrectionView, ...]:
        """The fields of a group; those of an era, or its cards, where the group depends on one."""
        speech = Speech(self.words, self.game, state)
        return tuple(
            self._shown(speech, field)
            for field in self.game.correctable(state)
            if self._belongs(field, group, era)
        )

    def field(self, state: State, path: str) -> CorrectionView | None:
        speech = Speech(self.words, self.game, state)
        fields = (field for field in self.game.correctable(state) if field.path == path)
        return next((self._shown(speech, field) for field in fields), None)

    def findings(self, state: State) -> tuple[FindingView, ...]:
        speech = Speech(self.words, self.game, state)
        return tuple(self._found(speech, finding) for finding in self.game.check(state))

    def _found(self, speech: Speech, finding: Finding) -> FindingView:
        offers = tuple((speech.answer(None, offer), offer) for offer in finding.offers)
        return FindingView(speech.finding(finding), offers)

    # -- which group

    def _belongs(self, field: Field, group: str, era: int) -> bool:
        kind, _, rest = field.path.partition(".")
        at_era = field.path.rpartition(".")[2] == str(era) and kind not in ("agent", "batteries", "card")
        match kind:
            case "duplicate":
                return group == "duplicates" or (group == "era" and field.value == era)
            case "card":
                if self._agent_of(rest):
                    return group == "agents"
                return group == "cards" and self._era_of(rest) == era
            case "agent" | "batteries":
                return group == "agents"
            case _ if "." in field.path and rest.rpartition(".")[2].isdecimal():
                return group == "era" and at_era
        return group == "hq"

    def _entry(self, card: str) -> Plain:
        return next((one for one in self.game.box["card"] if one["id"] == card), {})

    def _agent_of(self, card: str) -> str:
        return str(self._entry(card).get("agent") or "")

    def _era_of(self, card: str) -> int | None:
        era = self._entry(card).get("era")
        names = [one["id"] for one in self.game.box["era"]]
        return names.index(era) if era in names else era

    # -- one field

    def _shown(self, speech: Speech, field: Field) -> CorrectionView:
        name, now = speech.name("path", field.path), speech.value(field.path, field.value)
        if field.path.startswith("extra.centrifuge-damage."):
            pairs = [[red, green] for red in CUBES for green in CUBES]
            found = tuple((self._cubes(*pair), pair, pair == field.value) for pair in pairs)
            return CorrectionView(field.path, name, self._cubes(*field.value), found, False)
        if field.path == "extra.ultra-damage":
            return self._ultra_damage(speech, field, name)
        if isinstance(field.value, list):
            if len(field.value) > MANY:
                now = self.words.say("screen-corrections.many", {"n": len(field.value)})
            return CorrectionView(field.path, name, now, self._members(speech, field), True)
        values = field.choices or tuple(self._values(field))
        if field.value not in values:
            values = (*values, field.value)
        choices = tuple((speech.value(field.path, one), one, one == field.value) for one in values)
        return CorrectionView(field.path, name, now, choices, False)

    def _values(self, field: Field) -> tuple[Plain, ...]:
        if field.path == "turn":
            return tuple(range(MOST_TURNS + 1))
        if field.path.startswith("extra.centrifuges."):
            sides = [str(side) for one in self.game.box["centrifuge"] for side in one["sides"]]
            return ("", *dict.fromkeys(sides))
        if isinstance(field.value, bool):
            return (True, False)
        return NUMBERS if isinstance(field.value, int) else ()

    def _members(self, speech: Speech, field: Field) -> tuple[tuple[str, Plain, bool], ...]:
        """Each possible member of a list, with the list as it would be after a touch."""
        found = []
        for member in self._possible(field):
            inside = member in field.value
            after = [one for one in field.value if one != member] if inside else [*field.value, member]
            found.append((self._member(speech, field, member), after, inside))
        return tuple(found)

    def _cubes(self, red: int, green: int) -> str:
        return self.words.say("screen-corrections.cubes", {"red": red, "green": green})

    def _card_with(self, speech: Speech, card: str, cubes: list[int]) -> str:
        about = {"red": cubes[0], "green": cubes[1], "what": speech.name("ultra", card)}
        return self.words.say("screen-corrections.card-with", about)

    def _ultra_damage(self, speech: Speech, field: Field, name: str) -> CorrectionView:
        """For each card on the board one cube more or fewer, with all damage as it would be then."""
        damage = {card: list(on) for card, on in field.value}
        ultras = self.game.view(speech.state, None)["extra"]["ultras"]
        on_board = [card for here in ultras for card in here]
        choices: list[tuple[str, Plain, bool]] = []
        for card in dict.fromkeys((*on_board, *damage)):
            for colour, by in ((0, 1), (0, -1), (1, 1), (1, -1)):
                cubes = list(damage.get(card, [0, 0]))
                cubes[colour] += by
                if cubes[colour] >= 0:
                    after = {**damage, card: cubes}
                    value = [[one, on] for one, on in after.items() if any(on)]
                    choices.append((self._card_with(speech, card, cubes), value, False))
        told = [self._card_with(speech, card, on) for card, on in damage.items()]
        return CorrectionView(
            field.path, name, ", ".join(told) or speech.words.listed([]), tuple(choices), True
        )

    def _member(self, speech: Speech, field: Field, member: Any) -> str:
        if field.path != "extra.centrifuges-used":
            return speech.value(field.path, [member])
        sides: list[str] = next(
            (one["sides"] for one in self.game.box["centrifuge"] if one["id"] == member), []
        )
        return " / ".join(speech.name("dimension", side) for side in sides) or str(member)

    def _possible(self, field: Field) -> list[Any]:
        kind, _, rest = field.path.partition(".")
        missions = [one["id"] for one in self.game.box["mission"]]
        if kind == "extra":
            piece = {"centrifuges-used": "centrifuge", "ultra-pile": "ultra"}.get(rest, "")
            if rest.startswith("ultras."):
                piece = "ultra"
            return [one["id"] for one in self.game.box[piece]] if piece else []
        match kind:
            case "seen" | "damage":
                return list(range(7))
            case "archived" | "lost":
                return missions
            case "marks":
                return ["ability", *missions]
            case "available":
                cards = [one["id"] for one in self.game.box["card"] if not one.get("agent")]
                here = [card for card in cards if self._era_of(card) == int(rest)]
                return [*dict.fromkeys([*field.value, *here])]
        return []
