"""The circuit, drawn by schemdraw: supply and servo, emitter switch, one beam of seven, one mark of three.

Imports schemdraw (extra `hardware`). Values and pins come from tower.toml alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import schemdraw
import schemdraw.elements as elm

from hardware.board import legend
from hardware.tower import Tower

schemdraw.use("svg")
INK = "#26292f"
FAINT = "#7e828a"
PAPER = "#ffffff"


@dataclass(frozen=True, slots=True)
class Variant:
    """What differs between the two controllers."""

    title: str
    feed: str  # what hangs on the rail behind D1 and F3
    pull_up: str  # what the pull-ups hang on
    beams: str
    servo: str
    emitters: str
    position: str
    resistors: Mapping[str, str]  # on the carrier board; by hand only values count
    lights: str = ""  # what hangs on the rail behind F4
    feeder: str = ""  # what repeats the servo's branch


def nano(tower: Tower) -> Variant:
    pins = tower.board["pins"]
    return Variant(
        title=f"{tower.board['name']}",
        feed="+5V logic: Nano, ring, marks",
        pull_up="+5V logic",
        beams=f"{pins['beams'][0]} … {pins['beams'][-1]}",
        servo=pins["servo"],
        emitters=pins["emitters"],
        position=f"{pins['position'][0]} … {pins['position'][-1]}",
        resistors={
            "beam": legend.resistors(tower, 2, "beam"),
            "gate": legend.resistors(tower, 2, "emitters"),
            "mark": legend.resistors(tower, 2, "mark"),
            "signal": legend.resistors(tower, 1, "servo pin"),
            "down": legend.resistors(tower, 1, "servo signal"),
        },
        lights="+5V lights: J7",
        feeder="a feeder at J6 the same, with "
        + " and ".join(legend.resistors(tower, pin, "feeder signal") for pin in (2, 1)),
    )


def pi(tower: Tower) -> Variant:
    pins = tower.pi["pins"]
    return Variant(
        title=f"{tower.pi['name']}: its own supply, common ground, no pin above {tower.pi['level_volts']} V",
        feed="+5V logic: ring, marks",
        pull_up=f"{tower.pi['level_volts']} V of the Pi",
        beams="GPIO " + _list(pins["beams"]),
        servo=f"GPIO {pins['servo']} (hardware PWM)",
        emitters=f"GPIO {pins['emitters']}",
        position="GPIO " + _list(pins["position"]),
        resistors={},
    )


def _list(numbers: list[int]) -> str:
    """Four to a line, so that it fits beside the wire."""
    rows = [numbers[n : n + 4] for n in range(0, len(numbers), 4)]
    return ",\n".join(", ".join(map(str, row)) for row in rows)


def draw(tower: Tower, variant: Variant, path: Path) -> None:
    with schemdraw.Drawing(show=False, file=None) as d:
        d.config(fontsize=12, color=INK, bgcolor=PAPER, unit=2.6, lw=1.6, margin=0.8)
        _title(d, (0, 6.6), variant.title, 17)
        _supply(d, tower, variant, (0, 3.4))
        _emitters(d, tower, variant, (0, -7.0))
        _beam(d, tower, variant, (13.6, -7.0))
        _mark(d, tower, variant, (22.8, -7.0))
    path.write_bytes(d.get_imagedata("svg"))


def _ohms(variant: Variant, which: str, ohms: int) -> str:
    value = f"{ohms // 1000} kΩ" if ohms >= 1000 else f"{ohms} Ω"
    return f"{variant.resistors.get(which, '')}  {value}".strip()


def _title(d: schemdraw.Drawing, at: tuple[float, float], text: str, size: int = 13) -> None:
    d.add(elm.Label().at(at).label(text, loc="right", halign="left", fontsize=size, ofst=0))


def _net(d: schemdraw.Drawing, at: tuple[float, float], name: str, side: str) -> None:
    """The end of a wire that goes on elsewhere under this name."""
    d.add(elm.Dot(open=True).at(at).label(name, loc=side, fontsize=12))


def _fuse(tower: Tower, which: str) -> str:
    (hold,) = (one["hold"] for one in tower.data["fuse"] if one["id"] == which)
    return f"{which}  {hold:g} A"


def _supply(d: schemdraw.Drawing, tower: Tower, variant: Variant, at: tuple[float, float]) -> None:
    s, e = tower.data["supply"], tower.data["emitter"]
    x, y = at
    _title(d, (x, y + 1.4), "Supply and servo")
    _net(d, (x + 3.2, y - 0.4), f"P1  +{s['volts']:g} V, {s['milliamps'] / 1000:g} A", "left")
    fuse = d.add(elm.Fuse().right().at((x + 3.2, y - 0.4)).label(_fuse(tower, "F1")))
    split = d.add(elm.Line().right(2.2).at(fuse.end))
    d.add(elm.Dot().at(split.end))
    # Behind the diode: controller and beams, which USB may feed as well.
    up = d.add(elm.Line().up(1.4).at(split.end))
    diode = d.add(elm.Schottky().right().at(up.end).label(f"D1  {s['diode']}"))
    logic = d.add(elm.Fuse().right().at(diode.end).label(_fuse(tower, "F3")))
    d.add(elm.Dot().at(logic.end))
    rail = d.add(elm.Line().right(2.6).at(logic.end))
    _net(d, rail.end, variant.feed, "right")
    d.add(elm.Capacitor().down(1.0).at(logic.end).label(f"C2, C3  {s['decoupling_nf']} nF", loc="bottom"))
    d.add(elm.Ground())
    if variant.lights:
        d.add(elm.Dot().at(up.end))
        d.add(elm.Line().up(1.3).at(up.end))
        fuse = d.add(elm.Fuse().right().label(_fuse(tower, "F4")))
        _net(d, fuse.end, variant.lights, "right")
    # Before the diode: the servo alone, with its capacitor.
    wire = d.add(elm.Fuse().down(2.4).at(split.end).label(_fuse(tower, "F2"), loc="bottom"))
    d.add(elm.Dot().at(wire.end))
    d.add(elm.Capacitor(polar=True).down(2.0).at(wire.end).label(f"C1  {s['capacitor_uf']} µF", loc="top"))
    d.add(elm.Ground())
    pins = [
        elm.IcPin(name="+", side="left", slot="3/3", anchorname="plus"),
        elm.IcPin(name="signal", side="left", slot="2/3", anchorname="signal"),
        elm.IcPin(name="−", side="left", slot="1/3", anchorname="minus"),
    ]
    servo = d.add(
        elm.Ic(pins=pins, edgepadW=1.2, edgepadH=0.3, pinspacing=1.0)
        .right()
        .anchor("plus")
        .at((wire.end[0] + 9.4, wire.end[1]))
        .label("M1 servo", loc="right")
    )
    d.add(elm.Line().at(wire.end).to(servo.plus).label("+5V servo"))
    corner = d.add(elm.Line().left(1.6).at(servo.signal))
    resistor = d.add(
        elm.Resistor()
        .left(2.2)
        .at(corner.end)
        .label(_ohms(variant, "signal", e["servo_signal_ohms"]), loc="top")
    )
    _net(d, resistor.end, variant.servo, "left")
    down = _ohms(variant, "down", e["servo_pull_down_ohms"])
    d.add(elm.Dot().at(corner.end))
    d.add(elm.Resistor().down(1.8).at(corner.end).label(down, loc="top"))
    d.add(elm.Ground())
    d.add(elm.Line().left(0.6).at(servo.minus))
    d.add(elm.Ground())
    if variant.feeder:
        _title(d, (servo.plus[0] + 4.2, servo.minus[1]), variant.feeder, 11)


def _emitters(d: schemdraw.Drawing, tower: Tower, variant: Variant, at: tuple[float, float]) -> None:
    e = tower.data["emitter"]
    x, y = at
    _title(d, (x, y + 3.2), f"Emitter switch: {tower.eras} emitters, on while the pin floats")
    first, pitch = x + 3.4, 2.3
    top, bottom = y + 2.0, y - 3.0
    _net(d, (first - 0.8, top), "+5V logic", "left")
    d.add(elm.Line().at((first - 0.8, top)).to((first + 3 * pitch, top)))
    for n, name in enumerate(("era 0", "era 1", "", f"era {tower.eras - 1}")):
        px = first + n * pitch
        if not name:
            d.add(elm.Label().at((px, y - 0.4)).label("· · ·", fontsize=16))
            continue
        d.add(elm.Dot().at((px, top)))
        r = d.add(elm.Resistor().down(2.4).at((px, top)).label(f"{e['series_ohms']} Ω", loc="bottom"))
        d.add(elm.LED().down(2.6).at(r.end).label(name, loc="bottom"))
        d.add(elm.Dot().at((px, bottom)))
    d.add(elm.Line().at((first, bottom)).to((first + 3 * pitch, bottom)))
    drain = first + 2 * pitch
    d.add(elm.Dot().at((drain, bottom)))
    mos = d.add(elm.NFet().reverse().anchor("drain").at((drain, bottom - 0.5)))
    d.add(elm.Label().at((drain + 0.5, bottom - 1.2)).label("Q1"))
    d.add(elm.Line().at((drain, bottom)).to(mos.drain))
    d.add(elm.Ground().at(mos.source))
    gate = d.add(elm.Line().left(1.6).at(mos.gate))
    d.add(elm.Dot().at(gate.end))
    out = d.add(elm.Line().left(1.6).at(gate.end))
    _net(d, out.end, variant.emitters, "left")
    pull = d.add(
        elm.Resistor()
        .down(2.0)
        .at(gate.end)
        .label(_ohms(variant, "gate", e["gate_pull_up_ohms"]), loc="bottom")
    )
    _net(d, pull.end, variant.pull_up, "left")


def _beam(d: schemdraw.Drawing, tower: Tower, variant: Variant, at: tuple[float, float]) -> None:
    e = tower.data["emitter"]
    x, y = at
    _title(d, (x, y + 3.2), f"A beam, {tower.eras} times")
    top = d.add(elm.Vdd().at((x + 3.6, y + 2)).label(variant.pull_up, fontsize=11))
    r = d.add(
        elm.Resistor()
        .down()
        .at(top.center)
        .label(_ohms(variant, "beam", e["signal_pull_up_ohms"]), loc="bottom")
    )
    node = d.add(elm.Dot().at(r.end))
    out = d.add(elm.Line().right(0.8).at(node.center))
    _net(d, out.end, variant.beams, "right")
    receiver = d.add(
        elm.Ic(
            pins=[
                elm.IcPin(name="out", side="right", slot="2/3"),
                elm.IcPin(name="+", side="top"),
                elm.IcPin(name="−", side="bottom"),
            ],
            edgepadW=0.9,
            edgepadH=0.7,
            pinspacing=1.0,
        )
        .anchor("inR1")
        .at((node.center[0] - 1.0, node.center[1]))
        .label("receiver", loc="left")
    )
    d.add(elm.Line().at(receiver.inR1).to(node.center))
    d.add(elm.Vdd().at(receiver.inT1).label("+5V logic", fontsize=11))
    d.add(elm.Ground().at(receiver.inB1))
    _title(
        d,
        (x, y - 4.2),
        "broken = " + " / ".join(sorted(set(tower.beams["broken_level"]))) + ", set per beam",
        11,
    )


def _mark(d: schemdraw.Drawing, tower: Tower, variant: Variant, at: tuple[float, float]) -> None:
    e = tower.data["emitter"]
    x, y = at
    _title(d, (x, y + 3.2), "A position sensor, 3 times")
    top = d.add(elm.Vdd().at((x + 1, y + 2)).label("+5V logic", fontsize=11))
    r = d.add(elm.Resistor().down().at(top.center).label(f"{e['series_ohms']} Ω", loc="bottom"))
    d.add(elm.LED().down().at(r.end))
    d.add(elm.Ground())
    top = d.add(elm.Vdd().at((x + 4.4, y + 2)).label(variant.pull_up, fontsize=11))
    r = d.add(
        elm.Resistor()
        .down()
        .at(top.center)
        .label(_ohms(variant, "mark", e["signal_pull_up_ohms"]), loc="bottom")
    )
    node = d.add(elm.Dot().at(r.end))
    out = d.add(elm.Line().right(0.8).at(node.center))
    _net(d, out.end, variant.position, "right")
    sensor = d.add(elm.NpnPhoto().anchor("collector").at((node.center[0], node.center[1] - 0.8)))
    d.add(elm.Line().at(node.center).to(sensor.collector))
    d.add(elm.Ground().at(sensor.emitter))
    _title(d, (x, y - 4.2), f"white mark = {tower.position['mark_level']}", 11)
