"""The Discord edge that every package uses: router, answers, custom ids, names, errors. Knows nothing of tables."""
