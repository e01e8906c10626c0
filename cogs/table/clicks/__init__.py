"""Clicks at tables: their router, and a module of handlers for each kind of click."""
