"""What is shown of The LOOP. May import: the rules of this game, companion.words; never Kivy."""
