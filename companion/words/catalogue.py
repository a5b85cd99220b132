"""One catalogue: looks a sentence up by its key and fills in the parameters.

May import: companion.engine, its own room, the standard library.

A language is a folder here with a `language.toml` in it; nothing else names it. The folder has the sentences
of the shells, a file for each area; those of a game are in `games/<game>/words/<language>.toml`, and what it
teaches in `games/<game>/lessons/<language>/`, the areas `<game>/rules` and so on. What a language does not
say yet is said in English.

A sentence names its parameters in braces. `{card}` is the piece or place of that name (the game supplies it
through `label`) or the plain value. `{n:one=ship|other=ships}` picks a form by the number, or by how many are
in a list: the forms are those of CLDR, and `other` serves for one that is missing. `{full:yes=full|no=low}`
picks a form by whether it is so; one that is missing is empty. `{card?nothing}` is the name, or the words
after the mark when there is none. `{landed@place}` reads a list of counts, one for each place, as
"Harbour 2"; `{cards@place=card}` a list of pieces; `{card=prize}` calls a card as a prize is called; `{0}`
is what a person typed, as it was typed. The table `[same]` says which parameters are another one in disguise:
`to = "place"`.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import Any, TypeAlias

from companion.engine import Name, Phrase

from .plurals import category

HERE = Path(__file__).parent
GAMES = HERE.parent / "games"
SPARE = "en"
"""The language in which everything is said."""

PARAMETER = re.compile(r"\{(\w+)(?:([:?@=])([^{}]*))?\}")

Label: TypeAlias = Callable[[str, Any], Name | str | None]
"""What a piece or place is called: label("weather", "calm"); None if the field names no piece."""

About: TypeAlias = Mapping[str, Any] | Iterable[tuple[str, Any]]


@cache
def languages() -> tuple[str, ...]:
    """The languages that have words, English first: `en`, `fr`, `pt-BR`."""
    found = {path.parent.name for path in HERE.glob("*/language.toml")}
    return (SPARE, *sorted(found - {SPARE}))


def language(environment: Mapping[str, str]) -> str:
    """The language of the locale if we speak it, else English."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if value := environment.get(name):
            tag = re.split(r"[.@]", value)[0].replace("_", "-")
            known = (one for one in (tag, tag.partition("-")[0].lower()) if one in languages())
            return next(known, SPARE)
    return SPARE


def own_name(lang: str) -> str:
    """What a language calls itself: "English", "Français"."""
    return Words(lang).say("language.name")


