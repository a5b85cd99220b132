"""`companion completion`: a shell that reads it completes commands, games and their flags."""

import subprocess

import pytest

from companion.__main__ import main
from companion.parsers import SHELLS

ASK = """
source "$1"
shift
COMP_WORDS=("$@")
COMP_CWORD=$(($# - 1))
_shtab_companion
printf '%s\\n' "${COMPREPLY[@]}"
"""


@pytest.fixture(scope="module")
def script(tmp_path_factory):
    path = tmp_path_factory.mktemp("completion") / "companion.bash"
    with path.open("w") as out, pytest.MonkeyPatch.context() as patch:
        patch.setattr("sys.stdout", out)
        assert main(["completion", "bash"]) == 0
    return path


@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        (("re",), {"resume", "replay"}),
        (("play", "cy"), {"cyberion"}),
        (("play", "the-loop", "--le"), {"--level"}),
        (("tower", "fl"), {"flash"}),
        (("doctor", "--js"), {"--json"}),
        (("--la",), {"--lang"}),
    ],
)
def test_bash_completes(script, typed, offered):
    asked = ["bash", "-c", ASK, "bash", str(script), "companion", *typed]
    done = subprocess.run(asked, capture_output=True, text=True, check=True)
    assert offered <= set(done.stdout.split())


@pytest.mark.parametrize("shell", SHELLS)
def test_every_shell_gets_something_to_read(shell, capsys):
    assert main(["completion", shell]) == 0
    assert "companion" in capsys.readouterr().out
