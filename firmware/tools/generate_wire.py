"""Makes the C header, the Python tables and the protocol page out of firmware/wire.toml.

Standard library only. Run it after changing wire.toml, or a figure in hardware/tower.toml: how many outlets
there are, and what a fresh board's settings repeat. With --check it changes nothing and fails when one of the
three files is not what the descriptions say. `--beams 14 --into FOLDER` writes header and tables for a board
with two beams per outlet.
"""

from __future__ import annotations

import argparse
import re
import sys
import textwrap
import tomllib
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
SOURCE = ROOT / "firmware" / "wire.toml"
INTRODUCTION = ROOT / "firmware" / "protocol-intro.md"
TEMPLATE = Path(__file__).with_name("wire_table.py.in")

SIZES = {"u8": 1, "u16": 2, "u32": 4, "bytes": 1}
C_TYPES = {"u8": "uint8_t", "u16": "uint16_t", "u32": "uint32_t", "bytes": "uint8_t"}
STRUCT_CODES = {"u8": "B", "u16": "H", "u32": "I", "bytes": "s"}

sys.path.insert(0, str(ROOT))
from hardware.tower import Tower  # noqa: E402  (a script finds it only now)

Wire = dict[str, Any]
Field = dict[str, Any]
NARROW = 8  # beams whose bits fit a byte
WIDE = 128  # bit of the protocol version of a board with more


def split_type(text: str) -> tuple[str, int | None]:
    """`u16[7]` → ("u16", 7), `u8` → ("u8", 1), `LogEntry*` → ("LogEntry", None)."""
    match = re.fullmatch(r"(\w+)(?:\[(\d+)\]|(\*))?", text)
    if match is None:
        raise SystemExit(f"wire.toml: unknown type {text!r}")
    base, count, rest = match.groups()
    return base, None if rest else int(count or 1)


def size_of(wire: Wire, fields: list[Field]) -> int:
    """Bytes of the fields; a trailing repetition counts as nothing."""
    total = 0
    for field in fields:
        base, count = split_type(field["type"])
        if count is None:
            continue
        total += count * (SIZES[base] if base in SIZES else size_of(wire, wire["record"][base]["fields"]))
    return total


def settings_of(tower: Tower) -> dict[str, Any]:
    """What a fresh board assumes about its tower, as hardware/tower.toml describes it."""
    servo, beams, position = tower.servo, tower.beams, tower.position
    return {
        "low": round(servo["pulse_min"]),
        "high": round(servo["pulse_max"]),
        "eras": [round(pulse) for pulse in tower.era_pulses],
        "overshoot": round(servo["overshoot"]),
        "approach": {"rising": 1, "falling": 2}[servo["approach"]],
        "hold": 0 if servo["pulse_off_at_rest"] else 65535,
        "polarity": sum(1 << beam for beam, level in enumerate(beams["broken_level"]) if level == "high"),
        "min_break": beams["min_break_us"],
        "min_gap": beams["min_gap_us"],
        "blocked": beams["blocked_ms"],
        "fitted": int(position["fitted"]),
        "ring_polarity": 7 if position["mark_level"] == "high" else 0,
        "ring_codes": position["codes"],
    }


def every_field(wire: Wire) -> list[Field]:
    groups = [wire["header"], *(record["fields"] for record in wire["record"].values())]
    return [field for fields in groups for field in fields] + [
        field for message in wire["message"] for field in message.get("fields", [])
    ]


def settled(wire: Wire, tower: Tower, beams: int) -> Wire:
    """The description for one tower: how many outlets and beams, and what a fresh board assumes of it."""
    wide = beams > NARROW
    wire["protocol"] |= {"outlets": tower.eras, "beams": beams, "beam_bits": 15 if wide else 7}
    if wide:  # another language to whoever counts one beam per outlet; and RAM is scarce
        wire["protocol"] |= {"version": wire["protocol"]["version"] | WIDE, "log_size": 32}
    assumed = settings_of(tower)
    for field in every_field(wire):
        field["c_type"] = {"beams": "wire_beams", "mark": "wire_mark"}.get(field["type"])
        if field["c_type"]:
            field["type"] = "u16" if wide else "u8"
        field["type"] = re.sub(r"\[([a-z_]+)\]", lambda k: f"[{wire['protocol'][k[1]]}]", field["type"])
        if field.get("default") == "tower":
            field["default"] = assumed[field["name"]]
    marks = wire["flags"]["BreakMark"]
    marks |= {name: [value << wide, why] for name, (value, why) in codes(marks).items()}
    return wire


