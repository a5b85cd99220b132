"""Cyberion: a crew of robots repairs machines, solo or for two, with five expansions."""
