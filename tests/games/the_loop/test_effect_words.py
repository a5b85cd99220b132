"""Effects in plain words: every verb of the vocabulary with every parameter, in both languages."""

from itertools import product

import pytest

from companion.games.the_loop.rules.vocabulary import VERBS
from companion.games.the_loop.views.effect_words import describe_effect
from companion.words import Words, languages


def steps():
    """Every step that the vocabulary allows, as compiled tuples."""
    inner = (("pull", 1),)
    for name, verb in VERBS.items():
        values = {
            "number": (1, 3),
            "word": verb.words,
            "number-or-word": (1, 2, *verb.words),
            "effect": (inner,),
            "effects": ((inner, (("discard", 1),)),),
        }[verb.value]
        choices = [
            (*(param.words or (True, False)), *(() if param.required else (param.default,)))
            for _, param in verb.params
        ]
        for value, *rest in product(values, *choices):
            yield (name, value, *rest)


@pytest.mark.parametrize("lang", languages())
def test_every_step_of_the_vocabulary_has_words(lang):
    words = Words(lang, ["the_loop"])
    for step in steps():
        assert "‹" not in describe_effect(words, (step,)), step


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        ("en", "Remove 1 rift on your era, then you can move up to 2 eras."),
        ("fr", "Retirez 1 Faille sur votre Époque, puis si vous voulez, déplacez-vous de 2 Époques au plus."),
        ("de", "Entferne 1 Zeitriss in deiner Ära, dann freiwillig: bewege dich um bis zu 2 Ären."),
    ],
)
def test_steps_read_as_one_sentence(lang, said):
    effect = (("remove-rift", 1, "here"), ("optional", (("move", 2, "me", None, True),)))
    assert describe_effect(Words(lang, ["the_loop"]), effect) == said


def test_a_card_that_nobody_has_described_says_so():
    assert describe_effect(Words("en", ["the_loop"]), ()) == "Its effect is not known."
