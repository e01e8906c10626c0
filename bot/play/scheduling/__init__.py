"""The bot's own actions at tables, and when they run: computer turns, deadlines, pings, takeovers."""
