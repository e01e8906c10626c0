const ASIDE = document.implementation.createHTMLDocument();
let maker = document;

/** Create elements whose pictures don't load until they are put into the page: those that others are turned into. */
export function aside(create) {
  maker = ASIDE;
  try {
    return create();
  } finally {
    maker = document;
  }
}

/** Create an empty fragment. */
export const fragment = () => maker.createDocumentFragment();

/**
 * Create an element. Attributes that are null, undefined or false are left out; `text` is its text.
 * @param {string} tag @param {Object} [attributes] @param {...(Node|string|null|undefined|false)} children
 */
export function make(tag, attributes = {}, ...children) {
  const element = maker.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name === "text") element.textContent = value;
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

/** Return the element with an id. */
export const byId = (id) => document.getElementById(id);

/** Create a button with a cross, which closes or removes something. */
export function closeButton(label, press) {
  const button = make("button", { type: "button", class: "close", "aria-label": label, text: "✕" });
  button.addEventListener("click", press);
  return button;
}

const KEPT = new Set(["data-open", "aria-live"]);

/** Turn one element into another in place, so that focus, scrolling and loaded pictures stay. */
export function morph(from, to) {
  if (from.matches(".spoiler[data-open]") && from.textContent === to.textContent) return;
  for (const { name } of [...from.attributes]) {
    if (!to.hasAttribute(name) && !KEPT.has(name)) from.removeAttribute(name);
  }
  for (const { name, value } of [...to.attributes]) {
    if (from.getAttribute(name) !== value && !(name === "aria-expanded" && "open" in from.dataset)) {
      from.setAttribute(name, value);
    }
  }
  morphChildren(from, to);
}

const keyOf = (node) => (node.nodeType === Node.ELEMENT_NODE ? node.dataset.key : undefined);

const matches = (one, other) => one.nodeName === other.nodeName && keyOf(one) === keyOf(other);

/** Turn the children of one element into those of another; children with a key keep their element. */
function morphChildren(from, to) {
  const keyed = new Map([...from.children].filter((child) => child.dataset.key).map((child) => [keyOf(child), child]));
  const wanted = new Set([...to.children].map(keyOf));
  for (const [key, child] of keyed) if (!wanted.has(key)) child.remove();
  let place = from.firstChild;
  for (const next of [...to.childNodes]) {
    const key = keyOf(next);
    let old = key ? keyed.get(key) : place;
    if (old && !(matches(old, next) && old.parentNode === from)) old = null;
    if (!old) {
      from.insertBefore(next, place);
      continue;
    }
    if (old === place) place = place.nextSibling;
    else from.insertBefore(old, place);
    if (old.nodeType === Node.ELEMENT_NODE) morph(old, next);
    else if (old.nodeValue !== next.nodeValue) old.nodeValue = next.nodeValue;
  }
  while (place) {
    const after = place.nextSibling;
    place.remove();
    place = after;
  }
}

let pressed = null;
globalThis.document?.addEventListener("pointerdown", ({ target }) => (pressed = target.closest('[aria-expanded="true"]')), true);
globalThis.document?.addEventListener("click", () => (pressed = null));

/** Return whether the click on an element has just closed its popover: pressing anywhere else does that too. */
export const closesOwn = (anchor) => pressed === anchor;

/** Place a popover next to an element, inside the window. */
export function placeNextTo(popover, anchor, { width = 0 } = {}) {
  const around = anchor.getBoundingClientRect();
  const edge = 6;
  if (width) popover.style.width = `${Math.min(width, innerWidth - 2 * edge)}px`;
  popover.style.maxHeight = `${innerHeight - 2 * edge}px`;
  const { width: wide, height } = popover.getBoundingClientRect();
  const high = Math.min(height, 480);
  const below = innerHeight - around.bottom - edge;
  const above = around.top - edge;
  const down = high <= below || below >= above;
  const space = Math.min(Math.max(down ? below : above, 120), 480);
  popover.style.maxHeight = `${space}px`;
  const shown = Math.min(high, space);
  popover.style.top = `${Math.max(edge, down ? Math.min(around.bottom + 2, innerHeight - shown - edge) : around.top - shown - 2)}px`;
  popover.style.left = `${Math.max(edge, Math.min(around.left, innerWidth - wide - edge))}px`;
}
