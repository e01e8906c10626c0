"""The document of a pane: Markdown, every part of a message, lists of selects, and what a screen reader meets."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tests.browser.panes import expect, serious_violations

if TYPE_CHECKING:
    from playwright.sync_api import Page

MARKDOWN = {
    "**bold** *italic* __under__ ~~gone~~": "<p><strong>bold</strong> <em>italic</em> <u>under</u> <s>gone</s></p>",
    "## Two\n-# small": '<h3 class="size-2">Two</h3><p class="small">small</p>',
    "- one\n  - deeper\n- two\n1. first": "<ul><li>one<ul><li>deeper</li></ul></li><li>two</li></ul>"
    '<ol start="1"><li>first</li></ol>',
    "> quote\n> more": "<blockquote><p>quote\nmore</p></blockquote>",
    "```py\nx * y * z\n```": '<pre tabindex="0"><code>x * y * z</code></pre>',
    r"\*no\* `*code*` snake_case_name 2*3*4": "<p>*no* <code>*code*</code> snake_case_name 2<em>3</em>4</p>",
    "<b>no</b> <script>alert(1)</script>": "<p>&lt;b&gt;no&lt;/b&gt; &lt;script&gt;alert(1)&lt;/script&gt;</p>",
    "[a \\[b\\]](javascript:alert(1))": "<p>[a [b]](javascript:alert(1))</p>",
    "[text](https://x.org/a)": '<p><a href="https://x.org/a" target="_blank" rel="noopener noreferrer">text</a></p>',
    "-# [🔒 Fair shuffle](https://discord.com/channels/1/10/101) · [more](https://x.org/a)": '<p class="small">'
    '<span class="mention plain">🔒 Fair shuffle</span> · '
    '<a href="https://x.org/a" target="_blank" rel="noopener noreferrer">more</a></p>',
    "<@1> <@&5> <#10> <#11> </rummy new:12>": '<p><span class="mention mine">@Ala</span> '
    '<span class="mention">@Players</span> <span class="mention">#rummy</span> '
    '<span class="mention">#unknown</span> <span class="mention">/rummy new</span></p>',
    "https://discord.com/channels/1/10/101": '<p><span class="mention">#rummy › message</span></p>',
}
CONTEXT = """{
    me: {id: "1"}, people: new Map([["1", "Ala"]]), roles: new Map([["5", "Players"]]), locale: "en-US",
    places: new Map([["10", {name: "rummy", kind: "channel"}]]), now: () => 1_700_000_000_000,
    emojiUrl: (id) => `/pane/1/emoji/${id}`,
}"""


def button(label: str, **more: object) -> dict[str, Any]:
    return {"custom_id": label, "label": label, "style": "secondary", "emoji": None, "disabled": False, **more}


def option(label: str, **more: object) -> dict[str, Any]:
    return {"label": label, "value": label.lower(), "description": "", "emoji": None, "chosen": False, **more}


PICTURE = {"url": "/favicon.ico", "alt": "Your hand, 10 cards.", "width": 1100, "height": 780, "name": "hand.png"}
SELECT = {
    "custom_id": "cards",
    "type": "string",
    "placeholder": "Pick cards",
    "min": 1,
    "max": 2,
    "disabled": False,
    "options": [option("Ace", chosen=True), option("Two"), option("Three", description="of spades")],
    "chosen": ["ace"],
}
MESSAGE = {
    "id": "100",
    "place": "10",
    "author": {"id": "2", "name": "Remik", "bot": True},
    "created": 1_700_000_000_000,
    "edited": True,
    "version": 3,
    "ephemeral": True,
    "silent": False,
    "thinking": False,
    "failed": None,
    "reply_to": {"name": "Ala", "command": "rummy new"},
    "mentions_me": True,
    "kind": "message",
    "thread": None,
    "parts": [
        {
            "kind": "container",
            "accent": "#123456",
            "spoiler": False,
            "parts": [
                {"kind": "text", "text": "### Your turn\nends <t:1700000120:R>, ||secret||"},
                {"kind": "gallery", "items": [PICTURE]},
                {"kind": "section", "texts": ["with a button"], "accessory": {"kind": "button", **button("Beside")}},
                {"kind": "separator", "line": True, "large": False},
                {"kind": "row", "buttons": [button("Draw"), button("Take", disabled=True, emoji={"text": "♠"})]},
                {"kind": "select", **SELECT},
                {"kind": "file", "file": {"name": "record.json", "size": 2048, "url": "/favicon.ico"}},
            ],
        }
    ],
}
SPOKEN = [
    "Ala used rummy new",
    "Your turn",
    "ends in 2 minutes, (spoiler, hidden)",
    "Picture: Your hand, 10 cards.",
    "with a button",
    "Button: Beside",
    "Button: Draw",
    "Button: ♠ Take, disabled",
    "Select: Pick cards, chosen: Ace",
    "File: record.json",
    "(edited)",
    "Only you can see this",
]


@pytest.fixture
def pane(page: Page) -> Page:
    """Open the first person's pane alone in the window."""
    page.goto(page.url.partition("?")[0].rstrip("/") + "/pane/1")
    expect(page.get_by_role("combobox", name="Message")).to_be_visible()
    return page


