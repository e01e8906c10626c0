"""The rules of Basic Rummy in words (B-1 to B-14)."""

from collections.abc import Mapping
from typing import Final

from bot.rummy.families import Variant
from bot.rummy.melds.options import BasicOptions
from bot.text.catalogs import Texts
from bot.text.rule_words import GameWords, RuleWords


def _paragraphs(texts: Texts, options: BasicOptions) -> tuple[str, ...]:
    """Return the whole rules in paragraphs: the cards, the melds, the turn, going out, the stalemate, winning."""
    return (
        texts.t(
            "Two to four players, one pack. Two players get ten cards each, three or four get seven; the next card, "
            "face up, begins the discard pile, and the rest is the stock. Chance decides who deals first, then the "
            "deal passes to the left. The player on the dealer's left begins, and play goes to the left."
        ),
        texts.t(
            "A set is three or four cards of one rank, a run three or more cards of one suit in order; the ace is low "
            "and comes before the two only. Melds lie on the table and belong to nobody."
        ),
        texts.t(
            "In a turn you draw from the stock or take the top discard, lay what you like, and discard a card. You "
            "may add cards to any meld, whoever laid it, also before you have laid one of your own. Until the "
            "discard you can take back what you laid, and the others see it when your turn ends."
        )
        + " "
        + _one_meld_per_turn(texts, options),
        texts.t(
            "A card taken from the discard pile can't be discarded in the same turn. Nothing may be laid that leaves "
            "you with that card alone, unless it fits a meld on the table."
        ),
        texts.t(
            "Whoever has no cards left is out and wins the deal: by a last discard, face down, or by laying all of "
            "them. The winner scores what the others still hold: an ace counts 1, a jack, queen or king 10, any other "
            "card its number. Nobody loses points. Whoever goes out in a single turn, with nothing laid in the deal "
            "before, goes rummy and scores double."
        ),
        texts.t(
            "When the last card of the stock is drawn, the discard pile is shuffled and becomes the stock, once. When "
            "that has run out too, its last card's turn is played to its end, and if nobody is out the deal is a "
            "stalemate. So it is when everybody holds a single card and no card that is left fits a meld, or after 20 "
            "turns in a row in which nobody drew from the stock or laid anything. A stalemate scores nothing, and in "
            "the statistics all have lost it."
        ),
        _target(texts, options) + " " + texts.t("The highest total wins."),
    )


def _one_meld_per_turn(texts: Texts, options: BasicOptions) -> str:
    """Return the sentence on new melds per turn (B-14)."""
    if options.one_meld_per_turn:
        return texts.t("Only one new meld may be laid in a turn.")
    return texts.t("As many melds as you like may be laid in a turn.")


def _target(texts: Texts, options: BasicOptions) -> str:
    """Return the sentence on the target score (B-13)."""
    if options.target is None:
        return texts.t("The game ends when a total reaches 100 points with two players, 150 with three, 200 with four.")
    return texts.t("The game ends when a total reaches {target} points.", target=options.target)


_RULES: Final[Mapping[str, RuleWords[BasicOptions]]] = {
    "target": RuleWords(
        name=lambda texts: texts.p("option", "Target"),
        sentence=_target,
        values={
            None: lambda texts: texts.p("value", "by the number of players"),
        },
    ),
    "one_meld_per_turn": RuleWords(
        name=lambda texts: texts.p("option", "One meld a turn"),
        sentence=_one_meld_per_turn,
    ),
}
WORDS: Final = GameWords(_RULES, _paragraphs, names={Variant.BASIC: lambda texts: texts.p("game", "Basic Rummy")})
"""The words for the game's rules and options."""
