"""The rules of German Rummy in words (D-1 to D-15), with its house rules."""

from collections.abc import Mapping
from typing import Final

from bot.rummy.cards import parse_card
from bot.rummy.melds.options import Begins, GermanOptions, Take
from bot.rummy.melds.rules import rules_for
from bot.rummy.refusals import Topic
from bot.rummy.views import TAKE_BACK_LIMIT
from bot.text.catalogs import Texts
from bot.text.melds.german_scoring import (
    casino_scoring,
    end_at,
    goal,
    joker_value,
    losers_pay,
    no_winner,
    reshuffle,
    rounds,
    training,
    winning,
)
from bot.text.melds.table import example_cards, set_and_run, turn_steps
from bot.text.rule_words import CardExample, GameWords, RuleWords

_ROUND_THE_CORNER: Final = tuple(map(parse_card, ("QS", "KS", "AS", "2S", "3S")))


def _topics(texts: Texts, options: GermanOptions) -> Mapping[Topic, str]:
    """Return the whole rules by topic: cards, melds, jokers, turn, first melds, going out, scoring, winning."""
    return {
        Topic.GOAL: goal(texts, options),
        Topic.CARDS: " ".join(
            (
                _small_deck(texts, options),
                _begins(texts, options),
                texts.t("Play goes to the left."),
                _starter(texts, options),
            )
        ),
        Topic.MELDS: " ".join(
            (
                texts.t(
                    "A set is three or four cards of the same rank, each suit once. A run is three to thirteen cards "
                    "in a row of the same suit, each rank once."
                ),
                _round_the_corner(texts, options),
                _set_rule(texts, options),
            )
        ),
        Topic.JOKERS: _jokers(texts, options),
        Topic.TURN: " ".join((_turn_rules(texts), _take(texts, options))),
        Topic.CLAIM: _claim(texts, options),
        Topic.FIRST_MELD: _first_melds(texts, options),
        Topic.GOING_OUT: _win_without_discard(texts, options)
        + " "
        + texts.t(
            "If you go out in a single turn and laid nothing earlier in the round, you go rummy: all points won and "
            "lost in the round are doubled."
        ),
        Topic.POINTS: casino_scoring(texts, options),
        Topic.NO_WINNER: no_winner(texts, options),
        Topic.WINNING: winning(texts, options),
    }


def _turn_rules(texts: Texts) -> str:
    return texts.t(
        "On your turn, draw from the stock or take the top discard, lay what you like, and discard a card. You can "
        "lay melds of your own and lay off cards on any meld on the table. Until you discard, you can take back what "
        "you laid, up to {limit} times. The others see it when your turn ends.",
        limit=TAKE_BACK_LIMIT,
    )


def _take(texts: Texts, options: GermanOptions) -> str:
    """Return the sentences on taking the top discard (D-6, H-18)."""
    if options.take is Take.FREE:
        return texts.t("You can take the top discard whenever you like, and discard it again in the same turn.")
    return " ".join(
        (
            texts.t(
                "Until you've laid your first melds in an earlier turn, you can take the top discard only to lay it. "
                "By the end of your turn, it has to be on the table, and your first melds too."
            ),
            texts.t("Its twin counts as well.")
            if options.without_jokers
            else texts.t("Its twin counts as well, and for a joker any joker."),
            texts.t("If you can't do that, or change your mind, give it back and draw from the stock."),
        )
    )


def _examples(texts: Texts, options: GermanOptions) -> tuple[CardExample, ...]:
    """Return a set and a run; with a joker, and around the corner where the rules have that (H-4, H-5)."""
    examples = [*set_and_run(texts)]
    if not options.without_jokers:
        examples.append(CardExample(texts.p("cards", "With a joker"), example_cards("9D", "XX", "JD", "QD")))
    if options.round_the_corner:
        examples.append(CardExample(texts.p("cards", "Round the corner"), _ROUND_THE_CORNER))
    return tuple(examples)


def _jokers(texts: Texts, options: GermanOptions) -> str:
    """Return the rules on jokers (D-4, D-9)."""
    if options.without_jokers:
        return _no_jokers(texts, options)
    swap = texts.t(
        "You can swap for a joker on the table: put a card it stands for in its place, and the joker is yours."
    )
    return " ".join((_no_jokers(texts, options), swap, _joker_rule(texts, options)))


