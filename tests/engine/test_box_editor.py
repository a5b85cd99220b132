"""Any piece of any game can be entered from nothing, and stands in its file as if written by hand."""

import tomllib
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from companion.engine.box_editor import Draft, asked
from companion.engine.box_editor.collection import begun, closed, invented_keys, stem
from companion.engine.box_files import owned
from companion.engine.box_files.entry import Entry
from companion.engine.box_files.reader import LEARNED, BoxMistakes, Piece, Shelf, game_of
from companion.games import GAMES
from companion.games.the_loop.rules.vocabulary import VERBS


def shipped(game: str) -> Iterator[tuple[Shelf, Piece]]:
    shelf = GAMES.boxes(game).shelf()
    folder = GAMES[game].folder / "box"
    return ((shelf, piece) for piece in shelf.read(folder).pieces)


def entered(shelf: Shelf, piece: Piece) -> Draft:
    """The piece, told answer by answer."""
    bare = piece.entry.without("source", "stand-in").plain
    draft = Draft(shelf, piece.kind, fixed=piece.entry.id if piece.kind in shelf.same else "")
    wanted = Draft(shelf, piece.kind, bare)
    for _ in range(2):  # what is asked next may depend on what was told
        for one in asked(draft):
            if (value := wanted.get(one.path)) is not None and draft.get(one.path) != value:
                assert one.how in ("text", "colour", "other", "long-text") or value in one.answers
                draft.put(one.path, value)
    if draft.effect:
        steps(draft, wanted, draft.effect)
    return draft


def steps(draft: Draft, wanted: Draft, path: Any) -> None:
    for step in wanted.get(path) or ():
        verb = draft.grammar.verb_of(step)
        at = draft.add(path, verb)
        for _ in step[verb][2:] if draft.grammar.verbs[verb].value == "effects" else ():
            draft.another((*at, verb))
        if draft.grammar.verbs[verb].holds:
            for inner in next(tile.holds for tile in draft.tiles if tile.path == at):
                steps(draft, wanted, inner)
        for key in step:
            for one in asked(draft, at):
                if one.path[-1] == key and step[key] != one.now:
                    assert step[key] in one.answers
                    draft.put(one.path, step[key])


@pytest.mark.parametrize("game", list(GAMES))
def test_every_shipped_piece_can_be_entered_from_nothing(game: str) -> None:
    for shelf, piece in shipped(game):
        draft = entered(shelf, piece)
        assert [fault for fault in draft.faults() if fault.id != "unknown-word"] == []
        wanted = dict(piece.entry.without("source", "stand-in").plain)
        made = dict(draft.piece(stem=piece.entry.id).plain)
        made["id"] = piece.entry.id if "#" in piece.entry.id or "name" in made else made["id"]
        assert _plainly(shelf, piece.kind, made) == _plainly(shelf, piece.kind, wanted)


def _plainly(shelf: Shelf, kind: str, entry: dict[str, Any]) -> Any:
    """What is left out where it is what it would be anyway says the same."""
    draft = Draft(shelf, kind, entry)
    if not draft.effect:
        return entry
    compiled = draft.grammar.compiled(draft.get(draft.effect) or ())
    return {**entry, str(draft.effect[0]): compiled}


LOOP = GAMES.boxes("the-loop").shelf()


def test_a_step_back_is_a_step_back() -> None:
    draft = Draft(LOOP, "card")
    assert not draft.undo()
    assert not draft.touched
    at = draft.add(("effect",), "push")
    draft.put((*at, "push"), 2)
    draft.put(("era",), "medieval")
    draft.undo()
    draft.undo()
    assert draft.entry == {"effect": [{"push": 1}]}
    assert draft.undo()
    assert draft.entry == {}
    assert not draft.touched


def test_what_is_wrong_is_told_at_its_tile() -> None:
    draft = Draft(LOOP, "card")
    draft.put(("era",), "medieval")
    one = draft.add(("effect",), "choose")
    inner = draft.add((*one, "choose", 0), "swap")
    assert {fault.id: fault.at for fault in draft.faults()} == {
        "unknown-word": (*inner, "swap"),
        "empty-effect": (*one, "choose", 1),
    }
    draft.put((*inner, "swap"), "duplicates")
    assert {fault.at for fault in draft.faults() if fault.id == "missing-parameter"} == {
        (*inner, "at"),
        (*inner, "with"),
    }


