"""Limits of members and servers, and the count of public posts."""
