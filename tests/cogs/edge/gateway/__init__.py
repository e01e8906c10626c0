"""Tests of the connection to Discord."""
