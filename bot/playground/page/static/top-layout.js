// The layout, which a reload keeps: which panes are open, how wide they are, whether the tools are shown.
const KEY = "remik-panes";
const DEFAULT = { closed: [], width: "", view: "1", tools: false, wire: false, parts: {}, spoken: "Ala" };

function read() {
  try {
    return { ...DEFAULT, ...JSON.parse(localStorage.getItem(KEY) ?? "{}") };
  } catch {
    return { ...DEFAULT };
  }
}

export const layout = read();

export function keep(changes) {
  Object.assign(layout, changes);
  try {
    localStorage.setItem(KEY, JSON.stringify(layout));
  } catch {
    // Without storage, the layout lasts until the page is closed.
  }
}
