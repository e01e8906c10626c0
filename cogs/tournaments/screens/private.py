"""Private screens of a tournament: matchdays, pages of its table, rules, withdrawal, choice of a tournament, times."""

from collections.abc import Sequence
from typing import Final

import discord
from discord import ButtonStyle, ui

from bot.play.state.tournament_ports import TournamentRow
from bot.text.catalogs import Texts
from bot.text.games import variant_name
from bot.text.rules import rules_in_words
from bot.text.tournaments import (
    counting_words,
    format_words,
    length_words,
    pair_label,
    people_words,
    place_legend,
    table_lines,
    winners_words,
)
from bot.tournaments.table import champions
from bot.tournaments.tournament import is_in, matchdays, open_fixtures
from bot.tournaments.values import Fixture, TournamentFormat, TournamentStage
from cogs.edge.custom_ids import button, chooser, page_id
from cogs.edge.layout import LONGEST_LIST, bold, fixed_moment, full_moment, layout, option, rows, small, text, title
from cogs.edge.messages import Attachment
from cogs.tournaments.screens.tournament import (
    TournamentScene,
    fixture_line,
    galleries,
    played_lines,
    standing_lines,
    table_label,
    texts_fitting,
    tournament_link,
)

PAGE: Final = 8
"""Rows of a tournament's table per page, as many as fit into one picture."""
SUGGEST: Final = "fx-suggest"
ACCEPT: Final = "fx-accept"
"""The custom id words: suggest a time, accept the suggested one."""
_MOST_TIMES: Final = 3
_LONGEST_TYPED: Final = 60


def fixtures_screen(
    scene: TournamentScene, user: int, matchday: int, others: Sequence[TournamentRow] = (), notice: str = ""
) -> ui.LayoutView:
    """Show a matchday with the player's own fixtures first; ``others`` are the tournaments to switch to."""
    texts, tournament = scene.texts, scene.row.tournament
    last = matchdays(tournament)
    heading = scene.title
    if 1 <= matchday <= last:
        heading = texts.t("{name} · {matchday}", name=scene.title, matchday=scene.matchday(matchday))
    return layout(
        texts_fitting(
            [title(heading), notice, _stage_words(scene), *_own_lines(scene, user)],
            [fixture_line(scene, fixture) for fixture in scene.fixtures(matchday)] or [_unknown_words(scene, matchday)],
            "",
        ),
        rows(_own_buttons(scene, user)),
        rows(_turning(scene, matchday, last)),
        tournaments_chooser(texts, others, scene.row.id) if len(others) > 1 else (),
    )


def table_screen(scene: TournamentScene, first: int, files: Sequence[Attachment]) -> ui.LayoutView:
    """Show a page of a tournament's table with its tie-breaks, or all rounds of a bracket."""
    texts, tournament = scene.texts, scene.row.tournament
    places = scene.places()
    if tournament.format is TournamentFormat.KNOCKOUT:
        current = [fixture_line(scene, fixture) for fixture in scene.fixtures(tournament.matchday)]
        running = (
            [bold(scene.matchday(tournament.matchday)), *current] if tournament.stage is TournamentStage.RUNNING else []
        )
        lines, legend = (*running, *standing_lines(scene)), ""
    else:
        above = places[first - 1] if 0 < first <= len(places) else None
        shown, penalties = places[first : first + PAGE], scene.row.options.penalties
        lines = table_lines(texts, shown, scene.safe, above, penalties=penalties)
        legend = small(place_legend(texts, penalties=penalties))
    buttons = []
    if first:
        buttons.append(button(texts.p("page", "Previous"), "fx-table", scene.row.id, max(0, first - PAGE)))
    if first + PAGE < len(places):
        buttons.append(button(texts.p("page", "Next"), "fx-table", scene.row.id, first + PAGE))
    buttons.append(button(texts.p("button", "All fixtures"), "fx-day", scene.row.id, max(1, tournament.matchday)))
    return layout(
        texts_fitting(
            [title(scene.title), _stage_words(scene), legend],
            lines or [texts.t("Nobody has joined yet.")],
            small(texts.t("See *{button All fixtures}* for the rest.")),
        ),
        galleries(scene.detail, files),
        rows(buttons),
    )


