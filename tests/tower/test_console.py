"""`companion tower …` as a person meets it: which tower, progress, one line for a fault, two languages."""

import ast
import io
import json
import sys
from collections.abc import Callable
from dataclasses import fields, replace
from pathlib import Path

import pytest
import serial

from companion.tower import errors, readings, wire_table
from companion.tower.backends.simulated import SimulatedBoard, simulated_settings
from companion.tower.calibration import Calibration
from companion.tower.console import build_parser, main
from companion.tower.counting import Doubt, Drop, Inside, count_drop
from companion.tower.errors import TowerError
from companion.tower.pulses import Pulses
from companion.tower.screen import Screen
from companion.tower.tower import Tower
from companion.tower.tower_choice import home, write_mirror
from companion.words import Words, languages
from tests.tower.rigs import PATIENT, SerialRig, be_patient

TRACES = Path(__file__).parent / "traces"


@pytest.fixture(autouse=True)
def a_home_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))


class Heard(io.StringIO):
    """What the console says; somebody acts on one line as soon as it is said."""

    def __init__(self, line: str = "", act: Callable[[], None] = lambda: None) -> None:
        super().__init__()
        self._line, self._act = line, act

    def write(self, said: str) -> int:
        written = super().write(said)
        if self._line and self._line in said:
            self._act()
        return written


def companion_tower(*argv: str, lang: str = "en", out: io.StringIO | None = None) -> tuple[int, list[str]]:
    out = out or Heard()
    code = main(argv, lambda told: Words(told or lang, ["tower", "help"]).say, out, languages())
    return code, out.getvalue().splitlines()


@pytest.fixture
def instantly(monkeypatch: pytest.MonkeyPatch) -> None:
    """The simulation runs as fast as it can."""
    monkeypatch.setattr("companion.tower.backends.simulated_machine.time.sleep", lambda seconds: None)


class TestWhichTower:
    def test_none_chosen_and_none_found_is_an_error_that_lists_what_was_found(self, monkeypatch) -> None:
        monkeypatch.setattr("serial.tools.list_ports.comports", list)
        code, said = companion_tower("info")
        assert code == 1
        assert said == [
            "No tower found (none answers). Ports seen: –. Plug the tower in or choose one: --port PATH, "
            "--url URL, --gpio, or --simulated for none."
        ]

    def test_a_stranger_s_port_is_listed_and_left_alone(self, monkeypatch) -> None:
        class Printer:
            device, description, vid, pid = "/dev/ttyPRINTER", "a printer", 0x1234, 0x5678

        monkeypatch.setattr("serial.tools.list_ports.comports", lambda: [Printer])
        monkeypatch.setattr("companion.tower.backends.ports.open_line", pytest.fail)
        assert companion_tower("list") == (
            0,
            [
                "/dev/ttyPRINTER: left alone (a printer)",
                "No tower found. Plug it in, or name its port with --port.",
            ],
        )
        code, said = companion_tower("info")
        assert code == 1
        assert "/dev/ttyPRINTER (a printer)" in said[0]

    def test_a_simulation_says_so(self, instantly: None) -> None:
        code, said = companion_tower("info", "--simulated")
        assert code == 0
        assert said[:2] == ["Simulated tower.", "*** NO HARDWARE: this tower is simulated or emulated. ***"]

    def test_list_looks_at_the_tower_that_is_named(self, instantly: None) -> None:
        assert companion_tower("list", "--simulated")[1][0] == "Simulated tower."
        code, said = companion_tower("list", "--url", "socket://127.0.0.1:1")
        assert (code, len(said)) == (1, 1)

    def test_a_missing_port_is_one_line(self) -> None:
        code, said = companion_tower("face", "2", "--port", "no-such-port")
        assert code == 1
        assert len(said) == 1

    @pytest.mark.parametrize(
        "argv",
        [
            ["face", "7", "--simulated"],
            ["face", "x"],
            ["count", "--thrown", "31"],
            ["count", "--thrown", "0"],
            ["count", "--thrown", "2", "--shakes", "-1"],
            ["count", "--thrown", "2", "--amplitude", "0"],
            ["info", "--simulated", "--gpio"],
            ["info", "--lang", "tlh"],
            [],
            ["juggle"],
        ],
    )
    def test_a_mistyped_command_is_one_line(
        self, argv: list[str], capsys: pytest.CaptureFixture[str]
    ) -> None:
        with pytest.raises(SystemExit) as left:
            companion_tower(*argv)
        assert left.value.code == 2
        assert len(capsys.readouterr().err.splitlines()) == 1


