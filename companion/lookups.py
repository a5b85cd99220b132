"""Commands that look at what is kept and begin no evening: journals, careers, rules, scenarios, boxes.

May import: any room, when a command needs it.
"""

from __future__ import annotations

import argparse
import json
from os.path import isfile
from pathlib import Path
from typing import Any

from . import games
from .engine.box_files.reader import BoxMistakes
from .typed import FAILED, Mistake, board_for, no_game, table_error, words_of
from .words import Words, describe_flaw, one_line


def replay_command(args: argparse.Namespace) -> int:
    from .table import TableError, names_in
    from .terminal import replay

    try:
        game, state, number = replay.replayed(args.file, args.to, games.load)
    except TableError as error:
        return table_error(error, Words(args.lang))
    if args.json:
        print(replay.as_json(game, state, number))
    else:
        people = names_in(args.file)
        print(*replay.as_text(game, state, words_of(args.lang, game.name), board_for(game), people), sep="\n")
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
        taken = table.look_at(table.take_in(args.taken, games.GAMES), games.GAMES)
        if taken.how == "damaged":
            print(library.row(words, games.GAMES, taken))
        return done("done-import", file=taken.path)
    kept = table.games_kept(games.GAMES, args.asides or args.back)
    named = [
        one for number, one in enumerate(kept, 1) if args.game in (str(number), one.path.name, str(one.path))
    ]
    if not named and isfile(args.game) and not (args.aside or args.back):  # noqa: PTH113  whatever was typed
        named = [table.look_at(Path(args.game), games.GAMES)]  # elsewhere, as resume and replay take it
    if not named:
        raise Mistake(words.say("mistake.no-such-game", {"name": args.game}))
    (one, *_) = named
    if args.export is not None:
        return done("done-export", file=table.export(one, args.export, args.open_hands, args.with_names))
    if args.aside:
        return done("done-aside", file=table.set_aside(one.path))
    if args.back:
        return done("done-back", file=table.put_back(one.path))
    if args.repair:
        if one.how in ("unfinished", "finished"):
            return done("sound")
        if one.how == "unknown":
            table.position(one.path, games.load)  # says why
        repaired = table.repair(one.path)
        about = {"kept": repaired.kept, "lost": repaired.lost, "file": str(repaired.original)}
        print(words.say("games.done-repair", about))
        return 0
    if args.lay:
        game, state = table.position(one.path, games.load)
        speech = Speech(words_of(args.lang, game.name), game, state, one.people)
        phrases = [speech.phrase(phrase) for phrase in table.lay_again(one.path, games.GAMES)]
        print(*phrases or [words.say("games.nothing-to-lay")], sep="\n")
        return 0
    as_data = json.dumps(library.as_data(one), ensure_ascii=False)
    print(as_data if args.json else library.row(words, games.GAMES, one))
    return 0


def docs_command(args: argparse.Namespace) -> int:
    """A page of the documents as it is written; without a name, which there are."""
    packed = Path(__file__).parent / "docs"  # in a wheel; a checkout has them beside the program
    folder = packed if packed.is_dir() else Path(__file__).parents[1] / "docs"
    pages = {
        path.relative_to(folder).with_suffix("").as_posix().removesuffix("/README"): path
        for path in sorted(folder.rglob("*.md"))
        if "." not in path.stem
    }
    if args.page is None:
        print(*pages, sep="\n")
        return 0
    page = pages.get(args.page.removeprefix("docs/").removesuffix(".md"))
    if page is None:
        raise Mistake(Words(args.lang).say("mistake.no-such-page", {"name": args.page}))
    own = page.with_suffix(f".{args.lang}.md")
    print((own if own.exists() else page).read_text(encoding="utf-8"))
    return 0


def people_command(args: argparse.Namespace) -> int:
    """The guests that are remembered; renamed or removed in every game at once."""
    from .table import NameRefused, People, people_file

    words, people = Words(args.lang), People(people_file())
    try:
        if args.way == "rename":
            people.rename(args.name, args.to)
            print(words.say("person.renamed", {"0": args.name, "1": args.to}))
        elif args.way == "remove":
            people.remove(args.name)
            print(words.say("person.removed", {"0": args.name}))
        else:
            print(*[one.name for one in people.guests()] or [words.say("person.none")], sep="\n")
    except NameRefused as error:
        return table_error(error, words)
    return 0


def career_command(args: argparse.Namespace) -> int:
    from .table import Career, People, TableError, box_folder, career_file, load_reasons, people_file
    from .terminal import career_lines

    game, words, career = games.load(args.game), words_of(args.lang, args.game), Career(career_file())
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
    people = dict(People(people_file()).guests())
    print(*career_lines(words, game, career.of(game), known, career.ticked(args.game), people), sep="\n")
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

    def show(line: str) -> None:
        print(one_line(line))

    words = Words(args.lang)
    try:
        return int(scenario.main(args.files, games.load, show, lambda error: wrong(words, error)))
    except TableError as error:
        return table_error(error, words)


def box_check_command(args: argparse.Namespace) -> int:
    from .engine.box_files.reader import game_of

    words = Words(args.lang)
    if not args.directory.is_dir():
        raise Mistake(words.say("mistake.no-directory", {"file": str(args.directory)}))
    game = args.game or game_of(args.directory) or games.NAMES[0]
    if game not in games.NAMES:
        raise no_game(game, ["--lang", args.lang])
    mistakes = games.boxes(game).check_box(args.directory)
    for flaw in mistakes:
        print(describe_flaw(words_of(args.lang, game, "box"), flaw))
    about = {"file": str(args.directory), "n": len(mistakes)}
    print(words.say("table.box-mistakes" if mistakes else "table.box-sound", about))
    return FAILED if mistakes else 0


def box_file_command(args: argparse.Namespace) -> int:
    """`box export` and `box import`."""
    from .table import box_folder
    from .terminal import boxes

    game = args.game or games.NAMES[0]
    words, shelf = words_of(args.lang, game, "box"), games.boxes(game).shelf()
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
