"""The vocabulary of effects: how each verb compiles, and what is not in it."""

import tomllib
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.engine.box_files.reader import Flaw
from companion.games.the_loop.box.boxes import load_box
from companion.games.the_loop.rules import TheLoop
from companion.games.the_loop.rules.vocabulary import (
    GRAMMAR,
    PLACES,
    VERBS,
    Effect,
    compile_effect,
    faults,
    verbs_of,
)
from companion.words import Words, describe_flaw, languages

SAID = {lang: Words(lang, ["box", "the_loop"]) for lang in languages()}

def effect(text: str) -> Any:
    return tomllib.loads(f"effect = {text}")["effect"]


COMPILED: dict[str, Effect] = {
    "[]": (),
    "[{ add-energy = 2 }]": (("add-energy", 2, "here"),),
    '[{ add-energy = 1, at = "every-vortex" }]': (("add-energy", 1, "every-vortex"),),
    '[{ remove-rift = 3, at = "foo" }]': (("remove-rift", 3, "foo"),),
    '[{ place-rift = 1, at = "previous" }]': (("place-rift", 1, "previous"),),
    '[{ push = 2, at = "adjacent" }]': (("push", 2, "adjacent"),),
    "[{ pull = 1 }]": (("pull", 1),),
    "[{ pull = 7 }]": (("pull", 7),),
    '[{ destroy-duplicate = 1, at = "anywhere" }]': (("destroy-duplicate", 1, "anywhere"),),
    "[{ generate = 1 }]": (("generate", 1, None),),
    '[{ generate = 1, at = "here" }]': (("generate", 1, "here"),),
    "[{ move = 1 }]": (("move", 1, "me", None, False),),
    '[{ move = 3, carry = "vortex", up-to = true }]': (("move", 3, "me", "vortex", True),),
    '[{ move = "anywhere", who = "another-agent" }]': (("move", "anywhere", "another-agent", None, False),),
    '[{ swap = "agent" }]': (("swap", "agent", None, None),),
    '[{ swap = "duplicates", at = "here", with = "next" }]': (("swap", "duplicates", "here", "next"),),
    '[{ swap = "agent-duplicate", at = "anywhere" }]': (("swap", "agent-duplicate", "anywhere", None),),
    "[{ draw = 1 }]": (("draw", 1, "me"),),
    '[{ draw = 1, who = "each-agent" }]': (("draw", 1, "each-agent"),),
    "[{ discard = 1 }]": (("discard", 1),),
    "[{ ready = 2 }]": (("ready", 2),),
    '[{ move = "here", who = "each-agent" }]': (("move", "here", "each-agent", None, False),),
    '[{ destroy-card = 1, from = "hand" }]': (("destroy-card", 1, "hand"),),
    "[{ make-available = 2 }]": (("make-available", 2),),
    '[{ add-to-deck = 1, from = "destroyed" }]': (("add-to-deck", 1, "destroyed"),),
    '[{ apply-card = "available" }]': (("apply-card", "available", "keep"),),
    '[{ apply-card = "hand-of-another", after = "discard" }]': (
        ("apply-card", "hand-of-another", "discard"),
    ),
    "[{ choose = [[{ pull = 1 }], [{ discard = 1 }, { draw = 1 }]] }]": (
        ("choose", ((("pull", 1),), (("discard", 1), ("draw", 1, "me")))),
    ),
    "[{ optional = [{ pull = 1 }] }]": (("optional", (("pull", 1),)),),
    '[{ until-equal = "rifts" }]': (("until-equal", "rifts", "here"),),
    '[{ if-agent = [{ pull = 1 }], at = "next" }]': (("if-agent", (("pull", 1),), "next"),),
    "[{ cancel-rift = 1 }]": (("cancel-rift", 1),),
    '[{ remove-energy = 2, at = "each-foo-neighbour" }]': (("remove-energy", 2, "each-foo-neighbour"),),
    "[{ by-one-agent = [{ discard = 1 }] }]": (("by-one-agent", (("discard", 1),)),),
    '[{ mix-hands = "all" }]': (("mix-hands", "all"),),
    '[{ push = 1 }, { add-energy = 1, at = "sent" }]': (("push", 1, "here"), ("add-energy", 1, "sent")),
    '[{ optional = [{ draw = 1 }] }, { remove-rift = 1, at = "drawn" }]': (
        ("optional", (("draw", 1, "me"),)),
        ("remove-rift", 1, "drawn"),
    ),
}


