"""Phones at the table, over a real socket: seats, admission, answers, repeats, restarts, undo."""

import json
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.games import GAMES, load
from companion.table import CallAnew, Evening, People, people_file
from companion.web import HERE, Phones
from tests.games.tiny import TINY, Tiny
from tests.web.phone import Phone


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    made = Evening.begin(Tiny(), TINY, {"players": 3}, tmp_path / "game.jsonl", seed=4)
    yield made
    made.close().result(30)


@pytest.fixture
def phones(evening: Evening) -> Iterator[Phones]:
    made = Phones.open(evening, TINY, port=0, address=HERE)
    yield made
    made.close()


def joined(phones: Phones, seat: int | None, kind: str = "table") -> Phone:
    """A phone that was let in, at a seat or looking on."""
    phone = Phone(phones.address)
    assert phone.join(phones.link(kind)).status == 303
    if seat is not None:
        phone.sit(seat)
        for device in phones.waiting:
            phones.admit(device.id)
    return phone


def chosen(evening: Evening) -> list[tuple[int, int]]:
    return [(one.given.seat, one.given.card) for one in evening.now.entries if one.given.kind == "Choose"]


# -- coming in -----------------------------------------------------------------------------------------------


def test_a_seat_is_taken_when_somebody_lets_the_phone_in(phones: Phones) -> None:
    host, guest = joined(phones, 0, "host"), Phone(phones.address)
    guest.join(phones.link("table"))
    guest.sit(1)
    assert guest.forms() == []
    (form,) = [
        one for one in host.forms("/host") if one.fields.get("device") and one.buttons[0][1] == "admit"
    ]
    host.answer(form)
    assert len(guest.forms()) == 1
    assert guest.forms()[0].fields["owner"] == "1"


def test_who_is_refused_or_sent_away_sees_no_hand(phones: Phones) -> None:
    guest = joined(phones, 1)
    assert guest.forms()
    phones.revoke(next(iter(phones.guests.devices)))
    assert guest.get().status == 403
    assert guest.post("/answer", {}).status == 403
    other = Phone(phones.address)
    other.join(phones.link("table"))
    other.sit(1)
    phones.refuse(phones.waiting[0].id)
    assert other.forms() == []


@pytest.mark.parametrize("kind", ["host", "seat"])
def test_a_link_of_a_seat_is_exchanged_once_and_a_look_at_it_costs_nothing(phones: Phones, kind: str) -> None:
    link = phones.link(kind, 1 if kind == "seat" else None)
    first, second = Phone(phones.address), Phone(phones.address)
    assert second.get(link.removeprefix(phones.address)).status == 200  # a preview
    assert first.join(link).status == 303
    assert second.join(link).status == 404
    assert second.cookie == ""
    assert phones.link(kind, 1 if kind == "seat" else None) != link


def test_links_and_keys_have_128_bits(phones: Phones) -> None:
    phone = joined(phones, None)
    tokens = [phones.guests.link(kind).token for kind in ("host", "table", "watch", "feed")]
    assert all(len(token) == 22 for token in [*tokens, phone.cookie.partition("=")[2]])  # 22 × 6 bits ≥ 128
    assert len(set(tokens)) == 4


def test_new_codes_make_the_old_ones_useless_and_send_nobody_away(phones: Phones) -> None:
    host, link = joined(phones, 0, "host"), phones.link("table")
    host.post("/host", {"order": "renew"})
    assert Phone(phones.address).join(link).status == 404
    assert host.get().status == 200


def test_only_who_began_the_evening_admits(phones: Phones) -> None:
    joined(phones, 0, "host")
    guest = Phone(phones.address)
    guest.join(phones.link("table"))
    guest.sit(1)
    guest.post("/host", {"order": "admit", "device": phones.waiting[0].id})
    assert [device.wants for device in phones.waiting] == [1]


# -- answering -----------------------------------------------------------------------------------------------


def test_three_phones_answer_the_same_snapshot_in_any_order(phones: Phones, evening: Evening) -> None:
    three = [joined(phones, seat) for seat in range(3)]
    asked = [phone.forms()[0] for phone in three]
    for seat in (2, 0, 1):
        assert three[seat].answer(asked[seat]).status == 200
    assert [seat for seat, _ in chosen(evening)] == [2, 0, 1]


