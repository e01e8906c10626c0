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
            title(texts.t("Turn notifications")),
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
            return texts.t(
                "When it's your turn, a short message in the table's channel mentions you. It disappears when you've "
                "moved."
            )
        case Notifications.DIRECT:
            return texts.t("When it's your turn, you get a direct message. It disappears when you've moved.")
        case Notifications.NONE:
            return texts.t("You don't get notifications.")


def _quiet_lines(texts: Texts, quiet: Quiet | None, now: int) -> tuple[str, ...]:
    """Return a user's quiet hours."""
    if quiet is None:
        return (texts.t("Quiet hours: none."),)
    hours = texts.t(
        "Quiet hours: {start} to {end} in {zone} (it's {time} there now). Notifications wait until quiet hours are "
        "over.",
        start=clock_words(quiet.start),
        end=clock_words(quiet.end),
        zone=quiet.zone.replace("_", " "),
        time=clock_in(quiet.zone, now),
    )
    until = quiet_until(quiet, now)
    if until == now:
        return (hours,)
    return hours, texts.t("It's quiet now; notifications start again at <t:{end}:t>.", end=until // 1000)


def _ways_words(texts: Texts, person: Preferences) -> str:
    """Return how to change the settings."""
    if person.quiet is None:
        return texts.t(
            "Change this with `/me notifications`: `where` you get them; `quiet_from`, `quiet_to` and `zone` together "
            "set quiet hours."
        )
    return texts.t(
        "Change this with `/me notifications`: `where` you get them; `quiet_from`, `quiet_to` and `zone` change quiet "
        "hours; `quiet_from: off` turns them off."
    )
