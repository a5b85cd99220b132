"""The tower's wire in Python: messages, records and codes.

Generated from firmware/wire.toml by firmware/tools/generate_wire.py: do not edit (so long because it is
generated). Imports the standard library only.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass
from enum import IntEnum, IntFlag
from typing import Any, ClassVar, Final, Self

#: name, struct code or record class, how many (None: as many as the frame still holds)
Layout = tuple[tuple[str, "str | type[Record]", "int | None"], ...]


class Record:
    """Fields laid out one after the other, little endian."""

    __slots__ = ()
    LAYOUT: ClassVar[Layout] = ()

    @classmethod
    def size(cls) -> int:
        """Bytes of the fixed part."""
        return sum(
            (struct.calcsize(f"<{code}") if isinstance(code, str) else code.size()) * (count or 0)
            for _, code, count in cls.LAYOUT
        )

    def pack(self) -> bytes:
        """The bytes of the record; ValueError when a value does not fit its field."""
        parts = []
        for name, code, count in self.LAYOUT:
            value = getattr(self, name)
            values = (value,) if count == 1 or code == "s" else value
            if count is not None and code != "s" and len(values) != count:
                raise ValueError(f"{type(self).__name__}.{name} wants {count} values, not {len(values)}")
            try:
                if isinstance(code, str):
                    parts.append(struct.pack(f"<{count}{code}", *values))
                else:
                    parts.extend(record.pack() for record in values)
            except struct.error as error:
                raise ValueError(f"{type(self).__name__}.{name}: {error}") from error
        return b"".join(parts)

    @classmethod
    def unpack(cls, data: bytes) -> Self:
        """The record in these bytes; ValueError when their number is wrong."""
        values: list[Any] = []
        at = 0
        for _, code, count in cls.LAYOUT:
            size = struct.calcsize(f"<{code}") if isinstance(code, str) else code.size()
            many = (len(data) - at) // size if count is None else count
            part = data[at : at + many * size]
            if len(part) != many * size:
                raise ValueError(f"{cls.__name__} wants {cls.size()} bytes, not {len(data)}")
            at += many * size
            found: tuple[Any, ...]
            if isinstance(code, str):
                found = struct.unpack(f"<{many}{code}", part)
            else:
                found = tuple(code.unpack(part[i : i + size]) for i in range(0, len(part), size))
            values.append(found[0] if count == 1 or code == "s" else found)
        if at != len(data):
            raise ValueError(f"{cls.__name__} wants {cls.size()} bytes, not {len(data)}")
        return cls(*values)


class Message(Record):
    """The payload of a frame; CODE is the header's kind."""

    __slots__ = ()
    CODE: ClassVar[int]


class Request(Message):
    """From the companion to the board."""

    __slots__ = ()
    #: name of the message that answers it
    ANSWER: ClassVar[str]
    #: name of the event that ends a long command; empty for a short one
    ENDS: ClassVar[str] = ""
    #: accepted without a session and whatever the boot id
    ALWAYS: ClassVar[bool] = False


class Report(Message):
    """From the board to the companion: an answer or an event."""

    __slots__ = ()

VERSION: Final = 1
BAUD: Final = 250000
MAGIC: Final = b'LOOP'
OUTLETS: Final = 7
BEAMS: Final = 7
LOG_SIZE: Final = 64
LOG_PER_FRAME: Final = 6
SERIAL_LENGTH: Final = 12
DURATIONS: Final = 16
FASTEST: Final = 1500
STEEPEST: Final = 10000
LIGHTS: Final = 3
LIGHTS_CURRENT: Final = 700
LIGHT_CURRENT: Final = 60
FRAME_LIMIT: Final = 112
BEAM_BITS: Final = 7

