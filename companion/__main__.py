"""The command line, and the only place where rooms are wired together. Nobody imports it.

Every mistake that a person can make ends in one clear line and an exit code, never in a traceback. Rooms are
imported by the command that needs them: `companion tower` loads no game, `companion replay` no app.
The file is longer than most because nothing else may know all rooms.
"""

from __future__ import annotations

import argparse
import logging
import os
import platform
import re
import secrets
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import datetime
from io import TextIOWrapper
from pathlib import Path
from typing import TYPE_CHECKING, Any

from . import games, store
from .engine import Refusal
from .engine.phrases import reason_of
from .lookups import (
    box_check_command,
    box_file_command,
    career_command,
    docs_command,
    games_command,
    people_command,
    replay_command,
    rules_command,
    scenario_command,
)
from .parsers import VERBOSE, build_parser, play_parser, serve_parser, simulate_parser, version
from .typed import (
    BAD_OPTIONS,
    FAILED,
    INTERRUPTED,
    Mistake,
    board_for,
    complain,
    no_game,
    read_box,
    spoken,
    table_error,
    words_of,
)
from .words import Words, language, languages, one_line, speak

if TYPE_CHECKING:
    from .engine import Games
    from .table import Evening, Snapshot
    from .web import Phones

LOG = logging.getLogger("companion")
COMMANDS: tuple[str, ...] = ("app", "box", "career", "check", "completion", "docs", "doctor", "games")
COMMANDS += ("people", "play", "replay", "resume", "rules", "scenario", "serve", "simulate", "tower")
ALONE = 600
"""Seconds without any phone after which an evening ends whose window was closed."""

EXTRAS = {"matplotlib": "plot", "distributed": "dask", "lgpio": "pi", "rpi_hardware_pwm": "pi"}
"""Libraries that a plain install leaves out, and the extra that brings them."""
PLAIN = ("cobs", "gpiozero", "kivy", "segno", "serial", "shtab", "starlette", "uvicorn")
"""Those that it brings, wherever they can be had."""


def main(argv: Sequence[str] | None = None) -> int:
    """Runs one command and returns its exit code."""
    given = list(sys.argv[1:] if argv is None else argv)
    _open_what_is_closed()
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):  # a terminal that cannot show a sign shows another one
            stream.reconfigure(errors="replace")
    asked = [word for word in given if word not in VERBOSE]
    with store.logbook(len(asked) < len(given), _without_names) as log:
        LOG.info("%s: %s", about_this_computer(), _flags(asked))
        store.notices()  # a command tells what it set aside itself
        try:
            code = _one_line_for(asked, log)
        finally:
            _tell_set_aside(asked)
        LOG.info("exit-code=%s", code)
        return code


def _without_names(text: str) -> str:
    from .table import People, people_file

    return People(people_file()).without_names(text)


def _open_what_is_closed() -> None:
    """A service may be started without streams: nothing comes from them, and what is said goes nowhere."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: PTH123, SIM115 - until the end


def _one_line_for(given: list[str], log: Path) -> int:
    """Runs it; whatever goes wrong is one line for people."""
    try:
        code = run(given)
        sys.stdout.flush()
        return code
    except Mistake as mistake:
        return complain(str(mistake), BAD_OPTIONS)
    except BrokenPipeError:
        # The reader has left (`companion replay … | head`); what Python would still flush goes nowhere.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FAILED
    except KeyboardInterrupt:
        return INTERRUPTED
    except OSError as error:
        from .table import TableError

        if isinstance(error, TableError):  # a full disk in mid-game, for example
            return table_error(error, spoken(given))
        about = {"file": str(error.filename), "why": error.strerror}
        return complain(spoken(given).say("help.unusable", about) if error.filename else str(error))
    except Exception as error:  # a mistake of ours: one line here, all of it in the log
        if isinstance(error, ModuleNotFoundError) and _library(error):
            return no_library(error, spoken(given))
        said = spoken(given).say("help.unexpected", {"error": type(error).__name__, "file": str(log)})
        LOG.exception(said)
        return FAILED


def about_this_computer() -> str:
    """Program, Python and system: what somebody who helps asks first."""
    return f"{version()}, Python {platform.python_version()}, {sys.platform} {platform.machine()}"


def _flags(argv: list[str]) -> str:
    """What was asked for, without what was typed: names and places are nobody's business."""
    known = {*games.NAMES, *COMMANDS}
    return " ".join(word.partition("=")[0] for word in argv if word in known or word.startswith("--"))


def _library(missing: ModuleNotFoundError) -> str:
    """A library of ours that is not there; empty: something else."""
    library = (missing.name or "").partition(".")[0]
    return library if library in EXTRAS or library in PLAIN else ""


