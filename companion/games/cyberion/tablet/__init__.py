"""Cyberion on the tablet. May import: what the app offers to every game, the views of this game."""

from companion.app.face import Face

FACE = Face(
    package=__name__,
    table="workshop",
    picture="companion.games.cyberion.tablet.workshop.picture:picture",
    form="companion.games.cyberion.tablet.form:CyberionForm",
    stages="companion.games.cyberion.tablet.stages:STAGES",
    drawings="companion.games.cyberion.tablet.stage_drawings:DRAWINGS",
)
