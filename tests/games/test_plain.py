"""An input read from a journal or a scenario has the shape it was declared with, or says what is wrong."""

from typing import Any, NamedTuple

import pytest

from companion.engine import from_plain, to_plain


class Fallen(NamedTuple):
    landed: tuple[int, ...]
    colour: str = ""
    era: int | None = None
    sure: bool = True
    note: Any = None
    kind: str = "Fallen"


KINDS = {"Fallen": Fallen}


@pytest.mark.parametrize(
    "given",
    [Fallen((1, 0, 2)), Fallen((), "red", 3, False, "x"), Fallen((5,), note=7), Fallen((1,), era=None)],
)
def test_what_was_written_is_read(given: Fallen) -> None:
    assert from_plain(KINDS, to_plain(given)) == given


@pytest.mark.parametrize(
    ("data", "said"),
    [
        ([], r"input-no-table \[\]"),
        ({"kind": "Risen"}, "no-input 'Risen'"),
        ({"kind": ["Fallen"]}, r"no-input \['Fallen'\]"),
        ({"kind": "Fallen"}, "other-fields Fallen landed, colour, era, sure, note"),
        ({"kind": "Fallen", "landed": [1], "speed": 3}, "note landed, speed"),
        ({"kind": "Fallen", "landed": 3}, "field Fallen landed 3"),
        ({"kind": "Fallen", "landed": ["x"]}, r"field Fallen landed \["),
        ({"kind": "Fallen", "landed": [True]}, r"field Fallen landed \["),
        ({"kind": "Fallen", "landed": [], "colour": {"a": 1}}, r"field Fallen colour \{'a': 1\}"),
        ({"kind": "Fallen", "landed": [], "era": 2.5}, r"field Fallen era 2\.5"),
        ({"kind": "Fallen", "landed": [], "sure": 1}, "field Fallen sure 1"),
    ],
)
def test_what_is_no_input_says_why(data: Any, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        from_plain(KINDS, data)
