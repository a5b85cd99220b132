"""What is printed together: every part as often as it is needed, laid out on beds with its settings, as 3MF.

Standard library only: the kept STL files are read as they are. A part's settings are those that tower.toml
names for it; what differs in settings or in colour lies on another plate. The coupon comes first and alone.
"""

from __future__ import annotations

import re
import struct
import zipfile
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from xml.sax.saxutils import escape, quoteattr

from hardware import manifest, pages, prints
from hardware.tower import Section, Tower, digest

FOLDER = prints.CAD / "plates"
GAP = 4.0  # mm between two parts
MARGIN = 5.0  # mm at the bed's edge: skirt and clips
COUPON = {"coupon": 1, "gate_tile": 1, "aperture": 2}  # tried before anything else is printed
Corner = tuple[float, float, float]
CORE = "http://schemas.microsoft.com/3dmanufacturing/core/2015/02"
PACKAGE = "http://schemas.openxmlformats.org/package/2006"
KINDS = {
    "rels": "application/vnd.openxmlformats-package.relationships+xml",
    "model": "application/vnd.ms-package.3dmanufacturing-3dmodel+xml",
    "config": "text/plain",
}


@dataclass(frozen=True)
class Mesh:
    """Corners and triangles of one part, its lowest corner at the origin."""

    corners: tuple[Corner, ...]
    triangles: tuple[tuple[int, int, int], ...]

    @property
    def size(self) -> Corner:
        x, y, z = (max(corner[axis] for corner in self.corners) for axis in range(3))
        return x, y, z


@dataclass(frozen=True)
class Item:
    """One copy of a part, its lower left corner at a place of the bed."""

    part: str
    x: float
    y: float


@dataclass(frozen=True)
class Plate:
    name: str
    settings: str
    colour: str
    items: tuple[Item, ...]

    @property
    def path(self) -> Path:
        return FOLDER / f"{self.name}.3mf"

    @property
    def parts(self) -> dict[str, int]:
        return dict(Counter(item.part for item in self.items))


def read_stl(path: Path) -> Mesh:
    """A binary STL file; corners that lie together are one."""
    content = path.read_bytes()
    (count,) = struct.unpack_from("<I", content, 80)
    raw = [struct.unpack_from("<9f", content, 96 + 50 * n) for n in range(count)]
    low = [min(min(one[axis::3]) for one in raw) for axis in range(3)]
    known: dict[Corner, int] = {}
    triangles = []
    for one in raw:
        corners = [
            known.setdefault(
                (_near(one[n], low[0]), _near(one[n + 1], low[1]), _near(one[n + 2], low[2])), len(known)
            )
            for n in (0, 3, 6)
        ]
        if len(set(corners)) == 3:
            triangles.append((corners[0], corners[1], corners[2]))
    return Mesh(tuple(known), tuple(triangles))


def _near(value: float, low: float) -> float:
    return round(value - low, 4)


def page(tower: Tower) -> str:
    rows = []
    for path in kept():
        says, parts = read(path)
        listed = ", ".join(f"{count} × {part}" for part, count in parts.items())
        says = says.partition(". Not")[0]
        rows.append(f"| [{path.stem}](../../hardware/cad/plates/{path.name}) | {listed} | {says} |")
    return pages.page(
        "What is printed together",
        tower,
        f"Every part as often as it is needed, on beds of {tower.geometry['bed']:g} mm, the coupon first. "
        "Each file holds parts and places, which every slicer reads, and settings in PrusaSlicer's words; "
        "compare those with the last column, since no slicer has been tried. Filament and printer are yours "
        "to choose.\n",
        "| Plate | Parts | Settings |\n|---|---|---|\n" + "\n".join(rows) + "\n",
    )


def plates(tower: Tower, sizes: dict[str, Corner]) -> list[Plate]:
    """The coupon; then, by colour and settings, everything else."""
    bed = tower.geometry["bed"]
    made = [Plate("1-coupon", "usual", "black", tuple(_laid(_copies(COUPON.items()), sizes, bed)[0]))]
    kinds = {_kind(part) for part in _all(tower)}
    for optional, colour, settings in sorted(kinds, key=lambda kind: (kind[0], kind[1] != "black", kind[2])):
        wanted = [
            (part["name"], part["quantity"])
            for part in _all(tower)
            if _kind(part) == (optional, colour, settings)
        ]
        for items in _laid(_copies(wanted), sizes, bed):
            name = f"{len(made) + 1}-{items[0].part}".replace("_", "-")
            made.append(Plate(name, settings, colour, tuple(items)))
    return made


def _all(tower: Tower) -> list[Section]:
    return [part for part in tower.data["printed"] if part["name"] != "coupon"]


def _kind(part: Section) -> tuple[bool, str, str]:
    """What lies on one plate has all of these in common."""
    colour = "black" if part["colour"].startswith("black") else "any"
    return bool(part.get("optional")), colour, part.get("settings", "usual")


def _copies(wanted: Iterable[tuple[str, int]]) -> list[str]:
    return [name for name, quantity in wanted for _ in range(quantity)]


