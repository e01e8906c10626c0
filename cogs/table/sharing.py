"""Share cards: posted in the channel of the click, once per game and channel, and nowhere else."""

import asyncio
from collections.abc import Sequence
from functools import partial
from typing import Final

from cachetools import LRUCache
from discord import ui

from bot.play.service.table import Table
from bot.play.service.tables import Tables
from bot.play.state.errors import UnknownTable
from bot.play.state.values import Status
from bot.ratings.highlights import ShareCardFacts, share_card_facts
from bot.text.catalogs import Texts
from bot.text.players import short_name
from bot.text.share import highlight_sentence, score_line, share_game, winners_title
from cogs.edge.answers import Delivery, Reply, Show, Where, notice
from cogs.edge.clicking.clicks import PageClick, PageHandlers, PageRoute
from cogs.edge.languages import Languages
from cogs.edge.layout import GOLD, layout, picture, plain_name, small, text, title
from cogs.edge.messages import Attachment, Detail, Message, named_by_content
from cogs.edge.notices import Meaningless
from cogs.table.screens.deal import SHARE
from render.queue.studio import Studio


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
    """Return who won and the final score, the winner's points first."""
    words, score = winners_title(texts, facts.winners, players), score_line(texts, facts.scores, facts.winners)
    if not facts.winners:
        return words
    return texts.t("🏆 {winner}: {score}", winner=words, score=score)


_KEPT: Final = 10_000
"""Number of posted cards in memory. After a restart a card can be posted once more."""
_UNDER_WAY: Final = 0


class Sharing:
    """Posts share cards of finished games on request."""

    def __init__(self, languages: Languages, tables: Tables, studio: Studio) -> None:
        self._languages = languages
        self._tables = tables
        self._studio = studio
        self._posted: LRUCache[tuple[int, int], int] = LRUCache(_KEPT)  # channel and table: the message of the card

    @property
    def handlers(self) -> PageHandlers:
        """The handler of each word in a custom id (`l1:<word>`)."""
        return {SHARE: PageRoute(self._share, Where.POST)}

    async def _share(self, click: PageClick) -> Reply:
        """Post the card of a game in the channel of the click, or link to the one that is there already."""
        table = await self._table(click)
        key = (click.interaction.channel_id or 0, table.row.id)
        if key in self._posted:
            return notice(_posted_words(click, self._posted[key]))
        self._posted[key] = _UNDER_WAY
        try:
            message = await self._card(table, self._languages.for_server(click.interaction))
        except BaseException:
            del self._posted[key]
            raise
        return Show(message, Where.POST, partial(self._deliver, key=key))

    async def _table(self, click: PageClick) -> Table:
        """Return the table of a finished game of this server with a result. Otherwise raises Meaningless."""
        try:
            table = await self._tables.get(click.number(0, 1))
        except UnknownTable:
            raise Meaningless from None
        game = table.game
        if table.row.guild != click.guild or table.row.status is not Status.OVER or game is None or game.closed:
            raise Meaningless
        return table

    async def _card(self, table: Table, texts: Texts) -> Message:
        """Draw the card, in the server's language."""
        await table.wait_for_names()  # names that arrive later wouldn't be added to a picture
        finished = table.finished()
        facts = await asyncio.to_thread(share_card_facts, finished)  # replays all deals
        names = tuple(short_name(texts, player) for player in table.row.seats)
        drawn = await self._studio.share_card(facts, names, texts)
        file = named_by_content("card", drawn.png, drawn.alt)
        return Message(lambda detail: share_screen(texts, facts, names, detail, file), files=(file,))

    async def _deliver(self, delivery: Delivery, *, key: tuple[int, int]) -> None:
        """Post the card, and remember its message."""
        try:
            sent = await delivery.send()
        except BaseException:
            self._posted.pop(key, None)
            raise
        self._posted[key] = sent.id


def _posted_words(click: PageClick, message: int) -> str:
    """Return that the card is in this channel already, with a link once it's posted."""
    if message == _UNDER_WAY:
        return click.texts.t("The card is on its way.")
    link = f"https://discord.com/channels/{click.guild}/{click.interaction.channel_id}/{message}"
    return click.texts.t("Already posted here: {link}", link=link)