@pytest.mark.parametrize("text", COMPILED)
def test_an_effect_compiles_to_tuples_with_its_defaults_filled_in(text: str) -> None:
    assert compile_effect(effect(text)) == COMPILED[text]


def test_the_examples_show_every_verb() -> None:
    assert {step[0] for compiled in COMPILED.values() for step in verbs_of(compiled)} == set(VERBS)


FAULTY = {
    "{ pull = 1 }": ("An effect is a list of steps", "[{ add-energy = 1 }]"),
    '["pull"]': ('A step is a table, not "pull".', "{ remove-rift = 1 }"),
    "[{ pull = 1, push = 1 }]": ("One step has two verbs, pull and push.", "two steps"),
    "[{ pull = 1, push = 1, draw = 1 }]": ("One step has two verbs, pull and push.", "two steps"),
    "[{ add-enrgy = 1 }]": ("There is no verb add-enrgy.", "Did you mean add-energy?"),
    '[{ at = "here" }]': ("There is no verb", "Known: add-energy,"),
    "[{}]": ("There is no verb", "Known: add-energy,"),
    "[{ pull = 0 }]": ("pull cannot be 0.", "a whole number from 1 to 7"),
    "[{ pull = 8 }]": ("pull cannot be 8.", "a whole number from 1 to 7"),
    "[{ pull = true }]": ("pull cannot be true.", "a whole number"),
    "[{ pull = 1.5 }]": ("pull cannot be 1.5.", "a whole number"),
    '[{ pull = "one" }]': ('pull cannot be "one".', "a whole number"),
    '[{ pull = 1, at = "here" }]': ("pull knows no at.", "Leave it out."),
    '[{ push = 1, att = "here" }]': ("push knows no att.", "Did you mean at?"),
    '[{ push = 1, at = "heer" }]': ('at cannot be "heer".', "Did you mean here?"),
    "[{ push = 1, at = [] }]": ("at cannot be [].", "Known: here, previous,"),
    '[{ move = "everywhere" }]': ('move cannot be "everywhere".', "anywhere"),
    '[{ move = 1, up-to = "yes" }]': ('up-to cannot be "yes".', "true or false"),
    '[{ move = 1, who = "you" }]': ('who cannot be "you".', "Known: me, another-agent, any-agent"),
    "[{ destroy-card = 1 }]": ("destroy-card needs from.", "Known: hand, available, discard."),
    '[{ swap = "duplicates", at = "here" }]': ('swap = "duplicates" needs with.', "Known: here,"),
    '[{ swap = "agent-duplicate" }]': ('swap = "agent-duplicate" needs at.', "Known: here,"),
    "[{ swap = [] }]": ("swap cannot be [].", "Known: agent, duplicates, agent-duplicate."),
    '[{ until-equal = "rift" }]': ('until-equal cannot be "rift".', "Did you mean rifts?"),
    "[{ choose = [[{ pull = 1 }]] }]": (
        "choose needs two or more effects.",
        "{ choose = [[{ … }], [{ … }]] }",
    ),
    "[{ choose = [[{ pull = 1 }], [{ pul = 1 }]] }]": ("There is no verb pul.", "Did you mean pull?"),
    "[{ optional = { pull = 1 } }]": ("An effect is a list of steps", "Put it in brackets"),
    '[{ add-energy = 1, at = "sent" }]': ("sent looks back at a push", "Put push first"),
    '[{ push = 1 }, { add-energy = 1, at = "drawn" }]': ("drawn looks back at a draw", "Put draw first"),
    '[{ choose = [[{ push = 1 }], [{ add-energy = 1, at = "sent" }]] }]': (
        "sent looks back",
        "Put push first",
    ),
}


