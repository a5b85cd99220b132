"""A card of a hand that is not tracked, entered as what it does: verb, number, place.

May import: Kivy, this room's widgets. Whatever is put together here is checked by the game before it
is played.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from companion.app.widgets import BigButton, Columns, Paragraph, Text
from companion.engine import Input
from companion.games.the_loop.rules import compile_effect
from companion.games.the_loop.rules.inputs import PlayEffect
from companion.games.the_loop.views import by_hand
from companion.games.the_loop.views.effect_words import describe_effect

from .overlays import LoopOverlay

if TYPE_CHECKING:
    from .table import TableScreen

NUMBERS = (1, 2, 3, 4)
PLACES = ("here", "previous", "next", "adjacent", "foo", "anywhere", "another-agent", "a-vortex")
MOVERS = ("me", "another-agent", "any-agent")
PALETTE: dict[str, tuple[tuple[str, tuple[Any, ...]], ...]] = {
    "remove-rift": (("value", NUMBERS), ("at", PLACES)),
    "add-energy": (("value", NUMBERS), ("at", PLACES)),
    "push": (("value", NUMBERS), ("at", ("here", "adjacent", "anywhere"))),
    "pull": (("value", NUMBERS),),
    "destroy-duplicate": (("value", NUMBERS), ("at", PLACES)),
    "move": (("value", (1, 2, 3, "anywhere")), ("who", MOVERS)),
    "cancel-rift": (("value", NUMBERS),),
    "make-available": (("value", NUMBERS),),
    "place-rift": (("value", NUMBERS), ("at", PLACES)),
    "generate": (("value", NUMBERS), ("at", ("here", "foo"))),
}
"""What cards do most often, by the verbs of the box; each with what is asked about it, one touch each."""


class PaletteOverlay(LoopOverlay):
    """One question at a time; a touch beside it leaves everything as it was."""

    def __init__(self, screen: TableScreen) -> None:
        self.steps: list[dict[str, Any]] = []
        self.adding = False
        """Another step is being told."""
        self.verb = ""
        self.chosen: list[Any] = []
        super().__init__(screen)

    def fill(self) -> None:
        if self.steps and not self.verb and not self.adding:
            self._summary()
            return
        self.heading(self.say("palette.title"))
        if self.steps:
            self._so_far()
        grid = Columns(most=2 if self.app.theme.arrangement != "wide" else 3, spacing=8)
        if not self.verb and not self.steps:
            self._last()
        if not self.verb:
            for verb in PALETTE:
                grid.add_widget(self._button(self._verb_words(verb), lambda verb=verb: self._verb(verb)))
        else:
            asked, values = PALETTE[self.verb][len(self.chosen)]
            said = self._verb_words(self.verb)
            said = self.app.tr.words.captioned(said, self.say(f"palette.{asked}"))
            self.box.add_widget(Paragraph(text=said, px=24, tone="accent"))
            last = by_hand.last_values(self.app.playing, self.verb).get(self._name(asked))
            for value in sorted(values, key=lambda value: value != last):  # the last one first
                field = {"value": self.verb, "at": "place"}.get(asked, asked)
                text = self.say(f"place.{value}") if asked == "at" else self.screen.speech.name(field, value)
                grid.add_widget(self._button(text, lambda value=value: self._value(value)))
        self.box.add_widget(grid)
        self.foot(*self._back(), self.closing())

    def _last(self) -> None:
        """What cards did before, each one touch: the last one first."""
        last = Columns(most=1, spacing=8)
        for given in by_hand.last_effects(self.app.playing):
            said = describe_effect(self.app.tr.words, compile_effect(list(given.effect)))
            button = self._button(said[:1].upper() + said[1:], lambda given=given: self._give(given))
            button.role = "chosen"
            last.add_widget(button)
        if last.children:
            self.box.add_widget(last)

    def _so_far(self) -> None:
        """What the card does by what was told of it."""
        said = describe_effect(self.app.tr.words, compile_effect(self.steps))
        self.box.add_widget(Paragraph(text=said, px=23, tone="faint"))

    def _back(self) -> list[BigButton]:
        return [self._button(self.say("app.back"), self._step_back)] if self.verb or self.steps else []

    def _step_back(self) -> None:
        """The touch before this one is taken back."""
        if self.chosen:
            self.chosen.pop()
        elif self.verb:
            self.verb = ""
        elif self.adding:
            self.adding = False
        else:
            last = self.steps.pop()
            self.verb = next(verb for verb in PALETTE if verb in last)
            names = [self._name(asked) for asked, _ in PALETTE[self.verb]]
            self.chosen = [last[name] for name in names[:-1]]
        self.rebuild()

    def _name(self, asked: str) -> str:
        """What a step calls what is asked about it."""
        return self.verb if asked == "value" else asked

    def _button(self, text: str, act: Any) -> BigButton:
        button = BigButton(text=text, px=23)
        button.bind(on_release=lambda _: act())
        return button

    def _verb_words(self, verb: str) -> str:
        said = self.say(f"verb.{verb}")
        return said[:1].upper() + said[1:]

    def _verb(self, verb: str) -> None:
        self.verb, self.chosen = verb, []
        self.rebuild()

    def _value(self, value: Any) -> None:
        self.chosen.append(value)
        asked = PALETTE[self.verb]
        if len(self.chosen) == len(asked):
            names = [self._name(name) for name, _ in asked]
            self.steps.append(dict(zip(names, self.chosen, strict=True)))
            self.verb, self.chosen, self.adding = "", [], False
        self.rebuild()

    def _summary(self) -> None:
        self.heading(self.say("palette.title"))
        said = describe_effect(self.app.tr.words, compile_effect(self.steps))
        self.box.add_widget(Text(text=said, px=26, halign="left", valign="top"))
        more = self._button(self.say("palette.add"), self._again)
        play = self._button(self.say("palette.play"), self._play)
        play.role = "next"
        self.foot(*self._back(), more, self.closing(), play)

    def _again(self) -> None:
        self.verb, self.chosen, self.adding = "", [], True
        self.rebuild()

    def _play(self) -> None:
        self._give(PlayEffect(tuple(self.steps)))

    def _give(self, given: Input) -> None:
        self.screen.give(given)
        self.screen.close_overlay()
