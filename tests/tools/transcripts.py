"""`make transcripts`: what a simulated tower says and does on an evening, once for every fault, as text.

The tests play each evening again and compare: a change of driver, board, wire or counting shows as a
difference that a person can read before it is committed. So do those of the bots, in tests/advisor.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

from companion.tower.backends.simulated import SimulatedBoard
from companion.tower.calibration import Calibration
from companion.tower.counting import Inside
from companion.tower.faults import FAULTS, Fault
from companion.tower.procedures import calibrate_beams, calibrate_cubes, calibrate_servo, finger_test
from tests.tools import told_maze
from tests.tools.told_board import BOARDS
from tests.tools.told_console import PRINTED
from tests.tools.told_counts import TABLES
from tests.tools.told_firmware import of_firmware
from tests.tools.told_lights import of_lights
from tests.tools.told_link import of_link
from tests.tools.told_serial import of_messages
from tests.tools.told_watch import of_watching
from tests.tower.evening import UNEVEN, Evening, Person, flat, made

FOLDER = Path(__file__).parents[1] / "tower" / "transcripts"
WIRED = ("", "late-reply", "lost-acknowledgement", "merged-frames")  # evenings told frame by frame


def with_fault(name: str) -> list[str]:
    """Opened, two turns and two drops, a shake, a beam test, and a while of nothing, with one fault on."""
    faults = [Fault(name, kind.default) for kind in FAULTS if kind.id == name]
    evening = Evening(made(4), frames=name in WIRED)
    tower, tell, board = evening.tower, evening.tell, evening.board
    evening.act("open", tower.open)
    for fault in faults:
        board.faults.switch_on(fault)
    evening.act("face 3", tower.face, 3, tell)
    evening.act("drop 4", tower.drop, 4, "red", Inside(), tell=tell)
    evening.listen(4.0)
    evening.act("bring 5", tower.bring, 5, tell)
    evening.act("drop 2", tower.drop, 2, "blue", tell=tell)
    evening.act("shake", tower.shake, tell)
    evening.act("self-test", tower.check_beams, blink=False)
    evening.act("diagnosis", board.diagnosis)
    evening.state()
    for fault in faults:
        board.faults.switch_off(fault)
    evening.act("open again", tower.open)
    evening.act("bring 1", tower.bring, 1, tell)
    evening.act("drop 3", tower.drop, 3, "red", Inside(), tell=tell)
    evening.listen(1.0)
    evening.state()
    return evening.text


def with_jams(seed: int, apart: tuple[float, float] | None) -> list[str]:
    """Eight drops through a tower that often jams, by a handful or one after another."""
    evening = Evening(made(seed, throws=False, model=UNEVEN))
    tower, board = evening.tower, evening.board
    board.hands = apart
    evening.act("open", tower.open)
    for n, thrown in enumerate((1, 2, 3, 4, 5, 6, 8, 2)):
        colour = ("red", "blue", "green")[n % 3]
        evening.act(f"bring {5 * n % 7}", tower.bring, 5 * n % 7, evening.tell)
        evening.act(f"drop {thrown} {colour}", tower.drop, thrown, colour, tell=evening.tell)
        tower.inside = Inside(board.inside, tower.inside.colour if board.inside else "")  # people look
        evening.listen(0.5)
    evening.state()
    evening.line("learned", flat(tower.learned.as_data()))
    return evening.text


def by_hands() -> list[str]:
    """What people do to a tower while nobody throws, and what they may order then."""
    evening = Evening(made(2, throws=False))
    tower, board = evening.tower, evening.board
    evening.act("open", tower.open)
    evening.act("face 6", tower.face, 6, evening.tell)
    acts: dict[str, Callable[[], object]] = {
        "a hand through the beams": board.hand,
        "chatter": lambda: board.chatter(1),
        "a beam is blocked": lambda: board.block(4),
        "and clear again": lambda: board.unblock(4, after=0.3),
        "a cube rests in a beam": lambda: board.rest(2),
        "a push": lambda: board.push(-2),
        "a reset": lambda: board.reboot(after=0.2),
        "power is lost": lambda: board.reboot(power_lost=True, after=0.2),
        "the watchdog": lambda: board.reboot(cause="watchdog", after=0.2),
        "the cable is out for a while": lambda: board.pull_cable(2.5, after=0.2),
        "a cube falls": lambda: board.fall(0, after=0.1),
        "settings are lost": board.lose_settings,
    }
    for name, act in acts.items():
        evening.act(name, act)
        evening.listen(3.0)
        evening.act("diagnosis", board.diagnosis)
        evening.act("condition", board.condition)
        evening.act("bring 6", tower.bring, 6, evening.tell)
        evening.act("bring 6 again", tower.bring, 6, evening.tell)
    evening.state()
    return evening.text


def by_orders() -> list[str]:
    """Orders to the board itself: each while it rests, turns, shakes, tests beams and watches a drop."""
    orders: dict[str, Callable[[SimulatedBoard], object]] = {
        "turn": lambda board: board.turn(1500),
        "turn directly": lambda board: board.turn(1210, direct=True),
        "turn to the low end": lambda board: board.turn(board.in_force.low + board.in_force.overshoot),
        "turn to the high end": lambda board: board.turn(board.in_force.high - board.in_force.overshoot),
        "turn too low": lambda board: board.turn(board.in_force.low + board.in_force.overshoot - 1),
        "turn too high": lambda board: board.turn(board.in_force.high - board.in_force.overshoot + 1),
        "turn beyond": lambda board: board.turn(board.in_force.high + 1, direct=True),
        "hands away": lambda board: board.hands_away(1214),
        "shake": lambda board: board.shake(),
        "shake once": lambda board: board.shake(40, 1),
        "shake far": lambda board: board.shake(5000, 1),
        "stop": lambda board: board.stop(),
        "begin drop": lambda board: board.begin_drop(2),
        "end drop": lambda board: board.end_drop(),
        "begin finger test": lambda board: board.begin_finger_test(),
        "end finger test": lambda board: board.end_finger_test(),
        "blink": lambda board: board.check_beams(blink=True),
        "self-test": lambda board: board.check_beams(blink=False),
        "store": lambda board: board.store(replace(board.in_force, hold=700, approach=1)),
    }
    states = ("", "turn", "shake", "begin drop", "begin finger test")
    text: list[str] = []
    for state in states:
        for name, order in orders.items():
            evening = Evening(made(3))
            board, tower = evening.board, evening.tower
            tower.open()
            tower.face(1)
            if state:
                orders[state](board)
                evening.listen(0.1)
            evening.text = [f"while it is told to {state or 'rest'}"]
            evening.act(name, order, board)
            board.pulse(0, 0.4, 16.0)
            board.pulse(2, 0.0, 600.0)
            evening.listen(2.5)
            evening.act("condition", board.condition)
            evening.act("running", board.running)
            text += evening.text
    return text


def by_guide() -> list[str]:
    """The procedures of the workshop, by a person who nudges, mistypes and throws one cube at a time."""
    wrong = ("", "swapped", "stuck-dark", "inverted", "no-ring")
    return [line for name in wrong for line in (f"with {name or 'nothing wrong'}", *guided(name))]


def guided(fault: str) -> list[str]:
    evening = Evening(made(5, throws=False))
    tower, board = evening.tower, evening.board
    if fault:
        board.faults.switch_on(Fault(fault, 2))
    nudges = ["", "+12", "", "x", "-9999", "-7", "", "", "99999", "", "", ""]
    person = Person(evening, {"tower.calibrate.outlet": nudges})
    steps: list[Calibration] = []

    def step(work: Callable[..., Calibration]) -> str:
        steps.append(work(tower, person, *steps[-1:]))
        return flat(steps[-1].settings)

    evening.act("open", tower.open)
    evening.act("fingers", finger_test, tower, person)
    evening.act("servo", step, calibrate_servo)
    evening.act("beams", step, calibrate_beams)
    evening.act("cubes", step, calibrate_cubes)
    evening.act("store", tower.store, steps[-1])
    evening.state()
    return evening.text


EVENINGS: dict[str, Callable[[], list[str]]] = {
    **TABLES,
    **BOARDS,
    "driver-messages": of_messages,
    "driver-link": of_link,
    "firmware": of_firmware,
    "lights": of_lights,
    **PRINTED,
    "counted-watching": of_watching,
    "no-fault": partial(with_fault, ""),
    **{kind.id: partial(with_fault, kind.id) for kind in FAULTS},
    "jams-handful": partial(with_jams, 7, None),
    "jams-one-by-one": partial(with_jams, 8, (0.3, 1.1)),
    "hands": by_hands,
    "orders": by_orders,
    "guided": by_guide,
}


def main() -> None:
    for folder, texts in ((FOLDER, EVENINGS), (told_maze.FOLDER, told_maze.MAZES)):
        played = {name: "\n".join(play()) + "\n" for name, play in texts.items()}
        folder.mkdir(exist_ok=True)
        for file in folder.glob("*.txt"):
            file.unlink()
        for name, text in played.items():
            (folder / f"{name}.txt").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
