"""Pictures in words, for those who can't see them: the state first, then the cards, at most 250 characters.

What gets too long is told more briefly: single cards by suit, then in signs; and what matters least is left out.
"""

from collections.abc import Sequence
from itertools import groupby

from bot.rummy.cards import Card, points_in, suit_of
from bot.rummy.meld_kinds import MeldKind
from bot.rummy.options import GermanOptions
from bot.rummy.results import Arrangement, Showdown
from bot.rummy.views import GinView, Phase, View
from bot.text.catalogs import Texts
from bot.text.rules import variant_name
from render.alt_text import first_fitting, joined, scores_of, spoken, without_the_least
from render.drawing.rows import LOOSE, Group, groups_of, hand_groups
from render.final_result import FinalResult
from render.words import (
    limit_words,
    outcome_word,
    quiet_left,
    quiet_words,
    shows_dealer_draw,
    sum_words,
    waiting_words,
)


def hand_alt(view: GinView, names: Sequence[str], texts: Texts, *, unassisted: bool = False) -> str:
    """Tell a hand to the one who holds it; on an unassisted table its cards and no more."""
    said = [spoken(texts, name, seat) for seat, name in enumerate(names)]
    head, forms = _hand_head(view, said, texts), (_all_in_words, _by_suit, _in_signs)
    if unassisted:
        told = (form(texts, groups_of((), view.hand)) for form in forms)
        return first_fitting(
            joined([*head, texts.t("Cards: {cards}.", cards=cards) if cards else ""]) for cards in told
        )
    groups = hand_groups(view.hand)
    melds, worth = _melds(groups, texts), _worth(groups, texts)
    return first_fitting(joined([*head, *melds, *_as_loose(texts, form(texts, groups)), worth]) for form in forms)


def table_alt(view: GinView, names: Sequence[str], texts: Texts, *, unassisted: bool = False) -> str:
    """Tell a table as everybody sees it; an unassisted one without the discards that are covered."""
    said = [spoken(texts, name, seat) for seat, name in enumerate(names)]
    game = variant_name(texts, view.options.variant)
    seats = (_seat(view, texts, seat, name) for seat, name in enumerate(said))
    left = quiet_left(view)
    parts = [
        (1, _turn(view, said, texts)),
        (2, f"{quiet_words(texts, left)}." if left is not None else ""),
        (7, texts.t("{game}, deal {number}.", game=game, number=view.deal)),
        (0, _piles(view, texts)),
        (5, "" if unassisted else _before(view, texts)),
        (3, "; ".join(seats) + "."),
        (4, f"{limit_words(texts, view)}."),
        (8, texts.t("{name} deals.", name=said[view.dealer]) if view.deal else ""),
        (6, _dealer_draw(view, texts)),
    ]
    return without_the_least(parts)


def knock_alt(view: GinView, names: Sequence[str], texts: Texts) -> str:
    """Tell both hands after a knock; ValueError for a view in which nobody has knocked."""
    if view.showdown is None:
        raise ValueError("nobody has knocked in this deal")
    said = [spoken(texts, name, seat) for seat, name in enumerate(names)]
    showdown, result = view.showdown, view.deals[-1]
    knocked = texts.t("{name} knocked.", name=said[showdown.knocker])
    parts = [knocked, f"{sum_words(texts, result, showdown)}."]
    if result.winner is not None:
        points = result.points[result.winner]
        parts.append(texts.t("{name} scores {points}.", name=said[result.winner], points=points))
    off = [lay_off.card for lay_off in showdown.defence.lay_offs]
    forms = [
        [*_hands(showdown, said, texts, briefly=briefly), *_laid_off(off, texts, briefly=briefly)]
        for briefly in (False, True)
    ]
    return first_fitting(
        joined(form)
        for form in ([*parts, *forms[0]], [*parts, *forms[1]], [*parts, *_laid_off(off, texts, briefly=True)], parts)
    )


