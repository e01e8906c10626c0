"""The screens of the gin family."""
