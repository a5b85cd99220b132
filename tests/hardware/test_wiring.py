"""The wiring, followed wire by wire in the description that WireViz draws."""

import re
from collections import Counter
from typing import Any

import pytest
import yaml

from hardware import colours, wiring
from hardware.board.nets import LOGIC, SERVO, parts
from hardware.tower import ROOT, Tower

TOWER = Tower.load()
Point = tuple[str, str]


class Harness:
    """Which pins hang together."""

    def __init__(self, text: str) -> None:
        self.data: dict[str, Any] = yaml.safe_load(text)
        self.joints: list[tuple[Point, Point]] = []
        self.colour: dict[tuple[Point, Point], str] = {}
        for first, cable, last in self.data["connections"]:
            (a, a_pin), (c, wire), (b, b_pin) = (next(iter(joint.items())) for joint in (first, cable, last))
            joint = (a, a_pin[0]), (b, b_pin[0])
            self.joints.append(joint)
            self.colour[joint] = self.data["cables"][c]["colors"][wire[0] - 1]

    def net(self, start: Point) -> set[Point]:
        """All pins that are wired to this one."""
        found = {start}
        while True:
            more = {q for p in found for joint in self.joints if p in joint for q in joint} - found
            if not more:
                return found
            found |= more


@pytest.fixture(params=["nano", "pi"])
def which(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def harness(which: str) -> Harness:
    return Harness(getattr(wiring, which)(TOWER))


@pytest.fixture
def controller(which: str) -> str:
    return {"nano": "A1", "pi": "PI1"}[which]


def pin(which: str, use: str, n: int | None = None) -> str:
    pins = TOWER.board["pins"] if which == "nano" else TOWER.pi["pins"]
    value = pins[use] if n is None else pins[use][n]
    return value if which == "nano" else f"GPIO{value}"


@pytest.mark.parametrize("era", range(7))
def test_every_receiver_reaches_its_own_pin(harness: Harness, which: str, controller: str, era: int) -> None:
    net = harness.net((f"R{era}", "out"))
    assert (controller, pin(which, "beams", era)) in net
    assert {name for name, _ in net if name.startswith("R") and name != "RING"} == {f"R{era}"}


def test_servo_switch_and_marks_reach_their_pins(harness: Harness, which: str, controller: str) -> None:
    assert (controller, pin(which, "servo")) in harness.net(("M1", "signal"))
    assert (controller, pin(which, "emitters")) in harness.net(("BOARD", "Q1 gate"))
    for bit in range(3):
        assert (controller, pin(which, "position", bit)) in harness.net(("MARKS", f"mark {bit}"))


def test_all_emitters_share_the_switched_return_and_nothing_else_does(harness: Harness) -> None:
    net = harness.net(("BOARD", "emitter return"))
    assert net == {
        ("BOARD", "emitter return"),
        ("RING", "emitter return"),
        *((f"E{n}", "−") for n in range(7)),
    }


def test_one_ground_for_all(harness: Harness, controller: str) -> None:
    net = harness.net(("P1", "GND"))
    assert {(controller, "GND"), ("M1", "GND"), ("MARKS", "GND")} <= net
    assert {(f"R{n}", "−") for n in range(7)} <= net


def test_usb_cannot_feed_the_servo(harness: Harness, controller: str) -> None:
    """The diode stands between the two: the wires of the servo's plus end at its own terminal."""
    assert harness.net(("M1", "+5V")) == {("M1", "+5V"), ("BOARD", "+5V servo")}
    behind = harness.net(("BOARD", "+5V logic"))
    assert not {("P1", "+5V"), ("M1", "+5V")} & behind


def test_the_nano_lives_on_the_towers_supply() -> None:
    assert ("A1", "5V") in Harness(wiring.nano(TOWER)).net(("BOARD", "+5V logic"))


def test_five_volts_never_reach_a_pi() -> None:
    harness = Harness(wiring.pi(TOWER))
    for source in (("P1", "+5V"), ("BOARD", "+5V logic"), ("BOARD", "+5V servo")):
        assert not [point for point in harness.net(source) if point[0] == "PI1"]
    assert "to 3.3 V" in harness.data["connectors"]["BOARD"]["notes"]
    assert "5 V" not in harness.data["connectors"]["BOARD"]["notes"]


def test_no_pin_of_the_controller_is_used_twice(harness: Harness, controller: str) -> None:
    used = Counter(point[1] for joint in harness.joints for point in joint if point[0] == controller)
    assert set(used.values()) == {1}
    assert set(used) == set(harness.data["connectors"][controller]["pinlabels"])


def test_every_wire_of_a_cable_can_be_told_from_the_others(harness: Harness) -> None:
    for name, cable in harness.data["cables"].items():
        signals = [c for c in cable["colors"] if c not in ("RD", "BK")]
        assert len(signals) == len(set(signals)), name


def written(name: str) -> set[str]:
    """All that is written in a kept drawing."""
    drawing = (ROOT / "docs" / "build" / name).read_text(encoding="utf-8")
    return set(re.findall(r"<tspan[^>]*>([^<]+)</tspan>", drawing))


def test_the_circuit_names_the_pins_and_values_of_tower_toml() -> None:
    pins, e = TOWER.board["pins"], TOWER.data["emitter"]
    assert {
        f"{pins['beams'][0]} … {pins['beams'][-1]}",
        f"{pins['position'][0]} … {pins['position'][-1]}",
        pins["servo"],
        pins["emitters"],
        f"{e['series_ohms']} Ω",
        f"R12  {e['servo_signal_ohms']} Ω",
        f"R13  {e['servo_pull_down_ohms'] // 1000} kΩ",
        *(f"{one['id']}  {one['hold']:g} A" for one in TOWER.data["fuse"]),
        f"C1  {TOWER.data['supply']['capacitor_uf']} µF",
    } <= written("circuit-nano.svg")


def test_the_circuit_for_a_pi_pulls_up_to_its_own_volts() -> None:
    said = written("circuit-pi.svg")
    assert "3.3 V of the Pi" in said
    assert f"GPIO {TOWER.pi['pins']['emitters']}" in said
    assert f"GPIO {TOWER.pi['pins']['servo']} (hardware PWM)" in said


def test_the_two_plus_rails_have_one_name_each_wherever_they_are_told() -> None:
    """On the board, in both diagrams, in both circuits and on the page that says how to solder."""
    nano = Harness(wiring.nano(TOWER)).data["connectors"]["BOARD"]["pinlabels"]
    page = (ROOT / "docs" / "build" / "wiring.md").read_text(encoding="utf-8")
    for rail in (LOGIC, SERVO):
        assert rail in nano
        assert f"*{rail}*" in page
        for circuit in ("circuit-nano.svg", "circuit-pi.svg"):
            assert any(rail in words for words in written(circuit)), (rail, circuit)
    for circuit in ("circuit-nano.svg", "circuit-pi.svg"):
        assert "+5 V" not in written(circuit), "which of the two?"


def test_the_circuit_has_every_part_of_the_board() -> None:
    """So that one who looks for a fault finds in it what is in the hand."""
    words = " ".join(written("circuit-nano.svg"))
    runs = re.findall(r"([RC])(\d+)–[RC](\d+)", words)
    inside = {f"{letter}{n}" for letter, a, b in runs for n in range(int(a), int(b) + 1)}
    named = inside | set(re.findall(r"\b[RCFDQJ]\d+\b", words))
    sockets = {"J1", "J2", "J3", "J4", "J5"}  # told by what they carry
    assert {part.ref for part in parts(TOWER)} - named == sockets | {"A1"}


def meaning(pin: str) -> str:
    """What a wire that ends at this pin carries."""
    if "5V" in pin:
        return "+5 V"
    return {"3V3": "3.3 V", "pull-ups 3.3 V": "3.3 V", "+": "+5 V", "−": "a part's minus"}.get(pin, pin)


def test_one_colour_has_one_meaning(which: str) -> None:
    """Red is +5 V and nothing else; so with every other colour, in all cables together."""
    harness = Harness(getattr(wiring, which)(TOWER))
    found: dict[str, set[str]] = {}
    for (a, b), colour in harness.colour.items():
        board = next((pin for name, pin in (a, b) if name in ("BOARD", "RING", "MARKS")), a[1])
        found.setdefault(colour, set()).add(meaning(board))
    assert {colour: said for colour, said in found.items() if len(said) > 1} == {}
    assert found["RD"] == {"+5 V"}
    assert found["BK"] == {"GND"}


def test_every_wire_of_the_diagram_is_on_the_list_of_what_to_buy() -> None:
    """Those of ring and marks; what else it has is copper, or comes with supply and servo."""
    data = Harness(wiring.nano(TOWER)).data
    wanted: Counter[str] = Counter()
    for _, joint, end in data["connections"]:
        ((cable, (wire,)),) = joint.items()
        if next(iter(end)) in ("RING", "MARKS") or cable.startswith(("WE", "WR")):
            wanted[data["cables"][cable]["colors"][wire - 1]] += data["cables"][cable]["length"]
    page = (ROOT / "docs" / "build" / "parts.md").read_text(encoding="utf-8").partition("## Wires")[2]
    listed = dict(re.findall(r"^\| ([a-z][a-z ]+) \| [^|]+ \| ([\d.]+) \|$", page.partition("##")[0], re.M))
    assert set(listed) == {colours.says(colour) for colour in wanted}
    for colour, metres in wanted.items():
        assert metres <= float(listed[colours.says(colour)]) < metres + 0.6


def test_what_an_order_sends_a_reader_to_is_on_the_page() -> None:
    page = (ROOT / "docs" / "build" / "parts.md").read_text(encoding="utf-8")
    sent = [part["order"] for part in TOWER.data["parts"] if "below" in part["order"]]
    assert sent
    for order in sent:
        (what,) = re.findall(r"list of (\w+) below", order)
        assert f"## {what.capitalize()}\n" in page
