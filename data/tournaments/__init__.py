"""Storage of tournaments and their fixtures."""