def _laid(copies: list[str], sizes: dict[str, Corner], bed: float) -> list[list[Item]]:
    """In rows, deepest parts first; a new bed when one is full."""
    rest = sorted(copies, key=lambda name: (-sizes[name][1], name))
    beds: list[list[Item]] = []
    while rest:
        items: list[Item] = []
        y = MARGIN
        while rest:
            row, x, deep = [], MARGIN, 0.0
            for name in list(rest):
                wide, long, _ = sizes[name]
                if x + wide <= bed - MARGIN and y + long <= bed - MARGIN:
                    row.append(Item(name, round(x, 3), round(y, 3)))
                    rest.remove(name)
                    x += wide + GAP
                    deep = max(deep, long)
            if not row:
                break
            items += row
            y += deep + GAP
        if not items:
            raise ValueError(f"{rest[0]} does not fit a bed of {bed:g} mm")
        beds.append(items)
    return beds


def config(tower: Tower, settings: str) -> str:
    """As PrusaSlicer keeps a project's settings."""
    figures = tower.data["settings"][settings]["slicer"]
    return "".join(f"; {name} = {value}\n" for name, value in figures.items())


def model(tower: Tower, plate: Plate, meshes: dict[str, Mesh]) -> Iterator[str]:
    says = tower.data["settings"][plate.settings]["says"]
    yield f'<?xml version="1.0" encoding="UTF-8"?>\n<model unit="millimeter" xml:lang="en" xmlns="{CORE}">\n'
    yield f'<metadata name="Title">{escape(plate.name)}</metadata>\n'
    told = f"{says}; filament: {plate.colour}. Not yet built."
    yield f'<metadata name="Description">{escape(told)}</metadata>\n'
    yield '<metadata name="LicenseTerms">CERN-OHL-P-2.0</metadata>\n<resources>\n'
    numbers = {part: number for number, part in enumerate(plate.parts, start=1)}
    for part, number in numbers.items():
        yield f'<object id="{number}" type="model" name={quoteattr(part)}><mesh><vertices>\n'
        yield "".join(f'<vertex x="{x:g}" y="{y:g}" z="{z:g}"/>\n' for x, y, z in meshes[part].corners)
        yield "</vertices><triangles>\n"
        yield "".join(f'<triangle v1="{a}" v2="{b}" v3="{c}"/>\n' for a, b, c in meshes[part].triangles)
        yield "</triangles></mesh></object>\n"
    yield "</resources>\n<build>\n"
    for item in plate.items:
        place = f"1 0 0 0 1 0 0 0 1 {item.x:g} {item.y:g} 0"
        yield f'<item objectid="{numbers[item.part]}" transform="{place}"/>\n'
    yield "</build>\n</model>\n"


def write(tower: Tower) -> list[Plate]:
    """All plates; files carry no date, so that the same parts make the same files."""
    meshes = {name: read_stl(prints.stl(name)) for name in prints.names(tower)}
    made = plates(tower, {name: mesh.size for name, mesh in meshes.items()})
    FOLDER.mkdir(exist_ok=True)
    for old in FOLDER.glob("*.3mf"):
        old.unlink()
    for plate in made:
        files = {
            "[Content_Types].xml": f'<Types xmlns="{PACKAGE}/content-types">'
            + "".join(f'<Default Extension="{end}" ContentType="{kind}"/>' for end, kind in KINDS.items())
            + "</Types>",
            "_rels/.rels": f'<Relationships xmlns="{PACKAGE}/relationships"><Relationship Id="model" '
            'Target="/3D/3dmodel.model" Type="http://schemas.microsoft.com/3dmanufacturing/2013/01/3dmodel"/>'
            "</Relationships>",
            "3D/3dmodel.model": "".join(model(tower, plate, meshes)),
            "Metadata/Slic3r_PE.config": config(tower, plate.settings),
        }
        with zipfile.ZipFile(plate.path, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
            for name, content in files.items():
                archive.writestr(zipfile.ZipInfo(name), content, zipfile.ZIP_DEFLATED, 9)
    manifest.record(made_from(tower), (plate.path for plate in made))
    return made


def made_from(tower: Tower) -> str:
    parts = [prints.stl(name) for name in prints.names(tower)]
    said = str([tower.data["settings"], tower.geometry["bed"], tower.data["printed"]])
    return digest(said, *(manifest.of_file(path) for path in parts), manifest.of_code([Path(__file__)]))


def kept() -> list[Path]:
    """In the order of printing; the first is there in any case, so that none at all is noticed."""
    found = {*FOLDER.glob("*.3mf"), FOLDER / "1-coupon.3mf"}
    return sorted(found, key=lambda path: int(path.name.split("-")[0]))


def read(path: Path) -> tuple[str, dict[str, int]]:
    """What a kept plate says of itself, and how many of which parts lie on it."""
    with zipfile.ZipFile(path) as archive:
        text = archive.read("3D/3dmodel.model").decode()
    (says,) = re.findall(r'<metadata name="Description">(.*?)</metadata>', text)
    names = dict(re.findall(r'<object id="(\d+)" type="model" name="(.*?)">', text))
    found = Counter(names[number] for number in re.findall(r'<item objectid="(\d+)"', text))
    return says, dict(found)
