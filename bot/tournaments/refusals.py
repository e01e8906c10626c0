"""Why a tournament refuses what somebody asks of it."""

from enum import StrEnum


class TournamentReason(StrEnum):
    """What stands against a request, and what can be done instead. Each value is the English sentence."""

    GONE = "There is no such tournament any more; look at `/tournament fixtures` for those that run."
    DRAWN = "This tournament has been drawn already; join the next one."
    NOT_DRAWN = "This tournament has not been drawn yet; draw it when enough people have joined."
    OVER = "This tournament is over; join or open another one."
    CANCELLED = "This tournament was cancelled; join or open another one."
    JOINED = "You take part in this tournament already; leave it if you don't want to."
    FULL = "This tournament has {most} players, as many as it can have; join the next one."
    NOT_IN = "You don't take part in this tournament; join the next one before it is drawn."
    THEY_ARE_NOT_IN = "They don't take part in this tournament; look at its table to see who does."
    WITHDRAWN = "Who has withdrawn from this tournament is out of it for good; its table tells who plays on."
    TOO_FEW = "A tournament needs {least} players or more; draw it when somebody else has joined."
    NOT_YOURS = "This fixture is of two others; press the button of one of yours."
    NOT_YET = "The matchday of this fixture has not begun; play it when it has."
    LATE = "The time of this fixture is up; look at the tournament's table for what has become of it."
    DECIDED = "This fixture is decided already; look at the tournament's table."
    EMPTY_NAME = "A tournament goes by its name; write at least one character that can be seen."
    LONG_NAME = "A tournament's name has at most {most} characters; write a shorter one."
    SAME_NAME = "A tournament called {name} is not over yet; choose another name."
    MANY_LEAGUES = (
        "This server has {most} tournaments that are not over, as many as it can have; let one end, or cancel it."
    )
    HOURS = "A matchday lasts from {least} to {most} hours; choose a time between."
    PAST = "A deadline lies ahead, within {most} days; choose a later time, or a nearer one."
