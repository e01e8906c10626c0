"""The rules of German Rummy in words (D-1 to D-15), with its house rules (H-1 to H-11)."""

from collections.abc import Mapping
from typing import Final

from bot.rummy.cards import parse_card
from bot.rummy.families import Variant
from bot.rummy.melds.options import GermanOptions
from bot.rummy.melds.rules import rules_for
from bot.text.catalogs import Texts
from bot.text.rule_words import GameWords, RuleWords

_ROUND_THE_CORNER: Final = tuple(map(parse_card, ("QS", "KS", "AS", "2S", "3S")))
_QUEEN_OF_SPADES: Final = parse_card("QS")


def _paragraphs(texts: Texts, options: GermanOptions) -> tuple[str, ...]:
    """Return the whole rules in paragraphs: cards, melds, jokers, turn, first melds, going out, scoring, winning."""
    return (
        _small_deck(texts, options)
        + " "
        + texts.t(
            "The next card, face up, begins the discard pile, and the rest is the stock. In every round chance decides "
            "who begins, and play goes to the left."
        ),
        " ".join(
            (
                texts.t(
                    "A set is three or four cards of one rank, each suit once. A run is three to thirteen cards of one "
                    "suit in order, each rank once."
                ),
                _round_the_corner(texts, options),
                _set_rule(texts, options),
            )
        ),
        _jokers(texts, options),
        texts.t(
            "In a turn you draw from the stock or take the top discard, lay what you like, and discard a card; it may "
            "be the one just taken. You may lay melds and add cards to any meld, whoever laid it. Until the discard "
            "you can take back what you laid, and the others see it when your turn ends."
        ),
        _claim(texts, options),
        _first_melds(texts, options),
        _win_without_discard(texts, options)
        + " "
        + texts.t(
            "Whoever goes out in a single turn, with nothing laid in the round before, goes rummy: all points of the "
            "round, won and lost, are doubled."
        ),
        _casino_scoring(texts, options),
        texts.t(
            "When the last card of the stock is drawn, that turn is played to its end. If nobody is out then, or after "
            "20 turns in a row in which nobody drew from the stock or laid anything, the round ends without a winner: "
            "everybody loses what their own cards count."
        ),
        _rounds(texts, options) + (" " + _training(texts, options) if options.training else ""),
    )


def _jokers(texts: Texts, options: GermanOptions) -> str:
    """Return the rules on jokers (D-4, D-9)."""
    if options.no_jokers:
        return _no_jokers(texts, options)
    swap = texts.t(
        "A joker on the table can be swapped: put a card that it stands for in its place, and the joker is yours."
    )
    return " ".join((_no_jokers(texts, options), swap, _joker_rule(texts, options)))


def _first_melds(texts: Texts, options: GermanOptions) -> str:
    """Return the rules on first melds and their value (D-1, D-7)."""
    told = [
        _initial(texts, options),
        texts.t("Before that you can't add to melds; after it you can, in the same turn too.")
        if options.no_jokers
        else texts.t(
            "Before that you can neither add to melds nor swap jokers; after it you can, in the same turn too."
        ),
    ]
    if rules_for(options).initial:
        told.append(
            texts.t(
                "In melds an ace counts 11, at the low end of a run 1; a jack, queen or king counts 10, any other card "
                "its number."
            )
        )
        if not options.no_jokers:
            told.append(texts.t("A joker counts as the card that it stands for."))
    return " ".join(told)


def _small_deck(texts: Texts, options: GermanOptions) -> str:
    """Return the sentence on the pack and the hands (H-1, H-5)."""
    match options.small_deck, options.no_jokers:
        case False, False:
            return texts.t("Two to four players, two packs and six jokers: 110 cards. Everybody gets thirteen.")
        case False, True:
            return texts.t("Two to four players, two packs: 104 cards. Everybody gets thirteen.")
        case True, False:
            return texts.t(
                "Two to four players, a small deck of one pack and three jokers: 55 cards. Two players get ten cards "
                "each, three or four get seven, and a first meld may be of any value."
            )
        case _:
            return texts.t(
                "Two to four players, a small deck of one pack: 52 cards. Two players get ten cards each, three or "
                "four get seven, and a first meld may be of any value."
            )


