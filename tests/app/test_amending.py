"""An old drop set right in the history by touch: the rest is replayed, and the table is told what to move."""

import pytest

from tests.app.tapping import Tapper
from tests.app.test_evening import has, still, visit
from tests.app.test_table_screen import begin


def touch_beside(driver, name: str, sign: str) -> None:
    """The button with this sign in the row of an era."""
    screen = driver.app.manager.current_screen
    for row in driver.walk(screen):
        texts = [getattr(child, "text", "") for child in row.children]
        if name in texts and sign in texts:
            driver.touch(row.children[texts.index(sign)])
            return
    raise AssertionError(f"no {sign} beside {name!r}")


@pytest.mark.slow
def test_a_drop_of_an_earlier_turn_is_set_right(run):
    driver = run(prepare=lambda app: (still(app), begin(app, seed=6)))  # nothing new is asked in it
    driver.frames(3)
    Tapper(driver, 2).play(2)
    evening = driver.app.evening
    drop = next(one for one in evening.now.entries if one.given.kind == "RiftsLanded")
    entries = len(evening.now.entries)
    assert entries > drop.number + 3, "the drop is long past"
    names = [driver.app.manager.current_screen.speech.name("era", era) for era in range(7)]
    driver.touch(driver.app.manager.current_screen.ids.tab)  # the way there lies at HQ
    visit(driver, "History", "history")
    screen = driver.app.manager.current_screen
    driver.touch(driver.button("1"))  # the first turn
    line = next(one for one in screen.entries if one.number == drop.number)
    driver.touch(driver.button(f"{line.number}  {line.text}"))
    driver.touch(driver.button("Change this …"))
    here = next(era for era in range(7) if drop.given.landed[era])
    there = (here + 1) % 7
    touch_beside(driver, names[here], "−")
    touch_beside(driver, names[there], "+")
    driver.touch(driver.button("That is right"))
    assert screen.stage == "settle", "first what follows from it"
    assert has(driver, "To change on the table:")
    assert evening.now.entries[drop.number - 1].given == drop.given, "nothing changes before it is kept"
    keep = next(text for text in ("Keep the change", "Keep what fits") if has(driver, text))
    driver.touch(driver.button(keep))
    driver.pump(lambda: driver.app.manager.current == "table", "the table")
    landed = list(drop.given.landed)
    landed[here] -= 1
    landed[there] += 1
    assert list(evening.now.entries[drop.number - 1].given.landed) == landed
    assert evening.now.todo, "the cubes to move are told"
    undone = len(evening.now.entries)
    driver.frames(3)
    driver.touch(driver.app.manager.current_screen.ids.undo)
    assert len(evening.now.entries) != undone