def test_a_word_of_parts_forgets_what_no_longer_fits() -> None:
    draft = Draft(GAMES.boxes("cyberion").shelf(), "machine")
    for part, value in (("tier", "II"), ("requirement", "sum-at-least"), ("robots", 3), ("total", 12)):
        draft.put(("id", part), value)
    assert draft.entry == {"id": "II-3-sum-at-least-12"}
    draft.put(("id", "requirement"), "model")
    assert draft.entry == {}
    assert [one.key for one in asked(draft)] == ["tier", "requirement", "robots", "model", "copies"]


def test_a_piece_without_a_name_gets_an_id_and_twins_get_their_own() -> None:
    draft = Draft(LOOP, "card", {"era": "medieval"})
    assert draft.piece(stem="card-medieval").id == "card-medieval"
    assert draft.piece({"card-medieval"}, "card-medieval").id == "card-medieval-2"
    twin = Draft(LOOP, "duplicate", {"id": "0>2"})
    assert twin.piece({"0>2"}).id == "0>2#2"


# -- the files


CARD = {"id": "sword", "era": "medieval", "effect": [{"push": 2}]}


def test_a_piece_is_written_where_it_stands_and_the_rest_stays(tmp_path: Path) -> None:
    before = '# my box\n\n[[card]]\nid = "sword"   # bent\nera = "industry"\n\n'
    before += '# the tile\n[[mission]]\nid = "m1"\nthreshold = 3\n'
    (tmp_path / "typed.toml").write_text(before, encoding="utf-8")
    assert owned.keep(LOOP, tmp_path, "card", Entry.read(CARD)).name == "typed.toml"
    text = (tmp_path / "typed.toml").read_text(encoding="utf-8")
    assert text.startswith("# my box\n")
    assert '[[mission]]\nid = "m1"\nthreshold = 3\n' in text
    assert tomllib.loads(text)["card"] == [CARD]
    assert owned.keep(LOOP, tmp_path, "card", Entry.read({**CARD, "id": "shield"})).name == owned.MINE
    assert [one.entry.id for one in owned.own_pieces(LOOP, tmp_path)] == ["shield", "sword", "m1"]
    owned.forget(LOOP, tmp_path, "card", "sword")
    assert "sword" not in (tmp_path / "typed.toml").read_text(encoding="utf-8")


def test_a_file_in_another_way_of_writing_keeps_its_pieces(tmp_path: Path) -> None:
    (tmp_path / "typed.toml").write_text(
        'card = [{ id = "sword", era = "industry" }, { id = "axe", era = "medieval" }]\n', encoding="utf-8"
    )
    owned.keep(LOOP, tmp_path, "card", Entry.read(CARD))
    found = {one.entry.id: one.entry.plain for one in owned.own_pieces(LOOP, tmp_path)}
    assert found == {"axe": {"id": "axe", "era": "medieval"}, "sword": CARD}


def test_what_was_learned_is_told_better_in_a_file_of_ones_own(tmp_path: Path) -> None:
    (tmp_path / LEARNED).write_text('[[card]]\nid = "sword"\nera = "medieval"\n', encoding="utf-8")
    owned.keep(LOOP, tmp_path, "card", Entry.read(CARD))
    assert [one.entry.plain for one in owned.own_pieces(LOOP, tmp_path)] == [CARD]


def test_a_wrong_piece_changes_nothing(tmp_path: Path) -> None:
    owned.keep(LOOP, tmp_path, "card", Entry.read(CARD))
    before = (tmp_path / owned.MINE).read_bytes()
    with pytest.raises(BoxMistakes):
        owned.keep(LOOP, tmp_path, "card", Entry.read({**CARD, "era": "yesterday"}))
    assert (tmp_path / owned.MINE).read_bytes() == before


def test_a_name_that_another_piece_has_is_told_and_nothing_is_changed(tmp_path: Path) -> None:
    owned.enter(LOOP, tmp_path, "card", Entry.read({**CARD, "name": {"en": "Sword"}}))
    before = (tmp_path / owned.MINE).read_bytes()
    with pytest.raises(BoxMistakes) as wrong:
        owned.enter(LOOP, tmp_path, "card", Entry.read({**CARD, "id": "sword-2", "name": {"en": "sword"}}))
    (flaw,) = wrong.value.flaws
    assert (flaw.fault.id, flaw.fault.about) == ("name-twice", ("Sword",))
    assert (tmp_path / owned.MINE).read_bytes() == before
    owned.enter(LOOP, tmp_path, "card", Entry.read({**CARD, "name": {"en": "SWORD"}}))  # itself
    other = {"id": "sword", "name": {"en": "Sword"}, "trigger": "loop", "place": "foo", "threshold": 4}
    owned.enter(LOOP, tmp_path, "mission", Entry.read(other))  # a piece of another kind


