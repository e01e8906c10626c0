"""Sentences about a deal, which players of German Rummy call a round.

Both words have whole sentences, because languages inflect them differently.
"""

from typing import Final

from bot.rummy.options import Options, Variant
from bot.rummy.views import View
from bot.text.catalogs import Texts
from bot.text.games import texts_for

_ROUNDS: Final = frozenset({Variant.GERMAN})
"""The games whose deals are called rounds."""


def table_heading(texts: Texts, view: View) -> str:
    """Return the heading of a table: the game and the number of the deal or round."""
    return texts_for(view).heading(texts, view)


def deal_heading(texts: Texts, options: Options, number: int, outcome: str) -> str:
    """Write a deal's number, counted from 1, then its outcome or anything else about it."""
    if _has_rounds(options):
        return texts.t("Round {number}: {outcome}", number=number, outcome=outcome)
    return texts.t("Deal {number}: {outcome}", number=number, outcome=outcome)


def next_deal(texts: Texts, options: Options) -> str:
    """Return the label of the button that starts the next deal."""
    return texts.t("Next round") if _has_rounds(options) else texts.t("Next deal")


def next_deal_words(texts: Texts, options: Options, *, time: str, ready: bool) -> str:
    """Return when the next deal starts; with ``ready``, add that it starts earlier if all players present are ready."""
    if _has_rounds(options):
        if ready:
            return texts.t("The next round begins {time}, or as soon as everybody here is ready.", time=time)
        return texts.t("The next round begins {time} by itself.", time=time)
    if ready:
        return texts.t("The next deal begins {time}, or as soon as everybody here is ready.", time=time)
    return texts.t("The next deal begins {time} by itself.", time=time)


def moves_heading(texts: Texts, options: Options, number: int) -> str:
    """Return the heading of a deal's list of moves; ``number`` counts deals from 1."""
    if _has_rounds(options):
        return texts.t("Moves of round {number}", number=number)
    return texts.t("Moves of deal {number}", number=number)


def deal_over(texts: Texts, options: Options) -> str:
    """Return that a deal has ended, as a sentence."""
    return texts.t("The round is over.") if _has_rounds(options) else texts.t("The deal is over.")


def deal_over_label(texts: Texts, options: Options) -> str:
    """Return that a deal has ended, without a period, as pictures need it."""
    return texts.t("The round is over") if _has_rounds(options) else texts.t("The deal is over")


def deals_played(texts: Texts, options: Options, deals: int) -> str:
    """Return how many deals a score sheet contains."""
    if _has_rounds(options):
        return texts.n("Score sheet after {n} round.", "Score sheet after {n} rounds.", deals)
    return texts.n("Score sheet after {n} deal.", "Score sheet after {n} deals.", deals)


def last_deal_words(texts: Texts, options: Options, outcome: str) -> str:
    """Return the outcome of the last deal as a sentence."""
    if _has_rounds(options):
        return texts.t("Last round: {outcome}.", outcome=outcome)
    return texts.t("Last deal: {outcome}.", outcome=outcome)


def place_words(texts: Texts, options: Options, deal: tuple[int, int], move: tuple[int, int]) -> str:
    """Return the position in a replay: which deal of how many, after which move of how many."""
    (number, deals), (made, moves) = deal, move
    if _has_rounds(options):
        return texts.t(
            "Round {number} of {deals} · move {made} of {moves}", number=number, deals=deals, made=made, moves=moves
        )
    return texts.t(
        "Deal {number} of {deals} · move {made} of {moves}", number=number, deals=deals, made=made, moves=moves
    )


def secret_words(texts: Texts, options: Options, number: int, secret: str) -> str:
    """Label the secret from which a deal was shuffled."""
    if _has_rounds(options):
        return texts.t("Secret of round {number}: `{secret}`", number=number, secret=secret)
    return texts.t("Secret of deal {number}: `{secret}`", number=number, secret=secret)


def no_secret_yet(texts: Texts, options: Options) -> str:
    """Return that nothing can be verified before the first deal has ended."""
    if _has_rounds(options):
        return texts.t("No round has ended yet, so no secret is revealed.")
    return texts.t("No deal has ended yet, so no secret is revealed.")


def secrets_fit(texts: Texts, options: Options, deals: int) -> str:
    """Return that the secrets of ``deals`` deals prove their shuffles."""
    if _has_rounds(options):
        return texts.n(
            "✅ The secret of {n} round leads to the commitment, and to the cards that were dealt.",
            "✅ The secrets of {n} rounds lead to the commitment, and to the cards that were dealt.",
            deals,
        )
    return texts.n(
        "✅ The secret of {n} deal leads to the commitment, and to the cards that were dealt.",
        "✅ The secrets of {n} deals lead to the commitment, and to the cards that were dealt.",
        deals,
    )


def record_so_far(texts: Texts, options: Options) -> str:
    """Return the label of the record of a running game, which ends with the last finished deal."""
    if _has_rounds(options):
        return texts.t("The record of this game, as far as rounds have ended")
    return texts.t("The record of this game, as far as deals have ended")


def _has_rounds(options: Options) -> bool:
    return options.variant in _ROUNDS
