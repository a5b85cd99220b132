"""What is shown of Cyberion. May import: the rules of this game, companion.words; never Kivy."""
