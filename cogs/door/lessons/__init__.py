"""Lessons: a first deal by the real rules with a fixed deck, step by step."""
