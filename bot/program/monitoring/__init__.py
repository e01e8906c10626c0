"""Health, readiness and metrics over HTTP, for the bot's operator."""
