"""Cyberion: the rules of the repair crew, solo or for two, with its five expansions; pure."""
