"""A table's pace and settings, and the server's bounds for time limits."""

from discord import ui

from bot.play import lobby
from bot.play.timing.pace import limits_for
from bot.play.values import OPEN, Bounds, Pace, Status, TableRow, TimeLimits
from bot.text.catalogs import Texts
from bot.text.durations import duration_words
from cogs.edge.layout import layout, small, text, title
from cogs.table.screens.discarding import no_take_back_words


def pace_words(texts: Texts, pace: Pace, limits: TimeLimits | None) -> str:
    """Return the pace and its time limits."""
    if limits is None or pace is Pace.NONE:
        return texts.t("Pace: none, a turn takes as long as it takes")
    turn = duration_words(texts, limits.turn)
    if pace is Pace.SLOW:
        return texts.t("Pace: slow, {turn} a turn", turn=turn)
    if not limits.bank:
        return texts.t("Pace: live, {turn} a turn", turn=turn)
    bank = duration_words(texts, limits.bank)
    return texts.t("Pace: live, {turn} a turn and {bank} in reserve for the whole game", turn=turn, bank=bank)


def settings_lines(texts: Texts, row: TableRow) -> tuple[str, ...]:
    """Return a line for each setting of a table apart from rules and pace."""
    settings = row.settings
    inviting = row.status is Status.LOBBY and row.fixture is None  # the players of a fixture are fixed
    lines = (
        texts.t("Starts by itself as soon as somebody joins") if settings.quick and inviting else "",
        texts.t("Closed: only who is invited can sit down") if settings.invite_only and inviting else "",
        texts.t("Bare: no deadwood is counted, no melds are found, nothing is suggested")
        if settings.unassisted
        else "",
        no_take_back_words(texts, row),
        _rated_words(texts, row),
    )
    return tuple(line for line in lines if line)


def bounds_screen(texts: Texts, bounds: Bounds, notice: str = "") -> ui.LayoutView:
    """Show moderators the server's bounds for time limits, and the limits of a new table."""
    return layout(
        text(
            title(texts.t("Time at the tables of this server")),
            notice,
            texts.t(
                "- Live: a host can set {least} to {most} a turn, and at most {bank} in reserve.",
                least=duration_words(texts, bounds.live_turn[0]),
                most=duration_words(texts, bounds.live_turn[1]),
                bank=duration_words(texts, bounds.live_bank[1]),
            ),
            texts.t(
                "- Slow: a host can set {least} to {most} a turn.",
                least=duration_words(texts, bounds.slow_turn[0]),
                most=duration_words(texts, bounds.slow_turn[1]),
            ),
            texts.t("What a new table has:"),
            *(f"- {pace_words(texts, pace, limits_for(pace, bounds))}" for pace in (Pace.LIVE, Pace.SLOW)),
            small(texts.t("`/rummy-admin pace` changes this; tables that are open keep what they have.")),
        )
    )


def _rated_words(texts: Texts, row: TableRow) -> str:
    """Return whether a game is rated, and if not, why. Empty for a rated game that is over."""
    if lobby.is_rated(row):
        rated = texts.t("Rated, unless somebody makes fewer than three moves or two of you have met too often today")
        return rated if row.status in OPEN else ""
    if row.settings.friendly:
        why = texts.t("Friendly: the game is not rated")
    elif any(player.is_computer for player in row.seats):
        why = texts.t("Not rated, as a computer plays")
    else:
        why = texts.t("Not rated, as it is training")
    return why if row.settings.unassisted else texts.t("{why}; hints are open", why=why)