def snake(name: str) -> str:
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


def camel(name: str) -> str:
    return "".join(part.capitalize() for part in name.split("_"))


def codes(group: dict[str, Any]) -> dict[str, tuple[int, str]]:
    return {name: (value[0], value[1]) for name, value in group.items() if name != "help"}


# ---------------------------------------------------------------- C

def c_fields(fields: list[Field]) -> list[str]:
    lines = []
    for field in fields:
        base, count = split_type(field["type"])
        if count is None:
            continue
        kind = field.get("c_type") or C_TYPES.get(base) or f"struct wire_{snake(base)}"
        array = f"[{count}]" if count > 1 or base == "bytes" else ""
        note = " ".join(filter(None, [field.get("unit") and f"[{field['unit']}]", field["help"]]))
        lines.append(f"    {kind} {field['name']}{array};  /* {note} */")
    return lines


def c_struct(wire: Wire, name: str, fields: list[Field]) -> list[str]:
    lines = ["", f"struct wire_{name} {{", *c_fields(fields), "} __attribute__((packed));"]
    size = size_of(wire, fields)
    return [*lines, f'_Static_assert(sizeof(struct wire_{name}) == {size}, "wire_{name}");']


def c_default(field: Field) -> str:
    base, count = split_type(field["type"])
    value = field["default"]
    if base == "bytes":
        return '""' if not value else "{" + ", ".join(str(byte) for byte in value.encode()) + "}"
    if isinstance(value, list):
        return "{" + ", ".join(str(item) for item in value or [0]) + "}"
    assert count == 1
    return str(value)


def c_header(wire: Wire) -> str:
    lines = [
        "/* Generated from firmware/wire.toml by firmware/tools/generate_wire.py: do not edit. */",
        "#ifndef WIRE_H",
        "#define WIRE_H",
        "",
        "#include <stdint.h>",
        "",
    ]
    for name, value in wire["protocol"].items():
        text = f'"{value}"' if isinstance(value, str) else f"{value}UL"
        lines.append(f"#define WIRE_{name.upper()} {text}")
    wide = C_TYPES["u16" if wire["protocol"]["beams"] > NARROW else "u8"]
    lines += ["", f"typedef {wide} wire_beams;  /* a bit per beam */"]
    lines += [f"typedef {wide} wire_mark;   /* a beam, and BREAK_MARK */"]
    lines.append("")
    pauses = {name: value for name, value in wire["timing"].items() if name != "tries"}
    lines += [f"#define WIRE_{name.upper()}_MS {value}U" for name, value in pauses.items()]
    for kind, group in [*wire["enum"].items(), *wire["flags"].items()]:
        lines += ["", f"/* {group['help']} */"]
        for name, (value, why) in codes(group).items():
            lines.append(f"#define {snake(kind).upper()}_{name} {value}U  /* {why} */")
    lines += ["", "/* Kinds of frames. */"]
    lines += [f"#define KIND_{message['name']} 0x{message['code']:02X}U" for message in wire["message"]]
    lines += c_struct(wire, "header", wire["header"])
    for name, record in wire["record"].items():
        lines += c_struct(wire, snake(name), record["fields"])
    for message in wire["message"]:
        if message.get("fields"):
            lines += c_struct(wire, message["name"].lower(), message["fields"])
    settings = wire["record"]["Settings"]["fields"]
    lines += ["", "#define WIRE_SETTINGS_DEFAULTS { \\"]
    lines += [f"    .{field['name']} = {c_default(field)}, \\" for field in settings]
    lines += ["}", "", "#endif", ""]
    return "\n".join(lines)


