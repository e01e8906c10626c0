"""Live tables: lobbies, games, scheduling, and tournaments. Independent of Discord."""
