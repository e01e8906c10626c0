"""Clicks at tables: a router, and handlers for each group of actions."""
