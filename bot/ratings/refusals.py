"""Reasons for refusing requests about seasons and results."""

from enum import StrEnum


class RatingsReason(StrEnum):
    """Why a request is refused and what to do instead. Each value is the English message id.

    Placeholders such as ``{season_start}`` are replaced by the mentions of commands.
    """

    SEASON_RUNS = "{name} runs already; end it before you start another one."
    NAMED_A_MONTH = "Names like 2026-11 are for seasons that follow the calendar; choose another one, such as Autumn."
    NO_SEASON = "No season runs here; start one by {season_start}."
    NO_SUCH_SEASON = "There is no such season here; choose one from the list."
    BY_CALENDAR = "Each calendar month is a season here; switch that off by {season_monthly} first."
    NO_SUCH_GAME = "There is no such game here; choose one from the list."
    VOID_ALREADY = "That result has been taken back already; {restore} lets it count again."
    NOT_VOID = "That result has not been taken back, so it counts as it is; {void} would take it back."
    NO_RESULT = "That game was closed with no result, so there is nothing to take back."