@pytest.mark.parametrize("text", FAULTY)
def test_what_is_not_in_the_vocabulary_is_told_with_its_remedy(text: str) -> None:
    problem, remedy = FAULTY[text]
    (fault,) = faults(effect(text))
    said = describe_flaw(SAID["en"], Flaw("", "", fault))
    assert problem in said.problem
    assert remedy in said.remedy
    with pytest.raises(ValueError, match=f"^{fault.id}: "):
        compile_effect(effect(text))


def test_several_faults_are_all_told() -> None:
    wrong = effect('[{ pull = 9 }, { push = 1, at = "heer", who = "me" }]')
    assert [fault.id for fault in faults(wrong)] == ["bad-number", "unknown-parameter", "unknown-word"]


def test_a_push_inside_a_condition_can_be_looked_back_at() -> None:
    assert not list(faults(effect('[{ if-agent = [{ push = 1 }] }, { add-energy = 1, at = "sent" }]')))


SHIPPED_EFFECTS = [entry["effect"] for entry in load_box()["card"]]
words = st.sampled_from(
    [*VERBS, *PLACES, "at", "who", "with", "from", "carry", "up-to", "after", "hand", "me", "x"]
)
scalars = st.none() | st.booleans() | st.integers(-1, 9) | st.floats() | words
anything = st.recursive(
    scalars, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(words, inner, max_size=3)
)


@given(anything | st.lists(anything, max_size=3))
def test_whatever_is_typed_is_either_compiled_or_told(typed: Any) -> None:
    found = list(faults(typed))
    for fault in found:
        for words in SAID.values():
            said = describe_flaw(words, Flaw("", "", fault))
            assert said.problem
            assert said.remedy
            assert "‹" not in said.problem + said.remedy
    if found:
        with pytest.raises(ValueError):
            compile_effect(typed)
    else:
        assert len(compile_effect(typed)) == len(typed)


@given(st.sampled_from(SHIPPED_EFFECTS), st.data())
def test_a_slip_in_a_shipped_effect_is_noticed(shipped: list[dict[str, Any]], data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(shipped) - 1))
    key = data.draw(st.sampled_from(sorted(shipped[at])))
    slipped = [{f"{name}x" if name == key and index == at else name: value for name, value in step.items()}
               for index, step in enumerate(shipped)]  # fmt: skip
    assert list(faults(slipped))


@pytest.mark.parametrize(
    ("step", "key", "takes"),
    [
        ({"move": 2}, "up-to", True),
        ({"move": "foo"}, "up-to", False),
        ({"move": "foo"}, "carry", True),
        ({"push": "one"}, "up-to", True),
        ({"swap": "none"}, "at", False),
    ],
)
def test_only_who_moves_a_number_of_eras_is_asked_whether_to_stop_before(
    step: dict[str, object], key: str, takes: bool
) -> None:
    assert GRAMMAR.takes(next(iter(step)), step, key) is takes


@pytest.mark.parametrize("what", ["cards", "duplicates"])
def test_a_box_that_sets_no_table_up_for_some_is_damaged(what: str) -> None:
    """[SETUP-15, SETUP-16] A journal may bring any box: it is refused, and nothing falls over."""
    box = load_box()
    hq = box["hq"]
    setup = {**hq["setup"], what: {players: n for players, n in hq["setup"][what].items() if players != "2"}}
    with pytest.raises(ValueError, match="box-damaged"):
        TheLoop({**box, "hq": {**hq, "setup": setup}})
