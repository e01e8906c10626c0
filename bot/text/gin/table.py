"""A table of the gin family in words."""

from bot.rummy.cards import mask_of
from bot.rummy.gin.arrange import deadwood
from bot.rummy.views import GinView
from bot.text.catalogs import Texts
from bot.text.rules import variant_name


def heading(texts: Texts, view: GinView) -> str:
    """Return the heading of a table: the game and the number of the deal."""
    return texts.t("{game} · deal {number}", game=variant_name(texts, view.options.variant), number=view.deal)


def hand_value(texts: Texts, view: GinView) -> str:
    """Return the least deadwood of the hand of the view's seat."""
    return texts.t("deadwood {deadwood}", deadwood=deadwood(mask_of(view.hand)))
