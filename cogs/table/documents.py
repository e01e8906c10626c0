"""What people ask for about a game: its record, the proof of its fair shuffles, its replay, its share card."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Final

import discord
from cachetools import LRUCache
from discord import ui

from bot.fairness.grades import grade_of
from bot.play.service.days import Days
from bot.play.service.posting import Posting
from bot.play.service.table import Table
from bot.play.service.tables import Tables
from bot.play.state.errors import UnknownTable, raise_refusals
from bot.play.state.lobby import cutters
from bot.play.state.records import Moment, Replay, replayed
from bot.play.state.shuffles import links_of_voided
from bot.play.state.values import Status, TableRow
from bot.players.reasons import Hint
from bot.ratings.highlights import ShareCardFacts, share_card_facts
from bot.rummy.cards import Card
from bot.rummy.moves import Verb
from bot.rummy.records.checking import verify
from bot.rummy.records.shape import RecordError
from bot.rummy.records.writing import record_text
from bot.rummy.views import Phase
from bot.text.catalogs import Texts
from bot.text.deals import record_so_far
from bot.text.players import short_name
from bot.text.scores import sheet_lines
from bot.text.share import highlight_sentence, score_line, share_game, winners_title
from cogs.edge.answers import Delivery, Reply, Show, Where, notice
from cogs.edge.channel_writer import Channels
from cogs.edge.clicks import PageClick, PageHandlers, PageRoute, number_in
from cogs.edge.custom_ids import channel_chooser
from cogs.edge.languages import Languages
from cogs.edge.layout import GOLD, LONGEST_LIST, layout, notice_screen, picture, plain_name, small, text, title
from cogs.edge.messages import Attachment, Detail, Message, Post, Trouble, named_by_content, trouble_of
from cogs.edge.notices import Meaningless
from cogs.table.day_results import anonymous
from cogs.table.screens.deal import SHARE, SHARE_TO
from cogs.table.screens.proof import ShuffleReport, secrets_file, verify_screen
from cogs.table.screens.replay import (
    REPLAY,
    REPLAY_DEAL,
    REPLAY_GAME,
    REPLAY_MORE,
    REPLAY_MOVE,
    REPLAY_POINT,
    Looked,
    games_screen,
    heading,
    replay_more_screen,
    replay_screen,
)
from cogs.table.screens.scene import Scene, start_link, way_back
from cogs.table.table_messages import end_of, picture_names, scene_of
from render.queue.studio import Studio
from render.values import FinalResult, Picture


async def record_of(table: Table, texts: Texts) -> Show:
    """Send a table's record as a file. Raises Refused in a lobby."""
    row = table.row
    words = texts.t("The record of this game") if row.status is Status.OVER else record_so_far(texts, row.options)
    await table.wait_for_names()  # a file can't be edited later
    record = await asyncio.to_thread(table.record)  # replays all deals, which would block other clicks
    file = Attachment("record.json", record_text(record).encode())
    return Show(Message(lambda detail: record_screen(texts, detail, file, words), files=(file,)))


def record_screen(texts: Texts, detail: Detail, file: Attachment, words: str) -> ui.LayoutView:
    """Show the record of a game; ``words`` describe it."""
    if not detail.files:
        return notice_screen(texts.t("Discord refused the file. Please try again in a moment."))
    return layout(text(words), ui.File(file.uri))


async def proof_of(table: Table, texts: Texts) -> Show:
    """Check a table's shuffles, as anyone could, and show the result."""
    await table.wait_for_names()  # as for a record
    row, fault, proof = table.row, None, table.promise.proof
    started = row.status in (Status.PLAYING, Status.OVER)
    if started:
        try:
            proof = grade_of((await asyncio.to_thread(lambda: verify(table.record()))).fairness)
        except RecordError as error:
            fault = str(error)
    report = ShuffleReport(
        row.options,
        table.seal(),
        tuple(short_name(texts, player) for player in row.seats),
        proof,
        started,
        cuts=_cuts(row),
        secrets=table.revealed(),
        voided=tuple(link.hex() for link in links_of_voided(row)),
        counts=await table.start_counts(),
        start=row.start,
        link=start_link(row),
        beacon=table.promise.beacon,
        running=len(table.revealed()) + 1 if _is_dealt(table) else 0,
        fault=fault,
    )
    file = secrets_file(report)
    files = () if file is None else (file,)
    return Show(Message(lambda detail: verify_screen(texts, report, file if detail.files else None), files=files))


def _is_dealt(table: Table) -> bool:
    """Return whether a deal is being played, whose secret isn't revealed yet."""
    return table.row.status is Status.PLAYING and table.view(None).phase not in (Phase.DEAL, Phase.OVER)


