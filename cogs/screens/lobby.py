"""The lobby: what will be played, by which rules, who sits, the shuffle's commitment."""

from discord import ButtonStyle, ui

from bot.play.ports import Pace, Player
from bot.rummy.options import conflicts, seats_for
from bot.text.catalogue import Texts
from bot.text.refusals import conflict_text
from bot.text.rules import differences, variant_name
from cogs.custom_ids import Action
from cogs.screens.parts import Scene, bold, layout, plain_name, rows, small, text, title


def lobby_screen(scene: Scene, commitment: str) -> ui.LayoutView:
    """Show a table that has not started."""
    texts, row = scene.texts, scene.row
    sitting, seats = len(row.seats), seats_for(row.options)
    against = conflicts(row.options, sitting)
    full, ready = sitting == seats[-1], sitting in seats and not against
    buttons = [
        scene.button(texts.t("Join"), Action.JOIN, style=ButtonStyle.success, disabled=full),
        scene.button(texts.t("Leave"), Action.LEAVE),
        scene.button(texts.t("Rules"), Action.RULES),
        scene.button(texts.t("House rules"), Action.HOUSE),
        scene.button(texts.t("Cut the cards"), Action.CUT),
        scene.button(texts.t("Start"), Action.START, style=ButtonStyle.primary, disabled=not ready),
        scene.button(texts.t("Cancel"), Action.CANCEL, style=ButtonStyle.danger),
    ]
    return layout(
        text(
            title(texts.t("{game}: a table is open", game=variant_name(texts, row.options.variant))),
            *(f"- {rule}" for rule in differences(texts, row.options) or (texts.t("The game's own rules, unchanged"),)),
            f"- {pace_words(texts, row.pace)}",
            "",
            *_seats(scene),
            *(f"⚠️ {conflict_text(texts, conflict)}" for conflict in against if sitting in seats),
            small(texts.t("Shuffle commitment: `{commitment}`", commitment=commitment)),
        ),
        rows(buttons),
    )


def pace_words(texts: Texts, pace: Pace) -> str:
    """Say how fast the players mean to play."""
    match pace:
        case Pace.LIVE:
            return texts.t("Pace: live, everybody stays at the table")
        case Pace.SLOW:
            return texts.t("Pace: slow, a move whenever there is time")
        case Pace.NONE:
            return texts.t("Pace: none agreed")


def _seats(scene: Scene) -> list[str]:
    """Write a line a seat: who sits there and how they cut, or for whom it is kept."""
    texts, row = scene.texts, scene.row
    lines = [
        texts.t("Seat {number}: {who}", number=number, who=_player(scene, player))
        for number, player in enumerate(row.seats, 1)
    ]
    last = seats_for(row.options)[-1]
    kept = row.invited is not None and all(player.user != row.invited for player in row.seats)
    for number in range(len(lines) + 1, last + 1):
        if kept and number == last:
            who = f"<@{row.invited}>"
            lines.append(texts.t("Seat {number}: kept for {who}", number=number, who=who))
        else:
            lines.append(texts.t("Seat {number}: free", number=number))
    return lines


def _player(scene: Scene, player: Player) -> str:
    """Name a player, with their part at the table and their cut."""
    name, shown_cut = bold(plain_name(player.name)), plain_name(player.cut)
    if player.user == scene.row.host:
        return scene.texts.t("{name} (host) · cut {cut}", name=name, cut=shown_cut)
    return scene.texts.t("{name} · cut {cut}", name=name, cut=shown_cut)
