"""Rows that are stored a little later than they are added."""
