"""One game night: a game, its journal, and who supplies chance. Only this room joins a game and the tower.

May import: companion.engine, companion.tower (never its backends), the standard library.

    session = Session.begin(game, {"players": 3}, path, seed=11)   # or .resume(path, load): TableError
    session.subscribe(lambda event: ...)                           # Happened | Undone | Amended
    with session:
        session.advance()                                          # the app's own draws, one entry each
        for asked in session.asked():                              # what waits for a person or the tower
            asked.question, asked.source                           # source: "player" | "hand" | "tower"
        told = session.submit(answer, "player", session.position)  # Entry | Refusal (also stale or doubled)
        told.happenings
        session.undo()                                             # Undone(dropped, put_back) | Refusal
        session.history(seat)                                      # Lines; `given` is None where it is secret
        amendment = session.amend(7, other_input)                  # None drops entry 7; Amendment | Refusal
        amendment.asked                                            # newly arising questions
        amendment.answer(given, source)                            # Refusal | None; the replay goes on
        amendment.set_aside()                                      # or: leave out the old input that waits
        amendment.misfits                                          # Misfit(number, given, source, refusal)
        session.settle(amendment, "all")                           # keeps what fits; see `Way`

`session.state`, `.game`, `.position`, `.entries`, `.outcome`, `.path`, `.message` (a repair made on resume)
and `.amendment` (a journal made under older rules, to be settled first) can be read at any time. A session
belongs to one thread.
"""

from . import scenario
from .amend import Amendment, Misfit, Unknown, Way
from .career import Career, Finished, seconds_at_the_table, victories
from .chance import Asked, Sources
from .commands import (
    Answer,
    BackTo,
    ByHand,
    Cancel,
    CatchUp,
    ChangeDrop,
    Command,
    ConfirmDrop,
    Correct,
    Done,
    EndDrop,
    Seen,
    SeenFallen,
    Settle,
    Throw,
    Todo,
    Undo,
    Watch,
)
from .drops import Counted, Failed, Report, Said, TowerAtTable
from .errors import (
    JournalBusy,
    JournalDamaged,
    JournalExists,
    JournalMissing,
    JournalTooNew,
    JournalUnwritable,
    OptionsRefused,
    ReasonsInvalid,
    ScenarioInvalid,
    TableError,
)
from .evening import Closed, Evening
from .journal import Header, read
from .line import Amended, Entry, Event, Happened, Line, Undone, answered
from .mailbox import Mailbox
from .places import box_folder, career_file, home, last_journal, new_journal
from .reasons import Reason, earned
from .reasons import load as load_reasons
from .running_drop import Drop
from .session import LoadGame, Session, game_of
from .snapshot import Snapshot, TowerNow

__all__ = [
    # the evening
    "Evening",
    "Closed",
    "Mailbox",
    "Snapshot",
    "TowerNow",
    "Drop",
    "Todo",
    # what can be posted
    "Command",
    "Done",
    "Answer",
    "Correct",
    "Undo",
    "BackTo",
    "Cancel",
    "Settle",
    "CatchUp",
    "Seen",
    "Watch",
    "Throw",
    "EndDrop",
    "ByHand",
    "ChangeDrop",
    "ConfirmDrop",
    "SeenFallen",
    # what is under it
    "Session",
    "Entry",
    "Asked",
    "Line",
    "Amendment",
    "Misfit",
    "Unknown",
    "Way",
    "Event",
    "Happened",
    "Undone",
    "answered",
    "Amended",
    "Sources",
    "TowerAtTable",
    "Report",
    "Said",
    "Counted",
    "Failed",
    "Header",
    "read",
    "LoadGame",
    "game_of",
    "scenario",
    "home",
    "new_journal",
    "last_journal",
    "career_file",
    "box_folder",
    "Career",
    "Finished",
    "seconds_at_the_table",
    "victories",
    "Reason",
    "earned",
    "load_reasons",
    "TableError",
    "JournalBusy",
    "JournalDamaged",
    "JournalExists",
    "JournalMissing",
    "JournalTooNew",
    "JournalUnwritable",
    "OptionsRefused",
    "ReasonsInvalid",
    "ScenarioInvalid",
]