HELLO_MS: Final = 3000
ACKNOWLEDGE_MS: Final = 100
TRIES: Final = 5
BUSY_MS: Final = 250
HEARTBEAT_MS: Final = 500
LOST_MS: Final = 2500
LONGEST_TURN_MS: Final = 30000
LONGEST_SHAKE_MS: Final = 10000
LONGEST_HOLD_MS: Final = 300000
LOOK_MS: Final = 500
BACKOFF_FIRST_MS: Final = 1000
BACKOFF_LAST_MS: Final = 30000
LATE_MS: Final = 400
HANDS_AWAY_MS: Final = 10000
LIGHTS_REST_MS: Final = 167
BLINK_MS: Final = 20


class Reason(IntEnum):
    """Why a command was refused."""

    #: this firmware does not know the kind
    UNKNOWN_COMMAND = 1
    #: the payload has another length than the kind demands
    WRONG_LENGTH = 2
    #: the host speaks another protocol version; the header tells the board's
    WRONG_VERSION = 3
    #: no session: send OPEN first
    NOT_OPEN = 4
    #: the board has rebooted since; the header tells its boot id
    WRONG_BOOT = 5
    #: the request id is older than the last one; it was not acted upon
    STALE_REQUEST = 6
    #: the pulse width, its overshoot or its shake leaves the calibrated limits
    OUT_OF_LIMITS = 7
    #: the tower is turning: STOP first, or wait for the end
    TURNING = 8
    #: refused while a drop is being watched
    IN_DROP = 9
    #: a self-test or the finger test is running
    TESTING = 10
    #: the configuration is being written
    STORING = 11
    #: the configuration contradicts itself; nothing was changed
    BAD_CONFIG = 12
    #: the board does not know where the servo stands: FACE first
    UNPLACED = 13
    #: nobody knows where the tower stands: people take their hands away, then HANDS_AWAY
    UNCONFIRMED = 14
    #: the configuration says that there is no such part
    NOT_FITTED = 16
    #: nothing tells where the tower stands: turn it by hand to a mark, or HANDS_AWAY says where
    NOWHERE = 15


class Motion(IntEnum):
    """What the servo is doing."""

    #: nothing
    REST = 0
    #: turning to a pulse width
    FACE = 1
    #: shaking about the present place
    SHAKE = 2


class Approach(IntEnum):
    """From which side the last stretch is driven."""

    #: as the configuration says
    CONFIGURED = 0
    #: with growing pulse width
    FROM_BELOW = 1
    #: with shrinking pulse width
    FROM_ABOVE = 2
    #: straight there, no overshoot
    DIRECT = 3


class Outcome(IntEnum):
    """How a long command ended."""

    #: as commanded
    DONE = 0
    #: by STOP
    STOPPED = 1
    #: the EEPROM did not keep what was written
    FAILED = 2
    #: the host was not heard for too long: the pulses are off
    UNHEARD = 3
    #: it took longer than any motion may: the pulses are off
    OVERDUE = 4
    #: it did not arrive where the sensor should see it: the pulses are off, where it stands is unknown
    MISSED = 5


class ConfigSource(IntEnum):
    """Where the configuration in force comes from."""

    #: no valid slot: the built-in defaults, nothing is calibrated
    DEFAULTS = 0
    #: EEPROM slot A
    SLOT_A = 1
    #: EEPROM slot B
    SLOT_B = 2
    #: written by the host and in force, not yet stored or not kept by the EEPROM
    HOST = 3


class BreakMark(IntFlag):
    """The lowest bits of `mark` are the beam; the others tell about the break."""

    #: during the finger test: not counted
    TEST = 8
    #: not seen from beginning to end (boot, self-test, new polarity, lost edges): not counted
    PARTIAL = 16
    #: began while a drop was being watched
    DROP = 32
    #: began while the servo was turning
    TURNING = 64
    #: lasted so long that it was reported as blocked
    LONG = 128


