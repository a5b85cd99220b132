"""Every sentence read aloud by a machine: whole games in every language, catalogues with 0, 1 and many.

What it hears are classes, not cases: a line that begins small, a raw id, a number with the wrong noun.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest

from companion import games
from companion.engine.box_editor import entries_of
from companion.words import Words, languages
from companion.words.catalogue import HERE, PARAMETER, entries
from tests.app.books import Books
from tests.app.hands import KEEPING, TABLES
from tests.tools import playthroughs
from tests.tools.read_aloud import playthrough, read

LINES = ("board", "question", "answer", "happening", "phrase", "step", "outcome", "story", "field")
"""Texts that stand on a line of their own."""
COUNTLESS = ("question", "happening", "phrase", "step", "story")
"""Sentences that say so when there is none of something; a board may show a nought."""
FIGURES = {"agent": 0, "era": 0, "full": True, "ready": [], "spent": []}
NAMES = sorted(path.stem for path in playthroughs.FOLDER.glob("*.txt"))
OF_GAMES = {path.parents[1].name for path in Path(games.__file__).parent.glob("*/words/*.toml")}
AREAS = sorted({path.stem for path in HERE.glob("*/*.toml")} | OF_GAMES)


def wrong(where: str, text: str, ids: re.Pattern[str]) -> Iterator[str]:
    """What is heard in this text."""
    if where in LINES and text.lstrip("▶ ")[:1].islower():
        yield "begins small"
    if re.search(r"[^.…!?]\. [a-zà-ÿ]", text) and not text.startswith(("Type", "Tapez", "Tippe")):
        yield "goes on small after a full stop"
    if re.search(r"‹|\d>\d|\(\s*\)|\( | \)| [,.](?!\w)|,,", text):
        yield "has something raw in it"
    if where != "hint" and (found := ids.search(text)):
        yield f"shows the id {found[0]}"
    if re.search(r"\b(?:turn|round|tour de jeu|manche|Zug|Runde) 0\b", text, re.I):
        yield "tells of a turn before the first"
    if where in COUNTLESS and re.search(r"(?<![\d.,])[−+]?0 [^\W\d]", text):
        yield "counts to nought"


def raw_ids(game) -> re.Pattern[str]:
    """Ids that nobody would say: those of two words."""
    kinds = [kind for kind, pieces in game.box.items() if isinstance(pieces, (list, tuple))]
    found = {one.id for kind in kinds for one in entries_of(game.box, kind)}
    return re.compile(rf"\b(?:{'|'.join(sorted(one for one in found if '-' in one)) or '$^'})\b")


@pytest.mark.parametrize("name", NAMES)
def test_a_whole_game_reads_well(name: str) -> None:
    heard = set()
    for now in playthrough(name, 10):
        ids = raw_ids(now.game)
        for lang in languages():
            for where, text in read(now, lang):
                heard |= {(lang, where, what, text) for what in wrong(where, text.strip(), ids)}
    assert sorted(heard) == []


@pytest.mark.parametrize("keeping", KEEPING)
@pytest.mark.parametrize("table", TABLES)
def test_a_real_table_reads_well(keeping: str, table: str) -> None:
    """What hands tell; of hands and piles that nobody keeps there is nothing to say, nor a nought."""
    books = Books(TABLES[table], keeping, 3)
    books.play(6)
    entries, heard = books.entries, set()
    ids = raw_ids(books.game)
    for number in range(len(entries) // 6, len(entries), len(entries) // 6):
        state = entries[number - 1].after
        now = SimpleNamespace(
            game=books.game, state=state, entries=tuple(entries[:number]), drop=None, cancellable=False
        )
        for lang in languages():
            piles = Words(lang, ["the_loop"])
            for where, text in read(now, lang):
                heard |= {(lang, where, what, text) for what in wrong(where, text.strip(), ids)}
                if piles.say("board.agent", FIGURES).partition("·")[2] in text:
                    heard.add((lang, where, "tells of cards that nobody sees", text))
    assert sorted(heard) == []


@pytest.mark.parametrize(
    ("where", "text", "what"),
    [
        ("question", "the tower is asked", "begins small"),
        ("board", "Missions (0 of 3). you play", "goes on small after a full stop"),
        ("field", "Duplicate (6>1)", "has something raw in it"),
        ("value", "flying-forgery and 1", "shows the id flying-forgery"),
        ("step", "Dawn of Time: 0 rouges", "counts to nought"),
        ("phone", "Manche 0 sur 10", "tells of a turn before the first"),
    ],
)
def test_it_hears_what_it_listens_for(where: str, text: str, what: str) -> None:
    assert what in list(wrong(where, text, raw_ids(games.load("the-loop"))))


# -- catalogues

FRAGMENTS = ("unreadable.", "help.", "argparse.", "error.", "mistake.", "box-key.", "tower.reason.")
"""What stands behind something that was said before, or begins with what was typed."""
TYPED = re.compile(r"(?:^|\. )(?:pyserial|cage|choose|cancel-rift|companion)\b")
"""Words that are typed small."""
TOWER = re.compile(
    r"\b(?:la|une|cette|aucune|quelle|seule|vraie|pas de|carte de) (?:autre )?tours?\b"
    r"|socket://tour|bac et tour|\btour (?:simulée|émulée|motorisée|branchée|en USB|X|sur (?:X|USB|[lc]es))"
    r"|plusieurs tours",
    re.I,
)
"""In French the tower is feminine and a turn a "tour de jeu", so that each "tour" is heard as what it is."""
NO_TOWER = ("cyberion", "contre_temps", "example")
"""Games in which nothing turns."""
OTHER_WORDS = {
    "fr": r"\b(?:tu|toi|ton|tes)\b|\blâchers?\b|\bce companion\b|\bautre companion\b",
    "de": r"\bEpochen?\b|\bRiss(?:e|en)?\b|\bDr Foo|\bBegleiter|\bMicrobots?\b|\bgroßer Stapel\b",
}
"""Words for what docs/glossary.md calls otherwise; in French everybody is "vous"."""

NEVER_ONE = {
    "coach.steps",  # a single step is no plan
    "refusal.colours-do-not-match", "screen-outcome.story.began", "screen-checklist.steps",  # three or more
    "finding.too-many-discs", "finding.row-too-long", "finding.crew-complete", "finding.rifts-overflow",
    "finding.too-many-vortexes", "finding.too-many-tiles", "finding.too-many-microbots",  # beyond a limit
    "happening.GigantobotComplete", "do.GigantobotComplete",  # five robots or six
    "happening.StructureDamaged", "do.StructureDamaged", "workshop.of",  # three valves each
    "happening.VortexOpened",  # three rifts or more
    "refusal.solo-agents", "piece.requires.identical",  # two or more
    "unreadable.keeps", "tower.trace.grade",  # figures of a file
}  # fmt: skip


def nouns(lang: str) -> dict[str, str]:
    """Plurals of this language as its own forms have them, with the singular of each."""
    found: dict[str, str] = {}
    for area in AREAS:
        for text in entries(area, lang).values():
            for match in PARAMETER.finditer(text):
                forms = dict(form.split("=", 1) for form in (match[3] or "").split("|") if "=" in form)
                one, other = (forms.get(form, "").split(" ")[0] for form in ("one", "other"))
                if match[2] == ":" and one and other and one != other:
                    found[other] = one
    return {other: one for other, one in found.items() if other not in found.values()}


def counted(lang: str) -> set[str]:
    """Parameters that are numbers of something somewhere."""
    texts = (text for area in AREAS for text in entries(area, lang).values())
    found = (match for text in texts for match in PARAMETER.finditer(text))
    return {match[1] for match in found if match[2] == ":" and "other=" in match[3]}


@pytest.mark.parametrize("lang", languages())
def test_a_number_has_the_noun_that_goes_with_it(lang: str) -> None:
    known, numbers, heard = nouns(lang), counted(lang), []
    assert len(known) > 20
    # in other languages a singular may be the plural, too, or begin a longer noun
    listened = {*known, *(known.values() if lang == "fr" else ())}
    for area in AREAS:
        for key, text in entries(area, lang).items():
            for match in re.finditer(r"\{(\w+)\} ([^\W\d]+)", text):
                if match[1] in numbers and match[2] in listened and key not in NEVER_ONE:
                    heard.append((area, key, match[0]))
    assert heard == [], heard


@pytest.mark.parametrize("lang", languages())
@pytest.mark.parametrize("area", AREAS)
def test_every_sentence_begins_and_goes_on_as_one(area: str, lang: str) -> None:
    """With 0, 1 and many; what is filled in is a name."""
    words, heard = Words(lang, [area]), []
    for key, text in entries(area, lang).items():
        numbers = {match[1] for match in PARAMETER.finditer(text) if match[2] == ":"}
        names = {match[1]: "X" for match in PARAMETER.finditer(text)}
        for n in (0, 1, 2, 21):
            said = words.say(key, {**names, **dict.fromkeys(numbers, n)})
            plain = TYPED.sub("X", said)
            small = said[-1:] in ".!?" and plain[:1].islower() and not key.startswith(FRAGMENTS)
            goes_on = re.search(r"[^\s.…]{3,}\. [a-zà-ÿ]", plain)
            spaced = re.search(r" {2}|\(\)|\s,| \.(?!\w)", said.strip()) and "\n" not in said
            if small or goes_on or spaced:
                heard.append((key, said))
    assert heard == [], heard


def told(lang: str) -> Iterator[tuple[str, str, str]]:
    """Every sentence of every catalogue and lesson: where it stands, its key, what it says."""
    for area in AREAS:
        words = Words(lang, [area])
        for key, text in entries(area, lang).items():
            yield area, key, words.say(key, {match[1]: "X" for match in PARAMETER.finditer(text)})
    for path in sorted(Path(games.__file__).parent.glob(f"*/lessons/{lang}/*.toml")):
        for line in path.read_text(encoding="utf-8").splitlines():
            yield path.parents[2].name, path.stem, line.partition(" = ")[2]


@pytest.mark.parametrize("lang", languages())
def test_why_a_count_is_asked_is_read_at_a_glance(lang: str) -> None:
    """It is the longest line of Dr Foo's phase, which has twenty words at most."""
    reasons = {key: text for _, key, text in told(lang) if key.startswith("tower.reason.")}
    assert len(reasons) > 20
    assert {key: text for key, text in reasons.items() if len(text.split()) > 7} == {}


def test_in_french_a_tower_and_a_turn_are_two_words() -> None:
    """On the table of The LOOP the tower is Dr Foo's Machine; its lessons know turns alone."""

    def heard(area: str, key: str, text: str) -> bool:
        if area == "the_loop" and "." not in key:
            return bool(TOWER.search(text))
        text = re.sub(r"\btours? (?:de jeu|à tour|du Temps)", "", text, flags=re.I)
        text = text if area == "the_loop" else TOWER.sub("", text)
        return area not in NO_TOWER and bool(re.search(r"\btours?\b", text, re.I))

    assert heard("app_screens", "home.tower", "Tour")
    assert heard("the_loop", "next.turning", "La tour tourne")
    assert heard("the_loop", "hints", "Jetez-les dans la tour.")
    assert not heard("app", "app.turn", "La tour tourne, au tour de jeu X")
    assert [one for one in told("fr") if heard(*one)] == []


@pytest.mark.parametrize("lang", OTHER_WORDS)
def test_one_thing_has_one_name(lang: str) -> None:
    other = re.compile(OTHER_WORDS[lang])
    assert [(area, key, text) for area, key, text in told(lang) if other.search(text)] == []