# ---------------------------------------------------------------- Python

def python_field(field: Field) -> tuple[str, str]:
    """The layout entry and the annotation of one field."""
    base, count = split_type(field["type"])
    code = f'"{STRUCT_CODES[base]}"' if base in SIZES else base
    kind = "bytes" if base == "bytes" else "int" if base in SIZES else base
    if count is None:
        return f'("{field["name"]}", {code}, None)', f"tuple[{kind}, ...]"
    many = count > 1 and base != "bytes"
    return f'("{field["name"]}", {code}, {count})', f"tuple[{kind}, ...]" if many else kind


def python_default(field: Field) -> str:
    base, count = split_type(field["type"])
    value = field["default"]
    if base == "bytes":
        return f"bytes({count})" if not value else repr(value.encode())
    if isinstance(value, list):
        return f"({', '.join(str(v) for v in value)})" if value else f"(0,) * {count}"
    return str(value)


def python_class(name: str, base: str, summary: str, fields: list[Field], extra: list[str]) -> list[str]:
    doc = textwrap.wrap(f'"""{summary}"""', 104)
    lines = ["", "", "@dataclass(frozen=True, slots=True)", f"class {name}({base}):"]
    lines += [*(f"    {line}" for line in doc), ""]
    lines += [f"    {line}" for line in extra]
    entries = [python_field(field)[0] for field in fields]
    if entries:
        lines += ["    LAYOUT: ClassVar[Layout] = (", *(f"        {entry}," for entry in entries), "    )"]
    for field in fields:
        note = " ".join(filter(None, [field.get("unit") and f"[{field['unit']}]", field["help"]]))
        default = f" = {python_default(field)}" if "default" in field else ""
        lines += [f"    #: {note}", f"    {field['name']}: {python_field(field)[1]}{default}"]
    return lines


def python_table(wire: Wire) -> str:
    lines = [TEMPLATE.read_text(encoding="utf-8").rstrip(), ""]
    for name, value in wire["protocol"].items():
        constant = repr(value.encode()) if name == "magic" else repr(value).replace("'", '"')
        lines.append(f"{name.upper()}: Final = {constant}")
    lines.append("")
    for name, value in wire["timing"].items():
        lines.append(f"{name.upper()}{'' if name == 'tries' else '_MS'}: Final = {value}")
    for table, parent in (("enum", "IntEnum"), ("flags", "IntFlag")):
        for kind, group in wire[table].items():
            lines += ["", "", f"class {kind}({parent}):", f'    """{group["help"]}"""', ""]
            for name, (value, why) in codes(group).items():
                lines += [f"    #: {why}", f"    {name} = {value}"]
    for name, record in wire["record"].items():
        lines += python_class(name, "Record", record["help"], record["fields"], [])
    lines += python_class("Header", "Record", "What every frame begins with.", wire["header"], [])
    for message in wire["message"]:
        fields = message.get("fields", [])
        extra = [f"CODE: ClassVar[int] = 0x{message['code']:02X}"]
        if "answer" in message:
            extra.append(f'ANSWER: ClassVar[str] = "{camel(message["answer"])}"')
        if "ends" in message:
            extra.append(f'ENDS: ClassVar[str] = "{camel(message["ends"])}"')
        if message.get("always"):
            extra.append("ALWAYS: ClassVar[bool] = True")
        parent = "Request" if message["from"] == "host" else "Report"
        lines += python_class(camel(message["name"]), parent, message["help"], fields, extra)
    lines += ["", "", "#: code → class of the frame's payload"]
    lines += ["MESSAGES: Final[dict[int, type[Message]]] = {"]
    lines += [f"    0x{message['code']:02X}: {camel(message['name'])}," for message in wire["message"]]
    lines += ["}", ""]
    return "\n".join(lines)


# ---------------------------------------------------------------- page

