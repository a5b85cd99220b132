"""`companion serve`, as a process of its own: begins, is ended, goes on with everybody who was there."""

import re
import signal
import socket
import subprocess
import sys
from pathlib import Path

from tests.web.phone import Phone

WITHOUT = """
import sys
for name in {gone}:
    sys.modules[name] = None
from companion.__main__ import main
sys.exit(main(sys.argv[1:]))
"""


def served(*words: str, home: Path, gone: tuple[str, ...] = ()) -> tuple[subprocess.Popen[str], str]:
    """The process, without some libraries, and the link that it prints for who begins the evening."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    program = ["-c", WITHOUT.format(gone=gone)] if gone else ["-m", "companion"]
    command = [sys.executable, *program, "serve", *words, "--only-here", "--port", str(port)]
    environment = {"XDG_DATA_HOME": str(home), "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8"}
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment)
    assert process.stdout is not None
    for line in process.stdout:
        if found := re.search(r"http://\S+/join/\S+", line):
            return process, found[0]
    raise AssertionError("it says nothing")


def ended(process: subprocess.Popen[str]) -> int:
    process.send_signal(signal.SIGTERM)
    return process.wait(60)


def test_an_evening_is_served_ended_and_goes_on(tmp_path: Path) -> None:
    process, link = served("example", "--players", "2", "--seed", "3", home=tmp_path)
    phone = Phone(link.partition("/join/")[0])
    phone.join(link)
    phone.sit(0)
    asked = phone.forms()[0]
    assert phone.answer(asked).status == 200
    assert ended(process) == 0
    process, link = served(home=tmp_path)
    phone.address = link.partition("/join/")[0]
    assert phone.get().status == 200
    assert phone.answer(asked).status == 200  # a repeat, after all of that
    assert phone.answer(asked, 1).status == 409
    assert ended(process) == 0


def test_what_cannot_be_served_is_told_in_a_line(tmp_path: Path) -> None:
    process, link = served("example", "--seed", "3", home=tmp_path)
    port = link.split(":")[2].partition("/")[0]
    words = [sys.executable, "-m", "companion", "serve", "example", "--only-here", "--port", port]
    environment = {"XDG_DATA_HOME": str(tmp_path), "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8"}
    told = subprocess.run(words, capture_output=True, text=True, env=environment, check=False)
    assert told.returncode == 2
    assert f"Port {port}" in told.stderr
    assert ended(process) == 0


def test_phones_need_neither_the_app_nor_a_tower(tmp_path: Path) -> None:
    """A headless Raspberry Pi without Kivy, or a Python that has none: everybody plays all the same."""
    gone = ("kivy", "matplotlib", "gpiozero", "serial", "cobs", "distributed")
    process, link = served("example", "--players", "1", "--seed", "3", home=tmp_path, gone=gone)
    phone = Phone(link.partition("/join/")[0])
    phone.join(link)
    phone.sit(0)
    assert phone.answer(phone.forms()[0]).status == 200
    assert ended(process) == 0
