"""Seen from a chair: how high letters are, in millimetres on a stated device, wherever they are drawn.

On a tablet of 10.1 inches at 60 cm what is needed in play has capitals of 16 arcminutes, 2.8 mm, and what is
only good to know 12, 2.1 mm. Sizes are measured on what is on the screen, after anything has shrunk.
"""

from math import hypot

import pytest

from tests.app.layout import CAP, visible
from tests.tools.screenshots import SCENES

INCH = 25.4
DEVICES = {"1280x800": ((1280, 800), 10.1), "1920x1200": ((1920, 1200), 10.1)}
NEEDED, SECONDARY = 2.8, 2.05
"""Millimetres; rounded down by half a pixel."""
ASIDE = ("SIMULATED TOWER", "On the table", "Or this?", "A cube is probably still inside.", "1 inside")
"""Good to know; everything else on these screens is needed."""
PLAYED = (
    *("table", "real-table", "lightly", "duplicate", "question"),
    *("drop-waiting", "drop-unsure", "palette", "era"),
)


@pytest.mark.parametrize("device", DEVICES)
@pytest.mark.parametrize("scene", PLAYED)
def test_what_is_needed_in_play_is_read_from_a_chair(run, scene, device):
    size, diagonal = DEVICES[device]
    mm = diagonal * INCH / hypot(*size)
    driver = run(size=size, prepare=lambda app: (setattr(app.theme, "motion", False), SCENES[scene](app)))
    driver.frames(6)
    if after := getattr(driver.app, "after_shown", None):
        after()
        driver.frames(4)
    texts = [w for w, _ in visible(driver) if hasattr(w, "clipped") and w.text.strip()]
    assert texts
    small = [
        f"{w.text!r}: {w.font_size * CAP * mm:.2f} mm"
        for w in texts
        if w.font_size * CAP * mm < (SECONDARY if w.text in ASIDE or w.tone == "faint" else NEEDED)
    ]
    assert small == []
