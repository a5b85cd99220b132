"""Being led on the tablet: hints over the table, help behind the question mark, the rule behind a refusal."""

import pytest

from companion.table import Answer
from tests.app.layout import mistakes, shown
from tests.tools.pages import played


def led(app) -> None:
    app.settings.lead = True
    played(app, 3)


def texts(driver) -> str:
    overlay = driver.app.manager.current_screen.overlay
    return "\n".join(widget.text for widget in overlay.walk() if getattr(widget, "text", ""))


def table(driver):
    return driver.app.manager.current_screen


@pytest.fixture
def at_table(run):
    def start(prepare, **given):
        def scene(app):
            app._first = "table"
            prepare(app)

        return shown(run, scene, **given)

    return start


def test_what_is_new_lies_over_the_table_twice(at_table) -> None:
    from companion.app.widgets import HintOverlay

    driver = at_table(led)
    assert "Your turn: touch a card" in texts(driver)
    assert "your hand" in texts(driver)
    driver.touch(driver.button("Understood"))
    assert table(driver).overlay is None
    assert driver.app.lead.taught.times("the-loop", "act") == 1
    driver.touch(driver.button("End actions"))
    seen = set()
    while (overlay := table(driver).overlay) is not None:
        if isinstance(overlay, HintOverlay):
            assert overlay.hint.id not in seen
            seen.add(overlay.hint.id)
        driver.touch(next(one for one in overlay.walk() if getattr(one, "role", "") == "next"))
    assert {"hand-discarded", "turn"} <= seen
    assert driver.app.lead.taught.times("the-loop", "turn") == 1


def test_nobody_who_did_not_ask_is_led(at_table) -> None:
    driver = at_table(lambda app: played(app, 3))
    assert table(driver).overlay is None


def test_the_question_mark_has_help_the_rule_and_its_chapter(at_table) -> None:
    driver = at_table(lambda app: played(app, 3))
    driver.touch(table(driver).ids.help)
    assert "What is this about?" in texts(driver)
    driver.touch(driver.button("Why?"))
    assert "As many as you like" in texts(driver)
    driver.touch(driver.button("The chapter"))
    page = driver.app.manager.current_screen
    assert (page.name, page.chapter, page.back) == ("rules", "actions", "table")
    page.field.text = "vortex"
    driver.frames(2)
    assert any(getattr(one, "text", "") == "A vortex opens" for one in page.walk())


def test_a_refusal_has_its_why(at_table) -> None:
    from companion.games.the_loop.rules.inputs import UseCard

    driver = at_table(lambda app: played(app, 3))
    asked = driver.app.now.first
    driver.app.post(Answer((UseCard("sandals-of-hermes"),), asked.question.owner, asked.since))
    driver.frames(4)
    assert table(driver).overlay.rule
    driver.touch(driver.button("Why?"))
    assert "Using a card" in texts(driver)


def test_a_disabled_button_is_explained(at_table) -> None:
    driver = at_table(lambda app: played(app, 3))
    table(driver).button.disabled = True
    driver.touch(table(driver).button)
    assert "What is this about?" in texts(driver)


def test_hints_are_switched_off_and_come_back_for_somebody_new(run) -> None:
    def scene(app) -> None:
        app._first = "learn"
        app.settings.lead = True
        app.lead.taught.mark("the-loop", "act", 2)

    driver = shown(run, scene)
    driver.touch(driver.button("Off"))
    assert driver.app.settings.lead is False
    driver.touch(driver.button("Somebody new"))
    assert driver.app.lead.taught.person == "2"
    assert driver.app.lead.taught.times("the-loop", "act") == 0
    driver.touch(driver.button("Player 1"))
    assert driver.app.lead.taught.times("the-loop", "act") == 2
    driver.touch(driver.button("Lead us"))
    assert driver.app.settings.lead is True
    assert driver.app.manager.current == "new-game"


@pytest.mark.parametrize("game", ["the-loop", "contre-temps", "cyberion", "example"])
def test_setting_up_is_shown_step_by_step(run, game: str) -> None:
    def scene(app) -> None:
        app.settings.lead = True
        sources = {one.id: "hand" for one in app.games.load(game).options()
                   if one.group == "source" and "hand" in one.values}  # fmt: skip
        app.begin(sources, None, 3, game)
        app._first = "layout"

    driver = shown(run, scene)
    page, seen = driver.app.manager.current_screen, []
    for _ in page.steps[:-1]:
        assert mistakes(driver) == []
        seen.append(page.at)
        driver.touch(driver.button("Done, next"))
    driver.touch(driver.button("To the table"))
    assert seen == list(range(len(page.steps) - 1))
    assert driver.app.manager.current == driver.app.table


