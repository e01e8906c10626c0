"""Tests of what teaches at a table: the rules page by page, and the coach."""
