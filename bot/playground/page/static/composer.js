import { byId, make } from "./dom.js";
import { CommandForm } from "./command.js";
import { t } from "./words.js";

const SHOWN = 50;

/** The line at the bottom: plain text, or a slash command with its options. What was typed outlives a reload. */
export class Composer {
  #commands = null;
  #offered = [];
  #at = 0;
  #none = "";
  #form = null;

  /** `ask(name, given)` sends a request and returns its answer; `sent()` is called after text or a command was sent. */
  constructor(context, ask, sent) {
    Object.assign(this, { context, ask, sent });
    this.key = `draft ${location.pathname}`;
    this.root = byId("composer");
    this.line = byId("line");
    this.input = byId("say");
    this.list = byId("commands");
    this.problem = byId("composer-problem");
    this.input.addEventListener("input", () => this.#typed());
    this.input.addEventListener("keydown", (event) => this.#key(event));
    this.input.addEventListener("blur", () => setTimeout(() => document.activeElement !== this.input && this.#hide(), 150));
    this.input.addEventListener("focus", () => this.input.value.startsWith("/") && this.#typed());
    this.list.addEventListener("pointerdown", (event) => {
      event.preventDefault();
      const item = event.target.closest("[data-at]");
      if (item) this.#open(this.#offered[Number(item.dataset.at)]);
    });
    this.line.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#enter();
    });
    byId("slash").addEventListener("click", () => {
      this.input.value = "/";
      this.input.focus();
      this.#typed();
    });
  }

  /** Forget the commands: the place, the language or the bot changed. */
  forget() {
    this.#commands = null;
    if (!this.list.hidden) this.#typed();
  }

  /** Say in the empty line where its text goes, and bring back the text from before a reload. */
  async restore(place, direct) {
    const words = direct ? t("Message {person}", { person: place }) : t("Message {place}", { place });
    this.input.placeholder = words;
    this.input.setAttribute("aria-label", `${words}. ${t("Type / for commands")}`);
    if (this.restored) return;
    this.restored = true;
    const draft = this.#draft();
    if (draft?.command) await this.command(draft.command, draft.values, false);
    else if (draft?.text && !this.input.value) this.input.value = draft.text;
  }

  /** Open the form of a command by its name. */
  async command(name, values = {}, focus = true) {
    const found = (await this.#load()).find((one) => one.name === name || one.registered === name);
    if (found) this.#open(found, values, focus);
    else this.#say(t("There is no command {command} here.", { command: `/${name}` }));
  }

  /** Go on in another language: also in a command that is being filled in. */
  async speak() {
    const form = this.#form;
    if (form) await this.command(form.command.registered, form.values, form.element.contains(document.activeElement));
  }

  #draft(draft) {
    try {
      if (draft === undefined) return JSON.parse(sessionStorage.getItem(this.key));
      if (draft) sessionStorage.setItem(this.key, JSON.stringify(draft));
      else sessionStorage.removeItem(this.key);
    } catch {
      // Without storage, a reload forgets the text.
    }
    return null;
  }

  async #load() {
    if (this.#commands) return this.#commands;
    const { problem, result } = await this.ask("commands");
    if (problem) this.#say(problem);
    this.#commands = result?.length ? result : null;
    return result ?? [];
  }

  #say(problem) {
    this.problem.textContent = problem ?? "";
  }

  async #typed() {
    this.#say("");
    const text = this.input.value;
    this.#draft(text && { text });
    if (!text.startsWith("/")) {
      this.#hide();
      return;
    }
    const all = await this.#load();
    if (this.input.value !== text) return;
    this.#none = t(all.length ? "No such command" : "There are no commands yet");
    this.#offered = matching(all, text.slice(1)).slice(0, SHOWN);
    this.#at = 0;
    this.#draw();
  }

  #draw() {
    const none = !this.#offered.length;
    this.list.hidden = false;
    this.list.replaceChildren(
      ...this.#offered.map((command, at) =>
        make(
          "li",
          { role: "option", id: `command-${at}`, "data-at": at, class: at === this.#at && "current", "aria-selected": String(at === this.#at) },
          make("strong", { text: `/${command.name}` }),
          make("span", { text: command.description }),
        ),
      ),
    );
    if (none) this.list.append(make("li", { role: "option", class: "none", "aria-disabled": "true", text: this.#none }));
    this.input.setAttribute("aria-expanded", "true");
    if (none) this.input.removeAttribute("aria-activedescendant");
    else this.input.setAttribute("aria-activedescendant", `command-${this.#at}`);
    this.list.children[this.#at]?.scrollIntoView({ block: "nearest" });
  }

  #hide() {
    this.#offered = [];
    this.list.hidden = true;
    this.list.replaceChildren();
    this.input.setAttribute("aria-expanded", "false");
    this.input.removeAttribute("aria-activedescendant");
  }

  #key(event) {
    if (event.isComposing) return;
    const count = this.#offered.length;
    if (event.key === "Escape") {
      if (this.list.hidden) return;
      this.#hide();
    } else if (event.key === "ArrowDown" && count) this.#at = (this.#at + 1) % count;
    else if (event.key === "ArrowUp" && count) this.#at = (this.#at - 1 + count) % count;
    else if (event.key === "Tab" && count && !event.shiftKey) {
      event.preventDefault();
      this.#open(this.#offered[this.#at]);
      return;
    } else return;
    event.preventDefault();
    if (count && event.key !== "Escape") this.#draw();
  }

  async #enter() {
    const text = this.input.value.trim();
    if (this.#offered.length) {
      this.#open(this.#offered[this.#at]);
      return;
    }
    if (!text) return;
    if (text.startsWith("/")) {
      const command = matching(await this.#load(), text.slice(1))[0];
      if (command) this.#open(command);
      else this.#say(t("There is no command {command} here.", { command: text }));
      return;
    }
    this.input.readOnly = true;
    const { problem } = await this.ask("say", { text });
    this.input.readOnly = false;
    this.#say(problem);
    if (problem) return;
    this.input.value = "";
    this.#draft(null);
    this.sent();
  }

  #open(command, values = {}, focus = true) {
    this.#hide();
    this.#say("");
    this.#close();
    this.#form = new CommandForm(
      command,
      this.context,
      {
        complete: (option, typed, options) => this.ask("complete", { command: command.name, option, typed, options }),
        send: (options) => this.#send(command, options),
        leave: () => this.#leave(),
        change: (options) => this.#draft({ command: command.name, values: options }),
      },
      values,
    );
    this.#draft({ command: command.name, values });
    this.input.value = "";
    this.line.hidden = true;
    this.root.append(this.#form.element);
    if (focus) this.#form.focus();
  }

  async #send(command, options) {
    const { problem } = await this.ask("slash", { command: command.name, options });
    if (problem) return problem;
    this.#leave();
    this.sent();
    return null;
  }

  #close() {
    this.#form?.element.remove();
    this.#form = null;
    this.line.hidden = false;
  }

  #leave() {
    const focused = this.#form?.element.contains(document.activeElement) || document.activeElement === document.body;
    this.#close();
    this.#draft(null);
    if (focused) this.input.focus();
  }
}

/** List the commands that fit the typed text: those that begin with it, then those with its words anywhere. */
function matching(commands, typed) {
  const text = typed.toLocaleLowerCase().replace(/\s+/g, " ").trimStart();
  const words = text.split(" ").filter(Boolean);
  const begin = commands.filter((one) => one.name.startsWith(text));
  const within = commands.filter(
    (one) => !begin.includes(one) && words.every((word) => one.name.includes(word) || one.description.toLocaleLowerCase().includes(word)),
  );
  return [...begin, ...within];
}
