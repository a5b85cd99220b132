"""The five expansions: one file each, saying what it adds to the base game."""
