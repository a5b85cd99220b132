"""The stage: what moves when something great or small happens. A game brings its stages as data."""
