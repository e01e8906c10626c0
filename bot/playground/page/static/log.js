import { aside, byId, closeButton, make, morph } from "./dom.js";
import { paint, renderMessage } from "./messages.js";
import { spokenTexts } from "./spoken.js";
import { t } from "./words.js";

const NEAR = 60;

/** The list of messages. Messages are updated in place, so that focus and scrolling stay. */
export class Log {
  #shown = new Map();
  #atBottom = true;
  #sizes = "";
  #target = null;
  #acted = null;

  constructor(context, { say }) {
    this.context = context;
    this.say = say;
    this.root = byId("log");
    this.list = byId("messages");
    this.news = byId("news");
    this.root.addEventListener("scroll", () => this.#scrolled(), { passive: true });
    this.news.addEventListener("click", () => {
      this.toBottom();
      this.list.lastElementChild?.focus({ preventScroll: true });
    });
    const follow = new ResizeObserver(() => this.#atBottom && this.#stick());
    follow.observe(this.list);
    follow.observe(this.root);
  }

  /** The messages on the screen, oldest first. */
  get messages() {
    return [...this.#shown.values()].map((one) => one.message).sort((one, other) => compare(one.id, other.id));
  }

  /** Return a message on the screen, or undefined. */
  message(id) {
    return this.#shown.get(id)?.message;
  }

  /** Apply changes: `reset` begins with an empty list, `messages` are new or changed, `removed` are ids. */
  update({ reset, messages = [], removed = [] }, { moved = false } = {}) {
    const focused = describeFocus(this.list);
    const before = this.#atBottom || moved;
    if (moved) this.#clear();
    const kept = new Set(messages.map((message) => message.id));
    if (reset) for (const id of [...this.#shown.keys()]) if (!kept.has(id)) this.#remove(id);
    for (const id of removed) this.#remove(id);
    const fresh = messages.filter((message) => !this.#shown.has(message.id));
    const quiet = moved || fresh.length > 3;
    this.list.setAttribute("aria-live", quiet ? "off" : "polite");
    for (const message of messages) this.#put(message, quiet);
    if (quiet) setTimeout(() => this.list.setAttribute("aria-live", "polite"), 200);
    this.#begin();
    restoreFocus(this.list, focused);
    const acted = this.#acted && Date.now() < this.#acted.until;
    const mine = fresh.some((message) => message.author.id === this.context.me.id || (acted && message.ephemeral));
    if (before || mine) this.toBottom();
    else if (fresh.length) this.news.hidden = false;
    if (this.#target) this.show(this.#target);
  }

  /** Draw messages again, because their state on this page or the names in them changed. */
  redraw(ids = [...this.#shown.keys()]) {
    const focused = describeFocus(this.list);
    for (const id of ids) {
      const shown = this.#shown.get(id);
      if (shown) this.#draw(shown);
    }
    restoreFocus(this.list, focused);
  }

  /** Remember which message the person acts in: its next change is announced, and a private answer is scrolled to. */
  actsIn(id = this.#acted?.id) {
    this.#acted = { id, until: Date.now() + 5000 };
  }

  /** Show a message: now, or once it arrives. */
  show(id) {
    const shown = this.#shown.get(id);
    this.#target = shown ? null : id;
    if (!shown) return;
    this.#atBottom = false;
    shown.element.scrollIntoView({ block: "start" });
    shown.element.focus({ preventScroll: true });
    shown.element.classList.add("found");
    setTimeout(() => shown.element.classList.remove("found"), 2000);
  }

  /** Scroll to the newest message. */
  toBottom() {
    this.#atBottom = true;
    this.news.hidden = true;
    this.#stick();
  }

  #stick() {
    this.root.scrollTop = this.root.scrollHeight;
    this.#sizes = this.#measure();
  }

  #measure() {
    return `${this.root.scrollHeight} ${this.root.clientHeight}`;
  }

  // Where the list has grown or shrunk, it isn't a person who has scrolled.
  #scrolled() {
    const { scrollTop, scrollHeight, clientHeight } = this.root;
    const before = this.#sizes;
    this.#sizes = this.#measure();
    if (scrollHeight - scrollTop - clientHeight < NEAR) this.#atBottom = true;
    else if (this.#sizes === before) this.#atBottom = false;
    if (this.#atBottom) this.news.hidden = true;
  }

  /** Say how to begin where there's nothing yet. */
  #begin() {
    const empty = this.#shown.size === 0;
    this.list.classList.toggle("empty", empty);
    byId("beginning").hidden = !empty;
    byId("beginning").textContent = t("Nothing here yet. Type / to see what {bot} can do.", { bot: this.context.bot?.name ?? "" });
  }

  #clear() {
    this.#shown.clear();
    this.list.replaceChildren();
  }

  #remove(id) {
    this.#shown.get(id)?.element.remove();
    this.#shown.delete(id);
  }

  #put(message, quiet) {
    const text = JSON.stringify(message);
    const shown = this.#shown.get(message.id);
    if (shown?.text === text) return;
    if (shown) {
      this.#announce(shown.message, message);
      this.context.problems.delete(message.id);
      Object.assign(shown, { message, text });
      this.#draw(shown);
      return;
    }
    const element = renderMessage(message, this.context);
    paint(element);
    this.#shown.set(message.id, { message, text, element });
    const after = [...this.list.children].findLast((one) => compare(one.dataset.message, message.id) < 0);
    if (after) after.after(element);
    else this.list.prepend(element);
    // Later edits aren't announced, as they would be repeated at every click of anyone.
    if (quiet) element.setAttribute("aria-live", "off");
    else setTimeout(() => element.setAttribute("aria-live", "off"), 500);
  }

  #draw(shown) {
    shown.element.setAttribute("aria-live", "off");
    const fresh = aside(() => renderMessage(shown.message, this.context));
    if (shown.element.classList.contains("found")) fresh.classList.add("found");
    morph(shown.element, fresh);
    paint(shown.element);
  }

  #announce(old, message) {
    if (this.#acted?.id !== message.id || Date.now() > this.#acted.until) return;
    const known = new Set(spokenTexts(old, this.context));
    const lines = spokenTexts(message, this.context).filter((line) => !known.has(line));
    if (message.failed && message.failed !== old.failed) lines.unshift(message.failed);
    if (lines.length) this.say(lines.slice(0, 4).map((line) => (/[.!?…]$/.test(line) ? line : `${line}.`)).join(" "), message.language ?? undefined);
  }
}

/** Compare ids, which are numbers too large for JavaScript's own. */
export function compare(one, other) {
  return one.length - other.length || (one < other ? -1 : Number(one > other));
}

/** Return what stays the same of a control when its custom id or its state changes. */
const wordsOf = (control) => `${control.dataset.do} ${control.dataset.name ?? control.textContent}`;

/** Describe what has the focus inside the list, so that it can be found again. */
function describeFocus(list) {
  const active = document.activeElement;
  const message = active?.closest?.("[data-message]");
  if (!message || !list.contains(message)) return null;
  return {
    active,
    message,
    id: message.dataset.message,
    key: active.dataset.key,
    words: active.dataset.key && wordsOf(active),
    next: message.nextElementSibling ?? message.previousElementSibling,
  };
}

/** Put the focus back: on the same control, else on one with the same words, else on the message, else next to it. */
function restoreFocus(list, focused) {
  if (!focused || (document.activeElement === focused.active && !focused.active.disabled)) return;
  if (document.activeElement !== document.body && document.activeElement !== focused.active) return;
  const message = list.querySelector(`[data-message="${focused.id}"]`);
  const controls = [...(message?.querySelectorAll("[data-key][data-do]") ?? [])].filter((one) => !one.disabled);
  const found =
    controls.find((one) => focused.key && one.dataset.key === focused.key) ??
    controls.find((one) => focused.words && wordsOf(one) === focused.words) ??
    message ??
    (list.contains(focused.next) ? focused.next : list.lastElementChild);
  (found ?? list).focus({ preventScroll: true });
}

/** Show text for a moment at the top of the pane, perhaps with a button. */
export function toast(text, { button = null, press = null, seconds = 8 } = {}) {
  const shown = make("div", { class: "toast" }, make("p", { text }));
  if (button) {
    const act = make("button", { type: "button", class: "button secondary", text: button });
    act.addEventListener("click", () => {
      shown.remove();
      press();
    });
    shown.append(act);
  }
  shown.append(closeButton(t("Close"), () => shown.remove()));
  const all = byId("toasts");
  all.append(shown);
  while (all.children.length > 3) all.firstElementChild.remove();
  const leave = () => (shown.matches(":hover, :focus-within") ? setTimeout(leave, 2000) : shown.remove());
  setTimeout(leave, seconds * 1000);
}
