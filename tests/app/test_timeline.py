"""Contre-Temps by touches: a game handed round, cards told in two touches, and nobody's secret in sight."""

import random

import pytest

from tests.games.names import called
from tests.tools.timeline_shots import REAL, evening


def still(app) -> None:
    app.theme.motion = False


def visit(driver, text: str, screen: str) -> None:
    driver.touch(driver.button(text))
    driver.pump(lambda: driver.app.manager.current == screen, screen)
    driver.frames(3)


def at(run, answers: int, seed: int = 3, phase: str = "", **options):
    """A driver of an app in which the game has gone so far."""
    driver = run(prepare=lambda app: (still(app), evening(app, answers, seed, phase, **options)))
    driver.frames(3)
    return driver


def written(driver) -> str:
    """Everything that can be read on the screen, drawn cards too."""
    found = []
    for widget in driver.walk():
        found.append(str(getattr(widget, "text", "")) + " " + str(getattr(widget, "under", "")))
        card = getattr(widget, "card", None)
        found.append(f"[{card.id}]" if card is not None else "")
    return "\n".join(found)


def shown_cards(driver) -> set[str]:
    return {w.card.id for w in driver.walk() if getattr(w, "card", None) is not None}


def told(driver) -> None:
    """Nobody's hand is in the tree but that of the player who said to hold the tablet."""
    screen, evening = driver.app.manager.current_screen, driver.app.evening
    game, state = evening.now.game, evening.now.state
    holder = screen.holder
    hidden = {card for seat, hand in enumerate(state.hands) if seat != holder for card in hand}
    hidden |= {bid for seat, bid in enumerate(state.bids) if bid and seat != holder}
    assert not shown_cards(driver) & hidden
    words = written(driver)
    for card in hidden - {"?"}:
        assert f"{called(game, state, 'card', card)}\n" not in words + "\n"


def tell_card(driver, card: str, suit: str = "") -> None:
    """On the pad: its suit, unless it is touched already, and its value."""
    panel = driver.app.manager.current_screen.panel
    if suit != card[0]:
        driver.touch(next(w for w in driver.walk(panel) if getattr(w, "suit", None) and w.text == card[0]))
    buttons = (w for w in driver.walk(panel) if hasattr(w, "role"))
    driver.touch(next(w for w in buttons if w.text == card[1:]))


def touch_on(driver, chance: random.Random) -> None:
    """One touch of somebody who follows the screen."""
    screen = driver.app.manager.current_screen
    if screen.overlay is not None:
        screen.close_overlay()
    ask, panel = screen.ask, screen.panel
    if ask.kind in ("cover", "over") or screen.selected is not None:
        driver.touch(screen.ids.next)
    elif ask.kind == "hand":
        legal = [w for w in driver.walk(panel) if hasattr(w, "quiet") and hasattr(w, "card") and not w.quiet]
        driver.touch(chance.choice(legal))
    elif ask.kind == "cards":
        card = chance.choice(sorted(ask.cards))
        tell_card(driver, card, screen.suit)
    else:
        ways = {way.text for way in ask.ways}
        driver.touch(chance.choice([w for w in driver.walk(panel) if hasattr(w, "role") and w.text in ways]))
    driver.frames(2)


@pytest.mark.slow
def test_a_whole_game_is_handed_round_by_touches_alone(run):
    driver = run(prepare=still)
    visit(driver, "New game", "new-game")
    for text in ("Contre-Temps", "3 players", "Temporal Paradoxes"):
        driver.touch(driver.button(text))
    visit(driver, "Start", "timeline")
    evening, chance = driver.app.evening, random.Random(4)
    covered = set()
    for _ in range(1500):
        if driver.app.manager.current != "timeline":
            break
        told(driver)
        screen = driver.app.manager.current_screen
        if screen.ask.kind == "cover":
            covered.add(screen.ask.seat)
            assert screen.holder is None
        touch_on(driver, chance)
    assert covered == {0, 1, 2}
    assert evening.now.outcome is not None
    assert driver.app.manager.current == "outcome"
    driver.frames(3)
    winner = called(evening.now.game, evening.now.state, "seat", evening.now.outcome.ranking[0][0])
    assert f"{winner} wins".upper() in written(driver)
    visit(driver, "← Undo the last step", "timeline")
    assert evening.now.outcome is None
    visit_home(driver)
    assert driver.app.career.games("contre-temps") == []


def visit_home(driver) -> None:
    driver.touch(driver.app.manager.current_screen.ids.menu)
    driver.frames(2)
    visit(driver, "Home", "home")


@pytest.mark.slow
def test_six_people_with_a_real_deck_tell_every_card_in_two_touches(run):
    driver = run(prepare=still)
    visit(driver, "New game", "new-game")
    for text in ("Contre-Temps", "6 players", "Real table", "Under the hand"):
        driver.touch(driver.button(text))
    visit(driver, "Start", "checklist")
    visit(driver, "To the table", "timeline")
    evening, chance = driver.app.evening, random.Random(8)
    most = 0
    while evening.now.outcome is None and evening.now.state.round < 5:
        before, entries = driver.touches, len(evening.now.entries)
        while len(evening.now.entries) == entries:
            touch_on(driver, chance)
        assert driver.app.manager.current_screen.ask.kind != "cover"
        most = max(most, driver.touches - before)
    assert most == 2
    assert all(len(hand) == 6 for hand in evening.now.state.hands) or evening.now.outcome is not None


