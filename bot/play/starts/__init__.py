"""The start of a game: what it fixes, the shuffles that follow from it, and how it waits for a beacon."""
