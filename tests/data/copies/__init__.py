"""Backups, and what is done with them: restoring, checking and moving."""
