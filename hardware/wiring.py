"""The wiring diagrams as WireViz descriptions, one for the Nano and one for a Raspberry Pi.

Standard library only: the descriptions are text; `drawings.py` has WireViz draw them.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from typing import Any

from hardware.colours import GATE, GROUND, LOW_VOLTS, MARKS, PLUS, RETURN, SERVO, ring
from hardware.tables import NOTICE
from hardware.tower import Tower

Join = tuple[str, str, str, str]  # from, its pin, to, its pin: one wire
Cable = tuple[str, float, list[str], list[Join], float]  # name, mm², colours, joins, metres


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
            "type": "Carrier board",
            "subtype": "or one wired by hand",
            "pinlabels": [
                "+5V in",
                "GND",
                "+5V logic",
                "+5V servo",
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

    def cable(name: str, gauge: float, colours: Sequence[str], joins: Sequence[Join], length: float) -> None:
        cables[name] = {
            "wirecount": len(colours),
            "colors": list(colours),
            "gauge": f"{gauge} mm2",
            "length": length,
        }
        for wire, (a, a_pin, b, b_pin) in enumerate(joins, start=1):
            connections.append([{a: a_pin}, {name: wire}, {b: b_pin}])

    supply = [("P1", "+5V", "BOARD", "+5V in"), ("P1", "GND", "BOARD", "GND")]
    cable("W1", 0.5, [PLUS, GROUND], supply, 0.3)
    control: list[Join] = [("BOARD", "GND", board_id, "GND")]
    colours = [GROUND]
    if power:
        control.append(("BOARD", "+5V logic", board_id, power))
    else:
        control.append(("BOARD", "pull-ups 3.3 V", board_id, "3V3"))
    colours.append(PLUS if power else LOW_VOLTS)
    for n in eras:
        control.append(("BOARD", f"beam {n}", board_id, signal["beams"][n]))
        colours.append(ring(n))
    control.append(("BOARD", "servo signal", board_id, signal["servo"]))
    control.append(("BOARD", "Q1 gate", board_id, signal["emitters"]))
    colours += [SERVO, GATE]
    for bit in range(3):
        control.append(("BOARD", f"mark {bit}", board_id, signal["position"][bit]))
        colours.append(MARKS[bit])
    cable("W2", 0.14, colours, control, 0.1 if power else 0.4)
    cable(
        "W3",
        0.5,
        [GROUND, PLUS, SERVO],
        [
            ("BOARD", "GND", "M1", "GND"),
            ("BOARD", "+5V servo", "M1", "+5V"),
            ("BOARD", "servo signal", "M1", "signal"),
        ],
        0.3,
    )
    for one in loose(tower):
        cable(*one)
    return _yaml(connectors, cables, connections)


def loose(tower: Tower) -> list[Cable]:
    """Those between the board, the ring and the marks, whatever reads them: a maker buys wire for them."""
    eras = range(tower.eras)
    ring_pins = ["+5V", "GND", "emitter return", *(f"beam {n}" for n in eras)]
    mark_pins = ["+5V", "GND", *(f"mark {bit}" for bit in range(len(MARKS)))]

    def joins(to: str, pins: Sequence[str]) -> list[Join]:
        return [("BOARD", "+5V logic" if pin == "+5V" else pin, to, pin) for pin in pins]

    found: list[Cable] = [
        ("W4", 0.14, [PLUS, GROUND, RETURN, *map(ring, eras)], joins("RING", ring_pins), 0.25),
        ("W5", 0.14, [PLUS, GROUND, *MARKS], joins("MARKS", mark_pins), 0.2),
    ]
    for n in eras:
        emitter = [("RING", "+5V", f"E{n}", "+"), ("RING", "emitter return", f"E{n}", "−")]
        receiver = [
            ("RING", "+5V", f"R{n}", "+"),
            ("RING", "GND", f"R{n}", "−"),
            ("RING", f"beam {n}", f"R{n}", "out"),
        ]
        found.append((f"WE{n}", 0.14, [PLUS, RETURN], emitter, 0.2))
        found.append((f"WR{n}", 0.14, [PLUS, GROUND, ring(n)], receiver, 0.2))
    return found


def to_buy(tower: Tower) -> dict[str, tuple[str, float]]:
    """By colour: what it is for, and how many metres, in halves."""
    found: dict[str, tuple[str, float]] = {}
    for _, _, colours, joins, length in loose(tower):
        for colour, (start, pin, _, other) in zip(colours, joins, strict=True):
            meaning = other if start == "BOARD" else pin
            found[colour] = found.get(colour, (meaning, 0.0))[0], found.get(colour, ("", 0.0))[1] + length
    return {colour: (meaning, math.ceil(2 * metres) / 2) for colour, (meaning, metres) in found.items()}


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
