// What a screen reader reads aloud, in order.
import { chosenLabels } from "./messages.js";
import { plainLines } from "./markdown.js";
import { postedAt } from "./moments.js";
import { t } from "./words.js";

const ALONE = { locale: "en-US", now: () => Date.now() };

/** Return what is read aloud of a message: texts, labels with their states, and alt texts. */
export function spokenLines(message, context = ALONE) {
  const lines = [];
  if (message.reply_to) lines.push(t("{name} used {command}", message.reply_to));
  const marks = [message.author.bot && t("App"), postedAt(message.created, context.locale, context.now())];
  lines.push([message.author.name, ...marks.filter(Boolean)].join(", "));
  if (message.thinking) lines.push(t("{name} is thinking…", { name: message.author.name }));
  else lines.push(...message.parts.flatMap((part) => partLines(part, context)));
  if (message.thread) lines.push(`${t("Thread")}: ${message.thread.name}`);
  if (message.edited) lines.push(t("(edited)"));
  if (message.failed) lines.push(message.failed);
  if (message.ephemeral) lines.push(t("Only you can see this"));
  return lines;
}

/** Return the texts of a message alone, without names, buttons and pictures. */
export function spokenTexts(message, context = ALONE) {
  const texts = (part) => {
    if (part.kind === "container") return part.parts.flatMap(texts);
    return part.kind === "text" || part.kind === "section" ? partLines({ ...part, accessory: null }, context) : [];
  };
  return message.parts.flatMap(texts);
}

/** Return what is read aloud of an open modal. */
export function spokenModal(modal, context = ALONE) {
  const lines = [`${t("Dialog")}: ${modal.title}`];
  for (const part of modal.parts) {
    if (part.kind === "text") lines.push(...plainLines(part.text, context));
    else {
      const { field } = part;
      const value = typeof field.value === "string" && field.value ? `: ${field.value}` : "";
      lines.push(`${t("Field")}: ${part.label}${value}${mark(field.required, "required")}`);
      if (part.description) lines.push(part.description);
      for (const option of field.options ?? []) lines.push(`${t("Option")}: ${option.label}${mark(option.chosen, "chosen")}`);
    }
  }
  return lines;
}

function partLines(part, context) {
  switch (part.kind) {
    case "text":
      return plainLines(part.text, context);
    case "gallery":
      return part.items.map(pictureLine);
    case "file":
      return [`${t("File")}: ${part.file.name}`];
    case "row":
      return part.buttons.map(buttonLine);
    case "select":
      return [selectLine(part)];
    case "section": {
      const shown = part.accessory;
      const last = shown ? [shown.kind === "button" || "style" in shown ? buttonLine(shown) : pictureLine(shown)] : [];
      return [...part.texts.flatMap((text) => plainLines(text, context)), ...last];
    }
    case "container":
      return part.spoiler ? [t("Spoiler, collapsed")] : part.parts.flatMap((one) => partLines(one, context));
    default:
      return [];
  }
}

const mark = (is, word) => (is ? `, ${t(word)}` : "");

const pictureLine = ({ alt, name }) => (alt ? `${t("Picture")}: ${alt}` : t("Picture {name}, without a description", { name }));

function buttonLine({ label, emoji, style, disabled }) {
  const words = [emoji?.text ?? (emoji ? `:${emoji.name}:` : ""), label].filter(Boolean).join(" ");
  return `${t(style === "link" ? "Link" : "Button")}: ${words}${mark(disabled, "disabled")}`;
}

function selectLine(shown) {
  const chosen = chosenLabels(shown);
  const state = chosen.length ? `${mark(true, "chosen")}: ${chosen.join(", ")}` : "";
  const name = shown.placeholder || t(shown.max > 1 ? "Make selections" : "Make a selection");
  return `${t("Select")}: ${name}${state}${mark(shown.disabled, "disabled")}`;
}
