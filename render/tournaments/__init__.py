"""Pictures of tournaments: tables and brackets."""
