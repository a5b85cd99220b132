"""What hangs together on the carrier board: parts, their places and their nets, out of tower.toml.

Standard library only: tests follow the nets without KiCad, draw.py gives them to it.
"""

from __future__ import annotations

from dataclasses import dataclass

from hardware.tower import Tower

GND, LOGIC, SERVO, LIGHTS = "GND", "+5V logic", "+5V servo", "+5V lights"
BUS, IN, DIODE = "+5V bus", "+5V in", "+5V diode"
POWER = (LOGIC, SERVO, LIGHTS, BUS, IN, DIODE)
NANO = (
    "D1", "D0", "RESET", "GND", "D2", "D3", "D4", "D5", "D6", "D7", "D8", "D9", "D10", "D11", "D12",
    "D13", "3V3", "AREF", "A0", "A1", "A2", "A3", "A4", "A5", "A6", "A7", "5V", "RESET", "GND", "VIN",
)  # fmt: skip

FEET = {
    "nano": "Module:Arduino_Nano",
    "jack": "Connector_BarrelJack:BarrelJack_Horizontal",
    "F1": "Fuse:Fuse_Bourns_MF-RG300",
    "F2": "Fuse:Fuse_BelFuse_0ZRE0200FF_L24.9mm_W6.1mm",
    "F3": "Fuse:Fuse_BelFuse_0ZRE0075FF_L11.5mm_W4.8mm",
    "F4": "Fuse:Fuse_BelFuse_0ZRE0100FF_L18.7mm_W5.1mm",
    "diode": "Diode_THT:D_DO-41_SOD81_P10.16mm_Horizontal",
    "large": "Capacitor_THT:CP_Radial_D10.0mm_P5.00mm",
    "small": "Capacitor_THT:C_Disc_D5.0mm_W2.5mm_P5.00mm",
    "mosfet": "Package_TO_SOT_THT:TO-220-3_Vertical",
    "axial": "Resistor_THT:R_Axial_DIN0207_L6.3mm_D2.5mm_P7.62mm_Horizontal",
}


@dataclass(frozen=True, slots=True)
class Part:
    """Footprint, place of the first pin (mm from the board's outer upper corner), and the pins' nets."""

    ref: str
    value: str
    footprint: str
    x: float
    y: float
    turn: float
    pins: tuple[str, ...]  # net of pin 1, 2, …; "" is not connected


def signals(tower: Tower) -> dict[str, str]:
    """Which net hangs on which pin of the Nano."""
    pins, more = tower.board["pins"], tower.board["more"]
    named = {pin: f"beam {n}" for n, pin in enumerate(pins["beams"])}
    named |= {pin: f"mark {n}" for n, pin in enumerate(pins["position"])}
    named |= {pins["servo"]: "servo pin", pins["emitters"]: "emitters"}
    for pin in (*more["second beams"], *more["feeder servo"], *more["feeder beam"], *more["lights"]):
        named.setdefault(pin, f"pin {pin}")
    return named


