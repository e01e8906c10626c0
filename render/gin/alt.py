"""Words for pictures of the gin family: what a view shows, the melds and deadwood of its hand, and alt text.

Alt text says the state first, then the cards in words. In a language with long words, loose cards are listed by suit,
and the least important parts are left out.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from bot.rummy.cards import POINTS, Card, mask_of, rank_of
from bot.rummy.gin.arrange import arrange, deadwood, discards
from bot.rummy.gin.views import GinView
from bot.rummy.moves import Move, Verb
from bot.rummy.results import Arrangement, DealResult, Outcome, Showdown
from bot.rummy.views import Phase
from bot.text.catalogs import Texts
from bot.text.games import variant_name
from bot.text.gin.results import points_sum
from bot.text.lists import all_of, by_suit
from render.alt import (
    alt_names,
    cards_of,
    first_fitting,
    hand_heading,
    in_words,
    joined,
    last_turn_alt,
    listed,
    meld_sentence,
    meld_words,
    new_card,
    piles_alt,
    quiet_turns_left,
    scores_of,
    told,
    turn_alt,
    ways_to_list,
    without_least_important,
)
from render.drawing.rows import LOOSE, Group, groups_of
from render.gin.reading import can_call_big_gin, gin_rows
from render.look import MOST_TOLD, Sorting


def limit_words(texts: Texts, view: GinView) -> str:
    """Return the highest deadwood with which players may knock in this deal (G-12)."""
    if view.knock_limit == 0:
        return texts.t("Gin only")
    return texts.t("Knock with {limit} or less", limit=view.knock_limit)


def quiet_words(texts: Texts, left: int) -> str:
    """Warn that the deal will be void after ``left`` more turns without a draw from the stock (C-8)."""
    return texts.n("Void in {n} turn if nobody draws", "Void in {n} turns if nobody draws", left)


def shows_dealer_draw(view: GinView) -> bool:
    """Return whether the cards drawn for the first deal are still shown, which is until its first turn ends (G-4)."""
    return bool(view.dealer_draw) and view.deal == 1 and view.turns == 0 and view.phase is not Phase.OVER


def sum_words(texts: Texts, result: DealResult, showdown: Showdown) -> str:
    """Write how a knock's points add up, ``8 ≤ 9: undercut, 25 + 1 = 26`` (G-18 to G-20)."""
    own, other = showdown.arrangement.deadwood, showdown.defense.arrangement.deadwood
    points = points_sum(showdown)
    match result.outcome:
        case Outcome.GIN:
            return texts.t("Gin: {points}", points=points)
        case Outcome.BIG_GIN:
            return texts.t("Big gin: {points}", points=points)
        case Outcome.KNOCK:
            return texts.t("{lower} < {higher}: knock, {points}", lower=own, higher=other, points=points)
        case Outcome.UNDERCUT:
            return texts.t("{lower} ≤ {higher}: undercut, {points}", lower=other, higher=own, points=points)
        case Outcome.VOID:
            return texts.t("{lower} = {higher}: void, no points", lower=own, higher=other)
        case _:
            raise ValueError(f"no knock ends a deal as {result.outcome}")


@dataclass(frozen=True, slots=True)
class Deadwood:
    """The least deadwood of a hand, and the discard that leaves it, if one is due."""

    points: int
    after: Card | None = None


def hand_groups(hand: Sequence[Card]) -> tuple[Group, ...]:
    """Return the melds of the arrangement with the least deadwood (G-3), then the loose cards."""
    best = arrange(mask_of(hand))
    return groups_of(best.melds, best.loose)


def deadwood_of(view: GinView) -> Deadwood:
    """Return the least deadwood of a hand (G-3), before a discard with the card that leaves the least.

    With big gin no discard is needed (G-28).
    """
    hand = mask_of(view.hand)
    if can_call_big_gin(view):
        return Deadwood(0)
    if view.phase is not Phase.DISCARD or view.turn != view.seat:
        return Deadwood(deadwood(hand))
    allowed = (Deadwood(points, card) for card, points in discards(hand) if card != view.taken)
    return min(allowed, key=lambda found: _preference(found, view))


def deadwood_after(view: GinView, advised: Move | None) -> Deadwood | None:
    """Return the deadwood after the knock of the button or else an advised discard; None without either.

    The knock of the button is the advised one, or else the one with the least deadwood; big gin comes first.
    """
    hand = mask_of(view.hand)
    if can_call_big_gin(view) and (advised is None or advised.verb is Verb.BIGGIN):
        return Deadwood(0)
    knocks = [move.card for move in view.moves if move.verb is Verb.KNOCK and move.card is not None]
    if knocks and (advised is None or advised.card not in knocks or advised.verb is not Verb.KNOCK):
        found = (Deadwood(deadwood(hand & ~(1 << card)), card) for card in knocks)
        return min(found, key=lambda each: (each.points, -POINTS[each.after or 0]))
    if advised is None or advised.card is None or advised.card not in view.hand:
        return None
    return Deadwood(deadwood(hand & ~(1 << advised.card)), advised.card)


