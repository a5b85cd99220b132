"""The agents as heads, each on a disc of its own colour; one that nobody has drawn has its initials.

May import: the theme, the paper in which everything is cut.
"""

from __future__ import annotations

from collections.abc import Sequence

from companion.app.running import the_app
from companion.app.theme import EXTRABOLD
from companion.app.widgets import paper, shapes

INK, PAPER, OWN = "ink", "paper", "own"
HEADS: dict[str, tuple[tuple[str, str], ...]] = {
    "mr-time": (
        ("M-62 100C-60 52-30 46 0 46C30 46 60 52 62 100Z", INK),
        ("M-48 4C-48-28-28-44 0-44C28-44 48-28 48 4C48 34 28 52 0 52C-28 52-48 34-48 4Z", INK),
        ("M-39 4C-39-22-22-36 0-36C22-36 39-22 39 4C39 28 22 43 0 43C-22 43-39 28-39 4Z", PAPER),
        ("M-52-28C-30-46 30-46 52-28L56-36C40-48 34-46 33-52V-88H-33V-52C-34-46-40-48-56-36Z", INK),
        ("M-4 10V-18H4V5L22 14 18 22Z", INK),
        ("M-24 30Q-12 20 0 28Q12 20 24 30Q12 36 0 33Q-12 36-24 30Z", INK),
    ),
    "v-girl": (
        ("M-60 100C-56 56-30 52 0 52C30 52 56 56 60 100Z", INK),
        ("M-48 44C-64-8-50-70 0-72C50-70 64-8 48 44L30 50H-30Z", INK),
        ("M-42-20H42L0 34Z", PAPER),
        ("M-22-10H22L0 17Z", OWN),
    ),
    "time-prowler": (
        ("M-62 100C-58 50-30 50 0 50C30 50 58 50 62 100Z", INK),
        ("M-50 40L-54-76-20-50H20L54-76 50 40 0 60Z", INK),
        ("M-36-8L-8 4-34 12ZM36-8L8 4 34 12Z", PAPER),
    ),
    "cztwyzzek": (
        ("M-50 100C-48 56-30 56 0 56C30 56 48 56 50 100Z", INK),
        ("M-52-10C-52-56 52-56 52-10C52 30 24 58 0 58C-24 58-52 30-52-10Z", INK),
        ("M-28-44L-48-90-34-90-18-48ZM28-44L48-90 34-90 18-48Z", INK),
        ("M-36-10Q-18-26-6 8Q-28 14-36-10ZM36-10Q18-26 6 8Q28 14 36-10Z", PAPER),
    ),
    "robofinisher-404": (
        ("M-62 100V62H62V100Z", INK),
        ("M-46-46H46V50H-46ZM-6-46V-90H6V-46Z", INK),
        ("M-32-24H32V6H-32ZM-22 24h8v12h-8zM-4 24h8v12h-8zM14 24h8v12h-8z", PAPER),
        ("M-20-15h12v12h-12zM8-15h12v12h-12z", INK),
    ),
}


def head(
    agent: str,
    initials: str,
    x: float,
    y: float,
    r: float,
    colour: Sequence[float],
    ink: Sequence[float],
    light: Sequence[float],
    edge: Sequence[float],
) -> None:
    """`edge`: the colour of the line around it; paper says whose turn it is."""
    paper.disc(x, y, r * 1.04, colour)
    drawn = HEADS.get(agent)
    if drawn is None:
        size = the_app().theme.legible(r * 0.95)
        fits = shapes.letters_width(initials, size, EXTRABOLD) < 1.9 * r
        shapes.letters(initials if fits else initials[:1], x, y, size, ink, EXTRABOLD)
    else:
        tones = {INK: ink, PAPER: light, OWN: colour}
        for path, tone in drawn:
            paper.fill(path, tones[tone], x, y - 0.1 * r, 0.0088 * r * 0.96, smooth=r > 30)
    paper.circle(x, y, r * 1.04, edge, max(r * 0.13, 2.5))
