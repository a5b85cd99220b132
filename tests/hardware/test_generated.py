"""Everything that repeats a figure of tower.toml is current, and would be missed if it were not."""

import ast
import re
from pathlib import Path

import pytest

from companion.tower import board_table
from hardware import callipers, drawings, generate, manifest, prints
from hardware.board import files as board_files
from hardware.cad import gallery
from hardware.checks import complaints
from hardware.tables import pins_header
from hardware.tower import ROOT, Tower

TOWER = Tower.load()


def test_every_text_is_current() -> None:
    assert generate.stale_texts(TOWER) == []


def test_every_drawing_and_printed_part_is_current() -> None:
    assert generate.stale_drawings(TOWER) == []
    assert generate.stale_prints(TOWER) == []


@pytest.mark.parametrize(
    ("changes", "names"),
    [
        (
            {"board__pins__led": "D12"},
            {"firmware/src/pins.h", "companion/tower/board_table.py", "docs/build/pins.md"},
        ),
        ({"board__pins__servo": "D10"}, {"hardware/wireviz/nano.yml"}),
        (
            {"pi__pins__servo": 12},
            {"hardware/wireviz/pi.yml", "docs/build/pins.md", "companion/tower/board_table.py"},
        ),
        ({"geometry__foot_diameter": 84.0}, {"docs/build/measures.md", "docs/build/callipers.svg"}),
        ({"servo__travel": 300.0}, {"docs/build/servo.md", "companion/tower/board_table.py"}),
        ({"loads__servo_stall": 2000}, {"docs/build/electrics.md"}),
        ({"parts": TOWER.data["parts"][:-1]}, {"docs/build/parts.md", "docs/build/parts.csv"}),
    ],
)
def test_a_changed_figure_makes_its_texts_stale(changes: dict[str, object], names: set[str]) -> None:
    assert names <= set(generate.stale_texts(TOWER.with_changes(**changes)))


@pytest.mark.parametrize(
    "absent",
    [
        {"geometry__board_hole": 0.0},
        {"geometry__foot_plug_diameter": 0.0, "geometry__foot_plug_height": 0.0},
        {"geometry__lens_length": 0.0},
    ],
)
def test_every_text_is_made_of_a_figure_that_may_be_nothing(absent: dict[str, float]) -> None:
    """The guide says 0 if yours has none: whoever measures that gets all pages and drawings, too."""
    other = TOWER.with_changes(**absent)
    assert complaints(other) == []
    for text in generate.TEXTS.values():
        assert not re.search(r"\bnan\b", text(other))


def test_a_changed_figure_makes_drawings_and_parts_stale() -> None:
    assert generate.stale_drawings(TOWER.with_changes(emitter__series_ohms=220))
    assert generate.stale_prints(TOWER.with_changes(geometry__foot_diameter=84.0))
    assert not generate.stale_prints(TOWER.with_changes(loads__nano=31)), (
        "current has nothing to do with plastic"
    )


def test_the_maker_is_asked_for_every_figure_of_the_own_tower_board_and_servo() -> None:
    """Each has its letter in the drawing; of the servo everything that a part is drawn from but our gears."""
    asked = {entry["where"] for entry in TOWER.data["measure"]}
    tower = {"foot_diameter", "foot_plug_diameter", "foot_plug_height", "body_diameter", "chute_floor"}
    outlets_and_cubes = {"outlet_width", "outlet_height", "cube"}
    board = {"board_hole", "board_thickness", "rift_distance"}
    assert {f"geometry.{name}" for name in tower | outlets_and_cubes | board} <= asked
    ours = {"teeth", "tower_teeth", "gear_backlash", "tolerance"}
    assert {f"servo.{name}" for name in set(TOWER.servo) - prints.NOT_DRAWN["servo"] - ours} <= asked
    for letter in callipers.letters(TOWER).values():
        assert callipers.drawing(TOWER).count(f">{letter}</text>") == 1


def test_every_part_to_buy_has_what_to_order_how_many_and_for_how_much() -> None:
    page = (ROOT / "docs" / "build" / "parts.md").read_text(encoding="utf-8")
    for part in TOWER.data["parts"]:
        assert len(part["order"]) > 5, part["id"]
        assert part["quantity"] >= 1
        assert f"| {part['order']} | {part['euros']:.2f} |" in page, part["id"]
    assert f"{sum(part['euros'] for part in TOWER.data['parts']):.0f} €" in page


def test_a_file_changed_by_hand_or_lost_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(manifest, "ROOT", tmp_path)
    monkeypatch.setattr(manifest, "MANIFEST", tmp_path / "made.json")
    picture = tmp_path / "picture.png"
    picture.write_bytes(b"as drawn")
    manifest.record("figures", [picture])
    assert manifest.stale("figures", [picture]) == []
    assert manifest.stale("other figures", [picture]) == ["picture.png is made from other figures"]
    picture.write_bytes(b"retouched")
    assert manifest.stale("figures", [picture]) == ["picture.png is changed by hand"]
    picture.unlink()
    assert manifest.stale("figures", [picture]) == ["picture.png is missing"]


