"""Screens of a user's preferences and data."""
