// Guests who play a game up to a step that the address names: #seed=7&step=212, or a recorded script.
import { t } from "./words.js";

const $ = (id) => document.getElementById(id);

export class Guests {
  constructor(act, say) {
    this.act = act;
    this.say = say;
    this.state = null;
    this.games = [];
    this.first = true;
    $("guest-form").addEventListener("submit", (event) => {
      event.preventDefault();
      this.start({
        game: $("guest-game").value,
        players: Number($("guest-players").value),
        seed: $("guest-seed").value === "" ? null : Number($("guest-seed").value),
        step: Number($("guest-step").value || 0),
      });
    });
    $("script-start").addEventListener("click", () => act("script", { step: 0 }));
    $("guest-game").addEventListener("change", () => this.players());
    for (const one of document.querySelectorAll("[data-guests]"))
      one.addEventListener("click", () => act(one.dataset.guests));
    $("copy").addEventListener("click", async () => {
      const link = `${location.origin}/${this.hash()}`;
      try {
        await navigator.clipboard.writeText(link);
        say(t("Copied: {link}", { link }));
      } catch {
        prompt(t("Copy this link:"), link);
      }
    });
    addEventListener("hashchange", () => this.follow());
  }

  show({ guests, games, script }) {
    $("guest-form").hidden = script;
    $("script-form").hidden = !script;
    if (script) {
      $("guests-title").textContent = t("Step through the script");
      this.state = guests;
      this.draw();
      return;
    }
    if (!this.games.length) {
      this.games = games;
      $("guest-game").replaceChildren(...games.map((game) => new Option(game.label, game.value)));
      this.players();
    }
    if (guests && !(this.state && this.same(guests, this.state))) this.fill(guests);
    this.state = guests;
    if (this.first) {
      this.first = false;
      if (this.follow()) return;
    }
    this.draw();
    const hash = this.hash();
    if (this.waiting && guests && this.same(guests)) this.waiting = null;
    if (!this.waiting && hash !== location.hash)
      history.replaceState(null, "", hash || location.pathname + location.search);
  }

  // Show in the form which game is played.
  fill({ game, players, seed }) {
    $("guest-game").value = game;
    this.players();
    $("guest-players").value = players;
    $("guest-seed").value = seed;
  }

  // Start what the address names, unless it's there already. Return whether that starts something.
  follow() {
    const named = new URLSearchParams(location.hash.slice(1));
    if (!named.has("seed")) return false;
    const number = (name, other) => (named.has(name) ? Number(named.get(name)) : other);
    const wanted = {
      seed: number("seed"),
      step: number("step", 0),
      game: named.get("game") ?? "gin",
      players: number("players", 2),
    };
    if (!Number.isInteger(wanted.seed) || !Number.isInteger(wanted.step) || !Number.isInteger(wanted.players)) {
      this.say(t("This address isn't complete: seed, step and players have to be numbers."));
      return false;
    }
    const now = this.state;
    if (now && !now.taken_over && this.same(now, wanted) && now.step === wanted.step) return false;
    this.start(wanted);
    return true;
  }

  same(state, wanted = this.waiting) {
    return ["seed", "game", "players"].every((name) => state[name] === wanted[name] || wanted[name] === null);
  }

  async start(wanted) {
    this.waiting = wanted;
    const answer = await this.act("guests", wanted);
    this.waiting = null;
    if (answer.problem) $("guest-state").textContent = answer.problem;
  }

  hash() {
    const now = this.state;
    if (!now?.game || now.taken_over) return "";
    const parts = new URLSearchParams({ seed: now.seed, step: now.step });
    if (now.game !== "gin") parts.set("game", now.game);
    if (now.players !== 2) parts.set("players", now.players);
    return `#${parts}`;
  }

  players() {
    const most = this.games.find((game) => game.value === $("guest-game").value)?.players ?? 2;
    const before = $("guest-players").value || "2";
    const counts = Array.from({ length: most }, (_, index) => index + 1);
    $("guest-players").replaceChildren(
      ...counts.map((count) => new Option(count === 1 ? t("1, and a computer") : count, count)),
    );
    $("guest-players").value = counts.includes(Number(before)) ? before : "2";
  }

  // Return how far a replay of many steps is, in words; empty if there is none.
  replaying() {
    const now = this.state;
    if (!now?.fast) return "";
    return t("Replaying: step {step} of {last} ...", { step: now.step, last: now.target });
  }

  draw() {
    const now = this.state;
    const replaying = Boolean(this.replaying());
    $("guest-progress").hidden = !replaying;
    if (replaying) {
      $("guest-progress").max = now.target;
      $("guest-progress").value = now.step;
    }
    for (const one of document.querySelectorAll("[data-guests]"))
      one.disabled = !now || now.over || now.acting !== (one.dataset.guests === "pause");
    $("copy").disabled = !this.hash();
    $("guest-state").textContent = this.words(now, replaying);
  }

  words(now, replaying) {
    if (!now) return t("Guests are scripted players. Let them play, then take over at any step.");
    const of = now.steps === null ? now.step : t("{step} of {last}", { step: now.step, last: now.steps });
    const step = t("Step {step}, seed {seed}.", { step: `${of}${now.last ? ` (${now.last})` : ""}`, seed: now.seed });
    const more = this.more(now, replaying);
    return more ? `${step} ${more}` : step;
  }

  more(now, replaying) {
    if (now.problem) return t("It stopped here: {problem}", { problem: now.problem });
    if (now.over && now.steps !== null) return t("The script ends here, and the screens are as recorded.");
    if (replaying) return t("Playing up to step {step} ...", { step: now.target });
    if (now.over) return t("The game is over.");
    return now.taken_over ? t("You've changed something, so the link no longer leads here.") : "";
  }
}