def sheet_alt(view: View, names: Sequence[str], texts: Texts, end: FinalResult | None = None) -> str:
    """Tell a score sheet: totals, or the final points, and the last deal; ``end`` as `sheet_picture` has it."""
    said = [spoken(texts, name, seat) for seat, name in enumerate(names)]
    deals = len(view.deals)
    rounds = isinstance(view.options, GermanOptions)
    if rounds:
        parts = [(0, texts.n("Score sheet after {n} round.", "Score sheet after {n} rounds.", deals))]
    else:
        parts = [(0, texts.n("Score sheet after {n} deal.", "Score sheet after {n} deals.", deals))]
    for number, column in enumerate(view.columns, 1):
        scores = scores_of(said, column.totals)
        if len(view.columns) > 1:
            scores = texts.t("Game {number}: {scores}", number=number, scores=scores)
        parts.append((2, f"{scores}."))
    won = end or (FinalResult(view.result.winners) if view.result is not None else None)
    if won is not None:
        parts.insert(1, (1, joined([_won(won, said, texts), _lost(won, said, texts)])))
    if view.result is not None:
        for seats in view.result.bonuses:
            if any(bonus.final != bonus.total for bonus in seats):
                finals = scores_of(said, [bonus.final for bonus in seats])
                parts.append((3, texts.t("Final points: {scores}.", scores=finals)))
    if view.deals:
        last = outcome_word(texts, view.deals[-1].outcome)
        words = (
            texts.t("Last round: {outcome}.", outcome=last)
            if rounds
            else texts.t("Last deal: {outcome}.", outcome=last)
        )
        parts.append((4, words))
    return without_the_least(parts)


def _won(end: FinalResult, names: Sequence[str], texts: Texts) -> str:
    """Say who won a game, or that it has no result."""
    if end.closed:
        return texts.t("The game was closed with no result.")
    winners = [names[seat] for seat in end.winners]
    if len(winners) == 1:
        return texts.t("{name} wins.", name=winners[0])
    if not winners:
        return texts.t("Nobody wins.")
    if len(winners) == len(names):
        return texts.t("The game is shared.")
    return texts.t("The game is shared by {names}.", names=", ".join(winners))


def _lost(end: FinalResult, names: Sequence[str], texts: Texts) -> str:
    """Say who lost a game whatever the score."""
    forfeits = ", ".join(names[seat] for seat in sorted(end.forfeits))
    return texts.t("Lost by forfeit: {names}.", names=forfeits) if forfeits else ""


def _hand_head(view: GinView, names: Sequence[str], texts: Texts) -> list[str]:
    """Say how many cards a hand has and whose turn it is."""
    cards = texts.n("Your hand, {n} card.", "Your hand, {n} cards.", len(view.hand))
    if view.turn is None or view.turn != view.seat:
        return [cards, f"{waiting_words(view, texts, names)}."]
    if view.drawn is None:
        return [cards, texts.t("Your turn.")]
    card = texts.card_words(view.drawn)
    if view.drawn == view.taken:
        return [cards, texts.t("Your turn, took {card}.", card=card)]
    return [cards, texts.t("Your turn, drew {card}.", card=card)]


def _worth(groups: Sequence[Group], texts: Texts) -> str:
    """Say what the loose cards count (G-3)."""
    return texts.t("Deadwood {deadwood}.", deadwood=points_in(_loose(groups)))


def _loose(groups: Sequence[Group]) -> tuple[Card, ...]:
    return tuple(card for group in groups if group.kind is LOOSE for card in group.cards)


def _melds(groups: Sequence[Group], texts: Texts) -> list[str]:
    """Tell the melds, runs first."""
    sets = [texts.ranks_word(group.cards[0]) for group in groups if group.kind is MeldKind.SET]
    return [*_runs(groups, texts), *([texts.t("Sets: {sets}.", sets=", ".join(sets))] if sets else [])]


def _runs(groups: Sequence[Group], texts: Texts) -> list[str]:
    runs = [_run(group.cards, texts) for group in groups if group.kind is MeldKind.RUN]
    return [texts.t("Runs: {runs}.", runs=", ".join(runs))] if runs else []


def _run(cards: Sequence[Card], texts: Texts) -> str:
    """Tell a run by its ends."""
    return texts.t(
        "{low} to {high} of {suit}",
        low=texts.rank_word(cards[0]),
        high=texts.rank_word(cards[-1]),
        suit=texts.suit_word(cards[0]),
    )


