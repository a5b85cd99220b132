"""The command line, and the only place where rooms are wired together. Nobody imports it.

Every mistake that a person can make ends in one clear line and an exit code, never in a traceback. Rooms are
imported by the command that needs them: `companion tower` loads no game, `companion replay` no app.
"""

from __future__ import annotations

import argparse
import json
import logging
import os
import platform
import re
import secrets
import sys
from collections.abc import Callable, Sequence
from datetime import datetime
from io import TextIOWrapper
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

from . import games, store
from .engine import Game, Plain, Refusal
from .engine.box_files.reader import BoxMistakes
from .engine.phrases import reason_of
from .parsers import VERBOSE, build_parser, play_parser, serve_parser, simulate_parser, version
from .words import Words, describe_flaw, language, languages, speak

if TYPE_CHECKING:
    from .engine import Games
    from .table import Evening, TableError
    from .terminal import TextBoard
    from .web import Phones

LOG = logging.getLogger("companion")
COMMANDS: tuple[str, ...] = ("app", "box", "career", "check", "completion", "doctor", "games", "play")
COMMANDS += ("replay", "resume", "scenario", "serve", "simulate", "tower")
ALONE = 600
"""Seconds without any phone after which an evening ends whose window was closed."""
BAD_OPTIONS = 2
FAILED = 1
INTERRUPTED = 130

EXTRAS = {"matplotlib": "plot", "distributed": "dask", "lgpio": "pi", "rpi_hardware_pwm": "pi"}
"""Libraries that a plain install leaves out, and the extra that brings them."""
PLAIN = ("cobs", "gpiozero", "kivy", "segno", "serial", "shtab", "starlette", "uvicorn")
"""Those that it brings, wherever they can be had."""


class Mistake(Exception):
    """Something typed that cannot be done; the message is for the person."""


def main(argv: Sequence[str] | None = None) -> int:
    """Runs one command and returns its exit code."""
    given = list(sys.argv[1:] if argv is None else argv)
    _open_what_is_closed()
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):  # a terminal that cannot show a sign shows another one
            stream.reconfigure(errors="replace")
    asked = [word for word in given if word not in VERBOSE]
    with store.logbook(len(asked) < len(given)) as log:
        LOG.info("%s: %s", about_this_computer(), _flags(asked))
        code = _one_line_for(asked, log)
        LOG.info("exit-code=%s", code)
        return code


