"""A phone without a browser: joins, looks, touches, listens, and loses its line.

Imports the standard library only: what it sends is what goes over the wire.
"""

from __future__ import annotations

import json
import socket
from html.parser import HTMLParser
from http.client import HTTPConnection
from typing import Any, NamedTuple
from urllib.parse import urlencode, urlsplit

JSON = {"Accept": "application/json"}


class Asked(NamedTuple):
    """A form on the page."""

    action: str
    fields: dict[str, str]
    buttons: tuple[tuple[str, str, str], ...]
    """Name, value and words of each."""


class Reply(NamedTuple):
    status: int
    headers: dict[str, str]
    text: str

    @property
    def told(self) -> Any:
        return json.loads(self.text)


class Phone:
    def __init__(self, address: str) -> None:
        self.address = address
        self.cookie = ""

    @property
    def place(self) -> tuple[str, int]:
        parts = urlsplit(self.address)
        return str(parts.hostname), int(parts.port or 80)

    def request(
        self, method: str, path: str, body: bytes | None = None, headers: dict[str, str] | None = None
    ) -> Reply:
        line = HTTPConnection(*self.place, timeout=30)
        given = {
            "Origin": self.address,
            **({"Cookie": self.cookie} if self.cookie else {}),
            **(headers or {}),
        }
        try:
            line.request(method, path, body, {name: value for name, value in given.items() if value})
            answer = line.getresponse()
            found = {name.lower(): value for name, value in answer.getheaders()}
            return Reply(answer.status, found, answer.read().decode())
        finally:
            line.close()

    def get(self, path: str = "/", **headers: str) -> Reply:
        return self.request("GET", path, None, headers)

    def post(self, path: str, fields: dict[str, object], headers: dict[str, str] | None = None) -> Reply:
        kind = {"Content-Type": "application/x-www-form-urlencoded"}
        return self.request("POST", path, urlencode(fields).encode(), {**JSON, **kind, **(headers or {})})

    def join(self, link: str) -> Reply:
        reply = self.post(urlsplit(link).path, {})
        if "set-cookie" in reply.headers:
            self.cookie = reply.headers["set-cookie"].partition(";")[0]
        return reply

    def sit(self, seat: int) -> Reply:
        return self.post("/seat", {"order": "sit", "seat": seat})

    def forms(self, action: str = "/answer", text: str | None = None) -> list[Asked]:
        found = Forms()
        found.feed(self.get().text if text is None else text)
        return [one for one in found.forms if one.action == action]

    def answer(self, asked: Asked, place: int = 0) -> Reply:
        name, value, _ = asked.buttons[place]
        return self.post(asked.action, {**asked.fields, name: value})

    def listen(self, seen: str = "", path: str = "/events") -> Line:
        return Line(self, seen, path)


class Line:
    """Server-sent events on a socket of its own."""

    def __init__(self, phone: Phone, seen: str = "", path: str = "/events") -> None:
        self.socket = socket.create_connection(phone.place, timeout=30)
        again = f"Last-Event-ID: {seen}\r\n" if seen else ""
        host = phone.address.partition("//")[2]
        head = f"Host: {host}\r\nConnection: close\r\nCookie: {phone.cookie}\r\n{again}"
        self.socket.sendall(f"GET {path} HTTP/1.1\r\nAccept: text/event-stream\r\n{head}\r\n".encode())
        self.file = self.socket.makefile("rb")
        self.status = int(self.file.readline().split()[1])
        while self.file.readline().strip():
            pass
        self.seen = seen

    def messages(self) -> Any:
        """Each message as it was sent: (id, text), until the line is cut."""
        known, data = "", ""
        for raw in self.file:
            text = raw.decode().rstrip("\r\n")
            if text.startswith("id: "):
                known = text[4:]
            elif text.startswith("data: "):
                data = text[6:]
            elif not text and data:
                self.seen = known
                yield known, data
                known = data = ""

    def next(self) -> Any:
        """What the next message tells."""
        return json.loads(next(self.messages())[1])

    def cut(self) -> None:
        self.socket.shutdown(socket.SHUT_RDWR)
        self.file.close()
        self.socket.close()


class Forms(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.forms: list[Asked] = []
        self._buttons: list[tuple[str, str, str]] = []
        self._fields: dict[str, str] = {}
        self._action = ""
        self._button: list[str] | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag == "form":
            self._action, self._fields, self._buttons = given.get("action", ""), {}, []
        elif tag == "input" and "name" in given:
            self._fields[given["name"]] = given.get("value", "")
        elif tag == "button":
            self._button = [given.get("name", ""), given.get("value", ""), ""]

    def handle_data(self, data: str) -> None:
        if self._button is not None:
            self._button[2] += data

    def handle_endtag(self, tag: str) -> None:
        if tag == "button" and self._button is not None:
            name, value, words = self._button
            self._buttons.append((name, value, words))
            self._button = None
        elif tag == "form":
            self.forms.append(Asked(self._action, self._fields, tuple(self._buttons)))
