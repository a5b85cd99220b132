"""The strip of lights on every board: what it shows; light stops nothing, and nobody has to have one."""

from __future__ import annotations

import io
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from random import Random

import pytest

from companion.tower import lights as scenes
from companion.tower.backends.simulated import SimulatedBoard
from companion.tower.backends.simulated_machine import simulated_settings
from companion.tower.console import main
from companion.tower.lights import BRIGHTEST, DARK, PALETTE, WHITE, Lights, Strip
from companion.tower.readings import Reading, ThrowNow
from companion.tower.tower import Tower
from companion.tower.wire_table import LIGHTS, LIGHTS_CURRENT, LIGHTS_REST_MS, OUTLETS, Fitted
from companion.words import Words
from tests.tower.rigs import SerialRig

FULL = Lights((WHITE,) * OUTLETS, BRIGHTEST)
REST = LIGHTS_REST_MS / 1000


def glow(lights: Lights) -> int:
    return lights.brightness * sum(map(sum, lights.colours))


class TestPictures:
    @pytest.mark.parametrize("bad", [
        {"colours": (WHITE,) * 6}, {"colours": ((1, 2),) * 7}, {"colours": ((0, 0, 256),) * 7},
        {"colours": ((-1, 0, 0),) * 7}, {"brightness": 32}, {"brightness": -1},
    ])  # fmt: skip
    def test_what_is_no_picture_is_refused(self, bad: dict[str, object]) -> None:
        with pytest.raises(ValueError, match="no-such"):
            replace(DARK, **bad)  # type: ignore[arg-type]

    def test_no_picture_takes_more_than_the_supply_bears(self) -> None:
        lot = Random(7)
        for _ in range(200):
            colours = tuple((lot.randrange(256), lot.randrange(256), lot.randrange(256)) for _ in PALETTE)
            one = Lights(colours, lot.randrange(32))
            assert one.capped.current <= LIGHTS_CURRENT
            assert one.capped.colours == one.colours
            assert (one.capped == one) == (one.current <= LIGHTS_CURRENT)
        assert FULL.current == pytest.approx(60 * LIGHTS * OUTLETS)
        assert FULL.capped.brightness == 17

    def test_where_to_throw_is_the_brightest(self) -> None:
        for outlet in range(OUTLETS):
            shown = scenes.aimed(PALETTE, outlet)
            assert max(range(OUTLETS), key=lambda n: sum(shown.colours[n])) == outlet
            assert shown.colours[outlet] == PALETTE[outlet]
            assert shown.current <= LIGHTS_CURRENT

    def test_danger_turns_a_colour_red(self) -> None:
        shown = scenes.standing(PALETTE, [0.0, 0.5, 1.0, 2.0, -1.0, 0.0, 0.0], torn=[6])
        assert shown.colours[6] == WHITE
        assert shown.colours[0] == PALETTE[0]
        assert shown.colours[4] == PALETTE[4]
        assert shown.colours[2] == shown.colours[3] == scenes.RED
        assert shown.colours[1][0] > PALETTE[1][0]
        assert shown.colours[1][2] < PALETTE[1][2]

    def test_a_game_with_fewer_places_tells_nothing_of_the_others(self) -> None:
        assert scenes.standing(PALETTE, [1.0], torn=[9]).colours == (scenes.RED, *PALETTE[1:])

    def test_what_tears_is_white(self) -> None:
        shown = scenes.tearing(PALETTE, [0])
        assert shown.colours == (WHITE, scenes.RED, *(scenes.BLACK,) * 4, scenes.RED)

    def test_colours_differ_for_people_who_see_no_red_or_no_green(self) -> None:
        """By how bright they are: no two of the same hue family alone."""
        seen = {round(0.2126 * r + 0.7152 * g + 0.0722 * b) for r, g, b in PALETTE}
        assert len(seen) == OUTLETS


class TestStrip:
    def test_whatever_is_wanted_it_flashes_three_times_a_second_at_most(self) -> None:
        strip, lot, moments, before = Strip(), Random(3), [], DARK
        for tick in range(5000):
            strip.show(lot.choice((FULL, DARK, scenes.resting(PALETTE))))
            strip.tick(tick / 1000, steady=False)
            if glow(strip.shown) != glow(before):
                moments.append(tick / 1000)
            before = strip.shown
        assert len(moments) > 20
        assert all(later - earlier >= REST - 1e-9 for earlier, later in pairwise(moments))

    def test_in_a_drop_it_stands_still_and_the_last_word_counts(self) -> None:
        strip = Strip()
        for lights in (FULL, scenes.resting(PALETTE)):
            strip.show(lights)
            strip.tick(1.0, steady=True)
        assert strip.shown == DARK
        strip.tick(2.0, steady=False)
        assert strip.shown == scenes.resting(PALETTE)


def board_without_lights() -> SimulatedBoard:
    return SimulatedBoard(settings=replace(simulated_settings(), fitted=int(Fitted.RING)))


