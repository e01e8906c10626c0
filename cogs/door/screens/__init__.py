"""Screens of the front door."""
