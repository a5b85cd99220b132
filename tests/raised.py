"""Errors by what people read of them."""

import re
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from companion.engine.phrases import reason_of
from companion.table import TableError
from companion.terminal import wrong
from companion.words import Words


@contextmanager
def raises_saying(kind: type[Exception], match: str) -> Iterator[pytest.ExceptionInfo[Exception]]:
    """Like `pytest.raises`, but `match` is looked for in the English sentence."""
    with pytest.raises(kind) as raised:
        yield raised
    words, error = Words("en"), raised.value
    said = wrong(words, error) if isinstance(error, TableError) else words.name("why", reason_of(error))
    assert re.search(match, said), said
