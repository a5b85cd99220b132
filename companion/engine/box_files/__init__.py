"""Box files of any game: how an owner's directory is read, what is wrong with it, and what is learned.

May import: the standard library only. Knows no game: a game says what its pieces look like (`Shelf`) and in
which sentences of its own it complains. Box files are data: nothing in them is ever evaluated.
"""
