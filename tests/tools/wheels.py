"""Does a stranger get wheels? Asks the registry for every Python and system that we name.

    make wheels        asks, and writes tests/house/wheels.toml
    make wheels CHECK=1    fails when what the table says is no longer so

uv resolves the plain install for each, from wheels alone: nothing is downloaded or built.
"""

from __future__ import annotations

import hashlib
import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[2]
TABLE = ROOT / "tests" / "house" / "wheels.toml"
PYTHONS = ("3.11", "3.12", "3.13", "3.14")
SYSTEMS = {
    "linux-x86-64": "x86_64-manylinux_2_28",
    "linux-aarch64": "aarch64-manylinux_2_28",
    "windows-x86-64": "x86_64-pc-windows-msvc",
    "macos-x86-64": "x86_64-apple-darwin",
    "macos-arm64": "aarch64-apple-darwin",
}
PI = "aarch64-manylinux_2_36"
"""Raspberry Pi OS from bookworm on, with 64 bits."""


def asked_of() -> list[str]:
    """The libraries of a plain install and of a Raspberry Pi's pins, as pyproject.toml names them."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    pins = project["optional-dependencies"]["pi"]
    return sorted([*project["dependencies"], *pins, f"python {project['requires-python']}"])


def fingerprint() -> str:
    return hashlib.sha256("\n".join(asked_of()).encode()).hexdigest()[:16]


def resolve(python: str, system: str, *extra: str, asked: str = "kivy>=2.3.1,<3") -> list[str] | None:
    """The packages of an install (`-`: of what is asked), or None where a wheel is missing."""
    done = subprocess.run(
        [sys.executable, "-m", "uv", "pip", "compile", "-q", "--no-header", "--no-annotate",
         "--python-version", python, "--python-platform", system, "--only-binary", ":all:", *extra],
        cwd=ROOT, capture_output=True, text=True, check=False, input=asked,
    )  # fmt: skip
    return sorted(line.partition("==")[0] for line in done.stdout.split()) if done.returncode == 0 else None


def table() -> str:
    lines = [
        "# Which Pythons and systems get a plain install from wheels; written by `make wheels`.",
        f'of = "{fingerprint()}"',
    ]
    for python in PYTHONS:
        lines += ["", f'["{python}"]']
        for system, platform in SYSTEMS.items():
            found = resolve(python, platform, "pyproject.toml")
            app = found is not None and "kivy" in found
            marker_needed = app or resolve(python, platform, "-") is None
            told = {(True, True): "all", (True, False): "without the app"}.get((found is not None, app), "no")
            lines.append(f'{system} = "{told}"' + ("" if marker_needed else "  # Kivy has a wheel by now"))
    lines += ["", "[pi]  # the extra of that name, on a Raspberry Pi with 64 bits"]
    lines += [f'"{python}" = "{_pins(python)}"' for python in PYTHONS]
    return "\n".join(lines) + "\n"


def _pins(python: str) -> str:
    found = resolve(python, PI, "pyproject.toml", "--extra", "pi")
    if found is None:
        return "no"
    if "lgpio" in found:
        return "all"
    by_now = resolve(python, PI, "-", asked="lgpio>=0.2") is not None
    return "lgpio has a wheel by now" if by_now else "lgpio from the system"


def main(check: bool) -> int:
    now = table()
    if check:
        before = TABLE.read_text(encoding="utf-8") if TABLE.exists() else ""
        print("as the table says" if now == before else now)
        return int(now != before)
    TABLE.write_text(now, encoding="utf-8")
    print(now, end="")
    return 0


if __name__ == "__main__":
    sys.exit(main("--check" in sys.argv))