def test_one_touch_shows_a_hand_and_any_change_covers_it(run):
    driver = at(run, 0)
    screen = driver.app.manager.current_screen
    assert screen.ask.kind == "cover"
    assert shown_cards(driver) == set()
    seat = screen.ask.seat
    driver.touch(screen.ids.next)
    assert shown_cards(driver) == set(driver.app.evening.now.state.hands[seat])
    told(driver)
    driver.app.go("history")
    driver.frames(3)
    driver.app.go("table")
    driver.frames(3)
    assert screen.ask.kind == "cover"
    assert shown_cards(driver) == set()
    driver.touch(screen.ids.next)
    touch_on(driver, random.Random(1))
    assert screen.ask.kind == "cover"
    assert screen.ask.seat != seat
    driver.touch(screen.ids.next)
    driver.touch(screen.ids.undo)
    driver.frames(2)
    assert (screen.ask.kind, screen.ask.seat) == ("cover", seat)
    told(driver)


def test_crystals_are_set_in_secret_and_leave_no_trace_before_they_are_revealed(run):
    driver = at(run, 4, phase="move", hands="table")
    screen, evening = driver.app.manager.current_screen, driver.app.evening
    first = screen.ask.seat
    driver.touch(screen.ids.next)
    one_back = next(way for way in screen.ask.ways if way.answer.back == 1)
    driver.touch(driver.button(one_back.text))
    assert screen.ids.next.text == "Done, hide it"
    driver.touch(screen.ids.next)
    driver.frames(2)
    assert evening.now.state.commits[first] == (1, 0)
    assert screen.ask.kind == "cover"
    assert screen.ask.seat != first
    assert screen.selected is None
    assert one_back.text not in written(driver)
    assert "has chosen" in written(driver)
    driver.app.go("history")
    driver.frames(3)
    page = driver.app.manager.current_screen
    assert "A secret answer" in written(driver)
    assert "1 back" not in written(driver)
    page.select(len(evening.now.entries))
    driver.frames(2)
    driver.touch(driver.button("Change this …"))
    driver.frames(2)
    assert f"Give the tablet to {screen.view.seats[first].name}" in written(driver)
    assert "1 back" not in written(driver)
    driver.touch(driver.button("Cancel"))
    driver.app.go("table")
    driver.frames(3)
    driver.touch(screen.ids.undo)
    driver.frames(2)
    assert evening.now.state.commits[first] is None
    assert screen.ask.seat == first
    assert screen.ask.kind == "cover"


@pytest.mark.slow
def test_another_player_may_choose_first(run):
    driver = at(run, 4, phase="move", hands="table")
    screen = driver.app.manager.current_screen
    other = screen.ask.others[-1]
    screen_buttons = [w for w in driver.walk(screen.panel) if getattr(w, "glyph", "") == f"mark:{other + 1}"]
    driver.touch(screen_buttons[0])
    driver.frames(2)
    assert (screen.ask.kind, screen.ask.seat) == ("cover", other)


@pytest.mark.slow
def test_a_revoke_that_was_found_is_told_in_three_touches(run):
    driver = at(run, 8, phase="play", **REAL)
    screen, evening = driver.app.manager.current_screen, driver.app.evening
    seat = max(range(4), key=lambda one: evening.now.state.energy[one])
    assert evening.now.state.energy[seat] > 0
    before = driver.touches
    driver.touch(screen.ids.menu)
    driver.touch(driver.button("Somebody did not follow suit"))
    driver.touch(driver.button(screen.view.seats[seat].name))
    driver.frames(2)
    assert driver.touches - before == 3
    assert evening.now.state.energy[seat] == 0
    assert "did not follow suit" in written(driver)


@pytest.mark.slow
def test_a_card_that_was_seen_is_refused_with_its_rule_and_nothing_is_lost(run):
    driver = at(run, 8, phase="play", **REAL)
    evening = driver.app.evening
    seen = evening.now.state.constant
    position = evening.now.position
    tell_card(driver, seen)
    driver.frames(2)
    assert "CT-COMP-01" not in written(driver)
    driver.touch(driver.button("Why?"))
    assert "CT-COMP-01" in written(driver)
    assert evening.now.position == position


@pytest.mark.slow
@pytest.mark.parametrize("what", ["energy", "controller", "constant"])
def test_the_table_is_set_right_by_hand(run, what):
    driver = at(run, 12, phase="play", **REAL)
    screen, evening = driver.app.manager.current_screen, driver.app.evening
    before = driver.touches
    if what == "energy":
        driver.touch(screen.seats.buttons[1])
        driver.touch(driver.button("7"))
        assert driver.touches - before == 2
        assert evening.now.state.energy[1] == 7
    elif what == "controller":
        x, y, w, h = screen.line.column(1)
        driver.touch_at(x + w / 2, y + h / 2)
        driver.touch(driver.button("Whose disc is on event 1"))
        driver.touch(driver.button("Green"))
        assert evening.now.state.control[1] == 3
    else:
        x, y, w, h = screen.line.column(0)
        driver.touch_at(x + w / 2, y + h / 2)
        driver.touch(driver.button("The constant"))
        driver.touch(driver.button("none"))
        assert evening.now.state.constant == ""
        driver.frames(2)
        assert screen.view.unstable


@pytest.mark.slow
def test_continue_leads_back_to_the_line(run):
    driver = at(run, 6, **REAL)
    path = driver.app.evening.now.path
    driver.app.leave()
    driver.app.go("home")
    driver.frames(3)
    assert "Contre-Temps" in written(driver)
    driver.touch(driver.app.manager.current_screen.ids.resume)
    driver.pump(lambda: driver.app.manager.current == "timeline", "the line")
    assert driver.app.evening.now.path == path
