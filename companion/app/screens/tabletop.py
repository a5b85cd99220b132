"""What the tables of all games do: they look on the evening, and one thing at a time lies over them.

May import: Kivy, the presenters, this room's widgets.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any, ClassVar

from kivy.clock import Clock
from kivy.properties import BooleanProperty, ObjectProperty
from kivy.uix.screenmanager import Screen
from kivy.uix.widget import Widget

from companion.app.presenters.game_options import otherwise
from companion.app.presenters.hand_steps import HandStep
from companion.app.running import the_app
from companion.app.widgets import (
    BigButton,
    ConfirmOverlay,
    MenuOverlay,
    Overlay,
    RefusalOverlay,
    StepsOverlay,
    Text,
    gone,
)
from companion.app.widgets.hint import Box, HelpOverlay, WhyOverlay, window_box
from companion.engine import Input, Plain, Refusal
from companion.table import Answer, Asked, Correct, Redo, Snapshot
from companion.words import Speech


class Tabletop(Screen):
    pointing: ClassVar[Mapping[str, str]] = {}
    """Where the places are that hints speak of: an id of the kv, or a panel by its name."""
    menu: ClassVar[type[MenuOverlay]] = MenuOverlay
    steps: ObjectProperty[tuple[HandStep, ...]] = ObjectProperty(())
    redoable = BooleanProperty(False)
    overlay: Overlay | None = None
    speech: Speech

    def __init__(self, **given: Any) -> None:
        self.app = the_app()
        super().__init__(**given)
        self.shown = -1
        """The position that is on the screen."""
        self.asked: Asked | None = None
        """The question that is on the screen: an answer is meant for it, whatever is asked meanwhile."""
        self._look_soon = Clock.create_trigger(self._look, -1)
        self._agreed = Text(px=17, tone="accent", halign="center", valign="middle", size_hint_y=None)
        self.app.bind(evening=lambda *_: self.attach(), now=self._look_soon)
        self.app.tr.bind(lang=self._look_soon)
        self.app.phones.bind(changed=lambda *_: self.show_agreed())
        self.fbind("width", lambda *_: self.show_agreed())

    @property
    def now(self) -> Snapshot | None:
        """How it stands, if what is played is this game."""
        return self.app.now if self.app.evening is not None and self.app.table == self.name else None

    @property
    def sense(self) -> tuple[object, ...]:
        """What is asked, and of whom: the same words mean something else for somebody else."""
        question = self.asked.question if self.asked is not None else None
        return (question.owner, question.id) if question is not None else ()

    def attach(self) -> None:
        """To another evening."""
        self.shown = -1
        self._look_soon()

    def on_pre_enter(self, *_: Any) -> None:
        self._look_soon()

    def _look(self, *_: Any) -> None:
        if isinstance(self.overlay, ConfirmOverlay) and self.now and self.now.position != self.shown:
            self.close_overlay()  # it was about what is no longer asked
        self.look()
        if isinstance(button := self.ids.get("next"), BigButton):
            button.sense = str(self.sense)
        self.redoable = self.now is not None and self.now.redoable
        self.show_agreed()
        self.app.lead.look(self)

    def pointed(self, name: str) -> Box | None:
        """Where in the window something lies that a hint speaks of."""
        own = self.pointing.get(name, name)
        found = self.ids.get(own) or getattr(self, own, None)
        if not isinstance(found, Widget) or gone(found) or found.width < 2 or found.height < 2:
            return None
        return window_box(found)

    def explain(self, because: str) -> None:
        """Why something cannot be touched; what lies over the table lies there again afterwards."""
        if because:
            self.open_overlay(WhyOverlay(self, because, self.overlay))
        elif self.overlay is None:
            self.help()

    def help(self) -> None:
        """Behind the question mark, and behind whatever cannot be touched now."""
        if self.now is not None and hasattr(self, "speech"):
            self.open_overlay(HelpOverlay(self))

    def show_agreed(self) -> None:
        """Below the bar on top: what this table plays otherwise than usual. Nothing takes no room."""
        now = self.now
        if now is None or not self.children:
            return
        theme, page = self.app.theme, self.children[-1]
        said = " · ".join((*otherwise(self.app.tr.words, now), *self._on_phones(now)))
        if said and self._agreed.parent is None:
            page.add_widget(self._agreed, index=len(page.children) - 1)
        elif not said and self._agreed.parent is not None:
            page.remove_widget(self._agreed)
        self._agreed.text = said
        lines = -(-len(said) * 9.5 * theme.em // max(self.width - 20, 1))
        self._agreed.height = (lines * 23 + 6) * theme.em

    def _on_phones(self, now: Snapshot) -> list[str]:
        """Whom nobody need hand the tablet to."""
        seats, words = sorted(self.app.phones.seats), self.app.tr.words
        names = [Speech.of(words, now).name("seat", seat) for seat in seats]
        return [words.say("screen-invite.on-phones", {"who": words.listed(names)})] if names else []

    def look(self, *_: Any) -> None:
        """Shows what is; each table its own."""

    def settle(self) -> None:
        """What a stage would have moved lies where it ends up."""

    @property
    def manner(self) -> tuple[Any, ...]:
        """What an overlay is drawn for, besides the position."""
        theme = self.app.theme
        return self.app.tr.lang, theme.em, theme.arrangement, theme.palette

    def tell_refusal(self) -> None:
        """Why something was refused, once."""
        if (refusal := self.refused) is not None:
            self.app.refusal_shown = refusal
            self.open_overlay(RefusalOverlay(self, self.speech.refusal(refusal), rule=refusal.rule))

    @property
    def refused(self) -> Refusal | None:
        """What was refused that nobody was told of."""
        refusal = self.now.refused if self.now is not None else None
        return refusal if refusal is not self.app.refusal_shown else None

    def give(self, *given: Input) -> None:
        """The answer to what is on the screen, in one input or several."""
        if (lost := self.app.playing.defeat(given)) is not None:
            say = self.app.tr.say
            sure = partial(self.give_surely, *given)
            said, yes = say("confirm.defeat"), say("confirm.lose")
            self.open_overlay(ConfirmOverlay(self, said, yes, sure, lost.rule))
        else:
            self.give_surely(*given)

    def give_surely(self, *given: Input) -> None:
        """What loses the game has been asked once more."""
        if self.asked is not None:
            self.app.post(Answer(given, self.asked.question.owner, self.asked.since))

    def undo(self) -> None:
        self.close_overlay()
        self.app.undo()

    def redo(self) -> None:
        self.close_overlay()
        self.app.post(Redo())

    # -- what lies over the table

    def tell(self, title: str, said: str) -> None:
        """Something that is no answer of the rules."""
        self.open_overlay(RefusalOverlay(self, said, title))

    def step_back(self) -> bool:
        """One step: what lies over the table; then home, where the game waits."""
        if self.overlay is None:
            self.app.go("home")
        else:
            self.overlay.step_back()
        return True

    def open_overlay(self, overlay: Overlay) -> None:
        self.close_overlay()
        self.overlay = overlay
        self.add_widget(overlay)

    def close_overlay(self) -> None:
        if self.overlay is not None:
            self.remove_widget(self.overlay)
            self.overlay = None

    def show_menu(self) -> None:
        self.open_overlay(self.menu(self))

    def show_steps(self) -> None:
        if self.steps:
            self.open_overlay(StepsOverlay(self))


class CorrectionOverlay(Overlay):
    """An overlay on which things can be set right."""

    @property
    def now(self) -> Snapshot:
        return self.app.playing

    def put(self, path: str, value: Plain) -> None:
        self.app.post(Correct(self.now.game.correction(path, value)))
