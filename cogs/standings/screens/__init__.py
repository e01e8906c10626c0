"""What standings, profiles, head-to-head records and game history look like."""
