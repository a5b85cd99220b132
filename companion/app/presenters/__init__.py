"""State → what is shown: plain Python, tested without Kivy. May import: games, words, table; never Kivy."""
