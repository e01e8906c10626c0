"""Results, ratings, seasons, standings and achievements of a server. Arithmetic on finished games, pure."""
