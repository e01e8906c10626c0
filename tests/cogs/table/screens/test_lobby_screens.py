"""The lobby and the host's private screens, as pure functions of a table."""

import re
from dataclasses import replace

import pytest

from bot.fairness.grades import Doubt, Grade, Proof
from bot.play.state.limits import Bounds
from bot.play.state.shuffles import BeaconUse, StartPromise
from bot.play.state.values import (
    DAY,
    HOUR,
    MINUTE,
    SECOND,
    Pace,
    Player,
    Status,
    TableRow,
    TableSettings,
    TimeLimits,
)
from bot.players.levels import Level
from bot.rummy.families import Variant
from bot.rummy.options import options_for
from bot.text.lists import duration_words
from cogs.edge.custom_ids import TableAction, parse
from cogs.table.screens.lobby import computers_screen, lobby_more_screen, lobby_screen, removal_screen
from cogs.table.screens.settings import (
    bounds_screen,
    invitation_screen,
    limits_modal,
    pace_words,
    read_limits,
    settings_from,
    settings_lines,
    settings_screen,
)
from tests.cogs.table.scenes import (
    NAMES,
    NO_CUTS,
    TEXTS,
    Shown,
    assert_discord_opens,
    assert_discord_takes,
    lobby_scene,
    row_of,
    shown,
)

GERMAN = options_for(Variant.GERMAN)
LIVE = TimeLimits(MINUTE, MINUTE)
HARD = Player(1, "Ada", "computer", Level.HARD)
EASY = Player(2, "Otto", "computer", Level.EASY)
OLD = Player(2, "", "computer", Level.EASY)  # seated by an earlier version
RENDER = 10**9 - 1


def table(variant: Variant = Variant.GERMAN, seats: int = 2, *others: Player, **about: object) -> TableRow:
    row = row_of(options_for(variant), Status.LOBBY, NAMES[:seats])
    return replace(row, seats=(*row.seats, *others), **about)  # type: ignore[arg-type]


def lobby(row: TableRow) -> Shown:
    layout = lobby_screen(lobby_scene(row), NO_CUTS)
    assert_discord_takes(layout)
    return shown(layout)


def more(row: TableRow, user: int) -> Shown:
    layout = lobby_more_screen(lobby_scene(row), user, "A notice.")
    assert_discord_takes(layout)
    assert "A notice." in shown(layout).text
    return shown(layout)


def actions(seen: Shown) -> list[TableAction]:
    return [asked.action for asked in map(parse, seen.ids) if asked]


def test_computers_are_named_with_their_level() -> None:
    seen = lobby(table(Variant.GERMAN, 1, HARD, EASY))
    assert "② **🤖 Ada ▂▄▆**\n③ **🤖 Otto ▂**\n" in seen.text
    assert "not rated (a computer plays)" in seen.text
    row = table(Variant.GERMAN, 1, HARD, EASY)
    assert "Not rated (a computer plays), hints allowed" in more(row, row.host).text


def test_computers_of_earlier_versions_keep_their_names() -> None:
    assert "③ **Computer 2 (Easy)**" in lobby(table(Variant.GERMAN, 1, HARD, OLD)).text


def test_a_cut_is_shown_only_if_a_player_typed_it() -> None:
    row = table(seats=2)
    row = replace(row, seats=(row.seats[0], replace(row.seats[1], cut="pik *9*", cut_number=1)))
    text = lobby(row).text
    assert "① **Ala**, host\n" in text
    assert "② **Bob**, cut: pik \\*9\\*" in text
    both = replace(row, seats=(replace(row.seats[0], cut="as", cut_number=2), row.seats[1]))
    text = lobby(both).text
    assert "② **Bob**, cut 1: pik" in text, "the order decides whose cut proves something"
    assert "**Ala**, host, cut 2: as" in text
    assert "cut:" not in lobby(table(Variant.GERMAN, 0, HARD)).text, "computers don't cut"


