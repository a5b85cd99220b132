"""The catalogue's own behaviour, on sentences written here."""

import pytest

from companion.engine import Name, Phrase
from companion.words import Words, catalogue, language, languages, own_name
from companion.words.catalogue import entries


@pytest.fixture
def words(tmp_path, monkeypatch):
    """Makes a catalogue of the given text, as the file of an area would."""
    monkeypatch.setattr(catalogue, "HERE", tmp_path)

    def made(text: str, lang: str = "en") -> Words:
        (tmp_path / lang).mkdir(exist_ok=True)
        (tmp_path / lang / "language.toml").touch()
        (tmp_path / lang / "trial.toml").write_text(text, encoding="utf-8")
        forget()
        return Words(lang, ["trial"])

    forget()
    yield made
    forget()


def forget() -> None:
    """Looks for the files anew."""
    catalogue.entries.cache_clear()
    catalogue.languages.cache_clear()


def label(field, value):
    return {("era", 3): "Industry", ("era", 4): "Globalization"}.get((field, value))


def test_a_sentence_is_filled_with_the_names_of_pieces_and_plain_values(words):
    said = words('[happening]\nRift = "{n} on {era}"').say("happening.Rift", [("n", 2), ("era", 3)], label)
    assert said == "2 on Industry"


@pytest.mark.parametrize(
    ("lang", "n", "form"),
    [
        *(("en", 0, "+"), ("en", 1, "1"), ("en", 2, "+"), ("en", -1, "1")),
        *(("fr", 0, "1"), ("fr", 1, "1"), ("fr", 2, "+"), ("fr", 1_000_000, "+")),
        *(("pl", 1, "1"), ("pl", 3, "2-4"), ("pl", 5, "+"), ("pl", 22, "2-4"), ("ja", 1, "+")),
    ],
)
def test_plural_forms_follow_the_language(words, lang, n, form):
    assert words('rifts = "{n:one=1|few=2-4|other=+}"', lang).say("rifts", {"n": n}) == form


def test_what_a_language_does_not_say_yet_is_said_in_english_and_by_its_grammar(words):
    words('[a]\nb = "{n:one=rift|other=rifts}"\nc = "cube"')
    trial = words('[a]\nc = "キューブ"', "ja")
    assert [trial.say("a.b", {"n": n}) for n in (1, 2)] == ["rift", "rifts"]
    assert trial.say("a.c") == "キューブ"
    assert "a.b" in trial


def test_a_language_is_found_by_its_folder(words):
    words("", "pt-BR")
    words("")
    assert catalogue.languages() == ("en", "pt-BR")
    assert language({"LANG": "pt_BR.UTF-8"}) == "pt-BR"
    assert language({"LANG": "pt_PT.UTF-8"}) == "en"


def test_every_language_says_its_own_name():
    assert [own_name(lang) for lang in ("en", "fr")] == ["English", "Français"]
    assert all(entries("language", lang)["language.name"] for lang in languages())


def test_a_list_counts_its_members_and_reads_as_a_row(words):
    trial = words('[name]\nand = "and"\nnone = "nobody"\n[x]\ny = "{eras} {eras:one=is|other=are} lost"')
    assert trial.say("x.y", {"eras": (3,)}, label) == "Industry is lost"
    assert trial.say("x.y", {"eras": (3, 4)}, label) == "Industry and Globalization are lost"
    assert trial.say("x.y", {"eras": ()}, label) == "nobody are lost"


@pytest.mark.parametrize(("value", "said"), [(None, "leave them"), (3, "Industry")])
def test_something_absent_has_its_own_form(words, value, said):
    named = {"card": value}
    assert words('take = "{card?leave them}"').say("take", named, lambda _, v: label("era", v)) == said


def test_a_number_of_pieces_is_no_piece(words):
    def strict(field, value):
        assert field != "cards"
        return

    trial = words('seen = "{cards} {cards:one=card|other=cards}"')
    assert trial.say("seen", {"cards": 3}, strict) == "3 cards"


