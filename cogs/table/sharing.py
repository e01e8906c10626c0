"""What people can show others of a finished game: its share card, and its review, private until it's shared."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Hashable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Final

import discord
from cachetools import LRUCache
from discord import ButtonStyle, ui

from bot.play.service.posting import Posting
from bot.play.service.reviews import Reviews, Stage, WantedReview
from bot.play.service.table import Table
from bot.play.service.tables import Tables
from bot.play.state.errors import UnknownTable
from bot.play.state.ports import Clock
from bot.play.state.values import Status
from bot.players.judged import Mistake, Review
from bot.ratings.highlights import ShareCardFacts, share_card_facts
from bot.rummy.views import View
from bot.text.catalogs import Texts
from bot.text.deals import deal_heading
from bot.text.lists import gain, signed
from bot.text.players import short_name
from bot.text.share import choice_words, highlight_sentence, score_line, share_game, winners_title
from cogs.edge.answer_messages import AnswerMessage
from cogs.edge.answers import Delivery, Reply, Show, Shown, Where, notice
from cogs.edge.channel_writer import Channels
from cogs.edge.clicks import PageClick, PageHandlers, PageRoute, number_in
from cogs.edge.custom_ids import button, channel_chooser
from cogs.edge.languages import Languages
from cogs.edge.layout import GOLD, bold, layout, picture, plain_name, rows, small, text, title
from cogs.edge.messages import Attachment, CardEmojis, Detail, Message, Post, Trouble, named_by_content, trouble_of
from cogs.edge.notices import Meaningless
from cogs.edge.tasks import Tasks
from cogs.table.documents import Replays, scene_for
from cogs.table.screens.deal import SHARE, SHARE_TO
from cogs.table.screens.replay import REPLAY, REVIEW
from cogs.table.screens.scene import Scene
from render.queue.studio import Studio

logger = logging.getLogger(__name__)


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
    # channel and what is posted, for a card the table: the message
    _posted: LRUCache[tuple[int, Hashable], int] = field(init=False, default_factory=lambda: LRUCache(_KEPT_CARDS))

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
        return await self.once(click, table.row.id, partial(self._card, table))

    async def once(self, click: PageClick, what: Hashable, make: Callable[[Texts], Awaitable[Message]]) -> Reply:
        """Post something in the channel of the click, or say where it has been posted before."""
        key = (click.interaction.channel_id or 0, what)
        if key in self._posted:
            return notice(_posted_words(click, key[0], self._posted[key]))
        self._posted[key] = _UNDER_WAY
        try:
            message = await make(self.languages.for_server(click.interaction))
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

    async def _deliver(self, delivery: Delivery, *, key: tuple[int, Hashable]) -> None:
        try:
            sent = await delivery.send()
        except BaseException:
            self._posted.pop(key, None)
            raise
        self._posted[key] = sent.id


def _posted_words(click: PageClick, channel: int, message: int, *, now: bool = False) -> str:
    """Return that the card is in a channel, with a link once it's posted; ``now``: by this click."""
    if message == _UNDER_WAY:
        return click.texts.t("It's on its way.")
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


REVIEW_SHARE: Final = "review-share"  # table: posts its review in the channel of the click
EVERY: Final = 4.0
"""Seconds between looks at a review that a player waits for, whose message is edited if it has come further."""


@dataclass(frozen=True, slots=True)
class Reviewed:
    """A review, and for each of its turning points what everyone saw before that move."""

    review: Review
    before: Sequence[View]


@dataclass(slots=True, eq=False)
class Reviewing:
    """Shows reviews, and how far they are to players who wait.

    ``private`` sends private answers; ``clock`` is the one by which interactions are heard.
    """

    reviews: Reviews
    replays: Replays
    sharing: Sharing
    private: Shown
    emojis: CardEmojis
    clock: Clock
    _tasks: Tasks = field(init=False, default_factory=Tasks)
    _followed: dict[int, int] = field(init=False, default_factory=dict)  # message: the last interaction that it answers

    @property
    def handlers(self) -> PageHandlers:
        """The handler of each word in a custom id (`l1:<word>`)."""
        return {REVIEW: PageRoute(self._open), REVIEW_SHARE: PageRoute(self._share, Where.POST)}

    async def close(self) -> None:
        """Stop updating messages."""
        await self._tasks.close()

    async def _open(self, click: PageClick) -> Reply:
        """Show the review of a game, or put it in line."""
        table = await self.replays.game(click, click.number(0, 1))
        review = await self.reviews.find(table)
        if review is not None:
            return Show(await self._message(table, review, click.texts, click.user))
        wanted = self.reviews.want(table, click.user)
        told = self.reviews.stage(wanted)
        sent = partial(self._sent, wanted=wanted, texts=click.texts, told=told)
        return Show(_waiting(click.texts, table.row.id, told), shown=sent)

    async def _share(self, click: PageClick) -> Reply:
        """Post the review of a game of this server, for one of its players."""
        table = await self.replays.game(click, click.number(0, 1))
        review = await self.reviews.find(table)
        if review is None or table.seat_of(click.user) is None or table.row.guild != click.guild:
            raise Meaningless
        return await self.sharing.once(
            click, (REVIEW, table.row.id), lambda texts: self._message(table, review, texts, None)
        )

    async def _message(self, table: Table, review: Review, texts: Texts, user: int | None) -> Message:
        """Return the message with a review; ``user`` None for the public one."""
        await table.wait_for_names()
        before = [await self.replays.before(table, (one.deal, one.move)) for one in review.turning_points]
        scene = scene_for(table, texts, user)
        return Message(lambda _: review_screen(scene, Reviewed(review, before), public=user is None))

    async def _sent(self, delivery: Delivery, *, wanted: WantedReview, texts: Texts, told: Stage) -> None:
        """Send how far a review is, and keep that message up to date until the review is there."""
        sent: list[AnswerMessage] = []

        async def send() -> AnswerMessage:
            sent.append(await delivery.send())
            return sent[0]

        await self.private(replace(delivery, send=send))
        message = sent[0].kept()
        self._followed[message.id] = message.interaction.id
        self._tasks.start(self._follow(message, wanted, texts, delivery.user, told), {"table": wanted.table.row.id})

    async def _follow(self, message: AnswerMessage, wanted: WantedReview, texts: Texts, user: int, told: Stage) -> None:
        """Update a message until the review is there, or another click has been answered with it."""
        while message.usable(self.clock):
            await asyncio.wait({wanted.done}, timeout=EVERY)
            if self._followed.get(message.id) != message.interaction.id:
                return
            now = self.reviews.stage(wanted)
            try:
                if wanted.done.done():
                    await self._tell(message, wanted, texts, user)
                    break
                if now != told:
                    await message.edit(_waiting(texts, wanted.table.row.id, now), self.emojis.faces)
            except (discord.HTTPException, OSError) as error:  # dismissed, or Discord is down
                logger.info("a review's message can't be updated: %s", type(error).__name__)
                break
            told = now
        if self._followed.get(message.id) == message.interaction.id:  # another click may have come meanwhile
            del self._followed[message.id]

    async def _tell(self, message: AnswerMessage, wanted: WantedReview, texts: Texts, user: int) -> None:
        """Show a review that is there now. A screen reader reads new messages aloud, but no edits."""
        review = wanted.done.result()
        if review is None:
            shown = Message(lambda _: failed_screen(texts, wanted.table.row.id))
        else:
            shown = await self._message(wanted.table, review, texts, user)
        if texts.spells_cards:
            await message.followed(shown, self.emojis.faces)
        else:
            await message.edit(shown, self.emojis.faces)