def withdrawal_screen(scene: TournamentScene) -> ui.LayoutView:
    """Ask the player to confirm that they withdraw from a running tournament."""
    texts = scene.texts
    return layout(
        text(
            texts.t(
                "Withdraw from the tournament {name}? You lose all unplayed fixtures by walkover; a game in progress "
                "still counts. This can't be undone.",
                name=scene.title,
            )
        ),
        rows(
            [
                button(texts.p("from a tournament", "Withdraw"), "fx-out", scene.row.id),
                button(texts.t("Play on"), "fx-day", scene.row.id, max(1, scene.row.tournament.matchday)),
            ]
        ),
    )


def rules_screen(scene: TournamentScene) -> ui.LayoutView:
    """Show all rules of a tournament: the variant, the format, how matches are counted."""
    texts, row = scene.texts, scene.row
    tournament = row.tournament
    about = (
        format_words(texts, tournament.format),
        length_words(texts, tournament),
        counting_words(texts, tournament.format),
        texts.t("If only one of the two players showed up, they win by walkover; otherwise both lose"),
    )
    return layout(
        text(
            title(scene.title),
            *played_lines(scene),
            *(f"- {line}" for line in about if line),
            bold(variant_name(texts, row.options.variant)),
            *rules_in_words(texts, row.options),
        )
    )


def tournaments_screen(texts: Texts, tournaments: Sequence[TournamentRow], word: str) -> ui.LayoutView:
    """Ask which tournament to act on; ``word`` is the action in the custom id."""
    return layout(text(texts.t("Which tournament?")), _chooser(texts, tournaments, word, None))


def tournaments_chooser(texts: Texts, tournaments: Sequence[TournamentRow], chosen: int) -> ui.ActionRow[ui.LayoutView]:
    """Return a select of tournaments to show, newest first."""
    return _chooser(texts, tournaments, "fx-see", chosen)


def _chooser(
    texts: Texts, tournaments: Sequence[TournamentRow], word: str, chosen: int | None
) -> ui.ActionRow[ui.LayoutView]:
    """Return a select of tournaments. Its id contains the current one, so that Discord resets the selection."""
    listed = [
        option(
            one.name,
            str(one.id),
            chosen=one.id == chosen,
            description=f"{variant_name(texts, one.options.variant)} · {format_words(texts, one.tournament.format)}",
        )
        for one in tournaments[:LONGEST_LIST]
    ]
    return chooser(texts.t("Tournaments of this server"), listed, word, chosen or 0)


def _stage_words(scene: TournamentScene) -> str:
    texts, tournament = scene.texts, scene.row.tournament
    link = tournament_link(scene.row)
    match tournament.stage:
        case TournamentStage.JOINING:
            users = [entrant.user for entrant in tournament.entrants]
            who = people_words(texts, users, scene.safe) if users else texts.t("nobody yet")
            return texts.t("Not drawn yet. Players: {names}. Join here: {link}", names=who, link=link)
        case TournamentStage.RUNNING:
            return texts.t("Follow it here: {link}", link=link)
        case TournamentStage.OVER:
            return texts.t("It's over. {winners}", winners=winners_words(texts, champions(tournament), scene.safe))
        case TournamentStage.CANCELED:
            return texts.t("It was canceled.")


def _own_lines(scene: TournamentScene, user: int) -> list[str]:
    """Return a line with the deadline for each fixture that a player can play now."""
    texts = scene.texts
    own = [fixture for fixture in open_fixtures(scene.row.tournament) if user in fixture.pair]
    lines = [
        texts.t(
            "{fixture} · play by {time}", fixture=fixture_line(scene, fixture), time=fixed_moment(fixture.deadline or 0)
        )
        for fixture in own
    ]
    return [bold(texts.t("Yours to play")), *lines, bold(texts.t("All fixtures"))] if lines else []


def _own_buttons(scene: TournamentScene, user: int) -> list[ui.Button[ui.LayoutView]]:
    """Return the buttons a player can use: play a fixture, join, leave, withdraw."""
    texts, row = scene.texts, scene.row
    tournament = row.tournament
    buttons = [
        button(pair_label(texts, fixture, scene.names), "fx-play", row.id, fixture.id, style=ButtonStyle.primary)
        for fixture in open_fixtures(tournament)
        if user in fixture.pair
    ][:3]
    if tournament.stage is TournamentStage.JOINING and not is_in(tournament, user):
        buttons.append(button(texts.p("a tournament", "Join"), "fx-join", row.id, style=ButtonStyle.success))
    if tournament.stage is TournamentStage.JOINING and is_in(tournament, user):
        buttons.append(button(texts.p("a tournament", "Leave"), "fx-leave", row.id))
    if tournament.stage is TournamentStage.RUNNING and any(
        one.user == user and not one.withdrawn for one in tournament.entrants
    ):
        buttons.append(button(texts.p("from a tournament", "Withdraw"), "fx-leave", row.id))
    return buttons


