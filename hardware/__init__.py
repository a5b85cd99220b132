"""The tower as a thing one can build: `tower.toml` and all that is made out of it.

Nothing here is imported by the companion; it reads the generated `companion/tower/board_table.py` instead.
"""