def _preference(found: Deadwood, view: GinView) -> tuple[int, int, bool, int]:
    """Return the order of discards: the least deadwood, then the most points, then the drawn card, then the highest."""
    card = found.after or 0
    return found.points, -POINTS[card], card != view.drawn, -rank_of(card)


def hand_alt(
    view: GinView,
    names: Sequence[str],
    texts: Texts,
    sorting: Sorting = Sorting.MELDS,
    *,
    unassisted: bool = False,
    advised: Move | None = None,
) -> str:
    """Describe a hand to its owner, in the order of its picture; on an unassisted table, only its cards.

    The deadwood is that after the ``advised`` discard or knock.
    """
    players, sorting = alt_names(texts, names), _way(sorting, unassisted=unassisted)
    left = quiet_turns_left(view)
    rest = joined(
        [
            "" if unassisted else _deadwood(texts, deadwood_after(view, advised) or deadwood_of(view)),
            piles_alt(view, texts),
            last_turn_alt(view, players, texts),
            f"{quiet_words(texts, left)}." if left is not None else "",
            f"{limit_words(texts, view)}.",
            scores_of(view, players, texts),
        ]
    )
    head = hand_heading(view, players, texts)
    return first_fitting(joined([*head, *_cards(view, texts, sorting, form), rest]) for form in (in_words, by_suit))


def told_hand(
    view: GinView, texts: Texts, sorting: Sorting = Sorting.MELDS, *, unassisted: bool = False, most: int = MOST_TOLD
) -> str:
    """Tell a hand to a text-only reader: a line of its melds, and one of its other cards."""
    loose = cards_of(gin_rows(view, _way(sorting, unassisted=unassisted)), loose=True)
    if unassisted:
        return told([], [], ways_to_list(view, texts, loose, whole=True), most)
    melds = [meld_sentence(texts, group, new=new_card(view, texts, group)) for group in _melds(view)]
    brief = [meld_sentence(texts, group) for group in _melds(view)]
    kept = _loose(view)
    return told(melds, brief, ways_to_list(view, texts, [card for card in loose if card in kept]), most)


def _way(sorting: Sorting, *, unassisted: bool) -> Sorting:
    return Sorting.SUITS if unassisted and sorting is Sorting.MELDS else sorting


def _melds(view: GinView) -> list[Group]:
    """Return the melds of a hand in the order of its picture, also those whole that go on in the next row."""
    melds = [group for group in hand_groups(view.hand) if group.kind is not LOOSE]
    return sorted(melds, key=lambda group: -len(group.cards))


def _loose(view: GinView) -> tuple[Card, ...]:
    return cards_of(gin_rows(view, Sorting.MELDS), loose=True)


def _cards(view: GinView, texts: Texts, sorting: Sorting, form: Callable[[Texts, Sequence[Card]], str]) -> list[str]:
    """Describe the cards of a hand: melds, then the others; in another order than by melds, all of them in a row."""
    if sorting is not Sorting.MELDS:
        cards = cards_of(gin_rows(view, sorting), loose=True)
        return [listed(texts, form(texts, cards), whole=True)]
    loose = _loose(view)
    melds = [meld_sentence(texts, group) for group in _melds(view)]
    return [*melds, listed(texts, form(texts, loose), whole=False)]


def _deadwood(texts: Texts, found: Deadwood) -> str:
    if found.after is None:
        return texts.t("Deadwood {deadwood}.", deadwood=found.points)
    return texts.t("Deadwood {deadwood} after {card}.", deadwood=found.points, card=texts.card_words(found.after))


def table_alt(view: GinView, names: Sequence[str], texts: Texts, *, unassisted: bool = False) -> str:
    """Describe a table as all players see it; an unassisted one without earlier discards."""
    players = alt_names(texts, names)
    game = variant_name(texts, view.options.variant)
    seats = (_seat(view, texts, seat, name) for seat, name in enumerate(players))
    left = quiet_turns_left(view)
    parts = [
        (1, turn_alt(view, players, texts)),
        (2, f"{quiet_words(texts, left)}." if left is not None else ""),
        (4, last_turn_alt(view, players, texts)),
        (0, piles_alt(view, texts)),
        (6, "" if unassisted else _earlier_discards(view, texts)),
        (3, "; ".join(seats) + "."),
        (5, f"{limit_words(texts, view)}."),
        (8, texts.t("{game}, deal {number}.", game=game, number=view.deal)),
        (9, _dealer(view, players, texts) if view.deal else ""),
        (7, _dealer_draw(view, players, texts)),
    ]
    return without_least_important(parts)


def told_table(view: GinView, names: Sequence[str], texts: Texts) -> str:
    """Tell a table in a few words to a reader who waits: whose turn it is, what happened last, piles and scores."""
    players = alt_names(texts, names)
    return joined([told_news(view, players, texts), piles_alt(view, texts), scores_of(view, players, texts)])


