"""What is told of a release: `python -m tests.tools.release 0.2.0` prints its part of CHANGELOG.md.

Refuses a version that pyproject.toml does not say, or that has no date yet; one that is still in the making
(`.dev0`) has notes that say so. Imports nothing of ours.
"""

import re
import sys
import tomllib
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
TITLE = re.compile(r"^## \[(\d+\.\d+\.\d+)\] - (unreleased|\d{4}-\d\d-\d\d)$", re.MULTILINE)


class Version(NamedTuple):
    number: str
    date: str
    """Or `unreleased`."""
    text: str


def versions(changelog: str) -> list[Version]:
    """As the changelog tells them, the newest first."""
    _, *parts = TITLE.split(changelog)
    thirds = zip(parts[::3], parts[1::3], parts[2::3], strict=True)
    return [Version(number, date, text.strip()) for number, date, text in thirds]


def notes(version: str, root: Path = ROOT) -> str:
    """Raises ValueError with the reason when this version cannot be released."""
    written = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    if written != version:
        raise ValueError(f"pyproject.toml says {written}, not {version}")
    newest = versions((root / "CHANGELOG.md").read_text(encoding="utf-8"))[0]
    if ".dev" in version and newest.date == "unreleased" and version.startswith(f"{newest.number}."):
        return f"**In the making: {version}**\n\n{newest.text}"
    if newest.number != version or newest.date == "unreleased":
        raise ValueError(f"the top of CHANGELOG.md is {newest.number}, {newest.date}; it wants a date")
    return newest.text


def main(version: str) -> int:
    try:
        print(notes(version))
    except ValueError as wrong:
        print(f"No release: {wrong}.", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
