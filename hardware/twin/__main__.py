"""`python -m hardware.twin`: all of it, or one part. Needs the extra `twin`; `make twin` calls it.

Drops are kept in build/twin as they fall, so a command that was stopped goes on where it was.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from pathlib import Path

from companion.tower.backends import drop_model
from hardware.tower import ROOT
from hardware.twin import batch, traces
from hardware.twin.batch import Bar, Drop, drops
from hardware.twin.evenings import DROPS, HANDFUL, ONE_BY_ONE, evenings
from hardware.twin.variants import ALL, OTHERS, PLAIN, STUDY, Variant

NUMBERS = range(1, 9)  # cubes thrown
STUDIED = (2, 4, 6)
FRESH = 1000  # from here on evenings are only compared with the model, never fitted to
PICTURES = ROOT / "docs" / "twin"


def everything(args: argparse.Namespace) -> None:
    """With `--kept` nothing is fitted: the tables anew, beside the model as it stands."""
    from hardware.twin import carried, fit, page, picture, plots
    from hardware.twin.study import shaken, wilson

    plain_wanted = dict.fromkeys(NUMBERS, args.drops)
    plain = drops(PLAIN, plain_wanted, Bar(sum(plain_wanted.values()), "drops"))
    wanted = dict.fromkeys(STUDIED, args.study)
    bar = Bar(len(STUDY) * sum(wanted.values()), "studies")
    studied = {variant: drops(variant, wanted, bar) for variant in STUDY}
    jams = min(args.shaken, sum(None in drop["passed"] for drop in plain))
    freed = {way: wilson(*seen) for way, seen in shaken(plain, Bar(jams, "shakes"), jams).items()}
    if args.kept:
        model, known = drop_model.fitted(), fit.fitted_to()["evenings"] * DROPS
        bar = Bar(2 * args.fresh, "evenings")
    else:
        bar = Bar(2 * (args.evenings + args.fresh), "evenings")
        seen = _evenings(0, args.evenings, bar)
        model = fit.fit(plain, next(iter(freed.values())).share, carried.carried(seen), seen)
        known = len(seen)
    fresh = carried.compared(_evenings(FRESH, args.fresh, bar), model)
    if not args.quick and not args.kept:  # a quick look leaves what the project keeps as it is
        fit.write(model, {"drops": len(plain), "evenings": 2 * args.evenings})
    built = batch.KEPT / "quick" if args.quick else batch.KEPT
    _write_trace(PLAIN, plain, built / "traces")
    kept = built if args.quick else PICTURES
    picture.draw(kept / "mid-drop.png")
    figures = plots.draw(plain, model, kept / "fit.png")
    target = kept / "twin.md" if args.quick else ROOT / "docs" / "twin.md"
    target.write_text(page.page(plain, studied, freed, model, figures, fresh, known), encoding="utf-8")
    print(f"wrote {target.relative_to(ROOT)}")


def _evenings(first: int, number: int, tell: Callable[[], None]) -> list[Drop]:
    """The drops of so many evenings of both ways to throw."""
    return [
        drop
        for hands in (HANDFUL, ONE_BY_ONE)
        for evening in evenings(hands, first, number, tell)
        for drop in evening
    ]


def write_traces(args: argparse.Namespace) -> None:
    for name in args.tower or [PLAIN.name, *(variant.name for variant in OTHERS)]:
        variant = ALL[name]
        wanted = {1: traces.CALIBRATION + 4} | dict.fromkeys(range(args.least, args.most + 1), args.drops)
        fallen = drops(variant, wanted, Bar(sum(wanted.values()), name), skip=args.skip)
        _write_trace(variant, fallen, args.folder)


def _write_trace(variant: Variant, fallen: Sequence[Drop], folder: Path) -> None:
    """Cubes thrown singly are its calibration."""
    singles = [drop for drop in fallen if drop["thrown"] == 1]
    several = [drop for drop in fallen if drop["thrown"] > 1]
    path = folder / f"{variant.name}.json"
    traces.write(traces.trace(variant, several, singles), path)
    print(f"wrote {path.relative_to(ROOT) if path.is_relative_to(ROOT) else path}")


def main(argv: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m hardware.twin", description=__doc__)
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    whole = commands.add_parser("all", help="drops, studies, fit, a trace, pictures, docs/twin.md")
    whole.add_argument("--quick", action="store_true", help="few drops, into build/twin/quick")
    whole.add_argument("--kept", action="store_true", help="beside the kept model; nothing is fitted")
    whole.add_argument("--drops", type=int, default=80, help="for each number of cubes, 1 to 8")
    whole.add_argument("--study", type=int, default=16, help="for each variant and 2, 4 and 6 cubes")
    whole.add_argument("--shaken", type=int, default=40, help="jammed drops that are shaken")
    whole.add_argument("--evenings", type=int, default=160, help="of each way to throw, to fit to")
    whole.add_argument("--fresh", type=int, default=80, help="of each way to throw, to compare with")
    whole.set_defaults(run=everything)
    some = commands.add_parser("traces", help="traces with the truth, one file for each tower")
    some.add_argument("folder", type=Path)
    some.add_argument("--tower", action="append", choices=sorted(ALL), help="may be repeated")
    some.add_argument("--drops", type=int, default=25, help="for each number of cubes")
    some.add_argument("--least", type=int, default=2, help="cubes thrown (%(default)s)")
    some.add_argument("--most", type=int, default=8, help="cubes thrown (%(default)s)")
    some.add_argument("--skip", type=int, default=0, help="leave out so many of each: a set of its own")
    some.set_defaults(run=write_traces)
    args = parser.parse_args(argv)
    if getattr(args, "quick", False):
        args.drops, args.study, args.shaken = 12, 2, 6
        args.evenings, args.fresh = 8, 4
    args.run(args)


if __name__ == "__main__":
    main()
