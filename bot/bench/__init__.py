"""Benchmarks: this program and others, measured in the same run."""
