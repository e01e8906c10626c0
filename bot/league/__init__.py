"""The league: results, ratings, seasons, standings, fixtures. Arithmetic on finished games, and no more than that."""
