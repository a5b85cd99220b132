"""The carrier board: its nets are those of tower.toml and of the firmware, and KiCad found nothing wrong.

Read from the kept files; drawing it anew needs KiCad (`make board`).
"""

from __future__ import annotations

import json
import math
import re
from collections import Counter
from itertools import combinations

import numpy as np
import pytest

from hardware import colours, generate, wiring
from hardware.board import files, holes, legend
from hardware.board.nets import GND, LOGIC, NANO, POWER, SERVO, amps, nets, parts, track_width
from hardware.sockets import plugs
from hardware.tables import AVR_PORTS
from hardware.tower import ROOT, Tower

TOWER = Tower.load()
DRAWN: dict[str, list[str]] = json.loads(files.NETLIST.read_text(encoding="utf-8"))
CONNECTORS = ("J2", "J3", "J4", "J5", "J6", "J7")
PARTS = {part.ref: part for part in parts(TOWER)}


def net_of(pin: str) -> str:
    return next((net for net, pins in DRAWN.items() if pin in pins), "")


def nano(name: str) -> str:
    return f"A1.{NANO.index(name) + 1}"


def test_the_board_is_current() -> None:
    assert generate.stale_board(TOWER) == []
    assert generate.stale_board(TOWER.with_changes(board__pins__servo="D10"))


def test_the_drawn_nets_are_those_of_tower_toml() -> None:
    assert nets(TOWER) == DRAWN


@pytest.mark.parametrize("era", range(TOWER.eras))
def test_a_beam_goes_from_its_plug_to_the_pin_that_the_firmware_reads(era: int) -> None:
    header = (ROOT / "firmware" / "src" / "pins.h").read_text(encoding="utf-8")
    defined = dict(re.findall(r"^#define (PIN_BEAM_\d+_\w+) (\S+)", header, re.MULTILINE))
    port, bit = defined[f"PIN_BEAM_{era}_PORT"], defined[f"PIN_BEAM_{era}_BIT"]
    pin = next(name for name, (p, b) in AVR_PORTS.items() if (f"PORT{p}", str(b)) == (port, bit))
    assert net_of(f"J2.{4 + era}") == net_of(nano(pin)) == f"beam {era}"
    assert net_of(f"R{era + 1}.2") == f"beam {era}"
    assert net_of(f"R{era + 1}.1") == LOGIC


def test_servo_emitters_and_marks_reach_their_pins() -> None:
    pins = TOWER.board["pins"]
    assert net_of(nano(pins["servo"])) == net_of("R12.1")
    assert net_of("R12.2") == net_of("J5.3") == net_of("R13.1")
    assert net_of("R13.2") == GND, "a pull-down: a floating pin is no pulse"
    assert net_of(nano(pins["emitters"])) == net_of("Q1.1")
    assert net_of("Q1.2") == net_of("J2.3") == net_of("J3.3") == "emitter return"
    for bit, pin in enumerate(pins["position"]):
        assert net_of(nano(pin)) == net_of(f"J4.{3 + bit}")
    for name, plug in (("second beams", "J3"), ("lights", "J7")):
        first = {"J3": 4, "J7": 2}[plug]
        for n, pin in enumerate(TOWER.board["more"][name]):
            assert net_of(nano(pin)) == net_of(f"{plug}.{first + n}")


def test_with_fourteen_beams_the_second_plug_is_what_that_firmware_reads() -> None:
    header = (ROOT / "firmware" / "src" / "pins_fourteen.h").read_text(encoding="utf-8")
    header = header.partition("FOR_EACH_POSITION")[0]
    beams = {int(n): (port, int(bit)) for n, port, bit in re.findall(r"X\((\d+), (\w), (\d)\)", header)}
    for n, pin in enumerate((*TOWER.board["pins"]["beams"], *TOWER.board["more"]["second beams"])):
        assert beams[n] == AVR_PORTS[pin], pin
        assert net_of(nano(pin)) == net_of(f"J2.{4 + n}" if n < TOWER.eras else f"J3.{4 + n - TOWER.eras}")


def test_every_branch_goes_through_its_own_fuse_and_the_servo_never_feeds_the_nano() -> None:
    assert net_of("J1.1") == net_of("F1.1")
    assert net_of("F1.2") == net_of("F2.1") == net_of("F4.1") == net_of("D1.2")
    assert net_of("D1.1") == net_of("F3.1")
    assert net_of("F3.2") == net_of(nano("5V")) == net_of("J2.1") == LOGIC
    assert net_of("F2.2") == net_of("J5.2") == net_of("C1.1") == SERVO
    assert len({net_of(pin) for pin in ("J1.1", "F1.2", "F2.2", "F3.2", "F4.2", "D1.1")}) == 6


