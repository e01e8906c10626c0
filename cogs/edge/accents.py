"""Accent colors of messages, which show a state before it's read. Words and seat numbers always say the same."""

from typing import Final

GREEN: Final = 0x3C8C77
"""The rim of the felt: lobbies, rules, refusals, and every screen without a state."""
GRAY: Final = 0x8A9A93
"""A panel while others play."""
GOLD: Final = 0xFFC845
"""Knock, claim, result, share card."""
SEATS: Final = (0xFF857A, 0x66A6FF, 0xE8CBFF, 0xDDF7B0)
"""The colors of the seats, as in pictures: a player's panel on their turn, the table for the seat to move."""
