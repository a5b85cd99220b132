"""The pages of the build guide that repeat figures of tower.toml: parts, pins, measures, servo, electrics.

Standard library and the companion's servo arithmetic only.
"""

from __future__ import annotations

import csv
import io
from typing import Any

from companion.tower.servo_fit import Drive, fit
from hardware import callipers, checks, colours, wiring
from hardware.board import legend
from hardware.layout import Layout
from hardware.tables import AVR_PORTS, NOTICE
from hardware.tower import Section, Tower

NOT_BUILT = (
    "> **Not yet built.** Nobody has put this tower together. Every figure on this page comes from data "
    "sheets, "
    "arithmetic or simulation, none from a bench.\n"
)


def page(title: str, tower: Tower, *blocks: str) -> str:
    warning = [] if tower.built else [NOT_BUILT]
    return "\n".join([f"<!-- {NOTICE} -->", f"# {title}", "", *warning, *blocks])


def table(head: list[str], rows: list[list[Any]]) -> str:
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    lines += ["| " + " | ".join(str(cell) for cell in row) + " |" for row in rows]
    return "\n".join(lines) + "\n"


def pins(tower: Tower) -> str:
    what = {
        "servo": "servo signal, 50 Hz pulse of Timer1",
        "emitters": "emitter switch: low = off, floating = on",
        "led": "light on the board: blinks while it works",
    }

    def use(name: str) -> str:
        if name.startswith("beam"):
            era = int(name.split()[1])
            return f"beam of era {era}, {tower.beams['broken_level'][era]} when broken"
        if name.startswith("position"):
            return f"position ring, bit {name.split()[1]}, {tower.position['mark_level']} on a mark"
        return what[name]

    nano, pi = tower.all_pins(tower.board), tower.all_pins(tower.pi)
    rows = [
        [use(name), pin, "P{}{}".format(*AVR_PORTS[pin]), f"GPIO {pi[name]}"] for name, pin in nano.items()
    ]
    free = [pin for pin in tower.board["usable_pins"] if pin not in nano.values()]
    return page(
        "Which pin does what",
        tower,
        table(["Use", tower.board["name"], tower.board["mcu"], tower.pi["name"] + " (BCM)"], rows),
        f"Free on the Nano: {', '.join(free)}. D0 and D1 carry the serial link ({tower.board['baud']} baud); "
        "A6 and A7 are analogue only.\n",
        "Inputs have the chip's pull-up switched on and a 10 kΩ resistor beside it. On the Pi the "
        "resistors go to "
        f"{tower.pi['level_volts']} V: a pin of a Pi that sees 5 V is a dead Pi.\n",
    )


def parts(tower: Tower) -> str:
    bought = [
        [
            p["id"],
            p["quantity"],
            p["name"] + (" *(optional)*" if p.get("optional") else ""),
            p["order"],
            f"{p['euros']:.2f}",
            p["use"],
            p["replace"],
        ]
        for p in tower.data["parts"]
    ]
    printed = [
        [
            f"[{p['name']}](../../hardware/cad/stl/{p['name']}.stl)",
            p["quantity"],
            p["colour"],
            p["note"] + (" *(optional)*" if p.get("optional") else ""),
        ]
        for p in tower.data["printed"]
    ]
    screws = [[s["where"], s["quantity"], s["part"], f"M3 × {s['length']}"] for s in tower.data["screws"]]
    without = sum(p["euros"] for p in tower.data["parts"] if p.get("optional"))
    return page(
        "Parts",
        tower,
        "## To buy\n",
        "Prices are for the whole quantity, without postage, roughly as shops ask in 2026; no part has been "
        "tried by us. The same list for a spreadsheet: [parts.csv](parts.csv).\n",
        table(["", "Number", "What", "Order", "€", "For", "May be replaced by"], bought),
        f"**Together about {total(tower):.0f} €**, without the {without:.0f} € of optional parts "
        f"{total(tower) - without:.0f} €.\n",
        "## Wires\n",
        "Stranded, insulated, 0.14 mm²; at least so long. A board wired by hand takes half a metre of red "
        "and of black in 0.5 mm² too, and the colours of [its page](holes.md). Heat-shrink tube of 1.5 and "
        "3 mm, half a metre of each; cable ties of 2.5 × 100 mm: a wider one does not go through the base's "
        "slots.\n",
        table(["Colour", "For", "m"], [[colours.says(c), *more] for c, more in wiring.to_buy(tower).items()]),
        "## Tools\n",
        table(["Tool", "For"], [[one["name"], one["use"]] for one in tower.data["tools"]]),
        "## To print\n",
        table(["Part", "Number", "Colour", "What it is"], printed),
        "STEP files for changing them elsewhere are beside the STL files, in `hardware/cad/step/`.\n",
        "## Where the screws go\n",
        "![Every kind of screw](screws.svg)\n",
        "Printed, or shown at 100 %, they have their own size: lay one on.\n",
        table(["Where", "Number", "Part", "Screw"], screws),
    )


