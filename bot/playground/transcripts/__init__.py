"""Transcripts of what simulated people saw, as HTML pages."""
