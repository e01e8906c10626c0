"""Game records: writing, reading and verifying them."""
