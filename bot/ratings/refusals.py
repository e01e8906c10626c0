"""Reasons for refusing requests about seasons and results."""

from enum import StrEnum


class RatingsReason(StrEnum):
    """Why a request is refused and what to do instead. Each value is the English message id.

    Placeholders such as ``{season_start}`` are replaced by the mentions of commands.
    """

    SEASON_RUNS = "{name} is already running. End it before you start another season."
    NAMED_A_MONTH = "Names like 2026-11 are reserved for monthly seasons. Choose another one, such as Autumn."
    NO_SEASON = "No season is running on this server. Start one with {season_start}."
    NO_SUCH_SEASON = "There's no such season on this server. Choose one from the list."
    BY_CALENDAR = "Each calendar month is a season on this server. Turn that off with {season_monthly} first."
    NO_SUCH_GAME = "There's no such game on this server. Choose one from the list."
    VOID_ALREADY = "That result is already void. {restore} makes it count again."
    NOT_VOID = "That result isn't void, so it already counts. {void} voids it."
    NO_RESULT = "That game was closed without a result, so there's nothing to void."
