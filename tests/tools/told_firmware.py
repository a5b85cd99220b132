"""The simulated firmware, frame by frame: which requests act, which are only answered, which are refused.

Part of the transcripts. Numbers of requests run on, come again, fall behind and wrap.
"""

from __future__ import annotations

from companion.tower import wire_table as table
from companion.tower.wire import encode
from tests.tower.evening import made

OLDER = (127, 128, 129, 255)  # so many numbers after 1, some count as behind it


def of_firmware() -> list[str]:
    text: list[str] = []
    board = made(1, throws=False)
    firmware = board.firmware
    firmware._send = lambda message, request: text.append(f"    {request}: {message}")

    def say(message: table.Request, request: int, boot: int | None = None) -> None:
        text.append(f"{request} {message}{'' if boot is None else f' boot {boot}'}")
        firmware.hear(encode(message, request, firmware.boot if boot is None else boot))

    def facts() -> None:
        acted = dict(sorted(firmware.acted.items()))
        text.append(f"  acted {acted} repeats {firmware.repeats} reused {firmware.reused}")

    say(table.Ping(), 1)
    say(table.Identify(), 1, boot=0)
    say(table.Stop(), 1, boot=9)
    say(table.DropBegin(), 2)
    say(table.Open(5), 1, boot=9)
    say(table.Open(5), 1)
    say(table.Open(5), 1)
    say(table.DropBegin(), 2)
    say(table.DropBegin(), 2)
    say(table.DropEnd(), 2)
    say(table.DropEnd(), 1)
    say(table.TestBegin(), 3)
    say(table.DropEnd(), 4)
    say(table.TestBegin(), 4)
    say(table.TestBegin(), 5)
    say(table.Face(1500, 0), 6)
    say(table.TestEnd(), 7)
    say(table.Face(9999, 0), 8)
    say(table.Face(9999, 0), 8)
    say(table.Face(1500, 0), 9)
    say(table.Face(1500, 0), 9)
    say(table.Shake(0, 0), 10)
    say(table.Stop(), 11)
    say(table.DropBegin(), 11)
    say(table.DropEnd(), 12)
    for asked in (table.Ping(), table.Counts(), table.Diagnose(), table.ConfigRead(), table.Log(0)):
        say(asked, 20)
        say(table.DropEnd(), 20)
        say(table.DropEnd(), 19)
        say(asked, 12)
        say(table.DropEnd(), 21)
    facts()
    for step in OLDER:
        say(table.Open(100 + step), 1)
        say(table.DropEnd(), (1 + step) % 256)
        say(table.Ping(), 3)
        say(table.DropBegin(), 3)
    facts()
    say(table.Blink(), 40)
    say(table.Selftest(), 41)
    say(table.HandsAway(700), 42)
    say(table.ConfigWrite(table.Settings(fitted=0)), 43)
    for number in range(70):
        board.fall(number % 7, after=0.1 * number, milliseconds=16.0)
    said = len(text)
    while board.now() < 12.0:
        board.live(1.0)
    del text[said + 3 :]
    following = board.next_number
    for first in (0, following - 60, following - 5, following - 1, following, following + 1):
        say(table.Log(first % 65536), 50)
    firmware.hear(b"\x03nonsense\0")
    say(table.Diagnose(), 51)
    text.append(f"  damaged {firmware.damaged}")
    for cause, power_lost in ((table.ResetCause.WATCHDOG, False), (table.ResetCause.POWER_ON, True)):
        firmware.watchdogs += 1
        firmware.restart(cause, power_lost)
        say(table.Ping(), 2, boot=firmware.boot - 1)
        say(table.Ping(), 2)
        say(table.Open(9), 1)
        say(table.Log(following - 2), 2)
        say(table.Diagnose(), 3)
    facts()
    return text
