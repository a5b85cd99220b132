"""Phones are invited by touches; the window is one client more, and what becomes of it stops nobody."""

from types import SimpleNamespace

import pytest

from companion.app.settings import new_journal
from companion.games import GAMES, load
from companion.table import Answer, Evening
from companion.web import HERE, Phones
from tests.app.test_evening import still
from tests.games.tiny import TINY, Tiny
from tests.web.phone import Phone


def inviting(evening, games):
    return Phones.open(evening, games, port=0, address=HERE, tablet=True)


def playing(app):
    from datetime import datetime

    still(app)
    path = new_journal("contre-temps", datetime.now())
    app.attend(Evening.begin(load("contre-temps"), GAMES, {"players": 3}, path, 5))


@pytest.fixture
def table(run):
    """A game on the tablet, to which phones are invited."""
    driver = run(prepare=playing, first="table", inviting=inviting)
    driver.frames(3)
    say = driver.app.tr.say
    driver.touch(driver.button(say("screen-table.menu")))
    driver.touch(driver.button(say("screen-invite.title")))
    assert driver.app.phones.served is None, "off until somebody asks for it"
    driver.touch(driver.button(say("screen-invite.invite")))
    driver.pump(lambda: driver.app.phones.served is not None, "phones")
    driver.frames(2)
    return driver


def phone_at(driver, seat: int) -> tuple[Phone, object]:
    """Joins by the table's code and is let in by a touch on whatever the window shows."""
    served = driver.app.phones.served
    phone = Phone(served.address)
    phone.join(served.code("table")[0])
    line = phone.listen()
    line.next()
    phone.sit(seat)
    driver.pump(lambda: driver.app.knock is not None, "the knock")
    driver.touch(driver.app.knock.buttons[0])
    driver.pump(lambda: driver.app.knock is None and seat in driver.app.phones.seats, "let in")
    return phone, line


@pytest.mark.parametrize("game", list(GAMES))
def test_the_menu_is_the_same_in_all_games_and_has_a_door_to_phones(run, game):
    def begin(app):
        still(app)
        app.attend(Evening.begin(load(game), GAMES, {}, None, 5))

    driver = run(prepare=begin, first="table")
    driver.frames(3)
    say, screen = driver.app.tr.say, driver.app.manager.current_screen
    if game == "the-loop":
        screen.tab = "hq"
        driver.frames(2)
    driver.touch(driver.button(say("screen-table.menu")))
    shared = ("screen-outcome.home", "screen-table.history", "screen-table.pause", "screen-invite.title")
    buttons = [driver.button(say(key)) for key in shared]
    assert all(screen.overlay in button.walk_reverse() for button in buttons)
    driver.touch(buttons[-1])
    driver.pump(lambda: driver.app.manager.current == "invite", "the page of phones")
    assert screen.overlay is None


def test_a_phone_knocks_over_the_table_and_is_let_in_by_a_touch(table):
    table.app.go("table")
    table.frames(3)
    phone, line = phone_at(table, 1)
    assert phone.forms()[0].fields["owner"] == "1"
    names = table.app.manager.current_screen._agreed.text
    assert table.app.tr.say("screen-invite.on-phones", {"who": ""}).strip(" .") in names
    line.cut()


def row(driver, key: str):
    """The button of a row, once it is there."""
    said = driver.app.tr.say(key)
    driver.pump(lambda: any(getattr(one, "text", "") == said for one in driver.walk()), said)
    return driver.button(said)


def test_the_page_shows_a_code_for_the_table_each_seat_and_who_looks_on(table):
    screen, served = table.app.manager.current_screen, table.app.phones.served
    codes = {"table": served.link("table"), "watch": served.link("watch")}
    codes |= {str(seat): served.link("seat", seat) for seat in range(3)}
    for which, link in codes.items():
        screen.show_code(which)
        table.frames(2)
        assert any(getattr(one, "text", "") == link for one in table.walk())
    phone = Phone(served.address)
    phone.join(codes["1"])
    table.touch(row(table, "screen-invite.admit"))
    assert table.app.knock is None, "on this page a row asks it"
    table.touch(row(table, "screen-invite.revoke"))
    table.pump(lambda: served.guests_known == [], "sent away")
    assert phone.get().status == 403


def test_a_window_that_is_blocked_or_asleep_stops_no_phone(table):
    """Nothing is pumped here: no frame, no touch, as while Android has the app asleep."""
    table.app.go("table")
    table.frames(3)
    phone, line = phone_at(table, 1)
    seen, before = table.app.now, table.app.evening.now.position
    assert phone.answer(phone.forms()[0]).status == 200
    assert table.app.evening.now.position > before
    assert table.app.now is seen
    line.cut()


def test_phones_are_told_before_the_window_draws(run, monkeypatch):
    """Both compute in one process: whoever holds a phone does not wait for the tablet's picture."""
    monkeypatch.setattr("companion.app.app.AFTER_PHONES", 3600)
    driver = run(prepare=playing, first="table", inviting=inviting)
    driver.app.phones.open(driver.app.evening, GAMES)
    driver.pump(lambda: driver.app.phones.served is not None, "phones")
    lines = [phone_at(driver, seat) for seat in (1, 2)]
    late, before = [], driver.app.evening.now.position
    streams = driver.app.phones.served.hub.streams

    def drawn(_, now):
        """Of what was answered; what the app itself does next may come between, and is told next."""
        late.extend(one for one in streams if now is not None and one.now.position <= before < now.position)

    driver.app.bind(now=drawn)
    for phone, _ in lines:
        before = driver.app.evening.now.position
        phone.answer(phone.forms()[0])
        driver.pump(lambda before=before: driver.app.now.position > before, "shown on the tablet, too")
    assert late == []
    for _, line in lines:
        line.cut()


