"""Opponents to measure computer players with: rules of thumb that nobody tuned to them. The bot never plays them."""