def test_a_lobby_is_short_and_shows_no_ids() -> None:
    seen = lobby(table(Variant.GIN, 1, pace=Pace.LIVE, limits=LIVE))
    assert seen.text.splitlines() == [
        "**Join Ala for Gin** · 1 seat left",
        "First to 100 · Knock with 10 or less · standard rules",
        "1 minute per turn · rated",
        "① **Ala**, host",
        "② open",
        "-# 🔒 Fair shuffle",
    ]
    assert seen.labels == ["Join", "Add computer", "More"]
    assert seen.parts[-1]["content"] == "-# 🔒 Fair shuffle", "the lock is below the buttons"
    row = table(Variant.GIN, 1)
    assert "Knock when little is left over" in more(row, row.host).text, "*More* says what the game is"


@pytest.mark.parametrize("variant", Variant)
@pytest.mark.parametrize("seats", [1, 2])
def test_every_lobby_with_standard_rules_has_at_most_forty_words(variant: Variant, seats: int) -> None:
    row = replace(row_of(options_for(variant), Status.LOBBY, NAMES[:seats]), pace=Pace.LIVE, limits=LIVE)
    seen = lobby(row)
    assert not re.search(r"[0-9a-f]{7}|[A-Z]-\d", seen.text)
    assert len([word for word in f"{seen.text} {' '.join(seen.labels)}".split() if word not in ("·", "-#")]) <= 40


def test_every_rule_that_is_not_standard_is_in_the_lobby() -> None:
    german = replace(table(seats=1), options=options_for(Variant.GERMAN, {"claim": True, "rounds": 2}))
    assert "\n2 rounds · First meld 30 or more · Knocking\n" in lobby(german).text
    high = replace(table(seats=1), options=options_for(Variant.GERMAN, {"initial_40": True, "joker_rule": True}))
    assert "First meld 40 or more · Joker rule\n" in lobby(high).text
    gin = {"target": 250, "knock_limit": 5, "tie": "void", "gin_bonus": 20}
    row = replace(table(Variant.GIN, 1), options=options_for(Variant.GIN, gin))
    assert "\nFirst to 250 · Knock with 5 or less · Gin bonus: 20 · Equal deadwood: void deal\n" in lobby(row).text
    deals = replace(row, options=options_for(Variant.GIN, {"deals": 3, "knock_limit": 0}))
    assert "\n3 deals · Only gin ends a deal\n" in lobby(deals).text
    oklahoma = replace(table(Variant.OKLAHOMA, 1), options=options_for(Variant.OKLAHOMA, {"spades_double": False}))
    assert "The upcard is the knock limit · Spades double: no" in lobby(oklahoma).text


def test_start_takes_the_place_of_join_once_the_table_is_full() -> None:
    full = lobby(table(Variant.GIN, 2))
    assert full.labels == ["Start", "More"]
    assert full.text.startswith("**Gin with Ala** · ready to start\n")
    assert full.buttons[0]["style"] == 3
    between = lobby(table(Variant.GERMAN, 2))
    assert between.labels == ["Join", "Start", "Add computer", "More"], "two players are enough for German Rummy"
    assert [button["style"] for button in between.buttons[:2]] == [3, 1]


def test_a_lobby_warns_only_while_the_beacon_is_down_and_then_in_one_line() -> None:
    row = table(seats=2)
    proofs = [
        (Proof(Grade.NOT_PROVEN, doubt=Doubt.NO_CUTS), "A start now proves nothing until someone cuts (*More*)."),
        (Proof(Grade.LAST_CUT, 1), "A start now proves fair cards to Bob, who cut last."),
        (Proof(Grade.UNLESS_OPERATOR), "A start now proves fair cards unless the bot's operator is playing."),
        (Proof(Grade.UNLESS_OPERATOR, decks=3), "the best of 3 decks if the bot's operator is playing."),
        (Proof(Grade.NOT_PROVEN, doubt=Doubt.HIDDEN_CUT), "a cut has invisible characters. Cut again (*More*)."),
    ]
    for proof, words in proofs:
        for use in BeaconUse:
            layout = lobby_screen(lobby_scene(row), StartPromise(proof, use))
            assert_discord_takes(layout)
            last = shown(layout).text.splitlines()[-1]
            if use is BeaconUse.DOWN:
                assert last.startswith("-# 🔒 The public beacon is down. ")
                assert last.endswith(words)
            else:
                assert last == "-# 🔒 Fair shuffle"


