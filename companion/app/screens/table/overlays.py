"""What lies over the table for a moment: an alert, all the steps, an era enlarged, hands, a refusal.

May import: Kivy, this room's widgets. An alert waits to be seen; everything else closes with a touch
beside it.
"""

from __future__ import annotations

from typing import Any

from kivy.animation import Animation
from kivy.app import App
from kivy.properties import BooleanProperty
from kivy.uix.anchorlayout import AnchorLayout
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout
from kivy.uix.widget import Widget

from companion.app.presenters.steps import StepsPresenter
from companion.app.theme import FINGER
from companion.app.widgets import BigButton, DrawnButton, Glyph, Panel, Text


class StepStrip(ButtonBehavior, BoxLayout):
    """The next steps in a strip at the bottom; a touch opens them all."""

    def __init__(self, **given: Any) -> None:
        self.app = App.get_running_app()
        super().__init__(**given)
        self.orientation = "vertical"
        self.padding = (10, 4)
        self.show(())

    def show(self, steps: Any) -> None:
        self.clear_widgets()
        say = self.app.tr.say
        if not steps:
            self.add_widget(
                Text(text=say("screen-table.all-done"), px=18, tone="faint", valign="middle", halign="left")
            )
            return
        for number, step in enumerate(steps[:2], 1):
            more = f"   (+{len(steps) - 2})" if number == 2 and len(steps) > 2 else ""
            line = f"{number}  {step.text}{more}"
            self.add_widget(
                Text(text=line, px=20, tone=step.tone, weight="semibold", valign="middle", halign="left")
            )


class Overlay(AnchorLayout):
    closes = BooleanProperty(True)
    share = (0.62, 0.8)

    def __init__(self, screen: Any, **given: Any) -> None:
        self.screen = screen
        self.app = App.get_running_app()
        super().__init__(**given)
        self.box = Panel()
        self.add_widget(self.box)
        self.rebuild()

    def rebuild(self) -> None:
        """Anew, in the language and for the window of now."""
        theme = self.app.theme
        self.box.size_hint = (0.94, 0.9) if theme.arrangement != "wide" else self.share
        self.box.edge = theme.strong_line
        self.box.clear_widgets()
        self.fill()

    def fill(self) -> None: ...

    @property
    def finger(self) -> float:
        return max(FINGER, 62 * self.app.theme.unit)

    def say(self, key: str, **about: Any) -> str:
        return self.screen.speech.say(key, about)

    def heading(self, said: str, tone: str = "text", px: int = 30) -> None:
        height = px * 1.6 * self.app.theme.em
        self.box.add_widget(
            Text(text=said, px=px, tone=tone, weight="bold", size_hint_y=None, height=height, halign="left")
        )

    def foot(self, *buttons: BigButton) -> None:
        row = BoxLayout(size_hint_y=None, height=self.finger, spacing=8)
        for button in buttons:
            row.add_widget(button)
        self.box.add_widget(row)

    def closing(self) -> BigButton:
        close = BigButton(text=self.say("app.close"), px=20)
        close.bind(on_release=lambda _: self.screen.close_overlay())
        return close

    def on_touch_down(self, touch: Any) -> bool:
        """Nothing below is touched; beside the box it closes."""
        if self.screen.ids.undo.collide_point(*touch.pos) and not self.box.collide_point(*touch.pos):
            return False  # undo is always in reach
        if self.closes and not self.box.collide_point(*touch.pos):
            self.screen.close_overlay()
            return True
        super().on_touch_down(touch)
        return True


def step_lines(box: Any, steps: Any, px: int = 22) -> None:
    """Steps as a numbered list in large letters."""
    for number, step in enumerate(steps, 1):
        box.add_widget(
            Text(text=f"{number}   {step.text}", px=px, tone=step.tone, halign="left", valign="middle")
        )