def _first_melds(texts: Texts, options: GermanOptions) -> str:
    """Return the rules on first melds and their value (D-1, D-7)."""
    told = [
        _initial(texts, options),
        *([_pure_run(texts, options)] if options.pure_run else ()),
        texts.t("Before that you can't lay off cards. After that you can, even in the same turn.")
        if options.without_jokers
        else texts.t("Before that you can't lay off cards or swap jokers. After that you can, even in the same turn."),
    ]
    if rules_for(options).initial:
        told.append(
            texts.t("In melds, aces count 11 (1 at the low end of a run), face cards 10, other cards their number.")
        )
        if not options.without_jokers:
            told.append(texts.t("A joker counts as the card it stands for."))
    return " ".join(told)


def _small_deck(texts: Texts, options: GermanOptions) -> str:
    """Return the sentences on the players, the pack and the hands (H-1, H-5, H-14, H-15)."""
    least, *_, most = options.seat_counts
    players = texts.t("{least} to {most} players.", least=least, most=most)
    if not options.small_deck:
        return " ".join((players, _deck(texts, options), _hand_cards(texts, options)))
    deck = (
        texts.t("A small deck of 52 cards.")
        if options.without_jokers
        else texts.t("A small deck of 55 cards, three jokers included.")
    )
    hands = texts.t("With two players everyone gets ten cards, else seven, and a first meld can have any value.")
    return " ".join((players, deck, hands))


def _deck(texts: Texts, options: GermanOptions) -> str:
    """Return the sentence on two decks and their jokers (H-5, H-14)."""
    if options.without_jokers:
        return texts.t("Two decks (104 cards).")
    return texts.n(
        "Two decks and {n} joker ({cards} cards).",
        "Two decks and {n} jokers ({cards} cards).",
        options.jokers,
        cards=len(options.pack),
    )


def _starter(texts: Texts, options: GermanOptions) -> str:
    """Return the sentences on the first turn of a round, and how the discard pile begins (D-5, H-16)."""
    if options.starter:
        return texts.t(
            "The player who goes first gets one more card and doesn't draw in their first turn: they lay what they "
            "like, and their discard starts the discard pile. The rest is the stock."
        )
    return texts.t("The next card, face up, starts the discard pile; the rest is the stock.")


def _begins(texts: Texts, options: GermanOptions) -> str:
    """Return the sentence on who goes first in each round (D-5, H-17)."""
    if options.begins is Begins.RANDOM:
        return texts.t("In each round a random player goes first.")
    return texts.t(
        "A random player goes first in the first round. After that, it's the player on the left of the one who went "
        "first in the round before."
    )


def _hand_cards(texts: Texts, options: GermanOptions) -> str:
    """Return the sentence on the cards that everyone is dealt (H-15)."""
    if options.hand_cards > 13:
        return texts.t("Everyone gets fourteen cards.")
    return texts.t("Everyone gets thirteen cards.")


def _initial(texts: Texts, options: GermanOptions) -> str:
    """Return the sentence on the value of first melds (D-7, H-2, H-3, H-12)."""
    value = rules_for(options).initial
    if value:
        return texts.n(
            "Your first melds in a round, laid in one turn, have to be worth at least {n} point together.",
            "Your first melds in a round, laid in one turn, have to be worth at least {n} points together.",
            value,
        )
    return texts.t("The first thing you lay in a round has to be a meld of your own. It can have any value.")


def _pure_run(texts: Texts, options: GermanOptions) -> str:
    """Return the sentence on a run without jokers among the first melds (H-13)."""
    if options.pure_run and options.without_jokers:
        return texts.t("One of your first melds has to be a run.")
    if options.pure_run:
        return texts.t("One of your first melds has to be a pure run, one without jokers.")
    return texts.t("Your first melds don't have to include a run without jokers.")


def _limit(texts: Texts, options: GermanOptions) -> str:
    """Return the value of first melds in a few words."""
    value = rules_for(options).initial
    if not value:
        return texts.p("option", "First meld of any value")
    return texts.t("First meld {value} or more", value=value)


def _round_the_corner(texts: Texts, options: GermanOptions) -> str:
    """Return the sentence on aces in runs (D-3, H-4)."""
    if options.round_the_corner:
        return texts.t(
            "An ace can be anywhere in a run, as in {cards}. If the ace starts the run, the 2 comes next.",
            cards=texts.cards(_ROUND_THE_CORNER),
        )
    return texts.t("An ace can start a run, before the 2, or end it, after the king. It can't be in the middle.")


