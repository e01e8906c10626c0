"""The screen of a server's audit log."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final, TypeAlias

from discord import ui

from bot.play.people import changes_from
from bot.ratings.ports import AuditEntry
from bot.text.catalogs import Texts
from bot.text.ratings import season_called, season_name
from cogs.admin.screens.settings import change_words, person_words
from cogs.edge.layout import layout, plain_text, small, text, title

A_PAGE: Final = 10
"""Entries per page."""
_Words: TypeAlias = Callable[[Texts, AuditEntry], str]


def log_screen(texts: Texts, entries: Sequence[AuditEntry], page: int, pages: int, notice: str = "") -> ui.LayoutView:
    """Show a page of the log, newest entries first; pages count from 1."""
    lines = [
        texts.t(
            "- {time} · {actor}: {action}",
            time=f"<t:{entry.at // 1000}:f>",
            actor=texts.t("the bot") if not entry.actor else person_words(texts, entry.actor),
            action=entry_words(texts, entry),
        )
        for entry in entries
    ]
    none = texts.t("Nothing has been set or changed on this server yet.")
    where = texts.t(
        "Page {page} of {pages}. See another one with `/rummy-admin log` and `page`.", page=page, pages=pages
    )
    return layout(
        text(
            title(texts.t("Admin log of this server")),
            notice,
            *(lines or [none]),
            small(where) if pages > 1 else "",
        )
    )


def entry_words(texts: Texts, entry: AuditEntry) -> str:
    """Return an entry in words; an unknown action is shown as stored."""
    if entry.what in _ACTIONS:
        return _ACTIONS[entry.what](texts, entry)
    return plain_text(f"{entry.what} {entry.about}".strip())


def game_words(texts: Texts, entry: AuditEntry) -> str:
    """Return the number of an entry's game, with the reason if there is one."""
    game = texts.t("game {number}", number=entry.table)
    return texts.t("{game} ({why})", game=game, why=plain_text(entry.about)) if entry.about else game


def _settings_words(texts: Texts, entry: AuditEntry) -> str:
    """Return changed settings in words, with their old values."""
    try:
        changes = changes_from(entry.about)
    except ValueError:
        return plain_text(entry.about)
    return " · ".join(change_words(texts, name, change) for name, change in changes.items())


def _renamed_words(texts: Texts, entry: AuditEntry) -> str:
    """Return the old and the new name of a season, stored as two lines."""
    before, _, after = entry.about.partition("\n")
    return texts.t("renamed the season {before} to {after}", before=_season(texts, before), after=_season(texts, after))


def _season(texts: Texts, name: str) -> str:
    """Return a season's name; an empty one is all time."""
    return plain_text(season_called(texts, name) if name else season_name(texts, None))


def _channel(about: str) -> str:
    """Return the mention of the channel whose id is in a text."""
    number = "".join(sign for sign in about if sign.isdigit())
    return f"<#{number}>"


def _target(texts: Texts, entry: AuditEntry) -> str:
    """Return the mention of the user an entry is about."""
    return texts.t("a former member") if entry.target is None else person_words(texts, entry.target)


_ACTIONS: Final[Mapping[str, _Words]] = {
    "settings": _settings_words,
    "preset-delete": lambda texts, entry: texts.t("deleted the preset {name}", name=plain_text(entry.about)),
    "season-start": lambda texts, entry: texts.t("started the season {name}", name=_season(texts, entry.about)),
    "season-end": lambda texts, entry: texts.t("ended the season {name}", name=_season(texts, entry.about)),
    "season-rename": _renamed_words,
    "void": lambda texts, entry: texts.t("voided the result of {game}", game=game_words(texts, entry)),
    "restore": lambda texts, entry: texts.t("restored the result of {game}", game=game_words(texts, entry)),
    "remove": lambda texts, entry: texts.t(
        "removed {user} from table {number}", user=_target(texts, entry), number=entry.table
    ),
    "close": lambda texts, entry: texts.t("closed table {number}", number=entry.table),
    "standings-post": lambda texts, entry: texts.t("posted the standings in {channel}", channel=_channel(entry.about)),
    "standings-remove": lambda texts, _: texts.t("removed the standings message"),
    "standings-gone": lambda texts, entry: texts.t(
        "noticed that the standings message in {channel} was deleted", channel=_channel(entry.about)
    ),
    "lounge-post": lambda texts, entry: texts.t("posted the lounge in {channel}", channel=_channel(entry.about)),
    "lounge-remove": lambda texts, _: texts.t("removed the lounge"),
    "lounge-gone": lambda texts, entry: texts.t(
        "noticed that the lounge in {channel} was deleted", channel=_channel(entry.about)
    ),
    "league-open": lambda texts, entry: texts.t("opened the tournament {name}", name=plain_text(entry.about)),
    "league-draw": lambda texts, entry: texts.t("drew the tournament {name}", name=plain_text(entry.about)),
    "league-cancel": lambda texts, entry: texts.t("canceled the tournament {name}", name=plain_text(entry.about)),
    "league-withdraw": lambda texts, entry: texts.t(
        "removed {user} from the tournament {name}", user=_target(texts, entry), name=plain_text(entry.about)
    ),
    "league-deadline": lambda texts, entry: texts.t(
        "moved the deadline of the tournament {name}", name=plain_text(entry.about)
    ),
    "export": lambda texts, entry: texts.t("exported the results ({season})", season=_season(texts, entry.about)),
}
