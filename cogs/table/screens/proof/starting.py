"""A game that starts with the public beacon: the message that announces the round, and the table meanwhile."""

from discord import ui

from bot.fairness.grades import chain_called
from bot.play.lobby import cutters
from bot.play.values import Start
from bot.text.catalogs import Texts
from bot.text.players import numbered
from bot.text.rules import variant_name
from cogs.edge.layout import bold, layout, moment, plain_name, small, text, title
from cogs.table.screens.proof.fairness import cut_words, digest_of
from cogs.table.screens.scene import Scene


def announcement_screen(scene: Scene, start: Start) -> ui.LayoutView:
    """Announce the round that a start waits for. The message stays in the channel."""
    texts = scene.texts
    game, time = bold(variant_name(texts, scene.row.options.variant)), f"<t:{(start.due or 0) // 1000}:T>"
    number, public = _round_of(start)
    return layout(
        text(
            texts.t(
                "🔒 {game}: the cards are fixed by round {number} of the public beacon drand, out {time}.",
                game=game,
                number=number,
                time=time,
            )
            if public
            else texts.t(
                "🔒 {game}: the cards are fixed by round {number} of a stand-in for the public beacon, out {time}.",
                game=game,
                number=number,
                time=time,
            ),
            *(numbered(seat, bold(name)) for seat, name in enumerate(scene.seat_names)),
            *_cuts(scene),
            small(_fixed(texts, start)),
        )
    )


def void_screen(scene: Scene, start: Start) -> ui.LayoutView:
    """Show that no cards were dealt after a start, in the message that announced its round."""
    texts = scene.texts
    return layout(
        text(
            texts.t("⚠️ This start is void: no cards were dealt. *Verify* shows its secret, and counts it."),
            small(_fixed(texts, start)),
        )
    )


def starting_screen(scene: Scene, start: Start) -> ui.LayoutView:
    """Show a table whose start waits for its round."""
    texts, time = scene.texts, moment(start.due or 0)
    number, public = _round_of(start)
    return layout(
        text(
            title(texts.t("{game}: starting", game=variant_name(texts, scene.row.options.variant))),
            texts.t("⏳ The cards come with round {number} of the public beacon, out {time}.", number=number, time=time)
            if public
            else texts.t(
                "⏳ The cards come with round {number} of a stand-in for the public beacon, out {time}.",
                number=number,
                time=time,
            ),
        ),
        text(*(numbered(seat, bold(name)) for seat, name in enumerate(scene.seat_names))),
    )


def _round_of(start: Start) -> tuple[int, bool]:
    """Return the round that a start names, and whether it's one of the public beacon."""
    return (0, False) if start.beacon is None else (start.beacon.round, chain_called(start.beacon.chain) is not None)


def _cuts(scene: Scene) -> list[str]:
    """Return a line per cut, in their order."""
    row, texts = scene.row, scene.texts
    return [
        texts.t(
            "Cut {number}, by {name}: {cut}",
            number=number,
            name=plain_name(scene.seat_names[seat]),
            cut=cut_words(row.seats[seat].cut),
        )
        for number, seat in enumerate(cutters(row), start=1)
    ]


def _fixed(texts: Texts, start: Start) -> str:
    """Return the number of a start, and the digest that binds everything it fixed."""
    return texts.t("Start {number}, fixed as `{digest}` (*Verify*)", number=start.number, digest=digest_of(start.line))
