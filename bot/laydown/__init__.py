"""The best lay-down of a turn, found by exact search."""
