"""Reasons for refusing requests about tournaments."""

from enum import StrEnum


class TournamentReason(StrEnum):
    """Why a request is refused and what to do instead. Each value is the English message id.

    ``{tournament_fixtures}`` is replaced by the mention of that command.
    """

    GONE = "That tournament no longer exists. {tournament_fixtures} shows the current ones."
    DRAWN = "This tournament has already been drawn. Join the next one."
    NOT_DRAWN = "This tournament hasn't been drawn yet. Draw it when enough players have joined."
    OVER = "This tournament is over. Join or open another one."
    CANCELED = "This tournament was canceled. Join or open another one."
    JOINED = "You're already in this tournament. Press Leave if you don't want to play."
    FULL = "This tournament is full with {most} players. Join the next one."
    NOT_IN = "You aren't in this tournament. Join the next one before it is drawn."
    THEY_ARE_NOT_IN = "That player isn't in this tournament. Its table shows everyone who is."
    WITHDRAWN = "Players who withdrew from this tournament can't return. Its table shows who is still playing."
    TOO_FEW = "A tournament needs at least {least} players. Draw it when more have joined."
    NOT_YOURS = "You aren't in this fixture. Press the button of one of yours."
    NOT_YET = "This fixture's matchday hasn't started yet. Play it then."
    LATE = "The deadline of this fixture has passed. The tournament's table shows how it was decided."
    DECIDED = "This fixture is already decided. Look at the tournament's table."
    MEETING_TIME = "Choose a time between now and the deadline of your fixture. Set a time shows it."
    MEETING_CHANGED = "That suggestion is no longer current. Press Set a time to see the latest one."
    MEETING_PLAYING = "Your game is already running, so there's no time to agree on. Play on."
    EMPTY_NAME = "A tournament needs a name with at least one visible character."
    INVISIBLE_NAME = (
        "That name has invisible characters, which some emoji contain. Type only characters that everyone can see."
    )
    LONG_NAME = "A tournament's name can have at most {most} characters. Choose a shorter one."
    SAME_NAME = "There's already an active tournament called {name}. Choose another name."
    MANY_ACTIVE = (
        "This server already has {most} active tournaments, the most it can have. Wait until one ends, or cancel one."
    )
    HOURS = "A matchday can last {least} to {most} hours. Choose a time in that range."
    PAST = "A deadline has to be in the future, within {most} days. Choose another time."
