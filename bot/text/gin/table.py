"""Words for a running table of the gin family."""

from bot.rummy.cards import mask_of
from bot.rummy.gin.arrange import deadwood
from bot.rummy.gin.views import GinView
from bot.text.catalogs import Texts


def hand_value(texts: Texts, view: GinView) -> str:
    """Return the least deadwood that the hand of the view's seat can have, in words."""
    return texts.t("deadwood {deadwood}", deadwood=deadwood(mask_of(view.hand)))
