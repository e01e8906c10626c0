"""Public screens of a tournament: entrants, the current matchday, the table, the winner, reminders.

Private screens share the scene, the lines of fixtures and of the table, and the buttons of pairs.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

import discord
from discord import ButtonStyle, ui

from bot.play.service.tournaments import LONGEST_NAME
from bot.play.state.tournament_ports import TournamentRow
from bot.text.catalogs import Texts
from bot.text.games import variant_name
from bot.text.rules import differences
from bot.text.tournaments import (
    counting_words,
    decided_words,
    format_words,
    length_words,
    matchday_name,
    pair_label,
    pair_words,
    people_words,
    place_legend,
    table_lines,
    winners_words,
)
from bot.tournaments.table import champions, table_of
from bot.tournaments.tournament import open_fixtures
from bot.tournaments.values import (
    MOST_ENTRANTS,
    Fixture,
    Tournament,
    TournamentFormat,
    TournamentPlace,
    TournamentStage,
)
from cogs.edge.custom_ids import button
from cogs.edge.layout import (
    LONGEST_TEXT,
    PLAIN,
    bold,
    fixed_moment,
    full_moment,
    layout,
    plain_name,
    rows,
    small,
    text,
    title,
)
from cogs.edge.messages import Attachment, Detail
from cogs.table.screens.settings import pace_words

TIME: Final = "fx-time"
"""The custom id word that opens the screen of times."""
_ROOM_FOR_MARKS: Final = 60
"""Characters reserved for separators between texts and for the line that says there is more."""


class _SafeNames(Mapping[int, str]):
    """Names by user id, escaped for markup on access."""

    def __init__(self, names: Mapping[int, str]) -> None:
        self._names = names

    def __getitem__(self, user: int) -> str:
        return plain_name(self._names[user])

    def __iter__(self) -> Iterator[int]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)


@dataclass(frozen=True, slots=True)
class TournamentScene:
    """The context of a tournament screen: texts, the tournament, names by user id, channels of open tables.

    ``tables`` maps the ids of fixtures with an open table to its channel.
    """

    texts: Texts
    row: TournamentRow
    names: Mapping[int, str]
    tables: Mapping[int, int] = field(default_factory=dict)
    detail: Detail = PLAIN

    @property
    def safe(self) -> Mapping[int, str]:
        """The names, escaped for markup."""
        return _SafeNames(self.names)

    @property
    def title(self) -> str:
        """The tournament's name, escaped for markup."""
        return plain_name(self.row.name, LONGEST_NAME)

    def with_detail(self, detail: Detail) -> "TournamentScene":
        """Return the same scene with another level of detail."""
        return replace(self, detail=detail)

    def matchday(self, number: int) -> str:
        """Return a matchday's name."""
        return matchday_name(self.texts, self.row.tournament, number)

    def fixtures(self, matchday: int) -> tuple[Fixture, ...]:
        """Return the fixtures of a matchday."""
        return tuple(fixture for fixture in self.row.tournament.fixtures if fixture.matchday == matchday)

    def late(self) -> tuple[Fixture, ...]:
        """Return the fixtures of earlier matchdays whose games are still being played."""
        tournament = self.row.tournament
        return tuple(fixture for fixture in open_fixtures(tournament) if fixture.matchday < tournament.matchday)

    def places(self) -> tuple[TournamentPlace, ...]:
        """Return the rows of the tournament's table, best first; none for a knock-out."""
        return () if self.row.tournament.format is TournamentFormat.KNOCKOUT else table_of(self.row.tournament)


def tournament_link(row: TournamentRow) -> str:
    """Return the link to a tournament's current message, or to its channel if it has none."""
    place = f"https://discord.com/channels/{row.guild}/{row.channel}"
    return place if row.message is None else f"{place}/{row.message}"


def played_lines(scene: TournamentScene) -> tuple[str, ...]:
    """Return the variant, its house rules and its time limit, one per line."""
    texts, row = scene.texts, scene.row
    rules = differences(texts, row.options) or (texts.t("Standard rules"),)
    unassisted = texts.t("No assistance: you find melds and count deadwood yourself") if row.settings.unassisted else ""
    lines = (variant_name(texts, row.options.variant), *rules, pace_words(texts, row.pace, row.limits), unassisted)
    return tuple(f"- {line}" for line in lines if line)


def fixture_line(scene: TournamentScene, fixture: Fixture) -> str:
    """Return the line of a fixture: the pair, then its result or its state."""
    texts = scene.texts
    pair = bold(pair_words(texts, fixture, scene.safe)) if fixture.away is not None else ""
    if fixture.away is None:
        return f"- {pair_words(texts, fixture, scene.safe)}"
    decided = decided_words(texts, fixture, scene.safe, penalties=scene.row.options.penalties)
    how = decided or _state_words(scene, fixture)
    return texts.t("- {pair} · {how}", pair=pair, how=how) if how else f"- {pair}"


def _state_words(scene: TournamentScene, fixture: Fixture) -> str:
    """Return the state of an undecided fixture; empty if its matchday hasn't begun."""
    texts = scene.texts
    if fixture.begun_at is None or scene.row.tournament.stage is not TournamentStage.RUNNING:
        return ""
    channel = scene.tables.get(fixture.id)
    if channel is not None and fixture.playing:
        return texts.t("playing now: {where}", where=f"<#{channel}>")
    if channel is not None:
        return texts.t("table open: {where}", where=f"<#{channel}>")
    if fixture.meeting is not None:
        return _meeting_words(scene, fixture, fixture.meeting)
    return texts.t("to be replayed") if fixture.spent else texts.t("to be played")


