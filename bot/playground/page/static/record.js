// A record that is stepped through: the messages that everyone and each seat saw at a step, read-only.
import { aside, byId, make, morph } from "./dom.js";
import { listen, paint, renderMessage } from "./messages.js";
import { openPicture } from "./viewer.js";
import { language, offerLanguages, t } from "./words.js";

const LARGEST = 1_000_000;
const WIDE = 800;
const TABLE = "table";
const NO_ANSWER = t("The playground doesn't answer. Is it still running?");

const context = {
  me: { id: "0", name: "" },
  people: new Map(),
  places: new Map(),
  roles: new Map(),
  locale: language,
  now: () => Date.now(),
};

let record = null; // what the server says about the open record
let step = 0; // the step that should be shown
let shown = null; // the answer for the step on the screen
let loading = false;
let chosen = new Set(); // "table" and the seats that are shown
let timer = null; // while playing

const remembered = {
  get: (key) => {
    try {
      return sessionStorage.getItem(`record-${key}`);
    } catch {
      return null;
    }
  },
  set: (key, value) => {
    try {
      sessionStorage.setItem(`record-${key}`, value);
    } catch {
      // Without storage, a reload closes the record.
    }
  },
};

/** Ask the server. Returns the answer, or null after showing the problem. */
async function ask(path, options = {}) {
  try {
    const response = await fetch(path, options);
    const answer = await response.json();
    if (!answer.problem) return answer;
    report(answer.problem);
  } catch {
    report(NO_ANSWER);
  }
  return null;
}

/** Show a problem. What a check of the record says is in English. */
function report(problem) {
  const line = byId("problem");
  const words = problem && t(problem);
  line.lang = words === problem && problem !== NO_ANSWER ? "en" : language;
  line.hidden = !problem;
  line.textContent = words || "";
}

const spoken = () => new URLSearchParams({ language });

