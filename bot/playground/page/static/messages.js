// Messages as elements. Without `context.actions` nothing in them can be used, for looking at old screens.
// context: {me: {id, name}, people: Map, places: Map, roles: Map, locale, now(), emojiUrl(id), actions,
//   pending: Set of "message/custom id", problems: Map of message id to text}
import { make } from "./dom.js";
import { emoji, markdown, reveal } from "./markdown.js";
import { known, postedAt } from "./moments.js";
import { language, t, withElements } from "./words.js";

/** Create the element of a message. */
export function renderMessage(message, context) {
  const kind = [
    "message",
    message.mentions_me && "mentions-me",
    message.ephemeral && "private",
    message.kind !== "message" && "from-system",
  ];
  const named = `by-${message.id}`;
  const about = {
    class: kind.filter(Boolean).join(" "),
    "data-message": message.id,
    "data-version": message.version,
    tabindex: "-1",
    "aria-labelledby": named,
  };
  const body = make("div", { class: "body" }, heading(message, named, context), content(message, context), notes(message, context));
  return make("article", about, used(message), avatar(message.author), body);
}

/** Create the circle with the first letter of a name. */
export function avatar({ name, bot }) {
  const tint = [...name].reduce((sum, letter) => (sum * 31 + letter.codePointAt(0)) % 997, 0) % 6;
  const letter = [...name.trim()][0]?.toUpperCase() ?? "?";
  return make("span", { class: `avatar tint-${tint}${bot ? " bot" : ""}`, "aria-hidden": "true", text: letter });
}

function used(message) {
  if (!message.reply_to) return null;
  const { name, command } = message.reply_to;
  return make("p", { class: "used" }, withElements("{name} used {command}", { name: make("strong", { text: name }), command: make("span", { class: "command", text: command }) }));
}

function heading(message, id, context) {
  const { author } = message;
  const menu = { type: "button", "data-do": "person", "data-person": author.id, "data-key": "author", "aria-haspopup": "menu" };
  const name = context.actions
    ? make("button", { class: "name", ...menu, text: author.name })
    : make("span", { class: "name", text: author.name });
  const at = make("time", {
    datetime: new Date(message.created).toISOString(),
    text: postedAt(message.created, context.locale, context.now()),
  });
  return make(
    "h2",
    { id, "data-key": "heading" },
    name,
    author.bot && make("span", { class: "badge", text: t("App") }),
    " ",
    at,
    message.silent && make("span", { class: "mark", text: t("sent silently") }),
  );
}

const dots = () => make("span", { class: "dots", "aria-hidden": "true" }, make("i"), make("i"), make("i"));

function content(message, context) {
  if (message.thinking) {
    return make("p", { class: "thinking" }, dots(), t("{name} is thinking…", { name: message.author.name }));
  }
  if (message.kind === "thread") return threadNotice(message, context);
  const parts = message.parts.map((part) => renderPart(part, message, context));
  if (message.language && message.language !== language) for (const part of parts) mark(part, message.language);
  const edited = message.edited && make("p", { class: "edited", text: t("(edited)") });
  const thread = message.thread && threadNotice(message, context);
  return make("div", { class: "parts", "data-key": "parts" }, parts, edited, thread);
}

/** Say in which language a part is. Times in it are in that of the page. */
function mark(part, lang) {
  part.lang = lang;
  for (const time of part.querySelectorAll("time")) time.lang = language;
}

function threadNotice({ author, thread, kind }, context) {
  if (!thread) return make("p", { class: "notice", text: t("{name} started a thread, which is gone.", { name: author.name }) });
  const open = context.actions
    ? make("button", { type: "button", class: "open-thread", "data-do": "go", "data-place": thread.id, text: t("Open {thread}", { thread: thread.name }) })
    : make("strong", { text: thread.name });
  const words = kind === "thread" ? t("{name} started a thread:", { name: author.name }) : `${t("Thread")}:`;
  return make("p", { class: "notice" }, `${words} `, open);
}

function notes(message, context) {
  const problem = message.failed ?? context.problems?.get(message.id);
  const failed = problem && make("p", { class: "failed", "data-key": "failed", text: `⚠ ${problem}` });
  const dismiss =
    context.actions &&
    make("button", { type: "button", "data-do": "dismiss", "data-key": "dismiss", text: t("Dismiss message") });
  const only =
    message.ephemeral &&
    make("p", { class: "only", "data-key": "only" }, t("Only you can see this"), dismiss && [" · ", dismiss]);
  return [failed, only];
}

/** Create the element of one part of a message. */
function renderPart(part, message, context) {
  switch (part.kind) {
    case "text":
      return make("div", { class: "text" }, markdown(part.text, context));
    case "gallery":
      return make("div", { class: `gallery of-${Math.min(part.items.length, 5)}` }, part.items.map(picture));
    case "file":
      return file(part.file, context);
    case "row":
      return make("div", { class: "row" }, part.buttons.map((one) => button(one, message, context)));
    case "select":
      return select(part, message, context);
    case "section":
      return make(
        "div",
        { class: "section" },
        make("div", { class: "texts" }, part.texts.map((text) => make("div", { class: "text" }, markdown(text, context)))),
        part.accessory && accessory(part.accessory, message, context),
      );
    case "separator":
      return make("hr", { class: `${part.line ? "line" : "gap"}${part.large ? " large" : ""}` });
    case "container": {
      const box = make("div", { class: "container" }, part.parts.map((one) => renderPart(one, message, context)));
      if (part.accent) box.dataset.accent = part.accent;
      return part.spoiler ? make("details", { class: "spoiler-box" }, make("summary", { text: t("Spoiler") }), box) : box;
    }
    default:
      return make("p", { class: "notice", text: `(${part.kind})` });
  }
}

