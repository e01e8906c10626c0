"""Storage of results and everything derived from them, and of seasons."""
