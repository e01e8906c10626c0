"""Tournaments on Discord: commands, clicks, posts, and the tables their games are played at."""
