"""The program as people meet it: a process on a real terminal, typed at, interrupted and killed."""

import json

import pytest

from tests.terminal.person import Person

ENDS = ("[LOSE-", "[WIN-")


@pytest.fixture
def person(tmp_path):
    """Starts companions that keep their games below one home, and leaves none running."""
    started = []

    def start(*arguments: str, lang: str = "en") -> Person:
        started.append(Person(tmp_path, *arguments, lang=lang))
        return started[-1]

    yield start
    for one in started:
        if one.process.poll() is None:
            one.kill()


def journals(home):
    return sorted((home / "data" / "loop-companion" / "journals").glob("*.jsonl"))


def inputs(journal):
    return [json.loads(line)["input"] for line in journal.read_text().splitlines()[1:]]


def easiest(shown: str) -> str:
    """An answer that a person in a hurry would give."""
    for words in ("End the actions", "Take none", "Leave it"):
        if f". {words}" in shown:
            return words
    return "1"


@pytest.mark.slow
def test_a_game_is_played_to_its_end(person, tmp_path):
    player = person("play", "the-loop", "--players", "3", "--seed", "7")
    shown = player.prompt()
    for _ in range(500):  # a game has 21 turns at most
        if any(end in shown for end in ENDS):
            break
        shown = player.answer(easiest(shown))
    player.type("")
    assert player.end() == 0
    assert f"Saved in {journals(tmp_path)[0]}" in player.seen


def test_a_drop_is_undone_and_told_again(person):
    player = person("play", "the-loop", "--seed", "3", "--source", "drop=hand", "--source", "first=hand")
    player.prompt()
    shown = player.answer("cztwyzzek")
    assert "3 rifts were thrown at Globalization. Where did they land?" in shown
    shown = player.answer("0 2 1")
    assert "Globalization: +2 rifts." in shown
    shown = player.answer("undo")
    assert "Undone: 24." in shown
    assert "To put back on the table:\n  • Globalization: 1 rift.\n  • Age of Robots: no rifts." in shown
    assert "3 rifts were thrown at Globalization. Where did they land?" in shown
    shown = player.answer("1 2 0")
    assert "Industry: +1 rift." in shown


def test_an_old_drop_is_amended_and_the_rest_stays(person, tmp_path):
    player = person("play", "the-loop", "--seed", "3", "--source", "drop=hand", "--source", "first=hand")
    player.prompt()
    player.answer("cztwyzzek")
    player.answer("1 2 0")
    player.answer("free move to medieval")
    shown = player.answer("amend 24")
    assert "3 rifts were thrown at Globalization" in shown
    shown = player.answer("1 1 0")  # one cube stayed inside
    assert "Keep the change: everything after it still fits" in shown
    player.answer("keep the change")
    player.type("quit")
    assert player.end() == 0
    amend = json.loads(journals(tmp_path)[0].read_text().splitlines()[-1])
    assert amend["then"][0]["input"] == {"kind": "RiftsLanded", "landed": [0, 0, 0, 1, 1, 0, 0], "inside": 1}
    assert amend["then"][1]["input"]["kind"] == "FreeMove"


def test_a_killed_game_goes_on_where_it_was(person, tmp_path):
    player = person("play", "the-loop", "--seed", "3")
    player.prompt()
    player.answer("free move to medieval")
    player.kill()
    again = person("resume")
    shown = again.prompt()
    assert "Cztwyzzek (Medieval, batteries low)" in shown
    assert "Cztwyzzek: What do you do?" in shown
    assert "moves to Medieval" not in shown  # nothing happens a second time
    again.answer("end the actions")
    again.type("q")
    assert again.end() == 0
    assert len(journals(tmp_path)) == 1


@pytest.mark.parametrize("key", [b"\x03", b"\x04"], ids=["Ctrl-C", "Ctrl-D"])
def test_leaving_by_key_loses_nothing(person, tmp_path, key):
    player = person("play", "the-loop", "--seed", "3")
    player.prompt()
    player.answer("free move to medieval")
    player.press(key)
    assert player.end() == 0
    assert "Saved in" in player.seen
    assert "Traceback" not in player.seen
    assert inputs(journals(tmp_path)[0])[-1] == {"kind": "FreeMove", "to": 1}


