"""The tables that code and readers take from tower.toml: C header, Python module, pin page, parts list.

Standard library only.
"""

from __future__ import annotations

from typing import Any

from hardware.tower import Tower

NOTICE = "Generated from hardware/tower.toml by `make hardware`: do not edit."

# Arduino's names → the ATmega328P's ports.
AVR_PORTS = (
    {f"D{n}": ("D", n) for n in range(8)}
    | {f"D{n}": ("B", n - 8) for n in range(8, 14)}
    | {f"A{n}": ("C", n) for n in range(6)}
)


def pins_header(tower: Tower) -> str:
    """firmware/src/pins.h: which port and bit everything hangs on."""
    named = tower.all_pins(tower.board)
    clock, data = tower.board["more"]["lights"]
    lines = [
        f"/* {NOTICE} */",
        "#ifndef PINS_H",
        "#define PINS_H",
        "",
        f"/* {tower.board['name']}, {tower.board['mcu']} */",
        f"#define BOARD_CLOCK_HZ {tower.board['clock_hz']}UL",
        f"#define BEAM_COUNT {tower.eras}",
        "",
        "/* PIN_<what>_PORT, _DDR, _PIN and _BIT; PIN_<what> alone is Arduino's number. */",
    ]
    for what, pin in (*named.items(), ("lights clock", clock), ("lights data", data)):
        port, bit = AVR_PORTS[pin]
        name = "PIN_" + what.upper().replace(" ", "_")
        number = int(pin[1:]) + (14 if pin[0] == "A" else 0)
        lines += [
            f"#define {name} {number}  /* {pin} = P{port}{bit} */",
            f"#define {name}_PORT PORT{port}",
            f"#define {name}_DDR DDR{port}",
            f"#define {name}_PIN PIN{port}",
            f"#define {name}_BIT {bit}",
        ]
    lines += ["", "/* All beams, all position sensors of a port at once; bits are not in era order. */"]
    for group, plural in (("beam", "BEAMS"), ("position", "POSITION")):
        for port in "BCD":
            places = [AVR_PORTS[pin] for what, pin in named.items() if what.startswith(group)]
            mask = sum(1 << bit for letter, bit in places if letter == port)
            lines.append(f"#define {plural}_MASK_{port} 0x{mask:02X}u")
    lines += [
        "",
        "/* X(era, port letter, bit) for every beam; X(code bit, port letter, bit) for every sensor. */",
        "#define FOR_EACH_BEAM(X) " + " ".join(_x(tower.board["pins"]["beams"])),
        "#define FOR_EACH_POSITION(X) " + " ".join(_x(tower.board["pins"]["position"])),
        "",
        "#endif",
    ]
    return "\n".join(lines) + "\n"


def _x(pins: list[str]) -> list[str]:
    return [f"X({n}, {AVR_PORTS[pin][0]}, {AVR_PORTS[pin][1]})" for n, pin in enumerate(pins)]