def _no_jokers(texts: Texts, options: GermanOptions) -> str:
    """Return the sentence on playing with or without jokers (D-4, H-5)."""
    if options.without_jokers:
        return texts.t("There are no jokers.")
    return texts.t(
        "A joker can stand for any card in a meld, also when you lay it off later. A meld can't have more jokers than "
        "other cards."
    )


def _joker_rule(texts: Texts, options: GermanOptions) -> str:
    """Return the sentences on the joker rule (H-6), which also depends on H-7 and H-9."""
    if not options.joker_rule:
        return texts.t("Jokers can be next to each other in a meld, and you can keep or discard the ones in your hand.")
    apart = (
        texts.t("Joker rule: two jokers can't be next to each other in a run or a set.")
        if options.set_rule
        else texts.t("Joker rule: two jokers can't be next to each other in a run.")
    )
    kept = (
        texts.t("You can't discard a joker while you hold any other card.")
        if options.win_without_discard
        else texts.t(
            "You can't discard a joker while you hold any other card, and you can't lay cards if only jokers would be "
            "left."
        )
    )
    swapped = texts.t(
        "You can only swap a joker out of a set if the set has four cards, and you have to lay it in the same turn."
    )
    return " ".join((apart, kept, swapped))


def _set_rule(texts: Texts, options: GermanOptions) -> str:
    """Return the sentences on the order of cards in a set (D-2, H-7)."""
    if not options.set_rule and options.without_jokers:
        return texts.t("The cards of a set can be in any order.")
    if not options.set_rule:
        return texts.t("The cards of a set can be in any order. A joker in it stands for any missing suit.")
    ordered = texts.t("The cards of a set go in the order ♣ ♠ ♥ ♦, and a card laid off later goes in its place.")
    if options.without_jokers:
        return ordered
    return " ".join((ordered, texts.t("A joker in a set only stands for a missing suit that its place allows.")))


def _claim(texts: Texts, options: GermanOptions) -> str:
    """Return the sentences on knocking for a discard (H-8)."""
    if not options.claim:
        return texts.t("Only the next player can take the discard.")
    told = texts.t(
        "Knocking, with three players or more: until the next player draws, the others can knock for the discard, "
        "except the player who discarded it. The first to knock gets it plus a card from the stock, and the turn "
        "doesn't change. After that, only the next player can take the top discard."
    )
    if options.starter:
        return " ".join((told, texts.t("You can't knock when the stock has fewer than two cards.")))
    return " ".join(
        (
            told,
            texts.t("You can't knock for the round's first face-up card, or when the stock has fewer than two cards."),
        )
    )


def _win_without_discard(texts: Texts, options: GermanOptions) -> str:
    """Return the sentence on going out (D-11, H-9)."""
    if not options.win_without_discard:
        return texts.t(
            "You go out by discarding your last card, so when you lay cards, you have to keep one to discard."
        )
    if rules_for(options).initial:
        return texts.t(
            "You go out by laying or discarding your last card. Even then, your first melds have to be worth enough."
        )
    return texts.t("You go out by laying or discarding your last card.")


