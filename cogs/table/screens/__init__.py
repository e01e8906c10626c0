"""What a table looks like, in public and to each player."""