def _initial(texts: Texts, options: GermanOptions) -> str:
    """Return the sentence on the value of first melds (D-7, H-2, H-3)."""
    value = rules_for(options).initial
    if value:
        return texts.t(
            "Your first melds of a round, laid in one turn, have to be worth {value} or more together.", value=value
        )
    return texts.t("First of all in a round you lay a meld of your own, of any value.")


def _round_the_corner(texts: Texts, options: GermanOptions) -> str:
    """Return the sentence on aces in runs (D-3, H-4)."""
    if options.round_the_corner:
        return texts.t(
            "An ace may stand anywhere in a run, as in {cards}; one that begins it comes before the two.",
            cards=texts.cards(_ROUND_THE_CORNER),
        )
    return texts.t("An ace begins a run, before the two, or ends it, after the king; it never stands inside it.")


def _no_jokers(texts: Texts, options: GermanOptions) -> str:
    """Return the sentence on playing with or without jokers (D-4, H-5)."""
    if options.no_jokers:
        return texts.t("There are no jokers in the pack.")
    return texts.t(
        "A joker stands for any card in a meld, also when it is added later; no meld has more jokers than other cards."
    )


def _joker_rule(texts: Texts, options: GermanOptions) -> str:
    """Return the sentences on the joker rule (H-6), which also depends on H-7 and H-9."""
    if not options.joker_rule:
        return texts.t("Jokers may stand side by side, and one in your hand may be kept or discarded.")
    apart = (
        texts.t("Joker rule: two jokers never stand side by side, in a run or in a set.")
        if options.set_rule
        else texts.t("Joker rule: two jokers never stand side by side in a run.")
    )
    kept = (
        texts.t("A joker can't be discarded while you hold any other card.")
        if options.win_without_discard
        else texts.t(
            "A joker can't be discarded while you hold any other card, and nothing may be laid that leaves you with "
            "jokers alone."
        )
    )
    swapped = texts.t("It leaves a set only when the set has four cards, and a swapped one is laid in the same turn.")
    return " ".join((apart, kept, swapped))


def _set_rule(texts: Texts, options: GermanOptions) -> str:
    """Return the sentences on the order of cards in a set (D-2, H-7)."""
    if not options.set_rule and options.no_jokers:
        return texts.t("The cards of a set may lie in any order.")
    if not options.set_rule:
        return texts.t(
            "The cards of a set may lie in any order; a joker among them stands for any suit that is missing."
        )
    ordered = texts.t("The cards of a set stand in the order ♣ ♠ ♥ ♦, and one that is added goes into its place.")
    if options.no_jokers:
        return ordered
    return " ".join((ordered, texts.t("A joker in a set stands only for a missing suit that its place allows.")))


def _claim(texts: Texts, options: GermanOptions) -> str:
    """Return the sentences on knocking for a discard (H-8)."""
    if not options.claim:
        return texts.t("A discard is there for the next player alone.")
    return texts.t(
        "Knocking, with three or four players: until the next player has drawn, anybody else but who threw it may "
        "knock for the discard. The first to knock gets it and one card from the stock, and the turn stays where it "
        "was; what lies on top then is for the next player alone. The round's first face-up card can't be knocked for, "
        "nor can any when the stock has fewer than two cards."
    )


def _win_without_discard(texts: Texts, options: GermanOptions) -> str:
    """Return the sentence on going out (D-11, H-9)."""
    if not options.win_without_discard:
        return texts.t("You go out with your last discard; nothing may be laid that leaves no card for it.")
    if rules_for(options).initial:
        return texts.t(
            "You go out when your last card is laid or discarded; first melds have to reach their value for that too."
        )
    return texts.t("You go out when your last card is laid or discarded.")


