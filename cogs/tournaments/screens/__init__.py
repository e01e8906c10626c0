"""Public and private screens of a tournament."""
