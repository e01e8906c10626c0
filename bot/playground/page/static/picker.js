import { closesOwn, make, placeNextTo } from "./dom.js";
import { emoji } from "./markdown.js";
import { t } from "./words.js";

const FILTERED_FROM = 9;
let open = null;

/** Return whether the list of a select is open. */
export const pickerOpen = () => open;

/** Close the open list. A multiple select sends its choice; with `quietly`, nothing is sent. */
export function closePicker({ quietly = false } = {}) {
  open?.close(quietly);
}

/**
 * Open the list of a select next to its button. `send(values)` is called once another choice was made: at once in a
 * single select, when the list is closed in a multiple one.
 */
export function openPicker(anchor, shown, send) {
  closePicker();
  if (closesOwn(anchor)) return;
  open = new Picker(anchor, shown, send);
}

class Picker {
  constructor(anchor, shown, send) {
    Object.assign(this, { anchor, shown, send, at: 0, typed: "", typedAt: 0 });
    const all = shown.options?.length ? shown.options : (shown.choices ?? []);
    const chosen = all.filter((one) => one.chosen || shown.chosen?.includes(one.value)).map((one) => one.value);
    this.all = all;
    this.before = chosen;
    this.chosen = new Set(chosen);
    this.multiple = shown.max > 1;
    this.filtered = shown.type !== "string" && all.length >= FILTERED_FROM;
    this.#build();
    anchor.dataset.open = "";
    anchor.setAttribute("aria-expanded", "true");
    (anchor.closest("dialog, main") ?? document.body).append(this.popover);
    this.popover.showPopover();
    this.#draw(Math.max(0, all.findIndex((one) => this.chosen.has(one.value))));
    placeNextTo(this.popover, anchor, { width: Math.max(anchor.getBoundingClientRect().width, 240) });
    (this.filter ?? this.list).focus();
  }

  #build() {
    const name = this.shown.placeholder || t("Choose");
    this.list = make("ul", {
      role: "listbox",
      id: "picker-list",
      tabindex: this.filtered ? "-1" : "0",
      "aria-label": name,
      "aria-multiselectable": this.multiple ? "true" : null,
    });
    this.popover = make("div", { class: "picker", popover: "auto" });
    if (this.filtered) {
      this.filter = make("input", {
        type: "text",
        role: "combobox",
        "aria-expanded": "true",
        "aria-controls": "picker-list",
        "aria-label": t("Filter {name}", { name }),
        "aria-autocomplete": "list",
        autocomplete: "off",
        placeholder: t("Type to filter"),
      });
      this.filter.addEventListener("input", () => this.#draw(0));
      this.popover.append(this.filter);
    }
    this.popover.append(this.list);
    if (this.multiple || this.shown.min === 0) this.popover.append(this.#footer());
    this.popover.addEventListener("keydown", (event) => this.#key(event));
    this.list.addEventListener("click", (event) => {
      const item = event.target.closest("[role=option]");
      if (item) this.#choose(Number(item.dataset.at));
    });
    this.popover.addEventListener("toggle", (event) => event.newState === "closed" && this.#closed());
  }

  #footer() {
    const { min } = this.shown;
    this.count = this.multiple && make("span", { "aria-live": "polite" });
    const done = make("button", { type: "button", class: "button primary", text: t("Done") });
    done.addEventListener("click", () => this.close());
    const clear = make("button", { type: "button", class: "button secondary", text: t("Clear") });
    clear.addEventListener("click", () => {
      this.chosen.clear();
      if (this.multiple) this.#draw(this.at);
      else this.close();
    });
    return make("div", { class: "picker-end" }, this.count, min === 0 && clear, this.multiple && done);
  }

  get #offered() {
    const typed = this.filter?.value.trim().toLocaleLowerCase() ?? "";
    return this.all.filter((one) => one.label.toLocaleLowerCase().includes(typed));
  }

  #draw(at) {
    const offered = this.#offered;
    const full = this.multiple && this.chosen.size >= this.shown.max;
    this.list.replaceChildren(
      ...offered.map((one, number) => {
        const chosen = this.chosen.has(one.value);
        return make(
          "li",
          {
            role: "option",
            id: `picker-${number}`,
            "data-at": number,
            "aria-selected": String(chosen),
            "aria-disabled": full && !chosen ? "true" : null,
          },
          one.emoji && emoji(one.emoji),
          make("span", { class: "option" }, make("span", { text: one.label }), one.description && make("small", { text: one.description })),
          make("span", { class: "check", "aria-hidden": "true", text: chosen ? "✓" : "" }),
        );
      }),
    );
    if (!offered.length) this.list.append(make("li", { class: "none", role: "option", "aria-disabled": "true", text: t("Nothing found") }));
    const { min, max } = this.shown;
    const range = min === max ? "Chosen: {count} of {most}" : "Chosen: {count}, from {least} to {most}";
    if (this.count) this.count.textContent = t(range, { count: this.chosen.size, least: min, most: max });
    this.#mark(Math.min(at, offered.length - 1));
  }

  #mark(at) {
    this.at = Math.max(0, at);
    [...this.list.children].forEach((item, number) => item.classList.toggle("current", number === this.at));
    const owner = this.filter ?? this.list;
    if (at < 0) owner.removeAttribute("aria-activedescendant");
    else owner.setAttribute("aria-activedescendant", `picker-${this.at}`);
    this.list.children[this.at]?.scrollIntoView({ block: "nearest" });
  }

  #key(event) {
    if (event.target.matches("button")) return;
    const last = this.list.children.length - 1;
    const moves = { ArrowDown: this.at === last ? 0 : this.at + 1, ArrowUp: this.at === 0 ? last : this.at - 1, Home: 0, End: last };
    if (event.key in moves && !(this.filter && ["Home", "End"].includes(event.key))) this.#mark(moves[event.key]);
    else if (event.key === "Enter" || (event.key === " " && !this.filter)) this.#choose(this.at);
    else if (event.key === "Tab" && !this.multiple) this.close();
    else {
      if (!this.filter && event.key.length === 1 && !event.ctrlKey && !event.metaKey) this.#find(event.key);
      return;
    }
    if (event.key !== "Tab") event.preventDefault();
  }

  #find(letter) {
    const now = Date.now();
    this.typed = now - this.typedAt > 700 ? letter : this.typed + letter;
    this.typedAt = now;
    const start = this.typed.toLocaleLowerCase();
    const found = this.#offered.findIndex((one) => one.label.toLocaleLowerCase().startsWith(start));
    if (found >= 0) this.#mark(found);
  }

  #choose(at) {
    const option = this.#offered[at];
    if (!option) return;
    if (!this.multiple) {
      this.chosen = new Set([option.value]);
      this.close();
    } else {
      if (this.chosen.has(option.value)) this.chosen.delete(option.value);
      else if (this.chosen.size < this.shown.max) this.chosen.add(option.value);
      this.#draw(at);
    }
  }

  /** Close the list; with `quietly`, without sending anything. */
  close(quietly = false) {
    this.quietly = quietly;
    this.popover.hidePopover();
  }

  #closed() {
    if (open === this) open = null;
    delete this.anchor.dataset.open;
    this.anchor.setAttribute("aria-expanded", "false");
    if (this.popover.contains(document.activeElement) || document.activeElement === document.body) this.anchor.focus();
    this.popover.remove();
    const values = this.all.map((one) => one.value).filter((value) => this.chosen.has(value));
    const same = [...values].sort().join("\n") === [...this.before].sort().join("\n");
    if (!this.quietly && !same && values.length >= this.shown.min && values.length <= this.shown.max) this.send(values);
  }
}
