"""`companion tower …`: what can be typed, which tower is meant, and how a person is told.

May import: this room. Sentences are ids and parameters; whoever starts the console brings the words (`Say`).
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from itertools import groupby
from pathlib import Path
from typing import NoReturn, TextIO

from companion.tower import commands
from companion.tower.drop_watch import Watching
from companion.tower.errors import TowerError, UnknownFault
from companion.tower.faults import FAULTS, parse_fault
from companion.tower.screen import Say, Screen
from companion.tower.wire_table import OUTLETS

MISTYPED = 2


def main(
    argv: Sequence[str],
    speak: Callable[[str | None], Say],
    out: TextIO | None = None,
    languages: Sequence[str] | None = None,
) -> int:
    """Runs one command; 0 = done, 1 = a fault that is told with its advice, 2 = mistyped.

    `speak` gives the words of one of the languages; None is the locale's.
    """
    before = Parser(prog="companion tower", add_help=False)
    before.add_argument("--lang", choices=languages)
    say = speak(before.parse_known_args(argv)[0].lang)
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


class Parser(argparse.ArgumentParser):
    """One line for a mistake instead of a page of usage."""

    def error(self, message: str) -> NoReturn:
        self.exit(MISTYPED, f"{self.prog}: {message}. See {self.prog} --help\n")


def build_parser(say: Say, languages: Sequence[str] | None = None) -> argparse.ArgumentParser:
    def words(key: str) -> str:
        return say(f"tower.help.{key}", {}).replace("%", "%%")

    parser = Parser(prog="companion tower", description=words("tower"))
    in_language = Parser(add_help=False)
    for spoken in (parser, in_language):  # before the command and after it
        spoken.add_argument("--lang", choices=languages, default=argparse.SUPPRESS, help=words("lang"))
    of_tower = _which_tower(words, say)
    faults = _faults_told(say)
    subparsers = parser.add_subparsers(required=True, metavar="COMMAND")

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
    command("info", commands.info)
    face = command("face", commands.face)
    face.add_argument("era", type=_whole(0, OUTLETS - 1), metavar="ERA", help=words("era"))
    watch = command("watch", commands.watch)
    watch.add_argument("--seconds", type=_seconds, default=float("inf"), help=words("seconds"))
    count = command("count", commands.count)
    count.add_argument("--thrown", type=_whole(1, 30), required=True, metavar="N", help=words("thrown"))
    count.add_argument("--colour", default="", help=words("colour"))
    count.add_argument("--inside", type=_whole(0, 30), default=0, metavar="N", help=words("inside"))
    count.add_argument("--inside-colour", default="", metavar="COLOUR", help=words("inside-colour"))
    count.add_argument("--facing", type=_whole(0, OUTLETS - 1), metavar="ERA", help=words("facing"))
    shakes = Watching.shakes
    count.add_argument("--shakes", type=_whole(0, 20), default=shakes, metavar="N", help=words("shakes"))
    count.add_argument("--no-shake", dest="shakes", action="store_const", const=0, help=words("no-shake"))
    count.add_argument("--amplitude", type=_whole(1, 500), default=0, metavar="US", help=words("amplitude"))
    count.add_argument("--wait", type=_seconds, default=30.0, metavar="SECONDS", help=words("wait"))
    calibrate = command("calibrate", commands.calibrate)
    calibrate.add_argument("--only", choices=("servo", "beams", "cubes"), help=words("only"))
    calibrate.add_argument("--keep", choices=("board", "file"), help=words("keep"))
    selftest = command("selftest", commands.selftest)
    selftest.add_argument("--fingers", action="store_true", help=words("fingers"))
    record = command("record", commands.record)
    record.add_argument("file", type=Path, help=words("record-file"))
    record.add_argument("--seconds", type=_seconds, default=10.0, help=words("seconds"))
    emulate = command("emulate", commands.emulate, needs_tower=False)
    emulate.add_argument("--link", required=True, metavar="PATH", help=words("link"))
    emulate.add_argument("--control", required=True, metavar="SOCKET", help=words("control"))
    trace = command("count-trace", commands.count_trace, needs_tower=False)
    trace.add_argument("files", nargs="+", type=Path, metavar="FILE", help=words("trace-file"))
    trace.add_argument("--json", action="store_true", help=words("json"))
    trace.add_argument("--drops", action="store_true", help=words("drops"))
    return parser


def _which_tower(words: Callable[[str], str], say: Say) -> Parser:
    def fault(text: str) -> str:
        try:
            return str(parse_fault(text))
        except UnknownFault as unknown:
            raise argparse.ArgumentTypeError(say(unknown.advice, unknown.params).rstrip(".")) from unknown

    parent = Parser(add_help=False)
    which = parent.add_mutually_exclusive_group()
    which.add_argument("--port", metavar="PATH", help=words("port"))
    which.add_argument("--url", metavar="URL", help=words("url"))
    which.add_argument("--gpio", action="store_true", help=words("gpio"))
    which.add_argument("--simulated", action="store_true", help=words("simulated"))
    parent.add_argument("--seed", type=int, default=0, help=words("seed"))
    parent.add_argument("--speed", type=_speed, default=1.0, metavar="TIMES", help=words("speed"))
    parent.add_argument(
        "--fault", action="append", type=fault, default=[], metavar="FAULT", help=words("fault")
    )
    return parent


def _faults_told(say: Say) -> str:
    """Every fault in its group, with what it is."""
    lines = [say("tower.help.faults", {})]
    width = max(len(kind.id) for kind in FAULTS)
    for group, kinds in groupby(FAULTS, key=lambda kind: kind.group):
        lines += ["", say(f"tower.fault-group.{group}", {})]
        for kind in kinds:
            about = say(f"tower.help.fault-of-{kind.of}", {"default": kind.default}) if kind.of else ""
            told = say(f"tower.fault.{kind.id}", {}) + (f" ({about})" if about else "")
            lines.append(f"  {kind.id:{width}}  {told}")
    return "\n".join(lines)


def _whole(low: int, high: int) -> Callable[[str], int]:
    def parse(text: str) -> int:
        if not text.isdecimal() or not low <= int(text) <= high:
            raise argparse.ArgumentTypeError(f"{low}–{high}, not {text!r}")
        return int(text)

    return parse


def _speed(text: str) -> float:
    try:
        speed = float(text)
    except ValueError:
        speed = -1.0
    if not 0 <= speed < float("inf"):
        raise argparse.ArgumentTypeError(f"0, 1, 2.5 …, not {text!r}")
    return speed


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = -1.0
    if not seconds > 0:  # and no NaN
        raise argparse.ArgumentTypeError(f"> 0, not {text!r}")
    return seconds
