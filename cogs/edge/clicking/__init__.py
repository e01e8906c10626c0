"""Clicks of all packages: custom ids, the router, and what is read from a click."""
