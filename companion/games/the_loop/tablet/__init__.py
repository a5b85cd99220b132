"""The LOOP on the tablet. May import: what the app offers to every game, the views of this game."""

from companion.app.face import Face
from companion.app.presenters.pieces import ASKED

FACE = Face(
    package="companion.app.screens",
    table="table",
    picture="companion.app.screens.table.picture:picture",
    form="companion.app.screens.new_game.the_loop:LoopForm",
    learning="companion.app.screens.table.learning:form",
    learns=tuple(ASKED),
)
