"""The firmware on an emulated board, and its pure parts compiled for this machine.

Missing tools are a failure with a message, never a skip: `make test` installs them.
"""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Unpack

import cffi
import pytest

from companion.tower.emulator import FIRMWARE, Setup
from tests.firmware.host import Host

HERE = Path(__file__).parent
PURE = ["crc16", "cobs", "beams", "servo", "place", "ring", "settings", "memory", "light", "selftest",
        "identity"]


@pytest.fixture
def host() -> Iterator[Host]:
    """A board with an open session, in lockstep."""
    with Host() as host:
        host.open()
        yield host


@pytest.fixture
def new_host() -> Iterator[Callable[..., Host]]:
    """Makes boards, each set up as asked; the port is open, the session is not."""
    with ExitStack() as stack:

        def make(**setup: Unpack[Setup]) -> Host:
            return stack.enter_context(Host(**setup))

        yield make


@pytest.fixture(scope="session")
def pure_library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The firmware's pure parts as a shared library of this machine, with undefined behaviour trapped."""
    assert shutil.which("gcc"), "gcc is missing: run `make test` once, it installs what the tests need"
    library = tmp_path_factory.mktemp("pure") / "pure.so"
    sources = [str(FIRMWARE / "src" / f"{name}.c") for name in PURE]
    subprocess.run(
        ["gcc", "-shared", "-fPIC", "-O1", "-g", "-std=gnu11", "-Wall", "-Wextra", "-Werror",
         "-fsanitize=undefined", "-fno-sanitize-recover=undefined", "-I", str(FIRMWARE / "src"),
         *sources, str(HERE / "pure_shim.c"), "-o", str(library)],
        check=True,
    )
    return library


@pytest.fixture
def pure(pure_library: Path, tmp_path: Path) -> tuple[cffi.FFI, Any]:
    """(ffi, library); a copy of its own for every test, because the parts keep state."""
    ffi = cffi.FFI()
    ffi.cdef((HERE / "pure_shim.h").read_text(encoding="utf-8"))
    own = tmp_path / "pure.so"
    shutil.copy(pure_library, own)
    return ffi, ffi.dlopen(str(own))
