"""Every sentence that a person reads: catalogues, plural forms, card words, refusals and rules in words."""