class TestSimulated:
    def test_face_shows_progress_and_where_it_stands(self, instantly: None) -> None:
        code, said = companion_tower("face", "5", "--simulated")
        assert code == 0
        assert any(line.startswith("Turning") for line in said)
        assert said[-1] == "The tower faces outlet 5 (confirmed by the position ring)."

    def test_count(self, instantly: None) -> None:
        code, said = companion_tower("count", "--thrown", "4", "--simulated", "--facing", "2", "--seed", "3")
        assert code == 0
        assert "Throw 4 cubes in now." in said
        assert "Counted:" in said
        assert said[-1].endswith("inside: 0 (100 %)")

    def test_count_in_french(self, instantly: None) -> None:
        _, said = companion_tower("--lang", "fr", "count", "--thrown", "4", "--simulated", "--seed", "5")
        assert "Jetez 4 cubes maintenant." in said
        assert "Compté :" in said
        assert companion_tower("info", "--lang", "fr", "--simulated")[1][0] == "Tour simulée."

    def test_selftest(self, instantly: None) -> None:
        code, said = companion_tower("selftest", "--simulated")
        assert code == 0
        assert "All beams follow their emitters." in said

    def test_watch_ends_after_its_time(self, instantly: None) -> None:
        assert companion_tower("watch", "--simulated", "--seconds", "1")[0] == 0

    def test_record_writes_the_flight_recorder(self, instantly: None, tmp_path: Path) -> None:
        path = tmp_path / "flight.jsonl"
        code, said = companion_tower("record", str(path), "--simulated", "--seconds", "1")
        assert code == 0
        lines = path.read_text().splitlines()
        assert json.loads(lines[0])["text"] == "open"
        assert said[-1] == f"{len(lines)} lines of the flight recorder are in {path}."

    def test_a_file_that_cannot_be_written_is_said_before_the_recording(self, tmp_path: Path) -> None:
        out = Heard()
        with pytest.raises(IsADirectoryError):
            companion_tower("record", str(tmp_path), "--simulated", "--seconds", "1", out=out)
        assert "Listening" not in out.getvalue()

    def test_calibrate_from_the_keyboard(self, instantly: None, monkeypatch) -> None:
        monkeypatch.setattr(sys, "stdin", io.StringIO("\n" * 20))
        code, said = companion_tower("calibrate", "--simulated")
        assert code == 0
        assert said[-1] == "Stored in the tower (serial SIMULATED)."


    def test_calibrate_without_a_keyboard_stores_nothing(self, instantly: None, monkeypatch) -> None:
        monkeypatch.setattr(sys, "stdin", io.StringIO("\n\n"))  # it closes at the second era
        stored: list[Calibration] = []
        store = Tower.store
        monkeypatch.setattr(Tower, "store", lambda tower, new: (stored.append(new), store(tower, new)))
        code, said = companion_tower("calibrate", "--only", "servo", "--simulated")
        assert code == 1
        assert said[-1].startswith("Nobody answers")
        assert [one.settings.eras for one in stored] == [simulated_settings().eras] * len(stored)
        assert stored[-1].settings == simulated_settings()  # its limits had been wider meanwhile

    @pytest.mark.parametrize(("answer", "hold"), [("b", 7), ("T", 7), ("f", 250)])
    def test_calibrate_asks_which_is_right_when_board_and_file_differ(
        self, instantly: None, monkeypatch, answer: str, hold: int
    ) -> None:
        calibration = Calibration(replace(simulated_settings(), hold=250))
        write_mirror(calibration, home())
        board = SimulatedBoard(settings=replace(simulated_settings(), hold=7))
        tower = Tower(board)
        tower.open()
        tower.differences = ("hold",)
        monkeypatch.setattr("companion.tower.commands.open_tower", lambda *_: tower)
        monkeypatch.setattr(sys, "stdin", io.StringIO(f"{answer}\n"))
        code, said = companion_tower("calibrate", "--simulated")
        assert (code, tower.calibration.settings.hold) == (0, hold)
        assert "differ in: hold" in said[2]
        assert said[3].startswith("Which is right?")

    def test_a_difference_that_the_file_cannot_settle_is_one_line(self, instantly: None) -> None:
        code, said = companion_tower("calibrate", "--keep", "file", "--simulated")
        assert code == 1
        assert said[-1].startswith("This calibration cannot be right")
        assert "SIMULATED.toml" in said[-1]

    def test_ctrl_c_ends_a_recording_and_it_is_written(self, instantly: None, monkeypatch, tmp_path) -> None:
        def ctrl_c(*_: object) -> None:
            raise KeyboardInterrupt

        monkeypatch.setattr("companion.tower.tower.Tower.listen", ctrl_c)
        code, said = companion_tower("record", str(tmp_path / "flight.jsonl"), "--simulated")
        assert (code, said[2]) == (0, "Listening. Ctrl-C ends.")
        assert (tmp_path / "flight.jsonl").read_text()

    def test_how_it_shakes_can_be_chosen(self, instantly: None, monkeypatch) -> None:
        asked: list[tuple[int, int]] = []
        shake = SimulatedBoard.shake

        def shaken(board: SimulatedBoard, amplitude: int = 0, cycles: int = 0) -> None:
            asked.append((amplitude, cycles))
            shake(board, amplitude, cycles)

        monkeypatch.setattr(SimulatedBoard, "shake", shaken)
        argv = ["count", "--thrown", "2", "--simulated", "--facing", "3", "--fault", "stays-inside"]
        companion_tower(*argv, "--shakes", "1")
        assert not asked  # nobody has said that hands are away
        argv.append("--hands-away")
        _, said = companion_tower(*argv, "--shakes", "1", "--amplitude", "25")
        assert any(line.endswith("missing: shaking, 1 of 1.") for line in said)
        assert asked == [(25, 0)]
        for off in (["--no-shake"], ["--shakes", "0"]):
            asked.clear()
            code, said = companion_tower(*argv, *off)
            assert (code, asked) == (0, [])
            assert "Please look and say which is right:" in said


