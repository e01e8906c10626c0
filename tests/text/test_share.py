"""Words of a share card."""

import pytest

from bot.ratings.highlights import Highlight, HighlightKind, ShareCardFacts
from bot.rummy.families import Variant
from bot.rummy.options import PRESETS
from bot.text.catalogs import Catalogs
from bot.text.share import highlight_sentence, highlight_words, share_game, winners_title

TEXTS = Catalogs().texts("en")
NAMES = ("Ala", "Ola", "Jan")


def facts(variant: Variant, kind: HighlightKind, winners: tuple[int, ...] = (0,)) -> ShareCardFacts:
    return ShareCardFacts(PRESETS[variant], winners, (278, 95), 5, Highlight(kind, 0, 5, 44, ()))


@pytest.mark.parametrize(
    ("variant", "kind", "words"),
    [
        (Variant.GIN, HighlightKind.GIN, "Gin in deal 5: +44."),
        (Variant.GIN, HighlightKind.UNDERCUT, "Undercut in deal 5: +44."),
        (Variant.GIN, HighlightKind.SHUTOUT, "Won all 5 deals."),
        (Variant.HOLLYWOOD, HighlightKind.SWEEP, "All three games won."),
        (Variant.BASIC, HighlightKind.RUMMY, "Rummy in deal 5: +44."),
        (Variant.RUM500, HighlightKind.LAID, "Most points in deal 5: +44."),
        (Variant.GERMAN, HighlightKind.RUMMY, "Rummy in round 5: +44."),
        (Variant.GERMAN, HighlightKind.SHUTOUT, "Won all 5 rounds."),
    ],
)
def test_a_highlight_is_one_line_with_its_points(variant: Variant, kind: HighlightKind, words: str) -> None:
    assert highlight_sentence(TEXTS, facts(variant, kind), NAMES) == words


@pytest.mark.parametrize("variant", Variant)
@pytest.mark.parametrize("kind", HighlightKind)
def test_every_highlight_has_words_in_every_variant(variant: Variant, kind: HighlightKind) -> None:
    assert highlight_words(TEXTS, PRESETS[variant], Highlight(kind, 0, 5, 44, ()))


def test_a_share_card_names_its_winners_and_the_length_of_the_game() -> None:
    both = facts(Variant.GIN, HighlightKind.GIN, winners=(0, 1))
    assert winners_title(TEXTS, (0,), NAMES) == "Ala wins"
    assert winners_title(TEXTS, (0, 1), NAMES) == "Ala and Ola share the win"
    assert highlight_sentence(TEXTS, both, NAMES) == "Ala: Gin in deal 5: +44."
    assert share_game(TEXTS, both) == "Gin · 5 deals"
    assert share_game(TEXTS, facts(Variant.GERMAN, HighlightKind.OUT)) == "German Rummy · 5 rounds"
