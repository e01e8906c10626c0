"""Screens of a user's notification settings."""

from discord import ui

from bot.play.people import Notifications, Preferences, Quiet
from bot.play.timing.pings import quiet_until
from bot.text.catalogs import Texts
from cogs.edge.layout import layout, small, text, title
from cogs.edge.times_of_day import clock_in, clock_words


def notifications_screen(texts: Texts, person: Preferences, now: int, notice: str = "") -> ui.LayoutView:
    """Show the user's settings and how to change them; ``now`` is in epoch milliseconds."""
    return layout(
        text(
            title(texts.t("When it is your turn")),
            notice,
            f"- {notifications_words(texts, person.notifications)}",
            *(f"- {line}" for line in _quiet_lines(texts, person.quiet, now)),
            small(_ways_words(texts, person)),
        )
    )


def notifications_words(texts: Texts, notifications: Notifications) -> str:
    """Return how a user is notified."""
    match notifications:
        case Notifications.CHANNEL:
            return texts.t("A short message in the table's channel mentions you. It goes away when you have moved.")
        case Notifications.DIRECT:
            return texts.t("A direct message tells you. It goes away when you have moved.")
        case Notifications.NONE:
            return texts.t("Nothing calls you.")


def _quiet_lines(texts: Texts, quiet: Quiet | None, now: int) -> tuple[str, ...]:
    """Return a user's quiet hours."""
    if quiet is None:
        return (texts.t("Quiet hours: none."),)
    hours = texts.t(
        "Quiet hours: from {start} to {end} in {zone}, where it is {time} now. A call that comes up then waits until "
        "they end.",
        start=clock_words(quiet.start),
        end=clock_words(quiet.end),
        zone=quiet.zone.replace("_", " "),
        time=clock_in(quiet.zone, now),
    )
    until = quiet_until(quiet, now)
    if until == now:
        return (hours,)
    return hours, texts.t("You are in them now, until <t:{end}:t>.", end=until // 1000)


def _ways_words(texts: Texts, person: Preferences) -> str:
    """Return how to change the settings."""
    if person.quiet is None:
        return texts.t(
            "`/me notifications` changes this: `calls` says where; `quiet_from`, `quiet_to` and `zone` together set "
            "quiet hours."
        )
    return texts.t(
        "`/me notifications` changes this: `calls` says where; `quiet_from`, `quiet_to` and `zone` move quiet hours; "
        "`quiet_from: off` ends them."
    )
