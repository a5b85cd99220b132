"""The wiring diagrams as WireViz descriptions, one for the Nano and one for a Raspberry Pi.

Standard library only: the descriptions are text; `drawings.py` has WireViz draw them.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from hardware.tables import NOTICE
from hardware.tower import Tower

# One colour, one meaning: red is +5 V, black is ground, and neither is anything else.
RING_COLOURS = ["BN", "OG", "YE", "GN", "BU", "VT", "WH"]  # era 0 … era 6
SERVO_COLOUR, GATE_COLOUR, LOW_VOLTS_COLOUR = "WHYE", "WHGY", "WHGN"
MARK_COLOURS = ["PK", "TQ", "WHBU"]


def ring_colour(era: int) -> str:
    """A tower with more eras: the same again, each with a black stripe more."""
    again, colour = divmod(era, len(RING_COLOURS))
    return RING_COLOURS[colour] + again * "BK"


def nano(tower: Tower) -> str:
    pins = tower.board["pins"]
    return describe(
        tower,
        board=(
            "A1",
            tower.board["name"],
            ["GND", "5V", *pins["beams"], pins["servo"], pins["emitters"], *pins["position"]],
        ),
        signal={
            "servo": pins["servo"],
            "emitters": pins["emitters"],
            "beams": pins["beams"],
            "position": pins["position"],
        },
        power="5V",
        notes="Fed from the tower's supply behind D1:\npulling USB loses no count.",
        pull_up_volts="+5 V",
    )


def pi(tower: Tower) -> str:
    pins = tower.pi["pins"]

    def name(number: int) -> str:
        return f"GPIO{number}"

    signal: dict[str, Any] = {
        "servo": name(pins["servo"]),
        "emitters": name(pins["emitters"]),
        "beams": [name(n) for n in pins["beams"]],
        "position": [name(n) for n in pins["position"]],
    }
    return describe(
        tower,
        board=(
            "PI1",
            tower.pi["name"],
            ["GND", "3V3", *signal["beams"], signal["servo"], signal["emitters"], *signal["position"]],
        ),
        signal=signal,
        power=None,
        notes="Own power supply; only ground is shared.\nPull-ups go to 3.3 V, never to 5 V.",
        pull_up_volts="3.3 V",
    )


def describe(
    tower: Tower,
    *,
    board: tuple[str, str, Sequence[str]],
    signal: Mapping[str, Any],
    power: str | None,
    notes: str,
    pull_up_volts: str,
) -> str:
    board_id, board_name, board_pins = board
    eras = range(tower.eras)
    e = tower.data["emitter"]
    connectors: dict[str, dict[str, Any]] = {
        board_id: {
            "type": board_name,
            "subtype": "controller",
            "pinlabels": list(board_pins),
            "notes": notes,
        },
        "P1": {
            "type": "Supply",
            "subtype": f"{tower.data['supply']['volts']:g} V, {tower.data['supply']['milliamps'] / 1000:g} A",
            "pinlabels": ["+5V", "GND"],
        },
        "BOARD": {
            "type": "Perforated board",
            "subtype": "terminals",
            "pinlabels": [
                "+5V in",
                "GND",
                "+5V behind D1",
                "servo +5V",
                "servo signal",
                "emitter return",
                "Q1 gate",
                *[f"beam {n}" for n in eras],
                "mark 0",
                "mark 1",
                "mark 2",
                *([] if power else ["pull-ups 3.3 V"]),
            ],
            "notes": "\n".join(
                [
                    "F1 in the plus, C1 across the servo's wires",
                    "Q1 switches the emitter return",
                    f"its gate has {_kilo(e['gate_pull_up_ohms'])} to {pull_up_volts}",
                    f"every beam and mark has {_kilo(e['signal_pull_up_ohms'])} to {pull_up_volts}",
                    f"{e['servo_signal_ohms']} Ω in the servo's signal",
                ]
            ),
        },
        "M1": {"type": "Servo", "subtype": "270°", "pinlabels": ["GND", "+5V", "signal"]},
        "RING": {
            "type": "Ring plug",
            "subtype": "JST-XH, 10 pins",
            "pinlabels": ["+5V", "GND", "emitter return", *[f"beam {n}" for n in eras]],
        },
        "MARKS": {
            "type": "Position ring",
            "subtype": "JST-XH, 5 pins; three TCRT5000",
            "pinlabels": ["+5V", "GND", "mark 0", "mark 1", "mark 2"],
        },
    }
    for n in eras:
        connectors[f"E{n}"] = {"type": "Emitter", "subtype": f"era {n}", "pinlabels": ["+", "−"]}
        connectors[f"R{n}"] = {
            "type": "Receiver",
            "subtype": f"era {n}",
            "pinlabels": ["+", "−", "out"],
        }
    cables: dict[str, dict[str, Any]] = {}
    connections: list[list[dict[str, Any]]] = []

    def cable(
        name: str,
        gauge: float,
        colours: Sequence[str],
        joins: Sequence[tuple[str, str, str, str]],
        length: float,
    ) -> None:
        """`joins`: from, its pin, to, its pin, one for each wire."""
        cables[name] = {
            "wirecount": len(colours),
            "colors": list(colours),
            "gauge": f"{gauge} mm2",
            "length": length,
        }
        for wire, (a, a_pin, b, b_pin) in enumerate(joins, start=1):
            connections.append([{a: a_pin}, {name: wire}, {b: b_pin}])

    cable("W1", 0.5, ["RD", "BK"], [("P1", "+5V", "BOARD", "+5V in"), ("P1", "GND", "BOARD", "GND")], 0.3)
    control: list[tuple[str, str, str, str]] = [("BOARD", "GND", board_id, "GND")]
    colours = ["BK"]
    if power:
        control.append(("BOARD", "+5V behind D1", board_id, power))
    else:
        control.append(("BOARD", "pull-ups 3.3 V", board_id, "3V3"))
    colours.append("RD" if power else LOW_VOLTS_COLOUR)
    for n in eras:
        control.append(("BOARD", f"beam {n}", board_id, signal["beams"][n]))
        colours.append(ring_colour(n))
    control.append(("BOARD", "servo signal", board_id, signal["servo"]))
    control.append(("BOARD", "Q1 gate", board_id, signal["emitters"]))
    colours += [SERVO_COLOUR, GATE_COLOUR]
    for bit in range(3):
        control.append(("BOARD", f"mark {bit}", board_id, signal["position"][bit]))
        colours.append(MARK_COLOURS[bit])
    cable("W2", 0.14, colours, control, 0.1 if power else 0.4)
    cable(
        "W3",
        0.5,
        ["BK", "RD", SERVO_COLOUR],
        [
            ("BOARD", "GND", "M1", "GND"),
            ("BOARD", "servo +5V", "M1", "+5V"),
            ("BOARD", "servo signal", "M1", "signal"),
        ],
        0.3,
    )
    cable(
        "W4",
        0.14,
        ["RD", "BK", "GY", *map(ring_colour, eras)],
        [
            ("BOARD", "+5V behind D1", "RING", "+5V"),
            ("BOARD", "GND", "RING", "GND"),
            ("BOARD", "emitter return", "RING", "emitter return"),
            *[("BOARD", f"beam {n}", "RING", f"beam {n}") for n in eras],
        ],
        0.25,
    )
    cable(
        "W5",
        0.14,
        ["RD", "BK", *MARK_COLOURS],
        [
            ("BOARD", "+5V behind D1", "MARKS", "+5V"),
            ("BOARD", "GND", "MARKS", "GND"),
            *[("BOARD", f"mark {bit}", "MARKS", f"mark {bit}") for bit in range(3)],
        ],
        0.2,
    )
    for n in eras:
        cable(
            f"WE{n}",
            0.14,
            ["RD", "GY"],
            [("RING", "+5V", f"E{n}", "+"), ("RING", "emitter return", f"E{n}", "−")],
            0.2,
        )
        cable(
            f"WR{n}",
            0.14,
            ["RD", "BK", ring_colour(n)],
            [
                ("RING", "+5V", f"R{n}", "+"),
                ("RING", "GND", f"R{n}", "−"),
                ("RING", f"beam {n}", f"R{n}", "out"),
            ],
            0.2,
        )
    return _yaml(connectors, cables, connections)


def _kilo(ohms: float) -> str:
    return f"{ohms / 1000:g} kΩ"


def _yaml(
    connectors: dict[str, dict[str, Any]],
    cables: dict[str, dict[str, Any]],
    connections: list[list[dict[str, Any]]],
) -> str:
    """YAML in WireViz's form. JSON's strings and lists are YAML too, which saves a library."""
    lines = [f"# {NOTICE}", "connectors:"]
    for name, entry in connectors.items():
        lines.append(f"  {name}:")
        lines += [f"    {key}: {json.dumps(value, ensure_ascii=False)}" for key, value in entry.items()]
    lines.append("cables:")
    for name, entry in cables.items():
        lines.append(f"  {name}:")
        lines += [f"    {key}: {json.dumps(value, ensure_ascii=False)}" for key, value in entry.items()]
    lines.append("connections:")
    for first, *rest in connections:
        lines.append(f"  - - {_joint(first)}")
        lines += [f"    - {_joint(joint)}" for joint in rest]
    lines += ["options:", '  bgcolor: "WH"', "  fontname: DejaVu Sans", ""]
    return "\n".join(lines)


def _joint(joint: dict[str, Any]) -> str:
    ((name, pin),) = joint.items()
    return f"{name}: {json.dumps([pin], ensure_ascii=False)}"