def no_library(missing: ModuleNotFoundError, words: Words) -> int:
    """Nothing needs what it does not use: what a command cannot do without is named, with what brings it."""
    library = _library(missing)
    extra = f"[{EXTRAS[library]}]" if library in EXTRAS else ""
    about = {"library": library, "command": f"pip install 'loop-companion{extra}'"}
    if library == "kivy":
        from .tower.doctor import KIVY_BEFORE

        if sys.version_info >= KIVY_BEFORE:  # the same install would leave it out again
            about["command"] = "uv tool install --python 3.13 loop-companion"
    return complain(words.say("help.no-library", about))


def run(argv: list[str]) -> int:
    if empty := next((word for word in argv if re.fullmatch(r"--[\w-]+=--", word)), ""):
        # argparse takes the value for the end of the options and hands on an empty list
        raise Mistake(f"{empty.partition('=')[0]}: {spoken(argv).say('argparse.one')}")
    if argv[:1] == ["--lang"] and len(argv) > 2:
        argv = argv[2:] + argv[:2]  # what stands before the command stands after it too
    speak(spoken(argv))
    own = {"tower": tower, "doctor": doctor, "play": play, "serve": serve, "simulate": simulate}
    if argv and argv[0] in own:
        return own[argv[0]](argv[1:])
    commands = {
        "app": app_command,
        "resume": resume_command,
        "games": games_command,
        "replay": replay_command,
        "career": career_command,
        "people": people_command,
        "rules": rules_command,
        "docs": docs_command,
        "scenario": scenario_command,
        "box-check": box_check_command,
        "box-export": box_file_command,
        "box-import": box_file_command,
        "completion": completion_command,
        "": welcome,
    }
    args = build_parser(spoken(argv)).parse_args(argv)
    return commands[getattr(args, "command", "")](args)


def _tell_set_aside(argv: list[str]) -> None:
    """Files that could not be read stopped nobody; here people hear of them, however the command ended."""
    for notice in store.notices():
        about = {"file": str(notice.path), "now": str(notice.now)}
        words = Words(spoken(argv).lang)
        with suppress(OSError):  # nobody reads it any more
            print(
                words.say("table.set-aside" if notice.now else "table.not-set-aside", about), file=sys.stderr
            )


# -- playing -------------------------------------------------------------------------------------------------


def play(argv: list[str]) -> int:
    """`companion play GAME …`: the flags after the name are the game's own."""
    from .terminal import flags

    name = next((word for word in argv if word in games.NAMES), "")
    if not name and argv in (["-h"], ["--help"]):
        name = games.NAMES[0]
    if not name:
        typed = next((word for word in argv[:1] if not word.startswith("-")), "")
        raise no_game(typed, argv)
    game, words = games.load(name), spoken(argv)
    args = play_parser(game, words).parse_args(argv)
    try:
        return begin(name, flags.chosen(game, args), args)
    except flags.BadFlag as bad:
        raise Mistake(words.say(f"mistake.{bad.key}", bad.about)) from None


def serve(argv: list[str]) -> int:
    """`companion serve [GAME …]`: phones play it; without a game, the last one goes on."""
    from .terminal import flags

    name = next((word for word in argv if word in games.NAMES), "")
    typed = next((word for word in argv[:1] if not word.startswith("-")), "")
    if typed and not name:
        raise no_game(typed, argv)
    game, words = games.load(name or games.NAMES[0]), spoken(argv)
    args = serve_parser(game, words).parse_args(argv)
    try:
        evening = _begun(name, flags.chosen(game, args), args) if name else _resumed(args.resume, args)
    except flags.BadFlag as bad:
        raise Mistake(words.say(f"mistake.{bad.key}", bad.about)) from None
    return host(evening, args) if not isinstance(evening, int) else evening


def host(evening: Evening, args: argparse.Namespace) -> int:
    """Serves phones until somebody ends it. Every answer is in the journal before anybody sees it."""
    from signal import SIGTERM, signal
    from threading import Event

    import segno

    from .table import Career, career_file
    from .web import EVERYWHERE, HERE, Phones, PhonesError

    words, ended = Words(args.lang, ["phone"]), Event()
    if (args.certificate is None) != (args.key is None):
        evening.close().result()
        raise Mistake(words.say("error.half-certificate"))
    certificate = (args.certificate, args.key) if args.certificate else None
    address = HERE if args.only_here else EVERYWHERE
    try:
        Career(career_file()).follow(evening)
        phones = Phones.open(
            evening, games.GAMES, args.port, address, args.name, certificate, picture=picture
        )
    except PhonesError as error:
        evening.close().result()
        raise Mistake(words.say(f"error.{error.id}", error.about)) from None
    signal(SIGTERM, lambda *_: ended.set())
    try:
        print(words.say("phone.playing", {"address": phones.address}))
        print(words.say("phone.only-here" if args.only_here else "phone.nobody-arrived"))
        print(words.say("phone.resumed" if phones.guests.devices else "phone.begin"))
        print(phones.link("host"))
        if sys.stdout.isatty():
            segno.make(phones.link("host"), micro=False).terminal(compact=True)
        sys.stdout.flush()
        ended.wait()
    finally:
        phones.close()
        evening.close().result()
    return 0


