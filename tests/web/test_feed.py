"""The feed: public, versioned, resumable; and MQTT as a client of it, with a real broker."""

import json
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from queue import Queue

import paho.mqtt.client as paho
import pytest

from companion.games import GAMES
from companion.table import Answer, Evening, Undo
from companion.web import HERE, Phones
from tests.games.tiny import TINY, Tiny
from tests.web.phone import Phone

BROKER = shutil.which("mosquitto") or shutil.which("mosquitto", path="/usr/sbin")


@pytest.fixture
def evening() -> Iterator[Evening]:
    made = Evening.begin(Tiny(), TINY, {"players": 2}, None, seed=4)
    yield made
    made.close().result(30)


@pytest.fixture
def phones(evening: Evening) -> Iterator[Phones]:
    made = Phones.open(evening, TINY, port=0, address=HERE)
    yield made
    made.close()


def feed(phones: Phones) -> str:
    return f"/feed/{phones.guests.link('feed').token}"


def give(evening: Evening) -> None:
    asked = evening.now.asked[0]
    evening.post(Answer((asked.question.answers[0],), asked.question.owner, asked.since)).result(30)


def test_the_feed_tells_what_everybody_may_know(phones: Phones, evening: Evening) -> None:
    give(evening)
    told = Phone(phones.address).get(feed(phones)).told
    assert (told["format"], told["game"], told["at"]) == (1, "tiny", len(evening.now.entries))
    assert [item["number"] for item in told["items"]] == [*range(1, told["at"] + 1)]
    hidden = [item for item in told["items"] if item["secret"]]
    assert hidden
    assert all(item["happenings"] == [] for item in hidden)
    assert any(one["kind"] == "PrizeSet" for item in told["items"] for one in item["happenings"])


def test_the_feed_goes_on_where_somebody_left_it(phones: Phones, evening: Evening) -> None:
    before = len(evening.now.entries)
    give(evening)
    told = Phone(phones.address).get(f"{feed(phones)}?from={before}").told
    assert [item["number"] for item in told["items"]] == [*range(before + 1, told["at"] + 1)]


def test_the_feed_speaks_the_language_it_is_asked_for() -> None:
    with Evening.begin(GAMES.load("example"), GAMES, {}, None, seed=4) as evening:
        phones = Phones.open(evening, GAMES, port=0, address=HERE)
        said = []
        for query in ("", "?lang=de", "?lang=none-of-ours"):
            items = Phone(phones.address).get(feed(phones) + query).told["items"]
            said.append([one["said"] for item in items for one in item["happenings"]])
        phones.close()
    assert said[0] == said[2] != said[1]


def test_what_is_taken_back_is_told(phones: Phones, evening: Evening) -> None:
    line = Phone(phones.address).listen(path=feed(phones))
    assert line.next()["items"]
    give(evening)
    at = line.next()["at"]
    evening.post(Undo()).result(30)
    assert line.next()["at"] < at
    line.cut()


def test_the_feed_needs_its_token(phones: Phones) -> None:
    phone = Phone(phones.address)
    assert phone.get("/feed/x").status == 404
    assert phone.get(f"/feed/{phones.guests.link('watch').token}").status == 404
    assert phone.get(f"/overlay/{phones.guests.link('feed').token}").status == 200
    assert phone.join(f"{phones.address}/join/{phones.guests.link('feed').token}").status == 404


@pytest.mark.skipif(BROKER is None, reason="mosquitto is not installed")
def test_mqtt_passes_it_on_to_a_real_broker(phones: Phones, evening: Evening, tmp_path: Path) -> None:
    with socket.socket() as free:
        free.bind((HERE, 0))
        port = free.getsockname()[1]
    (tmp_path / "conf").write_text(f"listener {port} 127.0.0.1\nallow_anonymous true\n")
    broker = subprocess.Popen([str(BROKER), "-c", str(tmp_path / "conf")], stderr=subprocess.DEVNULL)
    link = f"{phones.address}{feed(phones)}"
    script = "import sys; from companion.web.mqtt import main; main(sys.argv[1:])"
    got: Queue[tuple[str, bytes]] = Queue()
    listener = paho.Client(paho.CallbackAPIVersion.VERSION2)
    listener.on_message = lambda _client, _userdata, message: got.put((message.topic, message.payload))
    bridge = None
    try:
        _connected(listener, port)
        listener.subscribe("#", 1)
        listener.loop_start()
        words = [sys.executable, "-c", script, link, "--broker", f"mqtt://127.0.0.1:{port}"]
        bridge = subprocess.Popen(words)
        seen: dict[str, bytes] = {}
        while "loop-companion/happening/PrizeSet" not in seen:
            topic, payload = got.get(timeout=60)
            seen[topic] = payload
        assert (
            json.loads(seen["homeassistant/sensor/loop-companion/config"])["state_topic"]
            == "loop-companion/state"
        )
        assert seen["loop-companion/online"] == b"online"
        assert json.loads(seen["loop-companion/happening/PrizeSet"])["prize"]
        give(evening)
        give(evening)
        while "loop-companion/happening/Revealed" not in seen:
            topic, payload = got.get(timeout=60)
            seen[topic] = payload
    finally:
        listener.loop_stop()
        for process in (bridge, broker):
            if process is not None:
                process.terminate()
                process.wait(30)


def _connected(client: paho.Client, port: int) -> None:
    for _ in range(100):
        try:
            client.connect(HERE, port)
            return
        except OSError:
            time.sleep(0.1)
    raise AssertionError("the broker does not answer")
