"""Screens of standings, profiles, head-to-head records and game history."""
