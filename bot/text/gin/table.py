"""A table of the gin family in words."""

from bot.rummy.cards import mask_of
from bot.rummy.gin.arrange import deadwood
from bot.rummy.gin.views import GinView
from bot.text.catalogs import Texts


def hand_value(texts: Texts, view: GinView) -> str:
    """Return the least deadwood of the hand of the view's seat."""
    return texts.t("deadwood {deadwood}", deadwood=deadwood(mask_of(view.hand)))
