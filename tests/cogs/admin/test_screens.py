"""Screens for admins: settings, changes, the audit log; and the confirmation before a deletion."""

from dataclasses import replace
from typing import Any

import pytest

from bot.play.state.limits import Bounds
from bot.play.state.people import (
    DayBoard,
    Lounge,
    Preset,
    Server,
    StandingsBoard,
    changes_between,
    changes_from,
    changes_text,
    plain,
)
from bot.play.state.values import HOUR, SECOND
from bot.ratings.ports import AuditEntry
from bot.ratings.values import Season
from bot.rummy.families import Variant
from bot.rummy.options import options_for
from cogs.admin.results import A_PAGE, entry_words, log_screen
from cogs.admin.screens.settings import SettingsSection, presets_screen, settings_screen, setup_screen
from cogs.me.personal_data import question_screen
from tests.cogs.table.scenes import TEXTS, assert_discord_takes, shown

CLUB = 10**18
FULL = Server(
    CLUB,
    Bounds(slow_turn=(HOUR, 5 * HOUR)),
    tuple(CLUB + n for n in range(25)),
    CLUB + 99,
    Variant.GERMAN,
    "x" * 50,
    rated=False,
    meetings=7,
    language="en",
    monthly=True,
    zone="Europe/Warsaw",
    board=StandingsBoard(CLUB + 3, CLUB + 4, Variant.OKLAHOMA),
    lounge=Lounge(CLUB + 5, CLUB + 6, reposts=True),
    look="vivid contrast",
    daily=DayBoard(CLUB + 7, 412),
)
CHANGES: tuple[tuple[dict[str, Any], str], ...] = (
    ({"channels": (5, 6)}, "**Table channels**: all → <#5> <#6>"),
    ({"openers": 7}, "**Who can open tables**: everyone → <@&7>"),
    ({"variant": Variant.BASIC}, "**Game of new tables**: Gin, or as house rules say → Basic Rummy"),
    ({"preset": "*Ours*"}, "**House rules of new tables**: standard rules → \\*Ours\\*"),
    ({"rated": False}, "**Rated games**: yes → no"),
    ({"meetings": 3}, "**Rated games per day between the same two players**: 5 → 3"),
    (
        {"look": "classic paper dots"},
        "Deck: Four colors · Theme: Felt · Card back: Lattice → Deck: Two colors · Theme: Paper · Card back: Dots",
    ),
    ({"language": "en"}, "**Language**: same as the server on Discord → English"),
    ({"monthly": True}, "**Seasons**: started and ended by admins → monthly"),
    ({"zone": "America/New_York"}, "**Time zone**: UTC → America/New York"),
    ({"lounge": Lounge(8)}, "**Lounge**: none → in <#8>"),
    ({"daily": DayBoard(8, 1)}, "**Daily deal**: no message → in <#8>"),
    ({"puzzles": False}, "**Puzzles from games here**: yes → no"),
    ({"board": StandingsBoard(8)}, "**Standings message**: none → in <#8>: All games"),
    ({"bounds": Bounds(live_turn=(30 * SECOND, 60 * SECOND))}, "30 seconds to 1 minute, reserve up to 30 minutes"),
)


def test_the_setup_names_every_setting_and_its_command() -> None:
    layout = setup_screen(TEXTS, FULL, Season(CLUB, 3, "2026-11", 0))
    assert_discord_takes(layout)
    text = shown(layout).text
    for words in ("<#1000000000000000024>", "<@&1000000000000000099>", "German Rummy", "Oklahoma", "November 2026"):
        assert words in text
    for command in ("channels", "openers", "defaults", "pace", "language", "season monthly", "standings"):
        assert f"`/rummy-admin {command}`" in text
    assert len(plain(FULL)) == text.count("\n- ") - 1 + text.startswith("- "), "a line for each setting and the season"


def test_a_server_without_settings_sees_the_defaults() -> None:
    text = shown(setup_screen(TEXTS, Server(CLUB), None)).text
    assert "**Table channels**: all" in text
    assert "Time zone" not in text, "months do not matter here"
    assert "No season is running" in text


@pytest.mark.parametrize(("change", "words"), CHANGES, ids=[next(iter(change)) for change, _ in CHANGES])
def test_a_change_shows_old_and_new_value_in_the_answer_and_the_log(change: dict[str, Any], words: str) -> None:
    before, after = Server(CLUB), replace(Server(CLUB), **change)
    changes = changes_between(before, after)
    assert list(changes) == list(change)
    layout = settings_screen(TEXTS, after, SettingsSection(tuple(change), "hint", changes))
    assert_discord_takes(layout)
    assert words in shown(layout).text
    entry = AuditEntry(CLUB, 0, 1, "settings", changes_text(changes))
    assert words in entry_words(TEXTS, entry)
    assert changes_from(entry.about) == changes
    assert changes_between(after, after) == {}