def led_back(reply: Show, scene: Scene) -> Show:
    """Add the way back to the table to a private answer about it."""
    message = reply.message
    return replace(
        reply, message=replace(message, layout=lambda detail: layout(message.layout(detail).children, way_back(scene)))
    )


def _cuts(row: TableRow) -> tuple[tuple[int, str | None], ...]:
    """List the seats that cut, in order, with their texts; None for one that was deleted.

    Games of the first version have a cut for every seat, and their order isn't known.
    """
    if row.status in (Status.PLAYING, Status.OVER) and row.start is None:
        return tuple((seat, player.cut) for seat, player in enumerate(row.seats))
    return tuple((seat, None if row.salts[seat] is None else row.seats[seat].cut) for seat in cutters(row))


# In memory only: a second card after a restart harms nobody, while a table of cards would be one more thing to delete
# with a server's data.
_KEPT: Final = 16
"""Number of games in the cache, a few hundred kilobytes each."""
_MOST: Final = 10**6


@dataclass(slots=True, eq=False)
class Replays:
    """Shows finished games move by move, privately. The custom ids contain the moment to show, so there's no state."""

    languages: Languages
    tables: Tables
    studio: Studio
    days: Days
    _ready: LRUCache[int, Replay] = field(init=False, default_factory=lambda: LRUCache(_KEPT))

    @property
    def handlers(self) -> PageHandlers:
        """The handler of each word in a custom id (`l1:<word>`)."""
        return {
            REPLAY: PageRoute(self._show),
            REPLAY_POINT: PageRoute(self._point),
            REPLAY_MORE: PageRoute(self._more),
            REPLAY_DEAL: PageRoute(self._deal),
            REPLAY_MOVE: PageRoute(self._move),
            REPLAY_GAME: PageRoute(self._chosen),
        }

    async def begin(self, interaction: discord.Interaction, table: Table) -> Reply:
        """Show a table's game from its beginning."""
        texts = self.languages.for_user(interaction)
        if table.row.status is not Status.OVER:
            return notice(texts.t("The game here isn't over yet. `{/league history}` lists finished games."))
        return await self._at(table, texts, (1, 0), interaction)

    async def list(self, interaction: discord.Interaction) -> Reply:
        """List the actor's last finished games on all servers, and their practice games, to replay one."""
        texts = self.languages.for_user(interaction)
        games = await self.tables.finished_games(interaction.user.id, LONGEST_LIST)
        if not games:
            line = texts.t("You haven't finished a game yet. `{/rummy practice}` starts one against the computer.")
            return notice(line)
        return Show(Message(lambda _: games_screen(texts, games, interaction.id)))

    async def _chosen(self, press: PageClick) -> Reply:
        return await self._in_game(press, number_in(press.choice, 1), 1, 0)

    async def _show(self, press: PageClick) -> Reply:
        place = (press.number(1, 1, _MOST), press.number(2, 0, _MOST)) if len(press.asked.arguments) > 1 else (1, 0)
        return await self._to(press, *place)

    async def _point(self, press: PageClick) -> Reply:
        deal, _, at = press.choice.partition("-")
        return await self._to(press, number_in(deal, 1, _MOST), number_in(at, 0, _MOST))

    async def _more(self, press: PageClick) -> Reply:
        place = press.number(1, 1, _MOST), press.number(2, 0, _MOST)
        return await self._in_game(press, press.number(0, 1), *place, more=True)

    async def _deal(self, press: PageClick) -> Reply:
        return await self._to(press, number_in(press.choice, 1, _MOST), 0)

    async def _move(self, press: PageClick) -> Reply:
        return await self._to(press, press.number(1, 1, _MOST), number_in(press.choice, 0, _MOST))

    async def _to(self, press: PageClick, deal: int, at: int) -> Reply:
        return await self._in_game(press, press.number(0, 1), deal, at)

    async def _in_game(self, press: PageClick, number: int, deal: int, at: int, *, more: bool = False) -> Reply:
        """Show a moment of a game: one of this server, the actor's own, or the best of a closed day.

        Raises Meaningless for others, and Refused for a daily deal that others can still play.
        """
        try:
            table = await self.tables.get(number)
        except UnknownTable:
            raise Meaningless from None
        own, of_day = table.seat_of(press.user) is not None, table.row.day is not None
        if of_day and not await self.days.may_replay(table, press.user):
            raise_refusals(table.hidden if own else None)
            raise Meaningless
        if not of_day and not own and (table.row.is_practice or table.row.guild != press.interaction.guild_id):
            raise Meaningless
        if table.row.status is not Status.OVER:
            return notice(press.texts.t("That game isn't over yet. Replays show finished games."))
        return await self._at(table, press.texts, (deal, at), press.interaction, more=more)

    async def _at(
        self,
        table: Table,
        texts: Texts,
        place: tuple[int, int],
        interaction: discord.Interaction,
        *,
        more: bool = False,
    ) -> Reply:
        """Show a moment of a finished game, or the nearest one that exists; with ``more`` what is behind *More*."""
        await table.wait_for_names()  # names that arrive later wouldn't be added to this answer
        game = await self._played(table)
        # In a thread: the hint takes long, which would block other clicks.
        moment, hint = await asyncio.to_thread(_looked_up, game, place)
        before = len(game.moves[moment.deal - 2]) if moment.deal > 1 else 0
        on_server = interaction.guild_id == table.row.guild
        looked = Looked(moment, table.view(None).deals, hint, before=before, render=interaction.id, on_server=on_server)
        scene = scene_of(table, texts, table.seat_of(interaction.user.id))
        if table.row.day is not None and scene.seat is None:
            scene = replace(scene, row=anonymous(table.row, texts, {}))
        if more:
            drawn = await self._with_sheet(table, scene, looked) if moment.ends_game else looked
            return _shown(drawn.sheet, lambda detail: replay_more_screen(scene.with_detail(detail), drawn))
        drawn = replace(looked, hands=await self._drawn(scene, looked))
        return _shown(drawn.hands, lambda detail: replay_screen(scene.with_detail(detail), drawn))

    async def _played(self, table: Table) -> Replay:
        number, game = table.row.id, table.game
        if game is None:
            raise Meaningless
        ready = self._ready.get(number)
        if ready is None:
            ready = self._ready[number] = await asyncio.to_thread(replayed, table.row, game.lines)
        return ready

    async def _drawn(self, scene: Scene, looked: Looked) -> Attachment:
        title, names = heading(scene, looked.moment), picture_names(scene)
        return _file(
            "replay",
            await self.studio.replay(
                looked.moment.views, names, scene.texts, title=title, advised=_advised(looked.hint)
            ),
        )

    async def _with_sheet(self, table: Table, scene: Scene, looked: Looked) -> Looked:
        """Add the score sheet of the whole game, as its result shows it."""
        view, end = table.view(None), end_of(table)
        final = FinalResult(end.winners, end.forfeits, end.closed)
        drawn = await self.studio.sheet(view, picture_names(scene), scene.texts, final=final)
        lines = sheet_lines(scene.texts, view, scene.names)
        return replace(looked, sheet=_file("replay-sheet", drawn), sheet_lines=lines)


