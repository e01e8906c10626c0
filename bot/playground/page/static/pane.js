// One person's pane: connects the live connection with what is on the screen.
import { byId } from "./dom.js";
import { Composer } from "./composer.js";
import { Live } from "./live.js";
import { Log, toast } from "./log.js";
import { drawMe, drawPlace, openMe, openPersonMenu, openPlaces, sign } from "./menus.js";
import { listen } from "./messages.js";
import { plainLines } from "./markdown.js";
import { ModalDialog } from "./modal.js";
import { keepLive } from "./moments.js";
import { closePicker, openPicker, pickerOpen } from "./picker.js";
import { openPicture } from "./viewer.js";
import { spokenLines, spokenModal } from "./spoken.js";
import { language, speak, t } from "./words.js";

const LONGEST_NOTICE = 120;
/** The words of the document itself: id, attribute, English. */
const OWN = [
  ["retry", "text", "Try now"],
  ["messages", "aria-label", "Messages"],
  ["news", "text", "New messages ↓"],
  ["commands", "aria-label", "Commands"],
  ["slash", "aria-label", "Show commands"],
  ["slash", "title", "Commands"],
];
const path = location.pathname.replace(/\/$/, "");
const state = { me: null, bot: null, server: null, locales: [], places: new Map(), place: null, status: "starting", skew: 0 };
const context = {
  me: {},
  people: new Map(),
  places: state.places,
  roles: new Map(),
  bot: null,
  locale: "en-US",
  pending: new Set(),
  problems: new Map(),
  now: () => Date.now() + state.skew,
  emojiUrl: (id) => `${path}/emoji/${id}`,
  actions: {},
};

/** Tell screen readers something, in a language. */
function say(text, lang = language) {
  byId("said").textContent = "";
  byId("said").lang = lang;
  requestAnimationFrame(() => (byId("said").textContent = text));
}

