"""The LOOP in the terminal. May import: companion.terminal, companion.words, the rules of this game."""