class Status(IntFlag):
    """The board's condition, in PONG."""

    #: a session is open
    OPEN = 1
    #: a drop is being watched
    DROP = 2
    #: the finger test is on
    FINGER_TEST = 4
    #: a self-test or blink is running
    SELF_TEST = 8
    #: the configuration is being written
    STORING = 16
    #: the servo is getting pulses
    PULSES = 32
    #: the board knows where the tower stands; without it FACE needs HANDS_AWAY first
    PLACED = 64
    #: a position ring is fitted (configuration)
    RING = 128


class ResetCause(IntFlag):
    """Why the board booted. 0 = unknown: some bootloaders clear it."""

    #: power came on
    POWER_ON = 1
    #: the reset line, as when the port is opened
    EXTERNAL = 2
    #: the supply sagged
    BROWN_OUT = 4
    #: the watchdog: the firmware hung
    WATCHDOG = 8


class Kept(IntFlag):
    """What lived through the reset, in HELLO."""

    #: counts and log; without it they begin at zero
    COUNTS = 1
    #: the servo's last pulse width
    PLACE = 2
    #: a drop was being watched when the board went down
    DROP = 4


class Calibrated(IntFlag):
    """Which parts of the configuration somebody has measured."""

    #: limits and era pulses
    SERVO = 1
    #: polarity
    BEAMS = 2
    #: break durations of single cubes
    DURATIONS = 4


class Fitted(IntFlag):
    """Optional parts."""

    #: the position ring
    RING = 1
    #: a clocked strip of lights (APA102, SK9822)
    LIGHTS = 2


@dataclass(frozen=True, slots=True)
class LogEntry(Record):
    """One break as the board remembers it."""

    LAYOUT: ClassVar[Layout] = (
        ("mark", "B", 1),
        ("boot", "B", 1),
        ("start", "I", 1),
        ("duration", "I", 1),
    )
    #: beam and BreakMark
    mark: int
    #: low byte of the boot id in whose time `start` is told
    boot: int
    #: [µs] board time at which the beam broke
    start: int
    #: [µs] 4294967295 = longer than 30 min
    duration: int


@dataclass(frozen=True, slots=True)
class Settings(Record):
    """The configuration record, in EEPROM and on the wire."""

    LAYOUT: ClassVar[Layout] = (
        ("low", "H", 1),
        ("high", "H", 1),
        ("eras", "H", 7),
        ("speed", "H", 1),
        ("acceleration", "H", 1),
        ("overshoot", "H", 1),
        ("approach", "B", 1),
        ("settle", "H", 1),
        ("hold", "H", 1),
        ("shake_amplitude", "H", 1),
        ("shake_cycles", "B", 1),
        ("polarity", "B", 1),
        ("min_break", "H", 1),
        ("min_gap", "H", 1),
        ("blocked", "H", 1),
        ("fitted", "B", 1),
        ("ring_polarity", "B", 1),
        ("ring_codes", "B", 7),
        ("calibrated", "B", 1),
        ("serial", "s", 12),
        ("duration_count", "B", 1),
        ("durations", "H", 16),
    )
    #: [µs] narrowest pulse the servo may get; not below 400
    low: int = 500
    #: [µs] widest pulse the servo may get; not above 2600
    high: int = 2500
    #: [µs] pulse width that faces each era, within the limits
    eras: tuple[int, ...] = (643, 929, 1214, 1500, 1786, 2071, 2357)
    #: [µs/s] fastest change of the pulse width (50–20000); above `fastest` it is that
    speed: int = 1000
    #: [µs/s²] of that change; 0 = as steep as may be, and above `steepest` it is that
    acceleration: int = 4000
    #: [µs] how far beyond the target the turn goes before the approach (0–500)
    overshoot: int = 30
    #: 1 = from below, 2 = from above
    approach: int = 1
    #: [ms] the pulse stays on target this long before FACED (0–5000)
    settle: int = 300
    #: [ms] pulses go on this long after FACED, as long as the host is heard; 65535 = as long as may be
    hold: int = 0
    #: [µs] either way (1–500)
    shake_amplitude: int = 40
    #: to and fro (1–20)
    shake_cycles: int = 3
    #: bit per beam: 0 = LOW is broken (open collector), 1 = HIGH is broken
    polarity: int = 0
    #: [µs] a shorter break is noise (0–50000)
    min_break: int = 1000
    #: [µs] a shorter gap does not end a break (0–2000)
    min_gap: int = 300
    #: [ms] a beam broken this long is reported as blocked (50–60000)
    blocked: int = 500
    #: Fitted
    fitted: int = 1
    #: bit per sensor: 0 = LOW is a mark, 1 = HIGH is a mark
    ring_polarity: int = 0
    #: mark under the tower at each era, different and non-zero
    ring_codes: tuple[int, ...] = (1, 3, 2, 6, 7, 5, 4)
    #: Calibrated
    calibrated: int = 0
    #: serial number written by the host, ASCII
    serial: bytes = bytes(12)
    #: durations in use
    duration_count: int = 0
    #: [10 µs] break durations of single cubes
    durations: tuple[int, ...] = (0,) * 16