def parts(tower: Tower) -> list[Part]:
    e, s = tower.data["emitter"], tower.data["supply"]
    on, more, eras = signals(tower), tower.board["more"], range(tower.eras)
    fuse = {one["id"]: one for one in tower.data["fuse"]}
    supply = {"GND": GND, "5V": LOGIC}
    nano = tuple(on.get(name, supply.get(name, "")) for name in NANO)
    axial = FEET["axial"]
    beams = tuple(f"beam {n}" for n in eras)
    feeder = on[more["feeder servo"][0]]
    found = [
        Part("A1", tower.board["name"], FEET["nano"], 49.3, 9.38, -90, nano),
        Part("J1", "5.5 x 2.1", FEET["jack"], 25.7, 39, 0, (IN, GND, GND)),
        Part("F1", fuse["F1"]["part"], FEET["F1"], 32, 37.5, 0, (IN, BUS)),
        Part("F2", fuse["F2"]["part"], FEET["F2"], 61, 39.5, 0, (BUS, SERVO)),
        Part("F3", fuse["F3"]["part"], FEET["F3"], 60, 27, 0, (DIODE, LOGIC)),
        Part("F4", fuse["F4"]["part"], FEET["F4"], 62, 33, 0, (BUS, LIGHTS)),
        # The diode's pin 1 is its cathode, the ring on its body.
        Part("D1", s["diode"], FEET["diode"], 59, 21.5, 0, (DIODE, BUS)),
        Part("C1", f"{s['capacitor_uf']}u 10V", FEET["large"], 70, 14, 0, (SERVO, GND)),
        Part("C2", f"{s['decoupling_nf']}n", FEET["small"], 41.7, 29, 0, (LOGIC, GND)),
        Part("C3", f"{s['decoupling_nf']}n", FEET["small"], 47.5, 58, 90, (LOGIC, GND)),
        Part("Q1", "IRLZ44N", FEET["mosfet"], 6, 30, 0, ("emitters", "emitter return", GND)),
        Part("R13", _kilo(e["servo_pull_down_ohms"]), axial, 57, 10.5, 0, ("servo signal", GND)),
        Part("R14", str(e["servo_signal_ohms"]), axial, 57, 14, 0, (feeder, "feeder signal")),
        Part("R15", _kilo(e["servo_pull_down_ohms"]), axial, 57, 17.5, 0, ("feeder signal", GND)),
        Part("J2", "ring", _xh(10), 41.25, 56.9, 180, (LOGIC, GND, "emitter return", *beams)),
        Part(
            "J3", "second beams", _xh(10), 18.75, 48.8, 0,
            (LOGIC, GND, "emitter return", *(on[pin] for pin in more["second beams"])),
        ),
        Part("J4", "marks", _xh(5), 55, 56, 0, (LOGIC, GND, "mark 0", "mark 1", "mark 2")),
        Part("J5", "servo", _xh(3), 49.5, 3.2, 0, (GND, SERVO, "servo signal")),
        Part("J6", "feeder", _xh(3), 62.5, 3.2, 0, (GND, SERVO, "feeder signal")),
        Part("J7", "lights", _xh(4), 54.25, 48, 0, (LIGHTS, *(on[pin] for pin in more["lights"]), GND)),
    ]  # fmt: skip
    # Twelve resistors lie under the Nano, in the order of the pins that they belong to.
    pulled = [*beams, "emitters", "mark 0", "mark 1", "mark 2"]
    number = {net: n + 1 for n, net in enumerate(pulled)}
    marks, rest = ["mark 0", "mark 1"], list(reversed(beams))
    row = ["emitters", "servo pin", *marks, rest[0], "mark 2", *rest[1:]]
    for n, net in enumerate(row):
        x = 14.5 + 3.05 * n
        if net == "servo pin":
            found.append(
                Part("R12", str(e["servo_signal_ohms"]), axial, x, 12.88, -90, (net, "servo signal"))
            )
            continue
        ohms = _kilo(e["gate_pull_up_ohms"] if net == "emitters" else e["signal_pull_up_ohms"])
        y, turn = (12.88, -90) if net.startswith("mark") else (20.5, 90)
        found.append(Part(f"R{number[net]}", ohms, axial, x, y, turn, (LOGIC, net)))
    return found


def _kilo(ohms: int) -> str:
    return f"{ohms // 1000}k"


def _xh(pins: int) -> str:
    return f"Connector_JST:JST_XH_B{pins}B-XH-A_1x{pins:02d}_P2.50mm_Vertical"


def nets(tower: Tower) -> dict[str, list[str]]:
    """Every net with the pins on it, as `J2.4`."""
    found: dict[str, list[str]] = {}
    for part in parts(tower):
        for number, net in enumerate(part.pins, start=1):
            if net:
                found.setdefault(net, []).append(f"{part.ref}.{number}")
    return {net: sorted(pins) for net, pins in sorted(found.items())}


def amps(tower: Tower) -> dict[str, float]:
    """The most that a power net carries: what its fuse holds."""
    hold = {one["id"]: float(one["hold"]) for one in tower.data["fuse"]}
    return {
        IN: hold["F1"], BUS: hold["F1"], SERVO: hold["F2"], DIODE: hold["F3"], LOGIC: hold["F3"],
        LIGHTS: hold["F4"], "emitter return": hold["F3"], GND: hold["F1"],
    }  # fmt: skip


def track_width(amperes: float, rise: float = 10.0, copper: float = 0.035) -> float:
    """IPC-2221, outer layer: the width in mm whose temperature rises by so many kelvin."""
    area = (amperes / (0.048 * rise**0.44)) ** (1 / 0.725)  # square mils
    return float(area * 0.0254**2 / copper)
