"""Words for a table of the gin family: while it runs, and the end of a deal."""

from collections.abc import Sequence

from bot.rummy.cards import Card, mask_of
from bot.rummy.families import Variant
from bot.rummy.gin.arrange import deadwood
from bot.rummy.gin.options import GinOptions
from bot.rummy.gin.views import GinView
from bot.rummy.moves import Melds
from bot.rummy.results import DealResult, Defense, Ending, Outcome, Showdown
from bot.rummy.views import QUIET_LIMIT, QUIET_WARNING, Phase
from bot.text.catalogs import Texts
from bot.text.lists import all_of, held_cards, listed, short_meld, signed


def melds_words(texts: Texts, melds: Melds) -> str:
    """Format melds in short: ``7-8-9♠ / Q♠ Q♥ Q♦``. For text-only readers, in words."""
    return ("; " if texts.spells_cards else " / ").join(short_meld(texts, meld) for meld in melds) or texts.t(
        "no melds"
    )


def limit_words(texts: Texts, view: GinView) -> str:
    """Return the deadwood limit for knocking in this deal, and whether the deal counts double (G-12)."""
    limit, doubled = view.knock_limit, view.factor > 1
    if not limit:
        if doubled:
            return texts.t("Only gin ends this deal · points count double")
        return texts.t("Only gin ends this deal")
    if doubled:
        return texts.t("Knock with {limit} or less · points count double", limit=limit)
    return texts.t("Knock with {limit} or less", limit=limit)


def aim_words(texts: Texts, options: GinOptions) -> str:
    """Return what wins the game: a total, or the highest one after a number of deals (G-23, G-24, G-27)."""
    target = options.target_for(2)
    if target is None:
        return texts.n("{n} deal", "{n} deals", options.deals_to_play)
    if options.variant is Variant.HOLLYWOOD:
        return texts.n(
            "Three games to {n} point, two of them win", "Three games to {n} points, two of them win", target
        )
    return texts.n("First to {n} point", "First to {n} points", target)


def who_plays(texts: Texts, view: GinView, names: Sequence[str]) -> str:
    """Return who plays the deal, for the player who waits and comes in next (G3-8, G3-12)."""
    first, dealer = (names[seat] for seat in view.pair)
    if view.options.has_box:
        return texts.t("{captain} plays for you against {box}. You come in next.", captain=first, box=dealer)
    return texts.t("{name} plays against {other}. You come in next.", name=first, other=dealer)


def roles_words(texts: Texts, view: GinView, names: Sequence[str]) -> str:
    """Return whom a player meets and who waits, until their first move in a deal of three (G3-1, G3-2); else empty."""
    begun = view.turns or any(event.seat == view.seat for event in view.recent)
    if view.waits is None or view.seat not in view.pair or begun:
        return ""
    first, dealer = view.pair
    waits, other = names[view.waits], names[first if view.seat == dealer else dealer]
    if not view.options.has_box:
        return texts.t("You play against {other}, {waits} waits.", other=other, waits=waits)
    if view.seat == dealer:
        return texts.t("You're in the box against {captain} and {partner}.", captain=other, partner=waits)
    return texts.t("You play for {partner} against {box} (box).", partner=waits, box=other)


def next_roles_words(texts: Texts, view: GinView, names: Sequence[str]) -> str:
    """Return who plays the next deal and who waits (G3-6, G3-11); empty if two play or the game is over."""
    if view.waits is None or view.phase is not Phase.DEAL:
        return ""
    first = next(seat for seat in range(len(names)) if seat not in (view.waits, view.dealer))
    words = {"first": names[first], "dealer": names[view.dealer], "waits": names[view.waits]}
    if view.options.has_box:
        return texts.t("Next: {first} against {dealer} (box), {waits} waits", **words)
    return texts.t("Next: {first} against {dealer}, {waits} waits", **words)


def quiet_words(texts: Texts, view: GinView) -> str:
    """Return a warning if the deal is soon void because nobody draws from the stock (C-8)."""
    if view.quiet_turns < QUIET_WARNING or view.turn is None:
        return ""
    return "⚠️ " + texts.n(
        "Draw from the stock: after {n} more turn without a draw, the deal is void.",
        "Draw from the stock: after {n} more turns without a draw, the deal is void.",
        QUIET_LIMIT - view.quiet_turns,
    )


def knock_sum(texts: Texts, result: DealResult, showdown: Showdown | None) -> str:
    """Return how a deal's points add up: ``Undercut: 25 + 1 = 26``; without a knock, why it's void."""
    if showdown is None:
        return _void(texts, result)
    points = points_sum(showdown)
    match result.outcome:
        case Outcome.GIN:
            return texts.t("Gin: {sum}", sum=points)
        case Outcome.BIG_GIN:
            return texts.t("Big gin: {sum}", sum=points)
        case Outcome.KNOCK:
            return texts.t("Knock: {sum}", sum=points)
        case Outcome.UNDERCUT:
            return texts.t("Undercut: {sum}", sum=points)
        case Outcome.VOID:
            return texts.t("Both have {deadwood} deadwood: the deal is void.", deadwood=showdown.arrangement.deadwood)
        case _:
            raise ValueError(f"no knock ends with {result.outcome}")


