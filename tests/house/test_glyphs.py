"""Every drawing that somebody asks for by name is there: an unknown one would leave a hole without a word."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from companion.games import GAMES
from companion.teacher import signs

HOUSE = Path("companion")


def known(*more: str) -> set[str]:
    """What `Glyph` draws itself, and what the modules named bring."""
    tree = ast.parse((HOUSE / "app/widgets/glyph.py").read_text(encoding="utf-8"))
    own = {node.value.value for node in ast.walk(tree) if isinstance(node, ast.MatchValue)}  # type: ignore[attr-defined]
    for path in more:
        for node in ast.walk(ast.parse((HOUSE / path).read_text(encoding="utf-8"))):
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
        own = known("games/the_loop/tablet/widgets/figures.py") if room == "games/the_loop" else known()
        found = {kind for path in files for kind in asked(path.read_text(encoding="utf-8"))}
        assert sorted(found - own) == [], room


def test_every_sign_of_a_legend_is_a_drawing() -> None:
    for manifest in GAMES.values():
        own = known("games/the_loop/tablet/widgets/figures.py") if "loop" in manifest.name else known()
        assert {sign.partition(":")[0] for sign in signs(manifest)} <= own, manifest.name