class Words:
    """The sentences of one language."""

    def __init__(self, lang: str, areas: Iterable[str] = ()) -> None:
        if lang not in languages():
            raise ValueError(lang)
        self.lang = lang
        self._entries: dict[str, str] = {}
        self._borrowed: set[str] = set()
        """What is said in English because this language has no words for it yet."""
        for area in ("language", "table", "advisor", "teacher", *areas):
            own, spare = entries(area, lang), entries(area, SPARE)
            self._entries.update({**spare, **own})
            self._borrowed = (self._borrowed | spare.keys()) - own.keys()

    def __contains__(self, key: object) -> bool:
        return key in self._entries

    def say(self, key: str, about: About = (), label: Label | None = None) -> str:
        """The sentence of that key. A key without a sentence is shown itself: a gap is seen, never hidden."""
        given = dict(about)
        if key not in self._entries:
            return f"‹{' '.join([key, *(f'{name}={value}' for name, value in given.items())])}›"
        return self._fill(key, given, label)

    def tell(self, section: str, said: Any, label: Label | None = None) -> str:
        """The sentence for an input or a happening: its kind is the key, its fields are the parameters."""
        given = said._asdict()
        return self.say(self.key_of(section, given.pop("kind"), given), given, label)

    def key_of(self, section: str, kind: str, given: Mapping[str, Any]) -> str:
        """The sentence of a kind; where there is none of something, `<kind>-no-<field>` if it has that, or
        `<kind>-no-<field>-<field>` where there is none of several."""
        nothing = [name for name, value in given.items() if value == 0 and not isinstance(value, bool)]
        several = (names for n in range(len(nothing), 0, -1) for names in combinations(nothing, n))
        without = (f"{section}.{kind}-no-{'-'.join(names)}" for names in several)
        return next((key for key in without if key in self._entries), f"{section}.{kind}")

    def name(self, field: str, value: Any, label: Label | None = None, about: About = ()) -> str:
        """What players call this value: the catalogue's name for it, or the game's own, or itself. A name in
        the catalogue may have parameters of the sentence in which it stands: `about`."""
        if isinstance(value, Phrase):  # why something was not understood
            return self.say(f"unreadable.{value.id}", value.about)
        alias = self._entries.get(f"same.{field}", field)
        if isinstance(value, (tuple, list)) and f"piece.{alias}" in self._entries:
            named = _labelled(label, alias, value)  # several things that are one
            return self.called(named, label) if named else ""
        if isinstance(value, (tuple, list)):
            each = self._entries.get(f"same.{field}-each", alias.removesuffix("s"))
            return self.listed([self.name(self._named_by(field, one, each), one, label) for one in value])
        plain = str(value).lower() if value is None or isinstance(value, bool) else str(value)
        for key in (f"name.{field}.{plain}", f"name.{alias}.{plain}"):
            if key in self._entries:
                return self._fill(key, dict(about), label)
        if (found := self._dotted(alias, plain)) is not None:
            key, of = f"{alias}.{found[0]}", found[1]
            return self._fill(key, {match[0]: of for match in PARAMETER.findall(self._entries[key])}, label)
        named = _labelled(label, alias, value)
        return self.called(named, label) if named else self._entries.get(f"name.{plain}", plain)

    def _named_by(self, field: str, one: Any, each: str) -> str:
        """A member of a list may have a name in that list alone; else it is called as such things are."""
        return field if f"name.{field}.{one}" in self._entries else each

    def called(self, name: Name | str, label: Label | None = None) -> str:
        """A name in this language: as the box has it, or the catalogue; a piece without one shows its id."""
        if isinstance(name, str):
            return name
        if name.invented:
            return self.called(name._replace(invented=False), label) + self.invented
        if self.lang in name.brought:
            return name.brought[self.lang]
        if name.key in self._entries:
            return self._fill(name.key, dict(name.about), label)
        return next(iter(name.brought.values()), name.key.rpartition(".")[2])

    @property
    def invented(self) -> str:
        """The sign of what we made up, behind its name."""
        return self._entries.get("name.invented", "")

    def value(self, path: str, value: Any, label: Label | None = None) -> str:
        """What players call the value of one thing in the position: value("shut", True) → "yes"."""
        found = self._dotted("path", path)
        return self.name(f"at-{found[0] if found else path}", value, label)

    def captioned(self, what: str, said: str) -> str:
        """Two texts with a colon between them, as the language writes it."""
        return self.say("table.is", {"what": what, "now": said})

    def _dotted(self, section: str, name: str) -> tuple[str, Any] | None:
        """A name with dots, `oil.3` or `lamp.oil.3`: the longest part that has an entry, and the rest."""
        parts = name.split(".")
        for length in range(len(parts), 0, -1):
            head, rest = "-".join(parts[:length]), ".".join(parts[length:])
            if f"{section}.{head}" in self._entries:
                return head, int(rest) if rest.isdecimal() else rest
        return None

    def listed(self, names: list[str]) -> str:
        """Names in a row: "a, b and c"."""
        if len(names) < 2:
            return names[0] if names else self._entries.get("name.none", "–")
        return f"{', '.join(names[:-1])} {self._entries.get('name.and', '+')} {names[-1]}"

    def _fill(self, key: str, given: Mapping[str, Any], label: Label | None) -> str:
        lang = SPARE if key in self._borrowed else self.lang

        def filled(match: re.Match[str]) -> str:
            field, how, forms = match.groups()
            if field not in given:
                return f"‹{field}›"
            value = given[field]
            if field.isdecimal():
                return str(value)
            if field == "value" and "path" in given:
                return self.value(given["path"], value, label)
            if how == ":":
                return _form(lang, value, forms)
            if how == "?" and (value is None or value in ("", -1)):
                return str(forms)
            if how == "@":
                place, _, piece = forms.partition("=")
                found = [(at, self.name(piece, one, label)) for at, one in enumerate(value) if one]
                return self.listed([f"{self.name(place, at, label)} {one}" for at, one in found])
            return self.name(forms if how == "=" else field, value, label, given)

        return PARAMETER.sub(filled, self._entries[key])


def _form(lang: str, value: Any, forms: str) -> str:
    """Which of the named forms goes with a number, with how many are in a list, or with a truth value."""
    named = dict(form.split("=", 1) for form in forms.split("|"))
    if "other" not in named:
        return named.get("yes" if value else "no", "")
    number = len(value) if isinstance(value, (tuple, list)) else value
    return named.get(category(lang, number), named["other"]) if isinstance(number, int) else named["other"]


@cache
def entries(area: str, lang: str) -> Mapping[str, str]:
    """All sentences of one file by their dotted keys. An area without a file has none."""
    game, _, lesson = area.partition("/")
    own = Path("lessons", lang, f"{lesson}.toml") if lesson else Path("words", f"{lang}.toml")
    for path in (HERE / lang / f"{area}.toml", GAMES / game / own):
        if path.exists():
            return dict(_flat("", tomllib.loads(path.read_text(encoding="utf-8"))))
    return {}


def _flat(prefix: str, table: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    for name, value in table.items():
        if isinstance(value, dict):
            yield from _flat(f"{prefix}{name}.", value)
        else:
            yield f"{prefix}{name}", value


def _labelled(label: Label | None, field: str, value: Any) -> Name | str | None:
    """The game's own name for a piece. A person may have typed anything: what is no piece has no name."""
    if label is None or value is None or (isinstance(value, int) and field.endswith("s")):
        return None  # `cards = 3` is how many, not which
    try:
        named = label(field, value)
    except (TypeError, ValueError, LookupError):
        return None
    return named if isinstance(named, str | Name) else None
