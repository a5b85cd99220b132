"""The catalogue's own behaviour, on sentences written here."""

import pytest

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
