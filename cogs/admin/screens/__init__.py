"""What admins see: settings in words and the audit log."""
