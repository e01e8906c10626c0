"""What a rating is, for players who see theirs for the first time."""

from discord import ui

from bot.ratings.rating import FIRST, SURE_FROM, shown
from bot.ratings.values import RANKED_FROM
from bot.text.catalogs import Texts
from cogs.edge.layout import layout, small, text, title


def ratings_screen(texts: Texts) -> ui.LayoutView:
    """Explain ratings."""
    return layout(
        text(
            title(texts.t("What's a rating?")),
            texts.t(
                "A number for how well you play. Everyone starts at {first}. Beating a stronger player gains more than "
                "beating a weaker one, and losing to a weaker player costs more.",
                first=shown(FIRST),
            ),
            texts.t("- Gin, Basic Rummy and German Rummy each have a rating, and there's one for all games."),
            texts.n(
                "- It's provisional at first and moves fast. After {n} rated game it settles.",
                "- It's provisional at first and moves fast. After {n} rated games it settles.",
                SURE_FROM,
            ),
            texts.n("- You're ranked after {n} rated game.", "- You're ranked after {n} rated games.", RANKED_FROM),
            texts.t("- Games with computers, friendly games and training don't count."),
            small(texts.t("`/league standings` shows everyone, `/league profile` your own curve.")),
        )
    )
