"""Why the league refuses what somebody asks of its seasons and results."""

from enum import StrEnum


class RatingsReason(StrEnum):
    """What stands against a request, and what can be done instead. Each value is the English sentence."""

    SEASON_RUNS = "{name} runs already; end it before you start another one."
    NAMED_A_MONTH = "Names like 2026-11 are for seasons that follow the calendar; choose another one, such as Autumn."
    NO_SEASON = "No season runs here; start one by `/rummy-admin season start`."
    NO_SUCH_SEASON = "There is no such season here; choose one from the list."
    BY_CALENDAR = "Each calendar month is a season here; switch that off by `/rummy-admin season monthly` first."
    NO_SUCH_GAME = "There is no such game here; choose one from the list."
    VOID_ALREADY = "That result has been taken back already; `/rummy-admin restore` lets it count again."
    NOT_VOID = "That result has not been taken back, so it counts as it is; `/rummy-admin void` would take it back."
    NO_RESULT = "That game was closed with no result, so there is nothing to take back."
