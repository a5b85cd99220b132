"""Draws the carrier board with KiCad: places, routes, fills, checks its rules, writes Gerber and drill files.

Run as `python3 -m hardware.board.draw` with the Python that has `pcbnew` (KiCad 6); `make board` calls it. It
fails when a track finds no way or when KiCad's own check of the rules finds anything.
"""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

import pcbnew

from hardware.board import files
from hardware.board.nets import GND, amps, nets, parts, track_width
from hardware.board.route import DRILL, VIA, Pad, Router
from hardware.joints import board_holes
from hardware.tower import Tower

FOOTPRINTS = Path("/usr/share/kicad/footprints")
CLEARANCE = 0.25
SIGNAL = 0.3
TRIES = 14
STRONG = ("J1", "C1", "J5", "J6", "J7")  # their ground carries what servo and lights take
EDGE = 0.5
OFF_X, OFF_Y = 50.0, 50.0  # the board's corner on KiCad's sheet
MARGIN = 2.0  # around the board in the placement picture
SMALL = 0.8  # letters between the legs of a part
SOCKET = (-1.8, 1.8, -1.8, 37.4)  # around a row of fifteen pins, as KiCad's own socket has it
ROWS = 15.24  # between the Nano's two
USB = (3.68, 11.56, 39.5, 42.04)  # where it looks out of the Nano
CATHODE = (57.2, 23.4)  # KiCad's letter beside the diode's ring lies on a resistor
NAMES = {"J2": (45.2, 56.9), "J5": (45.5, 3.2), "J6": (58.5, 3.2)}  # the edge cuts KiCad's own places off


def mm(value: float) -> int:
    return round(value * 1e6)


def at(x: float, y: float) -> pcbnew.wxPoint:
    return pcbnew.wxPoint(mm(OFF_X + x), mm(OFF_Y + y))


def width(tower: Tower, net: str) -> float:
    """Signals 0.3 mm; power what IPC-2221 asks at 10 K, in tenths."""
    current = amps(tower).get(net)
    return SIGNAL if current is None else max(SIGNAL, int(track_width(current) * 10 + 0.999) / 10)


def place(board: pcbnew.BOARD, tower: Tower) -> dict[str, pcbnew.NETINFO_ITEM]:
    known: dict[str, pcbnew.NETINFO_ITEM] = {}
    for name in nets(tower):
        known[name] = pcbnew.NETINFO_ITEM(board, name)
        board.Add(known[name])
    for part in parts(tower):
        library, footprint = part.footprint.split(":")
        module = pcbnew.FootprintLoad(str(FOOTPRINTS / f"{library}.pretty"), footprint)
        module.SetReference(part.ref)
        module.SetValue(part.value)
        module.SetPosition(at(part.x, part.y))
        module.SetOrientationDegrees(part.turn)
        for pad in module.Pads():
            number = pad.GetNumber()
            if number.isdigit() and int(number) <= len(part.pins) and part.pins[int(number) - 1]:
                pad.SetNet(known[part.pins[int(number) - 1]])
        if part.ref == "A1":
            on_sockets(module)
        lettered(module, part.ref)
        board.Add(module)
    g = tower.geometry
    edge = g["pcb_x"] - g["pcb_length"] / 2
    for n, (x, y) in enumerate(board_holes(tower)):
        hole = pcbnew.FootprintLoad(str(FOOTPRINTS / "MountingHole.pretty"), "MountingHole_3.2mm_M3")
        hole.SetReference(f"H{n + 1}")
        hole.Reference().SetVisible(False)
        hole.SetPosition(at(x - edge, g["pcb_width"] / 2 - y))
        board.Add(hole)
    return known


