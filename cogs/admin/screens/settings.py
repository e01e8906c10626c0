"""Screens of a server's settings: their values, their commands, and changes."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, cast

from discord import ui

from bot.play.state.people import Changes, Preset, Server, plain
from bot.ratings.values import Season
from bot.rummy.families import Variant
from bot.text.catalogs import Texts, language_name
from bot.text.games import variant_name
from bot.text.lists import duration_words
from bot.text.ratings import scope_name, season_name
from cogs.edge.layout import bold, layout, plain_text, small, text, title
from cogs.me.tastes import look_words

COMMANDS: Final[Mapping[str, tuple[str, ...]]] = {
    "channels": ("channels",),
    "openers": ("openers",),
    "variant": ("defaults",),
    "preset": ("defaults",),
    "rated": ("defaults",),
    "meetings": ("defaults",),
    "bounds": ("pace",),
    "language": ("language",),
    "look": ("look",),
    "monthly": ("season", "monthly"),
    "zone": ("season", "monthly"),
    "board": ("standings",),
    "lounge": ("lounge",),
    "daily": ("setup",),
    "puzzles": ("setup",),
}
"""The `/rummy-admin` command of each setting, in the order in which they are shown."""


def setup_screen(
    texts: Texts,
    server: Server,
    season: Season | None,
    notice: str = "",
    *,
    permissions: Sequence[str] = (),
    pages: Sequence[ui.ActionRow[ui.LayoutView]] = (),
) -> ui.LayoutView:
    """Show all settings with their commands; ``season`` is the current one.

    ``permissions`` are lines about the bot's permissions, ``pages`` the buttons that change settings.
    """
    values = plain(server)
    shown = [name for name in COMMANDS if name != "zone" or server.monthly]
    lines = [
        texts.t(
            "- {name}: {value} · `{command}`",
            name=bold(setting_name(texts, name)),
            value=setting_words(texts, name, values[name]),
            command=texts.command(" ".join(("rummy-admin", *COMMANDS[name]))),
        )
        for name in shown
    ]
    return layout(
        text(
            title(texts.t("Setup of this server")),
            notice,
            *permissions,
            *lines,
            running_words(texts, season),
            small(_more_words(texts)),
        ),
        pages,
    )


@dataclass(frozen=True, slots=True)
class SettingsSection:
    """Settings shown together, with a hint on how to change them; ``changes`` were just made."""

    names: Sequence[str]
    hint: str
    changes: Changes = field(default_factory=dict)
    notice: str = ""


def _more_words(texts: Texts) -> str:
    return texts.t(
        "More under `{/rummy-admin}`: `{command presets}` lists saved house rules, `{command tournament}` runs "
        "tournaments, `{command void}` and `{command restore}` decide which results count, `{command remove}` and "
        "`{command close}` manage the channel's table, `{command export}` downloads all results, and `{command log}` "
        "lists admin actions."
    )


def settings_screen(texts: Texts, server: Server, section: SettingsSection) -> ui.LayoutView:
    """Show a section of settings, marking the changed ones."""
    told = setting_lines(texts, server, section.names, section.changes)
    return layout(text(title(texts.t("Settings of this server")), section.notice, *told, small(section.hint)))


def setting_lines(texts: Texts, server: Server, names: Sequence[str], changes: Changes) -> list[str]:
    """Return a line per setting, marking the changed ones."""
    values = plain(server)
    return [line for name in names for line in _told(texts, name, values[name], changes)]


def _told(texts: Texts, name: str, value: object, changes: Changes) -> Iterable[str]:
    """Yield the line of a setting, with its old value if it was just changed."""
    if name in changes:
        yield texts.t("- {change} (from now on)", change=change_words(texts, name, changes[name]))
    else:
        yield texts.t(
            "- {name}: {value}", name=bold(setting_name(texts, name)), value=setting_words(texts, name, value)
        )


def change_words(texts: Texts, name: str, change: tuple[object, object]) -> str:
    """Return a change in words: ``Rated games: yes → no``."""
    before, after = (setting_words(texts, name, value) for value in change)
    return texts.t("{name}: {before} → {after}", name=bold(setting_name(texts, name)), before=before, after=after)


def running_words(texts: Texts, season: Season | None) -> str:
    """Return the current season in words."""
    if season is None:
        return texts.t(
            "- No season is running, so games count only for the all-time standings. `{/rummy-admin season start}`"
        )
    since = f"<t:{season.started_at // 1000}:D>"
    return texts.t(
        "- Current season: {name}, running since {date}.",
        name=bold(plain_text(season_name(texts, season))),
        date=since,
    )


def presets_screen(texts: Texts, presets: Sequence[Preset], usual: str | None, notice: str = "") -> ui.LayoutView:
    """Show the presets of a server; ``usual`` is the default of new tables."""
    lines = [
        texts.t(
            "- {name} · {game} · saved by {user} {time}",
            name=bold(plain_text(preset.name)),
            game=variant_name(texts, preset.options.variant),
            user=person_words(texts, preset.user),
            time=f"<t:{preset.at // 1000}:D>",
        )
        + (texts.t(" · default for new tables") if preset.name == usual else "")
        for preset in presets
    ]
    hint = texts.t(
        "Hosts save presets under *{button House rules}* in a lobby. `{/rummy-admin presets}` with `{option delete}` "
        "deletes one; `{/rummy-admin defaults}` sets the one for new tables."
    )
    none = texts.t("No presets saved yet.")
    return layout(text(title(texts.t("House rule presets of this server")), notice, *(lines or [none]), small(hint)))


def person_words(texts: Texts, user: int) -> str:
    """Return the mention of a user (these messages ping nobody), or the words for a deleted one."""
    return texts.t("Former player") if user < 0 else f"<@{user}>"


def setting_name(texts: Texts, name: str) -> str:
    """Return a setting's name."""
    return _NAMES[name](texts) if name in _NAMES else name


