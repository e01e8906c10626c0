"""Clicks, as all packages share them: custom ids, the router, and parsed clicks."""
