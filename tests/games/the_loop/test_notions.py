"""What the booklets explain of cards can be said in the vocabulary: each notion as an effect.

The notions are those of their glossary of effects, of its remarks and of the worked examples, in words of
ours. A notion that could not be said would be a free text card.
"""

import tomllib

import pytest

from companion.games.the_loop.rules.vocabulary import compile_effect, faults
from companion.games.the_loop.views.effect_words import describe_effect
from companion.words import Words, languages

NOTIONS = {
    "one of several": "[{ choose = [[{ add-energy = 1 }], [{ remove-rift = 1 }], [{ push = 1 }]] }]",
    "if you want": "[{ optional = [{ draw = 1 }] }]",
    "any agent, perhaps yourself": '[{ move = 1, who = "any-agent" }]',
    "an agent that is not you": '[{ move = 1, who = "another-agent" }]',
    "where another agent is, perhaps beside you": '[{ remove-rift = 1, at = "another-agent" }]',
    "before, after, next door": '[{ remove-rift = 1, at = "previous" }, { push = 1, at = "next" }, '
    '{ add-energy = 1, at = "adjacent" }]',
    "wherever you like": '[{ add-energy = 1, at = "anywhere" }]',
    "on a vortex": '[{ remove-rift = 1 }, { remove-rift = 1, at = "a-vortex" }]',
    "here, or on every vortex": '[{ choose = [[{ add-energy = 1 }], '
    '[{ add-energy = 1, at = "every-vortex" }]] }]',
    "where Dr Foo is": '[{ add-energy = 1, at = "foo" }]',
    "two pieces change places": '[{ swap = "agent" }, '
    '{ swap = "duplicates", at = "here", with = "adjacent" }, { swap = "agent-duplicate", at = "anywhere" }]',
    "several pushed, each its own way": "[{ push = 3 }]",
    "several pulled, from both sides": "[{ pull = 2 }]",
    "take a duplicate along": '[{ move = 2, up-to = true, carry = "any" }]',
    "take one along from a vortex alone": '[{ move = 2, carry = "vortex" }]',
    "then something where it was sent": '[{ push = 1 }, { add-energy = 1, at = "sent" }]',
    "the era of a card that is drawn": '[{ draw = 1 }, { add-energy = 1, at = "drawn" }]',
    "the era of a card that is discarded": '[{ discard = 1 }, { remove-rift = 1, at = "discarded" }]',
    "as much energy as rifts": '[{ until-equal = "energy", at = "adjacent" }]',
    "as few rifts as energy": '[{ until-equal = "rifts", at = "adjacent" }]',
    "everybody draws": '[{ draw = 1, who = "each-agent" }]',
    "a card of the hand goes, even the one just used": '[{ destroy-card = 1, from = "hand" }]',
    "a card onto the deck": '[{ add-to-deck = 1, from = "available" }]',
    "the next card is laid out": "[{ make-available = 1 }]",
    "a card that is not in the hand": '[{ apply-card = "available" }]',
    "a card of the discard pile": '[{ apply-card = "discard" }]',
    "another uses a card, which is then gone": '[{ apply-card = "hand-of-another", after = "destroy" }]',
    "a rift that just landed goes back": "[{ cancel-rift = 1 }]",
}
OF_MACHINES = {
    "energy is lost": '[{ remove-energy = 2, at = "foo" }]',
    "duplicates come": "[{ generate = 2 }]",
    "rifts come": '[{ place-rift = 1, at = "every-vortex" }]',
    "all hands are dealt anew": '[{ mix-hands = "all" }]',
    "the table chooses whom it strikes": "[{ by-one-agent = [{ discard = 1 }] }]",
}


@pytest.mark.parametrize("notion", [*NOTIONS, *OF_MACHINES])
def test_a_notion_of_the_booklets_can_be_said(notion: str) -> None:
    effect = tomllib.loads(f"effect = {({**NOTIONS, **OF_MACHINES})[notion]}")["effect"]
    found = list(faults(effect))
    assert found == []
    for lang in languages():
        said = describe_effect(Words(lang, ["the_loop"]), compile_effect(effect))
        assert said
        assert "‹" not in said
