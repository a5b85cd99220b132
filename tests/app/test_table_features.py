"""What the table offers beside the rules, by touches in a real window: late cubes, counts set right, the
forecast, the coach, pieces nobody had listed."""

import pytest

from companion.advisor import load_shares
from companion.app.background_advice import BY_HAND, shares_file
from companion.games import load
from companion.games.the_loop.views import sentences
from companion.table import ChangeDrop, ConfirmDrop
from companion.tower import OutsideDrop
from companion.words import languages
from tests.app.test_table_screen import begin, settle
from tests.tools.evenings import answer, do, hear, show_drop
from tests.tools.screenshots import FULL, by_hand, night_at, unsure

GAME = load("the-loop")


def standing(run, prepare, **given):
    def still(app):
        app.theme.motion = False
        prepare(app)

    driver = run(prepare=still, **given)
    driver.frames(4)
    return driver, driver.app.manager.current_screen, driver.app.evening


# -- late cubes


def test_a_cube_that_fell_out_late_is_told_in_two_touches(run):
    driver, _, evening = standing(run, lambda app: night_at(app, {**FULL, "inside": 1}))
    rifts = evening.now.state.rifts[6]
    driver.touch(driver.button("1 inside: fell out?"))
    driver.touch(driver.button("End of Times"))
    assert driver.touches == 2
    assert evening.now.state.rifts[6] == rifts + 1
    assert evening.now.state.inside == 0
    assert evening.tower.inside.cubes == 0


def test_the_machine_itself_is_touched_for_it_too(run):
    driver, screen, evening = standing(run, lambda app: night_at(app, {**FULL, "inside": 2}))
    driver.touch_at(*screen.ring.center)
    driver.touch(driver.button("Medieval"))
    assert evening.now.state.inside == 1


def test_an_empty_machine_asks_nothing(run):
    driver, screen, _ = standing(run, lambda app: night_at(app, FULL))
    driver.touch_at(*screen.ring.center)
    assert screen.overlay is None


def test_a_beam_that_breaks_outside_a_drop_asks_once_and_adds_nothing(run):
    driver, screen, evening = standing(run, lambda app: night_at(app, {**FULL, "inside": 1}))
    position = evening.now.position
    hear(evening, OutsideDrop(4, 16.0, ask=True))
    driver.frames(3)
    assert [w.text for w in driver.walk(screen.overlay) if getattr(w, "role", "") == "chosen"] == [
        "Globalization"
    ]
    driver.touch(driver.button("No, it was something else"))
    driver.frames(3)
    assert screen.overlay is None
    assert evening.now.position == position
    assert evening.now.state.inside == 1


# -- the count


def test_a_cube_in_the_wrong_place_is_set_right_in_two_touches(run):
    driver, screen, evening = standing(run, unsure)
    drop = evening.now.drop
    all_fell = drop.changed(drop.front, drop.inside)._replace(touched=False)  # as the tower thinks
    show_drop(evening, all_fell)
    driver.frames(3)
    before = (drop.front - 1) % 7
    driver.touch_at(*screen.ring.place_of(before))
    driver.touch(screen.ids.next)
    assert driver.touches == 2
    landed = next(e.given for e in reversed(evening.now.entries) if e.given.kind == "RiftsLanded")
    assert landed.landed[before] == 1
    assert landed.inside == 0


# -- forecast and coach


def test_the_forecast_is_two_touches_away_and_one_touch_off(run):
    driver, screen, _ = standing(run, lambda app: night_at(app, FULL))
    assert list(screen.ring.forecast) == []
    driver.touch(screen.ids.tab)
    driver.touch(driver.button("Forecast"))
    driver.pump(lambda: screen.ring.forecast, "the forecast")
    assert len(screen.ring.forecast) == 7
    assert any("defeat" in getattr(w, "text", "") for w in driver.walk(screen.hq))
    screen.era(3)
    driver.frames(2)
    shown = {getattr(widget, "text", "") for widget in driver.walk(screen)}
    assert shown >= {screen.advising.forecast.sentences[3], *screen.advising.forecast.details}
    driver.touch(driver.button("Close"))
    driver.touch(driver.button("Forecast"))
    driver.frames(2)
    assert list(screen.ring.forecast) == []


