"""What is shown of Contre-Temps. May import: the rules of this game, companion.words; never Kivy."""