def test_the_header_names_the_chips_own_ports() -> None:
    """From the ATmega328P's data sheet: D2 is PD2, D8 is PB0, D9 is PB1 (OC1A), D11 is PB3, A0 is PC0."""
    header = pins_header(TOWER)
    defined = dict(re.findall(r"^#define (\w+) (\S+)", header, re.MULTILINE))
    assert (defined["PIN_BEAM_0_PORT"], defined["PIN_BEAM_0_BIT"]) == ("PORTD", "2")
    assert (defined["PIN_BEAM_6_PORT"], defined["PIN_BEAM_6_BIT"]) == ("PORTB", "0")
    assert (defined["PIN_SERVO_DDR"], defined["PIN_SERVO_BIT"]) == ("DDRB", "1")
    assert (defined["PIN_EMITTERS_PIN"], defined["PIN_EMITTERS_BIT"]) == ("PINB", "3")
    assert (defined["PIN_POSITION_0_PORT"], defined["PIN_POSITION_0_BIT"]) == ("PORTC", "0")
    assert defined["BEAMS_MASK_D"] == "0xFCu"
    assert defined["BEAMS_MASK_B"] == "0x01u"
    assert defined["POSITION_MASK_C"] == "0x07u"


def test_the_python_table_holds_the_same_figures() -> None:
    assert list(board_table.BEAM_PINS) == TOWER.board["pins"]["beams"]
    assert pytest.approx(TOWER.era_pulses, abs=0.05) == board_table.ERA_PULSES
    assert list(board_table.POSITION_CODES) == TOWER.position["codes"]


def test_every_printed_part_has_its_files_and_every_file_its_part() -> None:
    kept = set(prints.kept(TOWER))
    found = {*(ROOT / "hardware" / "cad" / "stl").iterdir(), *(ROOT / "hardware" / "cad" / "step").iterdir()}
    assert found | {prints.PLACES} == kept


def test_every_picture_of_the_guide_exists_and_every_one_is_shown() -> None:
    guide = ROOT / "docs" / "build"
    text = "\n".join(page.read_text(encoding="utf-8") for page in guide.glob("*.md"))
    shown = {(guide / name).resolve() for name in re.findall(r"\]\(([\w/.-]+\.(?:png|svg))\)", text)}
    drawn = {*gallery.files(TOWER), *drawings.files()}
    drawn |= {ROOT / name for name in generate.TEXTS if name.endswith(".svg")}
    drawn.add(board_files.FOLDER / "placement.svg")
    assert shown == drawn
    assert all(path.exists() for path in drawn)


def test_the_command_fails_when_a_beam_could_miss_a_cube(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    too_low = TOWER.with_changes(geometry__beam_height=6.5)
    monkeypatch.setattr(Tower, "load", classmethod(lambda _: too_low))
    monkeypatch.setattr("sys.argv", ["generate", "--check"])
    assert generate.main() == 1
    said = capsys.readouterr().err
    assert "a beam at 6.50 mm misses cubes: it must lie between 6.95 and 7.05 mm" in said
    assert "run `make cad`" in said


def test_the_cad_tests_are_run_again_when_anything_changes_that_they_import() -> None:
    """`.ci/printed-parts` names the modules; their imports are followed here."""
    cad = ROOT / "hardware" / "cad"
    waiting, seen = [*cad.glob("*.py"), *cad.glob("tests/*.py")], set()
    while waiting:
        path = waiting.pop()
        if path in seen:
            continue
        seen.add(path)
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("hardware"):
                module = ROOT.joinpath(*str(node.module).split("."))
                places = [module, *(module / name.name for name in node.names)]
                waiting += [one.with_suffix(".py") for one in places if one.with_suffix(".py").exists()]
    listed = (ROOT / ".ci" / "printed-parts").read_text(encoding="utf-8")
    named = set(re.findall(r"\w+", re.findall(r"hardware/\{(.*?)\}\.py", listed)[0]))
    assert {path.stem for path in seen if path.parent == ROOT / "hardware"} <= named


def test_figures_that_break_a_rule_are_told_and_nothing_is_drawn_from_them(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """But the simulated tower, which no plastic holds back, is what they say."""
    eight = TOWER.with_changes(status__eras=8, position__codes=[1, 3, 2, 6, 7, 5, 4, 8])
    monkeypatch.setattr(Tower, "load", classmethod(lambda _: eight))
    monkeypatch.setattr(generate, "ROOT", tmp_path)
    monkeypatch.setattr("sys.argv", ["generate"])
    assert generate.main() == 1
    assert "8 eras: the carrier board has a plug for 7 beams" in capsys.readouterr().err
    assert [path.name for path in tmp_path.rglob("*") if path.is_file()] == ["board_table.py"]
