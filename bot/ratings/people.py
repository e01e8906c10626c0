"""Labels for players whose names aren't known."""


def digits_of(user: int) -> str:
    """Return the last four digits of a user id: enough to recognize the same player in several lists."""
    return f"{user % 10_000:04}"
