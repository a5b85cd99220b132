"""Whether typings/kivy says what the installed Kivy has: `python -m tests.tools.kivy_types`, silent if so.

mypy's stubtest compares names, parameters and defaults, in a window of our own because Kivy chooses its parts
with one. What stubtest lets pass is looked up here: attributes that only an instance has, and the keywords of
compiled drawings, which take any and ignore what they do not know. Imports mypy and the test's display.
"""

import ast
import logging
import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import redirect_stdout
from importlib import import_module
from io import StringIO
from pathlib import Path
from types import FunctionType

from mypy import stubtest

from tests.app.driving import display

TYPINGS = Path(__file__).parents[2] / "typings"
ALLOWED = Path(__file__).parents[1] / "kivy_types_allowed.txt"


def differences(typings: Path) -> list[str]:
    """What stubtest finds, one line each."""
    os.environ["MYPYPATH"] = str(typings)
    options = ["--concise", "--ignore-missing-stub", "--ignore-disjoint-bases", f"--allowlist={ALLOWED}"]
    with redirect_stdout(StringIO()) as told:
        failed = stubtest.test_stubs(stubtest.parse_options(["kivy", *options]))
    return told.getvalue().splitlines() if failed else []


def unseen(typings: Path) -> Iterator[tuple[str, str, str]]:
    """(module, class, attribute) of all that stubtest believes."""
    for file in sorted(typings.rglob("*.pyi")):
        module = ".".join(file.relative_to(typings).with_suffix("").parts).removesuffix(".__init__")
        parts = ast.parse(file.read_text(encoding="utf-8")).body
        for cls in (part for part in parts if isinstance(part, ast.ClassDef)):
            for part in cls.body:
                if isinstance(part, ast.AnnAssign) and isinstance(part.target, ast.Name):
                    yield module, cls.name, part.target.id
                elif isinstance(part, ast.FunctionDef) and part.name == "__init__" and "graphics" in module:
                    yield from ((module, cls.name, given.arg) for given in part.args.kwonlyargs)


def has(cls: type[object], name: str) -> bool:
    """As a class, or as soon as one is made."""
    made = [vars(base).get("__init__") for base in cls.__mro__]
    return hasattr(cls, name) or any(
        isinstance(f, FunctionType) and name in f.__code__.co_names for f in made
    )


def main(argv: list[str]) -> int:
    typings = Path(argv[0]) if argv else TYPINGS
    logging.disable()  # stubtest looks into every part of Kivy, also cameras that nobody has
    with tempfile.TemporaryDirectory() as kept, display(Path(kept)):
        wrong = differences(typings)
        for module, cls, name in unseen(typings):
            found = getattr(import_module(module), cls, None)  # one that is missing was told above
            if found is not None and not has(found, name):
                wrong.append(f"{module}.{cls} has no {name}")
    print("\n".join(wrong), end="\n" if wrong else "")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
