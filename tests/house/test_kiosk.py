"""The kiosk: a hardened service with a watchdog, and libraries that are pinned with their checksums."""

import re
import shutil
import subprocess
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
UNIT = ROOT / "docs" / "kiosk" / "loop-companion.service"
LOCK = (ROOT / "docs" / "kiosk" / "requirements.txt").read_text(encoding="utf-8")


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="Debian's package systemd has it")
def test_the_service_is_hardened() -> None:
    command = ["systemd-analyze", "security", "--offline=true", "--threshold=39", str(UNIT)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stdout.splitlines()[-1]


def test_the_service_has_a_watchdog_and_starts_for_ever() -> None:
    unit = UNIT.read_text(encoding="utf-8")
    for line in ("WatchdogSec=60", "NotifyAccess=all", "Restart=always", "StartLimitIntervalSec=0"):
        assert f"\n{line}\n" in unit


def test_every_library_is_pinned_with_its_checksums_and_no_address() -> None:
    pinned = dict(re.findall(r"(?m)^([\w.-]+)==(\S+)", LOCK))
    entries = re.split(r"(?m)^(?=[\w.-]+==)", LOCK)[1:]
    assert all("--hash=sha256:" in entry for entry in entries)
    assert "http" not in LOCK
    assert "index" not in LOCK
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    wanted = [*project["dependencies"], *project["optional-dependencies"]["pi"]]
    names = {re.match(r"[\w.-]+", one)[0].lower().replace("_", "-") for one in wanted}  # type: ignore[index]
    assert names <= set(pinned), "make lock"