def lettered(module: pcbnew.FOOTPRINT, ref: str) -> None:
    """Writes a part's name where it can be read: on the board, and between its legs if it has two."""
    text = module.Reference()
    if ref in NAMES:
        text.SetPosition(at(*NAMES[ref]))
    elif ref[0] in "RFCD" and ref != "C1":  # C1 is printed black between its legs
        legs = [pad.GetPosition() for pad in module.Pads()]
        text.SetPosition(
            pcbnew.wxPoint(sum(leg.x for leg in legs) // len(legs), sum(leg.y for leg in legs) // len(legs))
        )
        text.SetTextSize(pcbnew.wxSize(mm(SMALL), mm(SMALL)))
        text.SetTextThickness(mm(0.12))
    for item in module.GraphicalItems():
        if isinstance(item, pcbnew.FP_TEXT) and item.GetText() == "K" and item.GetLayer() == pcbnew.F_SilkS:
            item.SetPosition(at(*CATHODE))


def on_sockets(module: pcbnew.FOOTPRINT) -> None:
    """The Nano stands on two rows of pins: between them is room for resistors and their print."""
    x0, x1, y0, y1 = USB
    for item in list(module.GraphicalItems()):
        if item.GetLayer() == pcbnew.F_CrtYd:
            module.Remove(item)
        elif isinstance(item, pcbnew.FP_TEXT):
            if item.GetText() == "USB":
                item.SetPos0(pcbnew.wxPoint(mm((x0 + x1) / 2), mm((y0 + y1) / 2)))
                item.SetDrawCoord()
        elif item.GetLayer() == pcbnew.F_SilkS:
            ends = [(point.x / 1e6, point.y / 1e6) for point in (item.GetStart0(), item.GetEnd0())]
            if all(x0 <= x <= x1 for x, _ in ends) and any(y < y0 for _, y in ends):
                module.Remove(item)
    boxes = [
        (pcbnew.F_CrtYd, 0.05, (a + row, b + row, c, d)) for row in (0.0, ROWS) for a, b, c, d in [SOCKET]
    ]
    for layer, thick, (a, b, c, d) in [*boxes, (pcbnew.F_SilkS, 0.12, USB)]:
        box = pcbnew.FP_SHAPE(module, pcbnew.SHAPE_T_RECT)
        box.SetLayer(layer)
        box.SetWidth(mm(thick))
        box.SetStart0(pcbnew.wxPoint(mm(a), mm(c)))
        box.SetEnd0(pcbnew.wxPoint(mm(b), mm(d)))
        module.Add(box)
        box.SetDrawCoord()


def outline(board: pcbnew.BOARD, tower: Tower) -> None:
    long, wide = tower.geometry["pcb_length"], tower.geometry["pcb_width"]
    corners = [(0, 0), (long, 0), (long, wide), (0, wide)]
    for n, corner in enumerate(corners):
        line = pcbnew.PCB_SHAPE(board)
        line.SetShape(pcbnew.SHAPE_T_SEGMENT)
        line.SetLayer(pcbnew.Edge_Cuts)
        line.SetStart(at(*corner))
        line.SetEnd(at(*corners[(n + 1) % 4]))
        line.SetWidth(mm(0.1))
        board.Add(line)
    words = pcbnew.PCB_TEXT(board)
    words.SetText(f"LOOP tower, revision {tower.data['status']['revision']}, not yet built")
    words.SetPosition(at(30, 33))
    words.SetLayer(pcbnew.F_SilkS)
    words.SetTextSize(pcbnew.wxSize(mm(1), mm(1)))
    words.SetTextThickness(mm(0.15))
    board.Add(words)


def route(board: pcbnew.BOARD, tower: Tower, known: dict[str, pcbnew.NETINFO_ITEM]) -> list[str]:
    """Everything; ground is poured too, but what carries much has its own track. Says what found no way."""
    pads = []
    for pad in board.GetPads():
        box = pad.GetBoundingBox()
        spot = (pad.GetPosition().x / 1e6 - OFF_X, pad.GetPosition().y / 1e6 - OFF_Y)
        pads.append(
            Pad(
                pad.GetNetname(),
                spot,
                (box.GetWidth() / 2e6, box.GetHeight() / 2e6),
                pad.GetParent().GetReference(),
            )
        )
    g = tower.geometry
    wanted = [net for net in nets(tower) if net != GND]
    order = sorted(wanted, key=lambda n: (-width(tower, n), _span(pads, n)))
    for _ in range(TRIES):
        router = Router((g["pcb_length"], g["pcb_width"]), CLEARANCE + 0.05, EDGE, pads)
        lost = []
        strong = [pad for pad in pads if pad.net == GND and pad.ref in STRONG]
        if not router.connect(GND, width(tower, GND), strong):
            lost.append(GND)
        for net in order:
            mine = [pad for pad in pads if pad.net == net]
            if len(mine) > 1 and not router.connect(net, width(tower, net), mine):
                lost.append(net)
        weak = [pad for pad in pads if pad.net == GND and pad.ref not in STRONG]
        if not router.connect(GND, SIGNAL, [strong[0], *weak]):
            lost.append(GND)
        print(f"{len(lost)} nets found no way")
        if not lost:
            break
        # Those that came too late come first next time, behind the wide ones.
        wide = [net for net in order if width(tower, net) > 2 * SIGNAL]
        order = (
            wide
            + [n for n in lost if n not in wide and n != GND]
            + [n for n in order if n not in lost and n not in wide]
        )
    for track in router.tracks:
        line = pcbnew.PCB_TRACK(board)
        line.SetStart(at(*track.start))
        line.SetEnd(at(*track.end))
        line.SetWidth(mm(track.width))
        line.SetLayer(pcbnew.F_Cu if track.layer == 0 else pcbnew.B_Cu)
        line.SetNet(known[track.net])
        board.Add(line)
    for net, spot in router.vias:
        via = pcbnew.PCB_VIA(board)
        via.SetPosition(at(*spot))
        via.SetDrill(mm(DRILL))
        via.SetWidth(mm(VIA))
        via.SetNet(known[net])
        board.Add(via)
    return lost


def _span(pads: list[Pad], net: str) -> float:
    mine = [pad.at for pad in pads if pad.net == net]
    return (
        max(x for x, _ in mine) - min(x for x, _ in mine) + max(y for _, y in mine) - min(y for _, y in mine)
    )


def pour(board: pcbnew.BOARD, tower: Tower, ground: pcbnew.NETINFO_ITEM) -> None:
    long, wide = tower.geometry["pcb_length"], tower.geometry["pcb_width"]
    for layer in (pcbnew.F_Cu, pcbnew.B_Cu):
        zone = pcbnew.ZONE(board)
        zone.SetLayer(layer)
        zone.SetNet(ground)
        zone.SetLocalClearance(mm(0.3))
        zone.SetMinThickness(mm(0.3))
        zone.SetThermalReliefSpokeWidth(mm(0.5))
        zone.SetThermalReliefGap(mm(0.4))
        zone.SetIslandRemovalMode(pcbnew.ISLAND_REMOVAL_MODE_ALWAYS)
        corners = [(EDGE, EDGE), (long - EDGE, EDGE), (long - EDGE, wide - EDGE), (EDGE, wide - EDGE)]
        zone.AddPolygon(pcbnew.wxPoint_Vector([at(*corner) for corner in corners]))
        board.Add(zone)
    pcbnew.ZONE_FILLER(board).Fill(board.Zones())


def violations(report: str) -> list[str]:
    """What KiCad's check found; the call itself says True in any case."""
    found = re.split(r"^(?=\[\w+\]: )", report, flags=re.MULTILINE)[1:]
    return [" ".join(one.partition("**")[0].split())[:200] for one in found]


def plot(board: pcbnew.BOARD, folder: Path) -> None:
    controller = pcbnew.PLOT_CONTROLLER(board)
    options = controller.GetPlotOptions()
    options.SetOutputDirectory(str(folder))
    options.SetPlotFrameRef(False)
    options.SetUseGerberProtelExtensions(False)
    options.SetIncludeGerberNetlistInfo(True)
    options.SetCreateGerberJobFile(False)
    options.SetSubtractMaskFromSilk(True)
    layers = {
        "F_Cu": pcbnew.F_Cu, "B_Cu": pcbnew.B_Cu, "F_Mask": pcbnew.F_Mask, "B_Mask": pcbnew.B_Mask,
        "F_Silkscreen": pcbnew.F_SilkS, "Edge_Cuts": pcbnew.Edge_Cuts,
    }  # fmt: skip
    for name, layer in layers.items():
        controller.SetLayer(layer)
        controller.OpenPlotfile(name, pcbnew.PLOT_FORMAT_GERBER, name)
        controller.PlotLayer()
    controller.ClosePlot()
    drill = pcbnew.EXCELLON_WRITER(board)
    drill.SetOptions(False, False, pcbnew.wxPoint(0, 0), False)
    drill.SetFormat(True)
    drill.CreateDrillandMapFilesSet(str(folder), True, False)
    controller = pcbnew.PLOT_CONTROLLER(board)
    options = controller.GetPlotOptions()
    options.SetOutputDirectory(str(folder))
    options.SetPlotFrameRef(False)
    controller.SetLayer(pcbnew.F_SilkS)
    controller.OpenPlotfile("placement", pcbnew.PLOT_FORMAT_SVG, "placement")
    for layer in (pcbnew.Edge_Cuts, pcbnew.F_SilkS, pcbnew.F_Mask):
        controller.SetLayer(layer)
        controller.PlotLayer()
    controller.ClosePlot()


def undated(folder: Path) -> None:
    """Takes dates and names of programs out of what KiCad wrote, and gives the files plain names."""
    for path in sorted(folder.iterdir()):
        if path.suffix not in (".gbr", ".drl", ".svg"):
            continue
        text = path.read_text(encoding="utf-8")
        text = re.sub(
            r".*(CreationDate|Created by KiCad|DRILL file|FORMAT=|GenerationSoftware|ProjectId).*\n", "", text
        )
        text = re.sub(r"(date|Date) [^<\n]*", "", text)
        if path.suffix == ".svg":
            text = cropped(text, Tower.load())
        path.write_text(text, encoding="utf-8")
        path.rename(folder / path.name.removeprefix(files.NAME).removeprefix("-"))


def cropped(picture: str, tower: Tower) -> str:
    """The board alone instead of a whole sheet of paper."""
    long, wide = (tower.geometry[name] + 2 * MARGIN for name in ("pcb_length", "pcb_width"))
    corner = mm(OFF_X - MARGIN), mm(OFF_Y - MARGIN)
    return re.sub(
        r'width="[^"]*" height="[^"]*" viewBox="[^"]*"',
        f'width="{2 * long:g}mm" height="{2 * wide:g}mm" '
        f'viewBox="{corner[0]} {corner[1]} {mm(long)} {mm(wide)}"',
        picture,
        count=1,
    )


def main() -> int:
    tower = Tower.load()
    files.FOLDER.mkdir(exist_ok=True)
    board = pcbnew.NewBoard(str(files.BOARD))
    settings = board.GetDesignSettings()
    settings.m_MinClearance = mm(CLEARANCE)
    settings.m_TrackMinWidth = mm(SIGNAL)
    settings.m_CopperEdgeClearance = mm(EDGE)
    settings.m_HoleToHoleMin = mm(0.5)
    outline(board, tower)
    known = place(board, tower)
    lost = route(board, tower, known)
    if lost:
        print("no way for " + ", ".join(lost), file=sys.stderr)
    pour(board, tower, known[GND])
    board.Save(str(files.BOARD))
    pcbnew.WriteDRCReport(board, str(files.REPORT), pcbnew.EDA_UNITS_MILLIMETRES, True)
    report = files.REPORT.read_text(encoding="utf-8")
    found = violations(report)
    files.REPORT.write_text(re.sub(r".*(Created on|Drc report for).*\n", "", report), encoding="utf-8")
    plot(board, files.FOLDER)
    undated(files.FOLDER)
    drawn: dict[str, list[str]] = {}
    for pad in board.GetPads():
        if pad.GetNetname():
            pin = f"{pad.GetParent().GetReference()}.{pad.GetNumber()}"
            if pin not in drawn.setdefault(pad.GetNetname(), []):
                drawn[pad.GetNetname()].append(pin)
    drawn = {net: sorted(pins) for net, pins in sorted(drawn.items())}
    spots = {
        f"{pad.GetParent().GetReference()}.{pad.GetNumber()}": [
            round(pad.GetPosition().x / 1e6 - OFF_X, 2),
            round(pad.GetPosition().y / 1e6 - OFF_Y, 2),
        ]
        for pad in board.GetPads()
        if pad.GetNumber()
    }
    files.PINS.write_text(json.dumps(dict(sorted(spots.items())), indent=0) + "\n", encoding="utf-8")
    files.NETLIST.write_text(json.dumps(drawn, indent=1) + "\n", encoding="utf-8")
    widths = {net: width(tower, net) for net in sorted(nets(tower))}
    files.WIDTHS.write_text(json.dumps(widths, indent=1) + "\n", encoding="utf-8")
    print(f"{len(drawn)} nets, {len(board.GetTracks())} tracks and vias, {len(found)} violations")
    for one in found[:20]:
        print(f"  {one}")
    for more in (".kicad_prl", ".kicad_pro"):
        files.BOARD.with_suffix(more).unlink(missing_ok=True)
    if lost or found:
        return 1
    files.record(tower)
    return 0


if __name__ == "__main__":
    sys.exit(main())