def total(tower: Tower) -> float:
    return float(sum(p["euros"] for p in tower.data["parts"]))


def parts_csv(tower: Tower) -> str:
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(
        ["id", "quantity", "what", "order", "euros", "for", "may be replaced by", "tried on a bench"]
    )
    tried = "yes" if tower.built else "not yet built"
    for p in tower.data["parts"]:
        writer.writerow(
            [p["id"], p["quantity"], p["name"], p["order"], p["euros"], p["use"], p["replace"], tried]
        )
    for p in tower.data["printed"]:
        writer.writerow([p["name"], p["quantity"], "printed: " + p["note"], "", "", "", "", tried])
    return out.getvalue()


def measures(tower: Tower) -> str:
    letters = callipers.letters(tower)
    rows = []
    for entry in tower.data["measure"]:
        section, name = entry["where"].split(".")
        unit = "°" if name.endswith("angle") else " mm"
        rows.append(
            [
                f"**{letters[entry['where']]}**",
                f"`{section}.{name}`",
                f"{tower.data[section][name]:g}{unit}",
                entry["how"],
            ]
        )
    low, high = tower.beam_window
    return page(
        "What to measure before printing",
        tower,
        "The publisher's tower differs between printings, and so do servos and beam parts. Measure, "
        "write the figure into "
        "`hardware/tower.toml`, run `make cad` and print. A figure that is right already needs no new "
        "print.\n",
        "![Where to put the calliper](callipers.svg)\n",
        table(["", "Figure in tower.toml", "Now", "Where the calliper goes"], rows),
        f"The cube's edge decides about the beams: with a cube of {tower.geometry['cube']:g} mm, a roof at "
        f"{tower.geometry['roof']:g} mm and a bore of {tower.geometry['bore']:g} mm the beam must lie "
        f"between "
        f"{low:.2f} and {high:.2f} mm above the gate's floor; it lies at "
        f"{tower.geometry['beam_height']:.2f} mm. "
        "`make hardware-check` refuses figures with which a beam could miss a cube.\n",
    )


def servo(tower: Tower) -> str:
    def drive(entry: Section, name: str) -> Drive:
        keys = ("travel", "pulse_min", "pulse_max", "teeth", "tower_teeth", "dead_band", "repeatability")
        play = {"backlash": entry["backlash"]} if "backlash" in entry else {}
        return Drive(name=name, **{key: entry[key] for key in keys}, **play)

    default = drive(
        tower.servo,
        f"**{tower.servo['model']}, {tower.servo['teeth']}:{tower.servo['tower_teeth']}** (default)",
    )
    sentences = {
        "short": "no: it does not reach the last era",
        "margin": "no: nothing left for the overshoot",
        "coarse": "no: too coarse",
    }
    rows = []
    for one in [default, *(drive(entry, entry["name"]) for entry in tower.servo["alternatives"])]:
        f = fit(one)
        verdict = "yes" if f.will_do else "; ".join(sentences[t] for t in f.troubles)
        rows.append(
            [
                one.name,
                f"{one.reach:.0f}°",
                f"{one.per_degree:.2f}",
                f"{f.resolution:.2f}°",
                f"{f.backlash:.2f}°",
                f"±{f.untouched:.1f}°",
                f"±{f.worst:.1f}°",
                verdict,
            ]
        )
    pulses = [[era, f"{default.angle(era):+.1f}°", f"{default.pulse(era):.1f}"] for era in range(tower.eras)]
    return page(
        "Which servo will do",
        tower,
        f"Seven eras span {360 * (tower.eras - 1) / tower.eras:.1f}°, without wrap-around. At the chute "
        f"±{tower.servo['tolerance']:g}° "
        "is good enough. The figures below come from `companion/tower/servo_fit.py`, which the "
        "calibration uses too; "
        "dead band and repeatability are what data sheets and hobby measurements say of such servos.\n",
        table(
            [
                "Drive",
                "Reach",
                "µs per degree",
                "One tick",
                "Backlash",
                "Error, untouched",
                "Error, worst",
                "Will it do?",
            ],
            rows,
        ),
        "*Untouched*: every position approached from one side, nobody pushes. *Worst*: the tower lies at "
        "the other flank of "
        "the gear's play.\n",
        "## Where the eras lie before calibration\n",
        table(["Era", "Tower, from the middle", "Pulse in µs"], pulses),
        "A serial bus servo (STS3215 class, 0.09°, absolute, no gear) is the upgrade and needs another "
        "firmware. A 28BYJ-48 "
        "stepper is cheap, but has to find its home at every start, and the tower must not move by itself.\n",
    )