def test_what_a_person_typed_may_be_no_piece_at_all(words):
    trial = words('bad = "not {card}"')
    assert trial.say("bad", {"card": 3}, lambda _, value: value[0]) == "not 3"
    assert trial.say("bad", {"card": "x"}, lambda _, value: {}[value]) == "not x"
    assert trial.say("bad", {"card": 7}, lambda _, value: value) == "not 7"


def test_counts_by_place_name_the_places_that_have_any(words):
    trial = words('[name]\nand = "and"\nnone = "nothing"\n[x]\nlanded = "{landed@era}"')
    assert trial.say("x.landed", {"landed": (0, 0, 0, 2, 1)}, label) == "Industry 2 and Globalization 1"
    assert trial.say("x.landed", {"landed": (0, 0)}, label) == "nothing"


def test_pieces_by_place_are_named_too(words):
    trial = words('[name]\nand = "and"\n[name.card]\nk = "Kettle"\n[x]\nlie = "{cards@era=card}"')
    assert trial.say("x.lie", {"cards": ((), (), (), ("k",))}, label) == "Industry Kettle"


def test_a_parameter_may_be_another_one_in_disguise(words):
    assert words('go = "go to {to}"\n[same]\nto = "era"').say("go", {"to": 3}, label) == "go to Industry"


def test_a_truth_value_picks_a_form(words):
    trial = words('archive = "{yes:yes=archive it|no=leave it}"\nback = "It is back{new:yes=, restarted}."')
    assert trial.say("archive", {"yes": True}) == "archive it"
    assert trial.say("archive", {"yes": False}) == "leave it"
    assert trial.say("archive", {"yes": 0}) == "leave it"
    assert trial.say("back", {"new": True}) == "It is back, restarted."
    assert trial.say("back", {"new": False}) == "It is back."


def test_values_that_are_no_pieces_have_names_too(words):
    trial = words('now = "{phase}"\n[name.phase]\nfoo = "Foo phase"')
    assert trial.say("now", {"phase": "foo"}) == "Foo phase"
    assert trial.say("now", {"phase": "bonus"}) == "bonus"


def test_a_missing_sentence_shows_its_key_and_parameters(words):
    trial = words("")
    assert trial.say("question.who", {"era": 3}) == "‹question.who era=3›"
    assert "question.who" not in trial


def test_a_missing_parameter_is_seen(words):
    assert words('lost = "gone: {piece}"').say("lost") == "gone: ‹piece›"


@pytest.mark.parametrize(("lang", "said"), [("en", "Agents: 1 more"), ("fr", "Agents : 1 more")])
def test_a_caption_has_the_colon_of_its_language(lang, said):
    assert Words(lang).captioned("Agents", "1 more") == said


def test_only_languages_that_we_speak():
    with pytest.raises(ValueError, match="tlh"):
        Words("tlh")


@pytest.mark.parametrize(
    ("environment", "expected"),
    [
        ({}, "en"),
        ({"LANG": "fr_FR.UTF-8"}, "fr"),
        ({"LANG": "tlh_AQ.UTF-8"}, "en"),
        ({"LANG": "fr_FR.UTF-8", "LC_ALL": "C"}, "en"),
        ({"LANG": "C.UTF-8", "LC_MESSAGES": "fr_CA"}, "fr"),
    ],
)
def test_the_locale_chooses_the_language(environment, expected):
    assert language(environment) == expected
    assert language(environment) in languages()


# -- names