def _looked_up(game: Replay, place: tuple[int, int]) -> tuple[Moment, Hint | None]:
    moment = game.moment(*place)
    return moment, moment.hint


def _advised(hint: Hint | None) -> Card | None:
    """Return the card that an Expert would discard; None if it would draw first."""
    if hint is None or hint.move.verb in (Verb.DRAW, Verb.TAKE, Verb.PASS, Verb.UNDO):
        return None
    return hint.values.get("card")


def _shown(file: Attachment | None, screen: Callable[[Detail], ui.LayoutView]) -> Show:
    return Show(Message(screen, files=() if file is None else (file,)))


def _file(kind: str, drawn: Picture) -> Attachment:
    return named_by_content(kind, drawn.png, drawn.alt)


def share_screen(
    texts: Texts, facts: ShareCardFacts, names: Sequence[str], detail: Detail, file: Attachment
) -> ui.LayoutView:
    """Show a share card; ``names`` in seat order, not escaped. No ids, and nothing that the result doesn't show."""
    players = tuple(map(plain_name, names))
    return layout(
        text(title(_headline(texts, facts, players))),
        picture(detail, file),
        text(highlight_sentence(texts, facts, players), small(share_game(texts, facts))),
        accent=GOLD,
    )


def _headline(texts: Texts, facts: ShareCardFacts, players: Sequence[str]) -> str:
    words, penalties = winners_title(texts, facts.winners, players), facts.options.penalties
    score = score_line(texts, facts.scores, facts.winners, penalties=penalties)
    if not facts.winners:
        return words
    return texts.t("🏆 {winner}: {score}", winner=words, score=score)


_KEPT_CARDS: Final = 10_000
"""Number of posted cards in memory. After a restart a card can be posted once more."""
_UNDER_WAY: Final = 0
_POSTABLE: Final = (discord.ChannelType.text, discord.ChannelType.news, discord.ChannelType.public_thread)


