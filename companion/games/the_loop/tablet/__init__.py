"""The LOOP on the tablet. May import: what the app offers to every game, the views of this game."""

from companion.app.face import Face

FACE = Face(
    package=__name__,
    table="table",
    picture="companion.games.the_loop.tablet.table.picture:picture",
    form="companion.games.the_loop.tablet.form:LoopForm",
    learning="companion.games.the_loop.tablet.table.learn_form:form",
    stages="companion.games.the_loop.tablet.stages:STAGES",
    drawings="companion.games.the_loop.tablet.stage_drawings:DRAWINGS",
)
