"""Where a tower may be: which ports are asked who they are, and how often."""

from pathlib import Path

import pytest

from companion.tower.backends import ports
from companion.tower.backends.ports import FoundPort, find_towers
from companion.tower.contract import Identity
from companion.tower.errors import SeveralTowers
from companion.tower.tower_choice import the_only_tower


def test_a_port_with_two_names_is_asked_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plain, by_id = tmp_path / "ttyUSB0", tmp_path / "usb-1a86_USB_Serial"
    plain.touch()
    by_id.symlink_to(plain)

    class Nano:
        device, description, vid, pid = str(plain), "USB Serial", 0x1A86, 0x7523

    monkeypatch.setattr("serial.tools.list_ports.comports", lambda: [Nano])
    monkeypatch.setattr(ports, "probe", FoundPort)
    assert find_towers() == [FoundPort(str(plain), "USB Serial")]
    assert find_towers([str(by_id)]) == [FoundPort(str(by_id), "USB Serial")]


def test_of_several_towers_one_has_to_be_chosen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    names = ["/dev/ttyUSB0", "/dev/ttyUSB1"]
    towers = [FoundPort(port, "USB Serial", Identity("serial", port, f"T-{port[-1]}")) for port in names]
    monkeypatch.setattr(ports, "find_towers", lambda named: towers)
    with pytest.raises(SeveralTowers) as several:
        the_only_tower(tmp_path)
    assert several.value.params["found"] == "/dev/ttyUSB0 (T-0), /dev/ttyUSB1 (T-1)"
    towers.pop()
    assert the_only_tower(tmp_path).where == names[0]


@pytest.mark.parametrize(("product", "found"), [("7523", True), ("ea60", False), ("nonsense", False)])
def test_a_ch340_without_a_port_is_seen_on_the_bus(tmp_path: Path, product: str, found: bool) -> None:
    """brltty takes it for a Braille display, and its port vanishes."""
    device = tmp_path / "1-1"
    device.mkdir()
    (device / "idVendor").write_text("1a86\n")
    (device / "idProduct").write_text(f"{product}\n")
    assert ports.ch340_on_usb(tmp_path) == found
