"""A second referee for each game: its own books, kept from the booklets alone (docs/referee.md)."""
