"""The chronicle: one picture of the evening, to look at and to keep.

May import: Kivy, the presenters, this room's widgets, companion.store.
"""

from __future__ import annotations

from io import BytesIO

from kivy.core.image import Image
from kivy.graphics import Fbo

from companion import store
from companion.app.presenters.chronicle import picture_of
from companion.app.settings import for_people, home
from companion.app.widgets import Page, Text, named
from companion.table import POSTER_SIZE, svg

from .poster import Poster, painted


class ChronicleScreen(Page):
    def fill(self) -> None:
        if self.app.now is not None:
            shapes = picture_of(self.app.now, self.app.tr.words, self.app.games)
            named(self, "poster", Poster).shapes = shapes

    def keep(self) -> None:
        """As SVG, which stays sharp, and as PNG, which every phone shows."""
        shapes, path = named(self, "poster", Poster).shapes, self.app.playing.path
        place = home() / "chronicles" / (path.stem if path is not None else "evening")
        try:
            store.replace(place.with_suffix(".svg"), svg(shapes).encode())
            store.replace(place.with_suffix(".png"), self.png())
        except OSError as error:
            said = self.say("screen-chronicle.not-kept", why=str(error))
        else:
            said = self.say("screen-chronicle.kept", path=for_people(place.with_suffix(".png")))
        named(self, "kept", Text).text = said

    def png(self) -> bytes:
        fbo = Fbo(size=POSTER_SIZE)
        with fbo:
            painted(named(self, "poster", Poster).shapes, (0, 0), 1)
        fbo.draw()
        kept = BytesIO()
        Image(fbo.texture).save(kept, fmt="png", flipped=True)
        return kept.getvalue()