def page_fields(fields: list[Field]) -> list[str]:
    lines = ["", "| field | type | unit | meaning |", "|---|---|---|---|"]
    for field in fields:
        default = f" (default {field['default']})" if field.get("default") not in (None, "", []) else ""
        meaning = field["help"] + default
        lines.append(f"| `{field['name']}` | {field['type']} | {field.get('unit', '')} | {meaning} |")
    return lines


def page(wire: Wire) -> str:
    lines = ["<!-- Generated from firmware/wire.toml and firmware/protocol-intro.md by "
             "firmware/tools/generate_wire.py: do not edit. -->", ""]
    lines.append(INTRODUCTION.read_text(encoding="utf-8").rstrip())
    lines += ["", "## Constants", "", "| name | value |", "|---|---|"]
    lines += [f"| {name} | {value} |" for name, value in wire["protocol"].items()]
    for name, value in wire["timing"].items():
        lines.append(f"| {name}{'' if name == 'tries' else ' (ms)'} | {value} |")
    lines += ["", "## Header", *page_fields(wire["header"])]
    lines += ["", "## Messages", ""]
    lines += ["| code | name | from | answer | ends with | bytes |", "|---|---|---|---|---|---|"]
    for message in wire["message"]:
        size = size_of(wire, message.get("fields", []))
        more = "+" if any(f["type"].endswith("*") for f in message.get("fields", [])) else ""
        name, answer, ends = message["name"], message.get("answer", ""), message.get("ends", "")
        lines.append(f"| 0x{message['code']:02X} | [{name}](#{name.lower()}) | {message['from']} | "
                     f"{answer} | {ends} | {size}{more} |")
    for message in wire["message"]:
        lines += ["", f"### {message['name']}", "", message["help"]]
        if message.get("always"):
            lines += ["", "Accepted without a session, whatever the boot id and the protocol version."]
        if message.get("fields"):
            lines += page_fields(message["fields"])
    lines += ["", "## Records"]
    for name, record in wire["record"].items():
        lines += ["", f"### {name}", "", f"{record['help']} {size_of(wire, record['fields'])} bytes.",
                  *page_fields(record["fields"])]
    lines += ["", "## Codes"]
    for name, group in [*wire["enum"].items(), *wire["flags"].items()]:
        lines += ["", f"### {name}", "", group["help"], "", "| value | name | meaning |", "|---|---|---|"]
        lines += [f"| {value} | {key} | {why} |" for key, (value, why) in codes(group).items()]
    return "\n".join([*lines, ""])


# ---------------------------------------------------------------- the three files

def generated(wire: Wire, into: Path | None) -> dict[Path, str]:
    if into is not None:
        return {into / "wire.h": c_header(wire), into / "wire_table.py": python_table(wire)}
    return {
        ROOT / "firmware" / "src" / "wire.h": c_header(wire),
        ROOT / "companion" / "tower" / "wire_table.py": python_table(wire),
        ROOT / "docs" / "protocol.md": page(wire),
    }


def main() -> int:
    parser = argparse.ArgumentParser(description="generate the wire tables from firmware/wire.toml")
    parser.add_argument("--check", action="store_true", help="change nothing; fail if a file is not current")
    parser.add_argument("--beams", type=int, help="beams of the board, if not one per outlet")
    parser.add_argument("--into", type=Path, help="another folder for the header and the tables; no page")
    args = parser.parse_args()
    tower = Tower.load()
    wire = settled(tomllib.loads(SOURCE.read_text(encoding="utf-8")), tower, args.beams or tower.eras)
    stale = []
    for path, text in generated(wire, args.into).items():
        if path.exists() and path.read_text(encoding="utf-8") == text:
            continue
        stale.append(path.relative_to(ROOT) if path.is_relative_to(ROOT) else path)
        if not args.check:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
    for name in stale:
        print(f"{name}: " + ("not current, run firmware/tools/generate_wire.py" if args.check else "written"))
    return 1 if args.check and stale else 0


if __name__ == "__main__":
    sys.exit(main())
