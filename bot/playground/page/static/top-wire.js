// The wire: requests, answers, events and log lines, newest at the bottom.
const KEPT = 600;
const $ = (id) => document.getElementById(id);

function span(name, text) {
  const made = document.createElement("span");
  made.className = name;
  made.textContent = text;
  return made;
}

export class Wire {
  constructor(act) {
    this.act = act;
    this.entries = [];
    this.paused = false;
    this.missed = 0;
    $("wire-kind").addEventListener("change", () => this.draw());
    $("wire-filter").addEventListener("input", () => this.draw());
    $("wire-clear").addEventListener("click", () => {
      this.entries = [];
      this.draw();
    });
    $("wire-pause").addEventListener("click", () => {
      this.paused = !this.paused;
      this.missed = 0;
      $("wire-pause").setAttribute("aria-pressed", String(this.paused));
      this.draw();
    });
  }

  empty() {
    this.entries = [];
    $("wire-list").replaceChildren();
  }

  add(entries) {
    this.entries.push(...entries);
    this.entries.splice(0, this.entries.length - KEPT);
    if (this.paused) {
      this.missed += entries.length;
      this.count();
      return;
    }
    const list = $("wire-list");
    const atEnd = list.scrollHeight - list.scrollTop - list.clientHeight < 40;
    list.append(...entries.filter((entry) => this.fits(entry)).map((entry) => this.line(entry)));
    while (list.children.length > KEPT) list.firstElementChild.remove();
    if (atEnd) list.scrollTop = list.scrollHeight;
    this.count();
  }

  fits(entry) {
    const kind = $("wire-kind").value;
    const words = $("wire-filter").value.toLowerCase();
    return (!kind || entry.kind === kind) && `${entry.title} ${entry.status ?? ""}`.toLowerCase().includes(words);
  }

  draw() {
    const list = $("wire-list");
    list.replaceChildren(...this.entries.filter((entry) => this.fits(entry)).map((entry) => this.line(entry)));
    list.scrollTop = list.scrollHeight;
    this.count();
  }

  count() {
    $("wire-count").textContent = this.paused
      ? `Paused. ${this.missed} more since then.`
      : `${$("wire-list").children.length} of the last ${this.entries.length}`;
  }

  line(entry) {
    const item = document.createElement("li");
    item.dataset.kind = entry.kind;
    const line = document.createElement("span");
    line.className = "line";
    const time = document.createElement("time");
    time.textContent = new Date(entry.at).toTimeString().slice(0, 8);
    line.append(time, span("what", entry.title));
    const bad = entry.status >= 400 || ["error", "critical", "warning"].includes(entry.level);
    if (entry.status) line.append(span(bad ? "failed" : "status", entry.status));
    else if (bad) line.querySelector(".what").classList.add("failed");
    if (entry.ms !== undefined) line.append(span("ms", `${Math.round(entry.ms)} ms`));
    if (!entry.folded) {
      item.append(line);
      return item;
    }
    const fold = document.createElement("details");
    const summary = document.createElement("summary");
    summary.append(line);
    fold.append(summary);
    fold.addEventListener("toggle", () => this.unfold(fold, entry.n), { once: true });
    item.append(fold);
    return item;
  }

  async unfold(fold, number) {
    const body = document.createElement("pre");
    body.tabIndex = 0;
    fold.append(body);
    const { result } = await this.act("body", { n: number });
    body.textContent =
      result === null || result === undefined
        ? "This is no longer kept."
        : typeof result === "string"
          ? result
          : JSON.stringify(result, null, 1);
  }
}
