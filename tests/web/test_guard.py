"""What does not belong here is refused, briefly, and the table plays on."""

import contextlib
import logging
import random
import socket
from collections.abc import Iterator

import pytest

from companion.games import GAMES
from companion.table import Evening
from companion.web import HERE, Phones, PortTaken
from companion.web.guard import BURST, Bucket
from tests.web.phone import Phone


@pytest.fixture(scope="module")
def phones() -> Iterator[Phones]:
    evening = Evening.begin(GAMES.load("example"), GAMES, {"players": 2}, None, seed=1)
    made = Phones.open(evening, GAMES, port=0, address=HERE)
    yield made
    made.close()
    evening.close().result(30)


@pytest.fixture
def phone(phones: Phones) -> Phone:
    made = Phone(phones.address)
    made.join(phones.link("table"))
    return made


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1", "127.0.0.1:1", "", "localhost.evil.example"])
def test_a_name_that_was_bent_to_this_address_gets_nothing(phone: Phone, host: str) -> None:
    assert phone.get(Host=host or "-").status == 421


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "https://127.0.0.1", ""])
def test_a_page_from_elsewhere_cannot_answer(phone: Phone, origin: str) -> None:
    assert phone.post("/answer", {}, {"Origin": origin}).status == 403


def test_every_answer_forbids_what_is_foreign(phone: Phone, phones: Phones) -> None:
    for path in ("/", "/static/phone.css", "/static/phone.js", "/nothing", "/join/x"):
        headers = phone.get(path).headers
        assert "default-src 'none'" in headers["content-security-policy"]
        assert headers["referrer-policy"] == "same-origin"
        assert headers["x-content-type-options"] == "nosniff"
        assert "server" not in headers


def test_no_page_names_anything_foreign(phone: Phone, phones: Phones) -> None:
    for path in ("/", "/static/phone.css", "/static/phone.js", "/static/overlay.js"):
        text = phone.get(path).text.replace(phones.address, "")
        assert "http://" not in text.replace("http://www.w3.org", "")
        assert "https://" not in text
        assert " style=" not in text


def test_the_key_is_out_of_reach_of_scripts_and_of_other_sites(phones: Phones) -> None:
    told = Phone(phones.address).join(phones.link("watch")).headers["set-cookie"].lower()
    assert "httponly" in told
    assert "samesite=lax" in told


def test_what_is_too_large_is_refused_before_it_is_read(phone: Phone) -> None:
    assert phone.request("POST", "/answer", b"a" * 9000).status == 413
    announced = {"Content-Length": "99999999"}
    with socket.create_connection(phone.place, timeout=10) as line:
        host = phone.address.partition("//")[2]
        told = {"Host": host, "Origin": phone.address, "Cookie": phone.cookie, **announced}
        head = "".join(f"{name}: {value}\r\n" for name, value in told.items())
        line.sendall(f"POST /answer HTTP/1.1\r\n{head}\r\n".encode())
        assert b" 413 " in line.recv(200)


def test_a_device_may_have_a_few_lines_and_no_more(phone: Phone) -> None:
    lines = [phone.listen() for _ in range(5)]
    assert [line.status for line in lines] == [200, 200, 200, 200, 429]
    for line in lines:
        line.cut()


def test_who_comes_too_often_waits() -> None:
    now = [0.0]
    bucket = Bucket(lambda: now[0])
    assert [bucket.takes("a") for _ in range(BURST + 1)] == [True] * BURST + [False]
    assert bucket.takes("b")
    now[0] = 1.0
    assert bucket.takes("a")


def test_hostile_bytes_get_a_refusal_and_nobody_else_notices(phones: Phones, phone: Phone) -> None:
    chance = random.Random(5)
    paths = [
        "/",
        "/answer",
        "/seat",
        "/events",
        "/join/x",
        "/static/../phone.py",
        "/static/%2e%2e%2fphone.py",
    ]
    for _ in range(40):
        body = bytes(chance.randrange(256) for _ in range(chance.randrange(60)))
        headers = {"Cookie": "companion=" + "".join(chance.choice("aZ9-_;=") for _ in range(22))}
        reply = Phone(phones.address).request(
            chance.choice(["GET", "POST"]), chance.choice(paths), body, headers
        )
        assert reply.status in (200, 303, 400, 403, 404, 405)
        assert "Traceback" not in reply.text
    for raw in (b"\x00\x01\x02\r\n\r\n", b"GET " + b"a" * 70000, b"POST / HTTP/1.1\r\nHost: x\r\n\r\n"):
        with socket.create_connection(phone.place, timeout=10) as line:
            line.sendall(raw)
            line.settimeout(0.2)
            with contextlib.suppress(OSError):
                line.recv(100)
    assert phone.get().status == 200


def test_a_refusal_is_a_line_in_the_log_without_any_secret(
    phone: Phone, phones: Phones, caplog: pytest.LogCaptureFixture
) -> None:
    token = phones.guests.link("feed").token
    with caplog.at_level(logging.WARNING, "companion.web"):
        phone.get(f"/feed/{token[:-1]}x")
        phone.post(f"/join/{token}", {}, {"Origin": "http://evil.example"})
    assert len(caplog.records) == 2
    assert not any(
        token[:-1] in record.getMessage() or phone.cookie in record.getMessage() for record in caplog.records
    )


def test_a_port_that_is_taken_is_told(phones: Phones) -> None:
    port = phone_port(phones)
    evening = Evening.begin(GAMES.load("example"), GAMES, {}, None)
    with pytest.raises(PortTaken):
        Phones.open(evening, GAMES, port=port, address=HERE)
    evening.close().result(30)


def phone_port(phones: Phones) -> int:
    return Phone(phones.address).place[1]
