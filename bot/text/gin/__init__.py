"""Sentences about games of the gin family."""
