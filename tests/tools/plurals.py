"""`make plurals`: which plural form goes with a number, for every language of CLDR; `--check`: is it current?

Babel has the rules; the app reads the Python that is written here and needs no Babel. Numbers of pieces are
whole, so what CLDR says about decimals is left out. Imports Babel.
"""

import sys
from pathlib import Path
from typing import Any

from babel import Locale, UnknownLocaleError
from babel.localedata import locale_identifiers

FILE = Path(__file__).parents[2] / "companion" / "words" / "plurals.py"
WHOLE = ("n", "i")
"""CLDR's operands that are the number itself; all others tell of decimals and are 0 for a whole number."""
ORDER = ("zero", "one", "two", "few", "many")

HEAD = '''"""Which plural form goes with a whole number, by CLDR. Written by `make plurals`, not by hand.

Imports nothing. A language that CLDR does not know has one form.
"""
# ruff: noqa: E501, PIE808, RUF021, RUF100 - as CLDR writes it

from collections.abc import Callable

'''
FOOT = '''

def category(lang: str, number: int) -> str:
    """`one`, `few`, `other` …: the form that this language uses with this number."""
    rule = RULES.get(lang) or RULES.get(lang.partition("-")[0])
    return rule(abs(number)) if rule else "other"
'''


def expression(node: Any) -> str | bool:
    """A condition of CLDR as Python over the whole number n; what is always or never so, as that."""
    kind, parts = node
    if kind in ("and", "or"):
        never: bool = kind == "or"  # what decides at once
        sides = [expression(part) for part in parts]
        if never in sides:
            return never
        told = [side for side in sides if not isinstance(side, bool)]
        return f" {kind} ".join(told) if told else not never
    if kind == "not":
        return relation(parts[0], "not in", " and ")
    return relation(node, "in", " or ")


def relation(node: Any, member: str, joined: str) -> str | bool:
    """A number that is, or is not, among single ones and ranges."""
    _, (_, operand, (_, ranges)) = node
    of, equal = value(operand), "==" if member == "in" else "!="
    pairs = [(low, high) for (_, (low,)), (_, (high,)) in ranges]
    if of == "0":
        return any(low <= 0 <= high for low, high in pairs) is (member == "in")
    single = [low for low, high in pairs if low == high]
    said = [f"{of} {equal} {single[0]}"] if len(single) == 1 else []
    said += [f"{of} {member} {tuple(single)}"] if len(single) > 1 else []
    said += [f"{of} {member} range({low}, {high + 1})" for low, high in pairs if low != high]
    return f"({joined.join(said)})" if len(said) > 1 else said[0]


def value(operand: Any) -> str:
    kind, parts = operand
    if kind == "mod":
        of, (_, (by,)) = parts
        return f"{value(of)} % {by}" if value(of) != "0" else "0"
    return "n" if kind in WHOLE else "0"


def rule(locale: Locale) -> tuple[tuple[str, str], ...]:
    found = {form: expression(condition) for form, condition in locale.plural_form.abstract}
    return tuple((form, said) for form in ORDER if isinstance(said := found.get(form), str))


def rules() -> dict[tuple[tuple[str, str], ...], list[str]]:
    """The languages by their rule; a region stands for itself only where it differs from its language."""
    found: dict[tuple[tuple[str, str], ...], list[str]] = {}
    of: dict[str, tuple[tuple[str, str], ...]] = {}
    for tag in sorted(locale_identifiers()):
        try:
            told = rule(Locale.parse(tag))
        except UnknownLocaleError:
            continue
        base, _, region = tag.partition("_")
        if not told or (region and of.get(base) == told):
            continue
        of[tag] = told
        found.setdefault(told, []).append(tag.replace("_", "-"))
    return found


def written() -> str:
    functions, table = [], []
    for number, (told, tags) in enumerate(rules().items(), 1):
        lines = [f'    if {said}:\n        return "{form}"\n' for form, said in told]
        functions.append(f'def _rule_{number}(n: int) -> str:\n{"".join(lines)}    return "other"\n')
        table += [(tag, f'    "{tag}": _rule_{number},\n') for tag in tags]
    entries = "".join(line for _, line in sorted(table))
    return (
        HEAD
        + "\n"
        + "\n\n".join(functions)
        + f"\n\nRULES: dict[str, Callable[[int], str]] = {{\n{entries}}}\n"
        + FOOT
    )


def main(argv: list[str]) -> int:
    text = written()
    if "--check" in argv:
        stale = not FILE.exists() or FILE.read_text(encoding="utf-8") != text
        print(f"{FILE.name}: {'stale, run make plurals' if stale else 'current'}")
        return int(stale)
    FILE.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
