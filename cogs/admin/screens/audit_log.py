"""The audit log of a server in words."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final, TypeAlias

from discord import ui

from bot.play.setting_changes import changes_from
from bot.ratings.ports import AuditEntry
from bot.text.catalogs import Texts
from bot.text.ratings import season_called, season_name
from cogs.admin.screens.settings import change_words, person_words
from cogs.edge.layout import layout, plain_text, small, text, title

A_PAGE: Final = 10
"""Entries per page."""
_Words: TypeAlias = Callable[[Texts, AuditEntry], str]


def log_screen(texts: Texts, deeds: Sequence[AuditEntry], page: int, pages: int, notice: str = "") -> ui.LayoutView:
    """Show a page of the log, from 1, newest entries first."""
    lines = [
        texts.t(
            "- {time} · {actor}: {deed}",
            time=f"<t:{deed.at // 1000}:f>",
            actor=texts.t("the bot") if not deed.actor else person_words(texts, deed.actor),
            deed=deed_words(texts, deed),
        )
        for deed in deeds
    ]
    none = texts.t("Nobody has set or changed anything here yet.")
    where = texts.t("Page {page} of {pages}. `/rummy-admin log` shows another one by `page`.", page=page, pages=pages)
    return layout(
        text(
            title(texts.t("What was done on this server")),
            notice,
            *(lines or [none]),
            small(where) if pages > 1 else "",
        )
    )


def deed_words(texts: Texts, deed: AuditEntry) -> str:
    """Return an entry in words; an unknown action is shown as stored."""
    if deed.what in _DEEDS:
        return _DEEDS[deed.what](texts, deed)
    return plain_text(f"{deed.what} {deed.about}".strip())


def game_words(texts: Texts, deed: AuditEntry) -> str:
    """Return the number of an entry's game, with the reason if there is one."""
    game = texts.t("game {number}", number=deed.table)
    return texts.t("{game} ({why})", game=game, why=plain_text(deed.about)) if deed.about else game


def _settings_words(texts: Texts, deed: AuditEntry) -> str:
    """Return changed settings in words, with their old values."""
    try:
        changes = changes_from(deed.about)
    except ValueError:
        return plain_text(deed.about)
    return " · ".join(change_words(texts, name, change) for name, change in changes.items())


def _renamed_words(texts: Texts, deed: AuditEntry) -> str:
    """Return the old and the new name of a season, stored as two lines."""
    before, _, after = deed.about.partition("\n")
    return texts.t("renamed the season {before} to {after}", before=_season(texts, before), after=_season(texts, after))


def _season(texts: Texts, name: str) -> str:
    """Return a season's name; an empty one is all time."""
    return plain_text(season_called(texts, name) if name else season_name(texts, None))


def _channel(about: str) -> str:
    """Return the mention of the channel whose id is in a text."""
    number = "".join(sign for sign in about if sign.isdigit())
    return f"<#{number}>"


def _target(texts: Texts, deed: AuditEntry) -> str:
    """Return the mention of the user an entry is about."""
    return texts.t("somebody") if deed.target is None else person_words(texts, deed.target)


_DEEDS: Final[Mapping[str, _Words]] = {
    "settings": _settings_words,
    "preset-delete": lambda texts, deed: texts.t("deleted the preset {name}", name=plain_text(deed.about)),
    "season-start": lambda texts, deed: texts.t("started the season {name}", name=_season(texts, deed.about)),
    "season-end": lambda texts, deed: texts.t("ended the season {name}", name=_season(texts, deed.about)),
    "season-rename": _renamed_words,
    "void": lambda texts, deed: texts.t("took back the result of {game}", game=game_words(texts, deed)),
    "restore": lambda texts, deed: texts.t("let the result of {game} count again", game=game_words(texts, deed)),
    "remove": lambda texts, deed: texts.t(
        "took {user} from table {number}", user=_target(texts, deed), number=deed.table
    ),
    "close": lambda texts, deed: texts.t("closed table {number}", number=deed.table),
    "standings-post": lambda texts, deed: texts.t(
        "put the standings on show in {channel}", channel=_channel(deed.about)
    ),
    "standings-remove": lambda texts, _: texts.t("took the message with the standings away"),
    "standings-gone": lambda texts, deed: texts.t(
        "forgot the message with the standings in {channel}, which somebody had deleted", channel=_channel(deed.about)
    ),
    "league-open": lambda texts, deed: texts.t("opened the tournament {name}", name=plain_text(deed.about)),
    "league-draw": lambda texts, deed: texts.t("drew the tournament {name}", name=plain_text(deed.about)),
    "league-cancel": lambda texts, deed: texts.t("canceled the tournament {name}", name=plain_text(deed.about)),
    "league-withdraw": lambda texts, deed: texts.t(
        "removed {user} from the tournament {name}", user=_target(texts, deed), name=plain_text(deed.about)
    ),
    "league-deadline": lambda texts, deed: texts.t(
        "moved the deadline of the tournament {name}", name=plain_text(deed.about)
    ),
    "export": lambda texts, deed: texts.t("exported the results ({season})", season=_season(texts, deed.about)),
}