def test_where_the_tablet_draws_the_drops_no_tower_makes_the_forecast_unsure(run):
    digital = {"drop": "app"}
    driver, screen, _ = standing(run, lambda app: night_at(app, FULL, digital, tower=False))
    driver.touch(screen.ids.tab)
    driver.touch(driver.button("Forecast"))
    driver.pump(lambda: screen.ring.forecast, "the forecast")
    assert any("The tablet draws the drops" in told for told in screen.advising.forecast.details)
    told = screen.advising.advisor.found.odds
    assert all(chance.low == chance.high for chance in (*told.places, told.somewhere, told.defeat))


def test_drops_that_are_tapped_in_teach_how_one_s_own_tower_shares_its_cubes(run):
    driver, screen, evening = standing(run, by_hand)
    assert screen.advising.learned.seen == 0
    while evening.now.drop.inside:
        do(evening, ChangeDrop(((evening.now.drop.front, 1),)))
    landed = sum(evening.now.drop.landed)
    do(evening, ConfirmDrop())
    driver.frames(3)
    assert screen.advising.learned.seen == landed > 0
    screen.advising.close()
    assert load_shares(shares_file(BY_HAND)).seen == landed


def test_the_coach_proposes_says_why_and_does_it_when_asked(run, monkeypatch):
    monkeypatch.setattr("companion.app.background_advice.SECONDS", 0.2)
    driver, screen, evening = standing(run, lambda app: night_at(app, FULL))
    strip = screen.ids.coach
    assert strip.height == 0
    driver.touch(screen.ids.tab)
    driver.touch(driver.button("Coach"))
    driver.pump(lambda: strip.act is not None, "the coach")
    assert strip.why
    given = screen.advising.advisor.found.advice.given
    driver.touch(driver.button("Do it"))
    assert evening.now.entries[0].given == given


def test_an_advice_is_withdrawn_when_the_game_moves_on(run, monkeypatch):
    monkeypatch.setattr("companion.app.background_advice.SECONDS", 0.2)
    driver, screen, evening = standing(run, lambda app: night_at(app, FULL))
    driver.touch(screen.ids.tab)
    driver.touch(driver.button("Coach"))
    driver.pump(lambda: screen.ids.coach.act is not None, "the coach")
    answer(evening, GAME.inputs["UseAbility"]())
    driver.frames(2)
    found = screen.advising.advisor.found
    assert found.position == evening.now.position
    assert found.advice is None or found.advice.given in evening.now.first.question.answers
    driver.touch(screen.ids.undo)
    driver.frames(2)
    assert screen.advising.advisor.found.position == evening.now.position


def test_the_tower_s_own_shares_are_learned_while_it_is_played_with(run, home):
    from companion.advisor import load_shares
    from companion.app.background_advice import shares_file

    driver, screen, evening = standing(run, begin)
    driver.touch(screen.ids.next)
    settle(driver)
    if evening.now.drop is not None:
        driver.touch(screen.ids.next)
    driver.frames(3)
    landed = next(e.given for e in evening.now.entries if e.given.kind == "RiftsLanded")
    assert load_shares(shares_file(evening.tower.identity.serial)).seen == sum(landed.landed)


# -- words and motion


@pytest.mark.parametrize("lang", languages())
def test_both_sides_of_an_or_are_told_by_what_they_do(run, lang):
    hand = {**FULL, "hand": {"mr-time": ["skeleton-key"]}}
    driver, screen, evening = standing(run, lambda app: night_at(app, hand), lang=lang)
    answer(evening, GAME.inputs["UseCard"]("skeleton-key"))
    driver.frames(3)
    asked = screen.prompt
    texts = [sentences.answer(screen.speech, asked.question, one.answer) for one in asked.choices]
    assert len(texts) == 2
    assert all(len(text) > 8 and not text.isdecimal() for text in texts)


