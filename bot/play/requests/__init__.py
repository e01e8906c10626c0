"""The ways to change a table: requests in the lobby, in a game and of moderators, and actions of the program."""