def invite(evening: Evening, known: Games) -> Phones:
    """Phones at the evening of a window; where another has the usual port, on any that is free."""
    from .web import PORT, Phones, PortTaken

    try:
        return Phones.open(evening, known, PORT, tablet=True, picture=picture)
    except PortTaken:
        return Phones.open(evening, known, 0, tablet=True, picture=picture)


def picture(now: Snapshot, lang: str) -> str:
    """The chronicle of an evening, as the tablet draws it."""
    from .app.presenters.chronicle import picture_of
    from .app.screen_words import words_of as screen_words
    from .table import svg

    return svg(picture_of(now, screen_words(lang, now.game.name), games.GAMES))


def serve_on(evening: Evening, phones: Any) -> None:
    """The window was closed: phones play on until somebody ends it, or nobody has been here for a while."""
    from signal import SIGTERM, signal
    from threading import Event

    ended, empty = Event(), 0
    signal(SIGTERM, lambda *_: ended.set())
    words = Words(language(os.environ), ["phone"])
    print(words.say("phone.window-closed", {"address": phones.address}))
    print(words.say("phone.resumed"), phones.link("host"), sep="\n")
    sys.stdout.flush()
    try:
        while empty < ALONE and not ended.wait(1.0):
            empty = 0 if phones.here else empty + 1
    finally:
        phones.close()
        evening.close().result()


def simulate(argv: list[str]) -> int:
    """`companion simulate …`: the flags are those of the game that is played."""
    from .table import box_folder
    from .terminal import Speech, flags, simulate

    name = next((argv[at + 1] for at, word in enumerate(argv[:-1]) if word == "--game"), games.NAMES[0])
    if name not in games.NAMES:
        raise no_game(name, argv)
    game = games.load(name)
    args = simulate_parser(game, spoken(argv)).parse_args(argv)
    words, box = words_of(args.lang, name), None
    directory = args.box or box_folder(name)
    if args.box or directory.is_dir():
        box = read_box(name, directory, words)
        game = games.load(name, box)
    try:
        return simulate.run(game, games.load, args, words, box)
    except flags.BadFlag as bad:
        raise Mistake(words.say(f"mistake.{bad.key}", bad.about)) from None
    except simulate.BadTable as bad:
        raise Mistake(Speech(words, game, game.start({})).refusal(bad.refusal)) from None
    except simulate.Unable as unable:
        raise Mistake(words.say(unable.key, unable.about)) from None


def begin(name: str, options: dict[str, object], args: argparse.Namespace) -> int:
    """A new game, for people or for bots."""
    words = words_of(args.lang, name)
    evening = _begun(name, options, args, args.auto)
    if isinstance(evening, int):
        return evening
    if args.auto:
        with evening:
            return auto(evening, words)
    return spend(evening, args)


def _begun(
    name: str, options: dict[str, object], args: argparse.Namespace, auto: bool = False
) -> Evening | int:
    """The evening of a new game, or the exit code."""
    from .table import Career, Evening, People, TableError, box_folder, career_file, new_journal, people_file
    from .terminal import Speech

    directory = args.box or box_folder(name)
    words = words_of(args.lang, name)
    game = games.load(name, read_box(name, directory, words) if args.box or directory.is_dir() else None)
    start = game.start(options)
    if isinstance(start, Refusal):
        raise Mistake(Speech(words, game, game.start({})).refusal(start))
    if "tower" in game.chosen(start).values():
        raise Mistake(words.say("mistake.no-tower-here"))
    if not auto:
        advised = Career(career_file()).next_time(game, game.seats(start))
        for name_of, value in advised.items():
            if name_of not in options:
                options[name_of] = value
                print(words.say(f"advised.{name_of}", {"value": value}))
    seed = secrets.randbelow(10**9) if args.seed is None else _seed(args.seed)
    try:
        if auto:
            return Evening.begin(game, games.GAMES, options, args.journal, seed, None, inline=True)
        path = args.journal or new_journal(name, datetime.now())
        names = [name.strip() for name in args.names.split(",")] if args.names else []
        if len(names) > game.seats(start):
            raise Mistake(words.say("mistake.too-many-names", {"n": game.seats(start)}))
        people = People(people_file()).sit_down(names)
        return Evening.begin(game, games.GAMES, options, path, seed, learn=lambda _: directory, people=people)
    except TableError as error:
        return table_error(error, words)


