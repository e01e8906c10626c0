"""Screens of a user's notification settings."""

from collections.abc import Sequence

from discord import ui

from bot.play.people import Notifications, Preferences, Quiet
from bot.play.timing.pings import quiet_until
from bot.text.catalogs import Texts
from bot.text.lists import all_of
from bot.text.ratings import member_name
from cogs.edge.clicking.page_controls import chooser
from cogs.edge.layout import LONGEST_LIST, layout, option, small, text, title
from cogs.edge.times_of_day import clock_in, clock_words
from cogs.table.inviting import ALLOW


def notifications_screen(
    texts: Texts,
    person: Preferences,
    now: int,
    notice: str = "",
    refused: Sequence[tuple[int, str | None]] = (),
) -> ui.LayoutView:
    """Show the user's settings and how to change them; ``now`` is in epoch milliseconds.

    ``refused`` are the players who can't invite the user any more, with their names if known.
    """
    shown = refused[:LONGEST_LIST]
    options = [option(member_name(texts, one, {one: name} if name else {}), str(one)) for one, name in shown]
    return layout(
        text(
            title(texts.t("Turn notifications")),
            notice,
            f"- {notifications_words(texts, person.notifications)}",
            *(f"- {line}" for line in _quiet_lines(texts, person.quiet, now)),
            *([] if person.notifications is Notifications.NONE else [f"- {_invitations_words(texts)}"]),
            *([f"- {_refused_words(texts, refused)}"] if refused else []),
            small(_ways_words(texts, person)),
        ),
        chooser(texts.t("Allow invitations again"), options, ALLOW) if options else [],
    )


def _invitations_words(texts: Texts) -> str:
    """Return how a user is invited."""
    return texts.t("Invitations to tables come the same way, but not in quiet hours.")


def _refused_words(texts: Texts, refused: Sequence[tuple[int, str | None]]) -> str:
    """Return whose invitations the user doesn't get."""
    names = all_of(texts, [f"<@{one}>" for one, _ in refused[:LONGEST_LIST]])
    return texts.t("These players can't invite you: {names}.", names=names)


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