def test_feeder_and_lights_have_all_they_need_on_their_plugs() -> None:
    """A second servo like the first one; a strip behind the fuse of its own."""
    (feeder,) = TOWER.board["more"]["feeder servo"]
    assert net_of("J6.2") == SERVO
    assert net_of(nano(feeder)) == net_of("R14.1")
    assert net_of("R14.2") == net_of("J6.3") == net_of("R15.1")
    assert net_of("R15.2") == GND, "a pull-down: a floating pin is no pulse"
    assert net_of("J7.1") == net_of("F4.2")
    assert net_of("J7.1") not in {LOGIC, SERVO}
    (beam,) = TOWER.board["more"]["feeder beam"]
    assert net_of(nano(beam)) == "pin A5" == net_of("J3.10"), "counts what goes in"


def test_ground_is_ground() -> None:
    for pin in ("J1.2", "J2.2", "J3.2", "J4.2", "J5.1", "J6.1", "J7.4", "Q1.3", "C1.2", nano("GND")):
        assert net_of(pin) == GND


def test_kicad_found_nothing() -> None:
    """No rule is left out: the report call says True even with violations, so its text is read."""
    report = files.REPORT.read_text(encoding="utf-8")
    assert re.findall(r"\*\* Found (\d+) (.+) \*\*", report) == [
        ("0", "DRC violations"),
        ("0", "unconnected pads"),
        ("0", "Footprint errors"),
    ]


def test_the_print_says_where_the_nanos_usb_looks_out() -> None:
    """Turned round it would go into its sockets as well."""
    text = files.BOARD.read_text(encoding="utf-8")
    (nano,) = re.findall(r"\(footprint \"Arduino_Nano\".*?\n  \)", text, re.DOTALL)
    (along,) = re.findall(r"\(fp_text user \"USB\" \(at [\d.]+ ([\d.]+) .*\(layer \"F.SilkS\"\)", nano)
    assert float(along) > 14 * 2.54, "beyond the last pin"


def test_power_tracks_are_as_wide_as_ipc_2221_asks_at_ten_kelvin() -> None:
    """3 A want 1.37 mm on 35 µm of copper, by the standard's own formula."""
    assert track_width(3.0) == pytest.approx(1.37, abs=0.02)
    widths = json.loads(files.WIDTHS.read_text(encoding="utf-8"))
    for net, current in amps(TOWER).items():
        assert widths[net] >= track_width(current)
    text = files.BOARD.read_text(encoding="utf-8")
    numbers = dict(re.findall(r"^  \(net (\d+) \"([^\"]*)\"\)", text, re.MULTILINE))
    drawn = re.findall(r"\(segment .*?\(width ([\d.]+)\).*?\(net (\d+)\)", text)
    assert drawn
    for wide, number in drawn:
        if numbers[number] != GND:  # poured as well
            assert float(wide) >= widths[numbers[number]] - 1e-6
    assert max(float(wide) for wide, number in drawn if numbers[number] == GND) >= track_width(3.0)


Track = tuple[np.ndarray, np.ndarray, float, str, str]  # from, to, half width, net, layer


def tracks() -> list[Track]:
    """Tracks and vias as drawn; a via is a track without length, on both layers."""
    text = files.BOARD.read_text(encoding="utf-8")
    number = r"(-?[\d.]+)"
    segment = rf"\(segment \(start {number} {number}\) \(end {number} {number}\) \(width {number}\)"
    found: list[Track] = [
        (np.array([float(a), float(b)]), np.array([float(c), float(d)]), float(wide) / 2, net, layer)
        for a, b, c, d, wide, layer, net in re.findall(rf'{segment} \(layer "(\w\.Cu)"\) \(net (\d+)\)', text)
    ]
    for a, b, size, net in re.findall(
        rf"\(via \(at {number} {number}\) \(size {number}\).*?\(net (\d+)\)", text
    ):
        at = np.array([float(a), float(b)])
        found += [(at, at, float(size) / 2, net, layer) for layer in ("F.Cu", "B.Cu")]
    return found


