"""The tower page without Kivy: health in words, and guided procedures with a simulated tower."""

import threading
import time
from dataclasses import replace

import pytest

from companion.advisor import Shares
from companion.app.presenters import tower_procedures
from companion.app.presenters.tower import TowerPresenter, trouble
from companion.games import load
from companion.tower import (
    FAULTS,
    Choice,
    Fault,
    LinkDown,
    TowerNotFound,
    open_tower,
    read_mirror,
    write_mirror,
)
from companion.tower import home as tower_home
from companion.words import Words, languages

AREAS = ["the_loop", "tower", "app", "app_screens"]


@pytest.fixture
def tower(tmp_path):
    with open_tower(Choice("simulated", seed=3, speed=None), kept=tmp_path) as made:
        yield made


class Screen:
    """Stands where the tablet stands: answers each question as soon as it is woken."""

    def __init__(self, answers=()):
        self.woken = threading.Event()
        self.answers = list(answers)
        self.asked = []

    def run(self, work):
        guided = tower_procedures.Guided(work, self.woken.set)
        end = time.monotonic() + 60
        while guided.running and time.monotonic() < end:
            self.woken.wait(0.2)
            self.woken.clear()
            if guided.question is not None:
                self.asked.append(guided.question)
                guided.answer(self.answers.pop(0) if self.answers else "")
        assert not guided.running
        return guided


@pytest.mark.parametrize("lang", languages())
def test_players_read_no_figures_and_whoever_looks_after_it_does(tower, lang):
    presenter = TowerPresenter(Words(lang, AREAS), load("the-loop"))
    plain = " ".join(line.text for line in presenter.show(tower)[1])
    assert not any(sign.isdigit() or sign in "%±" for sign in plain)
    deeper = " ".join(line.text for line in presenter.show(tower, Shares(20.0, 60.0, 20.0))[1])
    assert "±" in deeper
    assert str(len(tower.calibration.durations)) in deeper


@pytest.mark.parametrize("lang", languages())
def test_health_in_words(tower, lang):
    presenter = TowerPresenter(Words(lang, AREAS), load("the-loop"))
    title, lines = presenter.show(tower)
    assert "‹" not in title + str(lines)
    tower.face(3)
    tower.health.blind = frozenset({3})
    tower.health.linked = False
    _, lines = presenter.show(tower)
    assert [line.glyph for line in lines][:3] == ["wrong", "fine", "wrong"]
    assert any(presenter.outlet(3) in line.text for line in lines)
    assert presenter.show(None)[1]
    tower.health.last_fault = LinkDown("cable-out")
    told = presenter.show(tower)[1][-1].text
    assert "‹" not in told
    assert ("Last trouble" in told) == (lang == "en")


def test_the_self_test_tells_what_it_found(tower):
    guided = Screen().run(tower_procedures.self_test(tower))
    assert guided.lines[-1][0] == "tower.selftest.sound"
    assert guided.error is None


def test_calibrating_the_directions_nudges_and_stores(tower):
    before = tower.calibration.settings.eras
    screen = Screen(["+4", "", ""])
    guided = screen.run(tower_procedures.calibrate(tower, ("servo",)))
    assert guided.lines[-1][0] == "tower.calibrate.stored"
    assert len(screen.asked) == 8
    assert tower.calibration.settings.eras[0] == screen.asked[0][1]["pulse"] + 4
    assert tower.calibration.servo_measured
    assert len(before) == 7


def test_it_can_be_stopped_while_it_asks(tower):
    woken = threading.Event()
    guided = tower_procedures.Guided(tower_procedures.calibrate(tower, ("beams",)), woken.set)
    assert woken.wait(30)
    guided.stop()
    guided.join(30)
    assert not guided.running
    assert guided.error is None


def test_a_fault_ends_it_with_advice(tower):
    def work(_guide):
        raise LinkDown("pulled")

    guided = Screen().run(work)
    assert isinstance(guided.error, LinkDown)


@pytest.mark.parametrize("lang", languages())
def test_trouble_names_no_flags_of_the_command_line(lang):
    said = trouble(Words(lang, AREAS), TowerNotFound("no-tower"))
    assert "--" not in said
    assert "‹" not in said


