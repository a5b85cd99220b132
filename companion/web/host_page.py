"""What the device sees that began the evening: codes for the others, and who wants to come in.

May import: segno, its own room.
"""

from __future__ import annotations

import io
from functools import lru_cache
from typing import TYPE_CHECKING

import segno

from .guests import Kind
from .html import Html, tag
from .sight import Sight

if TYPE_CHECKING:
    from .hub import Hub


def host_parts(sight: Sight, hub: Hub) -> dict[str, Html]:
    return {"guests": _guests(sight, hub), "codes": _codes(sight, hub)}


def _guests(sight: Sight, hub: Hub) -> Html:
    """Who knocks."""
    rows = []
    for device in hub.guests.waiting:
        about = {"n": device.number, "who": sight.seat_name(device.wants or 0)}
        orders = [_order(sight, one, device.id) for one in ("admit", "refuse")]
        rows.append(tag("li", tag("strong", sight.say("wants-in", **about)), *orders))
    return tag("ul", *rows, class_="guests") if rows else Html()


def _devices(sight: Sight, hub: Hub) -> Html:
    """Who was let in."""
    rows = []
    here = {stream.device for stream in hub.streams}
    for device in hub.guests.devices.values():
        if device.wants is None and not device.host:
            who = sight.words.listed([sight.seat_name(one) for one in device.seats]) if device.seats else ""
            said = sight.say("device", n=device.number, who=who or sight.say("watching"))
            how = "here" if device.id in here else "away"
            marked = tag("span", sight.say(f"seat-{how}"), class_=how)
            rows.append(tag("li", tag("span", said), marked, _order(sight, "revoke", device.id)))
    return tag("ul", *rows, class_="guests") if rows else Html()


def _order(sight: Sight, order: str, device: str) -> Html:
    hidden = tag("input", type="hidden", name="device", value=device)
    button = tag("button", sight.say(order), type="submit", name="order", value=order)
    return tag("form", hidden, button, method="post", action="/host", class_="small")


def _codes(sight: Sight, hub: Hub) -> Html:
    """A code for the table, one for each free seat, one for who looks on; drawn by us, read by any camera."""
    free = [seat for seat in range(hub.guests.seats) if not hub.guests.at_seat(seat)]
    wanted: list[tuple[Kind, int | None, str]] = [("table", None, sight.say("code-table"))]
    wanted += [("seat", seat, sight.say("code-seat", who=sight.seat_name(seat))) for seat in free]
    wanted += [("watch", None, sight.say("code-watch"))]
    figures = []
    for kind, seat, said in wanted:
        link = hub.guests.link(kind, seat)
        where = f"{hub.addresses[0]}/join/{link.token}"
        figures.append(tag("figure", qr(where), tag("figcaption", said, tag("code", where))))
    renew = tag("button", sight.say("renew"), type="submit", name="order", value="renew")
    feed = f"{hub.addresses[0]}/overlay/{hub.guests.link('feed').token}?lang={sight.words.lang}"
    return tag(
        "details",
        tag("summary", sight.say("codes")),
        _devices(sight, hub),
        *figures,
        tag("p", sight.say("overlay"), " ", tag("code", feed)),
        tag("form", renew, method="post", action="/host", class_="small"),
        tag("p", sight.say("nobody-arrived"), class_="faint"),
    )


@lru_cache(64)
def qr(text: str) -> Html:
    """A code as a drawing in the page."""
    drawn = io.BytesIO()
    segno.make(text, error="m", micro=False).save(
        drawn,
        kind="svg",
        xmldecl=False,
        svgns=False,
        border=3,
        dark="#1D1529",
        light="#FFFFFF",
        omitsize=True,
    )
    return Html(drawn.getvalue().decode().replace("<svg ", '<svg role="img" aria-label="QR" ', 1))
