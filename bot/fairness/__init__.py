"""Proof that nobody chose the cards: the public beacon, signature checks, and grades of proof."""