def _open_what_is_closed() -> None:
    """A service may be started without streams: nothing comes from them, and what is said goes nowhere."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: PTH123, SIM115 - until the end


def _one_line_for(given: list[str], log: Path) -> int:
    """Runs it; whatever goes wrong is one line for people."""
    try:
        code = run(given)
        _tell_set_aside(given)
        sys.stdout.flush()
        return code
    except Mistake as mistake:
        print(f"companion: {mistake}", file=sys.stderr)
        return BAD_OPTIONS
    except BrokenPipeError:
        # The reader has left (`companion replay … | head`); what Python would still flush goes nowhere.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FAILED
    except KeyboardInterrupt:
        return INTERRUPTED
    except OSError as error:
        about = f"{error.filename}: {error.strerror}" if error.filename else str(error)
        print(f"companion: {about}", file=sys.stderr)
        return FAILED
    except Exception as error:  # a mistake of ours: one line here, all of it in the log
        if isinstance(error, ModuleNotFoundError) and _library(error):
            return no_library(error, _spoken(given))
        said = _spoken(given).say("help.unexpected", {"error": type(error).__name__, "file": str(log)})
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
    print(f"companion: {words.say('help.no-library', about)}", file=sys.stderr)
    return FAILED


def run(argv: list[str]) -> int:
    if empty := next((word for word in argv if re.fullmatch(r"--[\w-]+=--", word)), ""):
        # argparse takes the value for the end of the options and hands on an empty list
        raise Mistake(f"{empty.partition('=')[0]}: {_spoken(argv).say('argparse.one')}")
    if argv[:1] == ["--lang"] and len(argv) > 2:
        argv = argv[2:] + argv[:2]  # what stands before the command stands after it too
    speak(_spoken(argv))
    own = {"tower": tower, "doctor": doctor, "play": play, "serve": serve, "simulate": simulate}
    if argv and argv[0] in own:
        return own[argv[0]](argv[1:])
    commands = {
        "app": app_command,
        "resume": resume_command,
        "games": games_command,
        "replay": replay_command,
        "career": career_command,
        "rules": rules_command,
        "scenario": scenario_command,
        "box-check": box_check_command,
        "box-export": box_file_command,
        "box-import": box_file_command,
        "completion": completion_command,
        "": welcome,
    }
    args = build_parser(_spoken(argv)).parse_args(argv)
    return commands[getattr(args, "command", "")](args)


def _tell_set_aside(argv: list[str]) -> None:
    """Files that could not be read stopped nobody; here people hear of them."""
    for notice in store.notices():
        about = {"file": str(notice.path), "now": str(notice.now)}
        words = Words(_spoken(argv).lang)
        print(words.say("table.set-aside" if notice.now else "table.not-set-aside", about), file=sys.stderr)


# -- playing -------------------------------------------------------------------------------------------------


def play(argv: list[str]) -> int:
    """`companion play GAME …`: the flags after the name are the game's own."""
    from .terminal import flags

    name = next((word for word in argv if word in games.NAMES), "")
    if not name and argv in (["-h"], ["--help"]):
        name = games.NAMES[0]
    if not name:
        typed = next((word for word in argv[:1] if not word.startswith("-")), "")
        raise _no_game(typed, argv)
    game, words = games.load(name), _spoken(argv)
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
        raise _no_game(typed, argv)
    game, words = games.load(name or games.NAMES[0]), _spoken(argv)
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
        phones = Phones.open(evening, games.GAMES, args.port, address, args.name, certificate)
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
        return Phones.open(evening, known, PORT, tablet=True)
    except PortTaken:
        return Phones.open(evening, known, 0, tablet=True)


def serve_on(evening: Evening, phones: Any) -> None:
    """The window was closed: phones play on until somebody ends it, or nobody has been here for a while."""
    from signal import SIGTERM, signal
    from threading import Event

    ended, empty = Event(), 0
    signal(SIGTERM, lambda *_: ended.set())
    print(Words(language(os.environ), ["phone"]).say("phone.window-closed", {"address": phones.address}))
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
        raise _no_game(name, argv)
    game = games.load(name)
    args = simulate_parser(game, _spoken(argv)).parse_args(argv)
    words, box = _words(args.lang, name), None
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
    words = _words(args.lang, name)
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
    from .table import Evening, TableError, box_folder, new_journal
    from .terminal import Speech

    directory = args.box or box_folder(name)
    words = _words(args.lang, name)
    game = games.load(name, read_box(name, directory, words) if args.box or directory.is_dir() else None)
    start = game.start(options)
    if isinstance(start, Refusal):
        raise Mistake(Speech(words, game, game.start({})).refusal(start))
    if "tower" in game.chosen(start).values():
        raise Mistake(words.say("mistake.no-tower-here"))
    seed = secrets.randbelow(10**9) if args.seed is None else _seed(args.seed)
    try:
        if auto:
            return Evening.begin(game, games.GAMES, options, args.journal, seed, None, inline=True)
        path = args.journal or new_journal(name, datetime.now())
        return Evening.begin(game, games.GAMES, options, path, seed, learn=lambda _: directory)
    except TableError as error:
        return table_error(error, words)


def _seed(typed: str) -> int | str:
    """A number, or any words; a number that Python would not read is words too."""
    return int(typed) if re.fullmatch(r"-?\d{1,4000}", typed) else typed


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
        Terminal(evening, words, Screen(), _board(evening.now.game), taught).play()
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
            return no_library(why.__cause__, _spoken(["--lang", args.lang]))
        raise Mistake(Words(args.lang).say("mistake.no-window")) from None


# -- looking -------------------------------------------------------------------------------------------------


