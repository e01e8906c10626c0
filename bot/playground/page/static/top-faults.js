// Faults: a button each, with what it does and what to expect.
const buttons = new Map();

function add(fault, act) {
  const item = document.createElement("li");
  const row = document.createElement("div");
  row.className = "controls";
  const press = document.createElement("button");
  press.type = "button";
  press.id = `fault-${fault.name}`;
  let choice = null;
  if (fault.choices.length) {
    choice = document.createElement("select");
    choice.setAttribute("aria-label", `${fault.label}: which`);
    for (const one of fault.choices) choice.add(new Option(one.label, one.value));
  }
  press.addEventListener("click", async () => {
    const answer = await act("fault", { name: fault.name, choice: choice?.value ?? "" });
    if (answer.result) document.getElementById("fault-said").textContent = answer.result;
  });
  row.append(press, ...(choice ? [choice] : []));
  const does = document.createElement("p");
  does.textContent = `${fault.does} ${fault.expect}`;
  does.id = `fault-${fault.name}-does`;
  press.setAttribute("aria-describedby", does.id);
  item.append(row, does);
  document.getElementById("fault-list").append(item);
  return { press, choice, active: null };
}

export function showFaults(faults, act) {
  for (const fault of faults) {
    if (!buttons.has(fault.name)) buttons.set(fault.name, add(fault, act));
    const made = buttons.get(fault.name);
    const { press, choice } = made;
    if (choice && fault.active && fault.active !== made.active) choice.value = fault.active;
    made.active = fault.active;
    if (fault.lasts) press.setAttribute("aria-pressed", String(Boolean(fault.active)));
    press.textContent = fault.label;
  }
}
