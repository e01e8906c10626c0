"""Screens of `/me data`: the exported file, and the confirmation before deletion."""

from collections.abc import Sequence

from discord import ButtonStyle, ui

from bot.text.catalogs import Texts
from cogs.edge.clicking.page_ids import page_id
from cogs.edge.layout import layout, notice_screen, rows, small, text, title
from cogs.edge.messages import Attachment, Detail

FORGET = "forget-me"
KEEP = "keep-me"
"""The custom id words of the two buttons."""


def export_screen(texts: Texts, detail: Detail, file: Attachment) -> ui.LayoutView:
    """Show the exported file."""
    if not detail.files:
        return notice_screen(texts.t("Discord did not take the file. Ask for it again in a moment."))
    return layout(
        text(
            texts.t("This is everything that is held about you, on all servers, as JSON. Times are UTC."),
            small(texts.t("Names, pictures and messages are not kept. `/me data delete` deletes what is.")),
        ),
        ui.File(file.uri),
    )


def question_screen(texts: Texts, links: Sequence[str]) -> ui.LayoutView:
    """Ask for confirmation and explain the deletion; ``links`` lead to the user's open tables."""
    return layout(
        text(
            title(texts.t("Delete everything that is held about you?")),
            texts.t("This is about all servers, and can't be taken back."),
            _tables_words(texts, links),
            texts.t(
                "- A random mark stands in your place in all games and standings. The results of the others keep their "
                "numbers, and nothing that is kept says any more that it was you."
            ),
            texts.t(
                "- Your settings are gone, and your ratings and achievements are the mark's. If you play again, you "
                "begin anew."
            ),
            texts.t("- In tournaments you lose the fixtures you haven't played by walk-over."),
            texts.t(
                "- Texts with which you cut the cards stay in the records: the proof that the others' cards were fair "
                "hangs on them."
            ),
            texts.t("- Messages that stand in channels are Discord's, and stay; who manages a server can delete them."),
            small(texts.t("`/me data export` gives you a copy first.")),
        ),
        rows(
            [
                ui.Button(label=texts.t("Delete it all"), custom_id=page_id(FORGET), style=ButtonStyle.danger),
                ui.Button(label=texts.t("Keep it"), custom_id=page_id(KEEP), style=ButtonStyle.secondary),
            ]
        ),
    )


def _tables_words(texts: Texts, links: Sequence[str]) -> str:
    """Return what happens at open tables."""
    if not links:
        return texts.t("- You sit at no open table.")
    line = texts.n(
        "- You leave the open table at which you sit; a game that runs there is given up, which loses it:",
        "- You leave the {n} open tables at which you sit; games that run there are given up, which loses them:",
        len(links),
    )
    return " ".join((line, *links))