def test_markdown_becomes_elements_and_no_text_becomes_html(pane: Page) -> None:
    shown = pane.evaluate(
        f"""async (texts) => {{
            const {{markdown}} = await import("/static/markdown.js");
            return texts.map((text) => {{
                const whole = document.createElement("div");
                whole.append(markdown(text, {CONTEXT}));
                return whole.innerHTML;
            }});
        }}""",
        list(MARKDOWN),
    )
    assert dict(zip(MARKDOWN, shown, strict=True)) == MARKDOWN


def test_every_part_is_shown_in_order_without_actions_nothing_can_be_pressed_and_all_is_read_aloud(pane: Page) -> None:
    texts, enabled, accent, lines, languages = pane.evaluate(
        f"""async (message) => {{
            const {{renderMessage, paint}} = await import("/static/messages.js");
            const {{spokenLines}} = await import("/static/spoken.js");
            const shown = renderMessage(message, {CONTEXT});
            document.getElementById("messages").replaceChildren(shown);
            paint(shown);
            const parts = [...shown.querySelector(".container").children].map((part) => part.className);
            const enabled = [...shown.querySelectorAll("button:enabled")].map((one) => one.className);
            const accent = getComputedStyle(shown.querySelector(".container")).borderLeftColor;
            const german = renderMessage({{...message, language: "de"}}, {CONTEXT});
            const languages = [...german.querySelectorAll("[lang]")].map((one) => [one.className, one.lang]);
            return [parts, enabled, accent, spokenLines(message, {CONTEXT}), languages];
        }}""",
        MESSAGE,
    )
    assert texts == ["text", "gallery of-1", "section", "line", "row", "select still", "file"]
    assert enabled == ["cover", "picture"]
    assert languages == [["container", "de"], ["moment", "en"]]
    assert accent == "rgb(18, 52, 86)"
    assert lines[1].startswith("Remik, App, ")
    assert [lines[0], *lines[2:]] == SPOKEN


def test_a_multiple_select_sends_when_it_is_closed_and_the_same_choice_sends_nothing(pane: Page) -> None:
    opened = """async (shown) => {
        const {openPicker} = await import("/static/picker.js");
        window.sent ??= [];
        openPicker(document.getElementById("slash"), shown, (values) => window.sent.push(values));
    }"""
    listed = pane.get_by_role("listbox", name="Pick cards")

    def keys(*pressed: str) -> list[list[str]]:
        pane.evaluate(opened, SELECT)
        expect(listed).to_be_focused()
        for key in pressed:
            pane.keyboard.press(key)
        expect(pane.locator(".picker")).to_have_count(0)
        sent: list[list[str]] = pane.evaluate("window.sent.splice(0)")
        return sent

    assert keys("Enter", "Enter", "Escape") == []
    assert keys("Enter", "Escape") == [], "too few are chosen"
    assert keys("ArrowDown", "Enter", "ArrowDown", "Enter", "Escape") == [["ace", "two"]], "a third one is too many"
    assert keys("t", "h", "Enter", "Escape") == [["ace", "three"]]
    expect(pane.locator("#slash")).to_be_focused()