@dataclass(frozen=True, slots=True)
class Header(Record):
    """What every frame begins with."""

    LAYOUT: ClassVar[Layout] = (
        ("version", "B", 1),
        ("kind", "B", 1),
        ("request", "B", 1),
        ("boot", "H", 1),
    )
    #: protocol version of the sender
    version: int
    #: what the frame is: see the messages
    kind: int
    #: request id 1–255, echoed in the answer; 0 marks an event nobody asked for
    request: int
    #: boot id: in a command the one the host believes in, in every frame of the board its own
    boot: int


@dataclass(frozen=True, slots=True)
class Identify(Request):
    """Who are you? Accepted in any protocol version."""

    CODE: ClassVar[int] = 0x01
    ANSWER: ClassVar[str] = "Hello"
    ALWAYS: ClassVar[bool] = True


@dataclass(frozen=True, slots=True)
class Open(Request):
    """Begins a session. A new nonce forgets the old request ids, ends a watched drop and the finger test;
    the servo does not move."""

    CODE: ClassVar[int] = 0x02
    ANSWER: ClassVar[str] = "Opened"
    LAYOUT: ClassVar[Layout] = (
        ("nonce", "I", 1),
    )
    #: any number the host did not use before
    nonce: int


@dataclass(frozen=True, slots=True)
class Ping(Request):
    """Heartbeat."""

    CODE: ClassVar[int] = 0x03
    ANSWER: ClassVar[str] = "Pong"


@dataclass(frozen=True, slots=True)
class Counts(Request):
    """Asks for the cumulative counts."""

    CODE: ClassVar[int] = 0x04
    ANSWER: ClassVar[str] = "Counted"


@dataclass(frozen=True, slots=True)
class Log(Request):
    """Asks for remembered breaks from this number on."""

    CODE: ClassVar[int] = 0x05
    ANSWER: ClassVar[str] = "Logged"
    LAYOUT: ClassVar[Layout] = (
        ("first", "H", 1),
    )
    #: number of the first break wanted
    first: int


@dataclass(frozen=True, slots=True)
class Diagnose(Request):
    """Asks for what only a technician wants to know."""

    CODE: ClassVar[int] = 0x06
    ANSWER: ClassVar[str] = "Diagnosis"


@dataclass(frozen=True, slots=True)
class ConfigRead(Request):
    """Asks for the configuration in force."""

    CODE: ClassVar[int] = 0x07
    ANSWER: ClassVar[str] = "Config"


@dataclass(frozen=True, slots=True)
class ConfigWrite(Request):
    """Takes a configuration into force at once and stores it in the background. Refused while turning, in a
    drop, in a test."""

    CODE: ClassVar[int] = 0x08
    ANSWER: ClassVar[str] = "Ack"
    ENDS: ClassVar[str] = "Stored"
    LAYOUT: ClassVar[Layout] = (
        ("settings", Settings, 1),
    )
    #: the whole record
    settings: Settings


