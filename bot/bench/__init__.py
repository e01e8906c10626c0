"""Measurements of the program beside what others do, taken in one run."""
