"""Touches."""