@dataclass(slots=True, eq=False)
class Sharing:
    """Posts share cards of finished games: in the channel of the click, once per game and channel, and nowhere else."""

    languages: Languages
    tables: Tables
    studio: Studio
    channels: Channels
    posting: Posting
    # channel and table: the message of the card
    _posted: LRUCache[tuple[int, int], int] = field(init=False, default_factory=lambda: LRUCache(_KEPT_CARDS))

    @property
    def handlers(self) -> PageHandlers:
        """The handler of each word in a custom id (`l1:<word>`)."""
        return {SHARE: PageRoute(self._share, Where.POST), SHARE_TO: PageRoute(self._share_to)}

    async def _share_to(self, click: PageClick) -> Reply:
        """Ask for a channel, or post the card in the chosen one."""
        table = await self._table(click)
        if len(click.asked.arguments) == 1:
            return Show(Message(lambda _: channels_screen(click.texts, table.row.id)))
        channel = number_in(click.choice, 1)
        key, lacking = (channel, table.row.id), _lacking(click.interaction, channel)
        if key in self._posted:
            return notice(_posted_words(click, channel, self._posted[key]))
        if lacking:
            return notice(lacking(click.texts, f"<#{channel}>"))
        self.posting.take(click.user)
        self._posted[key] = _UNDER_WAY
        try:
            message = await self._card(table, self.languages.for_server(click.interaction))
            post = Post(("card", table.row.id, channel))
            self._posted[key] = await self.channels.post(click.guild, channel, message, post)
        except BaseException as error:
            del self._posted[key]
            if isinstance(error, discord.HTTPException) and trouble_of(error) is Trouble.FORBIDDEN:
                return notice(_forbidden_words(click.texts, f"<#{channel}>"))
            raise
        return notice(_posted_words(click, channel, self._posted[key], now=True))

    async def _share(self, click: PageClick) -> Reply:
        table = await self._table(click)
        key = (click.interaction.channel_id or 0, table.row.id)
        if key in self._posted:
            return notice(_posted_words(click, key[0], self._posted[key]))
        self._posted[key] = _UNDER_WAY
        try:
            message = await self._card(table, self.languages.for_server(click.interaction))
        except BaseException:
            del self._posted[key]
            raise
        return Show(message, Where.POST, partial(self._deliver, key=key))

    async def _table(self, click: PageClick) -> Table:
        """Return the table of a finished game of this server with a result. Otherwise raises Meaningless."""
        try:
            table = await self.tables.get(click.number(0, 1))
        except UnknownTable:
            raise Meaningless from None
        game = table.game
        if table.row.guild != click.guild or table.row.status is not Status.OVER or game is None or game.closed:
            raise Meaningless
        return table

    async def _card(self, table: Table, texts: Texts) -> Message:
        await table.wait_for_names()  # names that arrive later wouldn't be added to a picture
        finished = table.finished()
        facts = await asyncio.to_thread(share_card_facts, finished)  # replays all deals
        names = tuple(short_name(texts, player) for player in table.row.seats)
        drawn = await self.studio.share_card(facts, names, texts)
        file = named_by_content("card", drawn.png, drawn.alt)
        return Message(lambda detail: share_screen(texts, facts, names, detail, file), files=(file,))

    async def _deliver(self, delivery: Delivery, *, key: tuple[int, int]) -> None:
        try:
            sent = await delivery.send()
        except BaseException:
            self._posted.pop(key, None)
            raise
        self._posted[key] = sent.id


def _posted_words(click: PageClick, channel: int, message: int, *, now: bool = False) -> str:
    """Return that the card is in a channel, with a link once it's posted; ``now``: by this click."""
    if message == _UNDER_WAY:
        return click.texts.t("The card is on its way.")
    link = f"https://discord.com/channels/{click.guild}/{channel}/{message}"
    return (
        click.texts.t("Posted: {link}", link=link) if now else click.texts.t("Already posted here: {link}", link=link)
    )


def channels_screen(texts: Texts, table: int) -> ui.LayoutView:
    """Ask where to post a share card."""
    return layout(
        text(texts.t("Where should I post the card of this game?")),
        channel_chooser(texts.t("Choose a channel"), _POSTABLE, (SHARE_TO, table, "in")),
    )


def _lacking(interaction: discord.Interaction, channel: int) -> Callable[[Texts, str], str] | None:
    """Return what to tell a user who can't post in a channel themselves, or where the bot can't; None if both can."""
    guild, user = interaction.guild, interaction.user
    found = None if guild is None else guild.get_channel_or_thread(channel)
    if guild is None or not isinstance(found, discord.TextChannel | discord.Thread):
        raise Meaningless
    if not (isinstance(user, discord.Member) and _may_post(found, user)):
        return lambda texts, where: texts.t("You can't post in {channel} yourself. Choose another one.", channel=where)
    return None if guild.me is not None and _may_post(found, guild.me) else _forbidden_words


def _may_post(channel: discord.TextChannel | discord.Thread, member: discord.Member) -> bool:
    granted = channel.permissions_for(member)
    sends = granted.send_messages_in_threads if isinstance(channel, discord.Thread) else granted.send_messages
    return granted.view_channel and sends


def _forbidden_words(texts: Texts, channel: str) -> str:
    return texts.t("I can't post in {channel}. Allow me to view the channel and send messages there.", channel=channel)
