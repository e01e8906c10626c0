"""Live tables: lobby, session, registry; nothing of Discord in it."""
