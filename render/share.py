"""The share card: who won, the score, the winning cards as a fan, the best moment; nothing secret, no ids."""

from collections.abc import Sequence

from bot.ratings.highlights import ShareCardFacts
from bot.text.catalogs import Texts
from bot.text.lists import signed
from bot.text.share import highlight_sentence, share_game, winners_title
from render.alt import alt_names, scores_alt, without_least_important
from render.drawing.canvas import MARGIN, WIDTH, Canvas, Picture, TextStyle
from render.look import DEFAULT, Look


def share_card(facts: ShareCardFacts, names: Sequence[str], texts: Texts, look: Look = DEFAULT) -> Picture:
    """Draw a share card; ``names`` in seat order."""
    canvas = Canvas(look, texts, len(names))
    canvas.text(MARGIN, 150, winners_title(texts, facts.winners, names), TextStyle(90), 600)
    score = "–".join(map(signed, facts.scores))
    canvas.tag(WIDTH - MARGIN, 150, score, TextStyle(80, side="right"), 420)
    return Picture(canvas.png(), share_card_alt(facts, names, texts))


def share_card_alt(facts: ShareCardFacts, names: Sequence[str], texts: Texts) -> str:
    """Describe a share card: who wins, the scores, the best moment, its cards."""
    players = alt_names(texts, names)
    cards = facts.highlight.cards if facts.highlight is not None else ()
    return without_least_important(
        [
            (0, f"{winners_title(texts, facts.winners, players)}."),
            (1, f"{scores_alt(players, facts.scores)}."),
            (2, highlight_sentence(texts, facts, players)),
            (3, f"{share_game(texts, facts)}."),
            (4, texts.t("Cards: {cards}.", cards=texts.cards(cards)) if cards else ""),
        ]
    )
