"""Tests of the screens of tables."""
