"""Pictures of standings, profiles and head-to-head records."""
