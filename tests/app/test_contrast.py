"""Every colour of letters can be read on every ground that it is written on: 4.5 to 1, computed."""

import pytest

from companion.games import load

LEAST = 4.5
ON_NIGHT = ("ground", "bar", "panel", "raised", "line")
ON_PAPER = ("text", "paper_shade", "kraft", "accent", "fine", "danger")


def luminance(colour) -> float:
    def linear(part: float) -> float:
        return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4

    red, green, blue = (linear(part) for part in colour[:3])
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one, other) -> float:
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def test_black_on_white_is_as_the_standard_says():
    assert contrast((0, 0, 0, 1), (1, 1, 1, 1)) == pytest.approx(21)


def test_letters_can_be_read_on_their_ground(run):
    theme = run().app.theme
    pairs = [(tone, ground) for tone in ("text", "faint") for ground in ON_NIGHT]
    pairs += [("text", "chosen"), ("accent", "ground"), ("accent", "panel"), ("accent", "chosen")]
    pairs += [("danger", "ground"), ("danger", "panel"), ("fine", "ground"), ("ember", "text")]
    pairs += [("dark", ground) for ground in ON_PAPER]
    found = {pair: contrast(*(getattr(theme, name) for name in pair)) for pair in pairs}
    assert {pair: round(ratio, 2) for pair, ratio in found.items() if ratio < LEAST} == {}


def test_ink_can_be_read_on_every_era_and_every_agent_in_both_palettes(run):
    """Names on the rim, signs on the strip of a card, the banner of a turn."""
    theme = run().app.theme
    eras = [entry["colour"] for entry in load("the-loop").box["era"]]
    found = {}
    for palette in ("plain", "colour-blind"):
        theme.palette = palette
        for index, colour in enumerate(eras):
            found[palette, "era", index] = contrast(theme.dark, theme.tint(index, colour))
        for index in range(4):
            found[palette, "agent", index] = contrast(theme.dark, theme.seat(index))
    assert {what: round(ratio, 2) for what, ratio in found.items() if ratio < LEAST} == {}
