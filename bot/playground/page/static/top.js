// The page around the panes: the connection to the server, the toolbar, and what the tools show.
import { addPicture } from "./top-picture.js";
import { showFaults } from "./top-faults.js";
import { Guests } from "./top-guests.js";
import { Panes } from "./top-panes.js";
import { Wire } from "./top-wire.js";
import { layout, keep } from "./top-layout.js";
import { language, offerLanguages, t } from "./words.js";

const $ = (id) => document.getElementById(id);
const NARROW = matchMedia("(max-width: 760px)");
const waiting = new Map();
let socket = null;
let number = 0;
let retry = 500;

export function say(sentence, lang = language) {
  $("said").textContent = sentence;
  $("said").lang = lang;
  clearTimeout(say.timer);
  say.timer = setTimeout(() => ($("said").textContent = ""), 5000);
}

function ask(what, more = {}) {
  return new Promise((resolve) => {
    if (socket?.readyState !== WebSocket.OPEN) {
      say(t("The playground doesn't answer. Is it still running?"));
      return;
    }
    number += 1;
    waiting.set(number, resolve);
    socket.send(JSON.stringify({ id: number, do: what, ...more }));
  });
}

async function act(what, more) {
  const answer = await ask(what, more);
  if (answer.problem) say(answer.problem, answer.lang ?? "en");
  return answer;
}

const panes = new Panes($("panes"), $("tabs"), act, say, addPicture);
const wire = new Wire(act);
const guests = new Guests(act, say);

function show(state) {
  $("count").value = state.count;
  $("bot").textContent = state.bot.online
    ? t("Remik is online.")
    : state.bot.notice || t("Remik is starting.");
  $("bot").lang = state.bot.online || !state.bot.notice ? language : "en";
  $("bot").classList.toggle("away", !state.bot.online && Boolean(state.bot.notice));
  panes.show(state);
  showFaults(state.faults, act);
  guests.show(state);
  panes.hold(guests.replaying());
  showSpokenChoice(state);
  appear(state);
}

// The panes appear with the bot's greeting in them. A bot that is killed later leaves them where they are.
function appear({ bot: { greeted, notice } }) {
  if (greeted) document.body.dataset.ready = "";
  $("waiting").textContent = "ready" in document.body.dataset ? "" : notice || t("Remik is starting ...");
}

function connect() {
  socket = new WebSocket(`ws://${location.host}/top/live`);
  socket.onopen = () => {
    retry = 500;
    wire.empty();
  };
  socket.onmessage = (event) => {
    const message = JSON.parse(event.data);
    if (message.type === "state") show(message);
    else if (message.type === "wire") wire.add(message.entries);
    else if (message.type === "done") {
      waiting.get(message.id)?.(message);
      waiting.delete(message.id);
    }
  };
  socket.onclose = () => {
    for (const resolve of waiting.values()) resolve({ problem: t("The connection was lost."), lang: language });
    waiting.clear();
    $("bot").textContent = t("The playground has stopped, or its address has changed. Trying again ...");
    $("bot").lang = language;
    $("bot").classList.add("away");
    setTimeout(connect, retry);
    retry = Math.min(retry * 2, 8000);
  };
}

// What is read aloud, as a pane reports it.
const spoken = new Map();

function showSpokenChoice(state) {
  const select = $("spoken-person");
  const names = state.people.slice(0, state.count).map((person) => person.name);
  if ([...select.options].map((option) => option.value).join() !== names.join()) {
    select.replaceChildren(...names.map((name) => new Option(name, name)));
    if (names.includes(layout.spoken)) select.value = layout.spoken;
    showSpoken();
  }
}

function showSpoken() {
  const unknown = { lines: [t("Open this person's pane to see what is read aloud in it.")], lang: language };
  const shown = spoken.get($("spoken-person").value) ?? unknown;
  const list = $("spoken-lines");
  list.lang = shown.lang;
  list.replaceChildren(
    ...shown.lines.map((line) => {
      const item = document.createElement("li");
      item.textContent = line;
      return item;
    }),
  );
}

addEventListener("message", (event) => {
  if (event.origin !== location.origin || event.data?.type !== "spoken") return;
  const name = panes.nameOf(event.source) ?? String(event.data.person);
  spoken.set(name, { lines: event.data.lines.map(String), lang: String(event.data.lang) });
  if (name === $("spoken-person").value) showSpoken();
});
$("spoken-person").addEventListener("change", () => {
  keep({ spoken: $("spoken-person").value });
  showSpoken();
});

// The toolbar.
for (const count of [1, 2, 3, 4, 5, 6]) $("count").add(new Option(count, count));
$("count").addEventListener("change", () => act("people", { count: Number($("count").value) }));
$("theme").value = document.documentElement.dataset.theme;
$("theme").addEventListener("change", () => {
  const theme = $("theme").value;
  document.documentElement.dataset.theme = theme;
  try {
    localStorage.setItem("theme", theme);
  } catch {
    // Without storage, the theme lasts until the page is closed.
  }
  panes.tell({ type: "theme", theme });
});
$("width").value = layout.width;
const widen = () => (document.body.dataset.width = $("width").value);
$("width").addEventListener("change", () => {
  keep({ width: $("width").value });
  widen();
});
widen();
$("layout").addEventListener("submit", (event) => event.preventDefault());

for (const part of ["wire", "tools"]) {
  const pressed = $(`${part}-button`);
  const draw = () => {
    $(part).hidden = !layout[part];
    pressed.setAttribute("aria-pressed", String(layout[part]));
  };
  pressed.addEventListener("click", () => {
    if (NARROW.matches) return panes.look(part);
    keep({ [part]: !layout[part] });
    draw();
  });
  draw();
}
for (const part of document.querySelectorAll("#tools > details")) {
  if (part.id in layout.parts) part.open = layout.parts[part.id];
  part.addEventListener("toggle", () => keep({ parts: { ...layout.parts, [part.id]: part.open } }));
}
$("mend").addEventListener("click", async () => {
  const answer = await act("mend");
  if (answer.result) $("fault-said").textContent = answer.result;
});

offerLanguages($("language"));
connect();
