"""The proof of fair shuffles on screens: of a game, and of a start that waits for the beacon."""

from dataclasses import dataclass
from typing import Final

from discord import ui

from bot.fairness.chains import SECOND, sent_at
from bot.fairness.grades import Grade, Proof
from bot.play.state.lobby import LONGEST_CUT
from bot.play.state.shuffles import BeaconUse
from bot.play.state.values import Start, Status, VoidReason
from bot.rummy.options import Options
from bot.rummy.records.sealed import StartCounts
from bot.rummy.records.starts import start_code
from bot.rummy.shown import escaped
from bot.text.catalogs import Texts
from bot.text.fairness import (
    grade_meaning,
    grade_of_start,
    grade_words,
    no_secret_yet,
    round_words,
    secret_to_come,
    secret_words,
    secrets_fit,
)
from bot.text.games import variant_name
from cogs.edge.layout import bold, layout, plain_name, small, text, title
from cogs.edge.messages import Attachment
from cogs.table.screens.scene import Scene

_SEAL: Final = 16
"""Characters of the seal before a cut: 2^64 tries to find another one that begins alike. Six took 81 seconds."""
_LISTED_STARTS: Final = 3
LISTED: Final = 20
"""Maximum number of secrets in the text. If there are more, a file lists all of them."""


@dataclass(frozen=True, slots=True)
class ShuffleReport:
    """The result of a verification: the game, its seal, what was mixed in, the revealed secrets, and what that proves.

    ``names`` are those of the seats; ``cuts`` are the seats that cut, in order, with their texts, None for a deleted
    one. ``voided`` are the secrets of starts after which no cards were dealt, and ``counts`` the server's starts before
    this one, until now if the game hasn't started; None if they weren't counted. ``start`` is that of the game,
    ``link`` leads to the message with its code; before the game ``beacon`` is whether it would use one. ``running`` is
    the deal whose secret isn't out yet, 0 for none. ``fault`` is what doesn't match, if anything.
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
    running: int = 0
    fault: str | None = None


def seal_words(texts: Texts, seal: str) -> str:
    """Return the beginning of a table's seal, for players who are about to cut."""
    return texts.t("Sealed before you cut: {seal}", seal=seal[:_SEAL])


def cut_words(typed: str) -> str:
    """Return a player's cut in full, as it is shown in messages. An old one may have invisible characters."""
    return plain_name(escaped(typed), LONGEST_CUT)


def secrets_file(proof: ShuffleReport) -> Attachment | None:
    """Return a file with all revealed secrets, one ``deal secret`` per line; None if they fit into the text."""
    if len(proof.secrets) <= LISTED:
        return None
    lines = (f"{number} {secret}\n" for number, secret in enumerate(proof.secrets, 1))
    return Attachment("secrets.txt", "".join(lines).encode())


def verify_screen(texts: Texts, report: ShuffleReport, file: Attachment | None = None) -> ui.LayoutView:
    """Show what is proven: the verdict, why, and then everything that a reader can check.

    ``file`` contains the secrets of a long game, if Discord accepts files.
    """
    secrets, (verdict, why) = report.secrets, _verdict(texts, report)
    first = max(0, len(secrets) - LISTED)
    return layout(
        text(title(verdict), why),
        text(
            *_matches(texts, report),
            *_beacon(texts, report),
            *_cuts(texts, report),
            texts.t("Seal, fixed before anyone could cut: `{seal}`", seal=report.seal),
            *_starts(texts, report),
            *(
                small(secret_words(texts, report.options, number, secret))
                for number, secret in enumerate(secrets[first:], first + 1)
            ),
            texts.t(
                "I fix all secrets when the table opens, and reveal a deal's secret when it's over. What this can't "
                "prove: that nobody peeked on my machine."
            ),
            small(texts.t("`{/rummy record}` has everything you need to deal the cards again yourself.")),
        ),
        [] if file is None else ui.File(file.uri),
    )


def _verdict(texts: Texts, report: ShuffleReport) -> tuple[str, str]:
    """Return what the shuffles prove, or would prove if the game started now, and why."""
    proof = report.proof
    if report.fault is not None:
        words = texts.t("❌ The shuffles don't match: {fault}", fault=report.fault)
        return words, texts.t("The cards dealt don't follow from what was fixed before.")
    name = "" if proof.seat is None else plain_name(report.names[proof.seat])
    if not report.started:
        return grade_of_start(texts, proof, name), grade_meaning(texts, proof)
    if not report.secrets and proof.grade is not Grade.NOT_PROVEN:
        return no_secret_yet(texts, report.options), grade_meaning(texts, proof)
    return grade_words(texts, proof, name), grade_meaning(texts, proof)


