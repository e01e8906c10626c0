"""The `/league` commands: standings, profiles, head-to-head records and game history."""
