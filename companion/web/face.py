"""How a game looks on a phone: the generic face, which serves any game, and what a game's own may replace.

May import: companion.engine, companion.words, its own room. A game's manifest names its face
(`faces["phone"]`): a `PhoneFace` that overrides what it draws itself. Every method gets a `Sight` and gives
markup; a face that looks at nothing but `sight.view`, `sight.mine` and `sight.history` cannot give a secret
away.
"""

from __future__ import annotations

from collections.abc import Iterable

from companion.engine import Input, Question
from companion.engine.scene import visible
from companion.table import Asked
from companion.words import Row, outlined

from .html import Html, joined, tag
from .sight import Sight, key_of


class PhoneFace:
    styles: tuple[str, ...] = ()
    """Style sheets of this game, as text."""

    def board(self, sight: Sight) -> Html:
        """The position, as everybody may know it: `sight` is nobody's."""
        return _rows(outlined(sight.speech, sight.view))

    def own(self, sight: Sight) -> Html:
        """What is this seat's own: its hand, its secrets."""
        public = visible(sight.now, None)
        if sight.seat is None or sight.view == public:
            return Html()
        known = set(outlined(sight.speech, public))
        return _rows([row for row in outlined(sight.speech, sight.view) if row not in known])

    def title(self, sight: Sight, asked: Asked) -> str:
        """What is asked."""
        return sight.speech.question(asked.question)

    def ask(self, sight: Sight, asked: Asked) -> Html:
        """One question with its answers, as a form."""
        question = asked.question
        buttons = [self.button(sight, question, one, place) for place, one in enumerate(question.answers)]
        return form(asked, tag("div", *buttons, class_="answers"))

    def button(self, sight: Sight, question: Question, given: Input, place: int) -> Html:
        last = question.main and place == len(question.answers) - 1
        return answer_button(given, sight.answer(question, given), class_="answer end" if last else "answer")


def _rows(rows: Iterable[Row]) -> Html:
    inside = (joined((tag("dt", row.name), tag("dd", row.value))) for row in rows)
    return tag("dl", *inside, class_="rows")


def form(asked: Asked, *inside: object) -> Html:
    """A form that answers this question: named by its owner and the position at which it was opened."""
    name = (("owner", asked.question.owner), ("since", asked.since))
    hidden = (tag("input", type="hidden", name=key, value=value) for key, value in name)
    return tag("form", *hidden, *inside, method="post", action="/answer")


def answer_button(given: Input, *inside: object, **attributes: object) -> Html:
    """What answers with this when it is touched."""
    return tag(
        "button", *inside, **{"type": "submit", "name": "answer", "value": key_of(given), **attributes}
    )
