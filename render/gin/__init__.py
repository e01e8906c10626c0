"""Pictures of the gin family."""
