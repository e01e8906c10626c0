"""Scripts recorded in the playground, played again: every step is answered, and the screens are as they were.

How to record one: docs/how-to.md, "A recorded test".
"""

from pathlib import Path

import pytest

from bot.program.cli.playground.scripts import Script, differences, played
from tests.cli.playground.opened import opened

FOLDER = Path(__file__).parent / "recorded"


@pytest.mark.soak
@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.jsonl")), ids=lambda path: path.stem)
async def test_a_recorded_script_leads_to_the_same_screens(path: Path) -> None:
    script = Script.read(path)
    assert script.screens, "a recording is complete once Ctrl-C has ended the playground"
    async with opened(script.people, script.seed) as playground:
        playground.start(quick=True, as_before=script.version == 1)
        steps = [step async for step in played(script, playground)]
        assert len(steps) == script.length
        assert differences(script, playground) == []