def test_only_the_host_gets_the_hosts_buttons() -> None:
    row = table(seats=2)
    host = more(row, row.host)
    assert host.labels == [
        "Rules", "Verify", "Cut the cards", "Leave", "House rules", "Table settings", "Invite", "Remove",
        "Cancel table",
    ]  # fmt: skip
    assert more(row, row.seats[1].user).labels == ["Rules", "Verify", "Cut the cards", "Leave"]
    assert more(row, 5).labels == ["Rules", "Verify"]
    assert "Remove" not in more(table(seats=1), row.host).labels
    assert more(replace(row, fixture=1), row.host).labels == [
        "Rules",
        "Verify",
        "Cut the cards",
        "Leave",
        "Cancel table",
    ]
    invited = more(replace(row, invited=(77,)), 77).labels
    assert invited == ["Rules", "Verify", "Decline", "Don't invite me again"]
    assert more(replace(row, invited=(77,), fixture=1), 77).labels == ["Rules", "Verify"]


def test_the_settings_of_a_table_are_shown_in_words() -> None:
    settings = TableSettings(unassisted=True, invite_only=True, friendly=True, quick=True)
    row = table(settings=settings)
    words = "24 hours per turn · friendly (not rated) · starts with the next player · invite only · no assistance\n"
    assert words in lobby(row).text
    assert "③ open (invite only)" in lobby(row).text
    assert "starts when both have joined" in lobby(replace(row, fixture=1)).text
    final = table(settings=TableSettings(friendly=True, final_discards=True))
    assert "no taking back a discard" in lobby(final).text
    text = more(row, row.host).text
    for words in (
        "Invite only",
        "No assistance: you find melds",
        "as soon as another player joins",
        "Friendly: not rated",
    ):
        assert words in text
    assert "hints allowed" not in text  # unassisted
    playing = replace(table(settings=settings), status=Status.PLAYING)
    assert len(settings_lines(TEXTS, playing)) == 2  # invitations don't matter any more
    assert "hints allowed" in more(table(settings=TableSettings(friendly=True)), 5).text
    assert "Rated (very short games and repeated pairings don't count)" in more(table(), 5).text
    over = replace(table(), status=Status.OVER)
    assert settings_lines(TEXTS, over) == (), "the result says how it counts"
    training = replace(table(), options=options_for(Variant.GERMAN, {"training": True}))
    assert "Not rated (training), hints allowed" in more(training, 5).text
    assert "not rated (training)" in lobby(training).text


@pytest.mark.parametrize(
    ("pace", "limits", "words"),
    [
        (Pace.LIVE, LIVE, "Live: 1 minute per turn + 1 minute reserve"),
        (Pace.LIVE, TimeLimits(90 * SECOND), "Live: 1 minute 30 seconds per turn"),
        (Pace.SLOW, TimeLimits(24 * HOUR), "Slow: 24 hours per turn"),
        (Pace.SLOW, TimeLimits(3 * DAY), "Slow: 3 days per turn"),
        (Pace.NONE, None, "No time limit"),
    ],
)
def test_the_pace_is_shown_with_its_limits(pace: Pace, limits: TimeLimits | None, words: str) -> None:
    row = table(pace=pace, limits=limits)
    assert words in more(row, row.host).text
    assert words in pace_words(TEXTS, pace, limits)
    brief = words.partition(": ")[2].partition(" +")[0] or words
    assert f"\n{brief} · rated\n" in lobby(row).text