def replay_command(args: argparse.Namespace) -> int:
    from .table import TableError
    from .terminal import replay

    try:
        game, state, number = replay.replayed(args.file, args.to, games.load)
    except TableError as error:
        return table_error(error, Words(args.lang))
    if args.json:
        print(replay.as_json(game, state, number))
    else:
        print(*replay.as_text(game, state, _words(args.lang, game.name), _board(game)), sep="\n")
    return 0


def games_command(args: argparse.Namespace) -> int:
    """The library of games: the list, and what is done with one of them."""
    from .table import TableError, games_kept
    from .terminal import library

    words = Words(args.lang)
    try:
        if args.game is not None or args.taken is not None:
            return _with_one_game(args, words)
    except TableError as error:
        return table_error(error, words)
    kept = games_kept(games.GAMES, args.asides)
    if args.json:
        for one in kept:
            print(json.dumps(library.as_data(one), ensure_ascii=False))
    else:
        print(*library.lines(words, games.GAMES, kept) if kept else [words.say("games.empty")], sep="\n")
    return 0


def _with_one_game(args: argparse.Namespace, words: Words) -> int:
    from . import table
    from .terminal import Speech, library

    def done(key: str, **about: Any) -> int:
        print(words.say(f"games.{key}", {name: str(value) for name, value in about.items()}))
        return 0

    if args.taken is not None:
        return done("done-import", file=table.take_in(args.taken, games.GAMES))
    kept = table.games_kept(games.GAMES, args.asides or args.back)
    named = [
        one for number, one in enumerate(kept, 1) if args.game in (str(number), one.path.name, str(one.path))
    ]
    if not named:
        raise Mistake(words.say("mistake.no-such-game", {"name": args.game}))
    (one, *_) = named
    if args.export is not None:
        return done("done-export", file=table.export(one, args.export, args.open_hands))
    if args.aside:
        return done("done-aside", file=table.set_aside(one.path))
    if args.back:
        return done("done-back", file=table.put_back(one.path))
    if args.repair:
        if one.how != "damaged":
            return done("sound")
        repaired = table.repair(one.path)
        about = {"kept": repaired.kept, "lost": repaired.lost, "file": str(repaired.original)}
        print(words.say("games.done-repair", about))
        return 0
    if args.lay:
        game, state = table.position(one.path, games.load)
        speech = Speech(_words(args.lang, game.name), game, state)
        phrases = [speech.phrase(phrase) for phrase in table.lay_again(one.path, games.GAMES)]
        print(*phrases or [words.say("games.nothing-to-lay")], sep="\n")
        return 0
    as_data = json.dumps(library.as_data(one), ensure_ascii=False)
    print(as_data if args.json else library.row(words, games.GAMES, one))
    return 0


def career_command(args: argparse.Namespace) -> int:
    from .table import Career, TableError, box_folder, career_file, load_reasons
    from .terminal import career_lines

    game, words, career = games.load(args.game), _words(args.lang, args.game), Career(career_file())
    shipped = Path(__file__).parent / "games" / args.game.replace("-", "_") / "career"
    try:
        known = load_reasons((shipped, box_folder(args.game) / "career"), game)
    except TableError as error:
        return table_error(error, words)
    for chosen, on in ((args.tick, True), (args.untick, False)):
        if chosen:
            by_hand = [reason.id for reason in known if reason.when is None]
            if chosen not in by_hand:
                raise Mistake(words.say("mistake.not-by-hand", {"name": chosen, "known": by_hand}))
            career.tick(args.game, chosen, on)
    if args.json:
        for one in career.games(args.game):
            print(json.dumps(one._asdict(), ensure_ascii=False, default=str))
        return 0
    print(*career_lines(words, game, career.of(game), known, career.ticked(args.game)), sep="\n")
    return 0