def _all_in_words(texts: Texts, groups: Sequence[Group]) -> str:
    """Tell the loose cards one by one: ``2 of clubs, king of hearts``."""
    return ", ".join(map(texts.card_words, _loose(groups)))


def _by_suit(texts: Texts, groups: Sequence[Group]) -> str:
    """Tell the loose cards suit by suit: ``clubs 2, 9; hearts king``."""
    suits = groupby(sorted(_loose(groups)), suit_of)
    return "; ".join(_suit(texts, list(cards)) for _, cards in suits)


def _suit(texts: Texts, cards: Sequence[Card]) -> str:
    ranks = ", ".join(map(texts.rank_word, cards))
    return texts.t("{suit} {ranks}", suit=texts.suit_word(cards[0]), ranks=ranks)


def _in_signs(texts: Texts, groups: Sequence[Group]) -> str:
    """Write the loose cards in signs: ``2♣ K♥``."""
    return texts.cards(_loose(groups))


def _as_loose(texts: Texts, cards: str) -> list[str]:
    return [texts.t("Loose: {cards}.", cards=cards)] if cards else []


def _turn(view: GinView, names: Sequence[str], texts: Texts) -> str:
    """Say whose turn it is, or what is over."""
    if view.turn is not None:
        return texts.t("{name}'s turn.", name=names[view.turn])
    return texts.t("The game is over.") if view.phase is Phase.OVER else texts.t("The deal is over.")


def _piles(view: GinView, texts: Texts) -> str:
    """Tell the stock and the top of the discard pile."""
    if not view.discards:
        return texts.t("Stock {count}, no discards.", count=view.stock)
    return texts.t("Stock {count}, top discard {card}.", count=view.stock, card=texts.card_words(view.discards[-1]))


def _before(view: GinView, texts: Texts) -> str:
    """Tell the three discards under the top one, the latest first."""
    cards = ", ".join(map(texts.card_words, reversed(view.discards[-4:-1])))
    return texts.t("Before it {cards}.", cards=cards) if cards else ""


def _seat(view: GinView, texts: Texts, seat: int, name: str) -> str:
    """Tell a seat's score, in all games, and its cards."""
    score = " / ".join(str(column.totals[seat]) for column in view.columns) or "0"
    return texts.n("{name} {score}, {n} card", "{name} {score}, {n} cards", view.counts[seat], name=name, score=score)


def _dealer_draw(view: GinView, texts: Texts) -> str:
    """Tell the cards that decided who deals first (G-4)."""
    if not shows_dealer_draw(view):
        return ""
    first, second = map(texts.card_words, view.dealer_draw[-1])
    return texts.t("Drawn for the deal: {first}, {second}.", first=first, second=second)


def _hands(showdown: Showdown, names: Sequence[str], texts: Texts, *, briefly: bool) -> list[str]:
    """Tell both hands after a knock, the knocker's first."""
    both = ((showdown.knocker, showdown.arrangement), (1 - showdown.knocker, showdown.defence.arrangement))
    return [f"{names[seat]}: {_open_hand(hand, texts, briefly=briefly)}." for seat, hand in both]


def _open_hand(hand: Arrangement, texts: Texts, *, briefly: bool) -> str:
    """Tell a hand that lies open."""
    groups = groups_of(hand.melds, ())
    melds = [
        _run(group.cards, texts) if group.kind is MeldKind.RUN else texts.ranks_word(group.cards[0]) for group in groups
    ]
    if hand.loose:
        cards = texts.cards(hand.loose) if briefly else ", ".join(map(texts.card_words, hand.loose))
        melds.append(texts.t("loose {cards}", cards=cards))
    return ", ".join(melds)


def _laid_off(cards: Sequence[Card], texts: Texts, *, briefly: bool) -> list[str]:
    """Tell what was laid off."""
    words = texts.cards(cards) if briefly else ", ".join(map(texts.card_words, cards))
    return [texts.t("Laid off: {cards}.", cards=words)] if cards else []
