"""What we write of a piece is what Python's own reader reads, whatever was typed into it."""

import tomllib

from hypothesis import given
from hypothesis import strategies as st

from companion.engine.box_files.reader import written

KEYS = st.from_regex(r"\A[a-z][a-z0-9-]{0,8}\Z")
PLAIN = (
    st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
    | st.integers(-(2**53), 2**53)
    | st.booleans()
    | st.floats(allow_nan=False, allow_infinity=False).filter(lambda one: "e" not in repr(one))
)
VALUES = st.recursive(
    PLAIN, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=3), max_leaves=8
)


@given(st.lists(st.dictionaries(KEYS, VALUES, min_size=1, max_size=4), min_size=1, max_size=3))
def test_pieces_are_read_as_they_were_written(pieces):
    text = "".join(written("card", piece) for piece in pieces)
    assert tomllib.loads(text) == {"card": pieces}


@given(st.dictionaries(KEYS, VALUES, min_size=1, max_size=4))
def test_a_table_is_read_as_it_was_written(table):
    assert tomllib.loads(written("hq.cycles", table, piece=False)) == {"hq": {"cycles": table}}
