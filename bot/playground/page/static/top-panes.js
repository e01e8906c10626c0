// The panes: one frame per person, side by side, or one at a time on a narrow screen.
import { keep, layout } from "./top-layout.js";
import { t } from "./words.js";

export function button(label, act, pressed) {
  const made = document.createElement("button");
  made.type = "button";
  made.textContent = label;
  if (pressed !== undefined) made.setAttribute("aria-pressed", String(pressed));
  made.addEventListener("click", act);
  return made;
}

export class Panes {
  constructor(box, tabs, act, say, addPicture) {
    this.box = box;
    this.tabs = tabs;
    this.act = act;
    this.say = say;
    this.addPicture = addPicture;
    this.made = new Map();
    this.state = null;
    this.drawn = "";
    this.listed = "";
    this.languages = new Map();
  }

  show(state) {
    this.state = state;
    const people = state.people.slice(0, state.count);
    for (const person of people) {
      const open = !layout.closed.includes(person.number);
      const pane = this.made.get(person.number);
      if (open && !pane) this.add(person);
      if (!open && pane) this.remove(person.number);
    }
    for (const number of [...this.made.keys()]) if (number > state.count) this.remove(number);
    for (const person of people) {
      const pane = this.made.get(person.number);
      if (pane) pane.owns.hidden = !person.owner;
    }
    this.buttons(people);
    this.controls(people);
  }

  // The buttons that open panes, and on a narrow screen choose the one that is shown.
  buttons(people) {
    const drawn = JSON.stringify([people.map((person) => person.name), layout.closed, layout.view]);
    if (drawn === this.drawn) return;
    const focused = document.activeElement?.dataset?.opens;
    this.drawn = drawn;
    const opened = people.map((person) => {
      const one = button(person.name, () => this.toggle(person.number), !layout.closed.includes(person.number));
      one.dataset.opens = person.name;
      return one;
    });
    document.getElementById("opened").replaceChildren(...opened);
    const views = [...people.map((person) => [String(person.number), person.name]), ["tools", t("Tools")]];
    const tabs = views.map(([view, label]) => {
      const one = button(label, () => this.look(view));
      one.setAttribute("aria-current", String(layout.view === view));
      one.dataset.opens = `tab ${label}`;
      return one;
    });
    this.tabs.replaceChildren(...tabs);
    if (focused) [...opened, ...tabs].find((one) => one.dataset.opens === focused)?.focus();
    this.look(layout.view, false);
  }

  toggle(number) {
    const closed = layout.closed.includes(number);
    keep({ closed: closed ? layout.closed.filter((one) => one !== number) : [...layout.closed, number] });
    this.show(this.state);
  }

  look(view, chosen = true) {
    const number = Number(view);
    if (chosen && number) keep({ closed: layout.closed.filter((one) => one !== number) });
    keep({ view });
    document.body.dataset.view = view;
    if (chosen) this.show(this.state);
    for (const [other, pane] of this.made) pane.section.classList.toggle("shown", String(other) === view);
  }

  add(person) {
    const section = document.createElement("section");
    section.className = "pane";
    section.dataset.number = person.number;
    section.setAttribute("aria-label", t("{name}'s pane", { name: person.name }));
    const head = document.createElement("header");
    const title = document.createElement("h2");
    title.textContent = person.name;
    const owns = document.createElement("span");
    owns.className = "owns";
    owns.textContent = t("owner");
    owns.title = t("{name} owns the server, and can use {/rummy-admin}", { name: person.name });
    const frame = document.createElement("iframe");
    frame.src = `/pane/${person.number}`;
    frame.title = t("{name}'s screen", { name: person.name });
    head.append(title, owns);
    section.append(head, frame);
    const after = [...this.box.children].find((one) => Number(one.dataset.number) > person.number);
    this.box.insertBefore(section, after ?? null);
    this.made.set(person.number, { section, frame, owns, name: person.name, held: null });
  }

  // What can be done with each person's pane, among the tools.
  controls(people) {
    const listed = JSON.stringify(people.map((person) => person.number));
    if (listed !== this.listed) {
      this.listed = listed;
      this.languages.clear();
      document.getElementById("person-list").replaceChildren(...people.map((person) => this.row(person)));
    }
    for (const person of people) {
      const language = this.languages.get(person.number);
      if (language.value !== person.locale) language.value = person.locale;
    }
  }

  row({ number, name }) {
    const item = document.createElement("li");
    item.className = "controls";
    const title = document.createElement("span");
    title.className = "name";
    title.textContent = name;
    const language = document.createElement("select");
    for (const one of this.state.locales) language.add(new Option(one.name, one.code));
    language.setAttribute("aria-label", t("{name}'s language", { name }));
    language.addEventListener("change", () => this.act("language", { person: number, code: language.value }));
    this.languages.set(number, language);
    const picture = button(t("Picture"), () => {
      const frame = this.made.get(number)?.frame;
      if (frame?.clientWidth) this.addPicture(frame, name, this.say);
      else this.say(t("Open {name}'s pane first.", { name }));
    });
    picture.title = t("Save a picture of {name}'s screen", { name });
    picture.setAttribute("aria-label", picture.title);
    const tab = document.createElement("a");
    tab.href = `/pane/${number}`;
    tab.target = "_blank";
    tab.rel = "noopener";
    tab.textContent = t("Own tab");
    tab.setAttribute("aria-label", t("Open {name}'s pane in its own tab", { name }));
    item.append(title, language, picture, tab);
    return item;
  }

  // While many steps are replayed at once, show how far it is instead of every picture on the way.
  hold(words) {
    for (const [number, pane] of this.made) {
      if (words && !pane.held) {
        pane.held = document.createElement("p");
        pane.held.className = "held";
        pane.frame.before(pane.held);
        pane.frame.hidden = true;
        pane.frame.contentWindow.location.replace("about:blank");
      }
      if (words) pane.held.textContent = words;
      if (!words && pane.held) {
        pane.held.remove();
        pane.held = null;
        pane.frame.hidden = false;
        pane.frame.contentWindow.location.replace(`/pane/${number}`);
      }
    }
  }

  remove(number) {
    this.made.get(number).section.remove();
    this.made.delete(number);
  }

  tell(message) {
    for (const { frame } of this.made.values()) frame.contentWindow?.postMessage(message, location.origin);
  }

  nameOf(source) {
    return [...this.made.values()].find(({ frame }) => frame.contentWindow === source)?.name;
  }
}