@dataclass(frozen=True, slots=True)
class Face(Request):
    """Turns the servo to a pulse width. Refused while turning, in a drop, in a test, while storing; where
    nobody knows from which place it would begin, until HANDS_AWAY. It goes on when the host falls silent,
    for it ends by itself."""

    CODE: ClassVar[int] = 0x10
    ANSWER: ClassVar[str] = "Ack"
    ENDS: ClassVar[str] = "Faced"
    LAYOUT: ClassVar[Layout] = (
        ("pulse", "H", 1),
        ("approach", "B", 1),
    )
    #: [µs] where to; it and the overshoot on the side of its approach must lie within the limits
    pulse: int
    #: Approach
    approach: int


@dataclass(frozen=True, slots=True)
class Shake(Request):
    """Shakes to and fro about the present place and ends there. Allowed in a drop; refused while turning,
    in a test, while storing, at an unknown place. Ends when the host falls silent."""

    CODE: ClassVar[int] = 0x11
    ANSWER: ClassVar[str] = "Ack"
    ENDS: ClassVar[str] = "Shaken"
    LAYOUT: ClassVar[Layout] = (
        ("amplitude", "H", 1),
        ("cycles", "B", 1),
    )
    #: [µs] either way, at most 1000 and within the limits; 0 = as configured
    amplitude: int
    #: 0 = as configured; more than 100 are 100
    cycles: int


@dataclass(frozen=True, slots=True)
class Stop(Request):
    """Stops the servo at once, where it is. Accepted always, in any protocol version, twice too."""

    CODE: ClassVar[int] = 0x12
    ANSWER: ClassVar[str] = "Ack"
    ALWAYS: ClassVar[bool] = True


@dataclass(frozen=True, slots=True)
class HandsAway(Request):
    """Somebody has said by touch that all hands are away from the tower. Good for one FACE within 10 s,
    until a hand turns the tower again. Refused while turning."""

    CODE: ClassVar[int] = 0x13
    ANSWER: ClassVar[str] = "Ack"
    LAYOUT: ClassVar[Layout] = (
        ("pulse", "H", 1),
    )
    #: [µs] where people see the tower stand, for a board that cannot see it; 0 = they do not say
    pulse: int


@dataclass(frozen=True, slots=True)
class Light(Request):
    """What the strip is to show: taken at once, shown when it may change (not sooner than `lights_rest`
    after the last time, not in a drop, not in a self-test). It goes dark at boot and when the host falls
    silent."""

    CODE: ClassVar[int] = 0x14
    ANSWER: ClassVar[str] = "Ack"
    LAYOUT: ClassVar[Layout] = (
        ("brightness", "B", 1),
        ("red", "B", 7),
        ("green", "B", 7),
        ("blue", "B", 7),
    )
    #: 0–31, of all; lowered where the strip would take more than `lights_current`
    brightness: int
    #: of each outlet, 0–255
    red: tuple[int, ...]
    #: of each outlet
    green: tuple[int, ...]
    #: of each outlet
    blue: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class DropBegin(Request):
    """A drop is watched from now on: breaks carry the mark DROP; no test, no turn, no storing."""

    CODE: ClassVar[int] = 0x20
    ANSWER: ClassVar[str] = "Ack"


@dataclass(frozen=True, slots=True)
class DropEnd(Request):
    """The drop is over. Accepted without a drop too."""

    CODE: ClassVar[int] = 0x21
    ANSWER: ClassVar[str] = "Ack"


@dataclass(frozen=True, slots=True)
class TestBegin(Request):
    """Finger test: breaks are reported and logged with the mark TEST and not counted."""

    CODE: ClassVar[int] = 0x22
    ANSWER: ClassVar[str] = "Ack"


@dataclass(frozen=True, slots=True)
class TestEnd(Request):
    """Ends the finger test. Accepted without one too."""

    CODE: ClassVar[int] = 0x23
    ANSWER: ClassVar[str] = "Ack"


