"""What can be wrong with a box file of The LOOP alone, in English and in French.

May import: the words of every game's box files.
"""

from __future__ import annotations

from companion.engine.box_files import words
from companion.engine.box_files.words import NEAREST, Fault, Sentences, shown

__all__ = ["NEAREST", "SENTENCES", "Fault", "shown", "tell"]

SENTENCES: Sentences = {
    **words.SENTENCES,
    # what fits together
    "drop-cancels-only": (
        ("An ability used at the drop can only cancel Rifts.", 'Use cancel-rift alone, or when = "action".'),
        (
            "Un pouvoir utilisé au lâcher ne peut qu'annuler des Failles.",
            'cancel-rift seul, ou when = "action".',
        ),
    ),
    "mission-does-not-fit": (
        ("The trigger {0} does not go with {1} = {2}.", "Write {1} = {3}."),
        ("Le déclencheur {0} ne va pas avec {1} = {2}.", "Écrivez {1} = {3}."),
    ),
    # effects
    "effect-not-a-list": (
        ("An effect is a list of steps, not {0}.", "Put it in brackets: [{{ add-energy = 1 }}]."),
        ("Un effet est une liste d'étapes, pas {0}.", "Mettez-le entre crochets : [{{ add-energy = 1 }}]."),
    ),
    "step-not-a-table": (
        ("A step is a table, not {0}.", "Write it like {{ remove-rift = 1 }}."),
        ("Une étape est une table, pas {0}.", "Écrivez-la comme {{ remove-rift = 1 }}."),
    ),
    "two-verbs": (
        ("One step has two verbs, {0} and {1}.", "Write two steps, one after the other: [{{ … }}, {{ … }}]."),
        ("Une étape a deux verbes, {0} et {1}.", "Écrivez deux étapes à la suite : [{{ … }}, {{ … }}]."),
    ),
    "unknown-verb": (
        ("There is no verb {0}.", NEAREST),
        ("Il n'y a pas de verbe {0}.", NEAREST),
    ),
    "unknown-parameter": (
        ("{0} knows no {1}.", NEAREST),
        ("{0} ne connaît pas {1}.", NEAREST),
    ),
    "missing-parameter": (
        ("{0} needs {1}.", NEAREST),
        ("{0} a besoin de {1}.", NEAREST),
    ),
    "choose-needs-two": (
        ("choose needs two or more effects.", "Write it like {{ choose = [[{{ … }}], [{{ … }}]] }}."),
        ("choose demande au moins deux effets.", "Écrivez {{ choose = [[{{ … }}], [{{ … }}]] }}."),
    ),
    "looks-back-at-nothing": (
        ("{0} looks back at a {1}, and there is none before it.", "Put {1} first, or name another place."),
        ("{0} renvoie à un {1}, et il n'y en a pas avant.", "Mettez {1} avant, ou nommez un autre lieu."),
    ),
}


def tell(fault: Fault, lang: str) -> tuple[str, str]:
    """Problem and remedy, one sentence each."""
    return words.tell(fault, lang, SENTENCES)
