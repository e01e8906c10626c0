"""Storage of preferences, server settings, the audit log, and what is held about a person."""
