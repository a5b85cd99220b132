"""The LOOP Companion: rules, tower, table and tablet for a board game night."""
