"""Cyberion on the tablet. May import: what the app offers to every game, the views of this game."""

from companion.app.face import Face

FACE = Face(
    package="companion.app.screens",
    table="workshop",
    picture="companion.app.screens.workshop.picture:picture",
    form="companion.app.screens.new_game.cyberion:CyberionForm",
)
