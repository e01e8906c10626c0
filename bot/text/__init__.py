"""Every sentence that a person reads: catalogs, plural forms, card words, refusals and rules in words."""
