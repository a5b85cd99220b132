"""What is plugged into the circuit board: sockets, plugs and their cables, the room they need, the openings.

Standard library only. Positions are those of the carrier board (hardware/board), seen from the tower's axis.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from hardware.layout import Layout
from hardware.tower import Tower

Range = tuple[float, float]
Box = tuple[Range, Range, Range]

PLAY = 2.0  # around a plug in its opening
TUNNEL = (9.0, 11.0)  # half width and height of the cables' way out under the tray


@dataclass(frozen=True, slots=True)
class Plug:
    """`place`: x, y and z of the plug when it is in; `way`: the direction from which it comes."""

    name: str
    place: Box
    way: tuple[float, float, float]
    pull: float  # how far it must move before it is free
    cable: float = 0.0  # thickness of the cable that leaves the tower with it


def board_top(tower: Tower) -> float:
    return float(tower.geometry["pcb_z"] + tower.geometry["pcb_thickness"])


def plugs(tower: Tower) -> list[Plug]:
    """Out of tower.toml: y and height of each plug's middle on the board, and its own size."""
    top, edge = board_top(tower), tower.geometry["pcb_x"] - tower.geometry["pcb_length"] / 2
    found = []
    for entry in tower.data["plug"]:
        wide, high, long = entry["size"]
        if entry["side"] == "out":  # through the base's wall
            x = (edge + entry["inside"] - long, edge + entry["inside"])
            y, z = entry["y"], top + entry["above"]
            place: Box = (x, (y - wide / 2, y + wide / 2), (z - high / 2, z + high / 2))
            found.append(Plug(entry["id"], place, (-1.0, 0.0, 0.0), entry["pull"], entry["cable"]))
        else:  # from above
            x0, y0 = edge + entry["x"], entry["y"]
            place = (
                (x0 - long / 2, x0 + long / 2),
                (y0 - wide / 2, y0 + wide / 2),
                (top + entry["above"], top + entry["above"] + high),
            )
            found.append(Plug(entry["id"], place, (0.0, 0.0, 1.0), entry["pull"]))
    return found


def openings(tower: Tower) -> dict[str, tuple[Range, Range]]:
    """y and z of the openings in the base's wall, one for each plug that goes in from outside."""
    return {
        plug.name: (
            (plug.place[1][0] - PLAY, plug.place[1][1] + PLAY),
            (plug.place[2][0] - PLAY, plug.place[2][1] + PLAY),
        )
        for plug in plugs(tower)
        if plug.way[0] < 0
    }


def tunnels(tower: Tower) -> tuple[Range, Range]:
    """y of the two tunnels, one for each cable: the wall between them carries the roofs of both sectors."""
    g, (half, _) = tower.geometry, TUNNEL
    edge = g["divider_thickness"] / 2
    return (-half, -edge), (edge + g["fit"] + g["skin"], half)


def cable_way(tower: Tower, plug: Plug) -> list[tuple[float, float, float]]:
    """Where a plug's cable runs: down behind it, then along the board through its tunnel and out."""
    lay = Layout.of(tower)
    (back, _), y, z = plug.place
    side, high = sum(y) / 2, sum(z) / 2
    behind = -max(-back, lay.r_outer) - plug.cable / 2 - 0.5
    lane = math.copysign(sum(tunnels(tower)[1]) / 2, side)  # each tunnel has a wall on the other's side
    low = plug.cable / 2 + 0.3
    return [
        (back, side, high), (behind, side, high), (behind, lane, low), (-lay.r_fence - 30.0, lane, low),
    ]  # fmt: skip


def board_boxes(tower: Tower) -> dict[str, Box]:
    """Board, Nano and sockets as boxes."""
    g = tower.geometry
    half_x, half_y, top = g["pcb_length"] / 2, g["pcb_width"] / 2, board_top(tower)
    edge = g["pcb_x"] - half_x
    boxes: dict[str, Box] = {
        "board": ((edge, g["pcb_x"] + half_x), (-half_y, half_y), (g["pcb_z"], top)),
    }
    for entry in tower.data["board_part"]:
        (x0, x1), (y0, y1), (z0, z1) = entry["x"], entry["y"], entry["z"]
        boxes[entry["id"]] = ((edge + x0, edge + x1), (y0, y1), (top + z0, top + z1))
    return boxes