def points_sum(showdown: Showdown) -> str:
    """Return how a knock's points add up: bonus plus difference, or one deadwood minus the other (G-18 to G-20).

    If spades double, the sum is doubled (G-12): ``(25 + 7) × 2 = 64``.
    """
    own, other = showdown.arrangement.deadwood, showdown.defense.arrangement.deadwood
    terms = f"{max(own, other)} − {min(own, other)}"
    if showdown.bonus:
        terms = f"{showdown.bonus} + {showdown.difference}"
    total = showdown.bonus + showdown.difference
    if showdown.factor == 1:
        return f"{terms} = {total}"
    return f"({terms}) × {showdown.factor} = {total * showdown.factor}"


def _void(texts: Texts, result: DealResult) -> str:
    """Return why a deal without a knock is void (G-11, C-8), and who plays the next one (G-7, G3-7)."""
    if result.waited is not None:
        return _void_of_three(texts, result)
    if result.ending is Ending.QUIET:
        return texts.t("20 turns without a draw from the stock, so the deal is void. The same dealer deals again.")
    return texts.t("Only two cards left in the stock, so the deal is void. The same dealer deals again.")


def _void_of_three(texts: Texts, result: DealResult) -> str:
    if result.ending is Ending.QUIET:
        return texts.t("20 turns without a draw from the stock, so the deal is void. The same two play again.")
    return texts.t("Only two cards left in the stock, so the deal is void. The same two play again.")


def showdown_lines(texts: Texts, showdown: Showdown, names: Sequence[str]) -> tuple[str, ...]:
    """Return both hands after a knock: melds, loose cards, deadwood, and a line about any lay-offs."""
    knocker, defender = names[showdown.knocker], names[showdown.defender]
    open_hand, defense = showdown.arrangement, showdown.defense
    lines = [
        _hand(texts, knocker, open_hand.melds, held_cards(texts, open_hand.loose), open_hand.deadwood),
        _hand(
            texts,
            defender,
            defense.arrangement.melds,
            held_cards(texts, defense.arrangement.loose),
            defense.arrangement.deadwood,
        ),
    ]
    if defense.lay_offs:
        lines.append(_laid_off(texts, defense, defender))
    return tuple(lines)


def _laid_off(texts: Texts, defense: Defense, name: str) -> str:
    cards = texts.cards(lay_off.card for lay_off in defense.lay_offs)
    before, after = defense.before, defense.arrangement.deadwood
    if texts.spells_cards:
        return texts.t(
            "{name} laid off {cards}: deadwood {before} before, {after} after",
            name=name,
            cards=cards,
            before=before,
            after=after,
        )
    return texts.t(
        "{name} laid off {cards}: deadwood {before} → {after}", name=name, cards=cards, before=before, after=after
    )


def _hand(texts: Texts, name: str, melds: Melds, loose: str, deadwood: int) -> str:
    shown = melds_words(texts, melds)
    if not loose:
        return texts.t("{name}: {melds} · deadwood 0", name=name, melds=shown)
    return texts.t(
        "{name}: {melds} · loose {loose} · deadwood {deadwood}",
        name=name,
        melds=shown,
        loose=loose,
        deadwood=deadwood,
    )


def hand_value(texts: Texts, view: GinView) -> str:
    """Return the least deadwood that the hand of the view's seat can have, in words."""
    return texts.t("deadwood {deadwood}", deadwood=deadwood(mask_of(view.hand)))


def dealer_draw_words(
    texts: Texts, draws: Sequence[Sequence[Card]], names: Sequence[str], dealer: int, waits: int | None = None
) -> str:
    """Describe which cards were drawn for the first deal, and who deals and waits (G-4, G3-3).

    Several draws follow equal ranks.
    """
    drawn = [list(map(texts.card, cards)) for cards in draws]
    pairs = listed(texts, [all_of(texts, cards) if texts.spells_cards else " : ".join(cards) for cards in drawn])
    if waits is not None:
        return texts.t(
            "{players} drew {cards}: {dealer} deals first, {waits} waits.",
            players=all_of(texts, names),
            cards=pairs,
            dealer=names[dealer],
            waits=names[waits],
        )
    return texts.t(
        "{first} and {second} drew {pairs}: {dealer} deals first.",
        first=names[0],
        second=names[1],
        pairs=pairs,
        dealer=names[dealer],
    )


def stock_words(texts: Texts, view: GinView) -> str:
    """Return the number of cards in the stock."""
    return texts.n("{n} card in the stock", "{n} cards in the stock", view.stock)


def points_in(texts: Texts, view: GinView, seat: int) -> str:
    """Return a player's points, in Hollywood those in each game."""
    totals = [column.totals[seat] for column in view.columns]
    if len(totals) == 1:
        return texts.n("{points} point", "{points} points", abs(totals[0]), points=signed(totals[0]))
    games = [
        texts.t("{points} in game {number}", points=signed(total), number=number)
        for number, total in enumerate(totals, 1)
    ]
    return texts.t("points: {games}", games=listed(texts, games))
