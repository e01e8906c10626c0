"""Guests find buttons by their actions, in any language."""

import gettext
import random
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.play.state.values import Stamp
from bot.playground import SeenButton
from bot.program.cli.demo import play
from bot.program.cli.guests import MeldsGuest, base
from bot.program.cli.guests.base import Meaning, meaning_of
from bot.program.cli.guests.table import Computers
from bot.rummy.families import Variant
from bot.rummy.options import options_for
from bot.text.catalogs import Catalogs, Texts
from cogs.edge.custom_ids import TableAction, TableId

ARGUMENTS = st.none() | st.from_regex(r"[A-Za-z0-9_]{1,48}", fullmatch=True)
STAMPS = st.builds(Stamp, st.integers(0, 10**9), st.integers(0, 999))
GUESTS = Path(base.__file__).parent


@pytest.mark.slow
@given(st.builds(TableId, st.integers(1, 10**18), st.sampled_from(TableAction), STAMPS, ARGUMENTS))
def test_guests_can_read_every_custom_id_of_the_bot(custom_id: TableId) -> None:
    stamp, argument = str(custom_id.stamp), custom_id.argument or ""
    assert meaning_of(str(custom_id)) == Meaning(custom_id.table, custom_id.action, stamp, argument)


@pytest.mark.parametrize(
    "text", ["", "r1", "r1:7", "r1:7:draw", "r2:7:draw:1", "l1:table:3", "r1:7:draw:1:a:b", "draw"]
)
def test_other_custom_ids_are_ignored(text: str) -> None:
    assert meaning_of(text) is None


def test_guests_only_look_for_actions_that_exist() -> None:
    source = "".join(path.read_text(encoding="utf-8") for path in GUESTS.glob("*.py"))
    calls = re.findall(r"(?:enabled|lists|newest_with)\([^\n]*?((?:, \"[a-z]+\")+)", source)
    named = {word for call in calls for word in re.findall(r'"([a-z]+)"', call)}
    assert {"take", "pick", "claim", "next"} <= named <= set(TableAction)


class Pseudo(gettext.NullTranslations):
    """A made-up language: every text is in ⟦brackets⟧, with its words in reverse order."""

    def gettext(self, message: str) -> str:
        return f"⟦{' '.join(reversed(message.split(' ')))}⟧"

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return self.gettext(msgid1 if n == 1 else msgid2)

    def pgettext(self, context: str, message: str) -> str:  # noqa: ARG002 - gettext's own name
        return self.gettext(message)


class PseudoCatalogs(Catalogs):
    """Catalogs in which every language is the made-up one."""

    def texts(self, locale: str | None, look: str = "") -> Texts:
        return Texts(locale or "en", Pseudo(), look)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("variant", "players", "changed"),
    [
        pytest.param(Variant.REMIK, 2, {"deals": 1}, marks=pytest.mark.soak),
        pytest.param(Variant.BASIC, 3, {"target": 10}, marks=pytest.mark.soak),
        pytest.param(Variant.GERMAN, 3, {"rounds": 1, "small_deck": True, "claim": True}, marks=pytest.mark.soak),
    ],
)
async def test_a_demo_plays_to_the_end_in_a_language_with_another_word_order(
    variant: Variant, players: int, changed: dict[str, object]
) -> None:
    rules = options_for(variant, changed)
    played = await play(rules, players, 5, "eo", Computers(), catalogs=PseudoCatalogs())
    assert played.record
    shown = [one.message for step in played.transcript.steps for one in step.changed]
    assert all("⟦" in message.text for message in shown if message.text)
    titles = [step.title for step in played.transcript.steps]
    assert any(title.endswith("⟧") for title in titles)


@pytest.mark.parametrize("label", ["Take {card}", "{card} nehmen", "⟦{card}⟧", "Knock for {card} (+1 card)"])
def test_a_card_is_found_wherever_it_is_in_a_label(label: str) -> None:
    texts = Catalogs().texts("en")
    nobody: Any = None
    guest = MeldsGuest(nobody, texts, random.Random(0))
    for card in MeldsGuest.pack:
        button = SeenButton(label.format(card=texts.card(card)), "primary", False, "", "r1:1:take:0")
        assert guest._card_on(button) == card
