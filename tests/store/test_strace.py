"""No write outside the store, as the system itself sees it: strace over a whole game in the terminal."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

CALLS = "openat,open,creat,rename,renameat,renameat2,unlink,unlinkat,truncate,ftruncate,link,linkat,symlink"
CHANGES = re.compile(
    r"O_WRONLY|O_RDWR|O_CREAT|O_TRUNC|^(?:rename|unlink|truncate|ftruncate|link|symlink|creat)"
)
STORE = re.compile(
    r'"[^"]*/(?:'
    r"\.[^/]+\.(?:new|lock)"  # a file is written beside its place and swapped in; one writer holds its lock
    r"|journals/[^/]+\.jsonl|career[^/]*\.jsonl"  # logs that only grow
    r"|companion\.log"
    r')"'
)


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("strace") is None, reason="Debian's package strace has it")
def test_the_system_sees_no_write_outside_the_store(tmp_path: Path) -> None:
    trace = tmp_path / "trace"
    home = tmp_path / "home"
    command = [
        "strace",
        "-f",
        "-e",
        f"trace={CALLS}",
        "-o",
        str(trace),
        sys.executable,
        "-B",
        "-m",
        "companion",
    ]
    environment = {**os.environ, "XDG_DATA_HOME": str(home), "XDG_STATE_HOME": str(home), "DISPLAY": ""}
    typed = "1\nundo\nredo\n" + "1\n" * 60
    done = subprocess.run(
        [*command, "play", "example", "--seed", "1"],
        input=typed.encode(),
        env=environment,
        capture_output=True,
        timeout=300,
    )
    if b"ptrace" in done.stderr and not trace.exists():
        pytest.skip("nobody may look on here")
    assert done.returncode == 0, done.stderr
    calls = [re.sub(r"^\d+ +", "", line) for line in trace.read_text(errors="replace").splitlines()]
    ours = [call for call in calls if str(home) in call and CHANGES.search(call) and "= -1" not in call]
    assert len(ours) > 6, "journal and career were written"
    assert any("career" in call for call in ours)
    assert [call for call in ours if not STORE.search(call)] == []
    elsewhere = [call for call in calls if CHANGES.search(call) and "= -1" not in call and call not in ours]
    assert [call for call in elsewhere if "/dev/" not in call and "resumed" not in call] == []