def electrics(tower: Tower) -> str:
    s, load = tower.data["supply"], tower.data["loads"]
    one = checks.emitter_current(tower)
    behind = checks.electronics_current(tower)
    rows = [
        ["Nano", load["nano"]],
        [f"{tower.eras} emitters, {one:.1f} mA each", f"{tower.eras * one:.0f}"],
        [f"{tower.eras} receivers", tower.eras * load["receiver"]],
        ["3 position sensors", 3 * load["position_sensor"]],
        ["gate of the emitter switch", load["mosfet_gate"]],
        ["**behind the diode together**", f"**{behind:.0f}**"],
        ["servo turning", load["servo_turning"]],
        ["servo stalled", load["servo_stall"]],
        ["**worst moment: servo stalled**", f"**{behind + load['servo_stall']:.0f}**"],
        ["**the supply gives**", f"**{s['milliamps']}**"],
    ]
    lay = Layout.of(tower)
    return page(
        "Electrics",
        tower,
        "![Circuit with the Nano](circuit-nano.svg)\n",
        "![Wiring with the Nano](wiring-nano.svg)\n",
        "## The carrier board\n",
        "What is soldered where; the board's print has the names.\n",
        table(["", "Value", "Where"], list(legend.value_rows(tower))),
        "Pins of the plugs, pin 1 at the square pad. A servo's own lead is crimped anew: brown or black to "
        "ground, red to plus, the third to the signal.\n",
        table(["Plug", "For", "Pins"], list(legend.plug_rows(tower))),
        "## Current\n",
        table(["Load at 5 V", "mA"], rows),
        f"The diode stands {s['diode_limit']} mA, USB gives {s['usb_limit']} mA: beams and Nano run on "
        f"either, the servo on the "
        f"tower's supply alone. An emitter gets (5 V − {s['diode_drop']:g} V − "
        f"{tower.data['emitter']['forward_volts']:g} V − "
        f"{tower.data['emitter']['switch_drop']:g} V) / {tower.data['emitter']['series_ohms']} Ω = "
        f"{one:.1f} mA.\n",
        "## Straight to a Raspberry Pi\n",
        f"No Nano; the Pi keeps its own supply and shares only ground with the tower. Every input of a Pi "
        f"stands "
        f"{tower.pi['level_volts']} V and no more: pull-ups and the gate's resistor go to the Pi's 3.3 V "
        f"pin. Open-collector "
        "receivers may still be fed with 5 V; but measure their output before you connect it, with the "
        "pull-up in place: some "
        "clones have a pull-up to their own 5 V inside. More than 3.4 V on the meter: feed those "
        "receivers with 3.3 V.\n",
        "![Circuit with a Raspberry Pi](circuit-pi.svg)\n",
        "![Wiring with a Raspberry Pi](wiring-pi.svg)\n",
        "## Where the wires run\n",
        f"The beam parts hang through the ring's floor into the cable channel "
        f"({lay.z_gate_edge - tower.geometry['floor'] - lay.z_ring:.1f} mm "
        f"high, {lay.r_inner + tower.geometry['wall']:.0f} to {lay.r_outer - tower.geometry['wall']:.0f} "
        f"mm from the axis). Two "
        "rings of insulated wire in it carry +5 V and ground, a third the emitters' return; the seven "
        "signals come together at the ring's plug above the opening of the channel cover, opposite era 0.\n",
    )
