"""Screens about fair shuffles: the proof of a game, and a start that waits for the public beacon."""