const log = new Log(context, { say });
const live = new Live(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}${path}/live`, { handle, lost });
const composer = new Composer(context, (name, given) => live.request(name, given), () => log.toBottom());
const dialog = new ModalDialog(context, {
  submit: async (fields) => {
    log.actsIn();
    return (await live.request("submit", { fields })).problem;
  },
  close: () => act("close"),
});
const updateMoments = keepLive(document.body, context);

/** Send a request. A problem is shown at the top. */
async function act(name, given = {}) {
  const answer = await live.request(name, given);
  if (answer.problem) toast(answer.problem);
  return answer;
}

/** Use a control of a message: it's pending until the answer comes, and a problem is shown below the message. */
async function use(message, customId, name, given) {
  const key = `${message}/${customId}`;
  if (context.pending.has(key)) return;
  context.pending.add(key);
  context.problems.delete(message);
  log.actsIn(message);
  log.redraw([message]);
  const { problem } = await live.request(name, { message, custom_id: customId, ...given });
  context.pending.delete(key);
  const shown = log.message(message);
  if (problem && shown) {
    context.problems.set(message, problem);
    if (!shown.failed) say(problem);
  } else if (problem) toast(problem);
  log.redraw([message]);
  tell();
}

function findSelect(parts, customId) {
  for (const part of parts) {
    if (part.kind === "select" && part.custom_id === customId) return part;
    const inner = part.parts && findSelect(part.parts, customId);
    if (inner) return inner;
  }
  return null;
}

async function go(place, target) {
  if (target) log.show(target);
  const { problem } = await act("go", { place: target ? `0/${place}/${target}` : place });
  if (problem || target) return;
  byId(matchMedia("(pointer: coarse)").matches ? "log" : "say").focus({ preventScroll: true });
}

function personMenu(anchor) {
  const id = anchor.dataset.person;
  const person = { id, name: context.people.get(id) ?? anchor.textContent };
  openPersonMenu(
    anchor,
    person,
    () => live.request("menu", { person: id }),
    (entry) => {
      log.actsIn(null);
      act("context", { entry, person: id });
    },
  );
}

context.actions = {
  click: (target, message) => use(message, target.dataset.id, "click"),
  select: (target, message) => {
    const part = findSelect(log.message(message)?.parts ?? [], target.dataset.id);
    if (part) openPicker(target, part, (values) => use(message, part.custom_id, "choose", { values }));
  },
  dismiss: async (target, message) => {
    const shown = target.closest("article");
    const next = shown.nextElementSibling ?? shown.previousElementSibling;
    const { problem } = await act("dismiss", { message });
    if (!problem && document.activeElement === document.body) (next?.isConnected ? next : byId("say")).focus();
  },
  go: (target) => go(target.dataset.place, target.dataset.target),
  person: (target) => personMenu(target),
  command: (target) => composer.command(target.dataset.command),
};
listen(byId("messages"), context, openPicture);
byId("messages").addEventListener("contextmenu", (event) => {
  const target = event.target.closest("[data-person]");
  if (!target) return;
  event.preventDefault();
  personMenu(target);
});
listen(byId("modal"), context, openPicture);
byId("places").addEventListener("click", () => openPlaces(byId("places"), state, { go, direct: () => act("direct") }));
byId("me").addEventListener("click", () => openMe(byId("me"), state, { language: (code) => act("language", { code }) }));
document.addEventListener("keydown", (event) => {
  const elsewhere = !event.target.closest("input, textarea, select, dialog, [popover]");
  if (event.key === "/" && elsewhere && !event.ctrlKey && !event.metaKey) byId("say").focus();
});
byId("retry").addEventListener("click", () => live.retry());
byId("me").hidden = parent !== window; // the page around this one has it

function handle(message) {
  if (message.now) state.skew = message.now - Date.now();
  if (message.type === "hello") greet(message);
  else if (message.type === "changes") change(message);
  else if (message.type === "notify") notify(message);
}

function greet({ me, people, roles = [], bot, server, locales, status, spoken }) {
  const switched = spoken.language !== language;
  speak(spoken);
  Object.assign(state, { me, bot, server, locales, status });
  context.me = me;
  context.bot = bot;
  context.locale = me.locale;
  fill(context.people, [...people, bot].map((one) => [one.id, one.name]));
  fill(context.roles, roles.map((one) => [one.id, one.name]));
  composer.forget();
  drawMe(state);
  showStatus(false);
  if (switched) switchLanguage();
}

/** Say what is on the screen in the language that the person has switched to. */
function switchLanguage() {
  for (const [id, name, words] of OWN) {
    if (name === "text") byId(id).textContent = t(words);
    else byId(id).setAttribute(name, t(words));
  }
  log.redraw();
  dialog.speak();
  composer.speak();
}

function fill(map, entries) {
  map.clear();
  for (const [id, value] of entries) map.set(id, value);
}

function change(changes) {
  const moved = "place" in changes && changes.place !== state.place;
  if (changes.places) fill(state.places, changes.places.map((one) => [one.id, one]));
  if ("place" in changes) state.place = changes.place;
  if (moved) {
    closePicker({ quietly: true });
    composer.forget();
  }
  if (changes.places || moved) {
    drawPlace(state);
    const place = state.places.get(state.place);
    composer.restore(place ? `${sign(place)}${place.name}` : "", place?.kind === "direct");
    byId("log").setAttribute("aria-label", place ? t("Messages in {place}", { place: place.name }) : t("Messages"));
  }
  if (changes.reset || changes.messages || changes.removed) log.update(changes, { moved });
  if (changes.status && changes.status !== state.status) {
    state.status = changes.status;
    composer.forget();
  }
  if ("modal" in changes) dialog.show(changes.modal);
  checkPicker();
  showStatus(false);
  updateMoments();
  tell();
}

/** Close the open list if its select is gone. */
function checkPicker() {
  const open = pickerOpen();
  if (open && (!open.anchor.isConnected || open.anchor.disabled)) {
    closePicker({ quietly: true });
    toast(t("The message changed, so its list was closed."));
  }
}

function notify({ message, place, text: written }) {
  const where = state.places.get(place);
  const lines = plainLines(written, context).join(" · ");
  const text = lines.length > LONGEST_NOTICE ? `${lines.slice(0, LONGEST_NOTICE)}…` : lines;
  if (place === state.place) {
    if (document.hidden) say(text);
    return;
  }
  const name = where ? `${sign(where)}${where.name}` : t("another place");
  toast(`${name}: ${text}`, { button: t("Open"), press: () => go(place, message) });
}

function lost(failures) {
  showStatus(true, failures);
}

function showStatus(broken, failures = 0) {
  const words = { starting: "{bot} is starting…", offline: "{bot} is offline. Buttons and commands will fail." };
  const lost = [t("The connection to the playground is lost. Trying again…")];
  if (failures > 4) lost.push(t("If the program has ended, start it again and open the address that it prints."));
  const text = broken ? lost.join(" ") : t(words[state.status] ?? "", { bot: state.bot?.name ?? "" });
  byId("status").hidden = !text;
  byId("retry").hidden = !broken;
  if (byId("status-text").textContent !== text) byId("status-text").textContent = text;
  document.body.classList.toggle("disconnected", broken);
}

let told = "";
let telling = 0;

/** Tell the page around this one what a screen reader reads aloud here. */
function tell() {
  if (parent === window) return;
  clearTimeout(telling);
  telling = setTimeout(() => {
    const place = state.places.get(state.place);
    const lines = dialog.modal ? spokenModal(dialog.modal, context) : log.messages.flatMap((message) => spokenLines(message, context));
    const all = [...(place ? [`${sign(place)}${place.name}`] : []), ...lines];
    const text = all.join("\n");
    if (text === told) return;
    told = text;
    parent.postMessage({ type: "spoken", person: path.split("/").at(-1), lines: all, lang: language }, location.origin);
  }, 30);
}
