"""What comes from outside the app: a power cut in the middle of a game, and a real mouse."""

import os
import signal
import subprocess
import sys
from pathlib import Path

from tests.app.test_table_screen import begin, settle

CUT = """
import sys
sys.path.insert(0, {root!r})
from companion.app import configure
configure()
from kivy.clock import Clock
from companion.app.app import CompanionApp
from companion.games import GAMES
from companion.table import ConfirmDrop, Throw
from tests.app.test_table_screen import begin

app = CompanionApp("en", GAMES)
begin(app)
app.evening.post(Throw()).result()

def look(_):
    evening = app.evening
    if evening.now.drop is not None and not evening.now.drop.running:
        evening.post(ConfirmDrop()).result()
    if evening.now.drop is None:
        print(evening.now.position, evening.now.path, flush=True)

Clock.schedule_interval(look, 0.05)
app.run()
"""


def test_after_a_power_cut_the_game_goes_on_where_it_stood_in_one_touch(run, home):
    driver = run(prepare=lambda app: setattr(app.theme, "motion", False))
    program = CUT.format(root=str(Path(__file__).parents[2]))
    with subprocess.Popen(
        [sys.executable, "-c", program],
        stdout=subprocess.PIPE,
        text=True,
        env=os.environ | {"TMPDIR": str(home)},  # who is killed leaves the folder of its sounds behind
    ) as process:
        told = process.stdout.readline().split(maxsplit=1)
        process.send_signal(signal.SIGKILL)
    position, path = int(told[0]), Path(told[1].strip())
    driver.app.settings.tower = "none"  # whose answers would be another matter
    driver.app.go("home")
    driver.app.manager.current_screen.fill()
    driver.frames(3)
    driver.touch(driver.app.manager.current_screen.ids.resume)
    driver.pump(lambda: driver.app.manager.current == "table", "the table")
    evening = driver.app.evening
    assert evening.now.path == path
    assert evening.now.position == position
    assert evening.now.state.phase == 2
    assert evening.now.alerts == ()  # nothing is announced again


def test_a_real_mouse_click_throws_the_cubes(run):
    driver = run(prepare=begin)
    driver.frames(3)
    evening, button = driver.app.evening, driver.app.manager.current_screen.ids.next
    driver.pump(lambda: not button.resting, "the button")
    x, y = button.to_window(*button.center)
    search = ["xdotool", "search", "--class", "python"]
    window = subprocess.run(search, capture_output=True, text=True, check=True).stdout.split()[-1]
    place = [str(int(x)), str(int(driver.window.height - y))]
    subprocess.run(["xdotool", "mousemove", "--window", window, *place, "click", "1"], check=True)
    driver.pump(lambda: evening.now.drop is None or evening.now.drop.stage != "waiting", "the click")
    settle(driver)
    assert evening.now.drop is None or evening.now.drop.stage == "unsure"
