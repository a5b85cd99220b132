"""Contre-Temps: tricks taken along a time line, for three to six."""
