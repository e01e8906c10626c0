"""The `/me` commands: personal preferences, which apply on all servers."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final, TypeAlias

import discord
from discord import app_commands, ui
from discord.app_commands import Choice
from discord.ext import commands

from bot.play.state.people import Notifications, PeopleStore, Preferences, Quiet
from bot.play.state.ports import Clock
from bot.play.time.turn_clock import quiet_until
from bot.text.catalogs import Texts
from bot.text.lists import all_of
from bot.text.ratings import member_name
from cogs.edge.answers import Ask, Reply, Show, Where
from cogs.edge.clicks import PageClick, PageHandlers, PageRoute
from cogs.edge.commands import CommandRunner
from cogs.edge.custom_ids import button, chooser, page_id
from cogs.edge.languages import Languages
from cogs.edge.layout import LONGEST_LIST, layout, option, plain_name, rows, text, title
from cogs.edge.messages import Message
from cogs.edge.notices import Meaningless
from cogs.edge.times_of_day import (
    OFF,
    clock_in,
    clock_words,
    hour_choices,
    is_off,
    minutes_of,
    zone_choices,
    zone_named,
)
from cogs.me.language import OwnLanguage
from cogs.me.personal_data import Forgetting, MeData
from cogs.me.tastes import Tastes
from cogs.table.inviting import ALLOW, Inviting
from cogs.table.table_replies import undelivered_words


def notifications_screen(
    texts: Texts,
    person: Preferences,
    now: int,
    notice: str = "",
    refused: Sequence[tuple[int, str | None]] = (),
) -> ui.LayoutView:
    """Show the user's settings and how to change them; ``now`` is in epoch milliseconds.

    ``refused`` are the players who can't invite the user any more, with their names if known.
    """
    shown = refused[:LONGEST_LIST]
    options = [option(member_name(texts, one, {one: name} if name else {}), str(one)) for one, name in shown]
    return layout(
        text(
            title(texts.t("Turn notifications")),
            notice,
            f"- {notifications_words(texts, person.notifications)}",
            *(f"- {line}" for line in _quiet_lines(texts, person.quiet, now)),
            *([] if person.notifications is Notifications.NONE else [f"- {_invitations_words(texts)}"]),
            *([f"- {_refused_words(texts, refused)}"] if refused else []),
        ),
        chooser(texts.t("Where you get notifications"), _ways(texts, person.notifications), WAY),
        rows(_hours_buttons(texts, person.quiet)),
        chooser(texts.t("Allow invitations again"), options, ALLOW) if options else [],
    )


def quiet_hours_modal(texts: Texts, quiet: Quiet | None) -> ui.Modal:
    """Ask for the start and the end of quiet hours and a time zone; those in force are filled in."""
    modal = ui.Modal(title=texts.t("Quiet hours"), custom_id=page_id(HOURS))
    start, end, zone = ("", "", "") if quiet is None else (clock_words(quiet.start), clock_words(quiet.end), quiet.zone)
    for field, label, description, default, placeholder in (
        ("quiet_from", texts.p("quiet hours", "Start"), texts.t("Such as 22:00 or 10 pm"), start, "22:00"),
        ("quiet_to", texts.p("quiet hours", "End"), texts.t("Such as 7:30"), end, "7:30"),
        ("zone", texts.t("Your time zone"), texts.t("The name of a large city near you"), zone, "Europe/Warsaw"),
    ):
        typed: ui.TextInput[ui.LayoutView] = ui.TextInput(
            custom_id=field, default=default or None, placeholder=placeholder, max_length=_LONGEST_TYPED, required=True
        )
        modal.add_item(ui.Label(text=label, description=description, component=typed))
    return modal


def _ways(texts: Texts, chosen: Notifications) -> list[discord.SelectOption]:
    labels = {
        Notifications.CHANNEL: texts.t("A short message in the channel"),
        Notifications.DIRECT: texts.t("A direct message"),
        Notifications.NONE: texts.t("No notifications"),
    }
    return [option(label, way.value, chosen=way is chosen) for way, label in labels.items()]


def _hours_buttons(texts: Texts, quiet: Quiet | None) -> list[ui.Button[ui.LayoutView]]:
    if quiet is None:
        return [button(texts.t("Set quiet hours"), HOURS)]
    return [button(texts.t("Change quiet hours"), HOURS), button(texts.t("Turn off quiet hours"), NO_HOURS)]


def _invitations_words(texts: Texts) -> str:
    return texts.t("Invitations to tables come the same way, but not in quiet hours.")


def _refused_words(texts: Texts, refused: Sequence[tuple[int, str | None]]) -> str:
    names = all_of(texts, [f"<@{one}>" for one, _ in refused[:LONGEST_LIST]])
    return texts.t("These players can't invite you: {names}.", names=names)


def notifications_words(texts: Texts, notifications: Notifications) -> str:
    """Return how a user is notified."""
    match notifications:
        case Notifications.CHANNEL:
            return texts.t(
                "When it's your turn, a short message in the table's channel mentions you. It disappears when you've "
                "moved."
            )
        case Notifications.DIRECT:
            return texts.t("When it's your turn, you get a direct message. It disappears when you've moved.")
        case Notifications.NONE:
            return texts.t("You don't get notifications.")


def _quiet_lines(texts: Texts, quiet: Quiet | None, now: int) -> tuple[str, ...]:
    if quiet is None:
        return (texts.t("Quiet hours: none."),)
    hours = texts.t(
        "Quiet hours: {start} to {end} in {zone} (it's {time} there now). Notifications wait until quiet hours are "
        "over.",
        start=clock_words(quiet.start),
        end=clock_words(quiet.end),
        zone=quiet.zone.replace("_", " "),
        time=clock_in(quiet.zone, now),
    )
    until = quiet_until(quiet, now)
    if until == now:
        return (hours,)
    return hours, texts.t("It's quiet now; notifications start again at <t:{end}:t>.", end=until // 1000)


_NOTIFICATIONS = [
    Choice(name="channel: a short message in the table's channel", value=Notifications.CHANNEL.value),
    Choice(name="direct: a direct message", value=Notifications.DIRECT.value),
    Choice(name="none: no notifications", value=Notifications.NONE.value),
]


WAY: Final = "notify-where"
HOURS: Final = "notify-hours"
NO_HOURS: Final = "notify-no-hours"
"""The custom id words of the controls."""
_LONGEST_TYPED: Final = 40
_Typed: TypeAlias = tuple[str | None, str | None, str | None]
_UNCHANGED: Final[_Typed] = (None, None, None)


class NotUnderstood(Exception):
    """The typed value isn't valid. The message explains what is, in the user's language."""


@dataclass(slots=True, eq=False)
class NotificationSettings:
    """Shows and changes a user's notifications."""

    languages: Languages
    people: PeopleStore
    clock: Clock
    inviting: Inviting

    @property
    def handlers(self) -> PageHandlers:
        """The handler of each word in a custom id (`l1:<word>`)."""
        return {
            WAY: PageRoute(self._choose_way),
            HOURS: PageRoute(self._ask_hours, Where.NOW),
            NO_HOURS: PageRoute(lambda click: self.change(click.interaction, None, (OFF, None, None))),
        }

    async def change(self, interaction: discord.Interaction, way: Notifications | None, hours: _Typed) -> Reply:
        """Change what is given, and show everything; ``hours`` are the start, the end and the time zone as typed."""
        texts = self.languages.for_user(interaction)
        before = await self.people.get(interaction.user.id)
        notice = "" if before.failure_shown else undelivered_words(texts)
        person = replace(before, failure_shown=True)
        try:
            person = replace(person, quiet=_quiet(texts, before, *hours))
        except NotUnderstood as why:
            lines = (notice, str(why), texts.t("Nothing was changed."))
            notice = "\n".join(line for line in lines if line)
        else:
            person = person if way is None else replace(person, notifications=way)
        if person != before:
            await self.people.save(person)
        now = self.clock()
        refused = await self.inviting.refused_by(person.user, interaction.guild_id)
        return Show(Message(lambda _: notifications_screen(texts, person, now, notice, refused)))

    async def _choose_way(self, click: PageClick) -> Reply:
        try:
            way = Notifications(click.choice)
        except ValueError:
            raise Meaningless from None
        return await self.change(click.interaction, way, _UNCHANGED)

    async def _ask_hours(self, click: PageClick) -> Reply:
        """Open the modal, or set the quiet hours that were typed there."""
        if not click.is_modal:
            person = await self.people.get(click.user)
            return Ask(quiet_hours_modal(click.texts, person.quiet))
        typed = (click.typed("quiet_from"), click.typed("quiet_to"), click.typed("zone"))
        return await self.change(click.interaction, None, typed)


