// Discord's Markdown, turned into elements. Nothing in a text can become HTML.
import { aside, fragment, make } from "./dom.js";
import { timeElement } from "./moments.js";
import { t } from "./words.js";

const INLINE = new RegExp(
  [
    String.raw`\\(?<escaped>[^0-9A-Za-z\s])`,
    "(?<ticks>`{1,2})(?<code>(?:(?!\\k<ticks>)[\\s\\S])+)\\k<ticks>",
    String.raw`\|\|(?<spoiler>(?:\\[\s\S]|[^\\])+?)\|\|`,
    String.raw`\*\*\*(?<both>(?:\\[\s\S]|[^\\*])+)\*\*\*`,
    String.raw`\*\*(?<bold>(?:\\[\s\S]|[^\\])+?)\*\*(?!\*)`,
    String.raw`__(?<underlined>(?:\\[\s\S]|[^\\])+?)__(?!_)`,
    String.raw`~~(?<struck>(?:\\[\s\S]|[^\\])+?)~~`,
    String.raw`\*(?=[^\s*])(?<italic>(?:\*\*|\\[\s\S]|[^\\*])*?[^\s*\\])\*(?!\*)`,
    String.raw`(?<![0-9A-Za-z_])_(?<leaning>(?:__|\\[\s\S]|[^\\_])+?)_(?![0-9A-Za-z_])`,
    String.raw`\[(?<label>(?:\\[\s\S]|\[[^\[\]]*\]|[^\\\[\]])+)\]\(<?(?<target>https?:\/\/[^\s<>()]+(?:\([^\s<>()]*\)[^\s<>()]*)*)>?(?:\s+"[^"]*")?\)`,
    String.raw`<(?<bare>https?:\/\/[^\s<>]+)>`,
    String.raw`(?<url>https?:\/\/[^\s<>]+[^\s<>.,:;"'\])*_~|])`,
    String.raw`<@!?(?<person>\d+)>`,
    String.raw`<@&(?<role>\d+)>`,
    String.raw`<#(?<place>\d+)>`,
    String.raw`<\/(?<command>[^:<>\n]+):\d+>`,
    String.raw`<a?:(?<emoji>\w+):(?<emojiId>\d+)>`,
    String.raw`<t:(?<at>-?\d+)(?::(?<style>[tTdDfFR]))?>`,
    String.raw`(?<everyone>@everyone|@here)\b`,
  ].join("|"),
  "g",
);
const LINK = /^https:\/\/(?:\w+\.)?discord\.com\/channels\/(\d+|@me)\/(\d+)(?:\/(\d+))?\/?$/;
const HEADING = /^(#{1,3})\s+(.+)$/;
const ITEM = /^(\s*)([-*]|\d{1,9}\.)\s+(.*)$/;

/** Convert a text to a fragment of elements. */
export function markdown(text, context) {
  const whole = fragment();
  const pieces = text.split(/```(?:([\w+-]+)\n)?\n?([\s\S]+?)\n?```/);
  for (let at = 0; at < pieces.length; at += 3) {
    if (pieces[at].trim()) blocks(pieces[at].replace(/^\n|\n$/g, "").split("\n"), whole, context);
    if (at + 2 < pieces.length) whole.append(make("pre", { tabindex: "0" }, make("code", { text: pieces[at + 2] })));
  }
  return whole;
}

/** Append the blocks that lines make: headings, lists, quotes, small print and paragraphs. */
function blocks(lines, into, context) {
  let plain = [];
  const flush = () => {
    if (plain.some((line) => line.trim())) into.append(make("p", {}, inline(plain.join("\n"), context)));
    plain = [];
  };
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at];
    const heading = HEADING.exec(line);
    if (heading) {
      flush();
      into.append(make("h3", { class: `size-${heading[1].length}` }, inline(heading[2], context)));
    } else if (line.startsWith("-# ")) {
      flush();
      into.append(make("p", { class: "small" }, inline(line.slice(3), context)));
    } else if (line.startsWith(">>> ") || line.startsWith("> ")) {
      flush();
      const quoted = [];
      const whole = line.startsWith(">>> ");
      if (whole) quoted.push(line.slice(4), ...lines.slice(at + 1));
      else while (at < lines.length && /^> ?/.test(lines[at])) quoted.push(lines[at++].replace(/^> ?/, ""));
      at = whole ? lines.length : at - 1;
      const quote = make("blockquote");
      blocks(quoted, quote, context);
      into.append(quote);
    } else if (ITEM.test(line)) {
      flush();
      const items = [];
      for (; at < lines.length && (ITEM.test(lines[at]) || (/^\s+\S/.test(lines[at]) && items.length)); at += 1) {
        const found = ITEM.exec(lines[at]);
        const item = found && { depth: found[1].length, numbered: /\d/.test(found[2]), mark: found[2], text: found[3] };
        if (item && items.length && item.depth <= items[0].depth && item.numbered !== items[0].numbered) break;
        if (item) items.push(item);
        else items.at(-1).text += `\n${lines[at].trim()}`;
      }
      at -= 1;
      into.append(list(items, context));
    } else plain.push(line);
  }
  flush();
}

