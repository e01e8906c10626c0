"""Storage of preferences, server settings, the audit log and personal data."""
