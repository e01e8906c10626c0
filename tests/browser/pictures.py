"""The README's pictures of the playground: two panes side by side, and a turn as a moving picture."""

from __future__ import annotations

import re
import tempfile
from collections import Counter
from collections.abc import Sequence
from io import BytesIO
from operator import sub
from pathlib import Path
from typing import TYPE_CHECKING, Final

from PIL import Image

from tests.browser.panes import CARD, DISCARD, DRAW, LATEST, PRIVATE, BrowserPane, open_tools
from tests.browser.running import running_browser, running_playground

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page, ViewportSize

SEED, STEP = 11, 20
"""A game of guests, and the step from which Ala's next turn is shown."""
COLORS: Final = 64
"""The number of colors of each file."""
_WINDOW: Final = (1280, 900)
_PHONE: Final = (390, 844)
_LONGEST: Final = 2600
_SHORTEST: Final = 900
"""How long frames are shown, in milliseconds: what has to be read, and the tap that follows."""
_CONSIDERED: Final = 3000
_APART: Final = (80, 40, 20, 10)
"""How many frequent colors are considered for a palette, and how far those in it are apart, as a sum of levels."""
_PUBLIC: Final = "article:not(.private)"
_PLAIN: Final = """() => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) texts.currentNode.data = texts.currentNode.data.replaceAll(/[⏳💡🔒] ?/gu, "");
}"""
"""Removes emojis, for which there may be no font here."""
_RING: Final = "button => Object.assign(button.style, {outline: '4px solid #ffc845', outlineOffset: '2px'})"


def playground_pictures() -> dict[str, bytes]:
    """Return each picture by its file name."""
    with (
        tempfile.TemporaryDirectory() as folder,
        running_playground(Path(folder)) as playground,
        running_browser() as browser,
    ):
        context = browser.new_context(viewport=_size(_WINDOW), color_scheme="dark")
        context.set_default_timeout(LATEST)
        page = context.new_page()
        page.goto(playground.address)
        page.goto(f"{page.url}#seed={SEED}&step={STEP}")
        _play_to_a_draw(page)
        return {"playground.png": _panes(page), "turn.webp": _turn(page)}


def _play_to_a_draw(page: Page) -> None:
    """Let guests play, from the step on click by click, until Ala may draw."""
    open_tools(page)
    step = STEP
    while True:
        page.locator("#guest-state").get_by_text(f"Step {step} (").wait_for()
        page.locator("#guest-progress").wait_for(state="hidden")
        pane = BrowserPane(page, 1)
        pane.wait_for("^More$", where=PRIVATE)
        if pane.hand.get_by_role("button", name=re.compile(DRAW), disabled=False).count():
            page.locator("#tools-button").click()
            return
        page.get_by_role("button", name="Play 1 click").click()
        step += 1


def _panes(page: Page) -> bytes:
    """Show the page with two panes in a game."""
    page.locator("#opened").get_by_role("button", name="Ewa").click()
    for number in (1, 2):
        pane = BrowserPane(page, number)
        pane.wait_for("^More$", where=PRIVATE)
        _loaded(pane)
    shown = _screenshot(page)
    out = BytesIO()
    shown.quantize(palette=_palette([shown]), dither=Image.Dither.NONE).save(out, "PNG", optimize=True)
    return out.getvalue()


def _turn(page: Page) -> bytes:
    """Play a turn in a pane as wide as a phone: the table, a tap, the hand, a tap, the table."""
    page.goto(page.url.partition("#")[0] + "pane/1")
    page.set_viewport_size(_size(_PHONE))
    pane = BrowserPane(page)
    drawing = pane.frame.locator(_PUBLIC).get_by_role("button", name=re.compile(DRAW)).last
    frames = [*_tapped(pane, drawing, _PUBLIC)]
    drawing.click()
    pane.wait_for(DISCARD, where=PRIVATE)
    cards = pane.hand.locator(".button").filter(has_text=re.compile(f"^{CARD}$"))
    green = cards.and_(pane.hand.locator(".success"))
    discarding = green if green.count() else cards.and_(pane.hand.locator(".primary")).first
    frames += _tapped(pane, discarding, PRIVATE)
    discarding.click()
    pane.frame.locator(_PUBLIC).filter(has_text=re.compile("Kuba(?::| to play)")).last.wait_for()
    frames.append(_at(pane, _PUBLIC))
    return _moving(frames, (_LONGEST, _SHORTEST, _LONGEST, _SHORTEST, _LONGEST))


def _tapped(pane: BrowserPane, button: Locator, message: str) -> tuple[Image.Image, Image.Image]:
    """Show a message, and then a ring around the button that is tapped next."""
    button.wait_for()
    before = _at(pane, message)
    button.evaluate(_RING)
    return before, _screenshot(pane.page)


def _at(pane: BrowserPane, message: str) -> Image.Image:
    """Show the newest message of a kind, from its end."""
    _loaded(pane)
    pane.frame.locator(message).last.evaluate("shown => shown.scrollIntoView({block: 'end'})")
    pane.page.mouse.move(0, 0)
    return _screenshot(pane.page)


def _loaded(pane: BrowserPane) -> None:
    """Wait until all pictures are drawn."""
    pane.frame.evaluate("() => Promise.all([...document.images].map((picture) => picture.decode()))")


def _screenshot(page: Page) -> Image.Image:
    for frame in page.frames:
        frame.evaluate(_PLAIN)
    with Image.open(BytesIO(page.screenshot(caret="hide", animations="disabled"))) as shown:
        return shown.convert("RGB")


def _moving(frames: Sequence[Image.Image], durations: Sequence[int]) -> bytes:
    """Return frames as an animated lossless WebP with one palette."""
    palette = _palette(frames)
    first, *others = [one.quantize(palette=palette, dither=Image.Dither.NONE).convert("RGB") for one in frames]
    out = BytesIO()
    first.save(
        out, "WEBP", save_all=True, append_images=others, duration=list(durations), loop=0, lossless=True, quality=100,
        method=6,
    )  # fmt: skip
    return out.getvalue()


def _palette(frames: Sequence[Image.Image]) -> Image.Image:
    """Return a palette for all frames together: the most frequent colors that differ enough from each other."""
    counts: Counter[tuple[int, ...]] = Counter()
    for one in frames:
        raw = one.tobytes()
        counts.update(zip(raw[::3], raw[1::3], raw[2::3], strict=True))
    chosen: list[tuple[int, ...]] = []
    for apart in _APART:
        for color, _ in counts.most_common(_CONSIDERED):
            if len(chosen) < COLORS and all(sum(map(abs, map(sub, color, other))) >= apart for other in chosen):
                chosen.append(color)
    palette = Image.new("P", (1, 1))
    palette.putpalette([level for color in chosen for level in color])
    return palette


def _size(size: tuple[int, int]) -> ViewportSize:
    return {"width": size[0], "height": size[1]}