def test_a_box_is_one_file_and_two_boxes_are_laid_side_by_side(tmp_path: Path) -> None:
    here, there = tmp_path / "here", tmp_path / "there"
    owned.keep(LOOP, here, "card", Entry.read(CARD))
    owned.keep(LOOP, here, "duplicate", Entry.read({"id": "0>2"}))
    text = owned.exported(LOOP, here)
    theirs = owned.imported(LOOP, "box.toml", text.encode())
    for one in owned.differences([], theirs):
        owned.keep(LOOP, there, one.kind, one.theirs)
    assert owned.exported(LOOP, there) == text
    assert list(owned.differences(owned.own_pieces(LOOP, there), theirs)) == []
    owned.keep(LOOP, there, "card", Entry.read({**CARD, "dimension": "star"}))
    (one,) = owned.differences(owned.own_pieces(LOOP, there), theirs)
    assert (one.name, one.keys) == ("sword", ("dimension",))


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (b"\x00" * 10 * 2**20, "too-long"),
        (b"\xff\xfe", "unreadable"),
        (b"version = 2\n", "newer-version"),
        (b'game = "cyberion"\n', "other-game"),
        (b'game = "the-loop"\n', "no-pieces"),
        (b'[[card]]\nid = "a"\nera = "medieval"\n[[card]]\nid = "a"\nera = "industry"\n', "id-twice"),
        (b'[[mission]]\nid = "m1"\nthreshold = 99\n', "bad-number"),
    ],
)
def test_a_file_that_is_none_of_ours_is_told_and_not_taken(data: bytes, told: str) -> None:
    with pytest.raises(BoxMistakes) as wrong:
        owned.imported(LOOP, "box.toml", data)
    assert [flaw.fault.id for flaw in wrong.value.flaws] == [told]


@pytest.mark.parametrize("game", list(GAMES))
def test_a_piece_of_ours_is_begun_without_what_we_invented_and_the_owner_s_as_it_stands(game: str) -> None:
    for shelf, piece in shipped(game):
        ours = begun(shelf, piece.kind, piece.entry)
        assert not set(ours.entry) & set(invented_keys(piece.entry))
        fixed = closed(shelf, piece.kind)
        assert ours.fixed == (piece.entry.id if fixed else "")
        bare = piece.entry.without("source", "stand-in").plain
        owner_s = begun(shelf, piece.kind, Entry.read({**bare, "source": "owner"}))
        assert owner_s.fixed == piece.entry.id
        assert {key: owner_s.entry.get(key) for key in bare if key in shelf.forms[piece.kind]} == {
            key: value for key, value in bare.items() if key in shelf.forms[piece.kind]
        }


def test_the_pieces_that_every_box_has_are_closed() -> None:
    shelf = GAMES.boxes("the-loop").shelf()
    assert closed(shelf, "agent")
    assert not closed(shelf, "card")
    assert {kind for kind in shelf.forms if closed(shelf, kind)} >= set(shelf.same)


def test_a_name_is_kept_by_language_and_taken_back() -> None:
    shelf = GAMES.boxes("the-loop").shelf()
    draft = Draft(shelf, "card")
    draft.call("name", " Key ", "en")
    draft.call("name", "Clé", "fr")
    assert draft.get(("name",)) == {"en": "Key", "fr": "Clé"}
    before = draft.entry
    draft.call("name", "Key", "en")
    assert draft.entry is before, "the same again is no change"
    draft.call("name", "", "en")
    assert draft.get(("name",)) == {"fr": "Clé"}
    draft.call("name", "", "fr")
    assert draft.get(("name",)) is None


def test_steps_and_choices_are_added_and_taken_out_one_by_one_and_undone() -> None:
    draft = Draft(LOOP, "card")
    told: list[Any] = [draft.get(("effect",))]
    for verb in ("push", "choose", "draw"):
        draft.add(("effect",), verb)
        told.append(deepcopy(draft.get(("effect",))))
    assert told[-1] == [{"push": 1}, {"choose": [[], []]}, {"draw": 1}]
    assert draft.another(("effect", 1, "choose")) == ("effect", 1, "choose", 2)
    told.append(deepcopy(draft.get(("effect",))))
    assert told[-1][1] == {"choose": [[], [], []]}
    draft.drop(("effect", 0))
    told.append(deepcopy(draft.get(("effect",))))
    assert told[-1] == [{"choose": [[], [], []]}, {"draw": 1}]
    draft.drop(("effect", 0, "choose", 1))
    assert draft.get(("effect",)) == [{"choose": [[], []]}, {"draw": 1}]
    for before in reversed(told):
        assert draft.touched
        assert draft.undo()
        assert draft.get(("effect",)) == before
    assert not draft.undo()
    assert not draft.touched