async function open(file) {
  pause();
  report("");
  if (file.size > LARGEST) {
    const size = (file.size / 1e6).toLocaleString(language, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
    report(t("{file} is too large for a record: it has {size} MB, and 1 MB is the limit.", { file: file.name, size }));
    return;
  }
  const answer = await ask(`/record/open?${spoken()}`, { method: "POST", body: file });
  if (!answer) return;
  const from = record?.id === answer.id ? step : record ? 0 : stepInAddress(); // an address names a step of a file
  await show(answer, from);
}

/** Show an open record from a step. */
async function show(answer, from) {
  const another = record?.id !== answer.id;
  record = answer;
  remembered.set("id", record.id);
  if (another) choose();
  describe();
  await go(from);
}

/** Choose the first columns: those before a reload, else all if there's room, else the table and the first seat. */
function choose() {
  const seats = record.names.map((_, seat) => String(seat));
  const [id, ...before] = remembered.get("chosen")?.split(" ") ?? []; // before a reload
  chosen = new Set(id === record.id ? before : [TABLE, ...(innerWidth < WIDE ? seats.slice(0, 1) : seats)]);
}

/** Fill in what doesn't depend on the step. */
function describe() {
  const { game, names, deals, steps, about, proof } = record;
  document.title = t("{game}: {names} · Record", { game, names: names.join(", ") });
  byId("title").textContent = t("{game}: record", { game });
  byId("about").textContent = about;
  byId("proof").replaceChildren(...proof.map((line) => make("li", { lang: "en", text: line })));
  byId("deal").replaceChildren(...deals.map(({ words }, at) => make("option", { value: at, text: words })));
  byId("starts").replaceChildren(...deals.map((deal) => make("option", { value: deal.step })));
  byId("slider").max = steps - 1;
  const boxes = [[TABLE, t("Table")], ...names.map((name, seat) => [String(seat), `${seat + 1} ${name}`])];
  byId("seats").replaceChildren(
    make("legend", { text: t("Show") }),
    ...boxes.map(([value, name]) =>
      make("label", {}, make("input", { type: "checkbox", name: "seat", value, checked: chosen.has(value) }), ` ${name}`),
    ),
  );
  byId("empty").hidden = true;
  byId("game").hidden = false;
}

/** Go to the nearest step that exists. Only one request is under way; the newest wish comes next. */
async function go(to) {
  if (!record) return;
  step = Math.min(Math.max(Math.trunc(to) || 0, 0), record.steps - 1);
  history.replaceState(null, "", `#step=${step}`);
  byId("slider").value = step;
  byId("number").textContent = t("{step} of {last}", { step, last: record.steps - 1 });
  if (loading) return;
  loading = true;
  byId("columns").setAttribute("aria-busy", "true");
  try {
    let wish;
    do {
      wish = wanted();
      const answer = await ask(wish);
      if (!answer) {
        pause();
        return;
      }
      if (wish === wanted()) {
        report("");
        draw(answer);
      }
    } while (wish !== wanted());
  } finally {
    loading = false;
    byId("columns").removeAttribute("aria-busy");
  }
}

function wanted() {
  const query = spoken();
  query.set("seats", [...chosen].filter((one) => one !== TABLE).sort().join(","));
  return `/record/${record.id}/${step}?${query}`;
}

function draw(answer) {
  shown = answer;
  byId("where").textContent = answer.place;
  byId("words").textContent = [answer.words, answer.result].filter(Boolean).join(" · ");
  byId("deal").value = String(answer.deal - 1);
  byId("slider").setAttribute("aria-valuetext", answer.place);
  for (const id of ["first", "back"]) byId(id).setAttribute("aria-disabled", String(answer.step === 0));
  for (const id of ["last", "forward"]) byId(id).setAttribute("aria-disabled", String(answer.step === record.steps - 1));
  if (answer.step === record.steps - 1) pause();
  drawColumns();
}

function drawColumns() {
  const places = [[TABLE, t("Table"), shown.table]];
  record.names.forEach((name, seat) => places.push([String(seat), `${seat + 1} ${name}`, shown.seats[seat]]));
  const drawn = () => places
    .filter(([value, , message]) => chosen.has(value) && message)
    .map(([value, name, message]) => {
      const turn = String(shown.turn) === value;
      const heading = make("h2", {}, name, turn && make("span", { class: "turn", text: ` · ${t("to play")}` }));
      return make("section", { class: `column${turn ? " at-turn" : ""}`, "data-key": value, "aria-label": name }, heading, renderMessage(message, context));
    });
  const next = aside(() => make("div", { id: "columns", class: "columns", "data-step": shown.step }, drawn()));
  morph(byId("columns"), next);
  paint(byId("columns"));
}

function pause() {
  clearInterval(timer);
  timer = null;
  byId("play").textContent = t("Play");
}

function play() {
  if (!record) return;
  if (timer) return pause();
  if (step === record.steps - 1) go(0);
  start();
}

function start() {
  clearInterval(timer);
  timer = setInterval(() => {
    if (loading) return; // slower than the pace: wait for the picture
    if (step === record.steps - 1) pause();
    else go(step + 1);
  }, Number(byId("pace").value));
  byId("play").textContent = t("Pause");
}

/** Go to the start of a deal, counted from the current one; back leads to the start of this one first. */
function goDeal(by) {
  const starts = record.deals.map((deal) => deal.step);
  const at = by > 0 ? starts.find((start) => start > step) : starts.filter((start) => start < step).at(-1);
  go(at ?? (by > 0 ? record.steps - 1 : 0));
}

function toggle(value) {
  if (!chosen.delete(value)) chosen.add(value);
  remembered.set("chosen", [record.id, ...chosen].join(" "));
  const box = byId("seats").querySelector(`[value="${value}"]`);
  if (box) box.checked = chosen.has(value);
  if (shown) drawColumns();
  go(step);
}

const KEYS = {
  ArrowLeft: () => stop(step - 1),
  ArrowRight: () => stop(step + 1),
  PageUp: () => goDeal(-1),
  PageDown: () => goDeal(1),
  Home: () => stop(0),
  End: () => stop(record.steps - 1),
  " ": play,
};

function stop(at) {
  pause();
  go(at);
}

function key(event) {
  if (!record || event.ctrlKey || event.metaKey || event.altKey || byId("viewer").open) return;
  const own = event.target.closest("select, input[type=range]") || (event.key === " " && event.target.closest("button, input, summary, a"));
  if (own) return;
  const digit = /^[0-6]$/.test(event.key) ? Number(event.key) : null;
  if (digit !== null && digit <= record.names.length) toggle(digit === 0 ? TABLE : String(digit - 1));
  else if (KEYS[event.key]) KEYS[event.key]();
  else return;
  event.preventDefault();
}

function nameTheme() {
  byId("theme").textContent = document.documentElement.dataset.theme === "dark" ? t("Light theme") : t("Dark theme");
}

function changeTheme() {
  const theme = document.documentElement.dataset.theme === "dark" ? "light" : "dark";
  document.documentElement.dataset.theme = theme;
  try {
    localStorage.setItem("theme", theme);
  } catch {
    // It stays until a reload.
  }
  nameTheme();
}

const stepInAddress = () => Number(/[#&]step=(\d+)/.exec(location.hash)?.[1] ?? 0);

function connect() {
  const on = (id, event, action) => byId(id).addEventListener(event, action);
  on("file", "change", ({ target }) => {
    const [file] = target.files;
    if (file) open(file).finally(() => (target.value = ""));
  });
  on("first", "click", () => stop(0));
  on("back", "click", () => stop(step - 1));
  on("forward", "click", () => stop(step + 1));
  on("last", "click", () => stop(record.steps - 1));
  on("play", "click", play);
  on("pace", "change", () => timer && start());
  on("deal", "change", ({ target }) => stop(record.deals[target.value].step));
  on("slider", "input", ({ target }) => stop(Number(target.value)));
  on("seats", "change", ({ target }) => toggle(target.value));
  on("theme", "click", changeTheme);
  offerLanguages(byId("language"));
  listen(byId("columns"), context, openPicture);
  document.addEventListener("keydown", key);
  addEventListener("hashchange", () => go(stepInAddress()));
  addEventListener("storage", nameTheme);
  addEventListener("dragover", (event) => {
    event.preventDefault();
    document.body.classList.add("dragging");
  });
  addEventListener("dragleave", (event) => event.relatedTarget || document.body.classList.remove("dragging"));
  addEventListener("drop", (event) => {
    event.preventDefault();
    document.body.classList.remove("dragging");
    const [file] = event.dataTransfer.files;
    if (file) open(file);
  });
}

async function begin() {
  connect();
  nameTheme();
  const id = remembered.get("id");
  const answer = id && (await ask(`/record/${id}?${spoken()}`));
  if (answer) await show(answer, stepInAddress());
}

begin();