class TestEmulated:
    """The same commands against the real firmware."""

    @pytest.mark.slow
    @pytest.mark.parametrize("keyboard", [True, False])
    def test_without_hardware_and_without_a_keyboard_nobody_has_hands(
        self, monkeypatch: pytest.MonkeyPatch, keyboard: bool
    ) -> None:
        """A script turns an emulated tower; whoever sits there is asked, as with a real one."""
        monkeypatch.setattr("companion.tower.backends.link.Timing", lambda: PATIENT)
        monkeypatch.setattr("companion.tower.tower.TURN_MARGIN", 60.0)
        monkeypatch.setattr("sys.stdin", io.StringIO())
        monkeypatch.setattr("sys.stdin.isatty", lambda: keyboard)
        rig = SerialRig()
        try:
            code, said = companion_tower("face", "3", "--port", str(rig.emulator.link))
        finally:
            rig.close()
        assert (code, said[-1].split()[0]) == ((1, "Nobody") if keyboard else (0, "The"))

    @pytest.mark.slow
    def test_info_face_count_and_selftest(self, monkeypatch: pytest.MonkeyPatch) -> None:
        be_patient(monkeypatch)
        rig = SerialRig()
        try:
            port = ["--port", str(rig.emulator.link)]
            code, said = companion_tower("info", *port)
            assert code == 0
            assert "*** NO HARDWARE: this tower is simulated or emulated. ***" in said
            code, said = companion_tower("face", "3", "--hands-away", *port)
            assert (code, said[-1]) == (0, "The tower faces outlet 3 (confirmed by the position ring).")

            def throw() -> None:
                for i, outlet in enumerate((3, 2, 4)):
                    rig.pulse(outlet, 0.1 + 0.05 * i, 16)

            asked_to_throw = Heard("Throw 3 cubes in now.", throw)
            code, said = companion_tower("count", "--thrown", "3", *port, out=asked_to_throw)
            assert code == 0
            assert said[-1] == "  1. outlet 2: 1, outlet 3: 1, outlet 4: 1; inside: 0 (100 %)"
            assert companion_tower("selftest", *port)[0] == 0
            with serial.Serial(port[1], exclusive=True):
                busy = f"The port {port[1]} is in use by another program."
                assert companion_tower("list", *port)[1][0].startswith(f"{port[1]}: {busy}")
                assert companion_tower("info", *port)[1][0].startswith(busy)
            rig.emulator.ask("beam", 4, "broken")
            code, said = companion_tower("selftest", *port)
            assert code == 1
            assert "Outlet 4 stays dark" in said[-1]
        finally:
            rig.close()


