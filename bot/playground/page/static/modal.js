import { byId, make } from "./dom.js";
import { emoji, markdown } from "./markdown.js";
import { t } from "./words.js";

/** The form that a bot opened, as a dialog. What was typed stays while the same form is open. */
export class ModalDialog {
  #modal = null;

  /** `submit(fields)` and `close()` send requests; `submit` returns a problem or null. */
  constructor(context, { submit, close }) {
    Object.assign(this, { context, submit, close });
    this.dialog = byId("modal");
    this.dialog.addEventListener("cancel", (event) => {
      event.preventDefault();
      this.#leave();
    });
    this.dialog.addEventListener("close", () => {
      if (!this.#modal || this.dialog.open) return;
      this.#modal = null; // browsers let a second Escape through
      this.close();
    });
  }

  /** The open form, or null. */
  get modal() {
    return this.#modal;
  }

  /** Show a form, or none. */
  show(modal) {
    if (modal?.id === this.#modal?.id) return;
    this.#modal = modal;
    if (this.dialog.open) this.dialog.close();
    this.dialog.replaceChildren();
    if (!modal) return;
    this.dialog.append(this.#form(modal));
    this.dialog.showModal();
    this.dialog.querySelector("input, textarea, select")?.focus();
  }

  /** Say on the buttons what they do, also after the language has changed. */
  speak() {
    if (!this.#modal) return;
    this.send.textContent = t(this.send.disabled ? "Sending…" : "Submit");
    this.cancel.textContent = t("Cancel");
  }

  #leave() {
    if (this.form.ariaBusy !== "true") this.close();
  }

  #form({ title, parts }) {
    this.problem = make("p", { class: "problem", role: "alert" });
    this.send = make("button", { type: "submit", class: "button primary", });
    this.cancel = make("button", { type: "button", class: "button secondary" });
    this.speak();
    this.cancel.addEventListener("click", () => this.#leave());
    this.fields = [];
    this.form = make(
      "form",
      { novalidate: true, autocomplete: "off" },
      make("h2", { id: "modal-title", text: title }),
      make("div", { class: "fields" }, parts.map((part, at) => this.#part(part, at))),
      this.problem,
      make("div", { class: "modal-end" }, this.cancel, this.send),
    );
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#submit();
    });
    return this.form;
  }

  #part(part, at) {
    if (part.kind === "text") return make("div", { class: "text" }, markdown(part.text, this.context));
    const { element, field } = createField(part, `field-${at}`);
    this.fields.push(field);
    return element;
  }

  async #submit() {
    const wrong = this.fields.map((field) => ({ field, fault: field.fault() }));
    for (const { field, fault } of wrong) field.mark(fault);
    const first = wrong.find(({ fault }) => fault);
    if (first) {
      first.field.focus();
      return;
    }
    this.problem.textContent = "";
    this.#busy(true);
    const values = Object.fromEntries(this.fields.map((field) => [field.custom_id, field.value()]));
    const problem = await this.submit(values);
    this.#busy(false);
    if (problem) {
      this.problem.textContent = problem;
      this.send.focus();
    }
  }

  #busy(busy) {
    this.form.ariaBusy = String(busy);
    this.send.disabled = busy;
    this.speak();
  }
}

/** Create a labeled field: its element, and functions for its value and for what is wrong with it. */
function createField({ label, description, field }, id) {
  const error = make("p", { class: "fault", id: `${id}-fault` });
  const hint = description && make("p", { class: "hint", id: `${id}-hint`, text: description });
  const described = [hint && `${id}-hint`, `${id}-fault`].filter(Boolean).join(" ");
  const star = field.required && make("span", { class: "star", "aria-hidden": "true", text: " *" });
  const made = (MAKERS[field.type] ?? choices)(field, id, described);
  const head = made.group ? make("legend", {}, label, star) : make("label", { for: id }, label, star);
  const element = make(made.group ? "fieldset" : "div", { class: "field", "aria-describedby": made.group && described }, head, hint, made.control, error);
  const mark = (fault) => {
    error.textContent = fault ?? "";
    for (const input of element.querySelectorAll("input, textarea, select")) input.setAttribute("aria-invalid", String(Boolean(fault)));
  };
  element.addEventListener("input", () => mark(null));
  const focus = () => element.querySelector("input, textarea, select").focus();
  return { element, field: { custom_id: field.custom_id, mark, focus, value: made.value, fault: made.fault } };
}

function written(field, id, described) {
  const about = { id, required: field.required, "aria-describedby": described, maxlength: field.max ?? 4000, placeholder: field.placeholder || null };
  const long = field.type === "paragraph";
  const control = make(long ? "textarea" : "input", { ...about, ...(long ? { rows: 4 } : { type: "text" }) });
  control.value = field.value ?? "";
  const fault = () => {
    const { length } = control.value;
    if (!length) return field.required ? t("Fill in this field.") : null;
    return length < (field.min ?? 0) ? t("Too short. Characters needed: {count}.", { count: field.min }) : null;
  };
  return { control, value: () => control.value, fault };
}

function dropDown(field, id, described) {
  const all = offered(field);
  const control = make("select", { id, required: field.required, "aria-describedby": described });
  const chosen = all.find((one) => one.chosen);
  control.append(make("option", { value: "", text: field.placeholder || t("Choose"), selected: !chosen }));
  for (const one of all) {
    const words = [one.emoji?.text, one.label, one.description && `· ${one.description}`].filter(Boolean).join(" ");
    control.append(make("option", { value: one.value, text: words, selected: one === chosen }));
  }
  const fault = () => (field.required && !control.value ? t("Choose an option.") : null);
  return { control, value: () => (control.value ? [control.value] : []), fault };
}

function choices(field, id, described) {
  const select = !["radio", "checkboxes"].includes(field.type);
  if (select && (field.max ?? 1) <= 1) return dropDown(field, id, described);
  const type = field.type === "radio" ? "radio" : "checkbox";
  const items = offered(field).map((one, at) => {
    const words = make("span", { class: "option" }, make("span", { text: one.label }), one.description && make("small", { text: one.description }));
    const input = make("input", { type, name: id, id: at ? `${id}-${at}` : id, value: one.value, checked: one.chosen });
    return make("label", { class: "choice" }, input, one.emoji && emoji(one.emoji), words);
  });
  const control = make("div", { class: "choices" }, items);
  const values = () => [...control.querySelectorAll("input:checked")].map((input) => input.value);
  const fault = () => {
    const count = values().length;
    const { min = 1, max = items.length } = field;
    if (!count) return field.required ? t("Choose an option.") : null;
    if (type === "radio" || (count >= min && count <= max)) return null;
    return count < min ? t("Choose at least {count}.", { count: min }) : t("Choose at most {count}.", { count: max });
  };
  return { control, group: true, value: values, fault };
}

function checkbox(field, id, described) {
  const input = make("input", { type: "checkbox", id, checked: Boolean(field.value), "aria-describedby": described });
  return { control: input, value: () => input.checked, fault: () => null };
}

function unsupported(field, id) {
  return { control: make("input", { id, type: "text", disabled: true, value: t("Files can't be sent here") }), value: () => [], fault: () => null };
}

function offered(field) {
  const all = field.options?.length ? field.options : (field.choices ?? []);
  return all.map((one) => ({ ...one, chosen: Boolean(one.chosen || field.chosen?.includes(one.value)) }));
}

const MAKERS = { input: written, paragraph: written, checkbox, file: unsupported };
