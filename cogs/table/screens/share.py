"""The share card of a finished game as a message: who won, the score, the best moment."""

from collections.abc import Sequence

from discord import ui

from bot.ratings.highlights import ShareCardFacts
from bot.text.catalogs import Texts
from bot.text.share import highlight_sentence, score_line, share_game, winners_title
from cogs.edge.layout import GOLD, layout, picture, plain_name, small, text, title
from cogs.edge.messages import Attachment, Detail


def share_screen(
    texts: Texts, facts: ShareCardFacts, names: Sequence[str], detail: Detail, file: Attachment
) -> ui.LayoutView:
    """Show a share card; ``names`` in seat order, not escaped. No ids, and nothing that the result doesn't show."""
    players = tuple(map(plain_name, names))
    return layout(
        text(title(_headline(texts, facts, players))),
        picture(detail, file),
        text(highlight_sentence(texts, facts, players), small(share_game(texts, facts))),
        accent=GOLD,
    )


def _headline(texts: Texts, facts: ShareCardFacts, players: Sequence[str]) -> str:
    """Return who won and the final score, the winner's points first."""
    words, score = winners_title(texts, facts.winners, players), score_line(texts, facts.scores, facts.winners)
    if not facts.winners:
        return words
    return texts.t("🏆 {winner}: {score}", winner=words, score=score)
