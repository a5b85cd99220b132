"""Every drawing that somebody asks for by name is there: an unknown one would leave a hole without a word."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from companion.engine import Manifest
from companion.games import GAMES
from companion.teacher import signs

HOUSE = Path("companion")


def known(room: str) -> set[str]:
    """What `Glyph` draws itself, and what the files of this room bring."""
    tree = ast.parse((HOUSE / "app/widgets/glyph.py").read_text(encoding="utf-8"))
    own = {node.value.value for node in ast.walk(tree) if isinstance(node, ast.MatchValue)}  # type: ignore[attr-defined]
    for path in sorted((HOUSE / room).rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "DRAWINGS.update":
                own |= {str(one.arg) for one in node.keywords}
    return own


def asked(text: str) -> Iterator[str]:
    """The kinds in `glyph="…"`, `glyph: "…"` and both sides of a choice there."""
    for line in re.findall(r"glyph[=:] ?(.*)", text):
        yield from re.findall(r"f?\"([a-z]+)[:\"]", line.partition(", ")[0])


def test_every_drawing_that_is_asked_for_is_there() -> None:
    for room in ("app", *(f"games/{one.folder.name}" for one in GAMES.values())):
        files = [path for path in (HOUSE / room).rglob("*") if path.suffix in (".py", ".kv")]
        found = {kind for path in files for kind in asked(path.read_text(encoding="utf-8"))}
        assert sorted(found - known(room)) == [], room


def test_every_sign_of_a_legend_is_a_drawing() -> None:
    for manifest in GAMES.values():
        assert legend(manifest) <= known(f"games/{manifest.folder.name}"), manifest.name


def legend(manifest: Manifest) -> set[str]:
    return {sign.partition(":")[0] for sign in signs(manifest)}


DRAWN = {
    "cube": "rift", "hole": "space", "energy": "cell", "cell": "cell", "duplicate": "token", "seal": "seal",
    "whirl": "vortex", "gap": "empty", "drum": "machine", "chutes": "machine", "machine": "machine",
}  # fmt: skip
"""What lies on the ring is drawn by a function each, and stands in the legend under this sign."""


def test_a_legend_has_every_sign_that_its_tables_draw() -> None:
    for manifest in GAMES.values():
        files = [path for path in (manifest.folder / "tablet").rglob("*") if path.suffix in (".py", ".kv")]
        found = {kind for path in files for kind in asked(path.read_text(encoding="utf-8"))}
        brought = known(f"games/{manifest.folder.name}") - known("games/example")
        assert sorted((found | brought) - legend(manifest)) == [], manifest.name
    ring = ast.parse((HOUSE / "games/the_loop/tablet/widgets/tokens.py").read_text(encoding="utf-8"))
    functions = {node.name for node in ring.body if isinstance(node, ast.FunctionDef)}
    assert {name for name in functions if not name.startswith("_")} == set(DRAWN)
    assert set(DRAWN.values()) <= legend(GAMES["the-loop"])
