"""Storage of results and of everything derived from them."""