def test_a_repeat_is_known_and_a_second_thought_comes_too_late(phones: Phones, evening: Evening) -> None:
    phone = joined(phones, 1)
    asked = phone.forms()[0]
    told = [phone.answer(asked).status for _ in range(3)]
    assert told == [200, 200, 200]
    assert phone.answer(asked, 1).status == 409
    assert len(chosen(evening)) == 1


def test_a_repeat_is_known_after_a_restart_of_everything(
    phones: Phones, evening: Evening, tmp_path: Path
) -> None:
    phone = joined(phones, 1)
    asked = phone.forms()[0]
    assert phone.answer(asked).status == 200
    for name in ("game.jsonl", "game.phones.json"):  # as after a kill: nothing was closed
        shutil.copyfile(tmp_path / name, tmp_path / f"again-{name}")
    again = Evening.resume(tmp_path / "again-game.jsonl", TINY)
    served = Phones.open(again, TINY, port=0, address=HERE)
    try:
        phone.address = served.address
        before = len(again.now.entries)
        assert phone.answer(asked).status == 200
        assert phone.answer(asked, 1).status == 409
        assert len(again.now.entries) == before
        assert phone.get().status == 200  # the key is still good
    finally:
        served.close()
        again.close().result(30)


def test_nobody_answers_for_another_seat(phones: Phones, evening: Evening) -> None:
    one, other, watcher = joined(phones, 0), joined(phones, 1), joined(phones, None, "watch")
    asked = one.forms()[0]
    assert [phone.answer(asked).status for phone in (other, watcher)] == [409, 409]
    assert chosen(evening) == []


def test_an_answer_that_is_none_is_refused_in_a_sentence(phones: Phones, evening: Evening) -> None:
    phone = joined(phones, 0)
    asked = phone.forms()[0]
    for wrong in (
        {"answer": "000000000000"},
        {"since": "9999"},
        {"owner": "x"},
        {"since": "-1"},
        {"since": "²"},
    ):
        reply = phone.post("/answer", {**asked.fields, "answer": asked.buttons[0][1], **wrong})
        assert (reply.status, bool(reply.told["refused"])) == (409, True)
    assert chosen(evening) == []


def test_without_the_script_a_touch_is_a_form_and_the_page_comes_again(phones: Phones) -> None:
    phone = joined(phones, 0)
    asked = phone.forms()[0]
    fields = {**asked.fields, "answer": asked.buttons[0][1]}
    assert phone.post("/answer", fields, {"Accept": "text/html"}).status == 303
    again = phone.post("/answer", {**fields, "answer": asked.buttons[1][1]}, {"Accept": "text/html"})
    assert again.status == 409
    assert "came too late" in again.text


def test_a_seat_that_gets_up_is_free_and_a_device_may_hold_two(phones: Phones) -> None:
    host = joined(phones, 0, "host")
    host.sit(1)
    assert host.forms()[0].fields["owner"] == "1"
    host.post("/seat", {"order": "look", "seat": 0})
    assert host.forms()[0].fields["owner"] == "0"
    host.post("/seat", {"order": "leave"})
    assert [one.seats for one in phones.guests.devices.values()] == [[1]]


# -- undo ----------------------------------------------------------------------------------------------------


def undo(phone: Phone, order: str = "ask") -> int:
    form = next(one for one in phone.forms("/undo") if any(button[1] == order for button in one.buttons))
    return phone.post("/undo", {**form.fields, "order": order}).status


def test_an_undo_waits_for_those_who_are_here(phones: Phones, evening: Evening) -> None:
    one, other = joined(phones, 0), joined(phones, 1)
    line = other.listen()
    line.next()
    one.answer(one.forms()[0])
    undo(one)
    assert chosen(evening)
    undo(other, "yes")
    assert not chosen(evening)
    line.cut()


def test_what_was_taken_back_is_done_again_when_all_agree(phones: Phones, evening: Evening) -> None:
    one, other = joined(phones, 0), joined(phones, 1)
    line = other.listen()
    line.next()
    one.answer(one.forms()[0])
    before = chosen(evening)
    undo(one)
    undo(other, "yes")
    assert not chosen(evening)
    undo(one, "again")
    assert not chosen(evening)
    undo(other, "yes")
    assert chosen(evening) == before
    assert not any(button[1] == "again" for form in one.forms("/undo") for button in form.buttons)
    line.cut()


def test_an_undo_that_somebody_is_against_is_none(phones: Phones, evening: Evening) -> None:
    one, other = joined(phones, 0), joined(phones, 1)
    line = other.listen()
    line.next()
    one.answer(one.forms()[0])
    undo(one)
    undo(other, "no")
    assert chosen(evening)
    assert not [form for form in other.forms("/undo") if len(form.buttons) > 1]
    line.cut()


