"""Made the journals of this folder, with the code of version 0.1.0 (see README.md); kept to show how.

It runs on that version alone, so it is never run again on what came after. Bots play every way to play every
game and do at the table what people do: they correct, undo, amend, settle, teach pieces, and stop half-way.
"""

from __future__ import annotations

import gzip
import json
import sys
import tomllib
from collections import Counter
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any
from zlib import crc32

from companion.games.the_loop.vocabulary import VERBS
from evening import BY_HAND, Evening, amended, met, pattern, settled

from companion import games
from companion.games import Game, Refusal
from companion.games.contre_temps import boxes as contre_temps_box
from companion.games.contre_temps import corrections as contre_temps
from companion.games.cyberion import box_check as cyberion_box
from companion.games.cyberion import corrections as cyberion
from companion.games.the_loop import box_check as the_loop_box
from companion.games.the_loop import corrections as the_loop
from companion.table import Career, Session, load_reasons, scenario
from companion.table.journal import decode, encode

HERE = Path(__file__).parent
BOXES = HERE / "boxes"
SCENARIOS = HERE / "scenarios"
SETTERS = {
    "the-loop": the_loop._SETTERS,
    "contre-temps": contre_temps._SETTERS,
    "cyberion": cyberion._SETTERS,
}
FORMS: dict[str, dict[str, Any]] = {
    "the-loop": {
        **the_loop_box.FORMS,
        **{f"hq.{part}": form for part, form in the_loop_box.HQ_FORMS.items()},
    },
    "contre-temps": contre_temps_box.FORMS,
    "cyberion": cyberion_box.FORMS,
}

values: dict[str, set[tuple[str, str]]] = {name: set() for name in games.NAMES}


# -- which games


