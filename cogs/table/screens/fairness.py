"""The seal of a shuffle, and the proof that it was fair: commitment, secrets, and what they prove."""

from dataclasses import dataclass
from typing import Final

from discord import ui

from bot.rummy.options import Options
from bot.text.catalogs import Texts
from bot.text.deals import no_secret_yet, secret_words, secrets_fit
from cogs.edge.layout import layout, plain_name, small, text, title
from cogs.edge.messages import Attachment

_SEAL: Final = 6
"""Characters of the commitment that players see."""
LISTED: Final = 20
"""Maximum number of secrets in the text. If there are more, a file lists all of them."""


@dataclass(frozen=True, slots=True)
class Proof:
    """The result of a verification: game, commitment, cuts by player, revealed secrets, and the fault, if any."""

    options: Options
    commitment: str
    cuts: tuple[tuple[str, str], ...]
    secrets: tuple[str, ...]
    fault: str | None


def seal_words(texts: Texts, commitment: str) -> str:
    """Return the line with the seal of a table's shuffles and where it's explained."""
    return texts.t("🔒 Shuffle sealed: `{seal}` (*More*, then *Verify* explains)", seal=commitment[:_SEAL])


def secrets_file(proof: Proof) -> Attachment | None:
    """Return a file with all revealed secrets, one ``deal secret`` per line; None if they fit into the text."""
    if len(proof.secrets) <= LISTED:
        return None
    lines = (f"{number} {secret}\n" for number, secret in enumerate(proof.secrets, 1))
    return Attachment("secrets.txt", "".join(lines).encode())


def verify_screen(texts: Texts, proof: Proof, file: Attachment | None = None) -> ui.LayoutView:
    """Show the proof. ``file`` contains the secrets of a long game, if Discord accepts files."""
    first = max(0, len(proof.secrets) - LISTED)
    return layout(
        text(
            title(texts.t("Fair shuffles")),
            _finding(texts, proof),
            texts.t("Seal, shown before the first cut: `{commitment}`", commitment=proof.commitment),
            *(
                texts.t("Cut by {name}: {cut}", name=plain_name(name), cut=plain_name(given))
                for name, given in proof.cuts
            ),
            *(
                small(secret_words(texts, proof.options, number, secret))
                for number, secret in enumerate(proof.secrets[first:], first + 1)
            ),
            texts.t(
                "I fix every shuffle and publish its seal before anyone cuts; the cuts are mixed in. After a deal I "
                "reveal its secret. If it matches the seal, nothing was changed. What this can't prove: that nobody "
                "peeked on my machine."
            ),
            small(texts.t("`/rummy record` has everything you need to deal the cards again yourself.")),
        ),
        [] if file is None else ui.File(file.uri),
    )


def _finding(texts: Texts, proof: Proof) -> str:
    """Return whether the secrets match the commitment and the dealt cards."""
    if proof.fault is not None:
        return texts.t("❌ The shuffles don't match: {fault}", fault=proof.fault)
    if not proof.secrets:
        return no_secret_yet(texts, proof.options)
    return secrets_fit(texts, proof.options, len(proof.secrets))
