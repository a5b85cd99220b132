"""The part of Kivy that the app and its tests use, as types: Kivy itself has none.

Written from Kivy's public interface; tests/house/test_kivy_types.py holds it against the installed Kivy. What
is missing is not used yet: add it where it is first needed.
"""
