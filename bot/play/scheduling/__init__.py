"""The bot's own actions at tables, and when they are due: computer turns, deadlines, pings, takeovers."""
