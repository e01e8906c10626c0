"""Sentences about a deal, which players of German Rummy call a round: whole ones for each, so that any language can."""

from bot.rummy.options import GermanOptions, Options
from bot.rummy.views import View
from bot.text.catalogs import Texts
from bot.text.rules import variant_name


def table_heading(texts: Texts, view: View) -> str:
    """Head a table: the game, and which deal or round is played."""
    game = variant_name(texts, view.options.variant)
    if isinstance(view.options, GermanOptions):
        return texts.t("{game} · round {number} of {rounds}", game=game, number=view.deal, rounds=view.options.rounds)
    return texts.t("{game} · deal {number}", game=game, number=view.deal)


def deal_heading(texts: Texts, options: Options, number: int, outcome: str) -> str:
    """Tell the outcome of a deal behind its number, counted from 1; it may be any words that stand on their own."""
    if isinstance(options, GermanOptions):
        return texts.t("Round {number}: {outcome}", number=number, outcome=outcome)
    return texts.t("Deal {number}: {outcome}", number=number, outcome=outcome)


def next_deal(texts: Texts, options: Options) -> str:
    """Label the button that deals again."""
    return texts.t("Next round") if isinstance(options, GermanOptions) else texts.t("Next deal")


def next_deal_words(texts: Texts, options: Options, *, time: str, ready: bool) -> str:
    """Say when the next deal begins by itself; with ``ready`` it does so earlier if all who are here want it."""
    if isinstance(options, GermanOptions):
        if ready:
            return texts.t("The next round begins {time}, or as soon as everybody here is ready.", time=time)
        return texts.t("The next round begins {time} by itself.", time=time)
    if ready:
        return texts.t("The next deal begins {time}, or as soon as everybody here is ready.", time=time)
    return texts.t("The next deal begins {time} by itself.", time=time)


def moves_heading(texts: Texts, options: Options, number: int) -> str:
    """Head the list of the moves of a deal, counted from 1."""
    if isinstance(options, GermanOptions):
        return texts.t("Moves of round {number}", number=number)
    return texts.t("Moves of deal {number}", number=number)


def deal_over(texts: Texts, options: Options) -> str:
    """Say that a deal has ended."""
    return texts.t("The round is over.") if isinstance(options, GermanOptions) else texts.t("The deal is over.")


def secret_words(texts: Texts, options: Options, number: int, secret: str) -> str:
    """Label the secret that a deal was shuffled from."""
    if isinstance(options, GermanOptions):
        return texts.t("Secret of round {number}: `{secret}`", number=number, secret=secret)
    return texts.t("Secret of deal {number}: `{secret}`", number=number, secret=secret)


def no_secret_yet(texts: Texts, options: Options) -> str:
    """Say that nothing can be verified so far."""
    if isinstance(options, GermanOptions):
        return texts.t("No round has ended yet, so no secret is revealed.")
    return texts.t("No deal has ended yet, so no secret is revealed.")


def secrets_fit(texts: Texts, options: Options, deals: int) -> str:
    """Say that the secrets of so many deals prove their shuffles."""
    if isinstance(options, GermanOptions):
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
    """Hand over the record of a game that is not over."""
    if isinstance(options, GermanOptions):
        return texts.t("The record of this game, as far as rounds have ended")
    return texts.t("The record of this game, as far as deals have ended")
