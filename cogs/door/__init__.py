"""The front door: what a newcomer meets first, and what needs no table."""
