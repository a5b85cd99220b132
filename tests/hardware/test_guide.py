"""The build guide: its links lead somewhere, its symptoms are real, and it says what nobody has built."""

import re
from pathlib import Path

import pytest

from companion.tower import errors
from companion.tower.examination import BuildStep
from hardware import assembly, guide_steps
from hardware.layout import Layout
from hardware.tower import ROOT, Tower

GUIDE = ROOT / "docs" / "build"
PAGES = sorted(GUIDE.glob("*.md"))
MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")


def anchors(page: Path) -> set[str]:
    """GitHub's way from a heading to its anchor."""
    titles = re.findall(r"^#+ (.+)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_every_link_leads_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)]+)\)", page.read_text(encoding="utf-8")):
        name, _, anchor = target.partition("#")
        where = (page.parent / name).resolve() if name else page
        assert where.exists(), target
        assert not anchor or anchor in anchors(where), target


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_a_page_says_that_nobody_has_built_it(page: Path) -> None:
    """Until tower.toml says that somebody has."""
    assert ("Not yet built" in page.read_text(encoding="utf-8")) is not Tower.load().built


def test_the_parts_list_says_so_in_every_line() -> None:
    head, *lines = (GUIDE / "parts.csv").read_text(encoding="utf-8").splitlines()
    assert head.endswith("tried on a bench")
    assert lines
    assert all(line.endswith("not yet built") for line in lines) is not Tower.load().built


def raised() -> set[str]:
    """Every error that the driver can raise; the emulator's own, in another file, concern no builder."""
    kinds = [kind for kind in vars(errors).values() if isinstance(kind, type)]
    return {kind.__name__ for kind in kinds if issubclass(kind, errors.TowerError)} - {"TowerError"}


def test_the_symptoms_are_the_errors_that_the_driver_raises() -> None:
    table = (GUIDE / "trouble.md").read_text(encoding="utf-8").partition("## The self-test says")[0]
    assert set(re.findall(r"\| `(\w+)` \|", table)) == raised()


def test_every_make_command_of_the_guide_exists() -> None:
    text = "\n".join(page.read_text(encoding="utf-8") for page in PAGES)
    targets = set(re.findall(r"(?:`|^)make ([a-z-]+)", text, re.MULTILINE))
    assert targets
    for target in targets:
        assert re.search(rf"^{target}:", MAKEFILE, re.MULTILINE), target


def said(page: str) -> str:
    return " ".join((GUIDE / page).read_text(encoding="utf-8").split())


def test_the_doctors_steps_are_all_told_and_no_others() -> None:
    told = [
        set(re.findall(r"companion doctor --step (\w+)", page.read_text(encoding="utf-8"))) for page in PAGES
    ]
    assert set().union(*told) == set(BuildStep)


def test_figures_that_the_guide_repeats_by_hand_are_those_of_tower_toml() -> None:
    tower = Tower.load()
    g, s, e, pins = tower.geometry, tower.servo, tower.data["emitter"], tower.board["pins"]
    left = [str(era) for era, is_left in enumerate(tower.beams["emitters_left"]) if is_left]
    right = [str(era) for era, is_left in enumerate(tower.beams["emitters_left"]) if not is_left]
    per_degree = (s["pulse_max"] - s["pulse_min"]) / (s["travel"] * tower.gear)
    expected = {
        "README.md": [
            f"gear of {s['teeth']} teeth turns the turntable's gear of {s['tower_teeth']} teeth",
            f"{s['travel']:.0f}° of the servo become {s['travel'] * tower.gear:.0f}°",
            f"the {360 * (tower.eras - 1) / tower.eras:.1f}° from the first era to the last",
            f"A cube of {g['cube']:g} mm under a roof of {g['roof']:g} mm",
            f"a beam at {g['beam_height']:g} mm",
            f"a bore of {g['bore']:g} mm",
        ],
        "wiring.md": [
            f"emitter of eras {', '.join(left[:-1])} and {left[-1]} goes into the **left** pocket",
            f"that of eras {', '.join(right[:-1])} and {right[-1]} into the **right** one",
            f"from the beam pins {pins['beams'][0]} to {pins['beams'][-1]}",
            f"R9 to R11 from {', '.join(pins['position'])}",
            f"({e['servo_signal_ohms']} Ω) between the signal and {pins['servo']}",
            f"gate to {pins['emitters']}",
            f"every diode with its own {e['series_ohms']} Ω",
            f"{tower.data['supply']['capacitor_uf']} µF",
            f"board of {g['pcb_width']:g} × {g['pcb_length']:g} mm",
        ],
        "first-light.md": [f"{per_degree:.2f} µs are one degree", f"±{s['tolerance']:g}° is good enough"],
        "printing.md": [f"Turn a {g['bore']:g} mm drill", f"measure {g['roof']:g} mm from it"],
        "assembly.md": [f"({tower.era_pulses[3]:.0f} µs)"],
        "why.md": [
            f"stands {Layout.of(tower).z_foot:.0f} mm higher",
            f"{s['teeth']} : {s['tower_teeth']} teeth",
            f"bore of {g['bore_length']:g} mm",
            f"channel is {g['ring_depth']:g} mm deep",
            f"Bore of {g['bore']:g} mm",
        ],
    }
    missing = [(page, text) for page, texts in expected.items() for text in texts if text not in said(page)]
    assert missing == []


