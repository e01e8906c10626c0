"""Remik: rummy tables in Discord channels."""
