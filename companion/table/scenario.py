"""Scenario files: a position, what is done, and what must follow; written by people who know the rules.

May import: companion.engine, companion.store, its own room, the standard library. The format is told in
docs/scenarios.md.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Any, NamedTuple

from companion import store
from companion.engine import CHANCE, Game, Happening, Input, Plain, Refusal, Source, State
from companion.engine.phrases import reason_of

from .errors import ScenarioInvalid, TableError
from .expectations import Check, compare, in_order, matches, merge, words
from .live_line import Entry, Undone
from .session import Session

_SCENARIO = ("title", "game", "rules", "options", "seed", "given", "when", "then", "step", "scenario")
_SHAPES: dict[str, type] = {"game": str, "options": dict, "given": dict}
_EXPECTATIONS = (
    *(
        "happened",
        "happened-exactly",
        "not-happened",
        "refused",
        "asked",
        "can",
        "cannot",
        "outcome",
        "found",
    ),
    *("position", "state", "put-back"),
)

Load = Callable[[str], Game]
"""By name; without one the game that is offered first."""


class Report(NamedTuple):
    """What became of one scenario."""

    file: Path
    title: str
    checks: tuple[Check, ...]

    @property
    def holds(self) -> bool:
        return bool(self.checks) and all(check.holds for check in self.checks)


def main(
    files: Iterable[Path], load: Load, say: Callable[[str], None], tell: Callable[[TableError], str]
) -> int:
    """Runs scenario files and tells every expectation, in the notation of the file; 0 when all hold, else 1.

    `tell` has the sentence for a mistake in a file.
    """
    reports = [report for file in files for report in run(file, load)]
    for report in reports:
        say(f"{report.file}: {report.title}")
        for check in report.checks:
            found = tell(check.found) if isinstance(check.found, TableError) else check.found
            say(f"  ✓ {check.expected}" if check.holds else f"  ✗ {check.expected}   ← {found}")
    say(f"{sum(report.holds for report in reports)}/{len(reports)}")
    return 0 if reports and all(report.holds for report in reports) else 1


def run(file: Path, load: Load) -> Iterator[Report]:
    """Runs every scenario of one file. A file that cannot be understood is a report that does not hold."""
    try:
        scenarios = list(_scenarios(file))
    except ScenarioInvalid as error:
        yield Report(file, "", (Check("TOML", False, error),))
        return
    for number, scenario in enumerate(scenarios, 1):
        title = str(scenario.get("title", file.stem if len(scenarios) == 1 else f"{file.stem} {number}"))
        checks: list[Check] = []
        try:
            for check in _play(scenario, load):
                checks.append(check)
        except ScenarioInvalid as error:
            checks.append(Check("scenario", False, error))
        if not checks:
            checks.append(Check("then", False, ScenarioInvalid("empty")))
        yield Report(file, title, tuple(checks))


def _scenarios(file: Path) -> Iterator[dict[str, Any]]:
    """Each [[scenario]] of a file over what stands before the first, or the file itself."""
    try:
        whole = store.load_toml(file)
    except OSError as error:
        raise ScenarioInvalid("unreadable", why=error.strerror) from None
    except ValueError as error:
        raise ScenarioInvalid("not-toml", why=str(error)) from None
    several = whole.pop("scenario", [{}])
    if not isinstance(several, list) or not all(isinstance(one, dict) for one in several):
        raise ScenarioInvalid("no-tables", what=words(several))
    for one in several:
        try:
            scenario = merge(whole, one)
        except ValueError as wrong:
            raise ScenarioInvalid("shape", name="scenario", what=reason_of(wrong)) from None
        for name, wanted in _SHAPES.items():
            if not isinstance(scenario.get(name, wanted()), wanted):
                raise ScenarioInvalid("shape", name=name, what=words(scenario[name]))
        if strange := [name for name in scenario if name not in _SCENARIO]:
            raise ScenarioInvalid("strange", name=strange[0], known=_SCENARIO)
        yield scenario


def _play(scenario: Mapping[str, Any], load: Load) -> Iterator[Check]:
    session = _set_up(scenario, load)
    first = {name: scenario[name] for name in ("when", "then") if name in scenario}
    for step in ([first] if first else []) + _list(scenario.get("step", [])):
        if not isinstance(step, Mapping) or not isinstance(step.get("then", {}), Mapping):
            raise ScenarioInvalid("step", what=words(step))
        if strange := [name for name in step if name not in ("when", "then")]:
            raise ScenarioInvalid("strange-in-step", name=strange[0])
        done = Done(session, step.get("when", []))
        expected = step.get("then", {})
        if done.refusal is not None and "refused" not in expected:
            refusal = done.refusal
            yield Check(f"can: {words(done.last)}", False, f"refused: {refusal.id} [{refusal.rule or '–'}]")
            return
        yield from _checks(done, expected)


def _set_up(scenario: Mapping[str, Any], load: Load) -> Session:
    """The game at the given position, or at its start."""
    name, options = scenario.get("game", ""), scenario.get("options", {})
    try:
        game = load(name)
    except KeyError:
        raise ScenarioInvalid("no-game", name=name) from None
    given = dict(scenario.get("given", {}))
    change = given.pop("state", None)
    try:
        start = game.position(options, given) if given else game.start(options)
        if isinstance(start, Refusal):
            raise ScenarioInvalid("options", why=f"{start.id} {dict(start.about)}")
        if change is not None:
            start = game.load(merge(game.dump(start), change))
    except (ValueError, LookupError, TypeError, AttributeError) as error:
        if isinstance(error, ScenarioInvalid):
            raise
        raise ScenarioInvalid("given", why=reason_of(error)) from None
    return Session(game, start, scenario.get("seed", 0), None)


class Done:
    """What the `when` of a step did."""

    def __init__(self, session: Session, when: Any) -> None:
        self.session = session
        self.before = session.state
        self.happened: list[dict[str, Plain]] = []
        self.put_back: tuple[str, ...] = ()
        self.refusal: Refusal | None = None
        self.last: Any = None
        for one in _list(when):
            if self.refusal is not None:
                raise ScenarioInvalid("after-refusal", refused=words(self.last), what=words(one))
            self.last = one
            self._do(one)

    def _do(self, one: Any) -> None:
        if one == "draw":
            for entry in self.session.advance():
                self._tell(entry)
        elif one == "undo":
            undone = self.session.undo()
            if isinstance(undone, Undone):
                self.put_back = tuple(phrase.id for phrase in undone.put_back)
            else:
                self.refusal = undone
        else:
            given, source = read_input(self.session, one)
            submitted = self.session.submit(given, source)
            if isinstance(submitted, Refusal):
                self.refusal = submitted
            else:
                self._tell(submitted)

    def _tell(self, entry: Entry) -> None:
        self.happened += [self._written(entry.after, happening) for happening in entry.happenings]

    def _written(self, state: State, happening: Happening) -> dict[str, Plain]:
        return self.session.game.write(state, happening)


def read_input(session: Session, written: Any) -> tuple[Input, Source]:
    """An input as a scenario writes it, and its source: `hand` for results of chance, unless it is said."""
    if not isinstance(written, Mapping):
        raise ScenarioInvalid("input", what=words(written))
    fields = dict(written)
    source = fields.pop("source", None)
    if source not in (None, "app", "tower", "hand", "player"):
        raise ScenarioInvalid("source", what=words(source))
    try:
        given = session.game.read(session.state, fields)
    except ValueError as error:
        raise ScenarioInvalid("unread-input", what=words(written), why=reason_of(error)) from None
    if source is None:
        chance = [question for question in session.game.awaited(session.state) if question.owner == CHANCE]
        seen = any(given.kind == answer.kind for question in chance for answer in question.answers)
        source = "hand" if seen else "player"
    return given, source


# -- expectations


def _checks(done: Done, then: Mapping[str, Any]) -> Iterator[Check]:
    game, state = done.session.game, done.session.state
    expected = dict(then)
    if "refused" in expected:
        yield _refused(done, expected.pop("refused"))
    yield from in_order(_list(expected.pop("happened", [])), done.happened)
    if (exactly := expected.pop("happened-exactly", None)) is not None:
        alike = len(exactly) == len(done.happened) and all(map(matches, exactly, done.happened))
        yield Check(f"happened-exactly: {words(exactly)}", alike, words(done.happened))
    for one in _list(expected.pop("not-happened", [])):
        yield Check(
            f"not-happened: {words(one)}",
            not any(matches(one, happening) for happening in done.happened),
            words(done.happened),
        )
    if "asked" in expected:
        yield from _asked(done, expected.pop("asked"))
    for one in _list(expected.pop("can", [])):
        given, source = read_input(done.session, one)
        applied = game.apply(state, given, source)
        refused = f"refused: {applied.id} [{applied.rule or '–'}]" if isinstance(applied, Refusal) else ""
        yield Check(f"can: {words(one)}", not refused, refused)
    for one in _list(expected.pop("cannot", [])):
        yield _cannot(done, one)
    if "outcome" in expected:
        outcome = game.outcome(state)
        found = (
            {"result": "none"}
            if outcome is None
            else dict(outcome._asdict(), ranking=list(map(list, outcome.ranking)))
        )
        yield from compare("outcome", _table(expected.pop("outcome"), "result"), found)
    if (wanted := expected.pop("found", None)) is not None:
        findings = [
            {"id": finding.id, "rule": finding.rule, **dict(finding.about)} for finding in game.check(state)
        ]
        yield from _found(_list(wanted), findings)
    if (wanted := expected.pop("put-back", None)) is not None:
        yield from compare("put-back", wanted, list(done.put_back))
    if (wanted := expected.pop("state", None)) is not None:
        yield from compare("state", wanted, game.dump(state), game.dump(done.before))
    position = {**expected.pop("position", {}), **expected}
    now = game.describe(state)
    for name in position:
        if name not in now:
            near = get_close_matches(name, [*now, *_EXPECTATIONS], 1)
            if near:
                raise ScenarioInvalid("nearly-in-then", name=name, near=near[0])
            raise ScenarioInvalid("strange-in-then", name=name)
    yield from compare("", position, now, game.describe(done.before))


def _refused(done: Done, wanted: Any) -> Check:
    """`refused = "EX-03"` names the rule; `true` any; a table also the id of the refusal."""
    if done.refusal is None:
        return Check(f"refused: {words(wanted)}", False, f"can: {words(done.last)}")
    found = {"rule": done.refusal.rule, "id": done.refusal.id}
    fits = wanted is True or matches(_table(wanted, "rule"), found)
    return Check(f"refused: {words(wanted)}", fits, words(found))


def _cannot(done: Done, one: Any) -> Check:
    fields = dict(one) if isinstance(one, dict) else one  # anything else is told by whoever reads it
    rule = fields.pop("rule", None) if isinstance(fields, dict) else None
    given, source = read_input(done.session, fields)
    applied = done.session.game.apply(done.session.state, given, source)
    if not isinstance(applied, Refusal):
        return Check(f"cannot: {words(one)}", False, f"can: {words(one)}")
    return Check(
        f"cannot: {words(one)}",
        rule in (None, applied.rule),
        f"refused: {applied.id} [{applied.rule or '–'}]",
    )


def _asked(done: Done, wanted: Any) -> Iterator[Check]:
    """`asked = "act"`, a table with id, owner or answers, "nothing", or a list of these."""
    game, state = done.session.game, done.session.state
    awaited = [
        {
            "id": question.id,
            "owner": question.owner,
            "stream": question.stream,
            "answers": [game.write(state, answer) for answer in question.answers],
        }
        for question in game.awaited(state)
    ]
    found = words([one["id"] for one in awaited])
    if wanted == "nothing":
        yield Check("asked: nothing", not awaited, found)
        return
    for one in _list(wanted):
        fields = _table(one, "id")
        answers = fields.pop("answers", None)
        asked = next((question for question in awaited if matches(fields, question)), None)
        yield Check(f"asked: {words(fields)}", asked is not None, found)
        if asked is not None and answers is not None:
            yield from compare(f"{asked['id']}.answers", answers, asked["answers"])


def _found(wanted: list[Any], findings: list[dict[str, Any]]) -> Iterator[Check]:
    if not wanted:
        yield Check("found: []", not findings, words(findings))
    for one in wanted:
        there = any(matches(_table(one, "id"), finding) for finding in findings)
        yield Check(f"found: {words(one)}", there, words(findings))


def _table(value: Any, name: str) -> dict[str, Any]:
    """A table, or the short form that gives one of its fields."""
    return dict(value) if isinstance(value, Mapping) else {name: value}


def _list(value: Any) -> list[Any]:
    """A list, or the short form of a list of one."""
    return value if isinstance(value, list) else [value]