ON_THE_TABLE = {
    "the-loop": ["throw", "move", "push", "take", "archive"],
    "contre-temps": ["stay", "back", "to-constant"],
    "cyberion": ["repair", "trigger", "stock", "mixed"],
    "example": [],
}
"""The steps that are about a place or a piece of the table: they are done there."""


@pytest.mark.parametrize("game", ["the-loop", "contre-temps", "cyberion", "example"])
def test_a_lesson_is_done_by_touch_left_and_resumed(run, game: str) -> None:
    def scene(app) -> None:
        app._first = "learn"

    driver = shown(run, scene)
    page = driver.app.go("lesson", game=game)
    driver.frames(3)
    steps, found, touched = len(page.run.lesson.steps), [], []

    def big():
        return next(one for one in page.walk() if getattr(one, "role", "") == "next")

    for at in range(steps):
        assert page.run.at == at
        found += mistakes(driver)
        for other in page.run.others(1):
            page.do(other)
            driver.frames(2)
            assert (page.run.at, bool(page.nudge)) == (at, True)
        if at == steps // 2:
            page.leave()
            driver.frames(2)
            page = driver.app.go("lesson", game=game)
            driver.frames(2)
            assert page.run.at == at
        if page.spot is not None:  # on the table that is drawn
            touched.append(page.run.step.id)
            x, y, _ = page.spot
            if page.run.wanted is not None:
                driver.touch_at(page.picture.x + 3, page.picture.y + 3)
                assert (page.run.at, bool(page.nudge)) == (at, True)
            driver.touch_at(x, y)
        else:
            driver.touch(big())
    assert found == []
    assert touched == ON_THE_TABLE[game]
    assert page.run.over
    driver.touch(driver.button("Once more"))
    assert page.run.at == 0


def test_the_end_of_a_game_says_why(at_table) -> None:
    driver = at_table(lambda app: played(app, -1))
    assert driver.app.now.outcome is not None
    while table(driver).overlay.torn:
        driver.touch(table(driver).overlay.done)
    driver.touch(driver.button("Why?"))
    assert "The chapter" in texts(driver)
    driver.touch(driver.button("Close"))
    assert type(table(driver).overlay).__name__ == "AlertOverlay"


def test_the_outcome_page_and_the_history_say_why(run) -> None:
    def scene(app) -> None:
        app._first = "outcome"
        played(app, -1)

    driver = shown(run, scene)
    page = driver.app.manager.current_screen
    driver.touch(page.ids.why)
    rule = driver.app.now.outcome.rule
    article = driver.app.lead.book("the-loop").article(rule)
    words = driver.app.lead.words()
    assert {article.title(words), article.text(words)} <= set(texts(driver).splitlines())
    driver.touch(driver.button("The chapter"))
    assert driver.app.manager.current_screen.chapter == article.chapter
    driver.app.step_back()
    driver.frames(2)
    assert driver.app.manager.current == "outcome"
    page = driver.app.go("history")
    driver.frames(3)
    for line in page.entries:
        assert driver.app.lead.of_entry(driver.app.now, line.number), line
    driver.touch(driver.button("Why?"))
    said = {getattr(one, "text", "") for one in page.walk()}
    assert article.text(words) in said
    assert mistakes(driver) == []
    driver.touch(driver.button(f"The chapter: {article.where(words)}"))
    driver.app.step_back()
    driver.frames(2)
    assert (driver.app.manager.current, page.stage) == ("history", "why")


def test_a_vortex_says_why(at_table) -> None:
    def torn(app) -> None:
        played(app, 60)

    driver = at_table(torn)
    overlay = table(driver).overlay
    assert overlay.torn
    driver.touch(driver.button("Why?"))
    assert "A vortex opens" in texts(driver)
    driver.touch(driver.button("Close"))
    assert table(driver).overlay is overlay


def test_what_is_disabled_on_a_page_says_why(run) -> None:
    def scene(app) -> None:
        app._first = "new-game"

    driver = shown(run, scene)
    page = driver.app.manager.current_screen
    page.choice.agents = page.choice.agents[:1] * 2
    page.fill()
    driver.frames(2)
    assert page.ids.start.disabled
    driver.touch(page.ids.start)
    assert page.notice is not None
    assert driver.button("The chapter")