function accessory(shown, message, context) {
  const isButton = shown.kind === "button" || "style" in shown;
  return make("div", { class: "accessory" }, isButton ? button(shown, message, context) : picture(shown));
}

function picture({ url, alt, width, height, name }) {
  const image = make("img", { src: url, alt: alt || "", width, height, decoding: "async", draggable: "false" });
  image.dataset.shape = width && height ? "known" : "unknown";
  const unnamed = alt ? null : t("Picture {name}, without a description", { name });
  const about = { type: "button", class: "picture", "data-do": "picture", "data-key": `picture ${name}`, "aria-label": unnamed };
  return make("button", about, image);
}

function file({ name, size, url }, context) {
  const link = make("a", { href: url, download: name, text: name });
  const kilobytes = new Intl.NumberFormat(known(context.locale), { maximumFractionDigits: 1 });
  return make("p", { class: "file" }, link, make("span", { text: ` ${kilobytes.format(size / 1024)} KB` }));
}

/** Create a button of a message. */
function button(shown, message, context) {
  const face = [shown.emoji && emoji(shown.emoji), shown.label && make("span", { class: "label", text: shown.label })];
  if (shown.style === "link") {
    const target = { href: shown.url, target: "_blank", rel: "noopener noreferrer" };
    const here = /^https:\/\/(?:\w+\.)?discord\.com\/channels\/(?:\d+|@me)\/(\d+)(?:\/(\d+))?\/?$/.exec(shown.url ?? "");
    if (here && context.actions) {
      const about = { type: "button", class: "button link", "data-do": "go", "data-place": here[1], "data-target": here[2] };
      return make("button", { ...about, disabled: shown.disabled }, face);
    }
    return make("a", { class: "button link", ...(shown.disabled ? { "aria-disabled": "true", role: "link" } : target) }, face, " ↗");
  }
  const pending = context.pending?.has(`${message.id}/${shown.custom_id}`);
  const about = {
    type: "button",
    class: `button ${shown.style}${pending ? " pending" : ""}${context.actions ? "" : " still"}`,
    "data-do": "click",
    "data-id": shown.custom_id,
    "data-key": `button ${shown.custom_id}`,
    "aria-label": shown.label ? null : (shown.emoji?.text ?? shown.emoji?.name ?? t("Button")),
    "aria-busy": pending && "true",
    disabled: shown.disabled || !context.actions,
  };
  if (shown.disabled) about.class += " off";
  return make("button", about, face, pending && dots());
}

/** Return the labels of a select's chosen options. */
export function chosenLabels(shown) {
  const all = shown.options?.length ? shown.options : (shown.choices ?? []);
  return all.filter((one) => one.chosen || shown.chosen?.includes(one.value)).map((one) => one.label);
}

/** Create the closed form of a select; its list is opened over the page. */
function select(shown, message, context) {
  const chosen = chosenLabels(shown);
  const pending = context.pending?.has(`${message.id}/${shown.custom_id}`);
  const name = shown.placeholder || t(shown.max > 1 ? "Make selections" : "Make a selection");
  const single = chosen.length === 1 && shown.options?.find((one) => one.chosen);
  const about = {
    type: "button",
    class: `select${pending ? " pending" : ""}${shown.disabled ? " off" : ""}${context.actions ? "" : " still"}`,
    "data-do": "select",
    "data-id": shown.custom_id,
    "data-key": `select ${shown.custom_id}`,
    "data-name": name,
    "aria-haspopup": "listbox",
    "aria-expanded": "false",
    "aria-label": chosen.length ? `${name}: ${chosen.join(", ")}` : name,
    "aria-busy": pending && "true",
    disabled: shown.disabled || !context.actions,
  };
  const words = chosen.length ? chosen.join(", ") : name;
  return make(
    "button",
    about,
    single && single.emoji && emoji(single.emoji),
    make("span", { class: chosen.length ? "label" : "label placeholder", text: words }),
    make("span", { class: "arrow", "aria-hidden": "true", text: "⌄" }),
  );
}

/** Add what the policy against inline styles keeps out of attributes: the accents of containers. */
export function paint(root) {
  for (const box of root.querySelectorAll(".container")) {
    box.style.setProperty("--accent", box.dataset.accent ?? "var(--line)");
  }
}

/** Make spoilers, pictures and, with `context.actions`, buttons in messages work. */
export function listen(root, context, openPicture) {
  root.addEventListener("click", (event) => {
    const target = event.target.closest("[data-do]");
    if (!target || target.disabled) return;
    const name = target.dataset.do;
    if (name === "spoiler") reveal(target);
    else if (name === "picture") openPicture(target.querySelector("img"));
    else context.actions?.[name]?.(target, target.closest("[data-message]")?.dataset.message);
  });
}