@dataclass(frozen=True, slots=True)
class Selftest(Request):
    """Emitters off for 100 ms and on again, under all the light that the strip may give; counts and log are
    not touched."""

    CODE: ClassVar[int] = 0x24
    ANSWER: ClassVar[str] = "Ack"
    ENDS: ClassVar[str] = "Tested"


@dataclass(frozen=True, slots=True)
class Blink(Request):
    """The same with the emitters off for at most 20 ms; before every throw."""

    CODE: ClassVar[int] = 0x25
    ANSWER: ClassVar[str] = "Ack"
    ENDS: ClassVar[str] = "Tested"


@dataclass(frozen=True, slots=True)
class Ack(Report):
    """The command was accepted (a long one has begun)."""

    CODE: ClassVar[int] = 0x40
    LAYOUT: ClassVar[Layout] = (
        ("command", "B", 1),
    )
    #: its kind
    command: int


@dataclass(frozen=True, slots=True)
class Nack(Report):
    """The command was refused and changed nothing."""

    CODE: ClassVar[int] = 0x41
    LAYOUT: ClassVar[Layout] = (
        ("command", "B", 1),
        ("reason", "B", 1),
    )
    #: its kind
    command: int
    #: Reason
    reason: int


@dataclass(frozen=True, slots=True)
class Hello(Report):
    """Identity; sent by itself after every boot (request 0) and as the answer to IDENTIFY. Its first four
    fields stay as they are in every protocol version."""

    CODE: ClassVar[int] = 0x42
    LAYOUT: ClassVar[Layout] = (
        ("magic", "s", 4),
        ("firmware", "B", 3),
        ("serial", "s", 12),
        ("reset_cause", "B", 1),
        ("kept", "B", 1),
        ("since", "H", 1),
        ("next", "H", 1),
        ("config_source", "B", 1),
        ("calibrated", "B", 1),
    )
    #: LOOP
    magic: bytes
    #: firmware version
    firmware: tuple[int, ...]
    #: as the host wrote it; zeros = none
    serial: bytes
    #: ResetCause
    reset_cause: int
    #: Kept
    kept: int
    #: boot id at which the counts began; the same as before = nothing was forgotten
    since: int
    #: number the next break will get
    next: int
    #: ConfigSource
    config_source: int
    #: Calibrated
    calibrated: int


@dataclass(frozen=True, slots=True)
class Opened(Report):
    """The session is open."""

    CODE: ClassVar[int] = 0x43
    LAYOUT: ClassVar[Layout] = (
        ("nonce", "I", 1),
    )
    #: the same
    nonce: int


@dataclass(frozen=True, slots=True)
class Pong(Report):
    """Answer to PING: all that an event may have told, so that a lost event costs nothing."""

    CODE: ClassVar[int] = 0x44
    LAYOUT: ClassVar[Layout] = (
        ("time", "I", 1),
        ("status", "B", 1),
        ("motion", "B", 1),
        ("pulse", "H", 1),
        ("ring", "B", 1),
        ("broken", "B", 1),
        ("blocked", "B", 1),
        ("next", "H", 1),
        ("noise", "H", 1),
        ("ended", "B", 1),
        ("outcome", "B", 1),
    )
    #: [µs] board time; wraps after 71.6 min, restarts at boot
    time: int
    #: Status
    status: int
    #: Motion
    motion: int
    #: [µs] last commanded width; 0 = unplaced
    pulse: int
    #: position ring code, 0 between marks or when not fitted
    ring: int
    #: bit per beam: broken now
    broken: int
    #: bit per beam: broken for too long
    blocked: int
    #: number the next break will get
    next: int
    #: sum of the noise counts
    noise: int
    #: request id of the last long command that ended; 0 = none
    ended: int
    #: its Outcome
    outcome: int