def test_phones_whose_server_hangs_hold_up_no_window(table):
    from threading import Event

    table.app.go("table")
    table.frames(3)
    _, line = phone_at(table, 1)
    hangs, before = Event(), table.app.now.position
    table.app.phones.served.hub._loop.call_soon_threadsafe(hangs.wait)
    asked = table.app.evening.now.asked[0]
    table.app.post(Answer(asked.question.answers[:1], asked.question.owner, asked.since))
    table.pump(lambda: table.app.now.position > before, "shown on the tablet")
    hangs.set()
    line.cut()


def test_a_window_that_is_closed_stops_no_phone(table):
    table.app.go("table")
    table.frames(3)
    phone, line = phone_at(table, 1)
    table.app.on_stop()
    evening, served = table.app.outlived
    before = evening.now.position
    assert phone.answer(phone.forms()[0]).status == 200
    assert evening.now.position > before
    late = Phone(served.address)  # and who was let in first lets others in now
    late.join(served.link("table"))
    late.sit(2)
    form = next(form for form in phone.forms("/host") if form.buttons[0][1] == "admit")
    phone.post("/host", {**form.fields, "order": "admit"})
    assert [one.seats for one in served.guests_known] == [[1], [2]]
    line.cut()
    served.close()
    evening.close().result(60)


def test_who_has_a_phone_is_asked_last_here_and_again_when_it_leaves(display):
    from companion.app.invitation import Invitation

    guest = SimpleNamespace(id="a", number=1, seats=[0], wants=None)
    here = {"a"}
    phones = Invitation(None, lambda: None)
    phones.served = SimpleNamespace(guests_known=[guest], is_here=lambda device: device in here)
    evening = Evening.begin(Tiny(), TINY, {"players": 3}, None, seed=4)
    now = evening.now

    def owners():
        return [one.question.owner for one in phones.in_turn(now).asked]

    assert owners() == [1, 2, 0]
    here.clear()  # its battery is empty: the tablet asks for this seat again
    assert owners() == [0, 1, 2]
    evening.close().result(60)


def test_the_tablet_answers_for_who_is_away(table):
    table.app.go("table")
    table.frames(3)
    one, line = phone_at(table, 1)
    _, away = phone_at(table, 2)
    away.cut()
    table.pump(lambda: table.app.phones.seats == {1}, "one is away")
    one.answer(one.forms()[0])
    given = len(table.app.evening.now.entries)
    form = next(form for form in one.forms("/undo"))
    one.post("/undo", {**form.fields, "order": "ask"})
    table.pump(lambda: table.app.knock is not None, "the tablet is asked")
    assert len(table.app.evening.now.entries) == given
    table.touch(table.app.knock.buttons[0])
    table.pump(lambda: len(table.app.evening.now.entries) < given, "taken back")
    line.cut()


def test_an_undo_on_the_tablet_asks_the_phones_that_are_here(table):
    """As anybody's. Nobody waits for a phone in a pocket: the table may agree aloud."""
    app = table.app
    app.go("table")
    table.frames(3)
    phone, line = phone_at(table, 1)
    for ends in ("by the phone", "aloud", "not at all"):
        phone.answer(phone.forms()[0])
        table.pump(lambda: app.now.position == app.evening.now.position, "shown")
        given = len(app.evening.now.entries)
        table.touch(app.manager.current_screen.ids.undo)
        table.pump(lambda: app.knock is not None, "the tablet says that phones are asked")
        assert len(app.evening.now.entries) == given
        form = next(form for form in phone.forms("/undo") if len(form.buttons) == 1)
        if ends == "by the phone":
            phone.post("/undo", {**form.fields, "order": "yes"})
        else:
            table.touch(table.app.knock.buttons[0 if ends == "aloud" else 1])
        table.pump(lambda: app.knock is None, "settled")
        table.pump(lambda: app.now.position == app.evening.now.position, "shown")
        table.app.evening.settled()
        assert (len(app.evening.now.entries) < given) == (ends != "not at all"), ends
    line.cut()
    table.pump(lambda: not app.phones.seats, "away")
    table.touch(app.manager.current_screen.ids.undo)
    table.pump(lambda: len(app.evening.now.entries) < given, "the tablet speaks for who is away")


def test_who_plays_at_the_tablet_is_asked_there_about_an_undo_of_a_phone(table):
    app = table.app
    app.go("table")
    table.frames(3)
    phone, line = phone_at(table, 1)
    phone.answer(phone.forms()[0])
    given = len(app.evening.now.entries)
    form = next(form for form in phone.forms("/undo"))
    phone.post("/undo", {**form.fields, "order": "ask"})
    table.pump(lambda: app.knock is not None, "the tablet is asked")
    assert len(app.evening.now.entries) == given
    table.touch(app.knock.buttons[0])
    table.pump(lambda: len(app.evening.now.entries) < given, "taken back")
    table.pump(lambda: app.knock is None, "settled")
    line.cut()


def test_phones_end_with_the_game_that_is_left(table):
    served = table.app.phones.served
    phone = Phone(served.address)
    phone.join(served.link("watch"))
    table.app.leave()
    assert table.app.phones.served is None
    table.frames(2)
    table.app.wait()
    table.app.phones._closing.join(30)
    with pytest.raises(OSError, match="refused"):
        phone.get()
