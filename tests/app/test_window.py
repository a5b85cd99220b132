"""The window opens, shows its first screen in pixels, and closes again."""

from tests.app.test_table_screen import begin


def test_the_app_draws_its_first_screen(run, tmp_path):
    from PIL import Image

    driver = run(prepare=begin, draws=True)
    driver.frames(5)
    driver.picture(tmp_path / "first.png")  # a button that rests is pale
    assert driver.app.manager.current == "table"
    with Image.open(tmp_path / "first.png") as picture:
        assert picture.size == (1280, 800)
        colours = {colour for _, colour in picture.convert("RGB").getcolors(1 << 24)}
    accent = tuple(round(part * 255) for part in driver.app.theme.accent[:3])
    assert accent in colours  # the button that comes next


def test_another_app_draws_with_the_same_rules(run):
    """Rules that were loaded anew would come after those that stand on them."""
    from kivy.lang import Builder

    def visit(driver):
        for page in ("settings", "tower", "home"):
            driver.app.go(page)
            driver.frames(2)

    visit(run(first="home"))
    before = [rule for _, rule in Builder.rules]
    visit(run(first="home"))
    assert [rule for _, rule in Builder.rules] == before
