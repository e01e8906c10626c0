// The words of the page in its language, by their English: the server puts them into the document.
const block = globalThis.document?.getElementById("words");
const { languages = [], words = {} } = block ? JSON.parse(block.textContent) : {};

/** Return a text in the language of the page, with its placeholders filled in. */
export function t(message, values = {}) {
  return (words[message] ?? message).replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
}

/** The language of the page. */
export const language = globalThis.document?.documentElement.lang ?? "en";

const CHOSEN = "language-chosen";

/** Let people choose the language of the page, which loads it again. Links to other pages keep the choice. */
export function offerLanguages(select) {
  select.replaceChildren(...languages.map(([code, name]) => new Option(name, code)));
  for (const [index, [code]] of languages.entries()) select.options[index].lang = code;
  select.value = language;
  select.addEventListener("change", () => {
    const { pathname, hash } = location;
    history.replaceState({ [CHOSEN]: true }, "", `${pathname}?lang=${select.value}${hash}`);
    location.reload();
  });
  if (history.state?.[CHOSEN]) select.focus();
  const chosen = new URLSearchParams(location.search).get("lang");
  if (chosen) for (const link of document.querySelectorAll('a[href="/"], a[href="/record"]')) link.search = `?lang=${chosen}`;
}
