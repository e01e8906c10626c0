"""Shared parts of the Discord edge: router, answers, custom ids, names, errors. Imports no other package of `cogs`."""
