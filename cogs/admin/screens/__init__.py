"""Screens for admins: settings and the audit log."""