def test_a_name_with_dots_is_told_by_its_longest_part_that_has_words(words):
    trial = words(
        '[path]\nlamp = "Lamp {which}"\nlamp-oil = "Oil of lamp {seat}"\n[name.at-lamp-oil]\n0 = "empty"\n'
        '[x]\nset = "{path} is {value}"\nplain = "{value}"\n'
    )
    assert trial.name("path", "lamp.oil.3") == "Oil of lamp 3"
    assert trial.name("path", "lamp.wick") == "Lamp wick"
    assert trial.name("path", "lamp") == "Lamp "
    assert trial.name("path", "other.3") == "other.3"
    seats = lambda field, value: {("seat", 3): "Ada"}.get((field, value))  # noqa: E731
    assert trial.name("path", "lamp.oil.3", seats) == "Oil of lamp Ada", "a number is one, not its digits"
    assert trial.say("x.set", {"path": "lamp.oil", "value": 0}) == "Oil of lamp  is empty"
    assert trial.say("x.set", {"path": "lamp.oil.1", "value": 0}) == "Oil of lamp 1 is empty"
    assert trial.say("x.set", {"path": "none", "value": 0}) == "none is 0"
    assert trial.say("x.plain", {"value": 5}) == "5", "a value by itself is a parameter like any other"


def test_a_row_of_names_has_commas_and_one_and(words):
    trial = words('[name]\nand = "and"')
    rows = ([], ["a"], ["a", "b"], ["a", "b", "c"], ["a", "b", "c", "d"])
    assert [trial.listed(one) for one in rows] == ["–", "a", "a and b", "a, b and c", "a, b, c and d"]


@pytest.mark.parametrize(
    ("value", "said"), [(None, "nobody"), ("", "nobody"), (-1, "nobody"), (0, "0"), (1, "1"), (-2, "-2")]
)
def test_nothing_no_text_and_minus_one_are_nobody(words, value, said):
    trial = words('a = "{who?nobody}"\nb = "{who}"\n[name.who]\nnone = "none"')
    assert trial.say("a", {"who": value}) == said
    if value in ("", -1):
        assert trial.say("b", {"who": value}) == str(value), "where no other words are given it is itself"


def test_a_parameter_may_be_called_as_another_is(words):
    trial = words('a = "{card=prize}"\nb = "{card}"\n[name.prize]\nk = "Cup"\n[name.card]\nk = "King"')
    assert [trial.say(one, {"card": "k"}) for one in "ab"] == ["Cup", "King"]


def test_truth_and_nothing_have_names_in_small_letters(words):
    trial = words('a = "{so}"\n[name.so]\ntrue = "yes"\nfalse = "no"\nnone = "open"\nTrue = "typed"')
    assert [trial.say("a", {"so": so}) for so in (True, False, None, "True")] == [
        "yes",
        "no",
        "open",
        "typed",
    ]


def test_a_name_may_have_parameters_of_its_sentence(words):
    trial = words('a = "{how} it is"\n[name.how]\nfast = "{n}-fold"')
    assert trial.say("a", {"how": "fast", "n": 3}) == "3-fold it is"


def test_several_things_that_are_one_piece_have_its_name(words):
    trial = words('a = "{tile}"\nb = "{tiles}"\n[piece]\ntile = "tile"\nbig = "Big {n}"\n[name]\nand = "and"')

    def tile(field, value):
        return {("tile", (1, 2)): Name("piece.big", (("n", 2),)), ("tile", 1): "One", ("tile", 2): "Two"}.get(
            (field, value)
        )

    assert trial.say("a", {"tile": (1, 2)}, tile) == "Big 2"
    assert trial.say("a", {"tile": (2, 1)}, tile) == "", "two that are no piece"
    assert trial.say("a", {"tile": 1}, tile) == "One"
    assert trial.say("b", {"tiles": (1, 2)}, tile) == "One and Two"
    assert trial.say("b", {"tiles": [2]}, tile) == "Two"


def test_what_could_not_be_read_says_why(words):
    trial = words('a = "no: {why}"\n[unreadable]\nodd = "{0} is odd"')
    assert trial.say("a", {"why": Phrase("odd", {"0": 3})}) == "no: 3 is odd"


