"""The proof of fair shuffles on screens: of a game, and of a start that waits for the beacon."""

from dataclasses import dataclass
from typing import Final

from discord import ui

from bot.fairness.chains import SECOND, sent_at
from bot.fairness.grades import Proof, chain_called
from bot.play.state.lobby import LONGEST_CUT, cutters
from bot.play.state.shuffles import BeaconUse
from bot.play.state.values import Start, Status, VoidReason
from bot.rummy.options import Options
from bot.rummy.records.sealed import StartCounts
from bot.rummy.records.starts import start_code
from bot.rummy.shown import escaped
from bot.text.catalogs import Texts
from bot.text.deals import no_secret_yet, secret_words, secrets_fit
from bot.text.fairness import grade_meaning, grade_of_start, grade_words
from bot.text.players import numbered
from bot.text.rules import variant_name
from cogs.edge.layout import bold, layout, moment, plain_name, small, text, title
from cogs.edge.messages import Attachment
from cogs.table.screens.scene import Scene

_SEAL: Final = 16
"""Characters of the seal in the lobby: 2^64 tries to find another one that begins alike. Six took 81 seconds."""
_LISTED_STARTS: Final = 3
LISTED: Final = 20
"""Maximum number of secrets in the text. If there are more, a file lists all of them."""


@dataclass(frozen=True, slots=True)
class ShuffleReport:
    """The result of a verification: the game, its seal, what was mixed in, the revealed secrets, and what that proves.

    ``names`` are those of the seats; ``cuts`` are the seats that cut, in order, with their texts, None for a deleted
    one. ``voided`` are the secrets of starts after which no cards were dealt, and ``counts`` the server's starts before
    this one, until now if the game hasn't started; None if they weren't counted. ``start`` is that of the game,
    ``link`` leads to the message that announced its round; before the game ``beacon`` is whether it would use one.
    ``fault`` is what doesn't match, if anything.
    """

    options: Options
    seal: str
    names: tuple[str, ...]
    proof: Proof
    started: bool
    cuts: tuple[tuple[int, str | None], ...] = ()
    secrets: tuple[str, ...] = ()
    voided: tuple[str, ...] = ()
    counts: StartCounts | None = None
    start: Start | None = None
    link: str = ""
    beacon: BeaconUse = BeaconUse.OFF
    fault: str | None = None


def seal_words(texts: Texts, seal: str) -> str:
    """Return the line with the seal of a table's shuffles and where it's explained."""
    return texts.t("🔒 Shuffle sealed: `{seal}` (*More*, then *Verify* explains)", seal=seal[:_SEAL])


def cut_words(typed: str) -> str:
    """Return a player's cut in full, as it is shown in messages. An old one may have invisible characters."""
    return plain_name(escaped(typed), LONGEST_CUT)


def no_beacon_words(texts: Texts, use: BeaconUse) -> str:
    """Return why a start mixes in no beacon, if players should know; empty if it does, or it's switched off."""
    match use:
        case BeaconUse.DOWN:
            return texts.t("The public beacon can't be reached right now, so it isn't mixed in.")
        case BeaconUse.ONE_PERSON:
            return texts.t(
                "The public beacon is used with two or more people (*Table settings* can turn it on for one)."
            )
        case BeaconUse.PRACTICE:
            return texts.t("Practice games don't use the public beacon.")
        case BeaconUse.OFF | BeaconUse.MIXED_IN | BeaconUse.STAND_IN:  # the grade says it
            return ""


def secrets_file(proof: ShuffleReport) -> Attachment | None:
    """Return a file with all revealed secrets, one ``deal secret`` per line; None if they fit into the text."""
    if len(proof.secrets) <= LISTED:
        return None
    lines = (f"{number} {secret}\n" for number, secret in enumerate(proof.secrets, 1))
    return Attachment("secrets.txt", "".join(lines).encode())


def verify_screen(texts: Texts, proof: ShuffleReport, file: Attachment | None = None) -> ui.LayoutView:
    """Show what is proven. ``file`` contains the secrets of a long game, if Discord accepts files."""
    first = max(0, len(proof.secrets) - LISTED)
    return layout(
        text(
            title(texts.t("Fair shuffles")),
            *_grade(texts, proof),
            _finding(texts, proof),
        ),
        text(
            texts.t("Seal, shown since the table opened: `{seal}`", seal=proof.seal),
            *_cuts(texts, proof),
            *_beacon(texts, proof),
            *_starts(texts, proof),
            *(
                small(secret_words(texts, proof.options, number, secret))
                for number, secret in enumerate(proof.secrets[first:], first + 1)
            ),
            texts.t(
                "I fix secrets and publish their seal before anyone cuts. After a deal I reveal its secret. If it "
                "matches the seal, nothing was changed. What this can't prove: that nobody peeked on my machine."
            ),
            small(texts.t("`/rummy record` has everything you need to deal the cards again yourself.")),
        ),
        [] if file is None else ui.File(file.uri),
    )


