"""Copies the built firmware into the companion, with its version and a fingerprint of its sources.

`make -C firmware ship`. Standard library only. What is shipped is flashed by `companion tower flash`; a test
(tests/tower/test_flashing.py) says when it is stale.
"""

from __future__ import annotations

import hashlib
import re
import shutil
import sys
from pathlib import Path

FIRMWARE = Path(__file__).resolve().parents[1]
SHIPPED = FIRMWARE.parent / "companion" / "tower" / "firmware"


def revision() -> str:
    """Of everything that is compiled."""
    sources = sorted(file for file in (FIRMWARE / "src").iterdir() if file.suffix in (".c", ".h"))
    return hashlib.sha256(b"\0".join(file.read_bytes() for file in sources)).hexdigest()[:16]


def version() -> str:
    text = (FIRMWARE / "src" / "identity.h").read_text(encoding="utf-8")
    return ".".join(re.findall(r"#define FIRMWARE_(?:MAJOR|MINOR|PATCH) (\d+)", text))


def main(hex_file: str) -> None:
    SHIPPED.mkdir(exist_ok=True)
    shutil.copyfile(hex_file, SHIPPED / "tower.hex")
    about = f'# Written by `make -C firmware ship`.\nversion = "{version()}"\nrevision = "{revision()}"\n'
    (SHIPPED / "about.toml").write_text(about, encoding="utf-8")
    print(f"shipped firmware {version()} ({revision()})")


if __name__ == "__main__":
    main(sys.argv[1])
