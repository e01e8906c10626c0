"""Faults of Discord, the database and the machine, over the real protocol."""
