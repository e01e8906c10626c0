"""Measures screens in a browser as a pane shows them; ``python -m tests.browser.screens FOLDER`` also saves them.

The folder gets a screenshot of each screen in both windows, `screens.md` with a table by kind, and `screens.json`.
"""

from __future__ import annotations

import asyncio
import json
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final

from bot.playground.page.server import STATIC, document
from bot.rummy.families import Variant
from bot.text.catalogs import Catalogs
from bot.text.page_words import page_words
from tests.browser import chromium
from tests.browser.club_screens import club_screens, translated_screens
from tests.browser.game_screens import game_screens
from tests.browser.goals import WINDOWS, Kind, Measured, Screen, report, table
from tests.browser.running import running_browser

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, Route

_ORIGIN: Final = "http://remik.test"
_TYPES: Final = {".css": "text/css", ".js": "text/javascript", ".html": "text/html"}
TRANSLATED: Final = (
    (Variant.GIN, {"target": 20}, 2),
    (Variant.GERMAN, {"rounds": 1}, 2),
    (Variant.GERMAN, {"rounds": 1}, 4),
    (Variant.RUM500, {"target": 100}, 3),
)
"""The games that are also looked at in other languages."""
_MOST_OF_A_KIND: Final = 4
_MOVES: Final = 4000
"""Milliseconds after which a moving picture shows its last frame."""
_SHOW: Final = """async (message) => {
    const {renderMessage, paint} = await import("/static/messages.js");
    const context = {
        me: {id: "1", name: "Ala"}, people: {get: () => "Łukasz"}, places: new Map(), roles: new Map(),
        locale: document.documentElement.lang, now: () => message.created, emojiUrl: () => "", pending: new Set(),
        problems: new Map(), actions: {},
    };
    const shown = renderMessage({...message, edited: false}, context);
    document.getElementById("messages").replaceChildren(shown);
    paint(shown);
    return shown;
}"""
_MEASURE: Final = f"""async (messages) => {{
    const show = {_SHOW};
    const scores = (text) => text.replaceAll(/(\\d) \\/ (?=\\d)/g, "$1/"); // one score per player, also in Hollywood
    const words = (text) => scores(text).split(/\\s+/u).filter((one) => /[\\p{{L}}\\p{{N}}♠♥♦♣]/u.test(one)).length;
    const all = (shown, where) => [...shown.querySelectorAll(where)].map((one) => words(one.innerText));
    const sum = (numbers) => numbers.reduce((one, other) => one + other, 0);
    const measured = [];
    for (const message of messages) {{
        const shown = await show(message);
        const first = shown.querySelector(".text > *");
        measured.push({{
            pixels: Math.round(shown.getBoundingClientRect().height),
            wraps: !/\\n/.test(first?.textContent ?? "") && first?.getBoundingClientRect().height > 30,
            text: sum(all(shown, ".text")),
            labels: sum(all(shown, ".row .label, .select .label")),
            controls: shown.querySelectorAll(".row .button, .select").length,
        }});
    }}
    return measured;
}}"""


_FAULTS: Final = f"""async (messages) => {{
    const show = {_SHOW};
    const log = document.getElementById("log");
    const cut = (one) => one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 2;
    const faults = [];
    for (const message of messages) {{
        const shown = await show(message);
        const found = [document.documentElement, log, shown].some((one) => one.scrollWidth > one.clientWidth)
            ? ["scrolls sideways"] : [];
        if (shown.getBoundingClientRect().height > log.clientHeight) found.push("is higher than the window");
        const labels = [...shown.querySelectorAll(".button .label, .select .label")];
        for (const one of labels.filter(cut)) found.push(`cuts ${{one.textContent}}`);
        const broken = (one) => one.getBoundingClientRect().height > 1.7 * parseFloat(getComputedStyle(one).fontSize);
        for (const one of labels.filter(broken)) found.push(`breaks ${{one.textContent}}`);
        faults.push(found);
    }}
    return faults;
}}"""


def unfit(browser: Browser, screens: Sequence[Screen], language: str) -> list[str]:
    """List what doesn't fit on a phone: messages that scroll sideways or up, labels that are cut or take two lines."""
    with empty_pane(browser, screens, language) as page:
        width, height = WINDOWS["phone"]
        page.set_viewport_size({"width": width, "height": height})
        faults = page.evaluate(_FAULTS, [screen.page for screen in screens])
    return [f"{screen.name}: {fault}" for screen, found in zip(screens, faults, strict=True) for fault in found]


async def translated(language: str) -> list[Screen]:
    """Return a few screens in a language: hands, tables and results for two to four, a lobby, a form, a lesson."""
    with tempfile.TemporaryDirectory() as folder:
        shown = await translated_screens(Path(folder), language)
    games = await game_screens(language, TRANSLATED)
    return [*shown, *(screen for screen in games if screen.kind not in (Kind.TEXT, Kind.LARGE, Kind.GIN_LARGE))]