def _matches(texts: Texts, report: ShuffleReport) -> list[str]:
    """Return which deals were checked, which one wasn't yet, and why no beacon was mixed in."""
    lines = []
    if report.started and report.fault is None:
        if report.secrets:
            lines.append(secrets_fit(texts, report.options, len(report.secrets)))
        if report.running:
            lines.append(secret_to_come(texts, report.options, report.running))
    return [*lines, _no_beacon(texts, report)]


def _no_beacon_words(texts: Texts, use: BeaconUse) -> str:
    """Return why a start mixes in no beacon, if players should know; empty if it does, or it's switched off."""
    match use:
        case BeaconUse.DOWN:
            return texts.t("The public beacon can't be reached right now, so it isn't mixed in.")
        case BeaconUse.ONE_PERSON:
            return texts.t(
                "The public beacon is used with two or more people (*{button Table settings}* can turn it on for one)."
            )
        case BeaconUse.PRACTICE:
            return texts.t("Practice games don't use the public beacon.")
        case BeaconUse.OFF | BeaconUse.MIXED_IN | BeaconUse.STAND_IN:  # the grade says it
            return ""


def _no_beacon(texts: Texts, report: ShuffleReport) -> str:
    """Return why the game has no public beacon, or wouldn't have one if it started now."""
    if not report.started or report.beacon in (BeaconUse.ONE_PERSON, BeaconUse.PRACTICE):
        return _no_beacon_words(texts, report.beacon)
    if report.start is None or report.start.beacon is not None:
        return ""
    return texts.t("The public beacon isn't mixed into these shuffles.")


def _beacon(texts: Texts, report: ShuffleReport) -> list[str]:
    """Return the code of the start, where it was announced, and the round that was mixed in."""
    start = report.start
    if start is None or (named := start.beacon) is None:
        return []
    time = f"<t:{(start.due or 0) // SECOND}:T>"
    lines = [texts.t("Code of this start: `{code}`", code=start_code(start.line))]
    if start.message is not None and report.link:
        sent = f"<t:{sent_at(start.message) // SECOND}:T>"
        lines += [
            texts.t("[The announcement]({link}) of {time} has to show it, unedited.", link=report.link, time=sent),
            texts.t("Keep a forwarded copy of that message: I can't change the copy."),
        ]
    return [*lines, round_words(texts, named.chain, named.round, time)]


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


def start_line(texts: Texts, start: Start) -> ui.LayoutView:
    """Show the code of a start. Message and time bind everything that goes into the shuffles, the round included."""
    return layout(text(small(texts.t("🔒 Shuffle {code}", code=start_code(start.line)))), accent=None)


def starting_screen(scene: Scene) -> ui.LayoutView:
    """Show a table whose start waits for its round."""
    texts = scene.texts
    game = variant_name(texts, scene.row.options.variant)
    return layout(text(bold(texts.t("Shuffling...")), " · ".join((game, *scene.numbered_seats))))


def void_screen(scene: Scene, start: Start) -> ui.LayoutView:
    """Show that no cards were dealt after a start, in a message of its own."""
    texts = scene.texts
    code = texts.t("🔒 Shuffle {code}: *{button Verify}* shows its secret, and counts it.", code=start_code(start.line))
    return layout(text(_why_void(texts, start), _what_next(scene), small(code)))


def _why_void(texts: Texts, start: Start) -> str:
    match start.voided:
        case VoidReason.LATE:
            return texts.t("⚠️ This start is void: its code was posted too late. No cards were dealt.")
        case VoidReason.CLOSED:
            return texts.t("⚠️ This start is void: the table was closed. No cards were dealt.")
        case VoidReason.BEACON_DOWN | None:
            return texts.t("⚠️ This start is void: the public beacon didn't answer. No cards were dealt.")


def _what_next(scene: Scene) -> str:
    if scene.row.is_starting:
        return scene.texts.t("The table is starting again.")
    if scene.row.status is Status.LOBBY:
        return scene.texts.t("The table is open again: press *{button Start}* for another try.")
    return ""
