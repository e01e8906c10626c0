"""The daily deal: the day's cards for everyone, its ranking, and the message of the morning after."""
