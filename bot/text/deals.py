"""Sentences about a deal, which players of German Rummy call a round.

Each word has its own whole sentences, because other languages inflect the two differently.
"""

from bot.rummy.options import Options
from bot.rummy.views import View
from bot.text.catalogs import Texts
from bot.text.rules import variant_name


def table_heading(texts: Texts, view: View) -> str:
    """Return a table's heading: the game and the number of the deal, or of the round and how many rounds there are."""
    game, deals = variant_name(texts, view.options.variant), view.options.deals_to_play
    if view.options.deals_are_rounds:
        return texts.t("{game} · round {number} of {rounds}", game=game, number=view.deal, rounds=deals)
    return texts.t("{game} · deal {number}", game=game, number=view.deal)


def progress_words(texts: Texts, view: View) -> str:
    """Return the number of the deal, or of the round and how many rounds there are."""
    if view.options.deals_are_rounds:
        return texts.t("Round {number} of {rounds}", number=view.deal, rounds=view.options.deals_to_play)
    return texts.t("Deal {number}", number=view.deal)


def target_words(texts: Texts, options: Options, seats: int) -> str:
    """Return what ends the game: a total, or a number of deals (G-23, G-27, B-13, D-15)."""
    target = options.target_for(seats)
    if target is not None:
        return texts.t("First to {target}", target=target)
    if options.deals_are_rounds:
        return texts.n("{n} round", "{n} rounds", options.deals_to_play)
    return texts.n("{n} deal", "{n} deals", options.deals_to_play)


def deal_heading(texts: Texts, options: Options, number: int, outcome: str) -> str:
    """Return a line about a deal: its number, counted from 1, then its outcome."""
    if options.deals_are_rounds:
        return texts.t("Round {number} · {outcome}", number=number, outcome=outcome)
    return texts.t("Deal {number} · {outcome}", number=number, outcome=outcome)


def next_deal(texts: Texts, options: Options) -> str:
    """Return the label of the button that starts the next deal."""
    return texts.t("Next round") if options.deals_are_rounds else texts.t("Next deal")


def next_deal_words(texts: Texts, options: Options, *, time: str, ready: bool) -> str:
    """Return when the next deal starts. With ``ready``, add that it starts earlier once all players here are ready."""
    if options.deals_are_rounds:
        if ready:
            return texts.t("Next round {time}, or as soon as everyone is ready.", time=time)
        return texts.t("Next round {time}.", time=time)
    if ready:
        return texts.t("Next deal {time}, or as soon as everyone is ready.", time=time)
    return texts.t("Next deal {time}.", time=time)


def moves_heading(texts: Texts, options: Options, number: int) -> str:
    """Return the heading of a deal's list of moves; ``number`` counts deals from 1."""
    if options.deals_are_rounds:
        return texts.t("Moves of round {number}", number=number)
    return texts.t("Moves of deal {number}", number=number)


def deal_over(texts: Texts, options: Options) -> str:
    """Return the sentence that a deal has ended."""
    return texts.t("The round is over.") if options.deals_are_rounds else texts.t("The deal is over.")


def deal_over_label(texts: Texts, options: Options) -> str:
    """Return the same sentence as `deal_over` without a period, for pictures."""
    return texts.t("The round is over") if options.deals_are_rounds else texts.t("The deal is over")


def deals_words(texts: Texts, options: Options, deals: int) -> str:
    """Return a number of deals, or of rounds."""
    return (
        texts.n("{n} round", "{n} rounds", deals)
        if options.deals_are_rounds
        else texts.n("{n} deal", "{n} deals", deals)
    )


def deals_played(texts: Texts, options: Options, deals: int) -> str:
    """Return the sentence for how many deals a score sheet contains."""
    if options.deals_are_rounds:
        return texts.n("Score sheet after {n} round.", "Score sheet after {n} rounds.", deals)
    return texts.n("Score sheet after {n} deal.", "Score sheet after {n} deals.", deals)


def last_deal_words(texts: Texts, options: Options, outcome: str) -> str:
    """Return the outcome of the last deal as a sentence."""
    if options.deals_are_rounds:
        return texts.t("Last round: {outcome}.", outcome=outcome)
    return texts.t("Last deal: {outcome}.", outcome=outcome)


def place_words(texts: Texts, options: Options, deal: tuple[int, int], move: tuple[int, int]) -> str:
    """Return the position in a replay; ``deal`` and ``move`` are each a number and the total."""
    (number, deals), (made, moves) = deal, move
    if options.deals_are_rounds:
        return texts.t(
            "Round {number} of {deals} · move {made} of {moves}", number=number, deals=deals, made=made, moves=moves
        )
    return texts.t(
        "Deal {number} of {deals} · move {made} of {moves}", number=number, deals=deals, made=made, moves=moves
    )


def secret_words(texts: Texts, options: Options, number: int, secret: str) -> str:
    """Return the line with the secret of a deal's shuffle; ``number`` counts deals from 1."""
    if options.deals_are_rounds:
        return texts.t("Secret of round {number}: `{secret}`", number=number, secret=secret)
    return texts.t("Secret of deal {number}: `{secret}`", number=number, secret=secret)


def no_secret_yet(texts: Texts, options: Options) -> str:
    """Return the sentence that no secret is revealed before the first deal has ended."""
    if options.deals_are_rounds:
        return texts.t("No round has ended yet, so there's nothing to reveal.")
    return texts.t("No deal has ended yet, so there's nothing to reveal.")


def secrets_fit(texts: Texts, options: Options, deals: int) -> str:
    """Return the sentence that the secrets of ``deals`` deals match the commitment and the cards dealt."""
    if options.deals_are_rounds:
        return texts.n(
            "✅ Fair: the secret of {n} round matches the seal and the cards dealt.",
            "✅ Fair: the secrets of {n} rounds match the seal and the cards dealt.",
            deals,
        )
    return texts.n(
        "✅ Fair: the secret of {n} deal matches the seal and the cards dealt.",
        "✅ Fair: the secrets of {n} deals match the seal and the cards dealt.",
        deals,
    )


def record_so_far(texts: Texts, options: Options) -> str:
    """Return the label of the record of a running game, which ends with the last finished deal."""
    if options.deals_are_rounds:
        return texts.t("The record of this game, all finished rounds")
    return texts.t("The record of this game, all finished deals")
