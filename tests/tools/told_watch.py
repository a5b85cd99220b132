"""When a drop is over, when it is shaken for and when people are reminded: part of the transcripts. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.tower.counting import Drop, Inside
from companion.tower.drop_watch import DropWatch, Watching
from companion.tower.pulses import Pulses
from companion.tower.readings import (
    BeamBroken,
    BeamClear,
    BeamDark,
    CountsLost,
    LinkBack,
    LinkLost,
    Moved,
    Reading,
)
from tests.tools.told_counts import CALIBRATED, answered


def passes(outlet: int, at: float, length: float | None = 16.0, **more: bool) -> BeamBroken:
    return BeamBroken(outlet, 1000 * at, length, **more)


Heard = tuple[float, Reading | str]
ALL = ((1.0, passes(3, 1.0)), (1.2, passes(2, 1.2)), (1.5, passes(3, 1.5)))
EVENTS: dict[str, tuple[Heard, ...]] = {
    "nothing": (),
    "nothing, and the word": ((2.0, "word"),),
    "all": ALL,
    "one is missing": ALL[:2],
    "one is missing, and the word": (*ALL[:2], (2.0, "word")),
    "one late": (*ALL[:2], (9.0, passes(4, 9.0))),
    "one after the word": (*ALL[:2], (2.0, "word"), (3.0, passes(4, 3.0))),
    "halves": (*ALL[:2], (1.4, passes(3, 1.4, 6.0)), (1.41, passes(3, 1.4065, 6.0)), (2.0, "word")),
    "chatter": (*ALL[:2], (1.4, passes(3, 1.4, 2.0)), (2.0, "word")),
    "dark": (*ALL[:2], (1.4, BeamDark(3)), (2.0, "word")),
    "dark and clear": (*ALL[:2], (1.4, BeamDark(3)), (3.0, BeamClear(3)), (3.0, passes(3, 1.4, 1600.0))),
    "dark first": ((1.4, BeamDark(3)), (2.0, "word")),
    "partial": (*ALL[:2], (1.4, passes(4, 1.4, partial=True)), (2.0, "word")),
    "testing": (*ALL[:2], (1.4, passes(4, 1.4, testing=True)), (2.0, "word")),
    "a link that comes back": (
        *ALL[:2],
        (1.6, LinkLost("x")),
        (1.7, LinkLost("x")),
        (30.0, LinkBack("p", False)),
    ),
    "a link after the word": (*ALL[:2], (1.6, "word"), (2.0, LinkLost("x")), (9.0, LinkBack("p", True))),
    "a link that stays away": (*ALL[:2], (1.6, LinkLost("x"))),
    "counts lost": (*ALL[:2], (1.6, CountsLost()), (2.0, "word")),
    "moved": (*ALL, (1.6, Moved(3))),
    "early, and the throw": ((0.0, "early"), (3.0, "throw")),
    "early, and no throw": ((0.0, "early"), (3.0, "no throw"), *((at + 4, one) for at, one in ALL)),
    "early, and nobody says": ((0.0, "early"),),
}


def watched(events: Sequence[Heard], watching: Watching, inside: Inside) -> Iterator[str]:
    """One drop of three, looked at four times a second; what is decided, and when."""
    watch = DropWatch(3, "red", inside, 3, watching, Pulses.learn(CALIBRATED))
    watch.begin(0.0)
    left, last, now = list(events), "", 0.0
    while now < 80:
        while left and left[0][0] <= now:
            match left.pop(0)[1]:
                case "word":
                    watch.say_all_thrown(now)
                case "early":
                    watch.ask_early([passes(3, 0.0), passes(4, 0.1)])
                case "throw" | "no throw" as said:
                    watch.say_early(said == "throw", now)
                case (
                    BeamBroken()
                    | BeamDark()
                    | BeamClear()
                    | LinkLost()
                    | LinkBack()
                    | CountsLost()
                    | Moved() as one
                ):
                    watch.hear(one, now)
                case _:
                    pass
        verdict = watch.verdict(now)
        if verdict != last:
            link = ("", " down")[watch.down] + ("", " lost")[watch.lost]
            seen = f"seen {watch.seen} missing {watch.missing} short {watch.short}"
            yield f"    {now:5.2f} {verdict}: {seen}{link}"
        if verdict == "over":
            break
        last = verdict
        if verdict == "shake":
            watch.shaking()
            now += 0.75
            watch.was_shaken(now)
            last = ""
        now += 0.25
    watch.settle_with([0, 0, 1, 2, 0, 1, 0])
    drop = watch.drop
    yield f"    {told_flags(drop)} {len(drop.breaks)} breaks, {len(drop.outside)} outside"
    yield from answered(watch.count())


def told_flags(drop: Drop) -> str:
    flags = {
        name: getattr(drop, name) for name in ("facing", "lost", "moved", "early", "shakes", "shaken_out")
    }
    return " ".join(f"{name} {value}" for name, value in flags.items()) + f" blind {sorted(drop.blind)}"


def of_watching() -> list[str]:
    text = []
    usual, quick = Watching(), Watching(shakes=1, word=float("inf"), pause=3.0, minimum=1.0, first=10.0)
    for name, events in EVENTS.items():
        for watching, inside in ((usual, Inside()), (quick, Inside(1, "red"))):
            text += [
                f"{name}, {'as usual' if watching is usual else 'otherwise'}",
                *watched(events, watching, inside),
            ]
    return text
