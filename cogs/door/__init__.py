"""What players meet first: the greeting, the lounge, and what else needs no table."""
