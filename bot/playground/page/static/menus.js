import { byId, closesOwn, make, placeNextTo } from "./dom.js";
import { avatar } from "./messages.js";
import { t, withElements } from "./words.js";

let redrawMine = () => {};

/** Open a popover next to an element; a second click on that element closes it. */
function openNextTo(anchor, popover) {
  if (closesOwn(anchor)) return false;
  const back = document.activeElement;
  document.querySelector("main").append(popover);
  popover.addEventListener("toggle", (event) => {
    if (event.newState !== "closed") return;
    const inside = popover.contains(document.activeElement) || document.activeElement === document.body;
    anchor.setAttribute("aria-expanded", "false");
    popover.remove();
    if (inside) (anchor.isConnected ? anchor : back)?.focus?.();
  });
  popover.showPopover();
  placeNextTo(popover, anchor);
  anchor.setAttribute("aria-expanded", "true");
  return true;
}

/** Move the focus in a list of buttons with the arrow keys. */
function arrows(root) {
  root.addEventListener("keydown", (event) => {
    const all = [...root.querySelectorAll("button:not(:disabled)")];
    const at = all.indexOf(document.activeElement);
    const to = { ArrowDown: (at + 1) % all.length, ArrowUp: (at - 1 + all.length) % all.length, Home: 0, End: all.length - 1 };
    if (!(event.key in to) || event.target.matches("select")) return;
    event.preventDefault();
    all[to[event.key]].focus();
  });
}

/** Open the menu of a person; `load()` returns its entries, `choose(entry)` uses one. */
export async function openPersonMenu(anchor, person, load, choose) {
  if (closesOwn(anchor)) return;
  const popover = make("div", { class: "menu", popover: "auto", role: "menu", "aria-label": person.name });
  const { problem, result } = await load();
  if (!anchor.isConnected) return;
  for (const entry of result ?? []) {
    const item = make("button", { type: "button", role: "menuitem", text: entry });
    item.addEventListener("click", () => {
      popover.hidePopover();
      choose(entry);
    });
    popover.append(item);
  }
  if (!popover.children.length) {
    popover.append(make("button", { type: "button", role: "menuitem", "aria-disabled": "true", text: problem ?? t("Nothing to do here") }));
  }
  arrows(popover);
  if (openNextTo(anchor, popover)) popover.firstElementChild.focus();
}

/** Return the sign before the name of a place. */
export const sign = (place) => ({ channel: "#", thread: "⤷", direct: "@" })[place.kind] ?? "#";

const KINDS = { channel: "Channel", thread: "Thread", direct: "Direct messages" };

/** Return a badge for what is unread in places, or null. */
function badge(unread, pings) {
  const words = (text) => make("span", { class: "spoken", text });
  if (pings) return make("span", { class: "count" }, words(`${t("Pings")}: `), String(pings));
  return unread ? make("span", { class: "dot" }, words(`${t("New messages")}: ${unread}`)) : null;
}

/** Show the name of the open place, and what is unread elsewhere. */
export function drawPlace(state) {
  const place = state.places.get(state.place);
  const elsewhere = [...state.places.values()].filter((one) => one.id !== state.place);
  const sum = (name) => elsewhere.reduce((total, one) => total + one[name], 0);
  const name = place ? place.name : "…";
  byId("place").replaceChildren(
    make("span", { class: "spoken", text: place ? `${t(KINDS[place.kind])}: ` : "" }),
    make("span", { class: "sign", "aria-hidden": "true", text: place ? sign(place) : "" }),
    make("span", { class: "place-name", text: name }),
  );
  const mark = badge(sum("unread"), sum("pings"));
  byId("places").querySelector(".badges").replaceChildren(...(mark ? [mark] : []));
  document.title = `${sum("pings") ? `(${sum("pings")}) ` : ""}${place ? `${sign(place)} ${name}` : t("Playground")} · ${state.me?.name ?? ""}`;
}

/** Open the list of channels, threads and direct messages. */
export function openPlaces(anchor, state, { go, direct }) {
  const popover = make("div", { class: "menu places", popover: "auto", id: "place-list" });
  const all = [...state.places.values()];
  const item = (place) => {
    const current = place.id === state.place;
    const button = make(
      "button",
      { type: "button", class: place.kind, "aria-current": current && "page" },
      make("span", { class: "sign", "aria-hidden": "true", text: sign(place) }),
      make("span", { class: "place-name", text: place.name }),
      place.archived && make("small", { text: t("archived") }),
      !current && badge(place.unread, place.pings),
    );
    button.addEventListener("click", () => {
      popover.hidePopover();
      go(place.id);
    });
    return make("li", {}, button);
  };
  const list = (label, items) => [make("h2", { text: label }), make("ul", { "aria-label": label }, items)];
  const channels = all
    .filter((place) => place.kind === "channel")
    .flatMap((place) => {
      const threads = all.filter((one) => one.parent === place.id).sort((one, other) => one.archived - other.archived);
      return [item(place), ...threads.map(item)];
    });
  const directs = all.filter((place) => place.kind === "direct").map(item);
  if (!directs.length) {
    const write = make("button", { type: "button", class: "direct", text: t("Write to {bot}", { bot: state.bot?.name ?? "" }) });
    write.addEventListener("click", () => {
      popover.hidePopover();
      direct();
    });
    directs.push(make("li", {}, write));
  }
  popover.append(make("nav", { "aria-label": t("Places") }, list(state.server?.name ?? "", channels), list(t("Direct messages"), directs)));
  arrows(popover);
  if (openNextTo(anchor, popover)) (popover.querySelector("[aria-current]") ?? popover.querySelector("button"))?.focus();
}

/** Show who the pane belongs to. */
export function drawMe(state) {
  byId("me").replaceChildren(avatar({ ...state.me, bot: false }), make("span", { class: "my-name", text: state.me.name }), make("span", { class: "spoken", text: `, ${t("language and more")}` }));
  redrawMine();
}

/** Open the small menu with the person's language. */
export function openMe(anchor, state, { language }) {
  let select = null;
  const popover = make("div", { class: "menu me", popover: "auto", role: "dialog" });
  const draw = () => {
    if (!popover.isConnected && select) return;
    const focused = document.activeElement === select;
    select = languages(state, language);
    popover.setAttribute("aria-label", t("{name}'s settings", { name: state.me.name }));
    popover.replaceChildren(
      make("p", {}, withElements("You see what {name} sees.", { name: make("strong", { text: state.me.name }) })),
      make("label", { for: "language", text: t("Language") }),
      select,
      make("p", { class: "small", text: t("A playground on this computer. It isn't Discord.") }),
    );
    if (focused) select.focus();
  };
  draw();
  redrawMine = draw;
  if (openNextTo(anchor, popover)) select.focus();
}

function languages(state, language) {
  const select = make("select", { id: "language" }, state.locales.map(({ code, name }) => make("option", { value: code, selected: code === state.me.locale, text: name })));
  if (!state.locales.some(({ code }) => code === state.me.locale)) {
    select.prepend(make("option", { value: "", selected: true, text: state.me.locale }));
  }
  select.addEventListener("change", () => select.value && language(select.value));
  return select;
}
