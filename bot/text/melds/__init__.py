"""Sentences about games with melds on the table."""
