"""Where a tower may be: which ports are asked who they are, and how often."""

from pathlib import Path

import pytest

from companion.tower.backends import ports
from companion.tower.backends.ports import Found, find_towers


def test_a_port_with_two_names_is_asked_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plain, by_id = tmp_path / "ttyUSB0", tmp_path / "usb-1a86_USB_Serial"
    plain.touch()
    by_id.symlink_to(plain)

    class Nano:
        device, description, vid, pid = str(plain), "USB Serial", 0x1A86, 0x7523

    monkeypatch.setattr("serial.tools.list_ports.comports", lambda: [Nano])
    monkeypatch.setattr(ports, "_probe", lambda port, text: Found(port, text, probed=True))
    assert find_towers() == [Found(str(plain), "USB Serial", probed=True)]
    assert find_towers([str(by_id)]) == [Found(str(by_id), "USB Serial", probed=True)]
