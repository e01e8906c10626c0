"""Results, ratings, seasons, standings and achievements of a server. Pure functions on finished games."""
