"""One evening: a game, its journal, who supplies chance. Only this room joins a game and the tower.

May import: companion.engine, companion.tower (never its backends), the standard library.

    evening = Evening.begin(game, games, {"players": 3}, path)     # or .resume(path, games): TableError
    career.follow(evening)                                         # in the evening's own thread
    mailbox = evening.subscribe(wake)                              # Mailbox: take() | wait()
    now = mailbox.take()                                           # Snapshot | None: never changes
    asked = now.asked[0]                                           # question, source, since
    now.events                                                     # Happened | Undone | Amended
    answer = Answer((given,), asked.question.owner, asked.since)
    told = evening.post(answer, token="phone-3/17").result()       # Done | Refusal
    amendment = now.amend(7, other_input)                          # on scratch paper: Amendment | Refusal
    evening.post(Settle(amendment, "all"))                         # keeps it; see `Way`
    evening.close().result()                                       # Closed

Everybody else is a client: posts commands, looks at snapshots. What lies under the evening (`session`,
`journal`, `live_line`, `chance`, `drop_control`) nobody enters.
"""

from . import scenario
from .amend import Amendment, Misfit, Unknown, Way
from .career import Career, Finished, seconds_at_the_table, tally, victories
from .chance import Asked, Sources
from .chronicle import Chronicle, chronicle_of
from .commands import (
    AllThrown,
    Answer,
    BackTo,
    ByHand,
    CallAnew,
    Cancel,
    CatchUp,
    ChangeDrop,
    ChangeThrown,
    Command,
    ConfirmDrop,
    Correct,
    Done,
    EarlyThrow,
    EndDrop,
    GoOn,
    Light,
    MarkSeen,
    Pause,
    Redo,
    SeenFallen,
    Settle,
    Throw,
    Todo,
    Undo,
    Watch,
)
from .errors import (
    FileInvalid,
    HandsHidden,
    JournalBusy,
    JournalDamaged,
    JournalExists,
    JournalMissing,
    JournalNone,
    JournalTooNew,
    JournalUnreadable,
    JournalUnwritable,
    NameRefused,
    OptionsRefused,
    ReasonsInvalid,
    ScenarioInvalid,
    TableError,
)
from .evening import Closed, Evening
from .folders import box_folder, career_file, home, journals, last_journal, new_journal
from .incidents import keep_incident, kept_mistake
from .journal import Header, Played, identity, last_played, read
from .library import (
    Repaired,
    SavedGame,
    elsewhere,
    export,
    exported,
    games_kept,
    lay_again,
    look_at,
    names_in,
    position,
    put_back,
    repair,
    set_aside,
    take_in,
    turns,
)
from .live_line import Amended, Entry, Event, Happened, Undone, VisibleEntry, answered
from .mailbox import Mailbox
from .people import People, Person, people_file
from .poster import (
    POSTER_SIZE,
    SEATS,
    Bar,
    Captions,
    Cut,
    Disc,
    Guest,
    Lettering,
    Shape,
    Stroke,
    shapes_of,
    svg,
)
from .reasons import CareerReason, earned
from .reasons import load as load_reasons
from .running_drop import RunningDrop
from .session import LoadGame, game_of
from .snapshot import Snapshot, TowerNow
from .tower_thread import Counted, Failed, Report, Said, TowerThread

__all__ = [
    # the picture of an evening
    "Chronicle",
    "chronicle_of",
    "Captions",
    "Cut",
    "POSTER_SIZE",
    "SEATS",
    "Bar",
    "Disc",
    "Guest",
    "Lettering",
    "Shape",
    "Stroke",
    "shapes_of",
    "svg",
    # the evening
    "Evening",
    "Closed",
    "Mailbox",
    "Snapshot",
    "TowerNow",
    "RunningDrop",
    "Todo",
    # what can be posted
    "Command",
    "Done",
    "Answer",
    "Correct",
    "Undo",
    "BackTo",
    "CallAnew",
    "Cancel",
    "Settle",
    "CatchUp",
    "MarkSeen",
    "Watch",
    "Light",
    "Throw",
    "AllThrown",
    "EarlyThrow",
    "EndDrop",
    "ByHand",
    "ChangeDrop",
    "ChangeThrown",
    "ConfirmDrop",
    "SeenFallen",
    # what is under it
    "Entry",
    "Asked",
    "VisibleEntry",
    "Amendment",
    "Misfit",
    "Unknown",
    "Way",
    "Event",
    "GoOn",
    "Happened",
    "Undone",
    "answered",
    "Amended",
    "Sources",
    "TowerThread",
    "Report",
    "Said",
    "Counted",
    "Failed",
    "Header",
    "Pause",
    "Played",
    "identity",
    "last_played",
    "read",
    "LoadGame",
    "game_of",
    "scenario",
    "home",
    "new_journal",
    "keep_incident",
    "kept_mistake",
    "last_journal",
    "journals",
    "career_file",
    "box_folder",
    "SavedGame",
    "games_kept",
    "look_at",
    "names_in",
    "position",
    "lay_again",
    "repair",
    "Redo",
    "Repaired",
    "elsewhere",
    "export",
    "exported",
    "take_in",
    "turns",
    "set_aside",
    "put_back",
    "People",
    "Person",
    "people_file",
    "Career",
    "Finished",
    "seconds_at_the_table",
    "tally",
    "victories",
    "CareerReason",
    "earned",
    "load_reasons",
    "TableError",
    "HandsHidden",
    "JournalBusy",
    "JournalDamaged",
    "JournalExists",
    "JournalMissing",
    "JournalNone",
    "JournalTooNew",
    "JournalUnreadable",
    "JournalUnwritable",
    "NameRefused",
    "OptionsRefused",
    "ReasonsInvalid",
    "FileInvalid",
    "ScenarioInvalid",
]
