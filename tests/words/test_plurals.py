"""The plural forms are those of CLDR, as Babel tells them."""

import pytest
from babel import Locale
from babel.localedata import locale_identifiers

from companion.words.plurals import category
from tests.tools import plurals

NUMBERS = (*range(205), 1_000, 1_000_000, 1_000_001, 2_000_000)


def test_the_table_is_current():
    assert plurals.FILE.read_text(encoding="utf-8") == plurals.written()


def test_every_language_of_cldr_has_its_forms():
    for tag in locale_identifiers():
        rule, lang = Locale.parse(tag).plural_form, tag.replace("_", "-")
        assert [category(lang, n) for n in NUMBERS] == [rule(n) for n in NUMBERS], tag


@pytest.mark.parametrize(("lang", "n", "form"), [("fr", 0, "one"), ("en", -1, "one"), ("xx", 1, "other")])
def test_numbers_below_nothing_and_languages_that_cldr_does_not_know(lang, n, form):
    assert category(lang, n) == form