@app_commands.allowed_contexts(guilds=True, dms=True, private_channels=False)
@app_commands.allowed_installs(guilds=True, users=True)
class Me(
    MeData,
    commands.GroupCog,
    group_name="me",
    group_description="Your own settings and data, on all servers",
):
    """The commands about the user's own preferences and data."""

    def __init__(
        self,
        runner: CommandRunner,
        forgetting: Forgetting,
        tastes: Tastes,
        own_language: OwnLanguage,
        notifications: NotificationSettings,
    ) -> None:
        super().__init__()
        self._runner = runner
        self._forgetting = forgetting
        self._tastes = tastes
        self._own_language = own_language
        self._notifications = notifications

    @app_commands.command(name="look", description="How your cards look: deck, theme, large cards, text only")
    async def look(self, interaction: discord.Interaction) -> None:
        """Show the user's look, with controls that change it."""
        await self._runner.give(interaction, Where.PRIVATE, lambda: self._tastes.look(interaction), anywhere=True)

    @app_commands.command(name="play", description="How you play: sorting, assistance, confirm discards, coach")
    async def play(self, interaction: discord.Interaction) -> None:
        """Show how the user plays, with controls that change it."""
        await self._runner.give(interaction, Where.PRIVATE, lambda: self._tastes.play(interaction), anywhere=True)

    @app_commands.command(name="language", description="In which language you read what only you see")
    @app_commands.describe(language="Which language; automatic is that of your Discord")
    async def language(self, interaction: discord.Interaction, language: str | None = None) -> None:
        """Show the user's language with a select, or change it."""
        await self._runner.give(
            interaction, Where.PRIVATE, lambda: self._own_language.change(interaction, language), anywhere=True
        )

    @language.autocomplete("language")
    async def languages(self, interaction: discord.Interaction, current: str) -> list[Choice[str]]:
        """Offer the available languages."""
        return self._own_language.choices(interaction, current)

    @app_commands.command(name="notifications", description="Set your turn notifications and quiet hours")
    @app_commands.describe(
        where="Where you get notifications",
        quiet_from="Quiet hours start, such as 22:00 or 10 pm (or off)",
        quiet_to="Quiet hours end, such as 7:30",
        zone="Your time zone: type the name of a large city near you",
    )
    @app_commands.choices(where=_NOTIFICATIONS)
    async def notifications(
        self,
        interaction: discord.Interaction,
        where: str | None = None,
        quiet_from: str | None = None,
        quiet_to: str | None = None,
        zone: str | None = None,
    ) -> None:
        """Change the user's notifications, and show them."""

        async def reply() -> Reply:
            way = None if where is None else Notifications(where)
            return await self._notifications.change(interaction, way, (quiet_from, quiet_to, zone))

        await self._runner.give(interaction, Where.PRIVATE, reply, anywhere=True)

    @notifications.autocomplete("quiet_from")
    @notifications.autocomplete("quiet_to")
    async def hours(self, interaction: discord.Interaction, current: str) -> list[Choice[str]]:
        """Offer times of day."""
        return hour_choices(self._runner.texts(interaction), current)

    @notifications.autocomplete("zone")
    async def zones(self, interaction: discord.Interaction, current: str) -> list[Choice[str]]:
        """Offer time zones whose places contain ``current``."""
        return zone_choices(current, interaction.locale.value, self._notifications.clock())