_RULES: Final[Mapping[str, RuleWords[GermanOptions]]] = {
    "rounds": RuleWords(
        name=lambda texts: texts.p("option", "Rounds"),
        sentence=rounds,
    ),
    "small_deck": RuleWords(
        name=lambda texts: texts.p("option", "Small deck"),
        sentence=_small_deck,
        brief=lambda texts: texts.t("55 cards, three jokers included; 10 or 7 cards each; first melds of any value"),
    ),
    "initial_40": RuleWords(
        name=lambda texts: texts.p("option", "First meld of 40"),
        sentence=_initial,
        brief=lambda texts: texts.t("First melds have to be worth 40 points, not 30"),
    ),
    "no_initial_meld": RuleWords(
        name=lambda texts: texts.p("option", "First meld of any value"),
        sentence=_initial,
        brief=lambda texts: texts.t("First melds can have any value"),
    ),
    "round_the_corner": RuleWords(
        name=lambda texts: texts.p("option", "Round the corner"),
        sentence=_round_the_corner,
        brief=lambda texts: texts.t("An ace can also be in the middle of a run"),
    ),
    "no_jokers": RuleWords(
        name=lambda texts: texts.p("option", "No jokers"),
        sentence=_no_jokers,
        brief=lambda texts: texts.t("Play without jokers"),
    ),
    "joker_rule": RuleWords(
        name=lambda texts: texts.p("option", "Joker rule"),
        sentence=_joker_rule,
        brief=lambda texts: texts.t(
            "No jokers next to each other, none discarded, and a swapped joker is laid in the same turn"
        ),
    ),
    "set_rule": RuleWords(
        name=lambda texts: texts.p("option", "Set rule"),
        sentence=_set_rule,
        brief=lambda texts: texts.t("The cards of a set go in the order ♣ ♠ ♥ ♦"),
    ),
    "claim": RuleWords(
        name=lambda texts: texts.p("option", "Knocking"),
        sentence=_claim,
        brief=lambda texts: texts.t(
            "Knock for a discard out of turn, plus a card from the stock; three players or more"
        ),
    ),
    "win_without_discard": RuleWords(
        name=lambda texts: texts.p("option", "Go out without a discard"),
        sentence=_win_without_discard,
        brief=lambda texts: texts.t("You can lay your last card"),
    ),
    "casino_scoring": RuleWords(
        name=lambda texts: texts.p("option", "Casino scoring"),
        sentence=casino_scoring,
        brief=lambda texts: texts.t("Other card values, and the winner also scores the cards they laid"),
    ),
    "starter": RuleWords(
        name=lambda texts: texts.p("option", "Extra card to start"),
        sentence=_starter,
        brief=lambda texts: texts.t("The first player gets an extra card instead of drawing, and no card is turned up"),
    ),
    "begins": RuleWords(
        name=lambda texts: texts.p("option", "First player"),
        sentence=_begins,
        values={
            Begins.RANDOM: lambda texts: texts.p("value", "a random player"),
            Begins.LEFT: lambda texts: texts.p("value", "the next player on the left"),
        },
    ),
    "take": RuleWords(
        name=lambda texts: texts.p("option", "Taking the discard"),
        sentence=_take,
        values={
            Take.FREE: lambda texts: texts.p("value", "always"),
            Take.USE: lambda texts: texts.p("value", "only to lay it at first"),
        },
    ),
    "reshuffle": RuleWords(
        name=lambda texts: texts.p("option", "Reshuffle"),
        sentence=reshuffle,
        brief=lambda texts: texts.t("When the stock runs out, the discard pile is shuffled, once in a round"),
    ),
    "training": RuleWords(
        name=lambda texts: texts.p("option", "Training"),
        sentence=training,
        brief=lambda texts: texts.t("Unrated, but it earns experience"),
    ),
    "initial": RuleWords(
        name=lambda texts: texts.p("option", "Value of first melds"),
        sentence=_initial,
        values={
            None: lambda texts: texts.p("value", "standard (30)"),
            0: lambda texts: texts.p("value", "any value"),
        },
    ),
    "pure_run": RuleWords(
        name=lambda texts: texts.p("option", "Pure run"),
        sentence=_pure_run,
        brief=lambda texts: texts.t("One of your first melds has to be a run without jokers"),
    ),
    "jokers": RuleWords(
        name=lambda texts: texts.p("option", "Jokers"),
        sentence=_deck,
    ),
    "hand_cards": RuleWords(
        name=lambda texts: texts.p("option", "Cards in each hand"),
        sentence=_hand_cards,
    ),
    "losers_pay": RuleWords(
        name=lambda texts: texts.p("option", "Losers pay"),
        sentence=losers_pay,
        brief=lambda texts: texts.t("The winner scores nothing; the others take their cards as penalty points"),
    ),
    "end_at": RuleWords(
        name=lambda texts: texts.p("option", "Ends at minus"),
        sentence=end_at,
        values={
            0: lambda texts: texts.p("value", "after the rounds"),
        },
    ),
    "joker_value": RuleWords(
        name=lambda texts: texts.p("option", "Joker left in hand"),
        sentence=joker_value,
    ),
}
WORDS: Final = GameWords(
    _RULES,
    _topics,
    lambda texts, _: turn_steps(texts),
    _examples,
    limit=_limit,
)
"""The words for the game's rules and options."""
