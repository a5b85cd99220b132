"""The words on the picture of an evening. May import: companion.table, companion.words; never Kivy."""

from __future__ import annotations

from companion.engine import Games
from companion.table import SEATS, Captions, Chronicle, Guest, Shape, Snapshot, chronicle_of, shapes_of
from companion.words import Speech, Words

from .history import HistoryPresenter
from .outcome import OutcomePresenter


def picture_of(now: Snapshot, words: Words, games: Games) -> tuple[Shape, ...]:
    """The whole evening in one picture; empty while the game is on."""
    chronicle = chronicle_of(now)
    return shapes_of(chronicle, captions(chronicle, now, words, games)) if chronicle is not None else ()


def captions(chronicle: Chronicle, now: Snapshot, words: Words, games: Games) -> Captions:
    ended = OutcomePresenter(now.game, words, games).show(now, [], ())
    speech = Speech.of(words, now)
    own = games.view(now.game.name, "seats")
    colours = own(now) if own is not None else SEATS
    heroes = (
        Guest(
            speech.say(
                f"screen-chronicle.{'hero' if hero.successes else 'hero-plain'}",
                {**hero._asdict(), "n": hero.successes},
            ),
            str(hero.seat + 1),
            colours[hero.seat % len(colours)],
        )
        for hero in chronicle.heroes
        if hero.decisions
    )
    return Captions(
        games[now.game.name].title,
        ended.title,
        ended.cause,
        ended.figures,
        words.say(f"screen-chronicle.{_kind(chronicle)}"),
        _decision(chronicle, now, words, games),
        tuple(heroes),
        words.say("screen-chronicle.turns"),
    )


def _kind(chronicle: Chronicle) -> str:
    return (
        "decided" if chronicle.outcome.ranking else "lost" if chronicle.outcome.result == "lost" else "saved"
    )


def _decision(chronicle: Chronicle, now: Snapshot, words: Words, games: Games) -> str:
    entry = chronicle.decisive
    if entry is None:
        return ""
    history = HistoryPresenter(now.game, words, games)
    question = history.question(entry.before, entry.given)
    speech = Speech.of(words, now).at(entry.before)
    after = speech.at(entry.after)
    happened = " ".join(after.happening(said).strip() for said in entry.happenings)
    what = happened or history.answer_text(speech, question, entry.given)
    about = {
        "turn": chronicle.decisive_turn + 1,
        "what": what,
        "who": speech.owner(question) if question else "",
    }
    return words.say("screen-chronicle.decision", about)
