"""Scoring: one small module a way of scoring."""
