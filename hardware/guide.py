"""The page that tells how the tower is put together: hardware/guide.toml with the figures of tower.toml.

Standard library only.
"""

from __future__ import annotations

import math

from hardware import assembly, solids
from hardware.board import legend
from hardware.guide_steps import chapters, screw_lines, steps, tools
from hardware.layout import Layout
from hardware.pages import page
from hardware.tower import Tower


def assembly_page(tower: Tower) -> str:
    full = tower.position["codes"].index(7)  # the era whose three windows make a row
    s, g, lay = tower.servo, tower.geometry, Layout.of(tower)
    paper = solids.paper(lay)
    falling = "clockwise" if s["rising"] == "counter-clockwise" else "counter-clockwise"
    figures = {
        "middle": f"{tower.era_pulses[tower.eras // 2]:.0f}",
        "rising": s["rising"],
        "falling": falling,
        "proud": f"{g['proud']:g}",
        "bore": f"{g['bore']:g}",
        "row": f"{(tower.position['sensor_angle'] + full * tower.era_angle) % 360:.0f}",
        "paper_out": f"{math.floor(2 * paper.r_outer)}",
        "paper_in": f"{math.ceil(2 * paper.r_inner)}",
        "to_middle": f"{tower.eras // 2 * tower.era_angle:.0f}",
        **{what: part.ref for what, part in legend.plugs(tower).items()},
        "short": f"{tower.position['sensor_angle'] - tower.eras // 2 * tower.era_angle:.0f}",
    }
    told, used = assembly.by_step(tower), tools(tower)
    blocks = [
        "Every step below is a movement that a test has made with all parts, screws, plugs and tools as "
        "solids: each part reaches its place, a driver each screw, each plug has room. Times are a guess.\n",
        "![Everything, pulled apart](pictures/exploded.png)\n",
        f"All steps together: about {sum(step['minutes'] for step in steps()) / 60:.1f} hours. The screws "
        "cut their own thread in the plastic; stop when the head touches.\n",
    ]
    for number, chapter in enumerate(chapters(), start=1):
        blocks.append(f"## {number}. {chapter['title']}\n")
        if "text" in chapter:
            blocks.append(_filled(chapter["text"].strip(), figures) + "\n")
        for step in chapter.get("step", ()):
            if step["id"] not in told:
                continue
            screws, _ = screw_lines(tower, told[step["id"]])
            name = step["id"].replace(" ", "-")
            facts = f"*{step['minutes']} min · {used[step['id']]}*" + (f" · **{screws}**" if screws else "")
            blocks += [
                f"### {step['id'].capitalize()}\n",
                f"![{step['id']}](pictures/step-{name}.png)\n",
                facts + "\n",
            ]
            blocks.append(_filled(step["text"], figures) + "\n")
        blocks.append(f"> **Check.** {chapter['check']}\n")
    return page("Putting it together", tower, *blocks)


def _filled(text: str, figures: dict[str, str]) -> str:
    for name, value in figures.items():
        text = text.replace("{" + name + "}", value)
    return text
