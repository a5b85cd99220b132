"""`make bench`: runs every `bench_…` function of tests/bench/*.py and shows the figures they yield.

A figure is a row {name, value, unit} with, where there is one, `target` and `holds`. Each is printed as one
JSON object per line as soon as it is known; a table for people follows. The exit code tells whether the
benches ran, not whether the targets hold: a figure is shown, never asserted. Imports nothing of ours.
"""

import argparse
import importlib
import json
import sys
import traceback
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

Row = dict[str, Any]
Bench = Callable[[], Iterable[Row]]

KEYS = ("name", "value", "unit", "target", "holds", "note")


def find_benches(folder: Path, package: str, words: list[str]) -> Iterator[tuple[str, Bench]]:
    """Benches as `file:function`, in the order of the files and, within one, as they are written."""
    for file in sorted(folder.glob("*.py")):
        if file.name == "__init__.py":
            continue
        module = importlib.import_module(f"{package}.{file.stem}")
        for name, value in vars(module).items():
            if not name.startswith("bench_") or getattr(value, "__module__", None) != module.__name__:
                continue
            label = f"{file.stem}:{name.removeprefix('bench_')}"
            if not words or any(word in label for word in words):
                yield label, value


def checked(row: Row, label: str) -> Row:
    """The row, in the order of KEYS; a row that a reader could not use is refused."""
    if wrong := {"name", "value", "unit"} - row.keys() or row.keys() - set(KEYS):
        raise ValueError(f"{label} yields a row with missing or unknown keys: {', '.join(sorted(wrong))}")
    if ("target" in row) != ("holds" in row):
        raise ValueError(f"{label}: {row['name']} needs both `target` and `holds`, or neither")
    return {key: row[key] for key in KEYS if key in row}


def table(rows: list[Row]) -> Iterator[str]:
    def number(value: Any) -> str:
        if isinstance(value, float):
            return f"{value:,.0f}" if abs(value) >= 1000 else f"{value:,.3g}"
        return f"{value:,}" if isinstance(value, int) and not isinstance(value, bool) else str(value)

    lines = [("figure", "value", "unit", "target", "")]
    for row in rows:
        verdict = {True: "holds", False: "SHORT"}[row["holds"]] if "holds" in row else ""
        lines.append((row["name"], number(row["value"]), row["unit"], number(row.get("target", "")), verdict))
    widths = [max(len(line[column]) for line in lines) for column in range(5)]
    for name, value, unit, target, verdict in lines:
        yield (
            f"{name:<{widths[0]}}  {value:>{widths[1]}} {unit:<{widths[2]}}  {target:>{widths[3]}}  {verdict}"
        ).rstrip()


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="make bench", description="Figures, and the targets they have.")
    parser.add_argument("words", nargs="*", help="only benches whose file:function holds one of these words")
    here = Path(__file__).parents[1] / "bench"
    parser.add_argument("--folder", type=Path, default=here, help=argparse.SUPPRESS)
    parser.add_argument("--package", default="tests.bench", help=argparse.SUPPRESS)
    chosen = parser.parse_args(argv)
    rows: list[Row] = []
    broken = []
    for label, bench in find_benches(chosen.folder, chosen.package, chosen.words):
        try:
            for row in bench():
                rows.append(checked(row, label))
                print(json.dumps(rows[-1], ensure_ascii=False), flush=True)
        except Exception:  # noqa: BLE001  one broken bench must not cost the others' figures
            broken.append(label)
            traceback.print_exc()
    if not rows and not broken:
        print("No bench of that name." if chosen.words else "There are no benches in tests/bench/ yet.")
        return 1
    print()
    print("\n".join(table(rows)))
    for label in broken:
        print(f"! {label} did not finish: see above")
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
