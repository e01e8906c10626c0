"""Benchmarks: this program next to others, measured in one run."""
