"""Labels for players whose names aren't known."""


def digits_of(user: int) -> str:
    """Return the last four digits of a person's Discord id: enough to recognize them from one list in another."""
    return f"{user % 10_000:04}"
