"""Words of share cards, profiles and reviews: who wins, the game, its best moment, a player's best deal, a mistake."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final, TypeAlias

from bot.ratings.highlights import Highlight, HighlightKind, ShareCardFacts
from bot.ratings.values import DealWon
from bot.rummy.cards import Card
from bot.rummy.families import Variant
from bot.rummy.moves import Move, Verb
from bot.rummy.options import PRESETS, Options
from bot.rummy.results import Outcome
from bot.text.catalogs import Texts
from bot.text.games import variant_name
from bot.text.lists import all_of, points_words, signed

_Words: TypeAlias = Callable[[Texts, int], str]


def winners_title(texts: Texts, winners: Sequence[int], names: Sequence[str]) -> str:
    """Return who wins as a heading; names in seat order."""
    match [names[seat] for seat in winners]:
        case []:
            return texts.t("No winner")
        case [name]:
            return texts.t("{name} wins", name=name)
        case several:
            return texts.t("{names} share the win", names=all_of(texts, several))


def score_line(texts: Texts, scores: Sequence[int], winners: Sequence[int], *, penalties: bool = False) -> str:
    """Return scores, the winner's first: ``278–95``; with three or more players only the winner's.

    Penalty points (B-15) are called that.
    """
    first = winners[0] if winners else 0
    own = scores[first]
    if len(scores) > 2:
        return points_words(texts, own, penalties=penalties) if winners else ""
    [other] = (score for seat, score in enumerate(scores) if seat != first)
    if penalties:
        return texts.n("{own} to {n} penalty point", "{own} to {n} penalty points", -other, own=-own)
    if min(own, other) < 0:
        return texts.t("{own} to {other}", own=signed(own), other=signed(other))
    return f"{own}–{other}"


def share_game(texts: Texts, facts: ShareCardFacts) -> str:
    """Return the name of the game and how long it was: ``Gin · 5 deals``."""
    game = variant_name(texts, facts.options.variant)
    if facts.options.deals_are_rounds:
        return texts.n("{game} · {n} round", "{game} · {n} rounds", facts.deals, game=game)
    return texts.n("{game} · {n} deal", "{game} · {n} deals", facts.deals, game=game)


def highlight_words(texts: Texts, options: Options, highlight: Highlight) -> str:
    """Return a game's best moment in a few words, without its points: ``Gin in deal 5``."""
    if options.deals_are_rounds and highlight.kind in _IN_ROUNDS:
        return _IN_ROUNDS[highlight.kind](texts, highlight.deal)
    return _IN_DEALS[highlight.kind](texts, highlight.deal)


def highlight_sentence(texts: Texts, facts: ShareCardFacts, names: Sequence[str]) -> str:
    """Return the best moment with its points as a sentence for alt text: ``Gin in deal 5: +44.``; empty if none."""
    if facts.highlight is None:
        return ""
    words = highlight_words(texts, facts.options, facts.highlight)
    if len(facts.winners) > 1:
        words = texts.t("{name}: {moment}", name=names[facts.highlight.seat], moment=words)
    if not shows_points(facts.highlight):
        return f"{words}."
    return texts.t("{moment}: +{points}.", moment=words, points=facts.highlight.points)


def shows_points(highlight: Highlight) -> bool:
    """Return whether the points of the highlight's deal belong to it: not if the whole game is the highlight."""
    return highlight.kind not in (HighlightKind.SWEEP, HighlightKind.SHUTOUT) and highlight.points > 0


_IN_DEALS: Final[Mapping[HighlightKind, _Words]] = {
    HighlightKind.RUMMY: lambda texts, number: texts.t("Rummy in deal {number}", number=number),
    HighlightKind.SWEEP: lambda texts, _: texts.t("All three games won"),
    HighlightKind.BIG_GIN: lambda texts, number: texts.t("Big gin in deal {number}", number=number),
    HighlightKind.FIRST_TURN: lambda texts, _: texts.t("Gin on the first turn"),
    HighlightKind.SHUTOUT: lambda texts, number: texts.n("Won the only deal", "Won all {n} deals", number),
    HighlightKind.LAST_UNDERCUT: lambda texts, _: texts.t("Undercut to win the game"),
    HighlightKind.GIN: lambda texts, number: texts.t("Gin in deal {number}", number=number),
    HighlightKind.UNDERCUT: lambda texts, number: texts.t("Undercut in deal {number}", number=number),
    HighlightKind.KNOCK: lambda texts, number: texts.t("Knock in deal {number}", number=number),
    HighlightKind.OUT: lambda texts, number: texts.t("Out in deal {number}", number=number),
    HighlightKind.LAID: lambda texts, number: texts.t("Most points in deal {number}", number=number),
}
_IN_ROUNDS: Final[Mapping[HighlightKind, _Words]] = {
    HighlightKind.RUMMY: lambda texts, number: texts.t("Rummy in round {number}", number=number),
    HighlightKind.SHUTOUT: lambda texts, number: texts.n("Won the only round", "Won all {n} rounds", number),
    HighlightKind.OUT: lambda texts, number: texts.t("Out in round {number}", number=number),
}


def best_deal_words(texts: Texts, variant: Variant, won: DealWon) -> str:
    """Return how the best deal in a player's games was won: ``Gin in deal 1``."""
    words = _IN_ROUNDS if PRESETS[variant].deals_are_rounds else _IN_DEALS
    return words[_OUTCOMES[won.outcome]](texts, won.deal)


_OUTCOMES: Final[Mapping[Outcome, HighlightKind]] = {
    Outcome.GIN: HighlightKind.GIN,
    Outcome.BIG_GIN: HighlightKind.BIG_GIN,
    Outcome.KNOCK: HighlightKind.KNOCK,
    Outcome.UNDERCUT: HighlightKind.UNDERCUT,
    Outcome.OUT: HighlightKind.OUT,
    Outcome.RUMMY: HighlightKind.RUMMY,
}


def choice_words(texts: Texts, move: Move, other: Move, top: Card | None) -> str:
    """Return one of two moves as on a button; ``top`` is the top discard. Not to knock is to wait."""
    card = move.card if move.card is not None else top
    if move.verb is Verb.DISCARD and other.verb is Verb.KNOCK:
        return texts.p("a choice", "Wait · discard {card}", card="" if card is None else texts.card(card))
    return _CHOICES[move.verb](texts, "" if card is None else texts.card(card))


_CHOICES: Final[Mapping[Verb, Callable[[Texts, str], str]]] = {
    Verb.DRAW: lambda texts, _: texts.p("button", "Draw"),
    Verb.PASS: lambda texts, _: texts.p("button", "Pass"),
    Verb.TAKE: lambda texts, card: texts.t("Take {card}", card=card),
    Verb.DISCARD: lambda texts, card: texts.t("Discard {card}", card=card),
    Verb.KNOCK: lambda texts, card: texts.t("Knock · discard {card}", card=card),
    Verb.BIGGIN: lambda texts, _: texts.p("button", "Big gin"),
}
