"""A game that starts with the public beacon: the message that announces the round, and the table meanwhile."""

from discord import ui

from bot.fairness.grades import chain_called
from bot.play.lobby import cutters
from bot.play.values import Start, Status, VoidReason
from bot.rummy.records.starts import start_code
from bot.text.catalogs import Texts
from bot.text.players import numbered
from bot.text.rules import variant_name
from cogs.edge.layout import bold, layout, moment, plain_name, small, text, title
from cogs.table.screens.proof.fairness import cut_words
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
                "🔒 {game}: the cards are fixed by round {number} of a stand-in for the public beacon, out {time}. It "
                "proves nothing.",
                game=game,
                number=number,
                time=time,
            ),
            *(numbered(seat, bold(name)) for seat, name in enumerate(scene.seat_names)),
            *_cuts(scene),
            small(
                texts.t(
                    "Start {number}, fixed as `{digest}` (*Verify*)", number=start.number, digest=start_code(start.line)
                )
            ),
        )
    )


def void_screen(scene: Scene, start: Start) -> ui.LayoutView:
    """Show that no cards were dealt after a start, in the message that announced its round."""
    texts = scene.texts
    return layout(
        text(
            _why_void(texts, start),
            texts.t("The table is starting again.") if scene.row.is_starting else _what_next(scene),
            small(
                texts.t(
                    "Start {number}, fixed as `{digest}`: *Verify* shows its secret, and counts it.",
                    number=start.number,
                    digest=start_code(start.line),
                )
            ),
        )
    )


def starting_screen(scene: Scene, start: Start) -> ui.LayoutView:
    """Show a table whose start waits for its round."""
    texts, time = scene.texts, moment(start.due or 0)
    number, public = _round_of(start)
    return layout(
        text(
            title(texts.t("{game}: starting", game=variant_name(texts, scene.row.options.variant))),
            texts.t("⏳ The cards come with round {number} of the public beacon, due {time}.", number=number, time=time)
            if public
            else texts.t(
                "⏳ The cards come with round {number} of a stand-in for the public beacon, due {time}.",
                number=number,
                time=time,
            ),
        ),
        text(
            *(numbered(seat, bold(name)) for seat, name in enumerate(scene.seat_names)),
            small(
                texts.t(
                    "Players, rules and cuts are fixed now. If the round doesn't come, this start is void, and the "
                    "table opens again."
                )
            ),
        ),
    )


def _why_void(texts: Texts, start: Start) -> str:
    """Return why no cards were dealt after a start."""
    number, _ = _round_of(start)
    match start.voided:
        case VoidReason.LATE:
            return texts.t(
                "⚠️ This start is void: it was announced too late for round {number}. No cards were dealt.",
                number=number,
            )
        case VoidReason.CLOSED:
            return texts.t("⚠️ This start is void: the table was closed. No cards were dealt.")
        case VoidReason.BEACON_DOWN | None:
            return texts.t("⚠️ This start is void: round {number} didn't come. No cards were dealt.", number=number)


def _what_next(scene: Scene) -> str:
    """Return what the players can do after a void start."""
    return (
        scene.texts.t("The table is open again: press *Start* for another try.")
        if scene.row.status is Status.LOBBY
        else ""
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