def apart(one: Track, other: Track) -> float:
    """Copper to copper: the nearest of one's points to the other, and the other way round; crossing is 0."""

    def to(point: np.ndarray, start: np.ndarray, end: np.ndarray) -> float:
        way = end - start
        long = float(way @ way)
        part = min(max(float((point - start) @ way) / long, 0.0), 1.0) if long else 0.0
        return float(np.linalg.norm(start + part * way - point))

    (a, b), (c, d) = one[:2], other[:2]
    turns = [
        np.sign(np.linalg.det([q - p, r - p])) for p, q, r in ((a, b, c), (a, b, d), (c, d, a), (c, d, b))
    ]
    if turns[0] * turns[1] < 0 and turns[2] * turns[3] < 0:
        return 0.0
    return min(to(a, c, d), to(b, c, d), to(c, a, b), to(d, a, b)) - one[2] - other[2]


def test_copper_of_two_nets_lies_a_quarter_of_a_millimetre_apart() -> None:
    """Measured on the kept board, whatever rules KiCad was given."""
    drawn = tracks()
    assert len(drawn) > 500
    low = np.array([np.minimum(one[0], one[1]) - one[2] for one in drawn])
    high = np.array([np.maximum(one[0], one[1]) + one[2] for one in drawn])
    nearest = 9.0
    for n, one in enumerate(drawn):
        near = np.flatnonzero(((low < high[n] + 0.5) & (high > low[n] - 0.5)).all(axis=1))
        for m in near[near > n]:
            if drawn[m][3:] != one[3:] and drawn[m][4] == one[4]:
                nearest = min(nearest, apart(one, drawn[m]))
    assert 0.25 <= nearest < 0.5


def test_every_part_of_the_board_is_on_the_list_of_parts() -> None:
    """So often as it is needed, and under no name that means something else on the board."""
    bought = {part["id"]: part for part in TOWER.data["parts"]}
    wanted = {ids: len(refs) for (_, ids), refs in legend.values(TOWER).items()}
    assert (bought["R10k"]["quantity"], bought["R470"]["quantity"]) == (wanted["10k"], wanted["470"])
    assert bought["C2"]["quantity"] == wanted["100n"]
    assert {fuse["part"] for fuse in TOWER.data["fuse"]} <= set(re.findall(r"[\w-]+", bought["F1"]["order"]))
    sockets = Counter(len(part.pins) for part in legend.plugs(TOWER).values())
    for pins, number in sockets.items():
        times = f" ({number})" if number > 1 else ""
        for name in (f"B{pins}B-XH-A{times}", f"XHP-{pins}{times}"):
            assert re.search(rf"{re.escape(name)}[,;]", bought["J2"]["order"]), name
    assert f"{sum(pins * number for pins, number in sockets.items())} contacts" in bought["J2"]["order"]
    resistors = {ref for ref in PARTS if ref.startswith("R")}
    assert not resistors & set(bought), "a name of the list is another part's on the board"


def test_the_soldering_page_names_every_value_where_it_belongs() -> None:
    said = " ".join((ROOT / "docs" / "build" / "wiring.md").read_text(encoding="utf-8").split())
    values = legend.values(TOWER)
    kilo, small = (legend.runs(values["R", value]).rpartition(", ") for value in ("10k", "470"))
    assert f"10 kΩ at {kilo[0]} and {kilo[2]}, 470 Ω at {small[0]} and {small[2]}" in said


def test_the_files_that_a_maker_sends_away_carry_no_date() -> None:
    for path in files.kept():
        text = path.read_text(encoding="utf-8")
        assert not re.search(r"20[23]\d-\d\d-\d\d", text), path.name


def test_sockets_stand_where_the_base_has_room_for_their_plugs() -> None:
    """tower.toml's plugs, from which base and tests are made, and the board's connectors are the same."""
    refs = {"ring": "J2", "second beams": "J3", "marks": "J4", "servo": "J5", "feeder": "J6", "lights": "J7"}
    edge = TOWER.geometry["pcb_x"] - TOWER.geometry["pcb_length"] / 2
    for plug in plugs(TOWER):
        if plug.name not in refs:
            continue
        part = PARTS[refs[plug.name]]
        (x0, x1), (y0, y1), _ = plug.place
        middle = part.x + (-1 if part.turn == 180 else 1) * 2.5 * (len(part.pins) - 1) / 2
        assert middle == pytest.approx((x0 + x1) / 2 - edge, abs=0.3), plug.name
        assert TOWER.geometry["pcb_width"] / 2 - part.y == pytest.approx((y0 + y1) / 2, abs=1.0), plug.name