async def all_screens() -> list[Screen]:
    """Return the screens of games of every variant, and those of lobbies, lessons and replays."""
    with tempfile.TemporaryDirectory() as folder:
        return [*await club_screens(Path(folder)), *await game_screens()]


@contextmanager
def empty_pane(browser: Browser, screens: Sequence[Screen], language: str = "en") -> Iterator[Page]:
    """Open the document of a pane without its script; pictures come from the screens."""
    pictures = {address: data for screen in screens for address, data in screen.pictures.items()}

    def serve(route: Route) -> None:
        path = route.request.url.removeprefix(_ORIGIN)
        name = Path(path).name
        if path in pictures:
            route.fulfill(body=pictures[path], content_type=f"image/{Path(path).suffix[1:]}")
        elif path == "/pane":
            route.fulfill(body=_document(language), content_type="text/html")
        elif path.startswith("/static/") and (STATIC / name).is_file():
            route.fulfill(body=(STATIC / name).read_bytes(), content_type=_TYPES[Path(name).suffix])
        else:
            route.fulfill(status=404)

    context = browser.new_context(color_scheme="dark")
    try:
        page = context.new_page()
        page.route("**/*", serve)
        page.goto(f"{_ORIGIN}/pane")
        page.evaluate("document.fonts.ready")
        yield page
    finally:
        context.close()


def _document(language: str) -> str:
    """Return the document of a pane, in a channel, without its script."""
    page = document("pane.html", page_words(Catalogs(), "pane.html", [language]))
    return page.replace("/static/pane.js", "/static/dom.js").replace(">…<", "># rummy<")


def measured(browser: Browser, screens: Sequence[Screen]) -> list[tuple[Screen, Measured]]:
    """Measure screens in both windows."""
    found = {}
    with empty_pane(browser, screens) as page:
        for window, (width, height) in WINDOWS.items():
            page.set_viewport_size({"width": width, "height": height})
            found[window] = page.evaluate(_MEASURE, [screen.page for screen in screens])
    rows = []
    for at, screen in enumerate(screens):
        pixels = {window: each[at]["pixels"] for window, each in found.items()}
        last = found["desktop"][at]
        rows.append(
            (
                screen,
                Measured(pixels, bool(found["phone"][at]["wraps"]), last["text"], last["labels"], last["controls"]),
            )
        )
    return rows


def save(browser: Browser, rows: Sequence[tuple[Screen, Measured]], folder: Path) -> None:
    """Save a few screenshots of each kind in both windows, and what was measured of all screens."""
    folder.mkdir(parents=True, exist_ok=True)
    with empty_pane(browser, [screen for screen, _ in rows]) as page:
        for window, (width, height) in WINDOWS.items():
            page.set_viewport_size({"width": width, "height": height})
            for name, screen in _chosen(rows):
                page.evaluate(_SHOW, screen.page)
                page.evaluate("() => Promise.all([...document.images].map((picture) => picture.decode()))")
                if any(address.endswith(".webp") for address in screen.pictures):
                    page.wait_for_timeout(_MOVES)
                page.evaluate("document.getElementById('log').scrollTop = 1e6")
                page.screenshot(path=folder / f"{name}-{window}.png")
    names = "".join(f"- {name}: {screen.name}\n" for name, screen in _chosen(rows))
    (folder / "screens.md").write_text(f"{table(rows)}\n{names}", encoding="utf-8")
    (folder / "screens.json").write_text(json.dumps(report(rows), indent=1, ensure_ascii=False), encoding="utf-8")


def _chosen(rows: Sequence[tuple[Screen, Measured]]) -> Iterator[tuple[str, Screen]]:
    """Yield screens to look at with names for their files: of each kind the tallest one in each of a few games."""
    for kind in Kind:
        found = sorted((row for row in rows if row[0].kind is kind), key=lambda row: row[1].pixels["phone"])
        each = {screen.name if kind is Kind.LESSON else screen.name.partition(":")[0]: screen for screen, _ in found}
        for number, screen in enumerate([*each.values()][-_MOST_OF_A_KIND:], 1):
            yield f"{kind.name.lower().replace('_', '-')}-{number}", screen


def main(folder: Path) -> None:
    """Save the screens to a folder."""
    screens = asyncio.run(all_screens())
    with running_browser() as browser:
        rows = measured(browser, screens)
        save(browser, rows, folder)
    sys.stdout.write(table(rows))


if __name__ == "__main__":
    reason = chromium.missing()
    if reason is not None or len(sys.argv) != 2:
        sys.exit(reason or "usage: python -m tests.browser.screens FOLDER")
    main(Path(sys.argv[1]))