def told_news(view: GinView, names: Sequence[str], texts: Texts) -> str:
    """Tell whose turn it is, and what happened last, to a reader who waits."""
    return joined([turn_alt(view, names, texts), last_turn_alt(view, names, texts)])


def knock_alt(view: GinView, names: Sequence[str], texts: Texts) -> str:
    """Describe both hands after a knock or big gin, and the scores. ValueError if nobody has knocked."""
    if view.showdown is None:
        raise ValueError("nobody has knocked in this deal")
    players = alt_names(texts, names)
    showdown, result = view.showdown, view.deals[-1]
    name = players[showdown.knocker]
    big = result.outcome is Outcome.BIG_GIN
    did = texts.t("{name} went big gin.", name=name) if big else texts.t("{name} knocked.", name=name)
    parts = [did, _outcome(texts, result, showdown)]
    if result.winner is not None:
        points = result.points[result.winner]
        parts.append(texts.t("{name} scores {points}.", name=players[result.winner], points=points))
    off = [lay_off.card for lay_off in showdown.defense.lay_offs]
    laid = texts.t("{name} laid off {cards}.", name=players[showdown.defender], cards=in_words(texts, off))
    scores = scores_of(view, players, texts)
    return first_fitting(
        joined([*parts, *_hands(showdown, players, texts, form), laid if off else "", scores])
        for form in (in_words, by_suit)
    )


def _outcome(texts: Texts, result: DealResult, showdown: Showdown) -> str:
    """Write how a knock's points add up as a sentence, without signs that screen readers skip."""
    own, other, points = showdown.arrangement.deadwood, showdown.defense.arrangement.deadwood, points_sum(showdown)
    match result.outcome:
        case Outcome.GIN:
            return texts.t("Gin: {points}.", points=points)
        case Outcome.BIG_GIN:
            return texts.t("Big gin: {points}.", points=points)
        case Outcome.UNDERCUT:
            return texts.t("Undercut, deadwood {own} against {other}: {points}.", own=own, other=other, points=points)
        case Outcome.VOID:
            return texts.t("Both have deadwood {deadwood}: no points.", deadwood=own)
        case _:
            return texts.t("Deadwood {own} against {other}: {points}.", own=own, other=other, points=points)


def _earlier_discards(view: GinView, texts: Texts) -> str:
    """Write the three discards below the top one, newest first."""
    cards = in_words(texts, view.discards[-4:-1][::-1])
    return texts.t("Before it {cards}.", cards=cards) if cards else ""


def _seat(view: GinView, texts: Texts, seat: int, name: str) -> str:
    """Describe a seat: its score in each game, and how many cards it has."""
    totals = [column.totals[seat] for column in view.columns] or [0]
    score = str(totals[0])
    if len(totals) > 1:
        score = all_of(texts, [texts.t("{n} in game {number}", n=n, number=at) for at, n in enumerate(totals, 1)])
    if seat == view.waits:
        return texts.t("{name} {score}, waits", name=name, score=score)
    return texts.n("{name} {score}, {n} card", "{name} {score}, {n} cards", view.counts[seat], name=name, score=score)


def _dealer(view: GinView, names: Sequence[str], texts: Texts) -> str:
    """Write who deals; who's in the box deals every deal (G3-10)."""
    name = names[view.dealer]
    return texts.t("{name} is in the box.", name=name) if view.options.has_box else texts.t("{name} deals.", name=name)


def _dealer_draw(view: GinView, names: Sequence[str], texts: Texts) -> str:
    """Write who drew which card for the first deal (G-4, G3-3)."""
    if not shows_dealer_draw(view):
        return ""
    drawn = [f"{name} {texts.card_words(card)}" for name, card in zip(names, view.dealer_draw[-1], strict=True)]
    return texts.t("Drawn for the deal: {cards}.", cards=", ".join(drawn))


def _hands(
    showdown: Showdown, names: Sequence[str], texts: Texts, form: Callable[[Texts, Sequence[Card]], str]
) -> list[str]:
    """Describe both hands after a knock, the knocker's first."""
    both = ((showdown.knocker, showdown.arrangement), (showdown.defender, showdown.defense.arrangement))
    return [f"{names[seat]}: {_face_up(hand, texts, form)}." for seat, hand in both]


def _face_up(hand: Arrangement, texts: Texts, form: Callable[[Texts, Sequence[Card]], str]) -> str:
    """Describe a hand after a knock: its melds, then its loose cards."""
    parts = [meld_words(texts, group) for group in groups_of(hand.melds, ())]
    if hand.loose:
        parts.append(texts.t("loose {cards}", cards=form(texts, hand.loose)))
    return "; ".join([*parts, texts.t("deadwood {deadwood}", deadwood=hand.deadwood)])
