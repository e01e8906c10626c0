"""What the bot does at a table by itself, and when: computer turns, deadlines, pings, takeovers."""