@pytest.fixture
def differing(tower, tmp_path, monkeypatch):
    """A tower whose file on this computer remembers other directions."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    settings = tower.calibration.settings
    eras = tuple(pulse + 3 for pulse in settings.eras)
    write_mirror(tower.calibration.with_pulses(eras, settings.low, settings.high), tower_home())
    tower.differences = ("eras",)
    return tower


@pytest.mark.parametrize("lang", languages())
def test_a_difference_between_board_and_file_is_told(differing, lang):
    words = Words(lang, AREAS)
    presenter = TowerPresenter(words, load("the-loop"))
    wrong = [line.text for line in presenter.show(differing)[1] if line.glyph == "wrong"]
    assert any(words.say("screen-tower.part.directions") in text for text in wrong)
    assert "‹" not in str(wrong)
    differing.differences = ("serial", "hold", "durations", "fitted", "polarity", "file")
    assert "‹" not in presenter.differences(differing)


@pytest.mark.parametrize("keep", ["board", "file"])
def test_a_person_settles_which_is_right(differing, keep):
    board = differing.calibration.settings.eras
    file = read_mirror(differing.calibration.serial, tower_home()).settings.eras
    assert board != file
    guided = Screen().run(tower_procedures.settle_calibration(differing, keep))
    assert guided.error is None
    assert differing.differences == ()
    right = board if keep == "board" else file
    assert differing.calibration.settings.eras == right
    assert differing.board.settings().eras == right
    assert read_mirror(differing.calibration.serial, tower_home()).settings.eras == right


@pytest.mark.parametrize("lang", languages())
def test_every_fault_of_a_simulated_tower_has_a_switch(tower, lang):
    presenter = TowerPresenter(Words(lang, AREAS), load("the-loop"))
    groups = presenter.faults(tower)
    switches = [switch for _, found in groups for switch in found]
    assert [switch.fault.id for switch in switches] == [kind.id for kind in FAULTS]
    assert not any(switch.on for switch in switches)
    for switch in switches:
        said = presenter.words.say(f"tower.fault.{switch.fault.id}")
        assert switch.text == said[0].upper() + said[1:]
    assert "‹" not in str(groups)
    tower.faults.switch_on(switches[-1].fault)
    assert [s.fault.id for _, found in presenter.faults(tower) for s in found if s.on] == [FAULTS[-1].id]
    assert any(line.glyph == "wrong" for line in presenter.show(tower)[1])
    tower.faults.switch_off(switches[-1].fault)


@pytest.mark.parametrize("lang", languages())
def test_a_fault_says_where_or_for_how_long(tower, lang):
    presenter = TowerPresenter(Words(lang, AREAS), load("the-loop"))
    picked = {"slow": Fault("slow", 6), "cable-in-turn": Fault("cable-in-turn", 60)}
    switches = {s.fault.id: s for _, found in presenter.faults(tower, picked) for s in found}
    assert switches["slow"].value == presenter.outlet(6)
    assert switches["cable-in-turn"].value == "60 s"
    assert switches["chatter"].value == presenter.outlet(3)
    assert switches["stall"].value == ""


def test_the_values_of_a_fault_go_round():
    outlets, fault = [], Fault("slow", 5)
    for _ in range(7):
        fault = fault.stepped()
        outlets.append(fault.value)
    assert outlets == [6, 0, 1, 2, 3, 4, 5]
    seconds = [Fault("cable-in-turn", before).stepped().value for before in (0, 1, 5, 7, 300, 3600)]
    assert seconds == [1, 5, 15, 15, 1, 1]


@pytest.mark.parametrize(("firmware", "told"), [("0.0.9", True), ("99.0.0", False)])
def test_an_older_firmware_is_told(tower, monkeypatch, firmware, told):
    identity = replace(tower.identity, firmware=firmware)
    monkeypatch.setattr(type(tower), "identity", property(lambda _: identity))
    _, lines = TowerPresenter(Words("en", AREAS), load("the-loop")).show(tower)
    assert any("is older than ours" in line.text for line in lines) is told
