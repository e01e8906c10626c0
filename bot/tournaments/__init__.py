"""Tournaments: draw, fixtures, matchdays, brackets. Arithmetic on results, pure."""
