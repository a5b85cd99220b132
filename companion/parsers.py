"""What can be typed: the parsers of all commands. `__main__` does what they say.

May import: the names of games, and inside functions what the parsers of their own rooms need.
"""

from __future__ import annotations

import argparse
from importlib import metadata
from pathlib import Path
from typing import Any

from . import games
from .engine import Game
from .words import Parser, Words, helped, languages

VERBOSE = ("-v", "--verbose")
"""Taken out of what was typed before anybody reads it: it means the same everywhere."""
SHELLS = ("bash", "zsh", "fish", "tcsh", "powershell")


def version() -> str:
    return f"companion {metadata.version('loop-companion')}"


def build_parser(words: Words, whole: bool = False) -> Parser:
    def help_text(key: str, **about: Any) -> str:
        return helped(words, f"command.{key}", about)

    def called(key: str) -> str:
        return words.say(f"help.value.{key}")

    parser = Parser(
        prog="companion",
        description=words.say("help.command.companion"),
        epilog=words.say("help.command.examples"),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    _language(parser, words)
    parser.add_argument("--version", action="version", version=version(), help=help_text("version"))
    any_parser: type[argparse.ArgumentParser] = Parser
    commands = parser.add_subparsers(metavar=called("command"), parser_class=any_parser)

    def own(name: str) -> list[argparse.ArgumentParser]:
        if not whole:
            return []  # made when the command is typed
        return [own_parser(name, words)]

    opened = commands.add_parser("app", help=help_text("app"))
    _language(opened, words)
    opened.set_defaults(command="app")
    about_play = help_text("play", known=", ".join(games.NAMES))
    commands.add_parser("play", help=about_play, parents=own("play"), add_help=False)

    commands.add_parser("serve", help=help_text("serve"), parents=own("serve"), add_help=False)

    resume = commands.add_parser("resume", help=help_text("resume"))
    resume.add_argument("file", nargs="?", type=Path, metavar=called("file"), help=help_text("resume-file"))
    resume.add_argument("--box", type=Path, metavar=called("folder"), help=help_text("resume-box"))
    _led(resume, words)
    _language(resume, words)
    resume.set_defaults(command="resume")

    kept = commands.add_parser("games", help=help_text("games"))
    kept.add_argument("game", nargs="?", metavar=called("game"), help=help_text("games-which"))
    ways = kept.add_mutually_exclusive_group()
    ways.add_argument("--export", type=Path, metavar=called("file"), help=help_text("games-export"))
    about_import = help_text("games-import")
    ways.add_argument("--import", type=Path, dest="taken", metavar=called("file"), help=about_import)
    ways.add_argument("--aside", action="store_true", help=help_text("games-aside"))
    ways.add_argument("--back", action="store_true", help=help_text("games-back"))
    ways.add_argument("--repair", action="store_true", help=help_text("games-repair"))
    ways.add_argument("--lay", action="store_true", help=help_text("games-lay"))
    kept.add_argument("--with-names", action="store_true", help=help_text("games-names"))
    kept.add_argument("--open-hands", action="store_true", help=help_text("games-hands"))
    kept.add_argument("--set-aside", action="store_true", dest="asides", help=help_text("games-asides"))
    kept.add_argument("--json", action="store_true", help=help_text("json-lines"))
    _language(kept, words)
    kept.set_defaults(command="games")

    replay = commands.add_parser("replay", help=help_text("replay"))
    replay.add_argument("file", type=Path, metavar=called("file"), help=help_text("replay-file"))
    replay.add_argument("--to", type=int, metavar=called("number"), help=help_text("replay-to"))
    replay.add_argument("--json", action="store_true", help=help_text("replay-json"))
    _language(replay, words)
    replay.set_defaults(command="replay")

    career = commands.add_parser("career", help=help_text("career"))
    first = games.NAMES[0]
    career.add_argument(
        "--game", choices=games.NAMES, default=first, help=help_text("career-game", game=first)
    )
    career.add_argument("--tick", metavar=called("reason"), help=help_text("career-tick"))
    career.add_argument("--untick", metavar=called("reason"), help=help_text("career-untick"))
    career.add_argument("--json", action="store_true", help=help_text("json-lines"))
    _language(career, words)
    career.set_defaults(command="career")

    guests = commands.add_parser("people", help=help_text("people"))
    done = guests.add_subparsers(metavar=called("command"), parser_class=any_parser, dest="way")
    for way in ("list", "rename", "remove"):
        one = done.add_parser(way, help=help_text(f"people-{way}"))
        for name in {"rename": ("name", "to"), "remove": ("name",)}.get(way, ()):
            one.add_argument(name, metavar=called(name), help=help_text(f"people-{name}"))
        _language(one, words)
    _language(guests, words)
    guests.set_defaults(command="people")

    rules = commands.add_parser("rules", help=help_text("rules"))
    rules.add_argument("game", choices=games.NAMES, metavar=called("game"), help=help_text("rules-game"))
    rules.add_argument("words", nargs="*", metavar=called("words"), help=help_text("rules-words"))
    _language(rules, words)
    rules.set_defaults(command="rules")

    docs = commands.add_parser("docs", help=help_text("docs"))
    docs.add_argument("page", nargs="?", metavar=called("page"), help=help_text("docs-page"))
    _language(docs, words)
    docs.set_defaults(command="docs")

    scenario = commands.add_parser("scenario", help=help_text("scenario"))
    scenario.add_argument(
        "files", nargs="+", type=Path, metavar=called("file"), help=help_text("scenario-file")
    )
    _language(scenario, words)
    scenario.set_defaults(command="scenario")

    box = commands.add_parser("box", help=help_text("box"))
    boxes = box.add_subparsers(metavar=called("command"), parser_class=Parser, required=True)
    check = boxes.add_parser("check", help=help_text("box-check"))
    check.add_argument("directory", type=Path, metavar=called("folder"), help=help_text("box-directory"))
    check.add_argument("--game", choices=games.NAMES, help=help_text("box-game"))
    _language(check, words)
    check.set_defaults(command="box-check")
    export = boxes.add_parser("export", help=help_text("box-export"))
    export.add_argument("--texts", action="store_true", help=help_text("box-texts"))
    taken = boxes.add_parser("import", help=help_text("box-import"))
    taken.add_argument("--take", action="store_true", help=help_text("box-take"))
    taken.add_argument("--take-all", action="store_true", help=help_text("box-take-all"))
    for one, name in ((export, "box-export"), (taken, "box-import")):
        one.add_argument("file", type=Path, metavar=called("file"), help=help_text("box-file"))
        one.add_argument("--game", choices=games.NAMES, help=help_text("box-game"))
        one.add_argument("--box", type=Path, metavar=called("folder"), help=help_text("flag-box"))
        one.set_defaults(command=name)

    completion = commands.add_parser("completion", help=help_text("completion"))
    completion.add_argument(
        "shell", choices=SHELLS, metavar=called("shell"), help=help_text("completion-shell")
    )
    _language(completion, words)
    completion.set_defaults(command="completion")

    for name in ("simulate", "tower", "doctor"):
        commands.add_parser(name, help=help_text(name), parents=own(name), add_help=False)
    return parser


def own_parser(command: str, words: Words) -> argparse.ArgumentParser:
    """All that can be typed after a command that reads it with a parser of its own."""
    if command in ("tower", "doctor"):
        from .tower import console
        from .tower import doctor as examination

        say, build = Words(words.lang, ["tower", "doctor", "help"]).say, console.build_parser
        return build(say, languages()) if command == "tower" else examination.build_parser(say, languages())
    parser_of = {"play": play_parser, "serve": serve_parser, "simulate": simulate_parser}[command]
    whole = parser_of(games.load(games.NAMES[0]), words)
    for name in games.NAMES[1:]:
        for action in parser_of(games.load(name), words)._actions:
            if action.option_strings and not set(action.option_strings) & set(whole._option_string_actions):
                whole._add_action(action)
    return whole


def _language(parser: argparse.ArgumentParser, words: Words) -> None:
    parser.add_argument("--lang", choices=languages(), default=words.lang, help=helped(words, "command.lang"))
    parser.add_argument(*VERBOSE, action="store_true", help=helped(words, "command.verbose"))


def _choices(game: Game, words: Words) -> str:
    """What can be chosen, explained: modes, levels, who takes part, expansions, rulings."""
    from textwrap import wrap

    from .teacher import explained, taught_words

    taught = taught_words(Words, words.lang, games.GAMES[game.name])
    lines = [taught.captioned(taught.say("teach.choices"), "")]
    for one in explained(games.GAMES, game, taught):
        said = taught.captioned(one.title, one.text)
        lines += wrap(said, 78, initial_indent="  ", subsequent_indent="    ")
    return "\n".join(lines)


def _led(parser: argparse.ArgumentParser, words: Words) -> None:
    """People who want to be led through a game."""
    for name in ("lead", "newcomer"):
        parser.add_argument(f"--{name}", action="store_true", help=helped(words, f"flag.{name}"))


def play_parser(game: Game, words: Words) -> Parser:
    about, called = words.say("help.command.play-about"), words.say("help.value.game")
    parser = Parser(
        prog=f"companion play {game.name}",
        description=about,
        epilog=_choices(game, words),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("game", choices=games.NAMES, metavar=called, help=helped(words, "flag.game"))
    _of_a_new_game(parser, game, words)
    parser.add_argument("--auto", action="store_true", help=helped(words, "flag.auto"))
    _led(parser, words)
    return parser


def _of_a_new_game(parser: Parser, game: Game, words: Words) -> None:
    from .terminal import flags

    flags.add_flags(parser, game, words)
    for name, kind, value in (("seed", str, "number"), ("journal", Path, "file"), ("box", Path, "folder")):
        called = words.say(f"help.value.{value}")
        parser.add_argument(f"--{name}", type=kind, metavar=called, help=helped(words, f"flag.{name}"))
    called = words.say("help.value.names")
    parser.add_argument("--names", default="", metavar=called, help=helped(words, "flag.people"))
    _language(parser, words)


def serve_parser(game: Game, words: Words) -> Parser:
    from .web import PORT

    file, number, name, called = (
        words.say(f"help.value.{key}") for key in ("file", "number", "host", "game")
    )
    about = words.say("help.command.serve-about")
    parser = Parser(prog="companion serve", description=about)
    parser.add_argument("game", nargs="?", metavar=called, help=helped(words, "serve.game"))
    parser.add_argument("--resume", type=Path, metavar=file, help=helped(words, "command.resume-file"))
    parser.add_argument("--port", type=int, default=PORT, metavar=number, help=helped(words, "serve.port"))
    parser.add_argument("--only-here", action="store_true", help=helped(words, "serve.only-here"))
    sentence = helped(words, "serve.name")
    parser.add_argument("--name", action="append", default=[], metavar=name, help=sentence)
    for kind in ("certificate", "key"):
        parser.add_argument(f"--{kind}", type=Path, metavar=file, help=helped(words, f"serve.{kind}"))
    _of_a_new_game(parser, game, words)
    return parser


def simulate_parser(game: Game, words: Words) -> Parser:
    from .terminal import simulate

    parser = Parser(prog="companion simulate", description=words.say("help.command.simulate-about"))
    sentence = helped(words, "simulate.game", {"game": games.NAMES[0]})
    parser.add_argument("--game", choices=games.NAMES, default=game.name, help=sentence)
    simulate.add_arguments(parser, game, words)
    _language(parser, words)
    return parser


def manual() -> Parser:
    """Everything that can be typed, in English: what the manual page is made from."""
    return build_parser(Words("en", ["help"]), whole=True)
