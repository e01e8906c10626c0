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
        return notice_screen(texts.t("Discord didn't accept the file. Try again in a moment."))
    return layout(
        text(
            texts.t("This is all the data stored about you, on all servers, as JSON. Times are UTC."),
            small(texts.t("Names, pictures and messages aren't stored. `/me data delete` deletes your data.")),
        ),
        ui.File(file.uri),
    )


def question_screen(texts: Texts, links: Sequence[str]) -> ui.LayoutView:
    """Ask for confirmation and explain the deletion; ``links`` lead to the user's open tables."""
    return layout(
        text(
            title(texts.t("Delete your data?")),
            texts.t("This deletes your data on all servers and can't be undone."),
            _tables_words(texts, links),
            texts.t(
                "- In all games and standings, your id is replaced by a random one. Other players' results keep their "
                "numbers, but nothing stored says it was you."
            ),
            texts.t(
                "- Your settings are deleted, and your ratings and achievements stay with the random id. If you play "
                "again, you start from scratch."
            ),
            texts.t("- Your practice games and your place in the lessons are deleted."),
            texts.t("- In tournaments, you lose all unplayed fixtures by walkover."),
            texts.t(
                "- The texts you typed to cut the cards are deleted. Older games keep them, because other players' "
                "fairness proofs need them."
            ),
            texts.t("- Messages in channels stay; members who manage a server can delete them."),
            small(texts.t("To get a copy first, use `/me data export`.")),
        ),
        rows(
            [
                ui.Button(label=texts.t("Delete my data"), custom_id=page_id(FORGET), style=ButtonStyle.danger),
                ui.Button(label=texts.t("Keep my data"), custom_id=page_id(KEEP), style=ButtonStyle.secondary),
            ]
        ),
    )


def _tables_words(texts: Texts, links: Sequence[str]) -> str:
    """Return what happens at open tables."""
    if not links:
        return texts.t("- You aren't at any open table.")
    line = texts.n(
        "- You leave the open table you're at; if a game is running there, you resign and lose it:",
        "- You leave the {n} open tables you're at; if games are running there, you resign and lose them:",
        len(links),
    )
    return " ".join((line, *links))
