"""The pieces of Contre-Temps: data, and what reads and checks an owner's files."""
