"""The seven eras as ink silhouettes under a moon, our own drawings: 150 wide, standing on y = 0.

May import: the paper in which everything is cut.
"""

from __future__ import annotations

from collections.abc import Sequence

from companion.app.widgets import paper

INK = (
    # Dawn of Time: a volcano and a dinosaur
    "M-86 0L-50-44-42-58-26-56-16-40-2 0Z M-6 0L-4-22C2-36 22-38 34-31C42-27 43-44 45-58C47-72 "
    "64-75 72-65L70-60 "
    "57-59C53-46 57-26 48-14L49 0H40L38-11H12L10 0H2L0-12C-12-9-22-4-34-3C-22-8-12-14-4-22Z",
    # Medieval: a castle
    "M-66 0V-34H-58V-40H-50V-34H-42V-40H-34V-64H-40V-76H-33V-70H-27V-76H-20V-70H-14V-76H-7V-64H-12"
    "V-42H-6V-36H2V-42"
    "H10V-36H18V-52H12V-62H18V-57H24V-62H30V-57H36V-62H42V-52H37V-36H44V-42H52V-36H60V0Z "
    "M-26-74V-98L-4-91-24-84V-74Z"
    " M27-62V-74L33-82V-62Z",
    # Renaissance: a dome
    "M-70 0V-22H-44V-30H-38C-38-54-22-66-6-70V-82H-3L-1-90 1-82H4V-70C20-66 36-54 "
    "36-30H42V-22H50V-64L57-76 64-64V0Z "
    "M-78 0C-84-20-80-38-75-48C-70-38-66-20-70 0Z M-92 0C-97-14-94-26-90-34C-86-26-83-14-86 0Z "
    "M72 0C67-18 70-32 75-42C80-32 83-18 78 0Z",
    # Industry: a factory
    "M-70 0V-34L-48-48V-34L-26-48V-34L-4-48V-34L2-34 5-84H17L20-34H26L29-66H40L43-34H70V0Z "
    "M11-90C2-90 1-100 9-102C9-112 25-114 28-105C39-109 48-99 41-93C36-88 20-88 11-90Z",
    # Globalization: a skyline
    "M-72 0V-44H-58V-66H-44V-30H-36V-82L-26-92V-102H-23V-92L-14-82V-20H-8V-54H12V-26H18V-72L38-60"
    "V-34H46V-48H64V0Z "
    "M30-96L52-94 61-102 65-101 61-92 74-88 73-84 59-85 46-74 41-75 48-87 30-92Z",
    # Age of Robots: a robot between domes
    "M-74 0V-16C-74-32-48-32-48-16V0H-30V-8H-22V-36H-36V-30H-44V-50H-30V-58H-14V-64H-22V-88H-3V-98"
    "L-5-102 -3-107 3-107"
    " 5-102 3-98V-88H22V-64H14V-58H30V-50H44V-30H36V-36H22V-8H30V0H46V-22C46-38 76-38 76-22V0Z",
    # End of Times: rocks and a dead tree
    "M-78 0L-66-26-58-20-50-66-42-70-38-58-30-62-22-12-10-6-2-10 8-8C12-22 10-34 6-42L-8-54 -6-57 "
    "7-48 8-66 12-66 13-46 "
    "24-60 27-58 17-40 18-32 34-44 36-41 20-24C20-16 22-10 28-6L44-10 48-40 62-46 66-14 80 0Z",
)
LIT = (
    "M-44-58L-42-78-36-66-32-82-28-66-22-74-26-56Z",
    "M-28-56h6v10h-6zM22-48h6v9h-6zM-6 0v-14L-4-19 1-21 6-19 8-14v14z",
    "M-30-22V-6h8V-18zM-12-22V-6h8V-22zM6-22V-6h8V-22zM24-20V-6h8V-22z",
    "M-60-24h10v10h-10zM-40-24h10v10h-10zM-20-24h10v10h-10z",
    "M-66-36h6v6h-6zM-54-56h6v6h-6zM-31-72h6v6h-6zM-31-52h6v6h-6zM0-44h6v6H0zM24-54h6v6h-6zM52-38h6v6h-6z",
    "M-13-80h8v8h-8zM5-80h8v8h-8z",
    "",
)
"""Windows and eyes, in the colour of the era; the volcano's fire is of paper."""


def scene(
    era: int,
    x: float,
    y: float,
    scale: float,
    ink: Sequence[float],
    sky: Sequence[float],
    fire: Sequence[float],
) -> None:
    """A silhouette that stands on (x, y)."""
    paper.fill(INK[era], ink, x, y, scale)
    if LIT[era]:
        paper.fill(LIT[era], fire if era == 0 else sky, x, y, scale, smooth=False)