def test_no_two_connectors_share_a_place() -> None:
    def along(ref: str) -> tuple[float, float]:
        part = PARTS[ref]
        other = part.x + (-1 if part.turn == 180 else 1) * 2.5 * (len(part.pins) - 1)
        return min(part.x, other) - 2.5, max(part.x, other) + 2.5

    for a, b in combinations(CONNECTORS, 2):
        (a0, a1), (b0, b1) = along(a), along(b)
        assert math.fabs(PARTS[a].y - PARTS[b].y) > 6.5 or a1 <= b0 or b1 <= a0, (a, b)


def test_by_hand_every_pin_has_a_hole_of_its_own_on_the_board() -> None:
    where = holes.holes()
    wanted = [pin for pins in DRAWN.values() for pin in pins]
    used = [where[pin] for pin in wanted]
    assert len(used) == len(set(used)), "two pins in one hole"
    across, down = holes.size(TOWER)
    assert all(0 <= i < across and 0 <= j < down for i, j in used)


def test_by_hand_what_does_not_bend_fits_its_holes_or_gets_holes_of_its_own() -> None:
    """The supply's socket has tabs 6 mm apart: the page says where to drill for them."""
    stiff = {part.ref for part in parts(TOWER) if part.ref.startswith(holes.RIGID)}
    assert {ref for ref in stiff if holes.askew(PARTS[ref]) > holes.BEND} == {"J1"}
    page = holes.hole_page(TOWER)
    for x, y in holes.to_drill(TOWER)["J1"]:
        assert f"{x:.1f} | {y:.1f} mm" in page


def test_by_hand_what_goes_in_two_ways_says_how_it_stands() -> None:
    """Diode, electrolytic capacitor, MOSFET, Nano and every keyed socket; pin 1 is square in the drawing."""
    rows = dict(re.findall(r"^\| (\w+) \| [^|]+ \| ([^|]*) \|", holes.hole_page(TOWER), re.M))
    silent = {ref for ref, part in PARTS.items() if not rows[ref].strip()}
    assert {ref.rstrip("0123456789") for ref in silent} == {"R", "F", "C", "J"}
    assert silent & {"C1", *CONNECTORS} == set()
    drawing = holes.drawing(TOWER)
    assert len(re.findall(r"<rect [^>]*width='9' height='9'", drawing)) == len(PARTS)
    for words in ("USB", "ring", "+", "print"):
        assert re.search(rf">[^<]*{re.escape(words)}[^<]*</text>", drawing), words


def test_the_slots_of_a_socket_lie_where_kicad_drew_them() -> None:
    """Upwards, before a socket is turned: there the line on the print is broken."""
    text = files.BOARD.read_text(encoding="utf-8")
    drawn = {ref: foot for foot in text.split("\n  (footprint ") for ref in CONNECTORS if f'"{ref}"' in foot}
    for ref in CONNECTORS:
        lines = re.findall(
            r'fp_line \(start (\S+) (\S+)\) \(end (\S+) (\S+)\) \(layer "F.SilkS"\)', drawn[ref]
        )
        stubs = [float(y0) for x0, y0, x1, y1 in lines if x0 == x1 and {y0, y1} == {"-1.7", "-2.45"}]
        assert len(stubs) == 6, ref
        assert holes.stands(PARTS[ref])[-1] == ("W" if PARTS[ref].turn == 180 else "A")


def test_by_hand_the_wires_are_the_nets() -> None:
    assert {net: sorted(pin for pin, _ in way) for net, way in holes.wires(TOWER).items()} == DRAWN


def test_by_hand_a_colour_means_what_it_means_in_the_diagram() -> None:
    """In the drawing and in the table: red is +5 V and nothing else."""
    of = colours.of_nets(TOWER)
    meanings: dict[str, set[str]] = {}
    for net in DRAWN:
        meanings.setdefault(of[net], set()).add("+5 V" if net in POWER else net.replace("pin", "signal"))
    assert {colour: nets for colour, nets in meanings.items() if len(nets) > 1} == {}
    for name, (meaning, _) in wiring.to_buy(TOWER).items():
        assert name == of[{"+5V": LOGIC}.get(meaning, meaning)]
    drawing = holes.drawing(TOWER)
    for net, colour in of.items():
        first = colours.INKS[colours.parted(colour)[0]]
        assert re.search(rf"stroke='{first}'[^>]*><title>{re.escape(net)}</title>", drawing), net
        assert f"| {net} | {colours.says(colour)} |" in holes.hole_page(TOWER)
    reds = re.findall(rf"stroke='{colours.INKS['RD']}'[^>]*><title>([^<]*)<", drawing)
    assert sorted(reds) == sorted(POWER)