class TestTower:
    @pytest.mark.parametrize("lit", [True, False])
    def test_a_throw_is_shown_where_it_goes_and_the_strip_stands_still_meanwhile(self, lit: bool) -> None:
        board = SimulatedBoard() if lit else board_without_lights()
        shown: list[Lights] = []
        with Tower(board) as tower:
            tower.open()
            tower.face(5)

            def tell(reading: Reading) -> None:
                shown.append(board.strip.shown)
                if isinstance(reading, ThrowNow):
                    tower.strip.show(FULL)  # somebody wants otherwise in the middle of it
                    tower.say_all_thrown()

            tower.drop(4, "red", facing=5, tell=tell)
            tower.listen(1.0)
            assert set(shown[1:]) == {scenes.aimed(PALETTE, 5) if lit else DARK}
            assert board.strip.shown == (scenes.resting(PALETTE) if lit else DARK)
            assert tower.strip.lights == scenes.resting(PALETTE), "a screen may show it all the same"
            assert tower.strip.fitted is lit

    def test_each_place_has_the_colour_in_which_a_screen_draws_it(self) -> None:
        assert [scenes.glow_of(one) for one in ("#000000", "#FFFFFF", "#808080", "#FF0000")] == [
            (0, 0, 0), (255, 255, 255), (56, 56, 56), (255, 0, 0),
        ]  # fmt: skip
        shown: list[Lights] = []
        strip = scenes.LightStrip(lambda lights: shown.append(lights) is None)
        strip.stand([0.0, 1.0], (), ["#00FF00", "#0000FF"])
        assert shown[-1].colours == ((0, 255, 0), scenes.RED, *PALETTE[2:])
        strip.aim(0)
        assert shown[-1].colours[:2] == ((0, 255, 0), (0, 0, 32)), "also where to throw"
        strip.rest()
        strip.stand([0.0])
        assert shown[-1].colours == PALETTE, "a game that tells none"

    def test_how_it_stands_is_shown_between_drops(self) -> None:
        board = SimulatedBoard()
        with Tower(board) as tower:
            tower.open()
            tower.strip.stand([1.0] * OUTLETS)
            red = Lights((scenes.RED,) * OUTLETS, scenes.RESTING)
            assert tower.strip.lights == red
            tower.strip.aim(3)
            tower.strip.stand([0.0] * OUTLETS, torn=[2])
            assert tower.strip.lights == scenes.aimed(PALETTE, 3), "not while somebody throws"
            tower.strip.rest()
            assert tower.strip.lights.colours[2] == WHITE

    def test_switched_off_it_is_dark_whatever_is_to_be_shown(self) -> None:
        board = SimulatedBoard()
        with Tower(board) as tower:
            tower.open()
            tower.strip.stand([0.5] * OUTLETS)
            before = tower.strip.lights
            tower.strip.switch(False)
            tower.strip.aim(3)
            tower.listen(1.0)
            assert (tower.strip.lights, board.strip.shown) == (DARK, DARK)
            tower.strip.switch(True)
            tower.listen(1.0)
            assert tower.strip.lights == board.strip.shown == before

    def test_where_it_faces_is_unknown_nothing_is_pretended(self) -> None:
        with Tower(SimulatedBoard()) as tower:
            tower.open()
            tower.strip.aim(None)
            assert tower.strip.lights == DARK

    def test_light_stops_nothing(self) -> None:
        board = SimulatedBoard()
        with Tower(board) as tower:
            tower.open()
            board.cut_line()
            tower.strip.show(FULL)
            assert not tower.strip.fitted


@pytest.fixture
def emulated() -> Iterator[SerialRig]:
    rig = SerialRig()
    yield rig
    rig.close()


@pytest.mark.slow
class TestRealFirmware:
    """The emulated board of the contract suite, behind the driver."""

    def fit(self, rig: SerialRig) -> None:
        rig.board.open()
        settings = rig.board.settings()
        assert not rig.board.light(FULL), "it has none yet"
        rig.board.store(replace(settings, fitted=settings.fitted | Fitted.LIGHTS))

    def shown(self, rig: SerialRig) -> set[tuple[int, ...]]:
        end = rig.emulator.time() + 600_000
        while rig.emulator.time() < end:
            rig.board.read(0.05)
        return set(rig.emulator.lights())

    def test_it_shows_what_the_driver_says_and_again_after_a_reset(self, emulated: SerialRig) -> None:
        self.fit(emulated)
        picture = Lights(((10, 20, 30),) * OUTLETS, 9)
        assert emulated.board.light(picture)
        assert self.shown(emulated) == {(9, 10, 20, 30)}
        emulated.emulator.reset()
        assert self.shown(emulated) == {(9, 10, 20, 30)}

    def test_board_and_program_agree_on_what_the_supply_bears(self, emulated: SerialRig) -> None:
        self.fit(emulated)
        assert emulated.board.light(FULL)
        assert self.shown(emulated) == {(FULL.capped.brightness, 255, 255, 255)}


@pytest.mark.parametrize("lang", ["en", "fr", "de"])
def test_whoever_wired_a_strip_sees_outlet_after_outlet(lang: str) -> None:
    words = Words(lang, ["tower", "help"])
    out = io.StringIO()
    line = ["light", "--simulated", "--speed", "0", "--seconds", "0.2"]
    assert main(line, lambda _: words.say, out) == 0
    told = out.getvalue().splitlines()
    assert [words.say("tower.light.outlet", {"outlet": n}) for n in range(OUTLETS)] == told[-OUTLETS:]
    out = io.StringIO()
    assert main([*line, "--unfit"], lambda _: words.say, out) == 0
    assert words.say("tower.light.none", {}) in out.getvalue()
    assert main([*line, "--fit"], lambda _: words.say, io.StringIO()) == 0