@pytest.mark.parametrize(("more", "faults"), [(0, []), (1, [("too-long", (1,))])])
def test_a_file_of_more_than_a_megabyte_is_not_read(tmp_path: Path, more: int, faults: list[Any]) -> None:
    top = b'game = "the-loop"\n\n[[card]]\nid = "clockwork"\ndimension = "star"\nera = "medieval"\n#'
    data = top + b"-" * (2**20 + more - len(top))
    path = tmp_path / "mine.toml"
    path.write_bytes(data)
    assert [(flaw.fault.id, flaw.fault.about) for flaw in LOOP.read(tmp_path).flaws] == faults
    assert [(flaw.fault.id, flaw.fault.about) for flaw in LOOP.read_file("mine.toml", data).flaws] == faults
    assert game_of(tmp_path) == (None if faults else "the-loop")
    if faults:
        with pytest.raises(BoxMistakes) as wrong:
            owned.opened(LOOP, path)
        assert [(flaw.fault.id, flaw.fault.about) for flaw in wrong.value.flaws] == faults
    else:
        assert [piece.entry.id for piece in owned.opened(LOOP, path)] == ["clockwork"]


def test_a_file_that_is_written_anew_keeps_its_tables_and_what_it_replaces(tmp_path: Path) -> None:
    """Pieces in one line are no form of ours: the file is then written whole."""
    path = tmp_path / "mine.toml"
    cards = [f'{{ id = "{name}", dimension = "star", era = "medieval" }}' for name in ("one", "two")]
    cycles = "duplicates = [1, 2, 3]\ncards = [2, 2, 2]\n"
    path.write_text(
        f'game = "the-loop"\nreplaces-stand-ins = true\ncard = [{", ".join(cards)}]\n\n[hq.cycles]\n{cycles}'
    )
    before = LOOP.read(tmp_path)
    assert before.flaws == []
    owned.forget(LOOP, tmp_path, "card", "one")
    after = LOOP.read(tmp_path)
    assert [piece.entry.id for piece in after.pieces] == ["two"]
    assert (after.tables, after.replaced, after.flaws) == (before.tables, before.replaced, [])


@pytest.mark.parametrize("verb", VERBS)
def test_a_step_is_asked_for_its_number_or_word_and_for_what_goes_with_it(verb: str) -> None:
    told, draft = VERBS[verb], Draft(LOOP, "card")
    at = draft.add(("effect",), verb)
    if told.value in ("word", "number-or-word"):
        draft.put((*at, verb), told.words[0])
    first, *more = [*asked(draft, at), None, None]
    numbers = tuple(range(1, 8))  # no number on a piece is larger
    answers = {"number": numbers, "number-or-word": (*numbers, *told.words), "word": told.words}
    if told.value in answers and (told.value != "word" or len(told.words) > 1):
        assert first is not None
        assert (first.path, first.answers, first.needed) == ((*at, verb), answers[told.value], True)
        assert first.how == ("choice" if told.value == "word" else "number")
    else:
        more = [first, *more]
    params = {one.path[-1]: one for one in more if one is not None}
    for key, one in params.items():
        param = dict(told.params)[str(key)]
        if not param.words:
            assert (one.how, one.answers, one.needed) == ("yes-or-no", (True, False), False)
            continue
        free = not param.required and param.default is None
        assert one.answers == ((None, *param.words) if free else param.words)
        assert (one.how, one.needed, one.now) == ("choice", param.required, param.default)
    assert set(params) == {key for key, _ in told.params if draft.grammar.takes(verb, draft.get(at), key)}


def test_an_effect_without_a_step_is_not_written() -> None:
    draft = Draft(LOOP, "card", {"era": "medieval", "dimension": "star"})
    draft.drop(draft.add(("effect",), "push"))
    assert draft.get(("effect",)) == []
    assert "effect" not in draft.piece().plain
    draft.add(("effect",), "push")
    assert draft.piece().plain["effect"] == [{"push": 1}]


def test_a_piece_without_a_name_is_called_by_the_first_word_that_was_told() -> None:
    draft = Draft(LOOP, "card")
    assert (stem(draft), draft.piece(stem=stem(draft)).id) == ("card", "card")
    draft.put(("era",), "medieval")
    by_era = stem(draft)
    draft.put(("dimension",), "star")
    assert by_era == "card-medieval"
    assert stem(draft) in ("card-star", by_era)
    assert draft.piece(taken=(stem(draft),), stem=stem(draft)).id == f"{stem(draft)}-2"
