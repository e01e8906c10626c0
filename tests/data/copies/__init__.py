"""Backups, and how they are restored, checked and moved."""
