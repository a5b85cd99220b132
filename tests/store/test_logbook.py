"""The log and `-v`: all that helps whoever looks for a mistake, and nobody's name."""

import logging
import os
import subprocess
import sys
from pathlib import Path

from companion import store

PLANTED = """
import sys
from companion import __main__ as wiring
def broken(argv):
    raise KeyError("planted")
wiring.simulate = broken
sys.exit(wiring.main(sys.argv[1:]))
"""


def ran(home: Path, *words: str, program: tuple[str, ...] = ("-m", "companion")) -> tuple[int, str, str, str]:
    """Exit code, output, errors, and the log."""
    home.mkdir(exist_ok=True)
    here = {"HOME": str(home), "PATH": os.environ["PATH"], "LANG": "C.UTF-8", "PYTHONPATH": str(Path.cwd())}
    done = subprocess.run(
        [sys.executable, *program, *words], capture_output=True, text=True, env=here, cwd=home, check=False
    )
    log = home / ".local" / "state" / "loop-companion" / "log" / "companion.log"
    return done.returncode, done.stdout, done.stderr, log.read_text(encoding="utf-8") if log.exists() else ""


def test_the_log_tells_what_was_asked_for_and_names_nobody(tmp_path: Path) -> None:
    home = tmp_path / "ada-lovelace"
    typed = ("play", "example", "--auto", "--players", "2", "--seed", "3", "--journal", "grace-hopper.jsonl")
    code, _, errors, log = ran(home, *typed)
    assert (code, errors) == (0, "")
    first, last = log.splitlines()
    assert first.endswith("play example --auto --players --seed --journal")
    assert "Python 3" in first
    assert last.endswith("exit-code=0")
    code, _, _, log = ran(home, "replay", str(home / "alan-turing.jsonl"), "-v")
    assert code != 0
    assert not [name for name in ("ada", "grace", "alan") if name in log]


def test_a_mistake_of_ours_is_one_line_and_the_log_has_the_rest(tmp_path: Path) -> None:
    home = tmp_path / "ada-lovelace"
    code, _, errors, log = ran(home, "simulate", program=("-c", PLANTED))
    assert code == 1
    (line,) = errors.splitlines()
    assert line.startswith("companion: ")
    assert "KeyError" in line
    assert "~/.local/state/loop-companion/log/companion.log" in line
    assert "Traceback" in log
    assert "planted" in log
    assert "ada-lovelace" not in log
    assert "Traceback" in ran(home, "-v", "simulate", program=("-c", PLANTED))[2]


def test_verbose_means_the_same_before_a_command_and_after_it(tmp_path: Path) -> None:
    for words in (("-v", "games"), ("games", "--verbose"), ("tower", "-v", "list"), ("doctor", "-v")):
        assert "exit-code" in ran(tmp_path, *words)[2]
    assert ran(tmp_path, "games")[2] == ""


def test_a_log_that_cannot_be_written_disturbs_nobody(tmp_path: Path) -> None:
    tmp_path.joinpath(".local").write_text("in the way", encoding="utf-8")
    assert ran(tmp_path, "--version")[0] == 0


def test_libraries_are_heard_when_they_warn(tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    with store.logbook() as path:
        logging.getLogger("kivy").info("hello")
        logging.getLogger("kivy").warning("beware")
    assert [line.rpartition(": ")[2] for line in path.read_text(encoding="utf-8").splitlines()] == ["beware"]