def _grade(texts: Texts, report: ShuffleReport) -> list[str]:
    """Return what the shuffles prove, or would prove if the game started now; nothing if they don't match."""
    if report.fault is not None:
        return []
    proof = report.proof
    name = "" if proof.seat is None else plain_name(report.names[proof.seat])
    words = grade_words(texts, proof, name) if report.started else grade_of_start(texts, proof, name)
    return [words, grade_meaning(texts, proof), _no_beacon(texts, report)]


def _no_beacon(texts: Texts, report: ShuffleReport) -> str:
    """Return why the game has no public beacon, or wouldn't have one if it started now."""
    if not report.started or report.beacon in (BeaconUse.ONE_PERSON, BeaconUse.PRACTICE):
        return no_beacon_words(texts, report.beacon)
    if report.start is None or report.start.beacon is not None:
        return ""
    return texts.t("The public beacon isn't mixed into these shuffles.")


def _beacon(texts: Texts, report: ShuffleReport) -> list[str]:
    """Return the round that was mixed in, where it was announced, and what a reader can compare."""
    start = report.start
    if start is None or (named := start.beacon) is None:
        return []
    time, code = f"<t:{(start.due or 0) // SECOND}:T>", start_code(start.line)
    if chain_called(named.chain) is None:
        line = texts.t("Stand-in for the public beacon: round {number}, out {time}", number=named.round, time=time)
    else:
        line = texts.t("Public beacon: drand, round {number}, out {time}", number=named.round, time=time)
    if start.message is None or not report.link:
        return [line]
    sent = f"<t:{sent_at(start.message) // SECOND}:T>"
    return [
        line,
        texts.t("Code of this start: `{code}`", code=code),
        texts.t("[The announcement]({link}) of {time} has to show it, unedited.", link=report.link, time=sent),
        texts.t("Keep a forwarded copy of that message: I can't change the copy."),
    ]


def _cuts(texts: Texts, report: ShuffleReport) -> list[str]:
    lines = []
    for number, (seat, given) in enumerate(report.cuts, start=1):
        name = plain_name(report.names[seat])
        if given is None:
            lines.append(texts.t("Cut {number}, by {name}: deleted", number=number, name=name))
        else:
            lines.append(texts.t("Cut {number}, by {name}: {cut}", number=number, name=name, cut=cut_words(given)))
    return lines


def _starts(texts: Texts, report: ShuffleReport) -> list[str]:
    """Return how often games were started and never dealt, here and on the server, with the secrets of those here."""
    voided, lines = len(report.voided), []
    if voided:
        lines.append(
            texts.n(
                "⚠️ {n} start of this game was never dealt. If the operator caused that, they chose between two decks.",
                "⚠️ {n} starts of this game were never dealt. If the operator caused that, they chose between "
                "{decks} decks.",
                voided,
                decks=voided + 1,
            )
        )
        lines += [
            small(texts.t("Secret of start {number}: `{secret}`", number=number, secret=secret))
            for number, secret in enumerate(report.voided[:_LISTED_STARTS], start=1)
        ]
    if report.counts is not None:
        counted = {"started": report.counts.started, "never": report.counts.never_dealt}
        lines.append(
            texts.t("Games started on this server before: {started}, never dealt: {never}", **counted)
            if report.started or report.start is not None
            else texts.t("Games started on this server so far: {started}, never dealt: {never}", **counted)
        )
    return lines


def _finding(texts: Texts, proof: ShuffleReport) -> str:
    if proof.fault is not None:
        return texts.t("❌ The shuffles don't match: {fault}", fault=proof.fault)
    if not proof.started:
        return ""
    if not proof.secrets:
        return no_secret_yet(texts, proof.options)
    return secrets_fit(texts, proof.options, len(proof.secrets))


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
            *_cuts_of_start(scene),
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
    return (
        scene.texts.t("The table is open again: press *Start* for another try.")
        if scene.row.status is Status.LOBBY
        else ""
    )


def _round_of(start: Start) -> tuple[int, bool]:
    """Return the round that a start names, and whether it's one of the public beacon."""
    return (0, False) if start.beacon is None else (start.beacon.round, chain_called(start.beacon.chain) is not None)


def _cuts_of_start(scene: Scene) -> list[str]:
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
