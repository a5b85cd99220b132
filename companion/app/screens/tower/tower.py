"""Tower: which one is connected and how it is; tests and calibration, step by step; another one, or none.

May import: Kivy, the presenters, this room's widgets. A tower that was chosen and is not there is told, and
never replaced by another behind anybody's back.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from datetime import datetime
from functools import partial
from threading import Thread
from typing import Any

from kivy.clock import Clock
from kivy.properties import StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout
from kivy.uix.widget import Widget

from companion.advisor import load_shares
from companion.app.background_advice import shares_file
from companion.app.presenters import tower_procedures
from companion.app.presenters.tower import Switch, TowerPresenter
from companion.app.settings import TOWERS, choice_of, for_people, home
from companion.app.theme import SEMIBOLD
from companion.app.widgets import BigButton, Choices, Glyph, Page, Rows, Text, TextField, captioned, named
from companion.app.widgets.lamps import Lamps
from companion.table import EndDrop, TowerNow
from companion.tower import OUTLETS, Fault, Tower, TowerError

NUDGES = ("-20", "-4", "+4", "+20")
PARTS = {
    "all": tower_procedures.PARTS,
    "beams": ("beams",),
    "servo-part": ("servo",),
    "cubes-part": ("cubes",),
}


def _halt(tower: Tower) -> None:
    with suppress(TowerError):
        tower.stop()


class TowerScreen(Page):
    part = StringProperty("")
    """What the right side shows: "" (the choices), `turn`, `calibrate`, `care`, `guided` or `faults`."""

    def __init__(self, **given: Any) -> None:
        self._own: Tower | None = None
        self.guided: tower_procedures.Guided | None = None
        self._again = False  # the tower was let go for a while: it is looked for again
        self.picked: dict[str, Fault] = {}  # faults with the outlet or the seconds that were last chosen
        self.buttons: dict[str, tuple[BigButton, ...]] = {}
        super().__init__(**given)
        self._heard = Clock.create_trigger(lambda _: self._fill())
        self._seen: TowerNow | None = None
        self.app.bind(now=self._look)

    def _look(self, *_: Any) -> None:
        """Another tower at the table, or its link is down or back."""
        now = self.app.now.tower if self.app.now is not None else None
        if now != self._seen:
            self._seen = now
            self._heard()

    @property
    def tower(self) -> Tower | None:
        """The one of the running game, or else the one that this page has opened."""
        return self.app.evening.tower if self.app.evening is not None else self._own

    def on_pre_enter(self, *_: Any) -> None:
        self.part = ""
        self.back = "table" if self.app.came_from == "table" else "home"
        super().on_pre_enter()
        if self.app.now is None and self._own is None and self.app.settings.tower == "simulated":
            self.choose("simulated")
        self._ask_differences()

    def on_pre_leave(self, *_: Any) -> None:
        self.stop()
        self._close_own()

    def leave(self) -> None:
        if self.guided is not None and self.guided.running and self.guided.holds:
            return
        if not self.part:
            super().leave()
            return
        self.stop()
        self.part = ""
        self.fill()
        if self._again:
            self._again = False
            self.choose(self.app.settings.tower)

    def _close_own(self, after: Future[None] | None = None) -> Future[None]:
        """Aside; whoever wants the same port waits for it there."""
        tower, self._own = self._own, None
        return self.app.let_go(tower, after)

    # -- what is shown

    def fill(self) -> None:
        game = self.app.games.load("")
        self.presenter = TowerPresenter(self.app.tr.words, game)
        tower = self.tower
        if tower is not None and tower.identity.pretended:
            self.banner = self.say("app.simulated")
        self._health(tower)
        side = named(self, "side", BoxLayout)
        side.clear_widgets()
        parts = {
            "turn": self._turn,
            "calibrate": self._parts,
            "care": self._care,
            "guided": self._guided,
            "faults": self._faults,
        }
        parts.get(self.part, self._which)(side)

    def _health(self, tower: Tower | None) -> None:
        deeper = self.part == "care"  # figures that players need not know
        learned = load_shares(shares_file(tower.identity.serial)) if tower is not None and deeper else None
        title, lines = self.presenter.show(tower, learned)
        named(self, "name", Text).text = title
        place = self.ids.health
        place.clear_widgets()
        rows = Rows(spacing=2)
        for line in lines:
            row = BoxLayout(spacing=12)
            row.add_widget(Glyph(glyph=line.glyph, size_hint_x=None, width=26 * self.em))
            row.add_widget(Text(text=line.text, px=20, halign="left", valign="middle"))
            rows.add(row, 46 * self.em)
        place.add_widget(rows)
        if tower is not None:
            place.add_widget(Lamps(lights=tower.strip.lights, size_hint_y=0.6))
        export = named(self, "export", BigButton)
        export.disabled, export.because = tower is None, "because.no-tower"

    def _which(self, side: BoxLayout) -> None:
        settings, say = self.app.settings, self.say
        if self.app.now is not None and self.app.now.tower is not None and not self.app.now.tower.linked:
            self._lost(side)
        options = [(one, say(f"screen-new-game.tower-is.{one}")) for one in TOWERS]
        towers = Choices(options=options, value=self._chosen(), cols=2, px=19)
        towers.bind(on_pick=lambda _, tower: self.choose(tower))
        which = captioned(say("screen-tower.which"), towers, self.em)
        which.size_hint_y = 2
        side.add_widget(which)
        row = BoxLayout(spacing=8)
        kept = settings.tower.partition(":")[2]
        self.address = TextField(
            text=kept,
            hint_text=say("screen-tower.address-hint"),
            multiline=False,
            font_name=SEMIBOLD,
            font_size=19 * self.em,
            background_color=self.app.theme.raised,
            foreground_color=self.app.theme.text,
            hint_text_color=self.app.theme.faint,
            cursor_color=self.app.theme.accent,
            padding=(14, self.finger / 2 - 13 * self.em),
            background_normal="",
            background_active="",
        )
        self.address.bind(on_text_validate=lambda _: self.connect_address())
        row.add_widget(self.address)
        connect = BigButton(text=say("screen-tower.connect"), px=18, size_hint_x=0.42)
        connect.bind(on_release=lambda _: self.connect_address())
        row.add_widget(connect)
        address = captioned(say("screen-tower.address"), row, self.em)
        address.size_hint_y, address.height = None, self.finger + 32 * self.em
        side.add_widget(address)
        faulty = self.tower is not None and self.tower.faults is not None
        grid = GridLayout(cols=3, spacing=8, size_hint_y=1.6)
        acts = [
            ("turn", lambda: self._show("turn")),
            ("test", lambda: self.begin(tower_procedures.self_test)),
            ("fingers", lambda: self.begin(tower_procedures.fingers)),
            ("calibrate", lambda: self._show("calibrate")),
            ("care", lambda: self._show("care")),
        ]
        if faulty:
            acts.append(("faults", lambda: self._show("faults")))
        for key, act in acts:
            button = BigButton(text=say(f"screen-tower.{key}"), px=19)
            button.disabled = self.tower is None
            button.because = "because.no-tower"
            button.bind(on_release=lambda _, act=act: act())
            grid.add_widget(button)
        side.add_widget(grid)

    def _lost(self, side: BoxLayout) -> None:
        """In the middle of a game: wait, tap, or choose below; the game is never stuck."""
        said = self.say("screen-tower.lost-title")
        notice = Text(text=said, px=22, weight="bold", tone="danger", halign="left")
        notice.size_hint_y, notice.height = None, 36 * self.em
        side.add_widget(notice)
        row = BoxLayout(spacing=8, size_hint_y=None, height=self.finger)
        for key, act in (("wait", lambda: self.app.go("table")), ("by-hand", lambda: self.choose("none"))):
            button = BigButton(text=self.say(f"screen-tower.{key}"), px=19, edge=self.app.theme.accent)
            button.bind(on_release=lambda _, act=act: act())
            row.add_widget(button)
        side.add_widget(row)

    def _chosen(self) -> str:
        if self.app.now is not None and self.app.now.tower is None:
            return "none"
        return str(self.app.settings.tower)

    def _turn(self, side: BoxLayout) -> None:
        outlets = [(outlet, self.presenter.outlet(outlet)) for outlet in range(OUTLETS)]
        facing = self.tower.facing if self.tower else None
        choices = Choices(options=outlets, value=facing, cols=2, px=21)
        choices.bind(on_pick=lambda _, to: self.begin(partial(tower_procedures.turn, outlet=to), "turn"))
        side.add_widget(captioned(self.say("screen-tower.turn"), choices, self.em))

    def _parts(self, side: BoxLayout) -> None:
        parts = [(key, self.say(f"screen-tower.{key}")) for key in PARTS]
        choices = Choices(options=parts, cols=1, px=22)
        choices.bind(on_pick=lambda _, key: self.begin(partial(tower_procedures.calibrate, parts=PARTS[key])))
        side.add_widget(captioned(self.say("screen-tower.parts"), choices, self.em))

    def _care(self, side: BoxLayout) -> None:
        """For whoever looks after it: figures that players need not know, its firmware, its memory."""
        acts: list[tuple[str, Callable[[], None]]] = [
            ("examine", lambda: self.begin(tower_procedures.examine)),
            ("forget", self._ask_forget),
        ]
        if self.tower is not None and self.tower.identity.kind == "serial":
            acts.append(("flash", self._ask_flash))
        for key, act in acts:
            button = BigButton(text=self.say(f"screen-tower.{key}"), px=22)
            button.bind(on_release=lambda _, act=act: act())
            side.add_widget(button)
        shared = Text(text=self.say("screen-tower.share"), px=19, tone="faint", halign="left", valign="top")
        side.add_widget(shared)

    def _faults(self, side: BoxLayout) -> None:
        """A simulated tower can be told what goes wrong: to see what a game night does about it."""
        tower = self.tower
        if tower is None or tower.faults is None:
            return
        rows = self.switches = Rows(cols=2, spacing=6)
        self.buttons = {}
        for heading, switches in self.presenter.faults(tower, self.picked):
            for text in (heading, ""):
                rows.add(Text(text=text, px=18, tone="faint", halign="left", valign="bottom"), 34 * self.em)
            for switch in switches:
                rows.add(self._switch(switch), self.finger)
            if len(switches) % 2:
                rows.add(Widget(), self.finger)
        side.add_widget(captioned(self.say("screen-tower.faults-which"), rows, self.em))

    def _switch(self, switch: Switch) -> Widget:
        """A fault, and beside it the outlet or the seconds: a touch goes on to the next."""
        name = switch.fault.id
        row = BoxLayout(spacing=6)
        self.buttons[name] = (BigButton(px=18), BigButton(px=16, size_hint_x=0.5))[: 2 if switch.value else 1]
        for place, button in enumerate(self.buttons[name]):
            button.bind(on_release=lambda _, another=bool(place): self.switch(name, another))
            row.add_widget(button)
        self._mark(switch)
        return row

    def _mark(self, switch: Switch) -> None:
        for button, text in zip(self.buttons[switch.fault.id], (switch.text, switch.value), strict=False):
            button.text, button.role = text, "chosen" if switch.on else "plain"

    def _found(self, name: str) -> Switch:
        assert self.tower is not None
        groups = self.presenter.faults(self.tower, self.picked)
        return next(switch for _, group in groups for switch in group if switch.fault.id == name)

    def switch(self, name: str, another: bool = False) -> None:
        """A fault on or off; or `another` outlet or time for it, on or off as it is."""
        faults = self.tower.faults if self.tower is not None else None
        if faults is None:
            return
        switch = self._found(name)
        fault = switch.fault.stepped() if another else switch.fault
        self.picked[name] = fault
        if switch.on:
            faults.switch_off(switch.fault)
        if switch.on == another:
            faults.switch_on(fault)
        self._health(self.tower)
        self._mark(self._found(name))

    def _guided(self, side: BoxLayout) -> None:
        guided = self.guided
        if guided is None:
            return
        rows = Rows(spacing=2)
        for key, about in guided.lines:
            line = Text(text=self._sentence(key, about), px=19, halign="left", valign="middle")
            rows.add(line, 44 * self.em)
        if guided.error is not None:
            wrong = Text(text=self.presenter.trouble(guided.error), px=19, tone="danger", halign="left")
            rows.add(wrong, 96 * self.em)
        rows.scroll_y = 0 if len(guided.lines) > 8 else 1
        side.add_widget(rows)
        if (question := guided.question) is not None:  # its own thread may take it back meanwhile
            key, about = question
            asked = Text(text=self._asked(key, about), px=24, weight="bold", tone="accent", halign="left")
            asked.size_hint_y, asked.height = None, 90 * self.em
            side.add_widget(asked)
            side.add_widget(self._answers(key))
        text = "screen-tower.stop" if guided.running else "screen-new-game.done"
        end = BigButton(text=self.say(text), px=20, size_hint_y=None, height=self.finger)
        end.role = "danger" if guided.running else "next"
        end.disabled = guided.running and guided.holds
        end.bind(on_release=lambda _: self.leave())
        side.add_widget(end)

    def _asked(self, key: str, about: dict[str, Any]) -> str:
        """The console's questions tell what to type; here there are buttons."""
        short = f"screen-tower.ask.{key.rpartition('.')[2]}"
        return self._sentence(short if short in self.app.tr.words else key, about)

    def _answers(self, key: str) -> BoxLayout:
        row = BoxLayout(spacing=8, size_hint_y=None, height=self.finger)
        if key == "tower.calibrate.outlet":
            for nudge in NUDGES:
                row.add_widget(self._answer(self.say("screen-tower.nudge", n=nudge), nudge))
            row.add_widget(self._answer(self.say("screen-tower.right"), "", "next", 2))
        else:
            row.add_widget(self._answer(self.say("notice.ok"), "", "next"))
        return row

    def _answer(self, text: str, given: str, role: str = "plain", share: float = 1) -> BigButton:
        button = BigButton(text=text, px=18, role=role, size_hint_x=share)
        button.bind(on_release=lambda _: self.answer(given))
        return button

    def _sentence(self, key: str, about: dict[str, Any]) -> str:
        def label(field: str, value: Any) -> str | None:
            return self.presenter.outlet(value) if field == "outlet" else None

        return self.app.tr.words.say(key, about, label)

    # -- touches

    def _show(self, part: str) -> None:
        self.part = part
        self.fill()

    def begin(self, work: Any, part: str = "guided") -> None:
        """A procedure; the drop of a running game is not disturbed."""
        tower = self.tower
        if tower is None or (self.guided is not None and self.guided.running) or self._counting():
            return
        self.part = part
        self.guided = tower_procedures.Guided(self._lent(work(tower)), self._heard)
        self.fill()

    def _counting(self) -> bool:
        """Whether a drop is running, which people are told."""
        now = self.app.now
        if now is None or now.drop is None or not now.drop.running:
            return False
        said = self.say("screen-tower.busy")
        self.ask(self.say("screen-tower.title"), said, (self.say("notice.ok"), "next", None))
        return True

    def _lent(self, work: Any) -> Any:
        """The tower of a running game is borrowed from it meanwhile."""
        evening = self.app.evening
        if evening is None:
            return work

        def borrowed(guide: tower_procedures.Guided) -> None:
            with evening.lent():
                work(guide)

        return borrowed

    def _ask_differences(self) -> None:
        """Board and file disagree: a person decides which is right."""
        tower = self.tower
        if tower is None or not tower.differences:
            return
        said = self.say("screen-tower.differs-which", parts=self.presenter.differences(tower))
        keep = [("board", "next")] if "file" in tower.differences else [("board", "next"), ("file", "plain")]
        choices = [
            (self.say(f"screen-tower.keep-{which}"), role, partial(self._settle, which))
            for which, role in keep
        ]
        later = (self.say("screen-tower.later"), "plain", None)
        self.ask(self.say("screen-tower.title"), said, *choices, later)

    def _settle(self, keep: str) -> None:
        self.begin(partial(tower_procedures.settle_calibration, keep=keep))

    def _ask_forget(self) -> None:
        said = self.say("screen-tower.forget-ask")
        forget = (self.say("screen-tower.forget-yes"), "danger", self._forget)
        self.ask(self.say("screen-tower.title"), said, forget, (self.say("notice.cancel"), "plain", None))

    def _forget(self) -> None:
        self.begin(tower_procedures.forget)

    def _ask_flash(self) -> None:
        assert self.tower is not None
        about = {"firmware": self.tower.identity.firmware or "–", "port": self.tower.identity.where}
        flash = (self.say("screen-tower.flash-yes"), "next", partial(self._flash, self.tower.identity.where))
        said = self.say("screen-tower.flash-ask", **about)
        self.ask(self.say("screen-tower.title"), said, flash, (self.say("notice.cancel"), "plain", None))

    def _flash(self, port: str) -> None:
        """The port must be free meanwhile: the tower is let go, and found again when somebody is done."""
        if self._counting():
            return
        let_go = self._close_own(self.app.evening.use(None) if self.app.evening is not None else None)
        self.part, self._again = "guided", True
        self.guided = tower_procedures.Guided(tower_procedures.write_firmware(port, let_go), self._heard)
        self.guided.holds = True
        self.fill()

    def answer(self, given: str) -> None:
        if self.guided is not None:
            self.guided.answer(given)
            self.fill()

    def stop(self) -> None:
        """Ends what is running, aside: the tower is free once it has stopped."""
        if self.guided is not None and self.guided.running:
            self.guided.stop()
            if self.tower is not None:
                Thread(target=_halt, args=(self.tower,), name="stopping", daemon=True).start()
        self.guided = None

    def connect_address(self) -> None:
        address = self.address.text.strip()
        if address:
            self.choose(f"url:{address}" if "://" in address else f"port:{address}")

    def choose(self, tower_name: str) -> None:
        """Another tower, or none. The one that was there is let go first: it may hold the same port."""
        now = self.app.now
        if now is not None and now.drop is not None and now.drop.running:
            self.app.post(EndDrop())
        let_go = self.app.evening.use(None) if self.app.evening is not None else None
        let_go = self._close_own(let_go)
        choice = choice_of(tower_name, secrets.randbelow(10**6))
        done, failed = partial(self._connected, tower_name), partial(self._failed, tower_name)
        self.connect(choice, done, failed, let_go)

    def _connected(self, tower_name: str, tower: Tower | None) -> None:
        self.close_notice()
        self.app.settings.tower = tower_name
        self.app.remember()
        if self.app.evening is not None:
            self.app.when(self.app.evening.use(tower), self._there)
            return
        if self.shown_now:
            self._own = tower
        else:
            self.app.let_go(tower)
        self._there()

    def _there(self, *_: Any) -> None:
        self._fill()
        if self.shown_now:
            self._ask_differences()

    def _failed(self, tower_name: str, error: TowerError) -> None:
        self.ask(
            self.say("screen-tower.lost-title"),
            self.presenter.trouble(error),
            (self.say("notice.again"), "next", lambda: self.choose(tower_name)),
            (self.say("screen-tower.by-hand"), "plain", lambda: self.choose("none")),
            (self.say("screen-tower.other"), "plain", None),
        )
        self._fill()

    def export(self) -> None:
        """The flight recorder, as a file for whoever helps."""
        tower = self.tower
        if tower is None:
            return
        path = home() / "recordings" / f"{datetime.now():%Y-%m-%d-%H%M%S}.jsonl"
        try:
            tower.recorder.write(path)
        except OSError as error:
            self.ask(self.say("notice.wrong"), str(error), (self.say("notice.ok"), "next", None))
            return
        said = self.say("screen-tower.exported", lines=len(tower.recorder.lines()), path=for_people(path))
        self.ask(self.say("screen-tower.export"), said, (self.say("notice.ok"), "next", None))
