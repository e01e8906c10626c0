"""The topics of the rules: the parts into which they're divided in words, and to which refusals refer."""

from enum import StrEnum


class Topic(StrEnum):
    """The topics in the order in which they're explained. Each game has those that apply to it.

    The values are in custom ids, so they never change.
    """

    GOAL = "goal"
    CARDS = "cards"  # players, deck, deal
    MELDS = "melds"
    JOKERS = "jokers"
    TURN = "turn"
    CLAIM = "claim"  # knocking for a discard out of turn (H-8)
    FIRST_MELD = "first"
    KNOCK = "knock"  # how a deal of gin ends
    GOING_OUT = "out"
    POINTS = "points"
    NO_WINNER = "void"  # deals without points
    WINNING = "winning"  # the game
