"""Tournaments: draw, fixtures, matchdays, brackets. Pure functions on results."""
