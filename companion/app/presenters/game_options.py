"""What is agreed before any game, read off its contract: its options, and what stays on the real table.

May import: companion.engine, companion.words; never Kivy. A game that needs no page of its own for this gets
its page from here; whatever can be touched is legal, or the refusal is told.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from companion.engine import Game, Option, Refusal, Scene
from companion.engine.box_editor import entries_of
from companion.words import Speech, Words

DIGITAL, REAL = "all-digital", "real-table"


@dataclass(frozen=True, slots=True)
class OptionView:
    """One option as it is offered: its caption, and value, words and smaller words of each choice."""

    id: str
    caption: str
    choices: tuple[tuple[Any, str, str], ...]
    value: Any
    several: bool = False


def lies_on_a_table(game: Game, chosen: Mapping[str, Any]) -> bool:
    """Whether anything but the cubes is on a real table in a game with these options."""
    sources = [option.id for option in game.options() if option.group == "source"]
    return any(chosen[name] not in ("app", "tower") for name in sources)


class GameOptions:
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
        for option in self._lists:
            self._fill_up(option, remembered.get(option.id) or [])

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

    def asked(self, words: Words, group: str) -> tuple[OptionView, ...]:
        """The options of a group: `table`, `source`, `ruling` or `house`."""
        return tuple(self._asked(words, option) for option in self._of_group(group))

    def _of_group(self, group: str) -> list[Option]:
        options = (one for one in self.by_id.values() if one.group == group)
        return [one for one in options if one.values or one.members]

    @property
    def _lists(self) -> list[Option]:
        return [one for one in self.by_id.values() if one.members]

    def _asked(self, words: Words, option: Option) -> OptionView:
        if option.members:
            return self._members(words, option, caption_of(words, option))
        choices = tuple((value, *value_words(words, option, value)) for value in option.values)
        return OptionView(option.id, caption_of(words, option), choices, self.chosen[option.id])

    def _members(self, words: Words, option: Option, caption: str) -> OptionView:
        """Each by its name in the box; the chosen ones with their place at the table."""
        speech = Speech(words, self.game, self.game.start({}))
        mine = self.chosen[option.id]
        left = self.chosen["players"] - len(mine)
        if left:
            caption = words.captioned(caption, words.say("screen-new-game.members-left", {"n": left}))
        choices = tuple(
            (
                one.id,
                speech.name(option.id.removesuffix("s"), one.id) + (words.invented if one.made_up else ""),
                words.say("screen-new-game.seat", {"n": mine.index(one.id) + 1}) if one.id in mine else "",
            )
            for one in entries_of(self.game.box, option.members)
        )
        return OptionView(option.id, caption, choices, tuple(mine), True)

    # -- what is touched

    def choose(self, option: str, value: Any) -> None:
        if self.by_id[option].members:
            self._toggle(option, value)
            return
        self.chosen[option] = value
        if option == "players":
            for one in self._lists:
                self._fill_up(one, self.chosen[one.id])

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

    def _known(self, option: Option) -> tuple[str, ...]:
        return tuple(entry.id for entry in entries_of(self.game.box, option.members))

    def _fill_up(self, option: Option, kept: Any) -> None:
        known = self._known(option)
        mine = [one for one in kept if one in known] if isinstance(kept, list) else []
        mine += [one for one in known if one not in mine]
        self.chosen[option.id] = mine[: self.chosen["players"]]


def caption_of(words: Words, option: Option) -> str:
    key = f"screen-new-game.option.{option.id}"
    said = words.say(key if key in words else f"option.{option.id}")
    return said[:1].upper() + said[1:]


def value_words(words: Words, option: Option, value: Any) -> tuple[str, str]:
    """What a choice is called, and a smaller line below it."""
    plain = str(value).lower()
    under = f"screen-new-game.value.{option.id}.{plain}-under"
    keys = (
        f"screen-new-game.value.{option.id}.{plain}",
        f"career.{option.id}-{plain}",
        f"screen-new-game.{plain}",
    )
    said = next((words.say(key) for key in keys if key in words), words.name(option.id, value))
    if option.id == "players":
        said = words.say("screen-new-game.people-n", {"n": value})
    return said[:1].upper() + said[1:], words.say(under) if under in words else ""


def otherwise(words: Words, scene: Scene) -> tuple[str, ...]:
    """Rulings and house rules of this table that are not the usual ones: "Half a can: rounded up"."""
    game, chosen = scene.game, scene.game.chosen(scene.state)
    return tuple(
        words.captioned(caption_of(words, option), value_words(words, option, chosen[option.id])[0])
        for option in game.options()
        if option.group in ("ruling", "house") and chosen[option.id] != option.default
    )
