"""Everything the bot says: catalogs, plural forms, names of cards, refusals, results and rules in words."""
