"""Contre-Temps on the tablet. May import: what the app offers to every game, the views of this game."""

from companion.app.face import Face

FACE = Face(
    package=__name__,
    table="timeline",
    picture="companion.games.contre_temps.tablet.timeline.picture:picture",
    stages="companion.games.contre_temps.tablet.stages:STAGES",
    drawings="companion.games.contre_temps.tablet.stage_drawings:DRAWINGS",
)