def test_every_setting_is_tested() -> None:
    assert {name for change, _ in CHANGES for name in change} == set(plain(FULL))


def test_moving_the_posted_standings_is_not_listed_as_a_changed_setting() -> None:
    board = StandingsBoard(8, 1)
    moved = replace(Server(CLUB), board=replace(board, message=2))
    assert changes_between(replace(Server(CLUB), board=board), moved) == {}


def test_the_audit_log_names_actors_except_deleted_users() -> None:
    told = {
        AuditEntry(CLUB, 1000, 5, "season-start", "Autumn"): "<t:1:f> · <@5>: started a season: Autumn",
        AuditEntry(CLUB, 0, 5, "season-end", "Autumn"): "ended a season: Autumn",
        AuditEntry(CLUB, 0, 5, "season-rename", "One\nTwo"): "renamed a season from One to Two",
        AuditEntry(
            CLUB, 0, -5, "void", "they agreed", table=12
        ): "Former player: voided the result of game 12 (they agreed)",
        AuditEntry(CLUB, 0, 5, "restore", table=12): "restored the result of game 12",
        AuditEntry(CLUB, 0, 5, "remove", target=6, table=12): "removed <@6> from table 12",
        AuditEntry(CLUB, 0, 5, "close", table=12): "closed table 12",
        AuditEntry(CLUB, 0, 5, "preset-delete", "<@5>"): "deleted the preset \\<@5>",
        AuditEntry(CLUB, 0, 5, "season-end", "2026-11"): "ended a season: November 2026",
        AuditEntry(CLUB, 0, 5, "export"): "exported the results (All time)",
        AuditEntry(CLUB, 0, 5, "standings-post", "77"): "posted the standings in <#77>",
        AuditEntry(CLUB, 0, 0, "standings-gone", "<#77>"): "the bot: noticed that",
        AuditEntry(CLUB, 0, 5, "settings", "not json"): "not json",
        AuditEntry(CLUB, 0, 5, "something-new", "x"): "something-new x",
    }
    layout = log_screen(TEXTS, list(told), 1, 1)
    assert_discord_takes(layout)
    lines = shown(layout).text.split("\n- ")[1:]
    for line, words in zip(lines, told.values(), strict=True):
        assert words in line
    assert "Nothing has been set or changed on this server yet" in shown(log_screen(TEXTS, [], 1, 1)).text
    assert "Page 2 of 3" in shown(log_screen(TEXTS, list(told), 2, 3)).text


def test_discord_accepts_a_page_of_the_longest_entries() -> None:
    changes = changes_text(changes_between(Server(CLUB), FULL))
    entries = [
        AuditEntry(CLUB, 0, CLUB, "settings", changes),
        *[AuditEntry(CLUB, 0, CLUB, "void", "w" * 200, table=1)] * (A_PAGE - 1),
    ]
    assert_discord_takes(log_screen(TEXTS, entries, 1, 2))


def test_presets_are_listed_with_their_author_and_the_default() -> None:
    presets = [Preset(f"{n:02}" + "y" * 48, options_for(Variant.GERMAN), CLUB + n, 0) for n in range(24)]
    presets.append(Preset("Ours", options_for(Variant.GIN), -3, 0))
    layout = presets_screen(TEXTS, presets, "Ours")
    assert_discord_takes(layout)
    text = shown(layout).text
    assert "**Ours** · Gin · saved by Former player <t:0:D> · default for new tables" in text
    assert text.count(" · default for new tables") == 1
    assert "No presets saved yet" in shown(presets_screen(TEXTS, [], None)).text


def test_the_confirmation_of_a_deletion_explains_everything() -> None:
    layout = question_screen(TEXTS, ["https://discord.com/1", "https://discord.com/2"])
    assert_discord_takes(layout)
    seen = shown(layout)
    for words in (
        "- You leave the 2 open tables you're at",
        "you resign and lose them",
        "replaced by a random one",
        "by walkover",
        "- The texts you typed to cut the cards are deleted",
        "This deletes your data on all servers and can't be undone",
    ):
        assert words in seen.text
    assert seen.labels == ["Delete my data", "Keep my data"]
    assert "- You aren't at any open table" in shown(question_screen(TEXTS, [])).text