def test_a_pane_stays_at_its_newest_message_as_the_list_changes_until_a_person_scrolls_up(pane: Page) -> None:
    grown = """async () => {
        const {Log} = await import("/static/log.js");
        const log = new Log({}, {say() {}});
        const [list, root] = ["messages", "log"].map((id) => document.getElementById(id));
        const grow = () => {
            const more = document.createElement("div");
            more.style.height = "900px";
            list.append(more);
        };
        const left = async () => {
            for (let frame = 0; frame < 4; frame += 1) await new Promise(requestAnimationFrame);
            return root.scrollHeight - root.scrollTop - root.clientHeight;
        };
        grow();
        log.toBottom();
        grow();
        const grown = await left();
        list.lastElementChild.remove();
        root.getBoundingClientRect();
        list.lastElementChild.style.height = "1200px";
        const changed = await left();
        root.scrollTop -= 500;
        await left();
        grow();
        return [grown, changed, await left()];
    }"""
    assert pane.evaluate(grown) == [0, 0, 1400]


def test_a_pane_changes_its_language_and_keeps_what_is_open(pane: Page) -> None:
    pane.goto(pane.url.replace("/pane/1", "/pane/3"))
    pane.get_by_role("combobox", name="Message").press_sequentially("/rummy practice")
    pane.get_by_role("option").filter(has_text="/rummy practice").first.click()
    pane.get_by_role("button", name="+ level").click()
    pane.get_by_label("level", exact=True).select_option(index=3)
    level = pane.get_by_label("level", exact=True).input_value()
    speak(pane, "de")
    form = pane.get_by_role("form", name="Befehl /rummy practice")
    expect(form.get_by_label("level", exact=True)).to_have_value(level)
    expect(form).to_contain_text("Gegen einen Computer üben")
    expect(pane.locator("#say")).to_have_attribute("placeholder", "Nachricht an #rummy")
    expect(pane.get_by_role("log", name="Nachrichten")).to_be_attached()
    expect(pane.get_by_role("article").first.locator(".parts > *").first).to_have_attribute("lang", "en")
    form.get_by_role("button", name="Senden").click()
    hand = pane.get_by_role("article").last
    expect(hand).to_contain_text("Nur du siehst das · Nachricht verwerfen")
    expect(hand.locator("[lang]")).to_have_count(0)
    speak(pane, "en-US")
    expect(hand).to_contain_text("Only you can see this · Dismiss message")
    expect(hand.locator(".parts > *").first).to_have_attribute("lang", "de")


def test_a_click_closes_an_open_menu_and_opens_a_closed_one_at_once(pane: Page) -> None:
    menu, opener = pane.locator("#language"), pane.locator("#me")
    opener.click()
    expect(menu).to_be_focused()
    opener.click()
    expect(menu).to_have_count(0)
    opener.click()
    expect(menu).to_be_focused()
    pane.keyboard.press("Escape")
    expect(menu).to_have_count(0)
    opener.click()
    expect(menu).to_be_focused()


def speak(pane: Page, code: str) -> None:
    """Choose a language in the person's menu."""
    pane.locator("#me").click()
    pane.locator("#language").select_option(code)
    expect(pane.locator("html")).to_have_attribute("lang", code.removesuffix("-US"))
    expect(pane.locator("#language")).to_be_focused()
    pane.keyboard.press("Escape")


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_a_pane_has_no_serious_violation_with_a_hand_menus_and_commands(pane: Page, theme: str) -> None:
    pane.set_viewport_size({"width": 350, "height": 760})
    pane.goto(f"{pane.url.partition('?')[0]}?theme={theme}")
    line = pane.get_by_role("combobox", name="Message")
    line.press_sequentially("/rummy practice")
    pane.get_by_role("option").filter(has_text="/rummy practice").first.click()
    assert serious_violations(pane) == []
    pane.get_by_role("button", name="Send").press("Enter")
    expect(pane.get_by_role("article").last).to_contain_text("Only you can see this")
    assert pane.evaluate("document.documentElement.scrollWidth") == 350
    assert serious_violations(pane) == []
    pane.locator("#places").press("Enter")
    expect(pane.get_by_role("navigation", name="Places")).to_be_visible()
    assert serious_violations(pane) == []
    pane.keyboard.press("Escape")
    expect(pane.locator("#places")).to_be_focused()
    line.fill("/")
    expect(pane.get_by_role("listbox", name="Commands")).to_be_visible()
    assert serious_violations(pane) == []
