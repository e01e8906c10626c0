"""Builds `cogs.table`: the views of tables, `/rummy`, and all clicks at tables."""

from bot.play.scheduling.scheduler import Scheduler
from bot.play.service.posting import Invitations
from bot.play.service.reviews import Reviews
from cogs.edge.answers import Answers
from cogs.edge.commands import CommandRunner
from cogs.setup.services import Edge, Games, Stores
from cogs.table.clicks.house_rule_clicks import HouseRuleClicks
from cogs.table.clicks.lobby_clicks import HostClicks, LobbyClicks
from cogs.table.clicks.melds import LayClicks
from cogs.table.clicks.play_clicks import MoveClicks, PlayClicks
from cogs.table.clicks.table_router import TableHandlers, TableRouter
from cogs.table.commands import ChannelTables, QuickPlay, Rummy
from cogs.table.day_results import DayResults
from cogs.table.documents import Replays
from cogs.table.inviting import Inviting
from cogs.table.lost_channels import LostChannels, PausedGames
from cogs.table.panels.hands import Coaching, Hands
from cogs.table.panels.panels import Panels
from cogs.table.panels.stored import RestoredPanels, StoredPanels
from cogs.table.public_messages import PublicMessages
from cogs.table.rules_pages import RulesPages
from cogs.table.sharing import Reviewing, Sharing
from cogs.table.table_messages import TableMessages
from cogs.table.table_opener import TableOpener
from cogs.table.table_replies import OwnHands, TableReplies, TableUpdates


class TableViews:
    """The views of tables: their public messages, and the private panels of their players."""

    def __init__(self, edge: Edge, games: Games, stores: Stores) -> None:
        self.invitations = Invitations(stores.people, edge.clock, edge.limits)
        self.messages = TableMessages(edge.studio, games.finished_games, games.tournaments, self.invitations)
        self.public_messages = PublicMessages(
            self.messages, edge.catalogs, edge.clock, edge.channels, edge.writer, sights=edge.counts.sights
        )
        self.day_results = DayResults(games.days, games.tables, edge.studio)
        self.hands = Hands(
            self.messages,
            edge.catalogs,
            edge.uptime,
            stores.people,
            coaching=Coaching(stores.people),
            day_results=self.day_results,
            public=self.public_messages.texts_of,
        )
        self.stored_panels = StoredPanels(stores.panels, edge.client, edge.clock, edge.uptime)
        self.panels = Panels(
            self.messages,
            self.hands,
            edge.uptime,
            edge.emojis,
            stored=self.stored_panels,
            sleep=edge.sleep,
        )
        self.restored_panels = RestoredPanels(
            self.stored_panels, self.panels.restore, games.tables, edge.channels.remember_locale
        )
        self.updates = TableUpdates(
            games.tables,
            self.public_messages,
            self.panels,
            games.table_signals,
            edge.names.arrived,
            sights=edge.counts.sights,
        )


class TablePackage:
    """`/rummy`, the challenge in a member's context menu, and all clicks at tables."""

    def __init__(
        self,
        *,
        edge: Edge,
        games: Games,
        stores: Stores,
        views: TableViews,
        answers: Answers,
        scheduler: Scheduler,
    ) -> None:
        self.updates = views.updates
        self.runner = CommandRunner(answers, edge.languages, edge.posting)
        self.replies = _replies(edge, games, stores, views)
        self.channel_tables = ChannelTables(self.runner, games.tables, self.replies)
        self.inviting = _inviting(edge, games, stores, views)
        self.opener = self._opener(edge, games, stores, views)
        self.replays = Replays(edge.languages, games.tables, edge.studio, games.days)
        self.rules_pages = RulesPages(edge.studio)
        self.sharing = Sharing(edge.languages, games.tables, edge.studio, edge.channels, edge.posting)
        self.reviewing = Reviewing(
            reviews=Reviews(stores.reviews, edge.judge),
            replays=self.replays,
            sharing=self.sharing,
            private=views.panels.answer,
            emojis=edge.emojis,
            clock=edge.uptime,
        )
        self.lost_channels = _lost_channels(edge, games, stores, views, scheduler)
        self.commands = self._commands(edge, games, stores, views)
        self.router = TableRouter(
            answers=answers,
            languages=edge.languages,
            tables=games.tables,
            replies=self.replies,
            public_messages=views.public_messages,
            panels=views.panels,
            handlers=self._handlers(edge, games, stores, views, self.replies),
        )

    def _opener(self, edge: Edge, games: Games, stores: Stores, views: TableViews) -> TableOpener:
        return TableOpener(
            languages=edge.languages,
            replies=self.replies,
            updates=views.updates,
            public_messages=views.public_messages,
            tables=games.tables,
            servers=stores.servers,
            inviting=self.inviting,
        )

    def _commands(self, edge: Edge, games: Games, stores: Stores, views: TableViews) -> Rummy:
        return Rummy(
            runner=self.runner,
            channel_tables=self.channel_tables,
            own_hands=OwnHands(games.tables, self.replies, stores.personal_data),
            replies=self.replies,
            opener=self.opener,
            quick_play=QuickPlay(self.opener, games.tables, stores.servers),
            paused_games=PausedGames(
                edge.languages, views.updates, views.public_messages, games.tables, stores.servers
            ),
            replays=self.replays,
            servers=stores.servers,
            rules_pages=self.rules_pages,
        )

    def _handlers(
        self, edge: Edge, games: Games, stores: Stores, views: TableViews, replies: TableReplies
    ) -> TableHandlers:
        languages, public_messages, hands, updates = edge.languages, views.public_messages, views.hands, views.updates
        return {
            **LobbyClicks(replies, public_messages, games.tables, self.inviting).handlers,
            **HostClicks(languages, replies, public_messages, stores.servers, self.inviting).handlers,
            **HouseRuleClicks(
                replies, public_messages, stores.servers, edge.clock, most=edge.limits.presets_per_member
            ).handlers,
            **PlayClicks(
                languages=languages,
                replies=replies,
                updates=updates,
                public_messages=public_messages,
                hands=hands,
                tables=games.tables,
                servers=stores.servers,
                rules_pages=self.rules_pages,
                inviting=self.inviting,
            ).handlers,
            **MoveClicks(replies, updates, hands).handlers,
            **LayClicks(replies, updates, hands).handlers,
        }


def _replies(edge: Edge, games: Games, stores: Stores, views: TableViews) -> TableReplies:
    return TableReplies(
        languages=edge.languages,
        messages=views.messages,
        public_messages=views.public_messages,
        panels=views.panels,
        hands=views.hands,
        people=stores.people,
        clock=edge.clock,
        posting=edge.posting,
        leavers=games.tables.leavers,
    )


def _inviting(edge: Edge, games: Games, stores: Stores, views: TableViews) -> Inviting:
    return Inviting(
        invitations=views.invitations,
        people=stores.people,
        tables=games.tables,
        names=edge.names,
        channels=edge.channels,
        catalogs=edge.catalogs,
        public_messages=views.public_messages,
    )


def _lost_channels(edge: Edge, games: Games, stores: Stores, views: TableViews, scheduler: Scheduler) -> LostChannels:
    """Build what pauses the games of deleted channels."""
    return LostChannels(
        channels=edge.channels,
        tables=games.tables,
        scheduler=scheduler,
        people=stores.people,
        catalogs=edge.catalogs,
        clock=edge.clock,
        public_messages=views.public_messages,
    )
