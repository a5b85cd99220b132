"""The strip of lights on the emulated board: what it shows and may take, and that nothing else notices it."""

import random
from dataclasses import replace
from itertools import pairwise

import pytest

from companion.tower import wire_table as wire
from tests.firmware.host import Host

LIT = wire.Settings(fitted=int(wire.Fitted.RING | wire.Fitted.LIGHTS))
WHITE = (255,) * wire.OUTLETS
DARK = (0,) * wire.OUTLETS
BRIGHTEST = 31
SHOWN = 30_000  # µs: a picture is on the strip by then


def picture(brightness: int = BRIGHTEST, red: tuple[int, ...] = WHITE) -> wire.Light:
    return wire.Light(brightness, red, DARK, DARK)


WHITE_LIGHT = wire.Light(BRIGHTEST, WHITE, WHITE, WHITE)


@pytest.fixture
def lit(host: Host) -> Host:
    host.store(LIT)
    host.run(200_000)
    return host


def milliamps(host: Host) -> float:
    full = 3 * 255 * BRIGHTEST
    return sum(
        b * (red + green + blue) * wire.LIGHT_CURRENT / full for b, red, green, blue in host.board.lights()
    )


def test_without_a_strip_it_is_refused_and_no_pin_moves(host: Host) -> None:
    assert host.refused(picture()) == wire.Reason.NOT_FITTED
    host.run(300_000)
    assert host.board.lights() == []


def test_each_outlet_has_its_colour(lit: Host) -> None:
    red, green, blue = (tuple(10 * n + c for n in range(wire.OUTLETS)) for c in (1, 2, 3))
    lit.ok(wire.Light(9, red, green, blue))
    lit.run(SHOWN)
    shown = [(9, *colour) for colour in zip(red, green, blue, strict=True) for _ in range(wire.LIGHTS)]
    assert lit.board.lights() == shown


def test_no_picture_takes_more_than_the_fuse_bears(lit: Host) -> None:
    lot = random.Random(24)
    pictures = [WHITE_LIGHT, replace(WHITE_LIGHT, brightness=255)]
    for _ in range(30):
        colours = [tuple(lot.choice((0, 90, 255)) for _ in range(wire.OUTLETS)) for _ in range(3)]
        pictures.append(wire.Light(lot.randrange(256), *colours))
    capped = 0
    for one in pictures:
        lit.ok(one)
        lit.run(SHOWN + wire.LIGHTS_REST_MS * 1000)
        assert milliamps(lit) <= wire.LIGHTS_CURRENT
        capped += lit.board.lights()[0][0] < min(one.brightness, BRIGHTEST)
    assert capped > 2, "and some would have"


def test_what_may_be_bright_is_as_bright_as_was_asked(lit: Host) -> None:
    lit.ok(picture(red=(255, *DARK[1:])))
    lit.run(SHOWN)
    assert lit.board.lights()[0] == (BRIGHTEST, 255, 0, 0)


def flashes_stay_apart(host: Host) -> bool:
    moments = [at for at, _ in host.board.glow()]
    return (
        len(moments) > 6
        and all(b - a >= wire.LIGHTS_REST_MS * 1000 - 30_000 for a, b in pairwise(moments))
        and all(sum(start <= at < start + 1_000_000 for at in moments) <= 6 for start in moments)
    )


def test_never_more_than_three_flashes_a_second(lit: Host) -> None:
    """Whatever the host wants: the strip becomes brighter or darker six times a second at most."""
    lit.board.glow()
    for _ in range(200):
        lit.ok(WHITE_LIGHT)
        lit.run(5_000)
        lit.ok(picture(0))
        lit.run(5_000)
    lit.ok(picture(7))
    lit.run(400_000)
    assert flashes_stay_apart(lit)
    assert lit.board.lights()[0] == (7, 255, 0, 0), "the last word counts"


def test_neither_in_one_self_test_after_the_other(lit: Host) -> None:
    lit.board.glow()
    for _ in range(12):
        lit.ok(wire.Selftest())
        lit.event(wire.Tested)
    assert flashes_stay_apart(lit)