@dataclass(frozen=True, slots=True)
class Counted(Report):
    """Cumulative counts; all wrap at 65536."""

    CODE: ClassVar[int] = 0x45
    LAYOUT: ClassVar[Layout] = (
        ("since", "H", 1),
        ("next", "H", 1),
        ("counts", "H", 7),
        ("noise", "H", 7),
        ("overruns", "H", 1),
    )
    #: boot id at which they began
    since: int
    #: number the next break will get
    next: int
    #: breaks per beam (without TEST and PARTIAL)
    counts: tuple[int, ...]
    #: breaks per beam that were too short
    noise: tuple[int, ...]
    #: times the edges came too fast to be kept; not zero = counts may be low
    overruns: int


@dataclass(frozen=True, slots=True)
class Logged(Report):
    """Remembered breaks. Ask again from `first` + number of entries until that is `next`."""

    CODE: ClassVar[int] = 0x46
    LAYOUT: ClassVar[Layout] = (
        ("first", "H", 1),
        ("next", "H", 1),
        ("entries", LogEntry, None),
    )
    #: number of the first entry; later than asked for = the ones before are forgotten
    first: int
    #: number the next break will get
    next: int
    #: at most 6
    entries: tuple[LogEntry, ...]


@dataclass(frozen=True, slots=True)
class Diagnosis(Report):
    """For technicians."""

    CODE: ClassVar[int] = 0x47
    LAYOUT: ClassVar[Layout] = (
        ("uptime", "I", 1),
        ("stack_free", "H", 1),
        ("bad_crc", "H", 1),
        ("oversized", "H", 1),
        ("line_errors", "H", 1),
        ("events_dropped", "H", 1),
        ("watchdogs", "H", 1),
        ("config_sequence", "B", 1),
    )
    #: [s] since boot
    uptime: int
    #: [B] RAM never touched by the stack since boot
    stack_free: int
    #: frames thrown away for their CRC or coding
    bad_crc: int
    #: frames thrown away for their length
    oversized: int
    #: bytes with a framing error or overrun
    line_errors: int
    #: events not sent because the line was full
    events_dropped: int
    #: watchdog restarts since power came on
    watchdogs: int
    #: of the slot in force
    config_sequence: int


@dataclass(frozen=True, slots=True)
class Config(Report):
    """The configuration in force."""

    CODE: ClassVar[int] = 0x48
    LAYOUT: ClassVar[Layout] = (
        ("source", "B", 1),
        ("settings", Settings, 1),
    )
    #: ConfigSource
    source: int
    #: the whole record
    settings: Settings


@dataclass(frozen=True, slots=True)
class Busy(Report):
    """Still turning."""

    CODE: ClassVar[int] = 0x80
    LAYOUT: ClassVar[Layout] = (
        ("of", "B", 1),
        ("motion", "B", 1),
        ("pulse", "H", 1),
        ("target", "H", 1),
    )
    #: request id of the command
    of: int
    #: Motion
    motion: int
    #: [µs] now
    pulse: int
    #: [µs] in the end
    target: int


@dataclass(frozen=True, slots=True)
class Faced(Report):
    """FACE has ended: the tower has settled, or `outcome` tells why not."""

    CODE: ClassVar[int] = 0x81
    LAYOUT: ClassVar[Layout] = (
        ("of", "B", 1),
        ("outcome", "B", 1),
        ("pulse", "H", 1),
        ("ring", "B", 1),
    )
    #: request id of the command
    of: int
    #: Outcome
    outcome: int
    #: [µs] where the servo was told to be; 0 = unknown
    pulse: int
    #: position ring code read after settling; 0 = between marks or not fitted
    ring: int


@dataclass(frozen=True, slots=True)
class Shaken(Report):
    """SHAKE has ended: the tower has settled, or `outcome` tells why not."""

    CODE: ClassVar[int] = 0x82
    LAYOUT: ClassVar[Layout] = (
        ("of", "B", 1),
        ("outcome", "B", 1),
        ("pulse", "H", 1),
        ("ring", "B", 1),
    )
    #: request id of the command
    of: int
    #: Outcome
    outcome: int
    #: [µs] where the servo was told to be
    pulse: int
    #: position ring code read after settling; 0 = between marks or not fitted
    ring: int


