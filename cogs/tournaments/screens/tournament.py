"""Public screens of a tournament: entrants, the current matchday, the table, the winner, reminders."""

from collections.abc import Sequence

from discord import ButtonStyle, ui

from bot.text.catalogs import Texts
from bot.text.rules import variant_name
from bot.text.tournaments import counting_words, format_words, length_words, people_words, winners_words
from bot.tournaments.table import champions
from bot.tournaments.tournament import open_fixtures
from bot.tournaments.values import MOST_ENTRANTS, Fixture, TournamentFormat, TournamentStage
from cogs.edge.custom_ids import button
from cogs.edge.layout import bold, fixed_moment, layout, rows, small, text, title
from cogs.edge.messages import Attachment
from cogs.tournaments.screens.parts import (
    TournamentScene,
    fixture_line,
    galleries,
    pair_buttons,
    played_lines,
    standing_lines,
    texts_fitting,
    tournament_link,
    yet_to_play,
)
from cogs.tournaments.screens.private import TIME


def tournament_screen(scene: TournamentScene, files: Sequence[Attachment]) -> ui.LayoutView:
    """Show the current state of a tournament; ``files`` are pictures of its table or bracket."""
    match scene.row.tournament.stage:
        case TournamentStage.JOINING:
            return joining_screen(scene)
        case TournamentStage.RUNNING:
            return matchday_screen(scene, files)
        case TournamentStage.OVER:
            return end_screen(scene, files)
        case TournamentStage.CANCELED:
            return layout(text(small(scene.texts.t("The tournament {name} was canceled.", name=scene.title))))


def joining_screen(scene: TournamentScene) -> ui.LayoutView:
    """Show the variant, the rules and the entrants, with buttons to join and leave."""
    texts, row = scene.texts, scene.row
    tournament = row.tournament
    users = [entrant.user for entrant in tournament.entrants]
    taking_part = texts.t(
        "Players, {count} of at most {most}: {names}",
        count=len(users),
        most=MOST_ENTRANTS[tournament.format],
        names=people_words(texts, users, scene.safe) if users else texts.t("nobody yet"),
    )
    lines = (
        format_words(texts, tournament.format),
        length_words(texts, tournament),
        counting_words(texts, tournament.format),
    )
    return layout(
        text(
            title(texts.t("Tournament {name}: join now", name=scene.title)),
            *played_lines(scene),
            *(f"- {line}" for line in lines if line),
            taking_part,
            small(texts.t("Admins draw it with `/rummy-admin tournament draw`. Computers can't join.")),
        ),
        rows(
            [
                button(texts.t("Join"), "fx-join", row.id, style=ButtonStyle.success),
                button(texts.t("Leave"), "fx-leave", row.id),
                button(texts.t("Rules"), "fx-rules", row.id),
            ]
        ),
    )


def matchday_screen(scene: TournamentScene, files: Sequence[Attachment]) -> ui.LayoutView:
    """Show the current matchday: pairs, deadline, tables, results; then the tournament's table."""
    texts, row = scene.texts, scene.row
    fixtures, late = scene.fixtures(row.tournament.matchday), scene.late()
    waiting = yet_to_play(fixtures)
    head = [
        title(texts.t("{name} · {matchday}", name=scene.title, matchday=scene.matchday(row.tournament.matchday))),
        f"{variant_name(texts, row.options.variant)}{_until(texts, fixtures)}",
        *(fixture_line(scene, fixture) for fixture in fixtures),
        bold(texts.t("Still open from earlier")) if late else "",
        *(fixture_line(scene, fixture) for fixture in late),
    ]
    if waiting:
        mentions = " ".join(f"<@{user}>" for user in waiting)
        head.append(texts.t("{people}: press your pair's button to play", people=mentions))
    more = small(texts.t("Press Table to see everything."))
    return layout(
        texts_fitting(head, standing_lines(scene), more),
        galleries(scene.detail, files),
        rows(pair_buttons(scene, fixtures)),
        rows(_looking(scene)),
    )