@pytest.mark.parametrize(
    ("milliseconds", "words"),
    [(0, "0 seconds"), (1000, "1 second"), (61_000, "1 minute 1 second"), (25 * HOUR, "25 hours"), (DAY, "24 hours"),
     (2 * DAY, "2 days"), (90 * MINUTE, "1 hour 30 minutes")],
)  # fmt: skip
def test_a_duration_is_shown_in_the_largest_units_that_fit(milliseconds: int, words: str) -> None:
    assert duration_words(TEXTS, milliseconds) == words


def test_a_seat_is_reserved_for_every_invited_player_who_has_not_joined() -> None:
    row = table(seats=2)
    row = replace(row, invited=(77, row.seats[1].user, 88))
    seen = lobby(row)
    assert "③ reserved for <@77>\n④ reserved for <@88>" in seen.text
    assert TableAction.DECLINE in actions(seen)
    assert "Add computer" not in seen.labels
    assert TableAction.DECLINE not in actions(lobby(replace(row, invited=(row.seats[1].user,))))
    assert "Add computer" in lobby(replace(row, invited=(77,))).labels


def test_buttons_that_nobody_can_use_are_left_out() -> None:
    alone = lobby(table(seats=1))
    assert "Start" not in alone.labels
    kept = lobby(table(Variant.GIN, 1, invited=(77,)))
    assert kept.labels == ["Join", "Decline", "More"]
    assert "② reserved for <@77>" in kept.text
    closed = replace(table(seats=1), settings=TableSettings(invite_only=True))
    assert lobby(closed).labels == ["Add computer", "More"], "nobody can join before the host invites them"
    assert "Join" in lobby(replace(closed, invited=(77,))).labels
    full = lobby(table(Variant.GIN, 1, HARD))
    assert "Start" in full.labels
    assert not {"Join", "Add computer"} & set(full.labels)
    for row in (table(seats=1), table(seats=4), closed, table(Variant.GIN, 2), table(seats=2, fixture=1)):
        assert not any(button.get("disabled") for button in lobby(row).buttons)


def test_a_computer_is_chosen_by_its_level() -> None:
    layout = computers_screen(lobby_scene(table(seats=1)), RENDER, "A notice.")
    assert_discord_takes(layout)
    seen = shown(layout)
    assert seen.listed("Choose a level") == [[level.value for level in Level]]
    assert all(option["description"] for option in seen.selects[0]["options"])
    assert "aren't rated" in seen.text
    assert [option["label"] for option in seen.selects[0]["options"]] == [
        "Easy ▂", "Normal ▂▄", "Hard ▂▄▆", "Expert ▂▄▆█"
    ]  # fmt: skip
    assert "A notice." in seen.text


@pytest.mark.parametrize("row", [table(Variant.GIN), table(Variant.GIN, 1, invited=(77,))], ids=["full", "kept"])
def test_no_computer_is_offered_without_a_free_seat(row: TableRow) -> None:
    layout = computers_screen(lobby_scene(row), RENDER)
    assert_discord_takes(layout)
    assert not shown(layout).selects
    assert "Start the game, or remove a player first." in shown(layout).text


def test_every_player_but_the_host_can_be_removed() -> None:
    row = table(Variant.GERMAN, 2, HARD, EASY)
    layout = removal_screen(lobby_scene(row), RENDER)
    assert_discord_takes(layout)
    [select] = shown(layout).selects
    assert [option["label"] for option in select["options"]] == [
        "Seat 2: Bob", "Seat 3: 🤖 Ada ▂▄▆", "Seat 4: 🤖 Otto ▂"
    ]  # fmt: skip
    assert [option["value"] for option in select["options"]] == [str(player.user) for player in row.seats[1:]]
    alone = removal_screen(lobby_scene(table(seats=1)), RENDER, "Bob left.")
    assert_discord_takes(alone)
    assert "You're the only one here." in shown(alone).text


