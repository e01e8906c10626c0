"""The sentences that people read: catalogs, plural forms, card words, refusals, results and rules in words."""
