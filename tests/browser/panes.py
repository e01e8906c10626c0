"""Acting in one person's pane through what is on its screen, and what its document and its responses hold."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING

from playwright.sync_api import expect

if TYPE_CHECKING:
    from playwright.sync_api import Frame, Locator, Page, Response, WebSocket

CARD = re.compile(r"(?:10|[2-9AJQK])[♣♠♥♦]")


class BrowserPane:
    """The pane of one person, by number."""

    def __init__(self, page: Page, number: int) -> None:
        handle = page.locator(f'iframe[src*="/pane/{number}"]').element_handle()
        frame = handle.content_frame()
        assert frame is not None
        self.page: Page = page
        self.frame: Frame = frame
        self.line = frame.get_by_role("combobox", name="Message")

    def command(self, name: str, **options: str) -> None:
        """Type a command and send it; options are labels of choices, or text."""
        self.line.click()
        self.line.press_sequentially(f"/{name}")
        offered = self.frame.get_by_role("listbox", name="Commands").get_by_role("option")
        expect(offered.filter(has_text=f"/{name}").first).to_be_visible()
        self.line.press("Enter")
        form = self.frame.get_by_role("form", name=f"Command /{name}")
        for option, value in options.items():
            add = form.get_by_role("button", name=f"+ {option}", exact=True)
            if add.count():
                add.click()
            field = form.get_by_label(option, exact=True)
            if field.evaluate("field => field.tagName") == "SELECT":
                field.select_option(value)
            else:
                field.fill(value)
        form.get_by_role("button", name="Send").click()
        expect(form).to_have_count(0)

    @property
    def messages(self) -> Locator:
        """All messages, oldest first."""
        return self.frame.get_by_role("article")

    @property
    def hand(self) -> Locator:
        """The newest message that only this person can see."""
        return self.messages.filter(has_text="Only you can see this").last

    @property
    def table(self) -> Locator:
        """The newest message that everyone can see."""
        return self.messages.filter(has_not_text="Only you can see this").last

    def press(self, label: str | re.Pattern[str], where: Locator | None = None) -> None:
        """Press the newest enabled button with a label, once it's there, and wait until it's no longer pending."""
        place = self.frame.get_by_role("log") if where is None else where
        button = place.get_by_role("button", name=label, disabled=False).last
        button.click()
        expect(self.frame.locator("button[aria-busy=true]")).to_have_count(0)

    def cards(self) -> set[str]:
        """Return the cards on the buttons of the hand."""
        labels = self.hand.get_by_role("button").all_inner_texts()
        return {found[0] for label in labels if (found := CARD.fullmatch(label.strip()))}


class Received:
    """Everything that the panes of a page got from the server, by the number of the pane."""

    def __init__(self, page: Page) -> None:
        self._texts: dict[str, list[str]] = {}
        self._pictures: dict[str, list[Response]] = {}
        page.on("response", self._response)
        page.on("websocket", self._socket)

    def texts(self, number: int) -> str:
        """Return all that came over a pane's live connection."""
        return "\n".join(self._texts.get(str(number), ()))

    def pictures(self, number: int) -> set[bytes]:
        """Return the pictures that a pane loaded."""
        return {response.body() for response in self._pictures.get(str(number), ())}

    def _response(self, response: Response) -> None:
        found = re.search(r"/pane/(\d+)/picture/", response.url)
        if found:
            self._pictures.setdefault(found[1], []).append(response)

    def _socket(self, socket: WebSocket) -> None:
        found = re.search(r"/pane/(\d+)/live", socket.url)
        if found:
            lines = self._texts.setdefault(found[1], [])
            socket.on("framereceived", lambda data: lines.append(str(data)))


def none_of(words: Iterable[str], text: str) -> bool:
    """Return whether none of the words is in a text."""
    return not [word for word in words if word in text]
