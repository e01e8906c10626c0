"""Acting in one person's pane through what is on its screen, and what its document and its responses hold."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from playwright.sync_api import Frame, Locator, Page, Response, WebSocket

CARD: Final = r"(?:10|[2-9AJQK])[♣♠♥♦]"
DRAW: Final = r"^Draw\b"
DISCARD: Final = rf"^(?:Discard )?{CARD}$"
TURN: Final = (r"^Next (?:deal|round)", r"^Rematch$", DRAW, r"^Pass$", r"^Go out", r"^Play all", r"^Lay ", DISCARD)
"""What to press next in any game: go on after a result, draw, pass what is offered first, lay all there is, discard."""
LATEST: Final = 60_000
"""Milliseconds to wait for something to appear, also on a busy machine."""
_ENABLED: Final = """([patterns, where, limit]) => new Promise((resolve, reject) => {
    const words = (button) => (button.querySelector(".label") ?? button).textContent.trim();
    const look = () => {
        if (document.querySelector("[aria-busy=true]")) return;
        const buttons = [...document.querySelectorAll(`${where} [data-do=click]:enabled`)].reverse();
        for (const pattern of patterns) {
            const found = buttons.find((button) => new RegExp(pattern, "u").test(words(button)));
            if (found) end(() => resolve([found.dataset.id, words(found)]));
        }
    };
    const end = (how) => {
        clearTimeout(timer);
        seen.disconnect();
        how();
    };
    const screen = () => document.getElementById("messages").innerText;
    const timer = setTimeout(() => end(() => reject(new Error(`no ${patterns} on the screen: ${screen()}`))), limit);
    const seen = new MutationObserver(look);
    seen.observe(document, {subtree: true, childList: true, attributes: true, characterData: true});
    look();
})"""
"""Waits until a button is enabled and nothing is pending. Returns the custom id and label of the newest such one."""
_LABEL: Final = """(select, wanted) => {
    const labels = [...select.options].map((option) => option.textContent.trim());
    return labels.find((label) => label === wanted || label.startsWith(`${wanted}:`)) ?? wanted;
}"""
"""Returns the whole label of a choice."""
PRIVATE: Final = "article.private"
"""The messages that only this person can see; the newest one is the hand."""


def expect(shown: Locator) -> Any:  # noqa: ANN401 - its type isn't exported
    """Return Playwright's assertions about an element. Playwright is an extra, so it's imported late."""
    from playwright.sync_api import expect as expected  # noqa: PLC0415 - an extra

    return expected(shown)


class BrowserPane:
    """One person's pane: inside the page around it, or alone in a tab."""

    def __init__(self, page: Page, number: int | None = None) -> None:
        self.page: Page = page
        self.frame: Frame = page.main_frame if number is None else _frame(page, number)
        self.line: Locator = self.frame.get_by_role("combobox", name="Message")

    def command(self, name: str, **options: str) -> None:
        """Type a command and send it; options are labels of choices, or what stands before their colon, or text."""
        self.line.click()
        self.line.press_sequentially(f"/{name}")
        self.frame.locator("#commands .current").get_by_text(f"/{name}", exact=True).wait_for()
        self.line.press("Enter")
        form = self.frame.get_by_role("form", name=f"Command /{name}")
        for option, value in options.items():
            form.get_by_role("button", name=f"+ {option}", exact=True).or_(
                form.get_by_label(option, exact=True)
            ).first.wait_for()
            add = form.get_by_role("button", name=f"+ {option}", exact=True)
            if add.count():
                add.click()
            field = form.get_by_label(option, exact=True)
            if field.evaluate("field => field.tagName") == "SELECT":
                field.select_option(label=field.evaluate(_LABEL, value))
            else:
                field.fill(value)
        form.get_by_role("button", name="Send").click()
        form.wait_for(state="detached")

    def press(self, *labels: str, where: str = "") -> str:
        """Press the first of the labels (regular expressions) that is enabled, once one is. Return the label."""
        _, label = self.wait_for(*labels, where=where)
        buttons = self.frame.locator(f"{where} [data-do=click]:enabled")
        # Found by its label: a computer's move gives the table's buttons new ids.
        buttons.filter(has_text=re.compile(rf"{re.escape(label)}\s*$")).last.click()
        return label

    def wait_for(self, *labels: str, where: str = "") -> tuple[str, str]:
        """Wait until one of the labels is enabled and nothing is pending. Return its custom id and the label."""
        custom_id, label = self.frame.evaluate(_ENABLED, [labels, where, LATEST])
        return str(custom_id), str(label)

    def step(self) -> str:
        """Press what comes next in the game, and wait until the screen shows that. Return the label."""
        custom_id, label = self.wait_for(*TURN, where=PRIVATE)
        self.frame.locator(f'{PRIVATE} [data-id="{custom_id}"]').last.click()
        self.done(custom_id)
        return label

    def done(self, custom_id: str) -> None:
        """Wait until the hand no longer offers a button, because it was pressed."""
        self.frame.locator(f'{PRIVATE} [data-id="{custom_id}"]:enabled').first.wait_for(state="detached")

    def play_until(self, label: str) -> str:
        """Press what comes next until that is a label (a regular expression). Return the label."""
        while True:
            pressed = self.step()
            if re.search(label, pressed):
                return pressed

    def take_turn(self) -> None:
        """Play until a discard, and wait for what comes next."""
        self.play_until(DISCARD)
        self.wait_for(*TURN, where=PRIVATE)

    @property
    def hand(self) -> Locator:
        """The newest message that only this person can see."""
        return self.frame.locator(PRIVATE).last

    def cards(self) -> set[str]:
        """Return the cards on the buttons of the hand."""
        return {label for label in self.hand.locator("button .label").all_inner_texts() if re.fullmatch(CARD, label)}

    def overflows(self) -> bool:
        """Return whether the pane, or the list of its messages, is wider than the window."""
        parts = "[document.documentElement, document.getElementById('log')]"
        return bool(self.frame.evaluate(f"{parts}.some((part) => part.scrollWidth > part.clientWidth)"))


