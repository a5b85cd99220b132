"""The door: refuses what does not belong here before any page is made.

May import: Starlette, its own room. A foreign Host (a name that somebody bent to this address), a foreign
Origin, a body that is too large, too many requests: each gets a short refusal and a line in the log. Every
answer says that nothing foreign may be loaded, framed or referred to.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Collection
from http import HTTPStatus

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

LOG = logging.getLogger("companion.web")
BODY = 8 * 1024
"""Bytes of a form; an answer has about a hundred."""
BURST, EACH_SECOND = 60, 30
"""Requests of one device at once, and how many more each second; an address may have ten devices."""
CALLERS = 1024
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; connect-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-store",
}


class Refused(Exception):
    def __init__(self, status: int, why: str) -> None:
        super().__init__(why)
        self.status, self.why = status, why


class Bucket:
    """How often each caller may come."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self.clock = clock
        self._left: dict[str, tuple[float, float]] = {}

    def takes(self, caller: str, devices: int = 1) -> bool:
        now, burst = self.clock(), BURST * devices
        left, at = self._left.pop(caller, (float(burst), now))
        left = min(burst, left + (now - at) * EACH_SECOND * devices)
        self._left[caller] = (left - 1 if left >= 1 else left, now)
        if len(self._left) > CALLERS:
            del self._left[next(iter(self._left))]
        return left >= 1


class Guard:
    def __init__(
        self, app: ASGIApp, hosts: Collection[str], scheme: str = "http", bucket: Bucket | None = None
    ) -> None:
        """`hosts`: what may stand in the Host header, with the port."""
        self.app = app
        self.hosts = frozenset(one.lower() for one in hosts)
        self.scheme = scheme
        self.bucket = bucket or Bucket()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            if scope["type"] == "lifespan":
                await self.app(scope, receive, send)
            elif scope["type"] == "websocket":
                await send({"type": "websocket.close", "code": 1008})
            return

        begun = False

        async def guarded(message: Message) -> None:
            nonlocal begun
            if message["type"] == "http.response.start":
                begun = True
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        try:
            self._check(scope)
            await self.app(scope, _limited(receive), guarded)
        except Refused as refused:
            answer = refusal_page(scope, refused)
            if not begun:
                await answer(scope, receive, guarded)

    def _check(self, scope: Scope) -> None:
        headers = Headers(scope=scope)
        host = headers.get("host", "").lower()
        if host not in self.hosts:
            raise Refused(421, "unknown-host")
        caller = caller_of(scope)
        cookie = headers.get("cookie", "")[:80]
        if not self.bucket.takes(caller, 10) or not self.bucket.takes(f"{caller} {cookie}"):
            raise Refused(429, "too-many-requests")
        if scope["method"] not in ("GET", "HEAD", "POST"):
            raise Refused(405, "unknown-method")
        if scope["method"] == "POST" and headers.get("origin", "").lower() != f"{self.scheme}://{host}":
            raise Refused(403, "foreign-origin")
        if headers.get("sec-fetch-site", "same-origin") == "cross-site" and scope["method"] == "POST":
            raise Refused(403, "foreign-page")
        length = headers.get("content-length", "0")
        if not length.isdecimal() or int(length) > BODY:
            raise Refused(413, "too-large")


def refusal_page(scope: Scope, refused: Refused) -> PlainTextResponse:
    """HTTP's own words, and why in the log; no token and no key is ever in one."""
    room = scope["path"].split("/")[1][:20]
    LOG.warning("%s: %s %s, /%s", caller_of(scope), refused.status, refused.why, room)
    return PlainTextResponse(HTTPStatus(refused.status).phrase, refused.status)


def caller_of(scope: Scope) -> str:
    return str(scope["client"][0]) if scope.get("client") else "?"


def _limited(receive: Receive) -> Receive:
    """Counts what comes, whatever was announced."""
    got = 0

    async def counted() -> Message:
        nonlocal got
        message = await receive()
        got += len(message.get("body", b""))
        if got > BODY:
            raise Refused(413, "too-large")
        return message

    return counted
