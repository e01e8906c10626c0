// The words of the page in its language, by their English: the server puts them into the document.
const block = globalThis.document?.getElementById("words");
let { languages = [], words = {} } = block ? JSON.parse(block.textContent) : {};

/** Return a text in the language of the page, with its placeholders filled in. */
export function t(message, values = {}) {
  return (words[message] ?? message).replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
}

/** Return a text as `t` does, as a list of strings and of the elements that are given for placeholders. */
export function withElements(message, elements) {
  return t(message).split(/\{(\w+)\}/).map((piece, at) => (at % 2 ? elements[piece] : piece));
}

/** The language of the page. */
export let language = globalThis.document?.documentElement.lang ?? "en";

/** Go on in another language. */
export function speak(told) {
  ({ language, words } = told);
  document.documentElement.lang = language;
}

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