def setting_words(texts: Texts, name: str, value: object) -> str:
    """Return a setting's JSON value (`bot.play.state.people.plain`) in words."""
    return _VALUES[name](texts, value) if name in _VALUES else str(value)


def _channels_words(_: Texts, value: object) -> str:
    return " ".join(f"<#{channel}>" for channel in cast("list[int]", value))


def _variant_words(texts: Texts, value: object) -> str:
    return variant_name(texts, Variant(str(value))) if value else texts.t("Gin, or as house rules say")


def _board_words(texts: Texts, board: object) -> str:
    about = cast("dict[str, Any]", board)
    scope = None if about["variant"] is None else Variant(about["variant"])
    return texts.t("in {channel}: {scope}", channel=f"<#{about['channel']}>", scope=scope_name(texts, scope))


def _lounge_words(texts: Texts, lounge: object) -> str:
    about = cast("dict[str, Any]", lounge)
    if about["reposts"]:
        return texts.t("in {channel}, reposted when it scrolls up", channel=f"<#{about['channel']}>")
    return texts.t("in {channel}", channel=f"<#{about['channel']}>")


def _yes_or_no(texts: Texts, value: object) -> str:
    return texts.p("setting", "yes") if value else texts.p("setting", "no")


def _daily_words(texts: Texts, daily: object) -> str:
    return texts.t("in {channel}", channel=f"<#{cast('dict[str, Any]', daily)['channel']}>")


def _bounds_words(texts: Texts, bounds: object) -> str:
    value = cast("dict[str, list[int]]", bounds)
    live, bank, slow = (value[name] for name in ("live_turn", "live_bank", "slow_turn"))
    words = [duration_words(texts, length) for length in (*live, bank[1], *slow)]
    return texts.t(
        "live: {live_from} to {live_to}, reserve up to {bank}; slow: {slow_from} to {slow_to}",
        live_from=words[0],
        live_to=words[1],
        bank=words[2],
        slow_from=words[3],
        slow_to=words[4],
    )


_NAMES: Final[Mapping[str, Callable[[Texts], str]]] = {
    "channels": lambda texts: texts.p("setting", "Table channels"),
    "openers": lambda texts: texts.p("setting", "Who can open tables"),
    "variant": lambda texts: texts.p("setting", "Game of new tables"),
    "preset": lambda texts: texts.p("setting", "House rules of new tables"),
    "rated": lambda texts: texts.p("setting", "Rated games"),
    "meetings": lambda texts: texts.p("setting", "Rated games per day between the same two players"),
    "bounds": lambda texts: texts.p("setting", "Time per turn"),
    "language": lambda texts: texts.p("setting", "Language"),
    "look": lambda texts: texts.p("setting", "Look of public pictures"),
    "monthly": lambda texts: texts.p("setting", "Seasons"),
    "zone": lambda texts: texts.p("setting", "Time zone"),
    "board": lambda texts: texts.p("setting", "Standings message"),
    "lounge": lambda texts: texts.p("setting", "Lounge"),
    "daily": lambda texts: texts.p("setting", "Daily deal"),
    "puzzles": lambda texts: texts.p("setting", "Puzzles from games here"),
}
_VALUES: Final[Mapping[str, Callable[[Texts, object], str]]] = {
    "channels": lambda texts, value: _channels_words(texts, value) or texts.p("channels", "all"),
    "openers": lambda texts, value: texts.p("who can open tables", "everyone") if value is None else f"<@&{value}>",
    "variant": _variant_words,
    "preset": lambda texts, value: plain_text(str(value)) if value else texts.t("standard rules"),
    "rated": _yes_or_no,
    "puzzles": _yes_or_no,
    "language": lambda texts, value: language_name(texts, None if value is None else str(value)),
    "look": lambda texts, value: look_words(texts, str(value)),
    "monthly": lambda texts, value: texts.p("seasons", "monthly") if value else texts.t("started and ended by admins"),
    "zone": lambda _, value: str(value).replace("_", " "),
    "board": lambda texts, value: _board_words(texts, value) if value else texts.p("standings message", "none"),
    "lounge": lambda texts, value: _lounge_words(texts, value) if value else texts.p("lounge", "none"),
    "daily": lambda texts, value: _daily_words(texts, value) if value else texts.p("daily message", "no message"),
    "bounds": _bounds_words,
}