/** Create a list, with deeper items in inner lists. */
function list(items, context) {
  const { depth, mark, numbered } = items[0];
  const whole = make(numbered ? "ol" : "ul", numbered ? { start: parseInt(mark, 10) } : {});
  for (let at = 0; at < items.length; at += 1) {
    const inner = [];
    const item = make("li", {}, inline(items[at].text, context));
    while (at + 1 < items.length && items[at + 1].depth > depth) inner.push(items[++at]);
    if (inner.length) item.append(list(inner, context));
    whole.append(item);
  }
  return whole;
}

/** Convert text without blocks to nodes. */
export function inline(text, context) {
  const nodes = [];
  let done = 0;
  for (const found of text.matchAll(INLINE)) {
    if (found.index > done) nodes.push(text.slice(done, found.index));
    nodes.push(node(found, context));
    done = found.index + found[0].length;
  }
  if (done < text.length) nodes.push(text.slice(done));
  return nodes;
}

/** Return the node for one match. */
function node(match, context) {
  const found = match.groups;
  const within = (tag, words, attributes = {}) => make(tag, attributes, inline(words, context));
  if (found.escaped) return found.escaped;
  if (found.code) return make("code", { text: found.code.trim() || found.code });
  if (found.spoiler) return spoiler(inline(found.spoiler, context));
  if (found.both) return make("strong", {}, within("em", found.both));
  if (found.bold) return within("strong", found.bold);
  if (found.underlined) return within("u", found.underlined);
  if (found.struck) return within("s", found.struck);
  if (found.italic ?? found.leaning) return within("em", found.italic ?? found.leaning);
  if (found.label) return link(found.target, inline(found.label, context), context);
  const url = found.bare ?? found.url;
  if (url) return link(url, null, context);
  if (found.person) return person(found.person, context);
  if (found.role) return make("span", { class: "mention", text: `@${context.roles?.get(found.role) ?? t("unknown role")}` });
  if (found.place) return placeLink(found.place, null, null, context);
  if (found.command) return pressable({ "data-do": "command", "data-command": found.command }, [`/${found.command}`], context);
  if (found.emojiId) return emoji({ name: found.emoji, url: context.emojiUrl?.(found.emojiId) });
  if (found.at) return timeElement(Number(found.at), found.style ?? "f", context);
  return make("span", { class: "mention", text: found.everyone });
}

/** Create a piece of text that's hidden until it's clicked. */
function spoiler(children) {
  const cover = make("button", { type: "button", class: "cover", "data-do": "spoiler", "aria-label": t("Show spoiler") });
  return make("span", { class: "spoiler" }, cover, make("span", { class: "hidden-text", inert: true }, children));
}

/** Show what a spoiler hides. */
export function reveal(cover) {
  const whole = cover.parentElement;
  whole.dataset.open = "";
  whole.lastElementChild.inert = false;
  whole.lastElementChild.tabIndex = -1;
  whole.lastElementChild.focus();
  cover.remove();
}

/** Create an emoji: a character, or a picture. */
export function emoji(shown) {
  if (shown.text) return make("span", { class: "emoji", text: shown.text });
  if (!shown.url) return `:${shown.name}:`;
  return make("img", { class: "emoji", src: shown.url, alt: `:${shown.name}:`, draggable: "false" });
}

/** Create the mention of a person, which opens the person's menu. */
function person(id, context) {
  const name = context.people?.get(id) ?? t("unknown user");
  const mine = context.me?.id === id ? " mine" : "";
  return pressable({ "data-do": "person", "data-person": id, "aria-haspopup": "menu" }, [`@${name}`], context, mine);
}

/** Create a link to a page, or to a message or place here. */
function link(url, children, context) {
  const found = LINK.exec(url);
  if (found) return placeLink(found[2], found[3], children, context);
  return make("a", { href: url, target: "_blank", rel: "noopener noreferrer" }, children ?? url);
}

/** Create a link to a place, perhaps to one message in it. */
function placeLink(id, message, children, context) {
  const place = context.places?.get(id);
  const name = place ? `${place.kind === "direct" ? "@" : "#"}${place.name}` : `#${t("unknown")}`;
  const shown = children ?? [message ? `${name} › ${t("message")}` : name];
  const style = children ? " plain" : "";
  return pressable({ "data-do": "go", "data-place": id, "data-target": message }, shown, context, style);
}

/** Create a mention that can be clicked, or only read where there's nothing to act on. */
function pressable(attributes, children, context, style = "") {
  if (!context.actions) return make("span", { class: `mention${style}` }, children);
  return make("button", { type: "button", class: `mention${style}`, ...attributes }, children);
}

/** Return a text as it's read aloud, one line a paragraph. */
export function plainLines(text, context) {
  const lines = [];
  const whole = aside(() => make("div", {}, markdown(text, context)));
  for (const image of whole.querySelectorAll("img")) image.replaceWith(image.alt);
  for (const hidden of whole.querySelectorAll(".spoiler")) hidden.textContent = `(${t("spoiler, hidden")})`;
  const walk = (element) => {
    for (const child of element.children) {
      if (child.matches("ul, ol, blockquote")) walk(child);
      else if (child.matches("li")) {
        const inner = [...child.children].filter((one) => one.matches("ul, ol"));
        for (const one of inner) one.remove();
        lines.push(`• ${child.textContent}`);
        inner.forEach(walk);
      } else lines.push(...child.textContent.split("\n"));
    }
  };
  walk(whole);
  return lines.map((line) => line.trim()).filter(Boolean);
}
