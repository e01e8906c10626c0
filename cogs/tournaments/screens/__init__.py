"""What everybody and each player sees of a tournament."""
