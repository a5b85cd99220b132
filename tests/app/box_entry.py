"""Enters pieces of a box by touches in a real window, as an owner would.

What is touched is found on the screen.

For the test of a whole box, and for the figure of how long it takes.
"""

from collections.abc import Mapping
from typing import Any

from companion.engine.box_editor import Draft, asked, closed, entries_of


class Owner:
    """Somebody who copies pieces from cards to the tablet."""

    def __init__(self, driver: Any, game: str = "the-loop") -> None:
        self.driver, self.app, self.game = driver, driver.app, game
        self.letters = 0
        self.words = self.app.tr.of(game)

    @property
    def screen(self) -> Any:
        return self.app.manager.current_screen

    def press(self, text: str, inside: Any = None) -> None:
        """The button with these words; what was scrolled away is brought in first."""
        from companion.app.widgets import BigButton, Rows

        there = [one for one in self.driver.walk(inside) if isinstance(one, BigButton) and not one.disabled]
        found = [one for one in there if one.text == text]
        assert found, f"no button {text!r}; there are {[one.text for one in there]}"
        button = found[0]
        for rows in (one for one in self.driver.walk() if isinstance(one, Rows)):
            if any(one is button for one in self.driver.walk(rows)):
                rows.scroll_to(button, animate=False)
                self.driver.frames(2)
        self.driver.touch(button)

    def open(self, kind: str) -> None:
        self.app.go("box", playing=self.game)
        self.driver.frames(3)
        view = next(one for one in self.kinds() if one.id == kind)
        self.press(view.name)
        self.driver.frames(3)

    def kinds(self) -> Any:
        from companion.app.presenters.box import BoxPresenter
        from companion.app.settings import box_folder

        game = self.app.games.load(self.game, self.app.box(self.game))
        presenter = BoxPresenter(game, self.app.games.boxes(self.game), self.words)
        return presenter.show(box_folder(self.game)).kinds

    def begin(self, kind: str, entry: Mapping[str, Any]) -> None:
        """The page of this piece: a new one, or the one that every box has."""
        shelf = self.app.games.boxes(self.game).shelf()
        following = self.app.manager.current == "box-editor" and self.screen.draft.kind == kind
        if following and not closed(shelf, kind) and not self.screen.draft.touched:
            return  # the next unknown piece stands there already
        self.open(kind)
        if closed(shelf, kind):
            entries = entries_of(self.screen.desk.box, kind)
            shown = next(one for one in entries if one.id == entry["id"])
            from companion.words import called

            self.press(called(self.words, kind, shown))
        else:
            unknown = self.screen.desk.following(kind) is not None
            self.press(self.app.tr.say(f"screen-box.{'next-unknown' if unknown else 'one-more'}"))
        self.driver.frames(3)

    def enter(self, kind: str, entry: Mapping[str, Any]) -> None:
        """All that the entry says, and keep it."""
        screen, wanted = self.screen, Draft(self.screen.draft.shelf, kind, entry)
        name = entry.get("name", "")
        name = name.get(self.app.tr.lang, "") if isinstance(name, dict) else name
        if name:
            screen.ids.name.text = name
            self.letters += len(name)
        if text := entry.get("text"):
            self.press(self.app.tr.say("screen-box-editor.write"))
            screen.words_typed.text = text[self.app.tr.lang]
            self.letters += len(text[self.app.tr.lang])
        if wanted.effect and screen.draft.get(wanted.effect) != wanted.get(wanted.effect):
            self._steps(wanted, wanted.effect)
        for _ in range(2):
            for one in asked(screen.draft):
                value = wanted.get(one.path)
                if value is not None and screen.draft.get(one.path) != value and one.how != "text":
                    place = screen.ids.about if screen.view.verbs else screen.ids.palette
                    self._answer(place, one.path, value)
        self.press(self.app.tr.say("screen-box-editor.keep"))
        self.driver.pump(lambda: self.app.writing is not None and self.app.writing.done(), "written")
        self.driver.frames(3)

    def _answer(self, place: Any, path: Any, value: Any) -> None:
        """The button of this answer below its question."""
        questions = [*self.screen.view.questions]
        from companion.words import step_questions

        if self.screen.focus:
            questions += step_questions(self.words, self.screen.draft, self.screen.focus)
        question = next(one for one in questions if one.path == path)
        from companion.app.screens.box_editor.answers import counted

        if counted(question):
            while self.screen.draft.get(path) != value:
                now = self.screen.draft.get(path)
                self.press(
                    "+" if now is None or now < value else "−",
                    self._below(place, question.text, question.problem),
                )
            return
        if question.how == "colour":
            grid = self._below(place, question.text, question.problem).children[0]
            number = [one.value for one in question.answers].index(value)
            self.driver.touch(list(reversed(grid.children))[number])
            return
        said = next(one.text for one in question.answers if one.value == value)
        self.press(said, self._below(place, question.text, question.problem))

    def _below(self, place: Any, *captions: str) -> Any:
        """What stands below a caption."""
        from companion.app.widgets import Rows, Text

        rows = next(one for one in self.driver.walk(place) if isinstance(one, Rows))
        children = list(reversed(rows.box.children))
        at = next(
            number
            for number, one in enumerate(children)
            if isinstance(one, Text) and one.text in captions
            if one.text
        )
        return children[at + 1]

    def _steps(self, wanted: Draft, path: Any) -> None:
        screen = self.screen
        for step in wanted.get(path) or ():
            if screen.target != path:
                self._aim(path)
            verb = wanted.grammar.verb_of(step)
            self.press(_capital(self.words.say(f"verb.{verb}")), screen.ids.palette)
            at = screen.focus
            for _ in range(2):  # what is asked may depend on what was told
                for one in asked(screen.draft, at):
                    value = step.get(one.path[-1], one.now)
                    if value != one.now and value != screen.draft.get(one.path):
                        self._answer(screen.ids.steps, one.path, value)
            for _ in step[verb][2:] if wanted.grammar.verbs[verb].value == "effects" else ():
                self.press(self.app.tr.say("screen-box-editor.or-one-more"))
            tile = next(one for one in screen.draft.tiles if one.path == at)
            for inner in tile.holds:
                self._steps(wanted, inner)

    def _aim(self, path: Any) -> None:
        """The line that says where the next tile goes."""
        from companion.app.widgets import BigButton

        self.driver.frames(1)
        target = next(
            one
            for one in self.driver.walk(self.screen.ids.steps)
            if isinstance(one, BigButton) and getattr(one, "aims", None) == path
        )
        self.screen.rows.scroll_to(target, animate=False)
        self.driver.frames(2)
        self.driver.touch(target)


def _capital(said: str) -> str:
    return said[:1].upper() + said[1:]
