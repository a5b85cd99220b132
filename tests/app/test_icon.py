"""The picture of the window is the emblem as it is drawn."""

import numpy as np


def test_the_icon_is_the_emblem(run):
    from PIL import Image

    from tests.tools.icon import FILE, drawn

    driver = run()
    assert driver.app.icon == str(FILE)
    kept = np.asarray(Image.open(FILE).convert("RGBA"), float)
    assert np.abs(kept - np.asarray(drawn(driver), float)).mean() < 2, "`make icon` takes it anew"
