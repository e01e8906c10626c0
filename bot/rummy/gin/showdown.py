"""A knock: whether it is allowed, how the hand may be laid out, and both hands after it."""

from bot.rummy.cards import Card, CardMask, code
from bot.rummy.gin.arrange import deadwood, lay_out
from bot.rummy.gin.defend import defend
from bot.rummy.gin.knock import knock_default
from bot.rummy.meld_kinds import is_meld
from bot.rummy.moves import Melds
from bot.rummy.refusals import Reason, Refusal
from bot.rummy.results import Arrangement, Defense


def knock_refusal(hand: CardMask, card: Card, limit: int, melds: Melds | None) -> Refusal | None:
    """Return why a seat can't knock with ``card`` and lay out the rest, ``hand``, in these melds; None if it can.

    ``melds`` None leaves the arrangement to the rules (G-15). ``limit`` is the knock limit in force, 0 meaning gin only
    (G-12).
    """
    least = deadwood(hand)
    if least > limit:
        reason = Reason.TOO_MUCH_DEADWOOD if limit else Reason.GIN_ONLY
        return Refusal("G-12", reason, {"card": code(card), "deadwood": least, "limit": limit})
    return None if melds is None else _melds_refusal(hand, melds, 0 if least == 0 else limit)


def open_hands(hand: CardMask, melds: Melds | None, opponent: CardMask) -> tuple[Arrangement, Defense]:
    """Lay out the knocker's hand, by G-15 if ``melds`` is None, and then the opponent's with its lay-offs (G-16)."""
    arrangement = knock_default(hand, opponent) if melds is None else lay_out(hand, melds)
    return arrangement, defend(opponent, arrangement.melds, lay_off=arrangement.deadwood > 0)


def _melds_refusal(hand: CardMask, melds: Melds, limit: int) -> Refusal | None:
    """Return what is wrong with a knocker's arrangement; ``limit`` is 0 if the hand is gin (G-14, G-15)."""
    laid: CardMask = 0
    for meld in melds:
        if not is_meld(tuple(sorted(meld))):
            return Refusal("G-2", Reason.NOT_A_MELD, {"melds": " ".join(map(code, meld))})
        for card in meld:
            if laid >> card & 1:
                return Refusal("C-7", Reason.IN_TWO_MELDS, {"card": code(card)})
            if not hand >> card & 1:
                return Refusal("G-15", Reason.MELD_NOT_HELD, {"card": code(card)})
            laid |= 1 << card
    left = lay_out(hand, melds).deadwood
    if left <= limit:
        return None
    if limit == 0:
        return Refusal("G-14", Reason.GIN_NEEDS_ALL)
    return Refusal("G-15", Reason.ARRANGEMENT_TOO_HIGH, {"deadwood": left, "limit": limit})
