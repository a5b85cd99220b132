"""The commands that look after the tower's board rather than use it: `companion tower flash`, `share` and
`learned`.

May import: this room; the backends only inside the functions that need them.
"""

from __future__ import annotations

import argparse
import secrets
import socket
from collections.abc import Callable
from typing import Protocol

from companion.tower.contract import Identity
from companion.tower.errors import NobodyAnswers, TowerError, TowerNotFound, WrongFirmware
from companion.tower.examination import tell_learned
from companion.tower.firmware_image import shipped
from companion.tower.learned_file import LearnedFiles
from companion.tower.screen import Screen
from companion.tower.tower_choice import home, the_only_tower


class Tell(Protocol):
    """Says a sentence by its id."""

    def __call__(self, key: str, **params: str | int | float) -> None: ...


DONE, LEFT_ALONE = 0, 1
LOOPBACK = "127.0.0.1"
YES = ("y", "o", "j")  # as any of our languages begins it


def flash(args: argparse.Namespace, screen: Screen) -> int:
    """Only a port that said HELLO as a tower, or one that was typed and confirmed."""
    image = shipped()
    port, firmware = _meant(args.where, screen)
    if not port:
        return LEFT_ALONE
    if firmware and not image.newer_than(firmware) and not args.again:
        screen.tell("tower.flash.current", port=port, firmware=firmware, version=image.name)
        return DONE
    flash_port(port, screen.tell, screen.part)
    return DONE


def flash_port(port: str, tell: Tell, progress: Callable[[int, int], None] = lambda *_: None) -> None:
    """Writes the firmware that came with the companion; whether this port is meant was asked before."""
    from companion.tower.backends.flashing import flash as write

    image = shipped()
    tell("tower.flash.writing", port=port, version=image.name)
    tell("tower.flash.done", port=port, version=write(port, image, progress))


def _meant(typed: str | None, screen: Screen) -> tuple[str, str]:
    """The port to flash and the firmware that it told; no port: nobody confirmed it."""
    if typed is None:
        tower = the_only_tower(home(), outdated=True)
        return tower.where, tower.firmware
    try:
        tower = _asked(typed)
    except TowerNotFound:
        raise  # there is nothing that could be confirmed
    except TowerError as fault:
        if screen.ask("tower.flash.confirm", port=typed, fault=screen.sentence(fault).rstrip(".")) == typed:
            return typed, ""
        screen.tell("tower.flash.left", port=typed)
        return "", ""
    return tower.where, tower.firmware


def _asked(port: str) -> Identity:
    from companion.tower.backends.ports import probe

    found = probe(port)
    if found.identity is not None:
        return found.identity
    assert found.fault is not None
    if isinstance(found.fault, WrongFirmware):  # a tower, only of another age
        return Identity("serial", port)
    raise found.fault


def share(args: argparse.Namespace, screen: Screen) -> int:
    """For a tablet without a port: one at a time, by a word that is shown here."""
    from companion.tower.backends.sharing import Sharing

    port = args.where or the_only_tower(home()).where
    word = args.word or secrets.token_urlsafe(6)

    def agrees(address: str) -> bool:
        try:
            return screen.ask("tower.share.another", address=address)[:1].lower() in YES
        except NobodyAnswers:
            return False

    def tell(what: str, address: str) -> None:
        screen.tell(f"tower.share.{what}", address=address)

    sharing = Sharing(port, args.host, args.tcp, word, agrees, tell)
    host = socket.gethostname() if args.host in ("", "0.0.0.0", "::") else args.host
    number = sharing.address.rpartition(":")[2]
    screen.tell("tower.share.waiting", port=port, url=f"tower://{word}@{host}:{number}")
    if args.host == LOOPBACK:
        screen.tell("tower.share.loopback")
    try:
        sharing.serve()
    finally:
        sharing.close()
    return DONE


def learned(args: argparse.Namespace, screen: Screen) -> int:
    """What was kept of a tower, or of all; no tower need be there."""
    files = LearnedFiles(home() / "learned")
    known = dict(files.all())
    if args.serial is not None and args.serial not in known:
        screen.tell("tower.learned.unknown", serial=args.serial)
        return LEFT_ALONE
    meant = known if args.serial is None else {args.serial: known[args.serial]}
    if not meant:
        screen.tell("tower.learned.none")
        return DONE
    if args.reset and len(meant) > 1:
        screen.tell("tower.learned.several")
        return LEFT_ALONE
    for serial, one in meant.items():
        if args.reset:
            files.forget(serial)
            screen.tell("tower.learned.forgotten", serial=serial)
        else:
            for key, params in tell_learned(serial, one):
                screen.tell(key, **params)
    return DONE
