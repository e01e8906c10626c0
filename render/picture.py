"""A finished picture."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Picture:
    """A finished picture: the bytes of a PNG, and its alt text of at most 250 characters."""

    png: bytes
    alt: str
