"""The routes: which page answers which address. May import: Starlette, its own room."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from pathlib import Path
from urllib.parse import parse_qsl

from starlette.applications import Starlette
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, RedirectResponse, Response, StreamingResponse
from starlette.routing import Route

from companion.engine import Refusal
from companion.table import Done
from companion.teacher import Rulebook
from companion.words import Speech, languages

from . import feed, orders
from .guard import Refused, refusal_page
from .guests import Device
from .html import joined, tag
from .hub import Hub
from .page import chronicle_page, join_page, message_page, table_page
from .rules_page import rules_page, way

COOKIE = "companion"
YEAR = 365 * 24 * 3600
STATIC = Path(__file__).parent / "static"
KINDS = {".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}
EVENTS = {"X-Accel-Buffering": "no"}


class Site:
    def __init__(self, hub: Hub, secure: bool) -> None:
        self.hub = hub
        self.secure = secure
        self._static = {file.name: file.read_bytes() for file in STATIC.iterdir()}
        self._static["game.css"] = "\n".join(hub.face.styles).encode()
        self.app = Starlette(
            routes=[
                Route("/", self.table),
                Route("/join/{token}", self.door),
                Route("/join/{token}", self.come_in, methods=["POST"]),
                Route("/events", self.events),
                Route("/answer", self.answer, methods=["POST"]),
                Route("/drop", self.drop, methods=["POST"]),
                Route("/undo", self.undo, methods=["POST"]),
                Route("/seat", self.seat, methods=["POST"]),
                Route("/host", self.host, methods=["POST"]),
                Route("/language", self.language, methods=["POST"]),
                Route("/rules", self.rules),
                Route("/chronicle", self.chronicle),
                Route("/chronicle.svg", self.poster),
                Route("/box", self.box),
                Route("/box/{kind}", self.piece),
                Route("/box/{kind}", self.enter, methods=["POST"]),
                Route("/static/{name}", self.static),
                Route("/feed/{token}", self.feed),
                Route("/overlay/{token}", self.overlay),
            ],
            exception_handlers={404: self._nothing, Refused: self._refused},
        )

    # -- who is it?

    def _device(self, request: Request) -> Device | None:
        key = request.cookies.get(COOKIE, "")
        return self.hub.guests.device(key) if 16 <= len(key) <= 64 else None

    def _known(self, request: Request) -> Device:
        device = self._device(request)
        if device is None:
            raise Refused(403, "unknown-device")
        return device

    def _lang(self, request: Request) -> str:
        wanted = request.headers.get("accept-language", "")[:80].replace(";", ",").split(",")
        tags = (one.strip().partition("-")[0].lower() for one in wanted)
        return next((one for one in tags if one in languages()), "en")

    # -- pages

    async def table(self, request: Request) -> Response:
        device = self._device(request)
        if device is None:
            return _html(message_page(self.hub.words(self._lang(request)), "scan-first"), 403)
        return self._table(device)

    def _table(self, device: Device, note: str = "", status: int = 200, rule: str = "") -> Response:
        hub = self.hub
        title = hub.games[hub.now.game.name].title if hub.now.game.name in hub.games else hub.now.game.name
        seen = f"{hub.now.position}.{len(hub.now.entries)}"
        words = hub.words(device.lang)
        watching = not device.seats and not device.host
        shown = joined((f"{note} ", tag("a", words.say("teach.why"), href=way(rule)))) if rule else note
        return _html(table_page(words, title, hub.parts(device), seen, shown, watching), status)

    async def door(self, request: Request) -> Response:
        words = self.hub.words(self._lang(request))
        link = self.hub.guests.known(request.path_params["token"])
        if link is None:
            return _html(message_page(words, "used-up"), 404)
        seat = ""
        if link.seat is not None:
            seat = Speech.of(words, self.hub.now).name("seat", link.seat)
        return _html(join_page(words, link, seat))

    async def come_in(self, request: Request) -> Response:
        lang = self._lang(request)
        found = self.hub.guests.exchange(request.path_params["token"], lang, self._device(request))
        if found is None:
            return _html(message_page(self.hub.words(lang), "used-up"), 404)
        self.hub.tell_all()
        response = RedirectResponse("/", 303)
        if found[1]:
            response.set_cookie(
                COOKIE, found[1], max_age=YEAR, httponly=True, samesite="lax", secure=self.secure
            )
        return response

    async def events(self, request: Request) -> Response:
        device = self._known(request)
        if not self.hub.room_for(device):
            raise Refused(429, "too-many-lines")
        seen = request.headers.get("last-event-id") or request.query_params.get("seen", "")
        entries = seen.partition(".")[2]
        known = int(entries) if entries.isascii() and entries.isdecimal() and len(entries) < 9 else None
        return StreamingResponse(
            self.hub.stream(device, known), media_type="text/event-stream", headers=EVENTS
        )

    async def static(self, request: Request) -> Response:
        name = request.path_params["name"]
        if name not in self._static:
            return await self._nothing(request, LookupError())
        kind = KINDS.get(Path(name).suffix, "text/plain")
        return Response(self._static[name], media_type=kind, headers={"Cache-Control": "max-age=300"})

    async def _nothing(self, request: Request, _error: Exception) -> Response:
        return _html(message_page(self.hub.words(self._lang(request)), "nothing-here"), 404)

    async def _refused(self, request: Request, error: Exception) -> Response:
        return refusal_page(request.scope, error if isinstance(error, Refused) else Refused(400, "no"))

    # -- what is touched

    async def answer(self, request: Request) -> Response:
        device, typed = self._known(request), await _form(request)
        return self._reply(request, device, await orders.answer(self.hub, device, typed))

    async def drop(self, request: Request) -> Response:
        device, typed = self._known(request), await _form(request)
        return self._reply(request, device, await orders.drop(self.hub, device, typed.get("order", "")))

    async def undo(self, request: Request) -> Response:
        device, typed = self._known(request), await _form(request)
        reply = await orders.undo(self.hub, device, typed.get("order", ""), typed.get("at", ""))
        return self._reply(request, device, reply)

    async def seat(self, request: Request) -> Response:
        return await self._order(request, orders.seat, "seat")

    async def host(self, request: Request) -> Response:
        return await self._order(request, orders.host, "device")

    async def _order(
        self, request: Request, does: Callable[[Hub, Device, str, str], None], about: str
    ) -> Response:
        device, typed = self._known(request), await _form(request)
        does(self.hub, device, typed.get("order", ""), typed.get(about, ""))
        return self._reply(request, device, None)

    async def language(self, request: Request) -> Response:
        device, typed = self._known(request), await _form(request)
        if typed.get("lang") in languages():
            self.hub.guests.speak(device, typed["lang"])
        return RedirectResponse("/", 303)

    def _reply(self, request: Request, device: Device, reply: Done | Refusal | None) -> Response:
        """To the script a few words, to a browser without it the page again."""
        sight = self.hub.sight(device)
        said = sight.refusal(reply) if isinstance(reply, Refusal) else ""
        rule = reply.rule if isinstance(reply, Refusal) else ""
        ways = {"why": sight.words.say("teach.why"), "way": way(rule)} if rule else {}
        if request.headers.get("accept", "").startswith("application/json"):
            return JSONResponse({"refused": said, **ways} if said else {"done": True}, 409 if said else 200)
        return self._table(device, said, 409, rule) if said else RedirectResponse("/", 303)

    # -- the rules, for everybody who was let in

    async def rules(self, request: Request) -> Response:
        device, manifest = self._known(request), self.hub.now.manifest
        words = self.hub.words(device.lang)
        title = manifest.title or manifest.name
        return _html(rules_page(words, title, Rulebook.of(manifest), request.query_params))

    # -- the evening in one picture, when it is over

    async def chronicle(self, request: Request) -> Response:
        device, manifest = self._known(request), self.hub.now.manifest
        if self.hub.picture is None or self.hub.now.outcome is None:
            return await self._nothing(request, LookupError())
        return _html(chronicle_page(self.hub.words(device.lang), manifest.title or manifest.name))

    async def poster(self, request: Request) -> Response:
        device, now, draw = self._known(request), self.hub.now, self.hub.picture
        if draw is None or now.outcome is None:
            return await self._nothing(request, LookupError())
        drawn = await asyncio.to_thread(draw, now, device.lang)  # every position is weighed
        return Response(drawn, media_type=KINDS[".svg"])

    # -- the box, for who plays

    def _at_the_desk(self, request: Request) -> Device:
        device = self._known(request)
        if not device.host and not device.seats:
            raise Refused(403, "not-yours")
        return device

    async def box(self, request: Request) -> Response:
        device = self._at_the_desk(request)
        return _html(self.hub.desk.pieces_page(self.hub.box_words(device.lang)))

    async def piece(self, request: Request) -> Response:
        device, kind = self._at_the_desk(request), request.path_params["kind"]
        draft = self.hub.desk.begin(device.id, kind, request.query_params.get("piece", "")[:80])
        if draft is None:
            return await self._nothing(request, LookupError())
        return _html(self.hub.desk.piece_page(self.hub.box_words(device.lang), draft))

    async def enter(self, request: Request) -> Response:
        device, kind, typed = self._at_the_desk(request), request.path_params["kind"], await _form(request)
        desk, words = self.hub.desk, self.hub.box_words(device.lang)
        draft = desk.drafts.get((device.id, kind)) or desk.begin(device.id, kind, "")
        if draft is None:
            return await self._nothing(request, LookupError())
        try:
            desk.change(draft, words, typed)
        except (ValueError, TypeError, LookupError):  # a form that is none of ours
            raise Refused(400, "no-such-field") from None
        if typed.get("order") != "keep":
            return _html(desk.piece_page(words, draft))
        why = await asyncio.to_thread(desk.keep, draft, words)  # nobody waits for a disk
        if why:
            return _html(desk.piece_page(words, draft, why), 409)
        del desk.drafts[device.id, kind]
        return RedirectResponse("/box", 303)

    # -- for everybody

    async def feed(self, request: Request) -> Response:
        self._may_hear(request)
        typed = request.query_params.get("from", "") or request.headers.get("last-event-id", "")
        lang = request.query_params.get("lang", "en")
        since = int(typed) if typed.isascii() and typed.isdecimal() and len(typed) < 9 else 0
        if "text/event-stream" in request.headers.get("accept", ""):
            lines = feed.stream(self.hub, since, lang)
            return StreamingResponse(lines, media_type="text/event-stream", headers=EVENTS)
        return JSONResponse(feed.page(self.hub, since, lang))

    async def overlay(self, request: Request) -> Response:
        self._may_hear(request)
        return _html(feed.overlay(self.hub.words(request.query_params.get("lang", "en"))))

    def _may_hear(self, request: Request) -> None:
        link = self.hub.guests.known(request.path_params["token"])
        if link is None or link.kind != "feed":
            raise Refused(404, "no-such-feed")


def _html(text: str, status: int = 200) -> Response:
    return Response(text, status, media_type="text/html")


async def _form(request: Request) -> Mapping[str, str]:
    """The fields of a form; the last of each name counts."""
    try:
        body = await request.body()
        return dict(parse_qsl(body.decode("ascii"), keep_blank_values=True, max_num_fields=80))
    except ValueError:
        raise Refused(400, "no-form") from None
    except ClientDisconnect:
        raise Refused(400, "cut-off") from None
