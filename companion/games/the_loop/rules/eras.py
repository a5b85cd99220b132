"""The ring of seven eras [ERA-01]. May import: nothing."""

ERAS = range(7)
NEXT = tuple((era + 1) % 7 for era in ERAS)
"""Clockwise, towards the future [ERA-02]."""
PREV = tuple((era + 6) % 7 for era in ERAS)
ADJACENT = tuple((PREV[era], NEXT[era]) for era in ERAS)
"""The two neighbours of an era [ERA-03]."""
FROM = tuple(tuple((era + step) % 7 for step in ERAS) for era in ERAS)
"""The whole ring, clockwise from an era."""