def test_who_is_away_is_answered_for_by_who_began_the_evening(phones: Phones, evening: Evening) -> None:
    host, one, _away = joined(phones, 0, "host"), joined(phones, 1), joined(phones, 2)
    one.answer(one.forms()[0])
    undo(one)
    assert chosen(evening)
    undo(host, "yes")
    assert not chosen(evening)


def test_an_undo_that_was_asked_for_is_gone_when_the_table_moves_on(phones: Phones, evening: Evening) -> None:
    one, other = joined(phones, 0), joined(phones, 1)
    line = other.listen()
    line.next()
    one.answer(one.forms()[0])
    undo(one)
    other.answer(other.forms()[0])
    assert phones.hub.proposal is None
    assert len(chosen(evening)) == 2
    line.cut()


# -- listening -----------------------------------------------------------------------------------------------


def test_a_line_tells_what_looks_different_and_what_happened(phones: Phones) -> None:
    one, other = joined(phones, 0), joined(phones, 1)
    line = other.listen()
    assert set(line.next()["parts"]) >= {"turn", "ask", "board", "log"}
    one.answer(one.forms()[0])
    told = line.next()
    assert "ask" not in told["parts"]
    assert told["say"] == ["A secret answer was given."]
    line.cut()


def test_who_comes_back_is_told_what_was_missed(phones: Phones) -> None:
    three = [joined(phones, seat) for seat in range(3)]
    line = three[0].listen()
    line.next()
    line.cut()
    for seat in (1, 2):
        three[seat].answer(three[seat].forms()[0])
    again = three[0].listen(line.seen)
    assert len(again.next()["say"]) == 2
    again.cut()


def test_who_is_sent_away_hears_no_more(phones: Phones) -> None:
    guest = joined(phones, 1)
    line = guest.listen()
    line.next()
    phones.revoke(next(iter(phones.guests.devices)))
    assert [json.loads(data) for _, data in line.messages()] == [{}]


def test_any_game_can_be_played_on_phones_to_its_end() -> None:
    for name in ("example",):
        evening = Evening.begin(GAMES.load(name), GAMES, {"players": 2}, None, seed=2)
        phones = Phones.open(evening, GAMES, port=0, address=HERE)
        try:
            host = joined(phones, 0, "host")
            host.sit(1)
            for _ in range(400):
                if evening.now.outcome is not None:
                    break
                for seat in (0, 1):
                    host.post("/seat", {"order": "look", "seat": seat})
                    for asked in host.forms()[:1]:
                        assert host.answer(asked, len(asked.buttons) - 1).status == 200
            assert evening.now.outcome is not None
            assert "turn over" in host.get().text
        finally:
            phones.close()
            evening.close().result(30)


def test_a_question_can_be_asked_about(tmp_path: Path) -> None:
    with Evening.begin(GAMES.load("example"), GAMES, {}, tmp_path / "game.jsonl", seed=4) as evening:
        phones = Phones.open(evening, GAMES, port=0, address=HERE)
        try:
            page = joined(phones, 0).get("/").text
        finally:
            phones.close()
    assert "One thing only: fetch oil" in page
    assert "<strong>What the watch can do</strong>" in page


def test_phones_call_those_who_play_by_their_names(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    people = People(people_file())
    seated = people.sit_down(("Anna", "Zoë"))
    game = load("contre-temps")
    with Evening.begin(game, GAMES, {"players": 3}, tmp_path / "j", 4, people=seated) as evening:
        phones = Phones.open(evening, GAMES, 0, HERE)
        try:
            phone = joined(phones, 1)
            assert "Zoë (" in phone.get().text
            people.rename("Zoë", "Eva")
            evening.post(CallAnew()).result()
            assert "Eva (" in phone.get().text
        finally:
            phones.close()


def test_who_plays_alone_is_you_to_themselves_alone() -> None:
    with Evening.begin(GAMES.load("cyberion"), GAMES, {"players": 1}, None, seed=4) as made:
        phones = Phones.open(made, GAMES, port=0, address=HERE)
        host, watching = Phone(phones.address), Phone(phones.address)
        host.join(phones.link("host"))
        watching.join(phones.link("watch"))
        pages = [host.get().text, watching.get().text]
        phones.close()
    assert [">You<" in page for page in pages] == [True, False]
    assert [">The player<" in page for page in pages] == [False, True]
