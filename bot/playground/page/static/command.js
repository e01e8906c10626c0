import { closeButton, make } from "./dom.js";
import { t } from "./words.js";

const WAIT = 250;

/** The form of a slash command: a field per option. */
export class CommandForm {
  #asked = 0;

  /** `context` has people and places; `complete(option, typed, options)` asks the bot for choices. */
  constructor(command, context, { complete, send, leave, change = () => {} }, values = {}) {
    Object.assign(this, { command, context, complete, send, leave, change });
    this.fields = new Map();
    this.rows = make("div", { class: "fields" });
    this.more = make("div", { class: "more" });
    this.problem = make("p", { class: "problem", role: "alert" });
    this.button = make("button", { type: "submit", class: "button primary", text: t("Send") });
    const close = closeButton(t("Leave the command"), () => leave());
    this.element = make(
      "form",
      { class: "command-form", novalidate: true, autocomplete: "off", "aria-label": t("Command {command}", { command: `/${command.name}` }) },
      make("div", { class: "command-head" }, make("strong", { text: `/${command.name}` }), make("span", { text: command.description }), close),
      this.rows,
      this.problem,
      make("div", { class: "command-end" }, this.more, this.button),
    );
    this.element.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#send();
    });
    this.element.addEventListener("keydown", (event) => this.#key(event));
    this.element.addEventListener("input", () => this.change(this.values));
    for (const option of command.options) {
      if (option.required || values[option.name] !== undefined) this.#add(option, values[option.name]);
    }
    this.#offerMore();
  }

  /** What was filled in, by the names of options. */
  get values() {
    const values = {};
    for (const [name, field] of this.fields) {
      const value = field.value();
      if (value !== "") values[name] = value;
    }
    return values;
  }

  /** Put the focus where one goes on: into the first empty field, else onto the button. */
  focus() {
    const empty = [...this.fields.values()].find((field) => field.value() === "");
    (empty?.input ?? this.button).focus();
  }

  #key(event) {
    if (event.key === "Escape" && !event.defaultPrevented) {
      event.preventDefault();
      this.leave();
    } else if (event.key === "Enter" && event.target.matches("select")) {
      event.preventDefault();
      this.#send();
    } else if (event.key === "Backspace" && event.target.matches("input") && !event.target.value && event.target.dataset.optional) {
      event.preventDefault();
      this.#drop(event.target.dataset.optional);
    }
  }

  #add(option, value) {
    const id = `option-${this.command.options.indexOf(option)}`;
    const field = this.#field(option, id, value);
    if (!option.required) field.input.dataset.optional = option.name;
    const drop = !option.required && closeButton(t("Remove {option}", { option: option.name }), () => this.#drop(option.name));
    field.fault = make("p", { class: "fault", id: `${id}-fault` });
    field.row = make(
      "div",
      { class: "field" },
      make("label", { for: id }, option.name, option.required && make("span", { class: "star", "aria-hidden": "true", text: " *" })),
      make("div", { class: "control" }, field.input, drop, field.list),
      make("p", { class: "hint", id: `${id}-hint`, text: option.description }),
      field.fault,
    );
    field.input.setAttribute("aria-describedby", `${id}-hint ${id}-fault`);
    this.fields.set(option.name, field);
    this.rows.append(field.row);
  }

  #drop(name) {
    this.fields.get(name).row.remove();
    this.fields.delete(name);
    this.#offerMore();
    this.change(this.values);
    this.focus();
  }

  #offerMore() {
    const left = this.command.options.filter((option) => !this.fields.has(option.name));
    this.more.replaceChildren(
      ...left.map((option) => {
        const add = make("button", { type: "button", class: "button add", title: option.description, text: `+ ${option.name}` });
        add.addEventListener("click", () => {
          this.#add(option);
          this.#offerMore();
          this.fields.get(option.name).input.focus();
        });
        return add;
      }),
    );
  }

  #field(option, id, value) {
    const choices = this.#choices(option);
    if (choices) {
      const items = choices.map((one, at) => make("option", { value: at, selected: one.value === value, text: one.name }));
      const input = make("select", { id, required: option.required }, make("option", { value: "", text: t("Choose") }), items);
      return { option, input, value: () => (input.value === "" ? "" : choices[Number(input.value)].value) };
    }
    if (option.autocomplete) return this.#completed(option, id, value);
    const number = ["integer", "number"].includes(option.type);
    const input = make("input", {
      id,
      type: number ? "number" : "text",
      required: option.required,
      min: option.min_value,
      max: option.max_value,
      step: option.type === "number" ? "any" : null,
      minlength: option.min_length,
      maxlength: option.max_length,
      value,
    });
    return { option, input, value: () => (number && input.value ? Number(input.value) : input.value) };
  }

  #choices(option) {
    if (option.choices) return option.choices;
    const { people, places, roles, bot } = this.context;
    const named = (all, before) => [...all].map(([id, name]) => ({ name: `${before}${name}`, value: id }));
    const channels = [...places.values()].filter((one) => one.kind === "channel").map((one) => [one.id, one.name]);
    switch (option.type) {
      case "boolean":
        return [{ name: t("True"), value: true }, { name: t("False"), value: false }];
      case "user":
        return named([...people].sort(([one], [other]) => (one === bot?.id) - (other === bot?.id)), "@");
      case "channel":
        return named(channels, "#");
      case "role":
        return named(roles, "@");
      case "mentionable":
        return [...named(people, "@"), ...named(roles, "@")];
      default:
        return null;
    }
  }

  #completed(option, id, given) {
    const list = make("ul", { role: "listbox", id: `${id}-list`, class: "suggestions", "aria-label": t("Choices for {option}", { option: option.name }), hidden: true });
    const input = make("input", {
      id, type: "text", role: "combobox", required: option.required, value: given,
      "aria-expanded": "false", "aria-autocomplete": "list", "aria-controls": `${id}-list`,
    });
    let chosen = null;
    let timer = 0;
    let found = [];
    let at = 0;
    const draw = () => {
      list.hidden = !found.length;
      input.setAttribute("aria-expanded", String(Boolean(found.length)));
      list.replaceChildren(...found.map((one, number) => make("li", { role: "option", id: `${id}-${number}`, class: number === at && "current", "aria-selected": String(number === at), text: one.name })));
      if (found.length) input.setAttribute("aria-activedescendant", `${id}-${at}`);
      else input.removeAttribute("aria-activedescendant");
      list.children[at]?.scrollIntoView({ block: "nearest" });
    };
    const close = () => {
      clearTimeout(timer);
      this.#asked += 1;
      found = [];
      draw();
    };
    const choose = (one) => {
      chosen = one;
      input.value = one.name;
      close();
      this.change(this.values);
    };
    const ask = async () => {
      this.#asked += 1;
      const mine = this.#asked;
      const { problem, result } = await this.complete(option.name, input.value, this.values);
      if (mine !== this.#asked || document.activeElement !== input) return;
      this.problem.textContent = problem ?? "";
      found = result ?? [];
      at = 0;
      draw();
    };
    const askSoon = () => {
      clearTimeout(timer);
      timer = setTimeout(ask, WAIT);
    };
    input.addEventListener("input", () => {
      chosen = null;
      askSoon();
    });
    input.addEventListener("focus", askSoon);
    input.addEventListener("blur", () => setTimeout(close, 150));
    list.addEventListener("pointerdown", (event) => {
      const item = event.target.closest("li");
      event.preventDefault();
      if (item) choose(found[[...list.children].indexOf(item)]);
    });
    input.addEventListener("keydown", (event) => {
      if (!found.length) return;
      if (event.key === "ArrowDown") at = (at + 1) % found.length;
      else if (event.key === "ArrowUp") at = (at - 1 + found.length) % found.length;
      else if (event.key === "Escape") found = [];
      else if (event.key === "Enter" || (event.key === "Tab" && !event.shiftKey)) {
        const tab = event.key === "Tab";
        choose(found[at]);
        if (tab) return;
      } else return;
      event.preventDefault();
      draw();
    });
    return { option, input, list, value: () => chosen?.value ?? input.value };
  }

  async #send() {
    let first = null;
    for (const field of this.fields.values()) {
      const fault = faultOf(field.input);
      field.fault.textContent = fault;
      field.input.setAttribute("aria-invalid", String(Boolean(fault)));
      if (fault) first ??= field;
    }
    if (first) {
      first.input.focus();
      return;
    }
    this.problem.textContent = "";
    this.button.disabled = true;
    this.button.textContent = t("Sending…");
    const problem = await this.send(this.values);
    this.button.disabled = false;
    this.button.textContent = t("Send");
    if (problem) {
      this.problem.textContent = problem;
      this.button.focus();
    }
  }
}

/** Return what is wrong with a field, or nothing. */
function faultOf({ validity, validationMessage, min, max }) {
  if (validity.valid) return "";
  if (validity.valueMissing) return t("Fill in this field.");
  const outside = validity.rangeUnderflow || validity.rangeOverflow;
  return outside && min && max ? t("Type a number from {least} to {most}.", { least: min, most: max }) : validationMessage;
}