def board_table(tower: Tower) -> str:
    """companion/tower/board_table.py: the same figures for driver and calibration."""
    servo, beams, position, geometry = tower.servo, tower.beams, tower.position, tower.geometry
    polarity = sum(1 << era for era, level in enumerate(beams["broken_level"]) if level == "high")
    groups: list[tuple[str, list[tuple[str, str, Any]]]] = [
        (
            "The board: Arduino names of its pins.",
            [
                ("ERAS", "int", tower.eras),
                ("BOARD_NAME", "str", tower.board["name"]),
                ("BEAM_PINS", "tuple[str, ...]", tuple(tower.board["pins"]["beams"])),
                ("SERVO_PIN", "str", tower.board["pins"]["servo"]),
                ("EMITTER_PIN", "str", tower.board["pins"]["emitters"]),
                ("POSITION_PINS", "tuple[str, ...]", tuple(tower.board["pins"]["position"])),
                ("LED_PIN", "str", tower.board["pins"]["led"]),
            ],
        ),
        (
            "The variant on a Raspberry Pi's own pins: BCM numbers.",
            [
                ("PI_BEAM_GPIO", "tuple[int, ...]", tuple(tower.pi["pins"]["beams"])),
                ("PI_SERVO_GPIO", "int", tower.pi["pins"]["servo"]),
                ("PI_EMITTER_GPIO", "int", tower.pi["pins"]["emitters"]),
                ("PI_POSITION_GPIO", "tuple[int, ...]", tuple(tower.pi["pins"]["position"])),
                ("PI_LED_GPIO", "int", tower.pi["pins"]["led"]),
                ("PI_HARDWARE_PWM_GPIO", "tuple[int, ...]", tuple(tower.pi["hardware_pwm_gpio"])),
            ],
        ),
        (
            "The servo: degrees, microseconds, seconds per 60°.",
            [
                ("SERVO_TRAVEL", "float", servo["travel"]),
                ("SERVO_PULSE_MIN", "float", servo["pulse_min"]),
                ("SERVO_PULSE_MAX", "float", servo["pulse_max"]),
                ("SERVO_FRAME_US", "int", servo["frame_us"]),
                ("SERVO_DEAD_BAND", "float", servo["dead_band"]),
                ("SERVO_REPEATABILITY", "float", servo["repeatability"]),
                ("SERVO_SPEED", "float", servo["speed"]),
                ("SERVO_TEETH", "int", servo["teeth"]),
                ("TOWER_TEETH", "int", servo["tower_teeth"]),
                ("GEAR_BACKLASH", "float", servo["gear_backlash"]),
                ("GEAR_MODULE", "float", geometry["gear_module"]),
                ("APPROACH", "str", servo["approach"]),
                ("OVERSHOOT", "float", servo["overshoot"]),
                ("FACING_TOLERANCE", "float", servo["tolerance"]),
                ("ERA_PULSES", "tuple[float, ...]", tuple(round(p, 1) for p in tower.era_pulses)),
            ],
        ),
        (
            "The beams.",
            [
                ("BROKEN_LEVEL", "tuple[str, ...]", tuple(beams["broken_level"])),
                ("BEAM_POLARITY", "int", polarity),
                ("BEAM_RESPONSE_MS", "float", beams["response_ms"]),
                ("MIN_BREAK_US", "int", beams["min_break_us"]),
                ("MIN_GAP_US", "int", beams["min_gap_us"]),
                ("BLOCKED_MS", "int", beams["blocked_ms"]),
                ("PULSE_MEDIAN_MS", "float", beams["pulse_median_ms"]),
                ("TWO_CUBES_RATIO", "float", beams["two_cubes_ratio"]),
                ("QUIET_MS", "int", beams["quiet_ms"]),
            ],
        ),
        (
            "The position ring.",
            [
                ("POSITION_FITTED", "bool", position["fitted"]),
                ("POSITION_CODES", "tuple[int, ...]", tuple(position["codes"])),
                ("POSITION_MARK_LEVEL", "str", position["mark_level"]),
            ],
        ),
        (
            "Geometry, in millimetres and degrees.",
            [
                ("CUBE", "float", geometry["cube"]),
                ("ROOF", "float", geometry["roof"]),
                ("BEAM_HEIGHT", "float", geometry["beam_height"]),
                ("BORE", "float", geometry["bore"]),
                ("OUTLET_HALF_ANGLE", "float", geometry["outlet_half_angle"]),
                ("FOOT_DIAMETER", "float", geometry["foot_diameter"]),
                ("RING_RADIUS", "float", geometry["ring_radius"]),
            ],
        ),
    ]
    lines = [
        '"""What the tower is made of: pins, servo, beams, geometry.',
        "",
        NOTICE,
        "Imports the standard library only.",
        '"""',
        "",
        "from typing import Final",
    ]
    for title, rows in groups:
        lines += ["", f"# {title}"]
        for name, kind, value in rows:
            text = repr(value).replace("'", '"')
            line = f"{name}: Final[{kind}] = {text}"
            lines.append(line)
    return "\n".join(lines) + "\n"