@dataclass(frozen=True, slots=True)
class Break(Report):
    """A beam was broken and is clear again."""

    CODE: ClassVar[int] = 0x83
    LAYOUT: ClassVar[Layout] = (
        ("number", "H", 1),
        ("count", "H", 1),
        ("mark", "B", 1),
        ("start", "I", 1),
        ("duration", "I", 1),
    )
    #: running number of the break
    number: int
    #: the outlet's cumulative count after it
    count: int
    #: beam and BreakMark
    mark: int
    #: [µs] board time at which the beam broke
    start: int
    #: [µs] 4294967295 = longer than 30 min
    duration: int


@dataclass(frozen=True, slots=True)
class Blocked(Report):
    """A beam has been broken for too long, or is clear again."""

    CODE: ClassVar[int] = 0x84
    LAYOUT: ClassVar[Layout] = (
        ("outlet", "B", 1),
        ("blocked", "B", 1),
        ("mask", "B", 1),
        ("time", "I", 1),
    )
    #: which beam, from 0 on
    outlet: int
    #: 1 = blocked, 0 = clear again
    blocked: int
    #: bit per beam: blocked now
    mask: int
    #: [µs] board time at which the beam broke, or cleared
    time: int


@dataclass(frozen=True, slots=True)
class Ring(Report):
    """The position ring reads another code although nothing turns: a hand on the tower. The board then no
    longer knows where it stands."""

    CODE: ClassVar[int] = 0x85
    LAYOUT: ClassVar[Layout] = (
        ("code", "B", 1),
    )
    #: 0 = between marks
    code: int


@dataclass(frozen=True, slots=True)
class Tested(Report):
    """SELFTEST or BLINK has ended. A sound beam is 0 in `before`, 1 in `dark`, 0 in `after`."""

    CODE: ClassVar[int] = 0x86
    LAYOUT: ClassVar[Layout] = (
        ("of", "B", 1),
        ("before", "B", 1),
        ("dark", "B", 1),
        ("after", "B", 1),
    )
    #: request id of the command
    of: int
    #: bit per beam: broken with the emitters on, before
    before: int
    #: bit per beam: broken with the emitters off
    dark: int
    #: bit per beam: broken with the emitters on again
    after: int


@dataclass(frozen=True, slots=True)
class Stored(Report):
    """The configuration is in the EEPROM, or could not be kept."""

    CODE: ClassVar[int] = 0x87
    LAYOUT: ClassVar[Layout] = (
        ("of", "B", 1),
        ("outcome", "B", 1),
        ("source", "B", 1),
        ("sequence", "B", 1),
    )
    #: request id of the command
    of: int
    #: Outcome
    outcome: int
    #: ConfigSource: the slot it went to; HOST = not kept
    source: int
    #: of that slot
    sequence: int


#: code → class of the frame's payload
MESSAGES: Final[dict[int, type[Message]]] = {
    0x01: Identify,
    0x02: Open,
    0x03: Ping,
    0x04: Counts,
    0x05: Log,
    0x06: Diagnose,
    0x07: ConfigRead,
    0x08: ConfigWrite,
    0x10: Face,
    0x11: Shake,
    0x12: Stop,
    0x13: HandsAway,
    0x14: Light,
    0x20: DropBegin,
    0x21: DropEnd,
    0x22: TestBegin,
    0x23: TestEnd,
    0x24: Selftest,
    0x25: Blink,
    0x40: Ack,
    0x41: Nack,
    0x42: Hello,
    0x43: Opened,
    0x44: Pong,
    0x45: Counted,
    0x46: Logged,
    0x47: Diagnosis,
    0x48: Config,
    0x80: Busy,
    0x81: Faced,
    0x82: Shaken,
    0x83: Break,
    0x84: Blocked,
    0x85: Ring,
    0x86: Tested,
    0x87: Stored,
}