def end_screen(scene: TournamentScene, files: Sequence[Attachment]) -> ui.LayoutView:
    """Show the winner and the final table."""
    texts = scene.texts
    head = [
        title(texts.t("The tournament {name} is over", name=scene.title)),
        f"🏆 {bold(winners_words(texts, champions(scene.row.tournament), scene.safe))}",
        variant_name(texts, scene.row.options.variant),
    ]
    more = small(texts.t("Press Table to see everything."))
    return layout(
        texts_fitting(head, standing_lines(scene), more),
        galleries(scene.detail, files),
        rows(_looking(scene)),
    )


def left_screen(scene: TournamentScene, matchday: int) -> ui.LayoutView:
    """Show a finished matchday in an old message, with a link to the new one.

    Matchday 0 is the time before the draw.
    """
    texts, link = scene.texts, tournament_link(scene.row)
    if not matchday:
        return layout(
            text(small(texts.t("Tournament {name} · drawn, continues here: {link}", name=scene.title, link=link)))
        )
    heading = texts.t("{name} · {matchday}", name=scene.title, matchday=scene.matchday(matchday))
    return layout(
        text(
            bold(heading),
            *(fixture_line(scene, fixture) for fixture in scene.fixtures(matchday)),
            small(texts.t("Continues here: {link}", link=link)),
        )
    )


def reminder_screen(scene: TournamentScene, fixtures: Sequence[Fixture]) -> ui.LayoutView:
    """Remind the players who haven't played yet, with their deadline and a link to their buttons."""
    texts = scene.texts
    mentions = " ".join(f"<@{user}>" for user in yet_to_play(fixtures))
    line = texts.t(
        "{people} You still have a game to play in the tournament {name}: {link} Play by {time}, or it's lost by "
        "walkover.",
        people=mentions,
        name=scene.title,
        time=fixed_moment(max(fixture.deadline or 0 for fixture in fixtures)),
        link=tournament_link(scene.row),
    )
    return layout(text(line))


def again_screen(scene: TournamentScene, fixtures: Sequence[Fixture]) -> ui.LayoutView:
    """Notify the players whose fixture has to be played again."""
    texts = scene.texts
    mentions = " ".join(f"<@{user}>" for user in yet_to_play(fixtures))
    line = texts.t(
        "{people} Your game in the tournament {name} had no winner, so you play again: {link} Play by {time}, or it's "
        "lost by walkover.",
        people=mentions,
        name=scene.title,
        time=fixed_moment(max(fixture.deadline or 0 for fixture in fixtures)),
        link=tournament_link(scene.row),
    )
    return layout(text(line))


def _until(texts: Texts, fixtures: Sequence[Fixture]) -> str:
    """Return the deadline of fixtures as a suffix; empty if all are decided."""
    ends = [fixture.deadline for fixture in fixtures if fixture.decided is None and fixture.deadline is not None]
    return texts.t(" · play by {time}", time=fixed_moment(max(ends))) if ends else ""


def _looking(scene: TournamentScene) -> list[ui.Button[ui.LayoutView]]:
    """Return the buttons that open private screens: own fixture, table or bracket, all fixtures, rules."""
    texts, row = scene.texts, scene.row
    knockout = row.tournament.format is TournamentFormat.KNOCKOUT
    playable = bool(open_fixtures(row.tournament))
    return [
        *([button(texts.t("My fixture"), "fx-mine", row.id, style=ButtonStyle.success)] if playable else []),
        *([button(texts.t("Set a time"), TIME, row.id)] if playable else []),
        button(texts.t("Bracket") if knockout else texts.t("Table"), "fx-table", row.id, 0),
        button(texts.t("All fixtures"), "fx-day", row.id, max(1, row.tournament.matchday)),
        button(texts.t("Rules"), "fx-rules", row.id),
    ]