def _meeting_words(scene: TournamentScene, fixture: Fixture, at: int) -> str:
    if fixture.is_agreed:
        return scene.texts.t("they play at {time}", time=full_moment(at))
    user = next(iter(fixture.agreed), fixture.home)
    return scene.texts.t("{name} suggests {time}", name=scene.safe[user], time=full_moment(at))


def yet_to_play(fixtures: Iterable[Fixture]) -> tuple[int, ...]:
    """Return the users with an undecided fixture that isn't being played, without duplicates or deleted users."""
    waiting = (fixture for fixture in fixtures if fixture.decided is None and not fixture.playing)
    return tuple(dict.fromkeys(user for fixture in waiting for user in fixture.pair if user > 0))


def pair_buttons(scene: TournamentScene, fixtures: Iterable[Fixture]) -> list[ui.Button[ui.LayoutView]]:
    """Return a button per pair that can play now, which opens their table or links to it."""
    playable = open_fixtures(scene.row.tournament)
    return [
        button(
            pair_label(scene.texts, fixture, scene.names),
            "fx-play",
            scene.row.id,
            fixture.id,
            style=ButtonStyle.secondary if fixture.playing else ButtonStyle.primary,
        )
        for fixture in fixtures
        if fixture in playable
    ]


def has_table(tournament: Tournament) -> bool:
    """Return whether there is a bracket (after the draw) or a table (after the first result) to show."""
    if tournament.format is TournamentFormat.KNOCKOUT:
        return tournament.stage in (TournamentStage.RUNNING, TournamentStage.OVER)
    return any(one.decided is not None and one.away is not None for one in tournament.fixtures)


def standing_lines(scene: TournamentScene) -> tuple[str, ...]:
    """Return the table with its tie-breaks; for a knock-out the earlier rounds, latest first."""
    texts, tournament = scene.texts, scene.row.tournament
    if tournament.format is not TournamentFormat.KNOCKOUT:
        if not has_table(tournament):
            return ()
        return (
            bold(texts.p("of a tournament", "Table")),
            small(place_legend(texts, penalties=scene.row.options.penalties)),
            *table_lines(texts, scene.places(), scene.safe, penalties=scene.row.options.penalties),
        )
    lines: list[str] = []
    last = tournament.matchday if tournament.stage is TournamentStage.RUNNING else tournament.matchday + 1
    for number in range(last - 1, 0, -1):
        lines.append(bold(scene.matchday(number)))
        lines += (fixture_line(scene, fixture) for fixture in scene.fixtures(number))
    return tuple(lines)


def texts_fitting(first: Sequence[str], then: Sequence[str], more: str) -> list[ui.TextDisplay[Any]]:
    """Return texts of ``first`` and as many lines of ``then`` as fit; if some don't, end with ``more``."""
    head = "\n".join(line for line in first if line)
    room, shown = LONGEST_TEXT - len(head) - len(more) - _ROOM_FOR_MARKS, []
    for line in then:
        room -= len(line) + 1
        if room < 0:
            shown.append(more)
            break
        shown.append(line)
    below = "\n".join(line for line in shown if line)
    return [ui.TextDisplay(words) for words in (head[:LONGEST_TEXT], below) if words]


def galleries(detail: Detail, files: Sequence[Attachment]) -> list[ui.Item[Any]]:
    """Return a gallery of pictures; empty if files aren't sent."""
    if not files or not detail.files:
        return []
    return [ui.MediaGallery(*(discord.MediaGalleryItem(file.uri, description=file.alt) for file in files))]


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
            small(texts.t("Admins draw it with `{/rummy-admin tournament draw}`. Computers can't join.")),
        ),
        rows(
            [
                button(texts.p("a tournament", "Join"), "fx-join", row.id, style=ButtonStyle.success),
                button(texts.p("a tournament", "Leave"), "fx-leave", row.id),
                button(texts.p("button", "Rules"), "fx-rules", row.id),
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
    more = small(texts.t("Press *{button}* to see everything.", button=table_label(scene)))
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
    more = small(texts.t("Press *{button}* to see everything.", button=table_label(scene)))
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


def table_label(scene: TournamentScene) -> str:
    """Return the label of the button that opens the table or the bracket."""
    if scene.row.tournament.format is TournamentFormat.KNOCKOUT:
        return scene.texts.p("button", "Bracket")
    return scene.texts.p("of a tournament", "Table")


def _looking(scene: TournamentScene) -> list[ui.Button[ui.LayoutView]]:
    """Return the buttons that open private screens: own fixture, table or bracket, all fixtures, rules."""
    texts, row = scene.texts, scene.row
    playable = bool(open_fixtures(row.tournament))
    return [
        *([button(texts.t("My fixture"), "fx-mine", row.id, style=ButtonStyle.success)] if playable else []),
        *([button(texts.p("button", "Set a time"), TIME, row.id)] if playable else []),
        button(table_label(scene), "fx-table", row.id, 0),
        button(texts.p("button", "All fixtures"), "fx-day", row.id, max(1, row.tournament.matchday)),
        button(texts.p("button", "Rules"), "fx-rules", row.id),
    ]
