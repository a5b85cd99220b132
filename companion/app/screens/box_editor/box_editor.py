"""A piece of the owner's box, entered by touch: tiles for what it does, choices for what it shows.

May import: Kivy, this room's widgets, the editor's model and its words. Knows no game: what is
asked comes from what the game's box files may hold.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from kivy.properties import BooleanProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.app.presenters.box_editor import Desk
from companion.app.widgets import BigButton, Columns, Page, Rows, Text, TextField, named
from companion.engine.box_editor import Draft, Entry, in_language
from companion.engine.box_files.faults import Path
from companion.words import PieceQuestion, PieceView, StepTile, step_questions

from .answers import answers

TILES = 3
"""Tiles beside each other, where there is room."""


class AimButton(BigButton):
    """Where a further step may go."""

    def __init__(self, aims: Path, **given: Any) -> None:
        self.aims = aims
        super().__init__(**given)


class BoxEditorScreen(Page):
    playing = StringProperty()
    draft: ObjectProperty[Draft] = ObjectProperty(None)
    """What is entered; set by whoever opens this page."""
    then: ObjectProperty[Callable[[Entry], None] | None] = ObjectProperty(None, allownone=True)
    """At a table: who gets the piece, once; elsewhere it is kept, and the next one follows."""
    writing = BooleanProperty(False)
    """Its words are written down instead of built."""
    has_text = BooleanProperty(False)
    focus: Path = ()
    """The step whose questions are open."""
    target: Path = ()
    """The effect to which the next tile goes."""
    view: PieceView

    def __init__(self, **given: Any) -> None:
        self._shown: dict[str, Any] = {}
        super().__init__(**given)

    def on_draft(self, *_: Any) -> None:
        self._shown = {}
        self.focus, self.target = (), self.draft.effect
        self.has_text = "text" in self.draft.form
        self.writing = bool(self.draft.get(("text",)))
        self._set_name()

    def on_pre_enter(self, *_: Any) -> None:
        self.desk = Desk(self.app.games, self.playing, self.app.tr.of(self.playing))
        super().on_pre_enter()
        self._set_name()

    def fill(self) -> None:
        self.desk.words = self.app.tr.of(self.playing)
        self.view = self.desk.show(self.draft)
        self.offer([], None, lambda _: None)
        self._progress()
        calling = self.ids.calling
        nameable = "name" in self.draft.form
        calling.height = max(57, 54 * self.em) if nameable else 0
        calling.opacity = 1 if nameable else 0
        named(self, "name", TextField).disabled = not nameable
        self._palette()
        self._steps()
        self._about()
        named(self, "sentence", Text).text = self.view.sentence or self.view.name
        named(self, "sample", Text).text = self.desk.sample(self.draft) if not self.view.problems else ""
        self._foot()

    # -- its parts

    def _progress(self) -> None:
        bar = self.ids.aside
        bar.clear_widgets()
        bar.size_hint_x, bar.width = 1.2, bar.width
        now = self.desk.progress(self.draft.kind)
        said = self.say("screen-box-editor.yours", yours=now.yours, all=now.all, invented=now.invented)
        bar.add_widget(Text(text=said, px=19, halign="right", valign="middle"))

    def _stands(self, part: str, *shown: Any) -> bool:
        """Whether this part of the page shows this already: only what changes is built anew."""
        key = (self.app.tr.lang, self.em, self.app.theme.arrangement, self.app.theme.palette, *shown)
        same = self._shown.get(part) == key
        self._shown[part] = key
        return same

    def _palette(self) -> None:
        place = self.ids.palette
        about = () if self.view.verbs else self.view.questions
        if self._stands("palette", self.playing, self.draft.kind, self.writing, about):
            return
        place.clear_widgets()
        if self.writing:
            self._text(place)
        elif self.view.verbs:
            place.add_widget(self._heading(self.say("screen-box-editor.does")))
            rows = Rows(cols=TILES if self.app.theme.arrangement == "wide" else 2, spacing=6)
            for verb in self.view.verbs:
                button = BigButton(text=verb.text, px=17)
                button.bind(on_release=lambda _, verb=verb.value: self.add(verb))
                rows.add(button, max(57, 60 * self.em))
            place.add_widget(rows)
        else:  # a piece that does nothing: what it shows has all the room
            rows = Rows(spacing=6)
            for question in self.view.questions:
                if question.how not in ("text", "long-text"):
                    self._question(rows, question)
            place.add_widget(rows)

    def _text(self, place: Widget) -> None:
        """A card in its owner's own words."""
        place.add_widget(self._heading(self.say("screen-box-editor.words")))
        theme = self.app.theme
        self.words_typed = TextField(
            background_normal="",
            background_active="",
            background_color=theme.text,
            foreground_color=theme.dark,
            text=in_language(self.draft.so_far.texts, self.app.tr.lang),
            font_name="Inter",
            font_size=22 * self.em,
        )
        self.words_typed.bind(text=lambda _, said: self._say_text(said))
        place.add_widget(self.words_typed)

    def _say_text(self, said: str) -> None:
        self.draft.call("text", said, self.app.tr.lang)
        self.view = self.desk.show(self.draft)
        self._foot()

    def _steps(self) -> None:
        place = self.ids.steps
        asked = step_questions(self.desk.words, self.draft, self.focus) if self.focus else ()
        shown = (self.view.tiles, self.view.verbs, self.focus, self.target, asked, self.writing)
        if self._stands("steps", *shown):
            return
        place.clear_widgets()
        gone = self.writing or not self.view.verbs
        place.size_hint_x, place.width = (None, 0) if gone else (1.12, place.width)
        if gone:
            return
        self.rows = Rows(spacing=6)
        focused = self._effect(self.draft.effect, 0, self.say("screen-box-editor.next-step"))
        place.add_widget(self.rows)
        if focused is not None:
            self.rows.show(focused)

    def _effect(self, path: Path, depth: int, said: str) -> Widget | None:
        """The steps of an effect, and where the next one goes; the tile whose questions are open."""
        focused: Widget | None = None
        for tile in self.view.tiles:
            if tile.path[:-1] == path:
                made = self._tile(self.rows, tile)
                focused = made if tile.path == self.focus else focused
                for number, inner in enumerate(tile.holds):
                    word = "or-here" if number else "here"
                    inside = self._effect(inner, depth + 1, self.say(f"screen-box-editor.{word}"))
                    focused = inside or focused
                if tile.several:
                    more = BigButton(text=self.say("screen-box-editor.or-one-more"), px=17)
                    more.bind(on_release=lambda _, path=tile.holds[0][:-1]: self.another(path))
                    self.rows.add(self._indented(more, depth + 1), self.finger)
        self._target(self.rows, path, depth, said)
        return focused

    def _tile(self, rows: Rows, tile: StepTile) -> Widget:
        head = BigButton(text=tile.text, under=tile.problem or tile.said, px=19)
        head.role = "danger" if tile.problem else "chosen" if tile.path == self.focus else "plain"
        head.bind(on_release=lambda _: self.look_at(tile.path))
        made = rows.add(self._indented(head, tile.depth), 74 * self.em)
        if tile.path == self.focus:
            for question in step_questions(self.desk.words, self.draft, tile.path):
                self._question(rows, question, tile.depth)
            out = BigButton(text=self.say("screen-box-editor.take-out"), px=17)
            out.bind(on_release=lambda _: self.take_out(tile.path))
            rows.add(self._indented(out, tile.depth), self.finger)
        return made

    def _target(self, rows: Rows, path: Path, depth: int, said: str) -> None:
        """Where the next tile goes; the one that is meant is lit."""
        button = AimButton(path, text=said, px=17, role="chosen" if path == self.target else "quiet")
        button.edge = self.app.theme.faint
        button.bind(on_release=lambda _: self.aim(path))
        rows.add(self._indented(button, depth), self.finger)

    def _indented(self, widget: Widget, depth: int) -> BoxLayout:
        row = BoxLayout(padding=(26 * depth * self.em, 0, 0, 0))
        row.add_widget(widget)
        return row

    def _about(self) -> None:
        place = self.ids.about
        if self._stands("about", self.view.verbs, self.view.questions):
            return
        place.clear_widgets()
        if not self.view.verbs:
            return
        rows = Rows(spacing=6)
        for question in self.view.questions:
            if question.how not in ("text", "long-text"):
                self._question(rows, question)
        place.add_widget(rows)

    def _question(self, rows: Rows, question: PieceQuestion, depth: int = 0) -> None:
        caption = Text(text=question.problem or question.text, px=17, halign="left", valign="middle")
        caption.tone = "danger" if question.problem else "faint"
        rows.add(caption, 26 * self.em)
        grid, height = answers(question, self.finger, self.em, partial(self.tell, question.path))
        row = rows.add(self._indented(grid, depth), height)
        if isinstance(grid, Columns):  # long words take columns, and the row gets higher
            grid.bind(minimum_height=lambda _, needed: setattr(row, "height", max(height, needed)))

    def _heading(self, said: str) -> Text:
        head = Text(text=said, px=21, weight="bold", halign="left", valign="middle")
        head.size_hint_y, head.height = None, 32 * self.em
        return head

    def _foot(self) -> None:
        problems = self.view.problems
        still = named(self, "still", Text)
        still.text = problems[0] if problems else self.desk.news
        still.tone = "danger" if problems and self.draft.touched else "faint"
        keep, undo = named(self, "keep", BigButton), named(self, "undo", BigButton)
        keep.disabled, undo.disabled = bool(problems) or not self.draft.touched, not self.draft.touched
        keep.because = "because.piece" if self.draft.touched else "because.untouched"
        undo.because = "because.untouched"

    # -- what is touched

    def tell(self, path: Path, value: Any) -> None:
        again = self.draft.get(path) == value and path[:1] != self.draft.effect[:1]
        self.draft.put(path, None if again else value)
        self.fill()

    def add(self, verb: str) -> None:
        self.focus = self.draft.add(self.target or self.draft.effect, verb)
        added = next(tile for tile in self.draft.tiles if tile.path == self.focus)
        if added.holds:
            self.target = added.holds[0]
        self.fill()

    def another(self, path: Path) -> None:
        self.target = self.draft.another(path)
        self.fill()

    def aim(self, path: Path) -> None:
        self.target, self.focus = path, ()
        self.fill()

    def look_at(self, path: Path) -> None:
        self.focus = () if path == self.focus else path
        self.fill()

    def take_out(self, path: Path) -> None:
        self.draft.drop(path)
        self._settle()
        self.fill()

    def undo(self) -> None:
        self.draft.undo()
        self._settle()
        self._set_name()
        self.fill()

    def _settle(self) -> None:
        """What is gone is no longer looked at."""
        paths = {path for tile in self.draft.tiles for path in (tile.path, *tile.holds)}
        self.focus = self.focus if self.focus in paths else ()
        self.target = self.target if self.target in paths else self.draft.effect

    def write_or_build(self) -> None:
        self.writing = not self.writing
        self.fill()

    def typed(self) -> None:
        """A letter of the name: nothing is drawn anew below the finger."""
        if self.draft is not None and "name" in self.draft.form and self.shown_now:
            self.draft.call("name", named(self, "name", TextField).text, self.app.tr.lang)
            self.view = self.desk.show(self.draft)
            self._foot()

    def _set_name(self) -> None:
        named(self, "name", TextField).text = in_language(self.draft.so_far.names, self.app.tr.lang)

    def keep(self) -> None:
        """Writes it down, and goes on with the next unknown piece of this kind."""
        draft, then = self.draft, self.then
        if then is not None:
            self.then = None
            self.app.go(self.back)
            then(self.desk.made(draft))
            return
        self.app.in_thread(partial(self.desk.keep, draft), self._kept, self._not_kept)

    def _kept(self, name: str) -> None:
        self.desk.news = self.say("screen-box-editor.kept", name=name)
        following = self.desk.following(self.draft.kind)
        if following is None:
            self.app.go(self.back)
            return
        self.draft = following
        self.fill()

    def _not_kept(self, error: Exception) -> None:
        why = self.desk.why(error)
        self.ask(
            self.say("screen-box-editor.title"),
            self.say("screen-box-editor.not-kept", why=why),
            (self.say("app.close"), "next", None),
        )

    def leave(self) -> None:
        """What was told and not kept is not lost unasked."""
        if not self.draft.touched:
            self._away()
            return
        self.ask(
            self.say("screen-box-editor.leave"),
            self.say("screen-box-editor.lost"),
            (self.say("screen-box-editor.drop"), "plain", self._away),
            (self.say("screen-box-editor.stay"), "next", None),
        )

    def _away(self) -> None:
        self.then = None
        self.app.go(self.back)