def test_in_a_drop_the_strip_stands_still(lit: Host) -> None:
    lit.ok(picture(12))
    lit.ok(wire.DropBegin())
    lit.run(SHOWN)
    lit.board.glow()
    before = lit.board.lights()
    lit.ok(picture(3))
    lit.attend(1_500_000)
    assert (lit.board.glow(), lit.board.lights()) == ([], before)
    lit.ok(wire.DropEnd())
    lit.run(400_000)
    assert {light[0] for light in lit.board.lights()} == {3}


def test_a_picture_that_has_begun_is_whole_before_a_drop(lit: Host) -> None:
    lit.ok(picture(12))
    lit.run(3_000)
    lit.ok(wire.DropBegin())
    assert {light[:2] for light in lit.board.lights()} == {(12, 255)}


def test_beams_are_tested_under_all_the_light_there_is(lit: Host) -> None:
    """A receiver that sees the strip is found by it; the blink before a throw leaves the strip alone."""
    lit.ok(picture(5))
    lit.run(400_000)
    lit.ok(wire.Selftest())
    full, dark = False, 0
    for _ in range(600):
        lit.run(1_000)
        if lit.board.ask("emitters") == "off":
            dark += 1
            full = {light[1:] for light in lit.board.lights()} == {(255, 255, 255)}
            assert full
            assert 0.9 * wire.LIGHTS_CURRENT < milliamps(lit) <= wire.LIGHTS_CURRENT
    assert dark > 90
    assert lit.event(wire.Tested).dark == 127
    assert {light[:2] for light in lit.board.lights()} == {(5, 255)}, "and then as before"
    lit.board.glow()
    lit.ok(wire.Blink())
    lit.event(wire.Tested)
    assert lit.board.glow() == []


def test_it_goes_dark_when_nobody_is_there(lit: Host) -> None:
    lit.ok(picture(20))
    lit.run(wire.LOST_MS * 1000 + 400_000)
    assert {light[0] for light in lit.board.lights()} == {0}


def test_it_goes_dark_at_a_reset_although_a_strip_keeps_what_it_shows(lit: Host) -> None:
    lit.ok(picture(20))
    lit.run(SHOWN)
    lit.board.reset()
    lit.run(300_000)
    assert {light[0] for light in lit.board.lights()} == {0}


def stamps(host: Host, lights: bool) -> list[float]:
    """By how many µs starts and ends of breaks were told wrong, the strip changing all the while or not."""
    lot = random.Random(240)
    errors = []
    for number in range(60):
        if lights:
            host.ok(replace(WHITE_LIGHT, brightness=1 + number % 16))
        start = host.board.time() + 1_000 + lot.randrange(3_000)
        length = 5_000 + lot.randrange(15_000)
        outlet = lot.randrange(wire.OUTLETS)
        host.board.pulse(outlet, length, start)
        host.run(170_000)  # so that a change begins with the next order, and is sent while the cube passes
        seen = host.events(wire.Break)
        assert [one.mark & wire.BEAM_BITS for one in seen] == [outlet]
        errors += [seen[0].start - start, seen[0].duration - length]
    base = min(errors[::2])  # the board's clock began later
    return [error - base for error in errors[::2]] + errors[1::2]


@pytest.mark.slow
def test_edges_are_stamped_as_exactly_with_lights_as_without(lit: Host) -> None:
    dark = stamps(lit, lights=False)
    lit.board.glow()
    bright = stamps(lit, lights=True)
    assert len(lit.board.glow()) > 30, "the strip changed while cubes passed"
    assert max(map(abs, bright)) <= max(map(abs, dark)) + 4
    assert max(map(abs, bright)) <= 10
    assert lit.diagnosis().line_errors == 0


@pytest.mark.slow
def test_the_stack_bears_it(lit: Host) -> None:
    for number in range(40):
        lit.board.pulse(number % 7, 2_000)
        lit.ok(replace(WHITE_LIGHT, brightness=number % 32))
        lit.settings()
        lit.run(20_000)
    lit.ok(wire.Selftest())
    lit.event(wire.Tested)
    assert lit.diagnosis().stack_free >= 256
