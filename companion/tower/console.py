"""`companion tower …`: what can be typed, which tower is meant, and how a person is told.

May import: this room. Sentences are ids and parameters; whoever starts the console brings the words (`Say`).
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from itertools import groupby, pairwise
from pathlib import Path
from typing import Any, TextIO

from companion.tower import commands, upkeep
from companion.tower.drop_watch import Watching
from companion.tower.errors import TowerError, UnknownFault
from companion.tower.faults import FAULTS, parse_fault
from companion.tower.screen import Say, Screen
from companion.tower.wire_table import OUTLETS


def main(
    argv: Sequence[str],
    speak: Callable[[str | None], Say],
    out: TextIO | None = None,
    languages: Sequence[str] | None = None,
) -> int:
    """Runs one command; 0 = done, 1 = a fault that is told with its advice, 2 = mistyped.

    `speak` gives the words of one of the languages; None is the locale's.
    """
    say = speak(typed_language(argv, languages))
    screen = Screen(say, out or sys.stdout)
    parser = build_parser(say, languages)
    args = parser.parse_args(argv)
    if getattr(args, "fault", ()) and not args.simulated:
        parser.error(say("tower.mistake.fault-of-a-real-tower", {}))
    try:
        code: int = args.command(args, screen)
        return code
    except TowerError as fault:
        screen.fault(fault)
        return 1
    except KeyboardInterrupt:
        screen.tell("tower.interrupted")
        return 130


def typed_language(argv: Sequence[str], languages: Sequence[str] | None) -> str | None:
    """Known before the rest is understood: a mistake in it is told in this language."""
    typed = dict(pairwise(argv)).get("--lang")
    return typed if typed in (languages or ()) else None


LONGEST = 18
"""Digits of a number that anybody means."""


class Parser(argparse.ArgumentParser):
    """One line for a mistake instead of a page of usage."""

    def print_usage(self, file: Any = None) -> None:
        pass


def build_parser(say: Say, languages: Sequence[str] | None = None) -> argparse.ArgumentParser:
    def words(key: str) -> str:
        return say(f"tower.help.{key}", {}).replace("%", "%%")

    def called(key: str) -> str:
        return say(f"help.value.{key}", {})

    number, outlet, seconds = called("number"), called("outlet"), called("seconds")

    parser = Parser(prog="companion tower", description=words("tower"))
    in_language = Parser(add_help=False)
    for spoken in (parser, in_language):  # before the command and after it
        spoken.add_argument("--lang", choices=languages, default=argparse.SUPPRESS, help=words("lang"))
        verbose = say("help.command.verbose", {})
        spoken.add_argument("-v", "--verbose", action="store_true", help=verbose)  # taken out before
    of_tower = _which_tower(words, called, say)
    faults = _fault_list(say)
    subparsers = parser.add_subparsers(required=True, metavar=called("command"))

    def command(name: str, run: commands.Command, needs_tower: bool = True) -> argparse.ArgumentParser:
        parents = [in_language, of_tower] if needs_tower else [in_language]
        added = subparsers.add_parser(
            name,
            help=words(name),
            description=words(name),
            parents=parents,
            formatter_class=argparse.RawDescriptionHelpFormatter,
            epilog=faults if needs_tower else None,
        )
        added.set_defaults(command=run)
        return added

    command("list", commands.list_towers)
    info = command("info", commands.info)
    info.add_argument("--json", action="store_true", help=say("help.command.json-lines", {}))
    face = command("face", commands.face)
    face.add_argument("outlet", type=_whole(0, OUTLETS - 1), metavar=outlet, help=words("outlet"))
    watch = command("watch", commands.watch)
    for_ever = float("inf")
    watch.add_argument("--seconds", type=_seconds, default=for_ever, metavar=seconds, help=words("seconds"))
    count = command("count", commands.count)
    count.add_argument("--thrown", type=_whole(1, 30), required=True, metavar=number, help=words("thrown"))
    count.add_argument("--colour", default="", metavar=called("colour"), help=words("colour"))
    count.add_argument("--inside", type=_whole(0, 30), default=0, metavar=number, help=words("inside"))
    count.add_argument("--inside-colour", default="", metavar=called("colour"), help=words("inside-colour"))
    count.add_argument("--facing", type=_whole(0, OUTLETS - 1), metavar=outlet, help=words("facing"))
    shakes = Watching.shakes
    count.add_argument("--shakes", type=_whole(0, 20), default=shakes, metavar=number, help=words("shakes"))
    count.add_argument("--no-shake", dest="shakes", action="store_const", const=0, help=words("no-shake"))
    count.add_argument("--amplitude", type=_whole(1, 500), default=0, metavar="US", help=words("amplitude"))
    count.add_argument("--wait", type=_seconds, default=30.0, metavar=seconds, help=words("wait"))
    for turning in (face, count):
        turning.add_argument("--hands-away", action="store_true", help=words("hands-away"))
    calibrate = command("calibrate", commands.calibrate)
    calibrate.add_argument("--only", choices=("servo", "beams", "cubes"), help=words("only"))
    calibrate.add_argument("--keep", choices=("board", "file"), help=words("keep"))
    selftest = command("selftest", commands.selftest)
    selftest.add_argument("--fingers", action="store_true", help=words("fingers"))
    light = command("light", commands.light)
    light.add_argument("--fit", action="store_true", default=None, help=words("fit"))
    light.add_argument("--unfit", dest="fit", action="store_false", help=words("unfit"))
    light.add_argument("--seconds", type=_seconds, default=1.0, metavar=seconds, help=words("light-seconds"))
    record = command("record", commands.record)
    record.add_argument("file", type=Path, metavar=called("file"), help=words("record-file"))
    record.add_argument("--seconds", type=_seconds, default=10.0, metavar=seconds, help=words("seconds"))
    flash = command("flash", upkeep.flash, needs_tower=False)
    flash.add_argument("where", nargs="?", metavar=called("path"), help=words("flash-port"))
    flash.add_argument("--again", action="store_true", help=words("again"))
    share = command("share", upkeep.share, needs_tower=False)
    share.add_argument("where", nargs="?", metavar=called("path"), help=words("flash-port"))
    share.add_argument("--host", default=upkeep.LOOPBACK, metavar=called("host"), help=words("host"))
    share.add_argument("--tcp", type=_whole(0, 65535), default=3333, metavar=number, help=words("tcp"))
    share.add_argument("--word", metavar=called("word"), help=words("word"))
    learned = command("learned", upkeep.learned, needs_tower=False)
    learned.add_argument("serial", nargs="?", metavar=number, help=words("learned-serial"))
    learned.add_argument("--reset", action="store_true", help=words("reset"))
    emulate = command("emulate", commands.emulate, needs_tower=False)
    emulate.add_argument("--link", required=True, metavar=called("path"), help=words("link"))
    emulate.add_argument("--control", required=True, metavar=called("path"), help=words("control"))
    trace = command("count-trace", commands.count_trace, needs_tower=False)
    trace.add_argument("files", nargs="+", type=Path, metavar=called("file"), help=words("trace-file"))
    trace.add_argument("--json", action="store_true", help=words("json"))
    trace.add_argument("--drops", action="store_true", help=words("drops"))
    return parser


def _which_tower(words: Callable[[str], str], called: Callable[[str], str], say: Say) -> Parser:
    def fault(text: str) -> str:
        try:
            return str(parse_fault(text))
        except UnknownFault as unknown:
            raise argparse.ArgumentTypeError(say(unknown.advice, unknown.params).rstrip(".")) from unknown

    parent = Parser(add_help=False)
    which = parent.add_mutually_exclusive_group()
    which.add_argument("--port", metavar=called("path"), help=words("port"))
    which.add_argument("--url", metavar="URL", help=words("url"))
    which.add_argument("--gpio", action="store_true", help=words("gpio"))
    which.add_argument("--simulated", action="store_true", help=words("simulated"))
    parent.add_argument("--seed", type=int, default=0, metavar=called("number"), help=words("seed"))
    parent.add_argument("--speed", type=_speed, default=1.0, metavar=called("times"), help=words("speed"))
    parent.add_argument(
        "--fault", action="append", type=fault, default=[], metavar=called("fault"), help=words("fault")
    )
    return parent


def _fault_list(say: Say) -> str:
    """Every fault in its group, with what it is."""
    lines = [say("tower.help.faults", {})]
    width = max(len(kind.id) for kind in FAULTS)
    for group, kinds in groupby(FAULTS, key=lambda kind: kind.group):
        lines += ["", say(f"tower.fault-group.{group}", {})]
        for kind in kinds:
            about = say(f"tower.help.fault-of-{kind.of}", {"default": kind.default}) if kind.of else ""
            line = say(f"tower.fault.{kind.id}", {}) + (f" ({about})" if about else "")
            lines.append(f"  {kind.id:{width}}  {line}")
    return "\n".join(lines)


def _whole(low: int, high: int) -> Callable[[str], int]:
    def parse(text: str) -> int:
        if not text.isdecimal() or len(text) > LONGEST or not low <= int(text) <= high:
            raise ValueError(text)
        return int(text)

    parse.__name__ = f"{low}–{high}"  # what argparse calls it when it is not
    return parse


def _speed(text: str) -> float:
    try:
        speed = float(text)
    except ValueError:
        speed = -1.0
    if not 0 <= speed < float("inf"):
        raise ValueError(text)
    return speed


_speed.__name__ = "0, 1, 2.5 …"


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = -1.0
    if not seconds > 0:  # and no NaN
        raise ValueError(text)
    return seconds


_seconds.__name__ = "> 0"
