"""What a table is: its values, log, lobby, game and who is there; and the ports that storage implements."""
