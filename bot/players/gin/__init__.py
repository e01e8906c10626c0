"""Computer players of the gin family."""
