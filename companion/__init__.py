"""The LOOP Companion: rooms for the tower, the games, the table, the advisor, the terminal and the app.

This file imports nothing, so that entering one room never loads another.
"""