def _seed(typed: str) -> int | str:
    """A number, or any words; a number that Python would not read is words too, and so is what a terminal of
    another encoding typed."""
    return int(typed) if re.fullmatch(r"-?\d{1,4000}", typed) else typed.encode("utf-8", "replace").decode()


def auto(evening: Evening, words: Words) -> int:
    """Bots decide until there is an outcome."""
    from .advisor import GreedyBot
    from .terminal import Screen, play_out

    play_out(evening, words, Screen(), GreedyBot(evening.now.seed).choose)
    return 0


def spend(evening: Evening, args: argparse.Namespace) -> int:
    """People play; a game that ends goes into their career, pieces that turned up into their box."""
    from .table import Career, career_file
    from .teacher import Taught, taught_words
    from .terminal import Screen, Terminal

    words = taught_words(Words, args.lang, evening.now.manifest)
    taught = Taught() if args.lead or args.newcomer else None
    if taught is not None and args.newcomer:
        taught.welcome()
    try:
        career = Career(career_file())
        career.follow(evening)
        Terminal(evening, words, Screen(), board_for(evening.now.game), taught).play()
    finally:
        closed = evening.close().result()
    if career.problem is not None:
        print(words.say("career.not-kept", {"file": str(career.path), "why": career.problem.strerror}))
    if closed.problem is not None:
        about = {"file": str(closed.box), "why": reason_of(closed.problem)}
        raise Mistake(words.say("mistake.not-learned", about))
    if closed.learned:
        print(words.say("table.learned", {"n": closed.learned, "file": str(closed.box)}))
    return 0


def resume_command(args: argparse.Namespace) -> int:
    evening = _resumed(args.file, args)
    return evening if isinstance(evening, int) else spend(evening, args)


def _resumed(file: Path | None, args: argparse.Namespace) -> Evening | int:
    """The evening of a journal, the last one unless it is named; or the exit code."""
    from .table import Evening, TableError, box_folder, home, last_journal

    path = file or last_journal()
    if path is None:
        about = {"file": str(home()), "game": games.NAMES[0]}
        raise Mistake(Words(args.lang).say("mistake.nothing-saved", about))
    try:
        return Evening.resume(path, games.GAMES, learn=lambda name: args.box or box_folder(name))
    except TableError as error:
        return table_error(error, Words(args.lang))


def welcome(args: argparse.Namespace) -> int:
    """No command: the app where there is a display, else the terminal, else a demonstration."""
    words = Words(args.lang)
    display = has_display()
    if display:
        from companion import app

        try:
            return app.main(args.lang, games.GAMES, invite, serve_on)
        except app.NoWindow:
            print(words.say("table.no-window"))
    if not sys.stdin.isatty() or not sys.stdout.isatty():
        print(words.say("table.demonstration"))
        return play([games.NAMES[0], "--auto", "--lang", args.lang])
    if not display:
        print(words.say("table.no-display"))
    return play([games.NAMES[0], "--lang", args.lang])


def has_display() -> bool:
    """Windows and macOS have one without naming it; elsewhere SDL would draw where nobody sees it."""
    named = ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER")
    return sys.platform in ("win32", "darwin") or any(os.environ.get(name) for name in named)


def app_command(args: argparse.Namespace) -> int:
    """The app, or one line that says what keeps it from opening."""
    from companion import app

    try:
        if not has_display():
            raise app.NoWindow("no display is named")
        return app.main(args.lang, games.GAMES, invite, serve_on)
    except app.NoWindow as why:
        if isinstance(why.__cause__, ModuleNotFoundError) and _library(why.__cause__):
            return no_library(why.__cause__, spoken(["--lang", args.lang]))
        raise Mistake(Words(args.lang).say("mistake.no-window")) from None


def tower(argv: list[str]) -> int:
    from .tower.console import main as console

    return console(argv, _speaker("tower", "help"), languages=languages())


def doctor(argv: list[str]) -> int:
    from .tower.doctor import main as examine

    return examine(argv, _speaker("tower", "doctor", "help"), languages=languages())


def completion_command(args: argparse.Namespace) -> int:
    """What the shell reads to complete a half-typed command."""
    from shtab import complete

    print(complete(build_parser(Words(args.lang, ["help"]), whole=True), shell=args.shell))
    return 0


def _speaker(*areas: str) -> Callable[[str | None], Callable[..., str]]:
    """Words of these areas in a language, or in that of the locale."""

    def speaking(lang: str | None) -> Callable[..., str]:
        words = Words(lang or language(os.environ), areas)
        return lambda key, about=(): words.say(key, {name: _typed(one) for name, one in dict(about).items()})

    return speaking


def _typed(value: Any) -> Any:
    return one_line(value) if isinstance(value, str) else value


if __name__ == "__main__":
    sys.exit(main())
