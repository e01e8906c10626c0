"""Words of a share card: who wins, the game, and its best moment."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final, TypeAlias

from bot.ratings.highlights import Highlight, HighlightKind, ShareCardFacts
from bot.rummy.options import Options
from bot.text.catalogs import Texts
from bot.text.lists import all_of
from bot.text.rules import variant_name

_Words: TypeAlias = Callable[[Texts, int], str]


def share_title(texts: Texts, facts: ShareCardFacts, names: Sequence[str]) -> str:
    """Return who wins; names in seat order."""
    winners = [names[seat] for seat in facts.winners]
    match len(winners):
        case 0:
            return texts.t("No winner")
        case 1:
            return texts.t("{name} wins", name=winners[0])
        case _:
            return texts.t("{names} share the win", names=all_of(texts, winners))


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
    HighlightKind.FIRST_TURN: lambda texts, _: texts.t("Gin on the first turn"),
    HighlightKind.SHUTOUT: lambda texts, number: texts.n("Won the only deal", "Won all {n} deals", number),
    HighlightKind.GIN: lambda texts, number: texts.t("Gin in deal {number}", number=number),
    HighlightKind.UNDERCUT: lambda texts, number: texts.t("Undercut in deal {number}", number=number),
    HighlightKind.KNOCK: lambda texts, number: texts.t("Knock in deal {number}", number=number),
    HighlightKind.OUT: lambda texts, number: texts.t("Out in deal {number}", number=number),
}
_IN_ROUNDS: Final[Mapping[HighlightKind, _Words]] = {
    HighlightKind.RUMMY: lambda texts, number: texts.t("Rummy in round {number}", number=number),
    HighlightKind.SHUTOUT: lambda texts, number: texts.n("Won the only round", "Won all {n} rounds", number),
    HighlightKind.OUT: lambda texts, number: texts.t("Out in round {number}", number=number),
}