class AlertOverlay(Overlay):
    """A vortex or the end of the game: nobody overlooks it, and it comes once."""

    closes = False
    share = (0.66, 0.86)

    def __init__(self, screen: Any, todo: Any) -> None:
        self.todo = todo
        super().__init__(screen)
        if self.app.theme.motion:
            self.opacity = 0
            Animation(opacity=1, duration=0.25).start(self)

    def fill(self) -> None:
        kind, night = self.todo.said.kind, self.screen.night
        fine = kind == "GameWon"
        theme = self.app.theme
        self.box.edge = theme.fine if fine else theme.danger
        row = BoxLayout(size_hint_y=None, height=118 * theme.em, spacing=18)
        glyph = "archived" if fine else "vortex"
        row.add_widget(Glyph(glyph=glyph, size_hint_x=None, width=80 * theme.em))
        names = BoxLayout(orientation="vertical")
        title = Text(
            text=self.say(f"alert.{kind}"),
            px=54,
            critical=True,
            weight="bold",
            tone="fine" if fine else "danger",
            halign="left",
            valign="middle",
        )
        names.add_widget(title)
        era = getattr(self.todo.said, "era", None)
        if era is not None:
            where = self.screen.speech.name("era", era)
            names.add_widget(
                Text(
                    text=where,
                    px=36,
                    critical=True,
                    weight="bold",
                    halign="left",
                    valign="middle",
                    size_hint_y=0.7,
                )
            )
        row.add_widget(names)
        self.box.add_widget(row)
        steps = StepsPresenter(night.session.game, self.app.tr.words).show(alert_steps(night.todo, self.todo))
        step_lines(self.box, steps[:8])
        done = BigButton(text=self.say("alert.done"), role="next", px=34, critical=True)
        done.bind(on_release=lambda _: night.seen())
        self.foot(done)


def alert_steps(todo: list[Any], alert: Any) -> list[Any]:
    """What belongs to an alert: from it to the next one, rifts and other news left out."""
    if alert not in todo:
        return [alert]
    start = todo.index(alert)
    end = next(
        (k for k in range(start + 1, len(todo)) if getattr(todo[k].said, "kind", "") == alert.said.kind), None
    )
    return todo[start:end]