def test_cubes_slide_and_leave_nothing_behind(run):
    driver, screen, _ = standing(run, lambda app: night_at(app, FULL))
    driver.app.theme.motion = True
    for _ in range(40):
        screen.ring.slide(3, (1, 0, 0, 1))
    assert 0 < len(screen.ring.children) <= 12
    driver.pump(lambda: not screen.ring.children, "the cubes to arrive")


def test_the_turning_machine_draws_nothing_else_anew(run):
    driver, screen, _ = standing(run, lambda app: night_at(app, FULL), draws=False)
    driver.app.theme.motion = True
    before = screen.ring.canvas.length()
    drawn = []
    screen.ring.draw, original = lambda *_: drawn.append(1), screen.ring.draw
    screen.ring.front = 4.5
    driver.frames(2)
    screen.ring.draw = original
    assert not drawn
    assert screen.ring.canvas.length() == before


# -- history


def test_an_old_draw_becomes_a_piece_that_no_list_has(run):
    real = {"bag": "hand", "drop": "hand"}
    foo = {**FULL, "phase": "foo"}
    driver, _, evening = standing(run, lambda app: night_at(app, foo, real, tower=False))
    answer(evening, evening.now.first.question.answers[0])
    driver.app.go("history")
    driver.frames(3)
    page = driver.app.manager.current_screen
    page.select(1)
    driver.frames(2)
    driver.touch(driver.button("Change this …"))
    driver.touch(driver.button("Something else"))
    driver.touch(driver.button("Medieval"))
    driver.touch(driver.button("Dawn of Time"))
    assert page.stage == "settle"
    keep = next(key for key, _ in page.presenter.consequences(evening.now, page.amendment).choices)
    driver.touch(driver.button(driver.app.tr.say(f"screen-history.{keep}")))
    assert GAME.learned(evening.now.state)["duplicate"] == [{"id": "1>0"}]


def test_cubes_that_the_tablet_rolls_slide_once_and_are_outlined(run):
    digital = {"drop": "app"}
    driver, screen, evening = standing(run, lambda app: night_at(app, FULL, digital, tower=False))
    driver.app.theme.motion = True
    slid = []
    screen.ring.slide = lambda era, _colour: slid.append(era)
    answer(evening, evening.now.first.question.answers[-1])
    while not any(e.given.kind == "RiftsLanded" for e in evening.now.entries):
        answer(evening, evening.now.first.question.answers[-1])
    landed = next(e.given.landed for e in evening.now.entries if e.given.kind == "RiftsLanded")
    driver.pump(lambda: len(slid) == sum(landed), "the cubes to slide")
    assert [slid.count(era) for era in range(7)] == list(landed)
    assert tuple(screen.ring.fresh) == landed
    driver.frames(3)
    assert len(slid) == sum(landed)


def test_cubes_that_may_still_be_sent_back_lie_over_the_ring_and_not_on_it(run):
    prowler = {"agents": ["time-prowler", "v-girl"], "drop": "hand"}
    turn = {"phase": "foo", "foo": "industry", "seen": []}
    driver, screen, evening = standing(run, lambda app: night_at(app, turn, prowler, tower=False))
    front = evening.now.drop.front
    while evening.now.drop.inside:
        do(evening, ChangeDrop(((front, 1),)))
    do(evening, ConfirmDrop())
    driver.frames(3)
    assert evening.now.first.question.id == "cancel-rift"
    assert screen.ring.landed[front] > 0
    assert list(screen.ring.fresh) == []


def test_the_ring_alone_fills_the_window_until_somebody_touches_it(run):
    """For a second screen: nothing can be touched by accident, the first touch brings the table back."""
    driver, screen, evening = standing(run, lambda app: night_at(app, FULL))
    position = evening.now.position
    screen.alone = True
    driver.frames(3)
    assert screen.ids.stage.size == screen.size
    assert not screen.ids.side.opacity
    driver.touch(screen.ids.next)
    driver.frames(3)
    assert not screen.alone
    assert screen.ids.side.opacity
    assert evening.now.position == position
