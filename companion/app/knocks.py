"""Who knocks, and who would like to take something back: asked over whatever is on the screen.

May import: this room. On the page of the phones the rows ask it, so nothing lies over them there.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from companion.words import Speech

from .widgets import Knock

if TYPE_CHECKING:
    from .app import CompanionApp

def answer_knocks(app: CompanionApp) -> None:
    """Shows the first that waits, or nothing."""
    if app.knock is not None:
        app.knock.close()
        app.knock = None
    served = app.phones.served
    if served is None or app.now is None:
        return
    say, speech = app.tr.say, Speech.of(app.tr.words, app.now)
    if served.undo_of_tablet:
        yes = (say("screen-invite.all-agree"), "next", partial(served.answer_undo, True))
        no = (say("screen-invite.leave-it"), "plain", partial(served.answer_undo, False))
        app.knock = Knock(say("screen-invite.phones-asked"), (yes, no))
    elif (seat := served.undo_asked) is not None:
        who = speech.name("seat", seat) if seat >= 0 else say("screen-invite.somebody")
        yes = (say("screen-invite.undo-yes"), "next", partial(served.answer_undo, True))
        no = (say("screen-invite.undo-no"), "plain", partial(served.answer_undo, False))
        key = "redo-asked" if served.redo_asked else "undo-asked"
        app.knock = Knock(say(f"screen-invite.{key}", {"who": who}), (yes, no))
    elif served.waiting and app.manager.current != "invite":
        guest = served.waiting[0]
        about = {"n": guest.number, "who": speech.name("seat", guest.wants or 0)}
        yes = (say("screen-invite.admit"), "next", partial(served.admit, guest.id))
        no = (say("screen-invite.refuse"), "plain", partial(served.refuse, guest.id))
        app.knock = Knock(say("screen-invite.wants-in", about), (yes, no))
