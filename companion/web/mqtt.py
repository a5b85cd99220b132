"""Passes the feed on to a broker, for lamps and for Home Assistant: a small client of the feed, nothing more.

May import: paho-mqtt (the extra `mqtt`), the standard library.

    companion-mqtt http://192.168.1.5:8640/feed/TOKEN --broker mqtt://localhost

`loop-companion/happening/KIND` has each happening, `loop-companion/state` the newest sentence (kept by the
broker), `loop-companion/online` whether the feed is there. Home Assistant finds the sentence by itself.
"""

from __future__ import annotations

import argparse
import json
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from typing import Any, Protocol
from urllib.parse import urlsplit

BASE = "loop-companion"
WAIT, LONGEST = 1.0, 30.0
SENSOR = {
    "name": "LOOP Companion",
    "unique_id": BASE,
    "state_topic": f"{BASE}/state",
    "availability_topic": f"{BASE}/online",
    "icon": "mdi:sync",
}


class Publisher(Protocol):
    def publish(self, topic: str, payload: str, qos: int, retain: bool) -> object: ...


def pass_on(message: dict[str, Any], broker: Publisher) -> None:
    """One message of the feed."""
    for item in message.get("items", ()):
        for one in item["happenings"]:
            payload = json.dumps({**one, "number": item["number"]}, ensure_ascii=False)
            broker.publish(f"{BASE}/happening/{one['kind']}", payload, 1, False)
            broker.publish(f"{BASE}/state", one["said"][:255], 1, True)


def announce(broker: Publisher, online: bool = True) -> None:
    broker.publish(f"homeassistant/sensor/{BASE}/config", json.dumps(SENSOR), 1, True)
    broker.publish(f"{BASE}/online", "online" if online else "offline", 1, True)


def messages(feed: str, since: int) -> Iterator[tuple[int, dict[str, Any]]]:
    """Number and content of each message, until the line is cut."""
    asked = {"Accept": "text/event-stream", "Last-Event-ID": str(since)}
    with urllib.request.urlopen(urllib.request.Request(feed, headers=asked), timeout=60) as line:
        number = since
        for raw in line:
            name, _, value = raw.decode().rstrip("\r\n").partition(": ")
            if name == "id":
                number = int(value)
            elif name == "data":
                yield number, json.loads(value)


def follow(feed: str, broker: Publisher, since: int = 0) -> None:
    """For ever; a feed that is away is waited for, and nothing is passed on twice."""
    wait = WAIT
    while True:
        try:
            for number, message in messages(feed, since):
                announce(broker)
                pass_on(message, broker)
                since, wait = number, WAIT
        except (OSError, ValueError):
            announce(broker, online=False)
        time.sleep(wait)
        wait = min(2 * wait, LONGEST)


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="companion-mqtt", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("feed")
    parser.add_argument("--broker", default="mqtt://localhost:1883")
    chosen = parser.parse_args(argv)
    try:
        from paho.mqtt.client import Client
        from paho.mqtt.enums import CallbackAPIVersion
    except ModuleNotFoundError:
        parser.error("pip install 'loop-companion[mqtt]'")
    place = urlsplit(chosen.broker)
    broker = Client(CallbackAPIVersion.VERSION2, client_id=BASE)
    if place.username:
        broker.username_pw_set(place.username, place.password)
    broker.will_set(f"{BASE}/online", "offline", 1, True)
    broker.connect(place.hostname or "localhost", place.port or 1883)
    broker.loop_start()
    follow(chosen.feed, broker)
    return 0
