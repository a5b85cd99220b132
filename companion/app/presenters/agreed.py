"""What is agreed before any game, read off its contract: its options, and what stays on the real table.

May import: companion.engine, companion.words; never Kivy. A game that needs no page of its own for this gets
its page from here; whatever can be touched is legal, or the refusal is told.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from companion.engine import Game, Option, Refusal
from companion.words import Speech, Words

MEMBERS = {"colours": "colours"}
"""Options that are a list with one member for each player, and the part of the box that has them all."""
DIGITAL, REAL = "all-digital", "real-table"


@dataclass(frozen=True, slots=True)
class Asked:
    """One option as it is offered: its caption, and value, words and smaller words of each choice."""

    id: str
    caption: str
    choices: tuple[tuple[Any, str, str], ...]
    value: Any
    several: bool = False


class Agreed:
    """The choices as they stand; begins with those of the last game."""

    tower = "app"
    """No cube falls unless the game has a drop; then it has a page of its own."""

    def __init__(self, game: Game, remembered: Mapping[str, Any]) -> None:
        self.game = game
        self.by_id = {option.id: option for option in game.options()}
        self.chosen: dict[str, Any] = {
            option.id: remembered[option.id] if remembered.get(option.id) in option.values else option.default
            for option in self.by_id.values()
            if option.values
        }
        for name in MEMBERS:
            if name in self.by_id:
                self._fill_up(name, remembered.get(name) or [])

    # -- what stands

    @property
    def options(self) -> dict[str, Any]:
        return dict(self.chosen)

    @property
    def refusal(self) -> Refusal | None:
        start = self.game.start(self.options)
        return start if isinstance(start, Refusal) else None

    @property
    def preset(self) -> str:
        """`all-digital`, `real-table`, or empty for a mix."""
        sources = self._of_group("source")
        for name in (DIGITAL, REAL):
            if all(self.chosen[one.id] == self._supplied(one, name) for one in sources):
                return name
        return ""

    @property
    def physical(self) -> bool:
        """Something lies on a real table: it must be set up."""
        return bool(self._of_group("source")) and self.preset != DIGITAL

    # -- what is offered

    def asked(self, words: Words, group: str) -> tuple[Asked, ...]:
        """The options of a group: `table`, `source` or `ruling`."""
        return tuple(self._asked(words, option) for option in self._of_group(group))

    def _of_group(self, group: str) -> list[Option]:
        options = (one for one in self.by_id.values() if one.group == group)
        return [one for one in options if one.values or one.id in MEMBERS]

    def _asked(self, words: Words, option: Option) -> Asked:
        key = f"screen-new-game.option.{option.id}"
        caption = words.say(key if key in words else f"option.{option.id}")
        if option.id in MEMBERS:
            return self._members(words, option, caption)
        choices = tuple(self._choice(words, option, value) for value in option.values)
        return Asked(option.id, caption, choices, self.chosen[option.id])

    def _choice(self, words: Words, option: Option, value: Any) -> tuple[Any, str, str]:
        plain = str(value).lower()
        under = f"screen-new-game.value.{option.id}.{plain}-under"
        keys = (
            f"screen-new-game.value.{option.id}.{plain}",
            f"career.{option.id}-{plain}",
            f"screen-new-game.{plain}",
        )
        said = next((words.say(key) for key in keys if key in words), plain)
        if option.id == "players":
            said = words.say("screen-new-game.people-n", {"n": value})
        return value, said, words.say(under) if under in words else ""

    def _members(self, words: Words, option: Option, caption: str) -> Asked:
        """Each by its name in the box; the chosen ones with their place at the table."""
        speech = Speech(words, self.game, self.game.start({}))
        mine = self.chosen[option.id]
        left = self.chosen["players"] - len(mine)
        if left:
            caption = words.captioned(caption, words.say("screen-new-game.agents-left", {"n": left}))
        choices = tuple(
            (
                one,
                speech.name(option.id.removesuffix("s"), one),
                words.say("screen-new-game.seat", {"n": mine.index(one) + 1}) if one in mine else "",
            )
            for one in self.game.box[MEMBERS[option.id]]
        )
        return Asked(option.id, caption, choices, tuple(mine), True)

    # -- what is touched

    def choose(self, option: str, value: Any) -> None:
        if option in MEMBERS:
            self._toggle(option, value)
            return
        self.chosen[option] = value
        if option == "players":
            for name in MEMBERS:
                if name in self.by_id:
                    self._fill_up(name, self.chosen[name])

    def choose_preset(self, name: str) -> None:
        for option in self._of_group("source"):
            self.chosen[option.id] = self._supplied(option, name)

    def _supplied(self, option: Option, preset: str) -> Any:
        """By the tablet; or by the table, and told by hand where the companion has to know."""
        if preset == DIGITAL:
            return "app"
        return next(value for value in ("table", "hand", option.default) if value in option.values)

    def _toggle(self, name: str, one: str) -> None:
        """In or out, in the order of the seats; who was in longest makes room."""
        mine = self.chosen[name]
        without = [other for other in mine if other != one]
        self.chosen[name] = without if one in mine else [*mine, one][-self.chosen["players"] :]

    def _fill_up(self, name: str, kept: Any) -> None:
        known = tuple(self.game.box[MEMBERS[name]])
        mine = [one for one in kept if one in known] if isinstance(kept, list) else []
        mine += [one for one in known if one not in mine]
        self.chosen[name] = mine[: self.chosen["players"]]
