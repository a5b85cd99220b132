"""Lighthouse: a whole small game of our own, to copy. Its rules are in docs/rules/example.md."""
