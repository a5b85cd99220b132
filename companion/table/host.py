"""The host of one evening: does what the clients' commands say, and tells what stands.

May import: companion.engine, its own room. Everything here runs in one thread, the evening's (`evening.py`).
"""

from __future__ import annotations

import time
from collections.abc import Callable

from companion.engine import CHANCE, Input, Manifest, Plain, Refusal, Source, from_plain, part
from companion.tower import Tower

from . import commands
from .commands import Command, Done, Todo
from .drop_control import DropControl
from .errors import JournalUnwritable
from .live_line import Amended, Entry, Event, Happened, Undone
from .people import People, people_file
from .session import Session
from .snapshot import Snapshot
from .tower_thread import TowerThread


class Host:
    def __init__(self, session: Session, manifest: Manifest, wake: Callable[[], None]) -> None:
        """`wake` is called from the tower's thread: then call `take_in`."""
        self.session = session
        self.manifest = manifest
        self.machine = DropControl(manifest.cubes, wake)
        self._refused: Refusal | None = None
        self._behind = False
        self._clock = time.monotonic
        self._paused: float | None = None
        """Since when the table pauses."""
        self._todo: list[Todo] = []
        self._alerts: list[Todo] = []
        self._counted: Input | None = None
        self._events: list[Event] = []
        self._shown: Snapshot | None = None
        self._names = self._called()
        session.subscribe(self._heard)
        self._go_on()
        self._setup = self._split_setup()

    # -- what the clients ask for

    def do(self, command: Command, token: str = "") -> Done | Refusal:
        """Carries out a command; one that was carried out before, perhaps before a restart, only once."""
        if token in self.session.tokens:
            entry = next((one for one in reversed(self.session.entries) if one.token == token), None)
            return Done(self.session.tokens[token], entry)
        match command:
            case commands.Pause():
                self._pause()
                return Done(self.session.position)
            case commands.GoOn():
                self._unpause()
                return Done(self.session.position)
            case commands.CallAnew():
                self._names, self._shown = self._called(), None
                return Done(self.session.position)
            case commands.Light(on):
                self.machine.switch_lights(on)
                return Done(self.session.position)
        if self._paused is not None:
            return Refusal("paused", "")
        return self._written(lambda: self._do(command, token))

    def _pause(self) -> None:
        """A drop that is running ends: what fell is asked when the table goes on."""
        if self._paused is None:
            self._paused = self._clock()
            if self.machine.running:
                self.machine.end_drop()

    def _unpause(self) -> None:
        if self._paused is not None:
            self.session.paused(int(self._clock() - self._paused))
            self._paused = None

    def use(self, tower: Tower | None) -> TowerThread | None:
        """Takes a tower, or none; gives back the one before, to be closed."""
        before = self.machine.use(tower)
        if self.session.sources["drop"] != "app":
            source: Source = "tower" if tower else "hand"
            self.session.sources = self.session.sources.with_source("drop", source)
        self._look()
        return before

    def take_in(self) -> None:
        """What the tower said."""
        counted = self.machine.take_in()
        if counted is not None:
            self._written(lambda: self._give((counted,), "tower", "", action=False))

    def _written(self, work: Callable[[], Done | Refusal]) -> Done | Refusal:
        """A full disk changes nothing: it is told like a refusal, and the command can be given again."""
        try:
            result = work()
        except JournalUnwritable as error:
            result, self._behind = Refusal("not-written", "", error.about), True
        self._refused = result if isinstance(result, Refusal) else self._refused
        return result

    def _do(self, command: Command, token: str) -> Done | Refusal:
        match command:
            case commands.Answer():
                return self._answer(command, token)
            case commands.Correct(given):
                return self._done(self.session.submit(given, "hand", token=token))
            case commands.Undo(at):
                if at is not None and at != self.session.position:
                    return Refusal("stale", "", (("position", at), ("now", self.session.position)))
                return self._undo(None, token)
            case commands.Redo():
                return self._taken_back(lambda: self.session.redo(token))
            case commands.BackTo(number):
                return self._undo(number, token)
            case commands.Cancel():
                begun = self._action()
                return self._undo(begun, token) if begun else Refusal("nothing-to-undo", "")
            case commands.Settle(amendment, way):
                return self._taken_back(lambda: self.session.settle(amendment, way, token))
            case commands.ConfirmDrop(other):
                if self.machine.drop is not None and self.machine.drop.editable:
                    answer = other or self.machine.drop.answer
                    return self._give(self._with_thrown(answer), "hand", token, action=True)
            case commands.CatchUp():
                if self._behind:
                    return self._done(None)
            case _:
                self._do_at_the_table(command)
        return Done(self.session.position)

    def _do_at_the_table(self, command: Command) -> None:
        """What no line of the journal tells of."""
        match command:
            case commands.MarkSeen(alert):
                self._alerts = [one for one in self._alerts if one != alert]
            case commands.SeenFallen():
                self.machine.fallen.clear()
            case commands.Throw():
                if self.machine.throw(self._view, self._last_drop()):
                    self._todo.clear()
            case commands.AllThrown():
                self.machine.all_thrown()
            case commands.EarlyThrow(was):
                self.machine.early_throw(was)
            case commands.EndDrop():
                self.machine.end_drop()
            case commands.ByHand():
                self.machine.by_hand()
            case commands.ChangeDrop(changes):
                self.machine.change_drop(changes)
            case commands.ChangeThrown(by):
                self.machine.change_thrown(by)
            case commands.Watch(watching):
                if self.machine.tower is not None:
                    self.machine.tower.tower.watching = watching

    def _answer(self, answer: commands.Answer, token: str) -> Done | Refusal:
        asked = self.session.asked()
        if answer.since is not None:
            name, given = (answer.owner, answer.since), answer.given[-1]
            others = [one for one in asked if (one.question.owner, one.since) != name]
            asked = tuple(one for one in asked if (one.question.owner, one.since) == name)
            mine = any(given in one.question.answers for one in asked)
            if not asked or (not mine and any(given in one.question.answers for one in others)):
                about = (("position", answer.since), ("now", self.session.position))
                return Refusal("stale", "", about)
        decided = bool(asked) and asked[0].source == "player"
        main = bool(asked) and asked[0].question.main
        source: Source = "player" if decided else "hand"
        # among rivals every answer is an action of its own
        return self._give(answer.given, source, token, main or self.session.game.rivals)

    def _give(self, given: tuple[Input, ...], source: Source, token: str, action: bool) -> Done | Refusal:
        """`action`: what was to be done before is done."""
        before, self._todo = self._todo, [] if action else self._todo
        made: tuple[Entry, ...] | Refusal | None = None
        try:
            believed = self.machine.believed(given[-1])
            made = self.session.submit_all(given, source, token=token, believed=believed)
        finally:
            self._todo = self._todo if isinstance(made, tuple) and not isinstance(made, Refusal) else before
        if isinstance(made, Refusal):
            return made
        self._counted = given[-1] if source == "tower" else None
        return self._done(made[-1])

    def _with_thrown(self, answer: Input) -> tuple[Input, ...]:
        """A count of more or fewer cubes than were asked for says first how many were thrown."""
        otherwise = self.machine.otherwise(answer)
        return (from_plain(self.session.game.inputs, otherwise), answer) if otherwise else (answer,)

    def _undo(self, number: int | None, token: str) -> Done | Refusal:
        done = self._taken_back(lambda: self.session.undo(to=number, token=token))
        if number is None and isinstance(done, Done) and isinstance(done.what, Undone):
            self.machine.show_again(done.what.dropped[0].given)
        return done

    def _taken_back(self, back: Callable[[], Undone | Amended | Refusal]) -> Done | Refusal:
        """A drop that was running when it was done is over: what it still reports belongs to nothing."""
        running, undone = self.machine.running, back()
        if running and not isinstance(undone, Refusal):
            self.machine.end_drop()
        return self._done(undone)

    def _done(self, result: Entry | Undone | Amended | Refusal | None) -> Done | Refusal:
        """After a line was written: the app draws what is its own, and everybody sees it."""
        if isinstance(result, Refusal):
            return result
        position = self.session.position
        self._refused, self._behind = None, False
        self._go_on()
        return Done(position, result)

    def _go_on(self) -> None:
        try:
            self.session.advance()
        except JournalUnwritable as error:
            self._refused, self._behind = Refusal("not-written", "", error.about), True
        self._look()

    # -- what stands

    def _called(self) -> tuple[str, ...]:
        """The names of those who sit here, as they are today."""
        seated = self.session.seated
        return People(people_file()).names(seated) if any(seated) else ()

    @property
    def _view(self) -> Plain:
        return self.session.game.view(self.session.state, None)

    def _look(self) -> None:
        asked = self.session.asked()
        self.machine.look(asked[0] if asked else None, self._view)
        if path := self.manifest.views.get("lights"):
            self.machine.light(*part(path)(self.session.state))

    def _action(self) -> int | None:
        """The entry with which the running action began; None outside an action."""
        asked = self.session.asked()
        if not asked or asked[0].question.main or asked[0].question.owner == CHANCE:
            return None
        for entry in reversed(self.session.entries):
            for question in self.session.game.awaited(entry.before)[:1]:
                if question.main:
                    return entry.number if entry.given != question.answers[-1] else None
                if question.stream == "drop":
                    return None
        return None

    def _heard(self, event: Event) -> None:
        self._events.append(event)
        match event:
            case Happened(entry):
                self._todo += [Todo(said, entry.after) for said in entry.happenings]
                grave = [said for said in entry.happenings if said.kind in self.manifest.alerts]
                self._alerts += [Todo(said, entry.after) for said in grave]
            case Undone() | Amended():
                self._todo = [Todo(phrase, self.session.state) for phrase in event.put_back]
                self._alerts.clear()
                self.machine.drop = self._counted = None

    def _last_drop(self) -> Entry | None:
        """The last drop that the tower heard."""
        return next((one for one in reversed(self.session.entries) if one.believed), None)

    def _split_setup(self) -> tuple[Todo, ...]:
        """The steps before the first turn are the setup; they are shown in their own place."""
        kinds = self.manifest.turns
        first = next((k for k, one in enumerate(self._todo) if getattr(one.said, "kind", "") in kinds), 0)
        setup, self._todo = tuple(self._todo[:first]), self._todo[first:]
        return setup

    def snapshot(self) -> Snapshot:
        events, self._events = tuple(self._events), []
        machine = self.machine
        self._shown = self._standing()._replace(
            todo=tuple(self._todo),
            alerts=tuple(self._alerts),
            refused=self._refused,
            behind=self._behind,
            paused=self._paused is not None,
            drop=machine.drop,
            counted=self._counted,
            tower=machine.now,
            fallen=machine.fallen_by_outlet,
            lost_readings=machine.lost_readings,
            events=events,
        )
        return self._shown

    def _standing(self) -> Snapshot:
        """What follows from the journal; worked out once for each position."""
        session, shown = self.session, self._shown
        if shown is not None and (shown.position, shown.sources) == (session.position, session.sources):
            return shown
        return Snapshot(
            game=session.game,
            manifest=self.manifest,
            start=session.start,
            seed=session.seed,
            sources=session.sources,
            path=session.path,
            message=session.message,
            setup=self._setup,
            position=session.position,
            state=session.state,
            entries=session.entries,
            times=session.times,
            pauses=session.pauses,
            asked=session.asked(),
            outcome=session.outcome,
            older=session.amendment,
            cancellable=self._action() is not None,
            redoable=session.redoable,
            seated=session.seated,
            people=self._names,
        )
