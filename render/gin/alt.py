"""Words for pictures of the gin family: what a view shows, the melds and deadwood of its hand, and alt text.

Alt text says the state first, then the cards, in at most 250 characters: if it gets too long, loose cards are listed by
suit, then in signs, and the least important parts are left out.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.rummy.cards import POINTS, Card, MeldKind, mask_of, points_in, rank_of
from bot.rummy.events import Event, by_turn
from bot.rummy.gin.arrange import arrange, deadwood, discards
from bot.rummy.gin.views import GinView
from bot.rummy.moves import Move, Verb
from bot.rummy.results import Arrangement, DealResult, Outcome, Showdown
from bot.rummy.views import Phase
from bot.text.catalogs import Texts
from bot.text.deals import turn_words
from bot.text.gin.results import points_sum
from bot.text.rules import variant_name
from render.alt import (
    MAX_LENGTH,
    alt_names,
    first_fitting,
    hand_heading,
    joined,
    piles_alt,
    quiet_turns_left,
    run_alt,
    set_alt,
    suits_alt,
    turn_alt,
    without_least_important,
)
from render.drawing.rows import LOOSE, Group, groups_of


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
    """Return the least deadwood of a hand (G-3), before a discard with the card that leaves the least."""
    hand = mask_of(view.hand)
    if view.phase is not Phase.DISCARD or view.turn != view.seat:
        return Deadwood(deadwood(hand))
    allowed = (Deadwood(points, card) for card, points in discards(hand) if card != view.taken)
    return min(allowed, key=lambda found: _preference(found, view))


def deadwood_after(view: GinView, advised: Move | None) -> Deadwood | None:
    """Return the deadwood after the knock of the button or else an advised discard; None without either.

    The knock of the button is the advised one, or else the one with the least deadwood.
    """
    hand = mask_of(view.hand)
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


def last_turn(view: GinView) -> tuple[Event, ...]:
    """Return the events of the last turn, which may still be going on; empty before the first."""
    turns = by_turn(view.recent)
    return turns[-1] if turns else ()


def hand_alt(
    view: GinView, names: Sequence[str], texts: Texts, *, unassisted: bool = False, most: int = MAX_LENGTH
) -> str:
    """Describe a hand to its owner in at most ``most`` characters; on an unassisted table, only its cards."""
    head, forms = hand_heading(view, alt_names(texts, names), texts), (_in_words, _by_suit, _in_signs)
    if unassisted:
        cards = (form(texts, view.hand) for form in forms)
        listed = (joined([*head, texts.t("Cards: {cards}.", cards=each) if each else ""]) for each in cards)
        return first_fitting(listed, most)
    groups = hand_groups(view.hand)
    loose = [card for group in groups if group.kind is LOOSE for card in group.cards]
    deadwood = texts.t("Deadwood {deadwood}.", deadwood=points_in(loose))
    melds = _melds(groups, texts, fully=most > MAX_LENGTH)
    found = (joined([*head, *melds, _loose(texts, form(texts, loose)), deadwood]) for form in forms)
    return first_fitting(found, most)


def table_alt(view: GinView, names: Sequence[str], texts: Texts, *, unassisted: bool = False) -> str:
    """Describe a table as all players see it; an unassisted one without earlier discards."""
    players = alt_names(texts, names)
    game = variant_name(texts, view.options.variant)
    seats = (_seat(view, texts, seat, name) for seat, name in enumerate(players))
    left = quiet_turns_left(view)
    parts = [
        (1, turn_alt(view, players, texts)),
        (2, f"{quiet_words(texts, left)}." if left is not None else ""),
        (8, texts.t("{game}, deal {number}.", game=game, number=view.deal)),
        (0, piles_alt(view, texts)),
        (4, _last_turn(view, players, texts)),
        (6, "" if unassisted else _earlier_discards(view, texts)),
        (3, "; ".join(seats) + "."),
        (5, f"{limit_words(texts, view)}."),
        (9, texts.t("{name} deals.", name=players[view.dealer]) if view.deal else ""),
        (7, _dealer_draw(view, texts)),
    ]
    return without_least_important(parts)


def knock_alt(view: GinView, names: Sequence[str], texts: Texts) -> str:
    """Describe both hands after a knock. ValueError if nobody has knocked."""
    if view.showdown is None:
        raise ValueError("nobody has knocked in this deal")
    players = alt_names(texts, names)
    showdown, result = view.showdown, view.deals[-1]
    knocked = texts.t("{name} knocked.", name=players[showdown.knocker])
    parts = [knocked, f"{sum_words(texts, result, showdown)}."]
    if result.winner is not None:
        points = result.points[result.winner]
        parts.append(texts.t("{name} scores {points}.", name=players[result.winner], points=points))
    off = [lay_off.card for lay_off in showdown.defense.lay_offs]
    long, short = (
        [*_hands(showdown, players, texts, briefly=briefly), *_laid_off(off, texts, briefly=briefly)]
        for briefly in (False, True)
    )
    return first_fitting(
        joined(form)
        for form in ([*parts, *long], [*parts, *short], [*parts, *_laid_off(off, texts, briefly=True)], parts)
    )


def _melds(groups: Sequence[Group], texts: Texts, *, fully: bool) -> list[str]:
    """Describe the melds, runs first; ``fully`` with the suits of sets."""
    runs = [run_alt(texts, group.cards[0], group.cards[-1]) for group in groups if group.kind is MeldKind.RUN]
    sets = [set_alt(texts, group.cards, fully=fully) for group in groups if group.kind is MeldKind.SET]
    return [
        texts.t("Runs: {runs}.", runs=", ".join(runs)) if runs else "",
        texts.t("Sets: {sets}.", sets=", ".join(sets)) if sets else "",
    ]


def _in_words(texts: Texts, cards: Sequence[Card]) -> str:
    """Write cards in words: ``2 of clubs, king of hearts``."""
    return ", ".join(map(texts.card_words, cards))


def _by_suit(texts: Texts, cards: Sequence[Card]) -> str:
    """Write cards by suit: ``clubs 2, 9; hearts king``."""
    return "; ".join(suits_alt(texts, cards))


def _in_signs(texts: Texts, cards: Sequence[Card]) -> str:
    """Write cards in signs: ``2♣ K♥``."""
    return texts.cards(cards)


def _loose(texts: Texts, cards: str) -> str:
    return texts.t("Loose: {cards}.", cards=cards) if cards else ""


def _earlier_discards(view: GinView, texts: Texts) -> str:
    """Write the three discards below the top one, newest first."""
    cards = _in_words(texts, view.discards[-4:-1][::-1])
    return texts.t("Before it {cards}.", cards=cards) if cards else ""


def _last_turn(view: GinView, names: Sequence[str], texts: Texts) -> str:
    turn = last_turn(view)
    return f"{turn_words(texts, turn, names[turn[-1].seat])}." if turn else ""


def _seat(view: GinView, texts: Texts, seat: int, name: str) -> str:
    """Describe a seat: its score in each game, and how many cards it has."""
    score = " / ".join(str(column.totals[seat]) for column in view.columns) or "0"
    return texts.n("{name} {score}, {n} card", "{name} {score}, {n} cards", view.counts[seat], name=name, score=score)


def _dealer_draw(view: GinView, texts: Texts) -> str:
    """Write the cards that decided who deals first (G-4)."""
    if not shows_dealer_draw(view):
        return ""
    first, second = map(texts.card_words, view.dealer_draw[-1])
    return texts.t("Drawn for the deal: {first}, {second}.", first=first, second=second)


def _hands(showdown: Showdown, names: Sequence[str], texts: Texts, *, briefly: bool) -> list[str]:
    """Describe both hands after a knock, the knocker's first."""
    both = ((showdown.knocker, showdown.arrangement), (1 - showdown.knocker, showdown.defense.arrangement))
    return [f"{names[seat]}: {_face_up(hand, texts, briefly=briefly)}." for seat, hand in both]


def _face_up(hand: Arrangement, texts: Texts, *, briefly: bool) -> str:
    """Describe a hand after a knock: its melds, then its loose cards."""
    melds = [
        run_alt(texts, group.cards[0], group.cards[-1])
        if group.kind is MeldKind.RUN
        else texts.ranks_word(group.cards[0])
        for group in groups_of(hand.melds, ())
    ]
    if hand.loose:
        cards = _in_signs(texts, hand.loose) if briefly else _in_words(texts, hand.loose)
        melds.append(texts.t("loose {cards}", cards=cards))
    return ", ".join(melds)


def _laid_off(cards: Sequence[Card], texts: Texts, *, briefly: bool) -> list[str]:
    words = _in_signs(texts, cards) if briefly else _in_words(texts, cards)
    return [texts.t("Laid off: {cards}.", cards=words)] if cards else []
