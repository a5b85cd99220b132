"""What people saved with older versions opens, replays and is read as it was (see each version's README).

A test that fails here has no expectation to bring up to date: what is saved is frozen, or today's code reads
it by its old name.
"""

import gzip
import json
import tomllib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from zlib import crc32

import pytest

from companion import games
from companion.games import boxes, load
from companion.table import Career, read, scenario
from companion.table.session import Session

HERE = Path(__file__).parent
VERSIONS = sorted(path for path in HERE.iterdir() if (path / "README.md").exists())
JOURNALS = sorted(HERE.glob("*/*/*.jsonl.gz"))
SCENARIOS = sorted(HERE.glob("*/scenarios/**/*.toml"))
FROZEN = [version / f"{name}.json" for version in VERSIONS for name in games.NAMES]
FROZEN = [file for file in FROZEN if file.exists()]


def named(path: Path) -> str:
    return str(path.relative_to(HERE)).partition(".json")[0]


def plain(path: Path) -> Any:
    return json.loads(path.read_text(encoding="utf-8"))


def digest(described: Any) -> str:
    return f"{crc32(json.dumps(described, sort_keys=True, ensure_ascii=False).encode()):08x}"


def as_json(told: Any) -> Any:
    return json.loads(json.dumps(told))


def unpacked(journal: Path, folder: Path) -> Path:
    path = folder / "game.jsonl"
    path.write_bytes(gzip.decompress(journal.read_bytes()))
    return path


# -- journals


@pytest.mark.parametrize("journal", JOURNALS, ids=named)
def test_a_saved_game_resumes_and_replays_to_its_end(journal: Path, tmp_path: Path) -> None:
    end = plain(Path(str(journal).replace(".jsonl.gz", ".json")))
    with Session.resume(unpacked(journal, tmp_path), load) as session:
        assert session.amendment is None, "the rules no longer take every input of it"
        game, state = session.game, session.state
        assert len(session.entries) == end["entries"]
        assert session.position == end["position"]
        for entry in session.entries:
            if str(entry.number) in end["on the way"]:
                told = game.describe(entry.after)
                assert digest(told) == end["on the way"][str(entry.number)], (entry.number, entry.given)
        assert as_json(game.describe(state)) == end["describe"]
        outcome = session.outcome
        assert as_json(outcome and [*outcome[:3], outcome.ranking]) == end["outcome"]
        asked = [[one.question.id, one.source, len(one.question.answers)] for one in session.asked()]
        assert asked == end["asked"]
        assert end["summary"].items() <= as_json(game.summary(state)).items()
        assert as_json(game.learned(state)) == end["learned"]
        happened = Counter(told.kind for entry in session.entries for told in entry.happenings)
        assert {kind: happened[kind] for kind in end["happened"]} == end["happened"]


def pattern(path: str) -> str:
    """`rifts.3` and `rifts.5` are one pattern; what a mode adds is named after `extra`."""
    name, _, key = path.partition(".")
    if name == "extra":
        inner, _, at = key.partition(".")
        return f"extra.{inner}" + (".*" if at else "")
    return f"{name}.*" if key else name


@pytest.fixture(scope="module", params=FROZEN, ids=named)
def frozen(request: pytest.FixtureRequest) -> tuple[Path, dict[str, Any]]:
    return request.param.with_suffix(""), plain(request.param)


@pytest.fixture(scope="module")
def held(
    frozen: tuple[Path, Any], tmp_path_factory: pytest.TempPathFactory
) -> list[tuple[Any, list[Any], str]]:
    """Header, standing inputs and text of every journal of that game."""
    folder = tmp_path_factory.mktemp("held")
    found = []
    for journal in sorted(frozen[0].glob("*.jsonl.gz")):
        path = unpacked(journal, folder)
        contents = read(path)
        found.append((contents.header, [kept.given for kept in contents.live], path.read_text()))
    return found


def test_the_saved_games_hold_every_kind_and_path(frozen: tuple[Path, Any], held: list[Any]) -> None:
    given = [one for _, standing, _ in held for one in standing]
    assert {one["kind"] for one in given} == set(frozen[1]["inputs"])
    corrected = {pattern(one["path"]) for one in given if one["kind"] == "Correct"}
    assert corrected == set(frozen[1]["paths"])
    for kind, fields in frozen[1]["inputs"].items():
        written = {field for one in given if one["kind"] == kind for field in one} - {"kind"}
        assert written == set(fields), kind


def test_the_saved_games_were_played_in_every_way(frozen: tuple[Path, Any], held: list[Any]) -> None:
    for option, values in frozen[1]["options"].items():
        chosen = [header.options[option] for header, _, _ in held]
        assert all(value in chosen for value in values), option
    modes = {"mode", "level"} & set(frozen[1]["options"])
    if modes == {"mode", "level"}:
        met = {(header.options["mode"], header.options["level"]) for header, _, _ in held}
        values = frozen[1]["options"]
        assert met == {(mode, level) for mode in values["mode"] for level in values["level"]}


def test_the_saved_games_hold_undo_amend_and_unfinished_evenings(frozen: Any, held: list[Any]) -> None:
    texts = [text for _, _, text in held]
    assert sum('"undo":' in text for text in texts) > len(texts) // 3
    assert sum('"amend":' in text for text in texts) > len(texts) // 3
    ends = [plain(path) for path in frozen[0].glob("*.json")]
    results = {end["outcome"][0] if end["outcome"] else None for end in ends}
    assert results in ({"won", "lost", None}, {"ranked", None})