def _waiting(texts: Texts, table: int, stage: Stage) -> Message:
    return Message(lambda _: waiting_screen(texts, table, stage))


def waiting_screen(texts: Texts, table: int, stage: Stage) -> ui.LayoutView:
    """Show how far a review is, or how many come before it."""
    if stage.ahead:
        line = texts.n("{n} other review comes first.", "{n} other reviews come first.", stage.ahead)
    else:
        line = texts.t("Reviewing this game: {percent}%", percent=stage.percent)
    again = button(texts.t("Look again"), REVIEW, table)
    return layout(text(bold(line), small(texts.t("It takes about half a minute and appears here."))), rows([again]))


def failed_screen(texts: Texts, table: int) -> ui.LayoutView:
    """Say that a review couldn't be made."""
    again = button(texts.t("Try again"), REVIEW, table)
    return layout(text(texts.t("That review couldn't be finished. Please try again in a moment.")), rows([again]))


def review_screen(scene: Scene, reviewed: Reviewed, *, public: bool) -> ui.LayoutView:
    """Show the sum of a game and its turning points, each with a button that shows it in the replay."""
    texts, review, table = scene.texts, reviewed.review, scene.row.id
    points = review.turning_points
    mistakes = [
        f"{number}. {_mistake_words(scene, one, view)}"
        for number, (one, view) in enumerate(zip(points, reviewed.before, strict=True), 1)
    ]
    if not mistakes:
        mistakes = [texts.t("No move cost 2 points or more, as far as its player could see.")]
    seats = [scene.seat] if scene.seat is not None else range(len(scene.names))
    show = [
        button(texts.t("Show {number}", number=number), REPLAY, table, one.deal, one.move, style=ButtonStyle.primary)
        for number, one in enumerate(points, 1)
    ]
    share = [button(texts.p("button", "Share"), REVIEW_SHARE, table)]
    replay = [button(texts.p("button", "Replay"), REPLAY, table)]
    can_share = scene.seat is not None and not scene.row.is_practice
    return layout(
        text(title(texts.p("button", "Review")), *(_balance_words(scene, review, seat) for seat in seats)),
        text(*mistakes, small(texts.t("Averages over many deals of the cards that the player couldn't see."))),
        rows([*(show or replay), *(share if can_share and not public else [])]),
        accent=GOLD,
    )


def _balance_words(scene: Scene, review: Review, seat: int) -> str:
    """Return the sum of a game for a seat: its result, luck and mistakes."""
    texts, balance = scene.texts, review.balance(seat)
    numbers = {
        "result": gain(balance.result),
        "luck": signed(balance.luck),
        "theirs": balance.theirs,
        "yours": balance.yours,
    }
    if seat == scene.seat:
        return texts.t(
            "Your points: {result} = luck {luck} + your opponent's mistakes {theirs} − your mistakes {yours}", **numbers
        )
    return texts.t(
        "{name}: {result} = luck {luck} + the opponent's mistakes {theirs} − own mistakes {yours}",
        name=bold(scene.names[seat]),
        **numbers,
    )


def _mistake_words(scene: Scene, mistake: Mistake, before: View) -> str:
    """Return a mistake with the better move and what it cost."""
    texts, cost, made, better = scene.texts, mistake.cost, mistake.made, mistake.better
    top = before.discards[-1] if before.discards else None
    return texts.n(
        "{place}: {made}. Better: {better}, by about {n} point ({low} to {high})",
        "{place}: {made}. Better: {better}, by about {n} points ({low} to {high})",
        round(cost.points),
        place=deal_heading(texts, scene.row.options, mistake.deal, bold(scene.names[mistake.seat])),
        made=choice_words(texts, made, better, top),
        better=bold(choice_words(texts, better, made, top)),
        low=round(cost.low),
        high=round(cost.high),
    )
