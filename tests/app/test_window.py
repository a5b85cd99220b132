"""The window opens, shows its first screen and closes again."""


def test_the_app_opens_its_first_screen(run):
    driver = run()
    assert driver.app.manager.current == "table"
