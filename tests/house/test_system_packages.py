""".ci/system-packages on machines of several kinds, with their commands played by small scripts."""

import os
import subprocess
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[2] / ".ci" / "system-packages"
INSTALLED = "installed|make, \ninstalled|libmtdev1t64, libmtdev1 (= 1.1.7)\nconfig-files|xvfb, \n"


class Machine:
    """A folder of commands; what is asked of apt is written down."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.asked = folder, folder / "asked"
        for tool in ("sed", "tr", "sort", "grep", "tail", "mktemp", "rm", "ls", "env", "sh"):
            found = next(p for p in map(Path, ("/usr/bin", "/bin")) if (p / tool).exists())
            (folder / tool).symlink_to(found / tool)
        self.command("dpkg-query", f"printf '%s' '{INSTALLED}'")
        self.command("apt-get", f'echo "$*" >> {self.asked}')
        self.command("id", "echo 0")

    def command(self, name: str, body: str) -> None:
        file = self.folder / name
        file.write_text(f"#!/bin/sh\n{body}\n", encoding="utf-8")
        file.chmod(0o755)

    def run(self, *packages: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            ["/bin/sh", str(SCRIPT), *packages],
            env={**os.environ, "PATH": str(self.folder)}, capture_output=True, text=True, check=False,
        )  # fmt: skip


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


def test_what_is_there_is_not_asked_for(machine: Machine) -> None:
    run = machine.run("make", "libmtdev1")
    assert (run.returncode, run.stdout, run.stderr) == (0, "", "")
    assert not machine.asked.exists()


def test_root_takes_what_is_missing(machine: Machine) -> None:
    run = machine.run("make", "xvfb", "xclip")
    assert run.returncode == 0
    assert run.stdout == "Installing system packages: xvfb xclip\n"
    assert machine.asked.read_text().splitlines()[-1].endswith("--no-install-recommends xvfb xclip")


def test_without_root_one_line_names_all_that_is_missing(machine: Machine) -> None:
    machine.command("id", "echo 1000")
    machine.command("sudo", "exit 1")
    run = machine.run("make", "xvfb", "xclip")
    assert run.returncode == 1
    assert run.stderr == "Missing system packages. Please run:  sudo apt-get install xvfb xclip\n"
    assert not machine.asked.exists()


def test_old_lists_are_renewed_once(machine: Machine) -> None:
    machine.command("apt-get", f'echo "$*" >> {machine.asked}; [ $(grep -c update {machine.asked}) -gt 0 ]')
    assert machine.run("xclip").returncode == 0
    assert "update" in machine.asked.read_text()


def test_an_apt_that_fails_tells_what_to_do(machine: Machine) -> None:
    machine.command("apt-get", "echo no network; exit 100")
    run = machine.run("xclip")
    assert run.returncode == 1
    assert run.stderr.splitlines()[-1] == (
        "apt could not install them. Please run:  apt-get update && apt-get install xclip"
    )


def test_another_system_is_told_what_it_must_have(machine: Machine) -> None:
    (machine.folder / "apt-get").unlink()
    run = machine.run("xclip")
    assert run.returncode == 0
    assert "these Debian packages hold must be there: xclip" in run.stderr
