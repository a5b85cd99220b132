"""One game night: a game, its journal, and who supplies chance. The only room that joins a game and the tower.

May import: companion.games, companion.tower (never its backends), the standard library.

    session = Session.begin(game, {"players": 3}, path, seed=11)      # or Session.resume(path); both raise TableError
    session.subscribe(lambda event: ...)                              # Happened | Undone | Amended
    with session:
        session.advance()                                             # the app's own draws, one entry each
        for asked in session.asked():                                 # what waits for a person or the tower
            asked.question, asked.source                              # source: "player" | "hand" | "tower"
        told = session.submit(answer, "player", session.position)     # Entry | Refusal (stale, doubled, against a rule)
        told.happenings
        session.undo()                                                # Undone(dropped, put_back) | Refusal
        for line in session.history(seat): ...                        # Line(number, given or None when secret, source…)
        amendment = session.amend(7, other_input)                     # None drops entry 7; Amendment | Refusal
        amendment.asked                                               # newly arising questions
        amendment.answer(given, source)                               # Refusal | None; the replay goes on
        amendment.misfits                                             # Misfit(number, given, source, refusal)
        amendment.keep() / amendment.keep_board() / amendment.cancel()

`session.state`, `.game`, `.position`, `.entries`, `.outcome`, `.path`, `.message` (a repair made on resume) and
`.amendment` (not None when a journal made under older rules must be settled first) can be read at any time. A session
belongs to one thread.
"""
