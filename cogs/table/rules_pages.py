"""Shows the rules in words: those in force at a table, or the standard rules of a game; neither has any state."""

from collections.abc import Sequence
from hashlib import sha256
from typing import Final

from discord import ButtonStyle, SelectOption, ui

from bot.play.values import Status
from bot.rummy.families import Variant
from bot.rummy.house_rules import Topic
from bot.rummy.options import PRESETS, Options
from bot.text.catalogs import Texts
from bot.text.rules import card_examples, variant_name
from cogs.edge.answers import Reply, Show
from cogs.edge.clicking.clicks import PageClick, PageHandlers, PageRoute
from cogs.edge.clicking.custom_ids import TableAction
from cogs.edge.clicking.page_ids import button as page_button
from cogs.edge.clicking.page_ids import chooser
from cogs.edge.layout import option
from cogs.edge.messages import Attachment, Message
from cogs.edge.notices import Meaningless
from cogs.table.rules_screen import Place, RulesControls, place_in, rules_screen, topics_of
from cogs.table.screens.house_rules import code_words
from cogs.table.screens.scene import Scene, way_back
from render.studio import Studio

RULES: Final = "rules"
"""Shows the standard rules of a game. Arguments: the variant and the place."""
RULES_TOPIC: Final = "rules-topic"  # a select of topics, with the same arguments
RULES_GAME: Final = "rules-game"  # a select of games
_NAMED_BY: Final = 12
"""Characters of a digest in a picture's name."""


class RulesPages:
    """The pages of the rules. The custom ids contain the place to show."""

    def __init__(self, studio: Studio) -> None:
        self._studio = studio

    @property
    def handlers(self) -> PageHandlers:
        """The handler of each word in a custom id (`l1:<word>`)."""
        return {RULES: PageRoute(self._show), RULES_TOPIC: PageRoute(self._topic), RULES_GAME: PageRoute(self._game)}

    async def of_table(self, scene: Scene, written: str | None = None) -> Show:
        """Show the rules in force at a table: the page in a custom id, by default the goal."""
        row, place = scene.row, Place() if written is None else place_in(written)
        started = row.status in (Status.PLAYING, Status.OVER)

        def control(label: str, to: Place, style: ButtonStyle) -> ui.Button[ui.LayoutView]:
            return scene.button(label, TableAction.RULES, str(to), style=style)

        def select(label: str, at: Place, options: Sequence[SelectOption]) -> ui.ActionRow[ui.LayoutView]:
            return scene.select(label, TableAction.TOPIC, str(at), options)

        controls = RulesControls(control, select, way_back(scene) if started else ())
        return await self._shown(scene.texts, row.options, place, controls, code_words(scene.texts, row.options))

    async def of_game(self, texts: Texts, variant: Variant, written: str | None = None) -> Show:
        """Show the standard rules of a game: the page in a custom id, by default the goal."""
        return await self.of_options(texts, PRESETS[variant], Place() if written is None else place_in(written))

    async def of_options(self, texts: Texts, rules: Options, place: Place) -> Show:
        """Show a page of a game's rules without a table. The buttons lead to those of its variant's standard rules."""
        variant = rules.variant

        def control(label: str, to: Place, style: ButtonStyle) -> ui.Button[ui.LayoutView]:
            return page_button(label, RULES, variant, to, style=style)

        def select(label: str, at: Place, options: Sequence[SelectOption]) -> ui.ActionRow[ui.LayoutView]:
            return chooser(label, options, RULES_TOPIC, variant, at)

        games = [option(variant_name(texts, one), one, chosen=one is variant) for one in Variant]
        controls = RulesControls(control, select, [chooser(texts.t("Another game"), games, RULES_GAME, variant)])
        note = texts.t("`/rummy new` opens a table, where the host can change these rules.")
        return await self._shown(texts, rules, place, controls, note)

    async def _shown(self, texts: Texts, options: Options, place: Place, controls: RulesControls, note: str) -> Show:
        """Show a page; the goal if this game doesn't have the topic."""
        if place.topic is not None and place.topic not in topics_of(texts, options):
            place = Place()
        file = await self._examples(texts, options) if place.topic is Topic.MELDS else None
        return Show(
            Message(
                lambda detail: rules_screen(texts, options, place, controls, detail=detail, file=file, note=note),
                files=() if file is None else (file,),
            )
        )

    async def _examples(self, texts: Texts, options: Options) -> Attachment:
        """Draw examples of melds."""
        drawn = await self._studio.examples(card_examples(texts, options), texts)
        return Attachment(f"melds-{sha256(drawn.png).hexdigest()[:_NAMED_BY]}.png", drawn.png, drawn.alt)

    async def _show(self, press: PageClick) -> Reply:
        """Show the page in a button's id."""
        return await self.of_game(press.texts, _variant(press.argument(0)), press.argument(1))

    async def _topic(self, press: PageClick) -> Reply:
        """Show the chosen topic."""
        return await self.of_game(press.texts, _variant(press.argument(0)), press.choice)

    async def _game(self, press: PageClick) -> Reply:
        """Show the rules of the chosen game."""
        return await self.of_game(press.texts, _variant(press.choice))


def _variant(written: str) -> Variant:
    """Parse a variant. Raises Meaningless if it isn't one."""
    try:
        return Variant(written)
    except ValueError as error:
        raise Meaningless from error
