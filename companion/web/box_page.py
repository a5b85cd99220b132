"""The box editor in a browser: names are typed on a keyboard, effects put together step by step.

May import: companion.engine, companion.table, companion.words, its own room. The same model as on the tablet
(`companion.engine.box_editor`), for devices with a seat and the one that began the evening. A photo of one's
own card may lie beside it: it stays in the browser that took it and is sent to nobody.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from companion.engine import Games
from companion.engine.box_editor import Draft, Entry, begun, closed, entries_of, finished, invented_keys
from companion.engine.box_files import owned
from companion.engine.box_files.reader import BoxMistakes, Piece
from companion.table import box_folder
from companion.words import PieceQuestion, Words, called, describe_flaw, shown_piece, step_questions

from .html import Html, tag
from .page import document

LONGEST = 2000
"""Letters of what is typed into one field."""


class BoxDesk:
    """The box of one game and what somebody is entering into it."""

    def __init__(self, games: Games, game: str) -> None:
        self.games, self.game = games, game
        self.shelf = games.boxes(game).shelf()
        self.drafts: dict[tuple[str, str], Draft] = {}
        """By device and kind."""

    @property
    def own(self) -> list[Piece]:
        try:
            return owned.own_pieces(self.shelf, box_folder(self.game))
        except BoxMistakes:
            return []

    @property
    def box(self) -> object:
        boxes = self.games.boxes(self.game)
        try:
            return boxes.load_box(box_folder(self.game) if self.own else None)
        except BoxMistakes:
            return boxes.load_box()

    def begin(self, device: str, kind: str, piece: str) -> Draft | None:
        """A draft of this piece, or of a new one; None: there is no such kind or piece."""
        if kind not in self.shelf.forms:
            return None
        entry = next((one for one in entries_of(self.box, kind) if one.id == piece), None)
        if (piece and entry is None) or (not piece and closed(self.shelf, kind)):
            return None
        self.drafts[device, kind] = draft = begun(self.shelf, kind, entry)
        return draft

    def change(self, draft: Draft, words: Words, typed: Mapping[str, str]) -> None:
        """What was typed and chosen, then what was touched. What does not fit is left as it was."""
        for question in self._questions(draft, words):
            name = _name(question)
            if name not in typed:
                continue
            value = typed[name][:LONGEST]
            if question.how in ("text", "long-text"):
                draft.call(str(question.path[0]), value, words.lang)
            else:
                answers = {_key(one.value): one.value for one in question.answers}
                if value in answers and answers[value] != question.now:
                    draft.put(question.path, answers[value])
        order, _, about = typed.get("order", "").partition(":")
        if order == "add" and draft.effect:
            path, _, verb = about.rpartition("/")
            place = tuple(json.loads(path)) if path else draft.effect
            if verb in draft.grammar.offered and _known(draft, place):
                draft.add(place, verb)
        elif order == "drop" and _known(draft, tuple(json.loads(about))):
            draft.drop(tuple(json.loads(about)))

    def _questions(self, draft: Draft, words: Words) -> list[PieceQuestion]:
        steps = [one for tile in draft.tiles for one in step_questions(words, draft, tile.path)]
        return [*self.view(draft, words).questions, *steps]

    def view(self, draft: Draft, words: Words) -> Any:
        others = [piece for piece in self.own if piece.entry.id != draft.fixed]
        box = self.box
        names = {kind: [entry.id for entry in entries_of(box, kind)] for kind in self.shelf.forms}
        return shown_piece(words, draft, self.games.view(self.game, "effect"), others, names)

    def keep(self, draft: Draft, words: Words) -> str:
        """Writes it; why not, or nothing."""
        try:
            owned.enter(self.shelf, box_folder(self.game), draft.kind, finished(draft, self.own))
        except BoxMistakes as wrong:
            return str(describe_flaw(words, wrong.flaws[0]))
        except OSError as error:
            return error.strerror or str(error)
        return ""

    # -- what is shown

    def pieces_page(self, words: Words) -> str:
        """All pieces by kind; a mark says that something of one is invented."""
        box, parts = self.box, []
        for kind in self.shelf.forms:
            rows = [self._piece(words, kind, entry) for entry in entries_of(box, kind)]
            new = None if closed(self.shelf, kind) else _link(f"/box/{kind}", words.say("phone.box-new"))
            pieces = tag("ul", *rows, class_="pieces")
            parts.append(tag("details", tag("summary", _kind(words, kind)), pieces, new))
        title = words.say("phone.box")
        back = _link("/", words.say("phone.box-back"))
        about = tag("p", words.say("phone.box-about"))
        return document(words, title, tag("main", tag("h1", title), about, *parts, back))

    def _piece(self, words: Words, kind: str, entry: Entry) -> Html:
        mark = f" ({words.say('phone.box-invented')})" if invented_keys(entry) else ""
        return tag("li", _link(f"/box/{kind}?piece={entry.id}", called(words, kind, entry) + mark))

    def piece_page(self, words: Words, draft: Draft, note: str = "") -> str:
        view = self.view(draft, words)
        fields = [_field(question) for question in view.questions]
        steps = [self._step(words, draft, tile) for tile in view.tiles]
        add = [_order(answer.text, f"add:/{answer.value}") for answer in view.verbs]
        keep = tag(
            "button", words.say("phone.box-keep"),
            type="submit", name="order", value="keep", class_="answer end",
        )  # fmt: skip
        more = tag("details", tag("summary", words.say("phone.box-add")), *add) if add else None
        problems = [tag("li", one) for one in view.problems]
        wrong = tag("ul", *problems, class_="faint") if problems else None
        look = tag("button", words.say("phone.box-look"), type="submit", name="order", value="look")
        form = tag(
            "form", look, *fields, *steps, more, tag("p", tag("strong", view.sentence)), wrong, keep,
            method="post", action=f"/box/{draft.kind}", class_="piece",
        )  # fmt: skip
        title = view.name or words.say("phone.box-new")
        key = f"{self.game}/{draft.kind}/{draft.fixed or 'new'}"
        camera = tag("input", type="file", accept="image/*", capture="environment", id="camera")
        photo = tag(
            "section",
            tag("label", words.say("phone.box-photo"), camera),
            tag("img", id="photo", alt=words.say("phone.box-photo-alt"), hidden=True),
            tag("p", words.say("phone.box-photo-about"), class_="faint"),
            id="card", data_piece=key, class_="part",
        )  # fmt: skip
        back = _link("/box", words.say("phone.box-back"))
        alert = tag("p", note, role="alert", id="note", hidden=not note)
        script = tag("script", src="/static/photo.js", defer=True)
        return document(words, title, alert, tag("main", tag("h1", title), form, photo, back), head=script)

    def _step(self, words: Words, draft: Draft, tile: Any) -> Html:
        """One step of the effect, with what is asked about it and a way to put something into it."""
        inside = [_field(one) for one in step_questions(words, draft, tile.path)]
        for place in tile.holds:
            ways = (
                _order(words.say(f"verb.{verb}"), f"add:{json.dumps(place)}/{verb}")
                for verb in draft.grammar.offered
            )
            inside.append(tag("details", tag("summary", words.say("phone.box-add")), *ways))
        out = _order(words.say("phone.box-take-out"), f"drop:{json.dumps(tile.path)}")
        said = tag("legend", tile.said or tile.text)
        wrong = tag("p", tile.problem, class_="faint") if tile.problem else None
        return tag("fieldset", said, *inside, wrong, out)


def _known(draft: Draft, place: tuple[Any, ...]) -> bool:
    tiles = draft.tiles
    return place == draft.effect or any(place == tile.path or place in tile.holds for tile in tiles)


def _name(question: PieceQuestion) -> str:
    return f"field.{json.dumps(question.path)}"


def _key(value: Any) -> str:
    return json.dumps(value)


def _field(question: PieceQuestion) -> Html:
    name = _name(question)
    now: Any = question.now
    if question.how in ("text", "long-text"):
        said = next(iter(now.values()), "") if isinstance(now, dict) else now or ""
        box = (
            tag("textarea", said, name=name, rows=3, maxlength=LONGEST)
            if question.how == "long-text"
            else tag("input", type="text", name=name, value=said, maxlength=200, autocomplete="off")
        )
    else:
        chosen = any(one.chosen for one in question.answers)
        open_answer = () if chosen else (tag("option", "–", value="", selected=True),)
        options = (
            tag("option", one.text, value=_key(one.value), selected=one.chosen) for one in question.answers
        )
        box = tag("select", *open_answer, *options, name=name)
    wrong = tag("small", question.problem) if question.problem else None
    return tag("label", tag("span", question.text), box, wrong, class_="field")


def _kind(words: Words, kind: str) -> str:
    keys = (f"screen-box.kind.{kind}", f"screen-box.kind.{kind}s")
    return next((words.say(key) for key in keys if key in words), kind.capitalize())


def _order(said: str, order: str) -> Html:
    return tag("button", said, type="submit", name="order", value=order, class_="small")


def _link(href: str, said: str) -> Html:
    return tag("a", said, href=href)
