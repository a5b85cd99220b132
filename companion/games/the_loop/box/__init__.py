"""The pieces of The LOOP: data, and what reads and checks an owner's files."""