class TestTraces:
    @pytest.fixture
    def small(self, tmp_path: Path) -> Path:
        drop = {"thrown": 2, "facing": 2, "breaks": [[2, 400, 16], [3, 450, 17]]}
        truth = {"passed": [0, 0, 1, 1, 0, 0, 0], "inside": 0}
        path = tmp_path / "small.json"
        path.write_text(json.dumps({"format": 1, "calibration": [16, 17], "drops": [drop | truth]}))
        return path

    def test_figures_where_the_file_tells_the_truth(self) -> None:
        code, said = companion_tower("count-trace", str(TRACES / "b.json"))
        assert code == 0
        assert "500 drops" in said[-1]
        assert "Plain edge counter" in said[-1]

    @pytest.mark.slow
    def test_drops_as_json_one_object_per_file(self) -> None:
        files = [str(TRACES / name) for name in ("b.json", "d.json")]
        code, said = companion_tower("count-trace", *files, "--drops", "--json")
        assert code == 0
        told = [json.loads(line) for line in said]
        assert [one["file"] for one in told] == files
        assert [len(one["drops"]) for one in told] == [500, 340]
        first = told[0]["drops"][0]
        assert first["asked"] is False
        assert first["answers"][0] == {"passed": [0, 0, 0, 0, 2, 0, 0], "inside": 0}

    def test_as_json_there_is_what_was_agreed_and_nothing_else(self, small: Path) -> None:
        _, said = companion_tower("count-trace", str(small), "--drops", "--json")
        told = json.loads("\n".join(said))
        (drop,) = told.pop("drops")
        first, *others = drop.pop("answers")
        assert (told, drop) == ({"file": str(small)}, {"asked": False})
        assert first == {"passed": [0, 0, 1, 1, 0, 0, 0], "inside": 0}
        assert [set(one) for one in others] == [{"passed", "inside"}] * 3
        (figures,) = companion_tower("count-trace", str(small), "--json")[1]
        assert json.loads(figures)["few"]["drops"] == 1
        assert '"probability"' in companion_tower("count-trace", str(small), "--drops")[1][1]

    def test_a_bad_file_is_one_line_beside_the_counts_of_the_others(
        self, small: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        (tmp_path / "x.json").write_text("{}")
        files = [str(tmp_path), str(tmp_path / "x.json"), str(small)]
        code, said = companion_tower("count-trace", *files, "--drops", "--json")
        assert code == 1
        assert [json.loads(line)["file"] for line in said] == [str(small)]
        folder, other = capsys.readouterr().err.splitlines()
        assert folder.startswith(f"{tmp_path}: it cannot be read (Is a directory).")
        assert other == f"{tmp_path}/x.json: it is not a trace of format 1."

    def test_a_file_can_be_piped_in(self, small: Path, monkeypatch, capsys) -> None:
        trace = json.loads(small.read_text())
        del trace["calibration"]
        monkeypatch.setattr(sys, "stdin", io.StringIO(json.dumps(trace)))
        code, said = companion_tower("count-trace", "-", "--json", "--drops")
        assert (code, json.loads(said[0])["file"]) == (0, "-")
        assert capsys.readouterr().err.startswith("-: it has no calibration")


class TestWords:
    @pytest.mark.parametrize("lang", languages())
    def test_every_error_every_reason_and_every_reading_has_its_sentence(self, lang: str) -> None:
        words = Words(lang, ["tower", "help"])
        for error in vars(errors).values():
            if isinstance(error, type) and issubclass(error, TowerError):
                assert error.advice in words, error
                assert issubclass(error, Exception)
                assert error is TowerError or len(error.__bases__) == 2, "a builtin is the second parent"
        for reason in Doubt:
            assert f"tower.reason.{reason}" in words

    def test_every_plain_detail_of_an_error_is_said_in_both_languages(self) -> None:
        kinds = {name for name, kind in vars(errors).items() if isinstance(kind, type)} | {"LineBroken"}
        details = {str(reason.name).lower() for reason in wire_table.Reason}
        for file in Path(errors.__file__).parent.rglob("*.py"):
            for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in kinds:
                    details |= {a.value for a in node.args if isinstance(a, ast.Constant) and a.value}
        assert len(details) > 30
        for lang in languages():
            words = Words(lang, ["tower", "help"])
            assert [text for text in details if f"name.detail.{text}" not in words] == []

    def test_in_french_even_the_detail_is_french(self, monkeypatch) -> None:
        monkeypatch.setattr("serial.tools.list_ports.comports", list)
        code, said = companion_tower("info", lang="fr")
        assert (code, len(said)) == (1, 1)
        assert said[0].startswith("Aucune tour trouvée (aucune ne répond).")

    def test_no_reading_is_shown_as_a_gap(self) -> None:
        out = io.StringIO()
        screen = Screen(Words("fr", ["tower", "help"]).say, out)
        for kind in vars(readings).values():
            if isinstance(kind, type) and kind.__module__ == readings.__name__:
                values = {"str": "x", "float | None": 1.0, "float": 1.0, "tuple[int, ...]": (3,)}
                screen.hear(kind(*(values.get(str(field.type), 1) for field in fields(kind))))
        assert "‹" not in out.getvalue()

    def test_a_break_that_was_not_seen_whole_is_told_as_such(self) -> None:
        out = io.StringIO()
        Screen(Words("en", ["tower", "help"]).say, out).hear(readings.BeamBroken(3, 0.0, 12.0, partial=True))
        assert out.getvalue().endswith("It is not counted.\n")

    def test_answers_that_differ_in_an_earlier_cube_alone_can_be_told_apart(self) -> None:
        """Three cubes came out of which one is blue, and nobody knows where."""
        breaks = tuple(readings.BeamBroken(outlet, 400.0 + 90 * outlet, 16.0) for outlet in (2, 3, 4))
        drop = Drop(breaks, thrown=2, facing=3, colour="red", inside=Inside(1, "blue"))
        out = io.StringIO()
        Screen(Words("en", ["tower", "help"]).say, out).count(count_drop(drop, Pulses.learn(())))
        asked, first, second, third, *_ = out.getvalue().splitlines()
        assert asked == "Please look and say which is right:"
        assert "outlet 2: 1 (1 of an earlier drop), outlet 3: 1, outlet 4: 1" in first + second + third
        assert "outlet 2: 1, outlet 3: 1 (1 of an earlier drop), outlet 4: 1" in first + second + third

    def test_no_help_is_a_gap(self) -> None:
        for lang in languages():
            parser = build_parser(Words(lang, ["tower", "help"]).say)
            (commands,) = (action for action in parser._actions if action.dest == "==SUPPRESS==")
            assert commands.choices
            helps = [one.format_help() for one in commands.choices.values()]
            assert "‹" not in parser.format_help() + "".join(helps)

    def test_no_fault_is_shown_with_a_gap(self) -> None:
        for lang in languages():
            out = io.StringIO()
            screen = Screen(Words(lang, ["tower", "help"]).say, out)
            for error in vars(errors).values():
                if isinstance(error, type) and issubclass(error, TowerError):
                    screen.fault(error("why", port="p", theirs=1, ours=2, name="n", names="m", outlet=3))
            assert "‹" not in out.getvalue()
