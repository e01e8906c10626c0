"""Why a league with fixtures refuses what somebody asks of it."""

from enum import StrEnum


class TournamentReason(StrEnum):
    """What stands against a request, and what can be done instead. Each value is the English sentence."""

    GONE = "There is no such league any more; look at `/league fixtures` for those that run."
    DRAWN = "This league has been drawn already; join the next one."
    NOT_DRAWN = "This league has not been drawn yet; draw it when enough people have joined."
    OVER = "This league is over; join or open another one."
    CANCELLED = "This league was cancelled; join or open another one."
    JOINED = "You take part in this league already; leave it if you don't want to."
    FULL = "This league has {most} players, as many as it can have; join the next one."
    NOT_IN = "You don't take part in this league; join the next one before it is drawn."
    THEY_ARE_NOT_IN = "They don't take part in this league; look at its table to see who does."
    WITHDRAWN = "Who has withdrawn from this league is out of it for good; its table tells who plays on."
    TOO_FEW = "A league needs {least} players or more; draw it when somebody else has joined."
    NOT_YOURS = "This fixture is of two others; press the button of one of yours."
    NOT_YET = "The matchday of this fixture has not begun; play it when it has."
    LATE = "The time of this fixture is up; look at the league's table for what has become of it."
    DECIDED = "This fixture is decided already; look at the league's table."
    EMPTY_NAME = "A league goes by its name; write at least one character that can be seen."
    LONG_NAME = "A league's name has at most {most} characters; write a shorter one."
    SAME_NAME = "A league called {name} is not over yet; choose another name."
    MANY_LEAGUES = (
        "This server has {most} leagues that are not over, as many as it can have; let one end, or cancel it."
    )
    HOURS = "A matchday lasts from {least} to {most} hours; choose a time between."
    PAST = "A deadline lies ahead, within {most} days; choose a later time, or a nearer one."
