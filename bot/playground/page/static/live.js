import { t } from "./words.js";

const FIRST_WAIT = 400;
const LONGEST_WAIT = 3000;
const ANSWER_WITHIN = 20_000;

/** The live connection of a pane. It reconnects by itself, and answers each request with {problem, result}. */
export class Live {
  #socket = null;
  #waiting = new Map();
  #last = 0;
  #failures = 0;
  #timer = 0;

  /** `handle(message)` is called with what the server tells; `lost(seconds)` when the connection breaks. */
  constructor(address, { handle, lost }) {
    this.address = address;
    this.handle = handle;
    this.lost = lost;
    addEventListener("online", () => this.retry());
    document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && this.retry());
    this.#open();
  }

  /** True while connected. */
  get connected() {
    return this.#socket?.readyState === WebSocket.OPEN;
  }

  /** Connect now instead of later. */
  retry() {
    if (this.#timer) this.#open();
  }

  /** Send a request. The answer is {problem: null, result}, or {problem: why not}. */
  request(name, given = {}) {
    if (!this.connected) return Promise.resolve({ problem: t("There is no connection to the playground. Try again in a moment.") });
    this.#last += 1;
    const id = String(this.#last);
    return new Promise((resolve) => {
      const limit = setTimeout(() => this.#settle(id, { problem: t("The playground didn't answer.") }), ANSWER_WITHIN);
      this.#waiting.set(id, { resolve, limit });
      this.#socket.send(JSON.stringify({ id, do: name, ...given }));
    });
  }

  #settle(id, answer) {
    const waiting = this.#waiting.get(id);
    if (!waiting) return;
    clearTimeout(waiting.limit);
    this.#waiting.delete(id);
    waiting.resolve(answer);
  }

  #open() {
    clearTimeout(this.#timer);
    this.#timer = 0;
    const socket = new WebSocket(this.address);
    this.#socket = socket;
    socket.addEventListener("message", (event) => {
      const message = JSON.parse(event.data);
      this.#failures = 0;
      if (message.type === "done") this.#settle(String(message.id), message);
      else this.handle(message);
    });
    socket.addEventListener("close", () => this.#closed(socket));
  }

  #closed(socket) {
    if (socket !== this.#socket) return;
    for (const id of [...this.#waiting.keys()]) this.#settle(id, { problem: t("The connection was lost before the answer came.") });
    const wait = Math.min(FIRST_WAIT * 2 ** this.#failures, LONGEST_WAIT) * (0.75 + Math.random() / 2);
    this.#failures += 1;
    this.#timer = setTimeout(() => this.#open(), wait);
    this.lost(this.#failures);
  }
}
