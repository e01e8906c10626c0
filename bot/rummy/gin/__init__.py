"""The gin family: Gin, Oklahoma and Hollywood."""
