"""One catalogue: looks a sentence up by its key and fills in the parameters.

May import: the standard library.

A sentence names its parameters in braces. `{era}` is the piece or place of that name (the game supplies it
through `label`) or the plain value. `{n:rift|rifts}` picks a form by the number (in English 1 is singular, in
French 0 and 1) or, with a truth value, the first when it is true. `{card?nothing}` is the name, or the words
after the mark when there is none. `{landed@era}` reads a list of counts, one for each era, as "Industry 2";
`{cards@era=card}` a list of pieces. The table `[same]` says which parameters are another one in disguise:
`to = "era"`.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, TypeAlias

LANGUAGES = ("en", "fr")
HERE = Path(__file__).parent

PARAMETER = re.compile(r"\{(\w+)(?:([:?@])([^{}]*))?\}")

Label: TypeAlias = Callable[[str, Any], str | None]
"""The name of a piece or place: label("era", 3) → "Industry"; None if the field names no piece."""

About: TypeAlias = Mapping[str, Any] | Iterable[tuple[str, Any]]


def language(environment: Mapping[str, str]) -> str:
    """The language of the locale if we speak it, else English."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if value := environment.get(name):
            return value[:2].lower() if value[:2].lower() in LANGUAGES else "en"
    return "en"


class Words:
    """The sentences of one language."""

    def __init__(self, lang: str, areas: Iterable[str] = ()) -> None:
        if lang not in LANGUAGES:
            raise ValueError(f"there are words in {' and '.join(LANGUAGES)}, not in {lang!r}")
        self.lang = lang
        self._entries: dict[str, str] = {}
        for area in ("table", "advisor", *areas):
            self._entries.update(entries(area, lang))

    def __contains__(self, key: object) -> bool:
        return key in self._entries

    def say(self, key: str, about: About = (), label: Label | None = None) -> str:
        """The sentence of that key. A key without a sentence is shown itself: a gap is seen, never hidden."""
        given = dict(about)
        text = self._entries.get(key)
        if text is None:
            return f"‹{' '.join([key, *(f'{name}={value}' for name, value in given.items())])}›"
        return self._fill(text, given, label)

    def tell(self, section: str, said: Any, label: Label | None = None) -> str:
        """The sentence for an input or a happening: its kind is the key, its fields are the parameters."""
        given = said._asdict()
        return self.say(f"{section}.{given.pop('kind')}", given, label)

    def name(self, field: str, value: Any, label: Label | None = None) -> str:
        """What players call this value: the catalogue's name for it, or the game's own, or itself."""
        alias = self._entries.get(f"same.{field}", field)
        if isinstance(value, (tuple, list)):
            each = self._entries.get(f"same.{field}-each", alias.removesuffix("s"))
            return self.listed([self.name(each, one, label) for one in value])
        plain = str(value).lower() if value is None or isinstance(value, bool) else str(value)
        for key in (f"name.{field}.{plain}", f"name.{alias}.{plain}"):
            if key in self._entries:
                return self._entries[key]
        if (found := self._dotted(alias, plain)) is not None:
            text, of = self._entries[f"{alias}.{found[0]}"], found[1]
            return self._fill(text, {match[0]: of for match in PARAMETER.findall(text)}, label)
        return _labelled(label, alias, value) or self._entries.get(f"name.{plain}", plain)

    def value(self, path: str, value: Any, label: Label | None = None) -> str:
        """What players call the value of one thing in the position: value("agent.1", 3) → "Industry"."""
        found = self._dotted("path", path)
        return self.name(f"at-{found[0] if found else path}", value, label)

    def captioned(self, what: str, said: str) -> str:
        """Two texts with a colon between them, as the language writes it."""
        return self.say("table.is", {"what": what, "now": said})

    def _dotted(self, section: str, name: str) -> tuple[str, Any] | None:
        """A name with dots, `rifts.3` or `extra.blue.3`: the longest part that has an entry, and the rest."""
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

    def _fill(self, text: str, given: Mapping[str, Any], label: Label | None) -> str:
        def filled(match: re.Match[str]) -> str:
            field, how, forms = match.groups()
            if field not in given:
                return f"‹{field}›"
            value = given[field]
            if field == "value" and "path" in given:
                return self.value(given["path"], value, label)
            if how == ":":
                return self._form(value, *forms.split("|"))
            if how == "?" and (value is None or value in ("", -1)):
                return str(forms)
            if how == "@":
                place, _, piece = forms.partition("=")
                found = [(at, self.name(piece, one, label)) for at, one in enumerate(value) if one]
                return self.listed([f"{self.name(place, at, label)} {one}" for at, one in found])
            return self.name(field, value, label)

        return PARAMETER.sub(filled, text)

    def _form(self, value: Any, one: str, many: str) -> str:
        """Which of two forms goes with a number (a list counts its members) or a truth value."""
        if isinstance(value, (tuple, list)):
            value = len(value)
        if isinstance(value, bool) or not isinstance(value, int):
            return one if value else many
        singular = abs(value) < 2 if self.lang == "fr" else abs(value) == 1
        return one if singular else many


@cache
def entries(area: str, lang: str) -> Mapping[str, str]:
    """All sentences of one file by their dotted keys. An area without a file has none."""
    game = HERE.parent / "games" / area.removeprefix("app_") / "words"
    of_game = game / f"app.{lang}.toml" if area.startswith("app_") else game / f"{lang}.toml"
    for path in (HERE / lang / f"{area}.toml", of_game):
        if path.exists():
            return dict(_flat("", tomllib.loads(path.read_text(encoding="utf-8"))))
    return {}


def _flat(prefix: str, table: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    for name, value in table.items():
        if isinstance(value, dict):
            yield from _flat(f"{prefix}{name}.", value)
        else:
            yield f"{prefix}{name}", value


def _labelled(label: Label | None, field: str, value: Any) -> str | None:
    """The game's own name for a piece. A person may have typed anything: what is no piece has no name."""
    if label is None or value is None or (isinstance(value, int) and field.endswith("s")):
        return None  # `cards = 3` is how many, not which
    try:
        named = label(field, value)
    except (TypeError, ValueError, LookupError):
        return None
    return named if isinstance(named, str) else None
