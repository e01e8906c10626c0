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
        return texts.t("No time limit")
    turn = duration_words(texts, limits.turn)
    if pace is Pace.SLOW:
        return texts.t("Slow: {turn} per turn", turn=turn)
    if not limits.bank:
        return texts.t("Live: {turn} per turn", turn=turn)
    bank = duration_words(texts, limits.bank)
    return texts.t("Live: {turn} per turn + {bank} reserve", turn=turn, bank=bank)


def settings_lines(texts: Texts, row: TableRow) -> tuple[str, ...]:
    """Return a line for each setting of a table apart from rules and pace."""
    settings = row.settings
    inviting = row.status is Status.LOBBY and row.fixture is None  # the players of a fixture are fixed
    lines = (
        texts.t("Starts as soon as another player joins") if settings.quick and inviting else "",
        texts.t("Invite only") if settings.invite_only and inviting else "",
        texts.t("No assistance: you find melds and count deadwood yourself") if settings.unassisted else "",
        no_take_back_words(texts, row),
        _rated_words(texts, row),
    )
    return tuple(line for line in lines if line)


def bounds_screen(texts: Texts, bounds: Bounds, notice: str = "") -> ui.LayoutView:
    """Show moderators the server's bounds for time limits, and the limits of a new table."""
    return layout(
        text(
            title(texts.t("Time limits on this server")),
            notice,
            texts.t(
                "- Live: hosts can set {least} to {most} per turn, and up to {bank} reserve.",
                least=duration_words(texts, bounds.live_turn[0]),
                most=duration_words(texts, bounds.live_turn[1]),
                bank=duration_words(texts, bounds.live_bank[1]),
            ),
            texts.t(
                "- Slow: hosts can set {least} to {most} per turn.",
                least=duration_words(texts, bounds.slow_turn[0]),
                most=duration_words(texts, bounds.slow_turn[1]),
            ),
            texts.t("New tables start with:"),
            *(f"- {pace_words(texts, pace, limits_for(pace, bounds))}" for pace in (Pace.LIVE, Pace.SLOW)),
            small(texts.t("`/rummy-admin pace` changes this. Open tables keep their limits.")),
        )
    )


def _rated_words(texts: Texts, row: TableRow) -> str:
    """Return whether a game is rated, and if not, why. Empty for a rated game that is over."""
    if lobby.is_rated(row):
        rated = texts.t("Rated (very short games and repeated pairings don't count)")
        return rated if row.status in OPEN else ""
    hints = not row.settings.unassisted
    if row.settings.friendly:
        return texts.t("Friendly: not rated, hints allowed") if hints else texts.t("Friendly: not rated")
    if any(player.is_computer for player in row.seats):
        return (
            texts.t("Not rated (a computer plays), hints allowed") if hints else texts.t("Not rated (a computer plays)")
        )
    return texts.t("Not rated (training), hints allowed") if hints else texts.t("Not rated (training)")