def _quiet(texts: Texts, person: Preferences, start: str | None, end: str | None, zone: str | None) -> Quiet | None:
    """Return the user's quiet hours with the given parts changed. Raises NotUnderstood."""
    if start is None and end is None and zone is None:
        return person.quiet
    if any(typed is not None and is_off(texts, typed) for typed in (start, end)):
        return None
    before = person.quiet
    first = before.start if start is None and before else _minutes(texts, start)
    last = before.end if end is None and before else _minutes(texts, end)
    where = before.zone if zone is None and before else _zone(texts, zone)
    if first is None or last is None or where is None:
        given = {"quiet_from": first, "quiet_to": last, "zone": where}
        lacking = all_of(texts, [f"`{texts.option(name)}`" for name, value in given.items() if value is None])
        raise NotUnderstood(
            texts.t("Quiet hours need a start, an end and a time zone. Add {lacking}.", lacking=lacking)
        )
    if first == last:
        raise NotUnderstood(
            texts.t(
                "Quiet hours can't start and end at the same time. Choose another end, or *{choice}* for "
                "`{option where}`.",
                choice=texts.t("No notifications"),
            )
        )
    return Quiet(first, last, where)


def _minutes(texts: Texts, typed: str | None) -> int | None:
    """Parse a time of day. Raises NotUnderstood."""
    if typed is None:
        return None
    at = minutes_of(typed)
    if at is None:
        raise NotUnderstood(texts.t("{typed} isn't a time. Write it like 22:00 or 10 pm.", typed=plain_name(typed)))
    return at


def _zone(texts: Texts, typed: str | None) -> str | None:
    """Parse a time zone. Raises NotUnderstood."""
    if typed is None:
        return None
    zone = zone_named(typed)
    if zone is None:
        raise NotUnderstood(
            texts.t(
                "{typed} isn't a time zone. Type the name of a large city near you and choose from the list.",
                typed=plain_name(typed),
            )
        )
    return zone