def ways() -> Iterator[tuple[str, str, dict[str, Any]]]:
    """(name, game, options): every mode, level, number of players, solo table and expansion; and every
    value of every option comes up."""
    for name in games.NAMES:
        shipped = games.load(name)
        legal = {option.id: option.values for option in shipped.options()}
        turning = [
            option
            for option in shipped.options()
            if option.group != "table" or option.id in ("crystals", "support")
        ]
        for number, (title, table) in enumerate(tables(name, legal)):
            others = {}
            if number % 2 and not title.endswith("-won"):
                others = {
                    option.id: option.values[(number // 2 + 1) % len(option.values)] for option in turning
                }
            options = {**others, **table}
            game = game_of(name, title)
            if isinstance(game.start(options), Refusal):
                options["hands"] = "table"
            assert not isinstance(game.start(options), Refusal), (name, options, game.start(options))
            yield f"{name}/{title}", name, options


def tables(name: str, legal: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    if name == "the-loop":
        agents = [entry["id"] for entry in games.load(name).box["agent"]]
        made = count()
        for mode in legal["mode"]:
            for level in legal["level"]:
                turn = next(made)
                players = legal["players"][turn % 3]
                chosen = [agents[(turn + k) % len(agents)] for k in range(players)]
                table = {"mode": mode, "level": level, "players": players, "agents": chosen}
                yield f"{mode}-level{level}-players{players}", table
        for solo in filter(None, legal["solo"]):
            for mode in legal["mode"]:
                yield f"{mode}-solo{solo}", {"mode": mode, "solo": solo, "level": solo - 1}
        for mode in legal["mode"]:  # the piles lie on the table, and a tower drops
            table = {"huge": "table", "hands": "table", "drop": "tower", "bag": "hand", "foo": "hand"}
            yield f"{mode}-untracked", {**table, "mode": mode}
        for mode in legal["mode"]:
            yield f"{mode}-won", {"mode": mode, "players": 4}
        yield "own-box", {"agents": ["our-agent", "our-other-agent"], "bag": "hand", "huge": "hand"}
    elif name == "contre-temps":
        colours = games.load(name).box["colours"]
        for mode in legal["mode"]:
            for players in legal["players"]:
                yield f"{mode}-players{players}", {"mode": mode, "players": players}
                own = {"colours": list(reversed(list(colours)))[:players], "hands": "table"}
                yield f"{mode}-players{players}-real-cards", {"mode": mode, "players": players, **own}
        yield "own-box", {"players": 3, "colours": ["purple", "blue", "red"]}
    else:
        added = [option for option, known in legal.items() if known == (False, True) and option in EXPANSIONS]
        for extra in ((), *((one,) for one in added), tuple(added)):
            for players in legal["players"]:
                title = "all" if len(extra) > 1 else "".join(extra) or "base"
                table = {**dict.fromkeys(extra, True), "players": players}
                yield f"{title}-players{players}", table
                if players == 1:
                    hand = dict.fromkeys(("machines", "robots", "tokens"), "hand")
                    yield f"{title}-by-hand", {**table, **hand, "stockbot-up-to": True}
        yield "own-box", dict.fromkeys(added, True)


def game_of(name: str, title: str) -> Game:
    return games.load(name, games.boxes(name).load_box(BOXES / name) if title.endswith("own-box") else None)


EXPANSIONS = ("multibots", "bebebots", "gigantobots", "microbots", "rouage")


# -- what is kept


def digest(described: Any) -> str:
    return f"{crc32(json.dumps(described, sort_keys=True, ensure_ascii=False).encode()):08x}"


def end(session: Session) -> dict[str, Any]:
    game, outcome = session.game, session.outcome
    return {
        "entries": len(session.entries),
        "position": session.position,
        "outcome": [*outcome[:3], list(map(list, outcome.ranking))] if outcome else None,
        "asked": [[one.question.id, one.source, len(one.question.answers)] for one in session.asked()],
        "summary": game.summary(session.state),
        "learned": game.learned(session.state),
        "happened": dict(Counter(told.kind for entry in session.entries for told in entry.happenings)),
        "describe": game.describe(session.state),
        "on the way": {
            str(entry.number): digest(game.describe(entry.after))
            for entry in session.entries
            if entry.number % 20 == 0 or entry.given.kind in BY_HAND
        },
    }


def keep(name: str, path: Path, told: dict[str, Any]) -> None:
    (HERE / name).parent.mkdir(exist_ok=True)
    (HERE / f"{name}.jsonl.gz").write_bytes(gzip.compress(path.read_bytes(), 9, mtime=0))
    (HERE / f"{name}.json").write_text(written(told))


def written(told: dict[str, Any]) -> str:
    """One line per thing: to be read, and to be compared by git."""
    lines = [f"{json.dumps(key)}: {json.dumps(value, ensure_ascii=False)}" for key, value in told.items()]
    return "{\n" + ",\n".join(lines) + "\n}\n"


def frozen(name: str) -> dict[str, Any]:
    game = games.load(name)
    heads = {one.partition(".")[0] for one in met[name]}
    assert heads == set(SETTERS[name]), (name, heads ^ set(SETTERS[name]))
    return {
        "inputs": {kind: list(form._fields[:-1]) for kind, form in game.inputs.items()},
        "happenings": {kind: list(form._fields[:-1]) for kind, form in game.happenings.items()},
        "paths": sorted(met[name]),
        "options": {option.id: list(option.values) for option in game.options()},
        "defaults": {option.id: option.default for option in game.options()},
        "words of a position": list(game.describe(game.start({}))),
        "box": {kind: sorted(form) for kind, form in FORMS[name].items()},
        "verbs": {verb: [key for key, _ in form.params] for verb, form in VERBS.items()}
        if name == "the-loop"
        else {},
        "pieces": {
            kind: [entry["id"] for entry in entries] if isinstance(entries, list) else sorted(entries)
            for kind, entries in game.box.items()
            if isinstance(entries, list | dict)
        },
    }


def main(scratch: Path) -> None:
    clock = count(1_790_000_000, 7)
    inputs: dict[str, set[str]] = {name: set() for name in games.NAMES}
    corrected: dict[str, set[str]] = {name: set() for name in games.NAMES}
    (scratch / "career").unlink(missing_ok=True)
    career = Career(scratch / "career")
    for number, (title, name, options) in enumerate(ways()):
        path = scratch / title.replace("/", "-")
        game = game_of(name, title)
        timed = number % 4 != 3
        for attempt in count():
            path.unlink(missing_ok=True)
            seed = f"{title} {attempt}" if number % 3 == 1 else number + 1000 * attempt
            wanted = title.endswith("-won")
            with Session.begin(
                game, options, path, seed, (lambda: next(clock)) if timed else None
            ) as session:
                Evening(session, str(seed), number % 5 == 0 and not wanted, number % 3 == 2 or wanted).play()
                told = end(session)
                if wanted and (told["outcome"] or [""])[0] != "won":
                    continue
                inputs[name] |= {entry.given.kind for entry in session.entries}
                standing = [entry.given for entry in session.entries if entry.given.kind == "Correct"]
                corrected[name] |= {pattern(given.path) for given in standing}
                if number % 6 == 0 or wanted:
                    career.keep(session)
                for option, value in game.chosen(session.start).items():
                    values[name].add((option, json.dumps(value)))
                break
        keep(title, path, told)
        size = (HERE / f"{title}.jsonl.gz").stat().st_size
        print(title, told["entries"], told["position"], told["outcome"], size, flush=True)
    for name in games.NAMES:
        game = games.load(name)
        print(name, "kinds without a line:", set(game.inputs) - inputs[name])
        print(name, "paths without a line:", met[name] - corrected[name])
        legal = {(option.id, json.dumps(value)) for option in game.options() for value in option.values}
        print(name, "options never chosen:", legal - values[name])
        reasons = Path(games.__file__).parent / name.replace("-", "_") / "career"
        for reason in load_reasons((reasons,), game)[:2]:
            career.tick(name, reason.id)
        (HERE / f"{name}.json").write_text(written(frozen(name)))
    print(settled, amended)
    (HERE / "career.jsonl").write_bytes(without_folders(scratch))
    found = [one._asdict() for one in Career(HERE / "career.jsonl").games()]
    ticked = {name: sorted(career.ticked(name)) for name in games.NAMES}
    (HERE / "career.json").write_text(written({"games": found, "ticked": ticked}))
    scenarios()
    boxes()
    old_forms(scratch)


def without_folders(scratch: Path) -> bytes:
    """The career, without the folder in which these journals were written."""
    kept = b""
    for line in (scratch / "career").read_bytes().splitlines():
        told = decode(line)
        if "journal" in told:
            told["journal"] = f"/home/anna/journals/{Path(told['journal']).name}.jsonl"
        kept += encode(told)
    return kept


def words(told: Any, within: str = "scenario") -> set[str]:
    """Every word of a scenario file: its keys, the parts of a position, and how inputs and happenings are
    written."""
    if isinstance(told, list):
        return set().union(*(words(one, within) for one in told))
    if not isinstance(told, dict):
        return {str(told)} if told in ("draw", "undo", "absent", "nothing") else set()
    if "kind" in told:
        return {f"{told['kind']}.{key}" for key in told}
    keys = told if within in ("scenario", "step", "given", "then") else set(told) & MATCHERS
    return {f"{within} {key}" for key in keys}.union(*(words(one, key) for key, one in told.items()))


MATCHERS = {"contains", "lacks", "count", "any-order", "id", "owner", "answers", "rule", "result"}


def scenarios() -> None:
    """As few files as hold every word between them, but for `state`: how a position is saved is
    nobody's word."""
    folder = Path(games.__file__).parents[2] / "tests" / "scenarios"
    told = {file: tomllib.loads(file.read_text()) for file in sorted(folder.rglob("*.toml"))}
    held = {file: words(one) for file, one in told.items() if not {"given state", "then state"} & words(one)}
    wanted = set().union(*held.values())
    while wanted:
        best = max(held, key=lambda file: (len(held[file] & wanted), -len(file.read_bytes())))
        wanted -= held.pop(best)
        kept = SCENARIOS / best.relative_to(folder)
        kept.parent.mkdir(parents=True, exist_ok=True)
        kept.write_bytes(best.read_bytes())
        assert all(report.holds for report in scenario.run(kept)), kept
        print(kept.relative_to(HERE))


def boxes() -> None:
    """What was learned at the tables, as it is kept for later games; and what an owner's pieces
    are when read."""
    for name in ("the-loop", "cyberion"):
        learned: dict[str, list[Any]] = {}
        for file in sorted((HERE / name).glob("*.json")):
            for kind, told in json.loads(file.read_text())["learned"].items():
                known = {entry["id"] for entry in learned.setdefault(kind, [])}
                learned[kind] += [entry for entry in told if entry["id"] not in known]
        games.boxes(name).remember(BOXES / name, learned)
    for name in games.NAMES:
        read = games.boxes(name).load_box(BOXES / name)
        own = {}
        for file in (BOXES / name).glob("*.toml"):
            for kind, told in tomllib.loads(file.read_text()).items():
                if isinstance(told, list):
                    ids = {entry["id"] for entry in told}
                    own.setdefault(kind, set()).update(ids)
        kept = {
            kind: [entry for entry in entries(read, kind) if entry["id"] in ids] for kind, ids in own.items()
        }
        (BOXES / f"{name}.json").write_text(written(kept))


def entries(box: Any, kind: str) -> list[Any]:
    told = box.get(kind, box.get(f"{kind}s"))
    return told if isinstance(told, list) else [{"id": name, **entry} for name, entry in told.items()]


def old_forms(scratch: Path) -> None:
    """What older companions and bad luck left behind, of one game that is whole besides."""
    title = "the-loop/sabotage-level1-players2"
    lines = gzip.decompress((HERE / f"{title}.jsonl.gz").read_bytes()).splitlines(keepends=True)
    told = json.loads((HERE / f"{title}.json").read_text())
    head = json.loads(lines[0])
    head.pop("crc")
    few = {
        key: value for key, value in head["options"].items() if key in ("mode", "level", "players", "agents")
    }
    assert all(
        games.load("the-loop").start(few).setting.options[key] == head["options"][key]
        for key in head["options"]
    )
    forms = {
        "few-options": [encode({**head, "options": few}), *lines[1:]],
        "packed": [encode({**head, "program": "packed", "seed": "a word"}), *lines[1:]],
        "torn": [*lines, b'{"n":99'],
        "without-a-last-newline": [*lines[:-1], lines[-1].rstrip(b"\n")],
    }
    for form, content in forms.items():
        path = scratch / form
        path.write_bytes(b"".join(content))
        keep(f"forms/{form}", path, told)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
