"""What is wrong with a box file, said to the person who typed it, in English and in French.

May import: the standard library only.

The catalogue of the game's words lives elsewhere and speaks to players at the table. These sentences speak to
an owner who edits a file, and the games room may not look into another room for them.
"""

from __future__ import annotations

from difflib import get_close_matches
from typing import Any, NamedTuple, TypeAlias


class Fault(NamedTuple):
    """Something wrong with what a person typed: a key of the sentences below, and what fills them."""

    id: str
    about: tuple[Any, ...] = ()
    known: tuple[str, ...] = ()
    """The words that would have done; the remedy then names the nearest."""


Sentences: TypeAlias = dict[str, tuple[tuple[str, str], tuple[str, str]]]
"""For each fault, problem and remedy in English and in French."""

NEAREST = "*"
"""As a remedy: name the nearest known word, or all of them."""

SENTENCES: Sentences = {
    # files
    "no-directory": (
        (
            "There is no such directory.",
            "Make it and put your box files there; docs/box.md shows their form.",
        ),
        ("Ce dossier n'existe pas.", "Créez-le et mettez-y vos fichiers ; docs/box.md en montre la forme."),
    ),
    "no-files": (
        ("There is no .toml file here.", "Put your box files here; docs/box.md shows their form."),
        ("Il n'y a ici aucun fichier .toml.", "Mettez-y vos fichiers ; docs/box.md en montre la forme."),
    ),
    "unreadable": (
        ("It cannot be read: {0}.", "Check that it is a text file (UTF-8) and that you may read it."),
        (
            "Il ne peut pas être lu : {0}.",
            "Vérifiez que c'est un fichier texte (UTF-8) et que vous pouvez le lire.",
        ),
    ),
    "not-toml": (
        ("It is not TOML: {0}.", "Look for a missing quotation mark, comma or bracket there."),
        ("Ce n'est pas du TOML : {0}.", "Cherchez-y un guillemet, une virgule ou un crochet manquant."),
    ),
    "unknown-table": (
        ("A box file has no {0}.", NEAREST),
        ("Un fichier de boîte n'a pas de {0}.", NEAREST),
    ),
    "other-game": (
        ("This file is for the game {0}.", 'Move it to a directory of its own, or write game = "{1}".'),
        (
            "Ce fichier est pour le jeu {0}.",
            'Mettez-le dans un dossier à part, ou écrivez game = "{1}".',
        ),
    ),
    "not-a-list-of-tables": (
        ("{0} is not written as a list of pieces.", "Begin every piece with [[{0}]], in double brackets."),
        ("{0} n'est pas une liste de pièces.", "Commencez chaque pièce par [[{0}]], entre doubles crochets."),
    ),
    "not-a-table": (
        ("{0} is not a table.", "Begin it with [{0}]."),
        ("{0} n'est pas une table.", "Commencez-la par [{0}]."),
    ),
    # entries
    "unknown-key": (
        ("It has a key {0} that a box does not know.", NEAREST),
        ("Elle a une clé {0} que la boîte ne connaît pas.", NEAREST),
    ),
    "missing-key": (
        ("Its {0} is missing.", "Add {0} = {1}."),
        ("Il lui manque {0}.", "Ajoutez {0} = {1}."),
    ),
    "bad-value": (
        ("{0} cannot be {1}.", "Write {0} = {2}."),
        ("{0} ne peut pas être {1}.", "Écrivez {0} = {2}."),
    ),
    "bad-number": (
        ("{0} cannot be {1}.", "It is a whole number from {2} to {3}."),
        ("{0} ne peut pas être {1}.", "C'est un nombre entier de {2} à {3}."),
    ),
    "unknown-word": (
        ("{0} cannot be {1}.", NEAREST),
        ("{0} ne peut pas être {1}.", NEAREST),
    ),
    "not-yes-or-no": (
        ("{0} cannot be {1}.", "It is true or false."),
        ("{0} ne peut pas être {1}.", "C'est true ou false."),
    ),
    "id-twice": (
        ("This id is also in {0}.", "Give one of them another id, or delete one."),
        ("Cet id est aussi dans {0}.", "Donnez un autre id à l'une des deux, ou supprimez-en une."),
    ),
    # the whole box
    "too-few": (
        ("There are only {0}; a box holds {1}.", "Add the others, or take replaces-stand-ins out."),
        (
            "Il n'y en a que {0} ; une boîte en contient {1}.",
            "Ajoutez les autres, ou enlevez replaces-stand-ins.",
        ),
    ),
    "too-many": (
        (
            "There are {0}; a box holds {1}.",
            "Delete those that are not in your box, or that are there twice.",
        ),
        ("Il y en a {0} ; une boîte en contient {1}.", "Supprimez ce qui est en trop ou en double."),
    ),
}

_NEAREST_WORDS = {
    "en": ("Did you mean {0}?", "Known: {0}.", "Leave it out."),
    "fr": ("Vouliez-vous dire {0} ?", "Possibles : {0}.", "Enlevez-le."),
}


def shown(value: Any) -> str:
    """A value as it would stand in the file, short."""
    if isinstance(value, bool):
        return str(value).lower()
    text = f'"{value}"' if isinstance(value, str) else str(value)
    return text if len(text) <= 40 else text[:39] + "…"


def tell(fault: Fault, lang: str, sentences: Sentences = SENTENCES) -> tuple[str, str]:
    """Problem and remedy, one sentence each, out of a game's own sentences or those of every game."""
    problem, remedy = sentences[fault.id][("en", "fr").index(lang)]
    if remedy == NEAREST:
        return problem.format(*fault.about), _nearest(str(fault.about[-1]).strip('"'), fault.known, lang)
    return problem.format(*fault.about), remedy.format(*fault.about)


def _nearest(word: str, known: tuple[str, ...], lang: str) -> str:
    perhaps, all_of_them, none = _NEAREST_WORDS[lang]
    if not known:
        return none
    near = get_close_matches(word, known, 1, 0.6)
    return perhaps.format(near[0]) if near else all_of_them.format(", ".join(known))