def test_a_name_is_the_box_s_or_the_catalogue_s_and_what_we_made_up_is_marked(words):
    trial = words('[piece]\nk = "King {n}"\n[name]\ninvented = "*"')
    assert trial.called(Name("piece.k", (("n", 4),))) == "King 4"
    assert trial.called(Name("piece.k", (("n", 4),), invented=True)) == "King 4*"
    assert trial.called(Name("piece.k", (), {"en": "Roi"})) == "Roi"
    assert trial.called(Name("piece.k.j", (), {"fr": "Roi", "de": "König"}, True)) == "Roi*"
    assert trial.called(Name("piece.k.j")) == "j"
    assert words('[piece]\nk = "King"').called(Name("piece.k", invented=True)) == "King", "no sign, no mark"


# -- kinds and areas


def test_a_kind_has_its_own_sentence_where_there_is_none_of_something(words):
    trial = words('[h]\nR = "r"\nR-no-a = "no a"\nR-no-b = "no b"\nR-no-a-b = "neither"\nR-no-yes = "?"')
    given = [{"a": 1, "b": 1}, {"a": 0, "b": 1}, {"a": 1, "b": 0}, {"a": 0, "b": 0}, {"yes": False}, {"c": 0}]
    assert [trial.key_of("h", "R", one) for one in given] == [
        "h.R", "h.R-no-a", "h.R-no-b", "h.R-no-a-b", "h.R", "h.R",
    ]  # fmt: skip


def test_later_areas_add_to_earlier_ones_and_each_has_its_own_grammar(words, tmp_path):
    """What one area borrows from English stays borrowed when another area has words of its own."""
    words('a = "{n:one=one|other=many}"\nc = "{n:one=one|other=many}"')
    words('b = "b"\na = "{n:one=いち|other=たくさん}"', "ja")
    (tmp_path / "en" / "more.toml").write_text('d = "{n:one=1|other=2}"', encoding="utf-8")
    (tmp_path / "ja" / "more.toml").write_text('e = "e"', encoding="utf-8")
    forget()
    trial = Words("ja", ["trial", "more"])
    said = [[trial.say(key, {"n": n}) for n in (1, 2)] for key in "acd"]
    assert said == [["たくさん", "たくさん"], ["one", "many"], ["1", "2"]]
    assert [trial.say(key) for key in "be"] == ["b", "e"]


def test_the_words_of_a_game_and_its_lessons_are_found_in_its_folder(words, tmp_path, monkeypatch):
    monkeypatch.setattr(catalogue, "GAMES", tmp_path / "games")
    for path, text in (("words/en.toml", 'a = "game"'), ("lessons/en/rules.toml", '[b]\nc = "lesson"')):
        file = tmp_path / "games" / "go" / path
        file.parent.mkdir(parents=True)
        file.write_text(text, encoding="utf-8")
    forget()
    assert entries("go", "en") == {"a": "game"}
    assert entries("go/rules", "en") == {"b.c": "lesson"}
    assert entries("go/other", "en") == entries("no", "en") == entries("go", "fr") == {}


@pytest.mark.parametrize(
    ("value", "said"), [(1, "one"), (2, "many"), ((5,), "one"), ([], "many"), ("x", "many")]
)
def test_a_form_goes_by_the_number_by_the_length_or_is_the_other(words, value, said):
    assert words('a = "{n:one=one|other=many}"').say("a", {"n": value}) == said


def test_a_form_may_have_an_equals_sign_in_it(words):
    assert words('a = "{n:one=x=1|other=x=2}"').say("a", {"n": 1}) == "x=1"


@pytest.mark.parametrize(
    ("tag", "lang"), [("fr", "fr"), ("fr_CH@euro", "fr"), ("FR", "fr"), ("de.UTF-8", "de")]
)
def test_a_locale_has_a_language_with_or_without_a_country(tag, lang):
    assert language({"LANG": tag, "LC_ALL": ""}) == lang
