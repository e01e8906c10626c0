"""Builds the packages of the Discord edge, and registers their commands and clicks; called by `bot.program.app`."""
