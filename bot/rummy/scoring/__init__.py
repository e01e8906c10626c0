"""Scoring: deals (deal), what they write on the score sheet (sheet), the end of a game (final)."""
