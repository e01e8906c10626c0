"""The ways to change a table, by who asks: players in the lobby, players in a game, moderators, the program."""