def _turning(scene: TournamentScene, matchday: int, last: int) -> list[ui.Button[ui.LayoutView]]:
    """Return the buttons for other matchdays, the table or bracket, and the rules."""
    texts, row = scene.texts, scene.row
    buttons = []
    if matchday > 1:
        buttons.append(button(f"◀ {scene.matchday(matchday - 1)}", "fx-day", row.id, matchday - 1))
    if matchday < last:
        buttons.append(button(f"{scene.matchday(matchday + 1)} ▶", "fx-day", row.id, matchday + 1))
    if row.tournament.stage is not TournamentStage.JOINING:
        buttons.append(button(table_label(scene), "fx-table", row.id, 0))
    buttons.append(button(texts.p("button", "Rules"), "fx-rules", row.id))
    return buttons


def _unknown_words(scene: TournamentScene, matchday: int) -> str:
    """Return the line for a matchday whose pairs aren't known yet; empty before the draw."""
    known = scene.row.tournament.stage is not TournamentStage.JOINING and matchday >= 1
    return scene.texts.t("The pairs aren't known yet.") if known else ""


def times_screen(scene: TournamentScene, user: int, fixtures: Sequence[Fixture], notice: str = "") -> ui.LayoutView:
    """Show the times of a player's open fixtures, with buttons to suggest and accept."""
    texts = scene.texts
    if not fixtures:
        return layout(text(notice, texts.t("None of your fixtures needs a time.")))
    lines = [
        texts.t(
            "{fixture} · play by {time}", fixture=fixture_line(scene, fixture), time=fixed_moment(fixture.deadline or 0)
        )
        for fixture in fixtures
    ]
    buttons = [
        one for fixture in fixtures[:_MOST_TIMES] for one in _buttons(scene, user, fixture, alone=len(fixtures) == 1)
    ]
    hint = texts.t("Once you both agree, you each get a reminder half an hour before. You can still play earlier.")
    return layout(text(title(texts.t("When do you play?")), notice, *lines), rows(buttons), text(small(hint)))


def suggestion_modal(texts: Texts, custom_id: tuple[object, ...], day: str, zone: str) -> ui.Modal:
    """Ask for a day, a time, and a time zone; ``day`` and ``zone`` are filled in."""
    modal = ui.Modal(title=texts.t("Suggest a time"), custom_id=page_id(SUGGEST, *custom_id))
    for field, label, description, default, placeholder in (
        ("day", texts.p("of a game", "Day"), texts.t("Year, month and day, such as 2026-11-28"), day, None),
        ("time", texts.p("of a game", "Time"), texts.t("Such as 18:30 or 6:30 pm"), "", "18:30"),
        ("zone", texts.t("Your time zone"), texts.t("The name of a large city near you"), zone, "Europe/Warsaw"),
    ):
        typed: ui.TextInput[discord.ui.LayoutView] = ui.TextInput(
            custom_id=field, default=default or None, placeholder=placeholder, max_length=_LONGEST_TYPED, required=True
        )
        modal.add_item(ui.Label(text=label, description=description, component=typed))
    return modal


def suggested_words(texts: Texts, at: int) -> str:
    """Return the notice for a player who has suggested a time."""
    return texts.t("You suggested {time}. Your opponent gets a notification.", time=full_moment(at))


def agreed_words(texts: Texts, at: int) -> str:
    """Return the notice for a player who has accepted a time."""
    return texts.t("Agreed: {time}.", time=full_moment(at))


def _buttons(scene: TournamentScene, user: int, fixture: Fixture, *, alone: bool) -> list[ui.Button[ui.LayoutView]]:
    """Return the buttons of one fixture; with several, they name the pair."""
    texts, pair = scene.texts, pair_label(scene.texts, fixture, scene.names)
    found = []
    if fixture.meeting is not None and user not in fixture.agreed:
        label = texts.t("Accept the time") if alone else texts.t("Accept: {pair}", pair=pair)
        arguments = (scene.row.id, fixture.id, fixture.meeting)
        found.append(button(label, ACCEPT, *arguments, style=ButtonStyle.success))
    label = texts.t("Suggest a time") if alone else texts.t("Suggest: {pair}", pair=pair)
    return [*found, button(label, SUGGEST, scene.row.id, fixture.id)]
