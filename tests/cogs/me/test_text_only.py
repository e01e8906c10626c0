"""A game without pictures, played by guests who hear the text of their messages and the labels of buttons."""

import re
from pathlib import Path

import pytest

from bot.playground import Person, SeenMessage
from bot.rummy.codes import code_for
from bot.rummy.families import Variant
from bot.rummy.options import options_for
from tests.cogs.answered import said
from tests.end_to_end.club import Club, open_club

MOST_CLICKS = 400
MELD = re.compile(r"^(Run: \w+ to \w+ of \w+|(Four|Three) \w+(, no \w+)?|Set: \w+ of )", re.MULTILINE)


def label_for(heard: str, labels: set[str]) -> str | None:
    """Choose a label by what was heard alone; None if it isn't the player's turn."""
    if "Your turn" not in heard:
        return None
    wanted = ("Gin", "Knock, ", "Go out", "Play all", "Lay ", "Pass", "Draw", "Discard ")
    suggested = sorted(label for label in labels if label.endswith(", suggested"))
    for words in wanted:
        found = sorted(label for label in labels if label.startswith(words))
        if found:
            return (suggested or found)[0] if words == "Discard " else found[0]
    raise AssertionError(f"nothing to press among {sorted(labels)} after hearing:\n{heard}")


def private(club: Club, person: Person) -> SeenMessage | None:
    """Return the newest private message that a person sees."""
    return next((message for message in reversed(person.sees(club.channel)) if message.ephemeral), None)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("variant", "changed"),
    [
        (Variant.GIN, {"deals": 1}),
        pytest.param(Variant.GERMAN, {"rounds": 1, "no_initial_meld": True}, marks=pytest.mark.soak),
    ],
)
async def test_a_game_is_played_to_the_end_without_pictures_colors_or_order(
    tmp_path: Path, variant: Variant, changed: dict[str, object]
) -> None:
    async with open_club(tmp_path) as club, club.running():
        for person in (club.ala, club.bob):
            look = await said(club, person.slash(club.channel, "me look"))
            assert look.pictures
            look = await said(club, person.click("Text only: off", message=look))
            assert not look.pictures
            person.dismiss(look)
        await club.table(variant, rules=code_for(options_for(variant, changed)))
        heard: list[str] = []
        for _ in range(MOST_CLICKS):
            panels = {person: private(club, person) for person in club.players}
            assert all(panel is not None and not panel.pictures for panel in panels.values()), panels
            assert all(len(panel.labels) == len(set(panel.labels)) for panel in panels.values() if panel), panels
            heard += [panel.text for panel in panels.values() if panel is not None]
            over = club.public("Rematch")
            if over is not None:
                break
            for person, panel in panels.items():
                assert panel is not None
                label = label_for(panel.text, set(panel.labels))
                if label is not None:
                    await person.click(label, message=panel)
                    await club.settled()
                    break
            else:
                raise AssertionError(f"it's nobody's turn: {panels}")
        else:
            raise AssertionError("the game doesn't end")
        assert "wins" in (over.pictures[0].alt or "")
        assert any(MELD.search(text) for text in heard), "no meld was described"
