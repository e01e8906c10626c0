"""The `/me` commands: a member's own preferences and data."""