class StepsOverlay(Overlay):
    def fill(self) -> None:
        self.heading(self.say("screen-table.to-do"))
        steps = self.screen.steps
        half = -(-len(steps) // 2) if len(steps) > 10 else len(steps)
        columns = BoxLayout(spacing=16)
        for part in (steps[:half], steps[half:]):
            if part:
                column = BoxLayout(orientation="vertical", spacing=4)
                for number, step in enumerate(
                    part, 1 if part is steps[:half] or part == steps[:half] else half + 1
                ):
                    column.add_widget(
                        Text(
                            text=f"{number}  {step.text}",
                            px=20,
                            tone=step.tone,
                            halign="left",
                            valign="middle",
                        )
                    )
                columns.add_widget(column)
        self.box.add_widget(columns)
        done = BigButton(text=self.say("alert.done"), role="next", px=24)
        done.bind(on_release=lambda _: self.screen.close_overlay())
        self.foot(done)


class PeekOverlay(Overlay):
    """One era enlarged: every piece by its name, and what can be done with it."""

    def __init__(self, screen: Any, index: int, options: tuple[Any, ...]) -> None:
        self.index = index
        self.options = options
        super().__init__(screen)

    def fill(self) -> None:
        from companion.app.screens import exists

        era = self.screen.view.eras[self.index]
        theme = self.app.theme
        colour = theme.era(era.index, era.colour)
        self.box.edge = colour
        row = BoxLayout(size_hint_y=None, height=52 * theme.em, spacing=12)
        row.add_widget(Glyph(glyph=f"era:{era.shape}", colour=colour, size_hint_x=None, width=46 * theme.em))
        row.add_widget(
            Text(text=era.name, px=34, critical=True, weight="bold", halign="left", valign="middle")
        )
        self.box.add_widget(row)
        pieces = self._pieces(era)
        grid = GridLayout(cols=2 if len(pieces) > 5 else 1, spacing=4)
        for glyph, tint, said in pieces:
            line = BoxLayout(spacing=10)
            line.add_widget(Glyph(glyph=glyph, colour=tint, size_hint_x=None, width=34 * theme.em))
            line.add_widget(Text(text=said, px=20, halign="left", valign="middle"))
            grid.add_widget(line)
        self.box.add_widget(grid)
        buttons = []
        answers = self.options or tuple(
            _Way(self.screen.speech.answer(None, answer), answer) for answer in era.answers if self._acting()
        )
        for option in answers:
            button = BigButton(text=option.text, px=20, edge=theme.accent)
            button.bind(on_release=lambda _, given=option.answer: self.screen.give(given))
            buttons.append(button)
        if exists("corrections"):
            correct = BigButton(text=self.say("peek.correct"), px=17)
            correct.bind(on_release=lambda _: self.screen.hold(self.index))
            buttons.append(correct)
        self.foot(*buttons, self.closing())

    def _acting(self) -> bool:
        return self.screen.moment.panel == "agent"

    def _pieces(self, era: Any) -> list[tuple[str, Any, str]]:
        say, theme, eras = self.say, self.app.theme, self.screen.view.eras
        white = (1, 1, 1, 1)
        found: list[tuple[str, Any, str]] = []
        tile = era.tile
        if tile.kind == "mission":
            told = say("peek.progress", done=tile.done, goal=tile.goal)
            found.append(("archived" if tile.complete else "empty", white, f"{tile.name} ({told})"))
        elif tile.kind != "none":
            found.append(("vortex" if tile.kind == "vortex" else "empty", white, say(f"peek.{tile.kind}")))
        if era.rifts:
            found.append(("rift", white, say("peek.rifts", n=era.rifts)))
        if era.energy:
            found.append(("energy", white, say("peek.energy", n=era.energy)))
        if era.perpetual:
            found.append(("energy", white, say("peek.perpetual", n=era.perpetual)))
        for token in era.tokens:
            home = eras[token.home]
            said = say("peek.duplicate", duplicate=token.id)
            found.append((f"token:{home.shape}", theme.era(home.index, home.colour), said))
        agents = {one.index: one for one in (self.screen.view.agent, *self.screen.view.others)}
        for index in era.agents:
            agent = agents[index]
            found.append((f"agent:{agent.initials}", theme.agent(index), agent.name))
        found += [("card", theme.era(era.index, era.colour), name) for name in era.cards]
        if era.centrifuge:
            found.append(
                (f"dimension:{era.centrifuge}", white, say("peek.centrifuge", dimension=era.centrifuge))
            )
        found += [("wrong", white, f"Ultramachina: {name}") for name in era.ultras]
        return found or [("", white, say("peek.nothing"))]


class _Way:
    """An answer to the open choice of a turn, with its words."""

    def __init__(self, text: str, answer: Any) -> None:
        self.text = text
        self.answer = answer


class HandsOverlay(Overlay):
    """The other agents: where they are, and their hands."""

    def fill(self) -> None:
        self.heading(self.say("screen-table.other-hands"))
        theme = self.app.theme
        columns = BoxLayout(spacing=14)
        for agent in self.screen.view.others:
            column = BoxLayout(orientation="vertical", spacing=6)
            head = BoxLayout(size_hint_y=None, height=48 * theme.em, spacing=8)
            head.add_widget(
                Glyph(
                    glyph=f"agent:{agent.initials}",
                    colour=theme.agent(agent.index),
                    size_hint_x=None,
                    width=42 * theme.em,
                )
            )
            head.add_widget(Text(text=agent.name, px=22, weight="bold", halign="left", valign="middle"))
            column.add_widget(head)
            about = {"era": agent.era, "draw": agent.draw, "discard": agent.discard}
            column.add_widget(
                Text(
                    text=self.app.tr.say("screen-table.piles", about),
                    px=16,
                    tone="faint",
                    halign="left",
                    size_hint_y=None,
                    height=24 * theme.em,
                )
            )
            for card in agent.cards:
                state = self.say("screen-table.ready" if card.ready else "screen-table.exhausted")
                column.add_widget(
                    DrawnButton(
                        text=card.name,
                        under=card.text,
                        glyph=f"dimension:{card.dimension}" if card.dimension else "card",
                        mark="" if card.ready else state,
                        mark_tone="faint",
                        px=18,
                        quiet=not card.ready,
                        size_hint_y=None,
                        height=self.finger,
                    )
                )
            column.add_widget(Widget())
            columns.add_widget(column)
        self.box.add_widget(columns)
        self.foot(self.closing())


class RefusalOverlay(Overlay):
    """Why something cannot be, with the rule."""

    share = (0.5, 0.34)

    def __init__(self, screen: Any, said: str) -> None:
        self.said = said
        super().__init__(screen)

    def fill(self) -> None:
        if self.app.theme.arrangement != "wide":
            self.box.size_hint = (0.9, 0.45)
        self.box.edge = self.app.theme.danger
        self.heading(self.say("screen-table.refused"), "danger", 26)
        self.box.add_widget(Text(text=self.said, px=22, halign="left", valign="top"))
        self.foot(self.closing())
