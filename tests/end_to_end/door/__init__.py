"""The front door over the real protocol: practice, direct messages, help, lessons, greeting and lounge."""