def rules_command(args: argparse.Namespace) -> int:
    """The rules of a game in our own words: the contents, or what was looked for."""
    from .teacher import Rulebook, taught_words
    from .terminal import rulebook

    manifest = games.GAMES[args.game]
    words = taught_words(Words, args.lang, manifest)
    typed = " ".join(args.words)
    found = rulebook.lines(words, Rulebook.of(manifest), typed)
    if not found:
        raise Mistake(words.say("rulebook.none", {"0": typed}))
    print(*found, sep="\n")
    return 0


def scenario_command(args: argparse.Namespace) -> int:
    from .table import TableError, scenario
    from .terminal import wrong

    words = Words(args.lang)
    try:
        return int(scenario.main(args.files, games.load, print, lambda error: wrong(words, error)))
    except TableError as error:
        return table_error(error, words)


def box_check_command(args: argparse.Namespace) -> int:
    from .engine.box_files.reader import game_of

    words = Words(args.lang)
    if not args.directory.is_dir():
        raise Mistake(words.say("mistake.no-directory", {"file": str(args.directory)}))
    game = args.game or game_of(args.directory) or games.NAMES[0]
    if game not in games.NAMES:
        raise _no_game(game, ["--lang", args.lang])
    mistakes = games.boxes(game).check_box(args.directory)
    for flaw in mistakes:
        print(describe_flaw(_words(args.lang, game, "box"), flaw))
    about = {"file": str(args.directory), "n": len(mistakes)}
    print(words.say("table.box-mistakes" if mistakes else "table.box-sound", about))
    return FAILED if mistakes else 0


def box_file_command(args: argparse.Namespace) -> int:
    """`box export` and `box import`."""
    from .table import box_folder
    from .terminal import boxes

    game = args.game or games.NAMES[0]
    words, shelf = _words(args.lang, game, "box"), games.boxes(game).shelf()
    folder = args.box or box_folder(game)
    try:
        if args.command == "box-export":
            boxes.export(shelf, folder, args.file, args.texts, words, print)
        else:
            boxes.take_in(shelf, folder, args.file, args.take, args.take_all, words, print)
    except BoxMistakes as wrong:
        for flaw in wrong.flaws[:10]:
            print(describe_flaw(words, flaw))
        return FAILED
    except OSError as wrong:
        raise Mistake(words.say("mistake.file", {"file": str(args.file), "why": wrong.strerror})) from None
    return 0


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


# -- shared --------------------------------------------------------------------------------------------------


def _no_game(name: str, argv: list[str]) -> Mistake:
    about = {"name": name, "known": games.NAMES}
    return Mistake(_spoken(argv).say("mistake.no-game" if name else "mistake.which-game", about))


def _spoken(argv: list[str]) -> Words:
    """The words of what was typed, before all of it is understood."""
    typed = dict(pairwise(argv)).get("--lang", "")
    return Words(typed if typed in languages() else language(os.environ), ["help"])


def _speaker(*areas: str) -> Callable[[str | None], Callable[..., str]]:
    """Words of these areas in a language, or in that of the locale."""
    return lambda lang: Words(lang or language(os.environ), areas).say


def _words(lang: str, game: str, *areas: str) -> Words:
    return Words(lang, [*areas, game.replace("-", "_")])


def _board(game: Game) -> TextBoard:
    from .terminal import board_of

    return board_of(games.GAMES, game.name)


def read_box(game: str, directory: Path, words: Words) -> Plain:
    """The owner's box. The first mistake is told by the validator, in its own words."""
    if not directory.is_dir():
        raise Mistake(words.say("mistake.no-directory", {"file": str(directory)}))
    boxes = games.boxes(game)
    try:
        return boxes.load_box(directory)
    except BoxMistakes as wrong:
        first = describe_flaw(_words(words.lang, game, "box"), wrong.flaws[0])
        about = {"mistake": str(first), "n": len(wrong.flaws), "file": str(directory)}
        raise Mistake(words.say("mistake.box", about)) from None


def table_error(error: TableError, words: Words) -> int:
    from .terminal import wrong

    print(f"companion: {wrong(words, error)}", file=sys.stderr)
    return FAILED


if __name__ == "__main__":
    sys.exit(main())
