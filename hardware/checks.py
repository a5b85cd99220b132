"""The rules that tower.toml must keep, each with the sentence that says what is wrong. Standard library only.

`make hardware-check` runs them; the solid parts are checked by tests/hardware on the kept STL files.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable, Iterator

from hardware import room
from hardware.layout import mixed_pillars, pillar_wall
from hardware.tower import Section, Tower

SHORTEST_CUBE_MS = 8.5  # simulated; see docs/build/README.md
LONGEST_GAP_MERGE_US = 2000
CARRIER_BEAMS = 7  # its plug to the ring has ten pins, and three of them are power


def beam_sees_every_cube(tower: Tower) -> Iterator[str]:
    low, high = tower.beam_window
    height = tower.geometry["beam_height"]
    if low > high:
        yield (
            f"no beam height sees every cube: it would have to lie above {low:.2f} and below {high:.2f} mm. "
            "Lower the roof or take a thinner bore."
        )
    elif not low <= height <= high:
        yield f"a beam at {height:.2f} mm misses cubes: it must lie between {low:.2f} and {high:.2f} mm"
    if tower.geometry["roof"] <= tower.geometry["cube"]:
        yield "a cube does not fit under the roof"


def pins(tower: Tower) -> Iterator[str]:
    for board, usable in ((tower.board, tower.board["usable_pins"]), (tower.pi, tower.pi["usable_gpio"])):
        named = tower.all_pins(board)
        for pin, count in Counter(named.values()).items():
            if count > 1:
                users = ", ".join(what for what, used in named.items() if used == pin)
                yield f"{board['name']}: pin {pin} is used {count} times ({users})"
        for what, pin in named.items():
            if pin not in usable:
                yield f"{board['name']}: {what} cannot hang on {pin}"
        if len(board["pins"]["beams"]) != tower.eras:
            yield f"{board['name']}: {len(board['pins']['beams'])} beams for {tower.eras} eras"
    if tower.board["pins"]["servo"] != "D9":
        yield "the servo's pulse comes out of Timer1's OC1A, which is D9"
    if tower.pi["pins"]["servo"] not in tower.pi["hardware_pwm_gpio"]:
        yield "on a Pi the servo needs a hardware PWM pin"


def carrier(tower: Tower) -> Iterator[str]:
    if tower.eras != CARRIER_BEAMS:
        yield f"{tower.eras} eras: the carrier board has a plug for {CARRIER_BEAMS} beams"


def sets(tower: Tower) -> Iterator[str]:
    """What goes together on one Nano: no pin twice, none that it does not have."""
    pins: dict[str, list[str]] = {
        name: value if isinstance(value, list) else [value] for name, value in tower.board["pins"].items()
    }
    pins |= tower.board["more"]
    for one in tower.data["set"]:
        unknown = [use for use in one["uses"] if use not in pins]
        if unknown:
            yield f'the set "{one["name"]}" uses {unknown[0]}, which has no pins'
            continue
        used = [(pin, use) for use in one["uses"] for pin in pins[use]]
        for pin, count in Counter(pin for pin, _ in used).items():
            if count > 1:
                users = " and ".join(use for other, use in used if other == pin)
                yield f'the set "{one["name"]}" is impossible: {users} both want {pin}'
            if pin not in tower.board["usable_pins"]:
                yield f'the set "{one["name"]}" uses {pin}, which the board does not have'


def fuses(tower: Tower) -> Iterator[str]:
    """Every branch holds what it must, and none holds more than the one before it."""
    hold = {one["id"]: one["hold"] * 1000 for one in tower.data["fuse"]}
    behind, load = electronics_current(tower), tower.data["loads"]
    if hold["F3"] < behind:
        yield f"F3 holds {hold['F3']:.0f} mA, Nano and beams take {behind:.0f} mA"
    if hold["F2"] < 2 * load["servo_turning"]:
        yield f"F2 holds {hold['F2']:.0f} mA, servo and feeder turning take {2 * load['servo_turning']} mA"
    if max(hold["F2"], hold["F3"], hold["F4"]) > hold["F1"]:
        yield "a branch's fuse holds more than F1"
    if hold["F3"] > tower.data["supply"]["diode_limit"]:
        yield "F3 lets more through than D1 bears"


def beams(tower: Tower) -> Iterator[str]:
    b = tower.beams
    if len(b["broken_level"]) != tower.eras or not set(b["broken_level"]) <= {"low", "high"}:
        yield "every beam needs its level when broken, low or high"
    if b["min_gap_us"] > LONGEST_GAP_MERGE_US:
        yield f"gaps up to {b['min_gap_us']} µs would be merged: above {LONGEST_GAP_MERGE_US} cubes are lost"
    if b["min_break_us"] >= SHORTEST_CUBE_MS * 1000 / 2:
        yield f"breaks of {b['min_break_us']} µs would be noise; a cube may take {SHORTEST_CUBE_MS} ms"
    if len(b["emitters_left"]) != tower.eras:
        yield "every era needs to know on which side its emitter is"
        return
    mixed = mixed_pillars(tower)
    if len(mixed) != tower.eras % 2:
        yield (
            f"{len(mixed)} pillars hold an emitter and a receiver back to back; with {tower.eras} eras "
            f"{tower.eras % 2} is enough: let the sides alternate"
        )
    slot = tower.geometry["trap_thickness"] + 0.3
    if mixed and pillar_wall(tower) < slot + 2 * tower.geometry["skin"] - 1e-6:
        yield f"{pillar_wall(tower):.1f} mm between two beam parts in a pillar: no room for the light trap"


def gear(tower: Tower) -> Iterator[str]:
    s = tower.servo
    span = 360.0 * (tower.eras - 1) / tower.eras
    reach = s["travel"] * tower.gear
    if reach < span:
        yield f"servo and gear turn the tower by {reach:.0f}°, the eras need {span:.1f}°"
    for pulse in tower.era_pulses:
        if not s["pulse_min"] + s["overshoot"] <= pulse <= s["pulse_max"] - s["overshoot"]:
            yield f"an era at {pulse:.0f} µs leaves the servo's limits with its overshoot"
    if s["rising"] not in ("counter-clockwise", "clockwise"):
        yield "a servo turns clockwise or counter-clockwise when its pulse grows"
    if min(s["teeth"], s["tower_teeth"]) < 17:
        yield "gears of fewer than 17 teeth are undercut"


def position_ring(tower: Tower) -> Iterator[str]:
    p = tower.position
    if sorted(p["codes"]) != list(range(1, tower.eras + 1)):
        yield "each era needs its own code, none of them zero"
    if 2 * p["mark_half_angle"] >= tower.era_angle / 2:
        yield "the marks are so wide that no zero is left between them"
    if p["mark_half_angle"] > tower.servo["tolerance"]:
        yield "a mark wider than the tolerance confirms a position that is not good enough"
    for inner, outer in itertools.pairwise(p["track_radii"]):
        if outer - inner < p["sensor_width"] + tower.geometry["fit"] - 0.01:
            yield "the position sensors do not fit beside each other"
        if outer - inner - p["track_width"] < tower.geometry["skin"] - 0.01:
            yield "the position ring's tracks are too close"


def emitter_current(tower: Tower) -> float:
    """mA through one emitter, fed behind the diode and switched by the MOSFET."""
    rail = tower.data["supply"]["volts"] - tower.data["supply"]["diode_drop"]
    e = tower.data["emitter"]
    return float((rail - e["forward_volts"] - e["switch_drop"]) / e["series_ohms"] * 1000)


def electronics_current(tower: Tower) -> float:
    """mA of all that hangs behind the diode: Nano, seven emitters, seven receivers, position sensors."""
    load = tower.data["loads"]
    rest = load["nano"] + load["mosfet_gate"] + tower.eras * load["receiver"]
    return float(rest + tower.eras * emitter_current(tower) + 3 * load["position_sensor"])


def supply(tower: Tower) -> Iterator[str]:
    s, e = tower.data["supply"], tower.data["emitter"]
    one = emitter_current(tower)
    if not e["least"] <= one <= e["most"]:
        yield f"an emitter gets {one:.0f} mA; it wants {e['least']} to {e['most']} mA"
    behind = electronics_current(tower)
    if behind > s["diode_limit"]:
        yield f"{behind:.0f} mA are too much for the diode"
    if behind > s["usb_limit"]:
        yield f"{behind:.0f} mA are too much for USB alone"
    worst = behind + tower.data["loads"]["servo_stall"]
    if worst > s["fuse_amps"] * 1000:
        yield f"a stalled servo makes {worst:.0f} mA: the fuse would open at {s['fuse_amps']} A"
    if worst > s["milliamps"] * (1 - s["reserve"]):
        yield f"with the servo stalled the tower takes {worst:.0f} mA; the supply gives {s['milliamps']} mA"


def screws(tower: Tower) -> Iterator[str]:
    wanted: Counter[str] = Counter()
    for screw in tower.data["screws"]:
        if screw["part"].startswith("S"):  # others come with what they hold
            wanted[screw["part"]] += screw["quantity"]
        end = screw["length"] - screw["through"] - screw["bite"] - screw.get("free_end", 0.0)
        if end > 0.05:
            yield f"screws for {screw['where']} are {end:.1f} mm too long"
        if screw["length"] - screw["through"] < 2.5:
            yield f"screws for {screw['where']} hold by less than 2.5 mm"
    bought: dict[str, Section] = {part["id"]: part for part in tower.data["parts"]}
    for part, count in wanted.items():
        if bought[part]["quantity"] != count:
            yield f"{count} screws {part} are needed, the parts list says {bought[part]['quantity']}"


def measured(tower: Tower) -> Iterator[str]:
    for entry in tower.data["measure"]:
        section, name = entry["where"].split(".")
        if name not in tower.data[section]:
            yield f"{entry['where']} is to be measured, but tower.toml has no such figure"


RULES: tuple[Callable[[Tower], Iterator[str]], ...] = (
    beam_sees_every_cube,
    pins,
    carrier,
    sets,
    fuses,
    beams,
    gear,
    position_ring,
    room.complaints,
    supply,
    screws,
    measured,
)


def complaints(tower: Tower) -> list[str]:
    return [sentence for rule in RULES for sentence in rule(tower)]