def _frame(page: Page, number: int) -> Frame:
    handle = page.locator(f'iframe[src*="/pane/{number}"]').element_handle()
    frame = None if handle is None else handle.content_frame()
    assert frame is not None
    return frame


class Received:
    """Everything that the panes of a page got from the server, by the number of the pane."""

    def __init__(self, page: Page) -> None:
        self._texts: dict[str, list[str]] = {}
        self._responses: dict[str, list[Response]] = {}
        page.on("response", self._response)
        page.on("websocket", self._socket)

    def texts(self, number: int) -> str:
        """Return all that came over a pane's live connection."""
        return "\n".join(self._texts.get(str(number), ()))

    def addresses(self, number: int) -> set[str]:
        """Return the addresses that a pane has loaded."""
        return {response.url for response in self._responses.get(str(number), ())}

    def pictures(self, number: int) -> list[bytes]:
        """Return the pictures that a pane has loaded."""
        return [one.body() for one in self._responses.get(str(number), ()) if "/picture/" in one.url and one.ok]

    def _response(self, response: Response) -> None:
        found = re.search(r"/pane/(\d+)(?:/|$)", response.url)
        if found and not response.url.endswith("/live"):
            self._responses.setdefault(found[1], []).append(response)

    def _socket(self, socket: WebSocket) -> None:
        found = re.search(r"/pane/(\d+)/live", socket.url)
        if found:
            lines = self._texts.setdefault(found[1], [])
            socket.on("framereceived", lambda data: lines.append(str(data)))


def open_tools(page: Page, part: str = "") -> None:
    """Show the tools, which are folded at first, and unfold one of their parts by its heading."""
    button = page.locator("#tools-button")
    if button.get_attribute("aria-pressed") != "true":
        button.click()
    if part and not page.locator("details[open] > summary").filter(has_text=part).count():
        page.locator("summary").filter(has_text=part).click()


def serious_violations(page: Page) -> list[str]:
    """List the serious and critical violations that axe finds in a document."""
    from axe_playwright_python.sync_playwright import Axe  # noqa: PLC0415 - an extra

    page.emulate_media(reduced_motion="reduce")  # colors that are still fading would be measured
    found = Axe().run(page).response["violations"]
    return [f"{one['id']}: {one['nodes'][0]['html']}" for one in found if one["impact"] in ("serious", "critical")]
