"""Live tables and the ways to change them: requests of players and moderators, and what follows from a game."""