def _casino_scoring(texts: Texts, options: GermanOptions) -> str:
    """Return the sentences on what the cards count when a player goes out (D-1, D-13, H-10)."""
    if not options.casino_scoring:
        told = texts.t(
            "When somebody is out, the others lose what their cards count, and the winner gets the sum: an ace counts "
            "11, a jack, queen or king 10, any other card its number."
        )
        return told if options.no_jokers else " ".join((told, texts.t("A joker in the hand counts 20.")))
    told = texts.t(
        "Casino scoring: when somebody is out, the others lose what their cards count: {queen} 40, an ace 15, a 10, "
        "jack, queen or king 10, any other card 5. The winner gets the sum, and also what all cards that they put on "
        "the table in the round count alike; the others bear that in even shares, and what does not divide falls point "
        "by point to those on the winner's left.",
        queen=texts.card(_QUEEN_OF_SPADES),
    )
    return told if options.no_jokers else " ".join((told, texts.t("A joker counts nothing.")))


def _training(texts: Texts, options: GermanOptions) -> str:
    """Return the sentence on training games (H-11)."""
    if options.training:
        return texts.t("Training: the game does not count for the ranking, but brings experience points.")
    return texts.t("The game counts for the ranking.")


def _rounds(texts: Texts, options: GermanOptions) -> str:
    """Return the sentence on the number of rounds (D-15)."""
    return texts.n(
        "After {n} round the highest total wins; equal totals share the win.",
        "After {n} rounds the highest total wins; equal totals share the win.",
        options.rounds,
    )


_RULES: Final[Mapping[str, RuleWords[GermanOptions]]] = {
    "rounds": RuleWords(
        name=lambda texts: texts.p("option", "Rounds"),
        sentence=_rounds,
    ),
    "small_deck": RuleWords(
        name=lambda texts: texts.p("option", "Small deck"),
        sentence=_small_deck,
        brief=lambda texts: texts.t("One pack and three jokers, 10 or 7 cards each, first melds of any value"),
    ),
    "initial_40": RuleWords(
        name=lambda texts: texts.p("option", "First melds of 40"),
        sentence=_initial,
        brief=lambda texts: texts.t("First melds have to be worth 40 together, not 30"),
    ),
    "no_initial_meld": RuleWords(
        name=lambda texts: texts.p("option", "First meld of any value"),
        sentence=_initial,
        brief=lambda texts: texts.t("First melds need no value"),
    ),
    "round_the_corner": RuleWords(
        name=lambda texts: texts.p("option", "Round the corner"),
        sentence=_round_the_corner,
        brief=lambda texts: texts.t("An ace may also stand inside a run"),
    ),
    "no_jokers": RuleWords(
        name=lambda texts: texts.p("option", "No jokers"),
        sentence=_no_jokers,
        brief=lambda texts: texts.t("Jokers leave the pack"),
    ),
    "joker_rule": RuleWords(
        name=lambda texts: texts.p("option", "Joker rule"),
        sentence=_joker_rule,
        brief=lambda texts: texts.t("Jokers are kept, stand apart, and are laid at once after a swap"),
    ),
    "set_rule": RuleWords(
        name=lambda texts: texts.p("option", "Set rule"),
        sentence=_set_rule,
        brief=lambda texts: texts.t("The cards of a set stand in the order ♣ ♠ ♥ ♦"),
    ),
    "claim": RuleWords(
        name=lambda texts: texts.p("option", "Knocking"),
        sentence=_claim,
        brief=lambda texts: texts.t("Out of turn, knock for a discard and draw a card with it; three or four players"),
    ),
    "win_without_discard": RuleWords(
        name=lambda texts: texts.p("option", "Out without a discard"),
        sentence=_win_without_discard,
        brief=lambda texts: texts.t("The last card may be laid"),
    ),
    "casino_scoring": RuleWords(
        name=lambda texts: texts.p("option", "Casino scoring"),
        sentence=_casino_scoring,
        brief=lambda texts: texts.t("Other card values, and the winner also gets what they laid"),
    ),
    "training": RuleWords(
        name=lambda texts: texts.p("option", "Training"),
        sentence=_training,
        brief=lambda texts: texts.t("The game does not count for the ranking"),
    ),
}
WORDS: Final = GameWords(_RULES, _paragraphs, names={Variant.GERMAN: lambda texts: texts.p("game", "German Rummy")})
"""The words for the game's rules and options."""