@pytest.mark.parametrize("pace", Pace)
def test_the_settings_screen_shows_the_current_settings(pace: Pace) -> None:
    row = table(
        pace=pace,
        limits=None if pace is Pace.NONE else LIVE,
        settings=TableSettings(unassisted=True, invite_only=True),
    )
    layout = settings_screen(lobby_scene(row), RENDER, "A notice.")
    assert_discord_takes(layout)
    seen = shown(layout)
    assert seen.marked == [pace.value, "bare", "closed"]
    assert ("Change time per turn" in seen.labels) == (pace is not Pace.NONE)
    assert "A notice." in seen.text


def test_the_invitation_screen_shows_who_is_invited() -> None:
    layout = invitation_screen(lobby_scene(table(invited=(77, 88))), RENDER, "A notice.")
    assert_discord_takes(layout)
    seen = shown(layout)
    [people] = [part for part in seen.parts if part["type"] == 5]
    assert [one["id"] for one in people["default_values"]] == [77, 88]
    assert (people["min_values"], people["max_values"]) == (0, 3)
    assert "Invited: <@77>, <@88>" in seen.text
    assert "A notice." in seen.text
    assert "Nobody invited yet." in shown(invitation_screen(lobby_scene(table()), RENDER)).text


def test_changing_settings_keeps_a_quick_table_quick() -> None:
    assert settings_from(table(settings=TableSettings(quick=True)), ("closed",)) == TableSettings(
        quick=True, invite_only=True
    )
    assert settings_from(table(settings=TableSettings(unassisted=True)), ()) == TableSettings()
    with pytest.raises(ValueError, match="quick"):
        settings_from(table(), ("quick",))


def test_time_limits_are_typed_in_the_units_of_the_pace() -> None:
    bounds = Bounds()
    live = limits_modal(lobby_scene(table(pace=Pace.LIVE, limits=TimeLimits(90 * SECOND, MINUTE))), bounds)
    slow = limits_modal(lobby_scene(table(pace=Pace.SLOW, limits=TimeLimits(48 * HOUR))), bounds)
    for modal, values in ((live, ["90", "60"]), (slow, ["48"])):
        assert_discord_opens(modal)
        assert [label["component"]["value"] for label in modal.to_dict()["components"]] == values
    assert "15 to 600 on this server" in str(live.to_dict())
    assert "1 to 72 on this server" in str(slow.to_dict())
    assert read_limits(Pace.LIVE, "90", "0") == TimeLimits(90 * SECOND)
    assert read_limits(Pace.SLOW, "48", "0") == TimeLimits(2 * DAY)
    for typed in ("", "x", "-1", "1.5", "٣"):
        with pytest.raises(ValueError, match="whole number"):
            read_limits(Pace.LIVE, typed, "0")


def test_the_bounds_of_a_server_are_shown_with_the_limits_of_a_new_table() -> None:
    layout = bounds_screen(TEXTS, Bounds(live_turn=(2 * MINUTE, 5 * MINUTE), slow_turn=(HOUR, 12 * HOUR)), "A notice.")
    assert_discord_takes(layout)
    text = shown(layout).text
    for words in ("2 minutes to 5 minutes per turn", "1 hour to 12 hours per turn", "Live: 2 minutes per turn",
                  "Slow: 12 hours per turn", "A notice."):  # fmt: skip
        assert words in text


def test_discord_accepts_the_fullest_lobby() -> None:
    names = ("*_" * 40, "<@&1>" * 16, "[x](https://e.vil)" * 3)
    row = row_of(GERMAN, Status.LOBBY, names)
    settings = TableSettings(unassisted=True, invite_only=True, friendly=True, quick=True)
    row = replace(row, settings=settings, pace=Pace.LIVE, limits=LIVE, invited=(10**18,))
    seen = lobby(row)
    assert len(seen.buttons) == 4
    assert_discord_takes(lobby_more_screen(lobby_scene(row), row.host))
    assert_discord_takes(removal_screen(lobby_scene(row), RENDER))
