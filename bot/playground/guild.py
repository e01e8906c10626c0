"""A guild of the stand-in: its channels, members and roles, and outages."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from bot.playground.interactions import Interactions
from bot.playground.payloads import overrides_json
from bot.playground.people import Person
from bot.playground.places import (
    archive,
    change_bot_role,
    change_channel,
    close_channel,
    close_guild,
    lose_guild,
    open_channel,
    open_role,
    reopen_guild,
    restore_guild,
)
from bot.playground.state import (
    INVITED,
    MEMBER,
    OWNER,
    Channel,
    ChannelKind,
    GuildState,
    Member,
    Role,
    User,
    World,
)


@dataclass(slots=True, eq=False)
class Guild:
    """A guild of the stand-in."""

    world: World
    interactions: Interactions
    state: GuildState

    @property
    def id(self) -> int:
        """The guild's id."""
        return self.state.id

    def add_channel(
        self,
        name: str,
        *,
        bot_permissions: int = INVITED,
        member_permissions: int = MEMBER,
        category: Channel | None = None,
    ) -> Channel:
        """Create a text channel, with the permissions of the bot and of a plain member in it."""
        channel = Channel(
            self.world.new_id(),
            name,
            guild=self.state,
            bot_permissions=int(bot_permissions),
            member_permissions=int(member_permissions),
            category=category,
        )
        open_channel(self.world, channel)
        return channel

    def add_category(self, name: str) -> Channel:
        """Create a category, for channels made by `add_channel`."""
        category = Channel(self.world.new_id(), name, ChannelKind.CATEGORY, self.state)
        open_channel(self.world, category)
        return category

    def add_thread(self, name: str, parent: Channel) -> Channel:
        """Create a public thread in a channel."""
        kind = ChannelKind.PUBLIC_THREAD
        thread = Channel(self.world.new_id(), name, kind, self.state, parent, bot_permissions=parent.bot_permissions)
        open_channel(self.world, thread)
        return thread

    def archive(self, thread: Channel) -> None:
        """Archive a thread, as Discord does after some time without messages."""
        archive(self.world, thread)

    def welcome_in(self, channel: Channel | None) -> None:
        """Choose the system channel, where Discord welcomes new members. Bots learn that when they join."""
        self.state.system_channel = channel

    def permit(self, channel: Channel, bot_permissions: int) -> None:
        """Change the bot's permissions in a channel, and notify the bot."""
        channel.bot_permissions = int(bot_permissions)
        change_channel(self.world, channel)

    def revoke(self, permission: int, channel: Channel | None = None) -> None:
        """Take permissions away from the bots, in one channel or in the whole guild, and notify them."""
        if channel is None:
            self._change_role(self.state.bot_permissions & ~permission)
        for place in self._text_channels() if channel is None else [channel]:
            self.permit(place, place.bot_permissions & ~permission)

    def grant(self, permission: int, channel: Channel | None = None) -> None:
        """Set the bots' permissions in one channel or in the whole guild, and notify the bots."""
        if channel is None:
            self._change_role(self.state.bot_permissions | permission)
        for place in self._text_channels() if channel is None else [channel]:
            self.permit(place, place.bot_permissions | permission)

    def _change_role(self, permissions: int) -> None:
        """Change the permissions of the bots' role."""
        self.state.bot_permissions = int(permissions)
        change_bot_role(self.world, self.state)

    def _text_channels(self) -> list[Channel]:
        """List the channels with separate permissions, which threads don't have."""
        return [place for place in self.state.channels.values() if not place.is_thread]

    def remove_channel(self, channel: Channel, *, quietly: bool = False) -> None:
        """Delete a channel, as the guild's owner might. With `quietly`, bots aren't notified."""
        close_channel(self.world, channel, quietly=quietly)

    def add_person(self, name: str, *, locale: str = "en-US", permissions: int = MEMBER) -> Person:
        """Add a new member."""
        user = User(self.world.new_id(), name, locale)
        self.world.users[user.id] = user
        person = Person(self.world, self.interactions, user)
        self.join(person, permissions=permissions)
        return person

    def join(self, person: Person, *, permissions: int = MEMBER) -> None:
        """Add an existing account as a member."""
        self.state.members[person.id] = Member(person.user, int(permissions), self.world.now())

    def own(self, owner: Person | None) -> None:
        """Make a member the owner, who has all permissions; None makes it the unseen account of a new guild again.

        Bots hear about that when they join.
        """
        if self.state.owner_id in self.state.members:
            self.state.members[self.state.owner_id].permissions = MEMBER
        self.state.owner_id = self.state.unseen_owner_id if owner is None else owner.id
        self.state.members[self.state.owner_id].permissions = OWNER

    def add_role(self, name: str, *people: Person) -> Role:
        """Add a role, and assign it to people. Without the members intent, bots see that only in interactions."""
        role = Role(self.world.new_id(), name)
        open_role(self.world, self.state, role)
        for person in people:
            self.state.members[person.id].roles.add(role.id)
        return role

    def override(self, command: str, who: Person | Role, *, allowed: bool) -> None:
        """Allow a global command to a member or a role, or forbid it, in the integration settings."""
        known = ((app, one) for app in self.world.applications.values() for one in app.commands[None])
        application, found = next((app, one) for app, one in known if one["name"] == command)
        key = application.id, int(found["id"])
        kept = self.state.command_permissions.setdefault(key, {})
        kept[who.id] = (1 if isinstance(who, Role) else 2, allowed)
        body = overrides_json(key, self.state)
        self.world.emit(application, self.state.id, "APPLICATION_COMMAND_PERMISSIONS_UPDATE", lambda: body)

    def remove_bots(self) -> None:
        """Remove the bots from this guild, as a moderator could."""
        close_guild(self.world, self.state)

    def invite_bots(self) -> None:
        """Invite removed bots again."""
        reopen_guild(self.world, self.state)

    @contextmanager
    def unavailable(self) -> Iterator[None]:
        """Simulate an outage of this guild until the end of the block."""
        lose_guild(self.world, self.state)
        try:
            yield
        finally:
            restore_guild(self.world, self.state)

    def leave(self, person: Person) -> None:
        """Remove a member; a bot without the members intent isn't notified."""
        del self.state.members[person.id]