def test_the_guide_tells_every_step_of_the_assembly_in_its_order() -> None:
    assert [step["id"] for step in guide_steps.steps()] == list(assembly.by_step(Tower.load()))


def test_every_chapter_ends_with_a_check() -> None:
    assert all(chapter["check"] for chapter in guide_steps.chapters())


def test_before_anything_else_the_cubes_are_held_before_a_light() -> None:
    """If they are clear to infra-red no beam sees them, and nothing has been bought or printed yet."""
    first, *others = re.findall(r"^## (.+)$", (GUIDE / "printing.md").read_text(encoding="utf-8"), re.M)
    assert first == "First of all: do your cubes stop infra-red light?"
    assert "The coupon" in others
    rows = re.findall(r"^\| (\d) \| ([^|]+) \|", (GUIDE / "README.md").read_text(encoding="utf-8"), re.M)
    assert rows[0] == ("0", "Do the cubes stop infra-red light?")
    assert [int(number) for number, _ in rows] == list(range(len(rows)))
    assert "Order the parts" in rows[1][1]


def test_the_last_page_asks_how_it_went() -> None:
    """An as-built report: what was measured, printed and counted; and it is where the page says."""
    (form,) = re.findall(r"\[form\]\(([^)]+)\)", (GUIDE / "first-light.md").read_text(encoding="utf-8"))
    asked = ((GUIDE / form).resolve()).read_text(encoding="utf-8").lower()
    assert all(word in asked for word in ("what you measured", "printer", "revision", "doctor", "drops"))


def test_what_a_step_is_done_with_is_on_the_list_of_tools_or_parts() -> None:
    """A stranger has it on the table before the step begins."""
    data = Tower.load().data
    listed = " ".join(one["name"] for one in (*data["tools"], *data["parts"])).lower()
    bare = {"hands", "thumb"}
    named = {tool for step in guide_steps.steps() for tool in step.get("tools", "hands").split(", ")} - bare
    assert named
    missing = [tool for tool in named if tool.split(" in ")[0].split()[-1].lower() not in listed]
    assert missing == []


def test_nothing_is_asked_of_a_part_that_the_step_before_has_closed_in() -> None:
    """The wires are tried before the deck lies on them."""
    chapters = {chapter["title"]: chapter for chapter in guide_steps.chapters()}
    base = [step["id"] for step in chapters["The base"]["step"]]
    assert "deck" not in base
    assert "face 4" in chapters["The base"]["check"]
    assert "face 3" in chapters["The servo to its middle"]["text"]


def test_every_screw_of_the_parts_list_is_told_in_a_step() -> None:
    tower = Tower.load()
    steps = assembly.by_step(tower).values()
    told = [kind for moments in steps for one in moments for kind in one.step.screws]
    assert sorted(told) == sorted(entry["id"] for entry in tower.data["screws"])


def test_the_hardware_has_its_whole_licence_beside_it() -> None:
    """Its text as SPDX keeps it: seven chapters, to the last sentence."""
    notice = (ROOT / "hardware" / "LICENSE").read_text(encoding="utf-8")
    (named,) = re.findall(r"in (\S+\.txt) beside", notice)
    text = (ROOT / "hardware" / named).read_text(encoding="utf-8")
    assert re.findall(r"^(\d) [A-Z]", text, re.M) == list("1234567")
    assert text.split()[-4:] == ["rights", "are", "specifically", "excluded."]
