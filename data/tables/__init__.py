"""Storage of tables, their logs and a server's presets."""
