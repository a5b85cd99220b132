"""Contre-Temps on the tablet. May import: what the app offers to every game, the views of this game."""

from companion.app.face import Face

FACE = Face(
    package="companion.app.screens",
    table="timeline",
    picture="companion.app.screens.timeline.picture:picture",
)