@pytest.mark.slow
def test_the_locale_decides_the_language(person):
    player = person("play", "the-loop", "--seed", "3", lang="fr")
    shown = player.prompt()
    assert "Cztwyzzek : Que faites-vous ?" in shown
    assert "‹" not in player.seen
    assert "Annulé" in player.answer("déplacement gratuit : moyen") + player.answer("annuler")
    player.type("enregistrer et quitter")
    assert player.end() == 0
    assert "Enregistré dans" in player.seen


@pytest.mark.slow
def test_a_card_that_the_box_does_not_know_is_learned(person, tmp_path):
    player = person("play", "the-loop", "--seed", "3", "--source", "huge=hand")
    player.prompt()
    player.type("0")
    player.until("as it is printed:")
    shown = player.answer("Chrono-Kettle")
    assert "Its original era?" in shown
    player.answer("industry")
    player.answer("star")
    player.answer("remove rifts")
    player.answer("2")
    player.answer("on your era")
    shown = player.answer("that is all")
    assert "Available on Industry: Chrono-Kettle." in shown
    assert "Chrono-Kettle [Star] — Remove 2 rifts on your era." in shown
    player.type("quit")
    assert player.end() == 0
    assert "1 piece was learned" in player.seen
    assert "chrono-kettle" in (tmp_path / "data/loop-companion/boxes/the-loop/learned.toml").read_text()
    again = person("play", "the-loop", "--seed", "4", "--source", "huge=hand")
    assert "Chrono-Kettle" in again.prompt()


@pytest.mark.slow
def test_a_played_card_of_an_untracked_hand_is_entered_as_what_it_does(person):
    player = person("play", "the-loop", "--seed", "3", "--source", "huge=table", "--source", "hands=table")
    shown = player.prompt()
    while "What do you do?" not in shown:
        shown = player.answer("1")
    player.answer("0")
    player.answer("add energy")
    player.answer("2")
    player.answer("on your era")
    assert "+2 energy." in player.answer("that is all")


@pytest.mark.slow
def test_a_correction_offers_what_follows_from_it(person):
    player = person("play", "the-loop", "--seed", "3")
    player.prompt()
    shown = player.answer("correct rifts industry")
    assert "Rifts on Industry: what is it really?" in shown
    shown = player.answer("5")  # the fifth choice is four rifts
    assert "4 rifts on Industry: a vortex would open. [VORTEX-01]" in shown
    assert "VORTEX on Industry!" in player.answer("open the vortex")


@pytest.mark.slow
def test_without_a_command_the_terminal_is_played_and_says_so(person):
    player = person()
    shown = player.prompt()
    assert "There is no display: playing in the terminal." in shown
    player.type("q")
    assert player.end() == 0


@pytest.mark.slow
def test_another_starting_era_is_learned_and_the_pawn_goes_there(person, tmp_path):
    player = person("play", "the-loop", "--seed", "3")
    player.prompt()
    assert "Which agent?" in player.answer("learn start")
    player.answer("cztwyzzek")
    shown = player.answer("medieval")
    assert "Cztwyzzek (Medieval, batteries full)" in shown
    player.type("quit")
    assert player.end() == 0
    learned = (tmp_path / "data/loop-companion/boxes/the-loop/learned.toml").read_text()
    assert 'start = "medieval"' in learned


@pytest.mark.slow
def test_cubes_that_fall_out_late_are_told_by_a_command(person):
    player = person("play", "the-loop", "--seed", "3", "--source", "drop=hand", "--source", "first=hand")
    player.prompt()
    player.answer("cztwyzzek")
    shown = player.answer("1 1 0")
    assert "1 rift inside the machine now." in shown
    player.type("fell")
    player.until("from the first era on:")
    shown = player.answer("0 0 0 0 0 1 0")
    assert "Age of Robots: +1 rift." in shown
