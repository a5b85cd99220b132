"""The pieces of Cyberion: data, and what reads and checks an owner's files."""
