"""What a strip of lights is to show, and what it does show: part of the transcripts. Pure."""

from __future__ import annotations

from companion.tower.lights import (
    DARK,
    PALETTE,
    WHITE,
    Lights,
    LightStrip,
    Strip,
    aimed,
    resting,
    standing,
    tearing,
)
from companion.tower.wire_table import OUTLETS


def told(lights: Lights) -> str:
    colours = " ".join("".join(f"{part:02x}" for part in colour) for colour in lights.colours)
    capped = f"{lights.capped.brightness} {lights.capped.current:.1f}"
    return f"{colours} at {lights.brightness} {lights.current:.1f} mA, capped {capped} mA"


def of_lights() -> list[str]:
    text = [f"resting {told(resting(PALETTE))}"]
    text += [f"aimed {outlet} {told(aimed(PALETTE, outlet))}" for outlet in range(OUTLETS)]
    for danger in ((0.0,) * 7, (-1.0, 0.1, 0.25, 0.5, 0.75, 1.0, 2.0)):
        text.append(f"standing {danger} {told(standing(PALETTE, danger))}")
    for outlets in ((), (0,), (3,), (6, 2), range(7)):
        text.append(f"tearing {outlets} {told(tearing(PALETTE, outlets))}")
    text += [f"white at {n} {told(Lights((WHITE,) * OUTLETS, n))}" for n in range(0, 32, 5)]
    for colours, brightness in (
        (PALETTE, 32), (PALETTE, -1), (PALETTE[:6], 3), ((*PALETTE[:6], (0, 0)), 3),
        ((*PALETTE[:6], (0, 0, 256)), 3), ((*PALETTE[:6], (-1, 0, 0)), 3), ((*PALETTE[:6], (255, 0, 0)), 31),
    ):  # fmt: skip
        try:
            text.append(f"made {told(Lights(colours, brightness))}")  # type: ignore[arg-type]
        except ValueError as wrong:
            text.append(f"refused {brightness} {wrong}")
    strip = Strip()
    for n in range(40):
        if n % 3 == 0:
            strip.show(aimed(PALETTE, n % OUTLETS))
        strip.tick(n * 0.05, steady=10 <= n < 20)
        text.append(f"{n * 0.05:.2f} {told(strip.shown)[:48]}")
    for fitted in (True, False):
        shown: list[Lights] = []

        def light(lights: Lights, shown: list[Lights] = shown, fitted: bool = fitted) -> bool:
            shown.append(lights)
            return fitted

        whole = LightStrip(light)
        whole.aim(None)
        whole.aim(2)
        whole.show(Lights((WHITE,) * OUTLETS, 31))
        text.append(f"fitted {whole.fitted} shows {told(whole.lights)}")
        whole.stand([0.0, 0.5, 1.0, 0.0, 0.0, 0.0, 0.0], [5])
        whole.rest()
        whole.stand([1.0] * OUTLETS)
        whole.aim(4)
        whole.stand([0.0] * OUTLETS, [1, 2])
        whole.switch(False)
        whole.rest()
        whole.aim(1)
        whole.switch(True)
        whole.show(DARK)
        text += [told(one) for one in shown]
    return text