def test_the_saved_games_hold_learned_pieces_and_all_that_can_be_settled(
    frozen: Any, held: list[Any]
) -> None:
    name, given = frozen[0].name, [one for _, standing, _ in held for one in standing]
    if name == "the-loop":
        taught = {one["piece"] for one in given if one["kind"] == "Learn"}
        assert taught == {"card", "agent", "mission", "duplicate", "supa", "centrifuge", "ultra"}
        ids = {one["entry"]["id"] for one in given if one["kind"] == "Learn"}
        drawn = {
            one.get("card") or one.get("token") or one.get("mission") or one.get("ultra") for one in given
        }
        assert {"a-card-of-ours", "a-mission-of-ours", "2>5#3"} <= ids & drawn
        settled = {one["what"] for one in given if one["kind"] == "Settle"}
        assert settled == {"vortex", "missions", "duplicate", "remove-tile", "sweep"}
    elif name == "cyberion":
        assert any(plain(path)["learned"] for path in frozen[0].glob("*.json"))


# -- names that are frozen


def test_nothing_that_a_file_may_name_is_gone(frozen: tuple[Path, Any]) -> None:
    game, kept = load(frozen[0].name), frozen[1]
    for kinds, known in ((kept["inputs"], game.inputs), (kept["happenings"], game.happenings)):
        for kind, fields in kinds.items():
            assert kind in known
            assert set(fields) <= set(known[kind]._fields), kind  # type: ignore[attr-defined]
    options = {option.id: option for option in game.options()}
    for option, values in kept["options"].items():
        assert all(value in options[option].values for value in values), option
    for option, default in kept["defaults"].items():
        assert as_json(options[option].default) == default, f"old journals that leave out {option} change"
    assert set(kept["words of a position"]) <= set(game.describe(game.start({})))
    for kind, ids in kept["pieces"].items():
        entries = game.box[kind]
        known = {entry["id"] for entry in entries} if isinstance(entries, list) else set(entries)
        assert set(ids) <= known, kind


# -- box files, scenarios, career


@pytest.mark.parametrize("kept", sorted(HERE.glob("*/boxes/*.json")), ids=named)
def test_an_owners_box_is_read_as_it_was(kept: Path) -> None:
    name = kept.stem
    box = boxes(name).load_box(kept.with_suffix(""))
    assert load(name, box).start({})
    for kind, wanted in plain(kept).items():
        told = box.get(kind, box.get(f"{kind}s"))
        if isinstance(told, dict):
            told = [{"id": piece, **entry} for piece, entry in told.items()]
        ids = {entry["id"] for entry in wanted}
        found = [as_json(entry) for entry in told if entry["id"] in ids]
        assert list(map(with_names, found)) == list(map(with_names, wanted))


def with_names(entry: dict[str, Any]) -> dict[str, Any]:
    """The box in a header of 0.1.0 may have names beside each other, `en` and `fr`, or together as `name`."""
    beside = {lang: entry[lang] for lang in ("en", "fr") if lang in entry}
    told = {key: value for key, value in entry.items() if key not in beside}
    return {**told, "name": beside} if beside else told


def test_the_box_files_hold_every_word(frozen: tuple[Path, Any]) -> None:
    folder = frozen[0].parent / "boxes" / frozen[0].name
    files = [tomllib.loads(file.read_text(encoding="utf-8")) for file in folder.glob("*.toml")]
    held = {key for table in tables(files) for key in table}
    for kind, keys in frozen[1]["box"].items():
        shared = {"source", "stand-in", "copies", "name"}  # of any piece: once is enough
        entries = [entry for file in files for entry in tables(inside(file, kind))]
        assert set(keys) <= {key for entry in entries for key in entry} | (shared & held), kind
    for verb, params in frozen[1]["verbs"].items():
        steps = [table for table in tables(files) if verb in table]
        assert {verb, *params} <= {key for step in steps for key in step}, verb


def inside(file: dict[str, Any], kind: str) -> Any:
    """`hq.cycles` is a table within a table."""
    for name in kind.split("."):
        file = file.get(name, {})
    return file


def tables(told: Any) -> Iterator[dict[str, Any]]:
    """Every table of a file, at any depth."""
    if isinstance(told, dict):
        yield told
    for inner in told.values() if isinstance(told, dict) else told if isinstance(told, list) else ():
        yield from tables(inner)


@pytest.mark.parametrize("file", SCENARIOS, ids=named)
def test_an_old_scenario_file_holds(file: Path) -> None:
    failing = [
        f"{report.title}: {check.expected} ← {check.found}"
        for report in scenario.run(file, load)
        for check in report.checks
        if not check.holds
    ]
    assert failing == []


@pytest.mark.parametrize("kept", sorted(HERE.glob("*/career.jsonl")), ids=named)
def test_the_career_is_read_as_it_was(kept: Path) -> None:
    career, wanted = Career(kept), plain(kept.with_suffix(".json"))
    played = [{**one, "people": []} for one in wanted["games"]]  # later versions know names
    assert as_json([one._asdict() for one in career.games()]) == played
    assert {name: sorted(career.ticked(name)) for name in wanted["ticked"]} == wanted["ticked"]
