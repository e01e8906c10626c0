import { make } from "./dom.js";

const STYLES = {
  t: { timeStyle: "short" },
  T: { timeStyle: "medium" },
  d: { dateStyle: "short" },
  D: { dateStyle: "long" },
  f: { dateStyle: "long", timeStyle: "short" },
  F: { dateStyle: "full", timeStyle: "short" },
};
const UNITS = [
  ["year", 31_536_000],
  ["month", 2_592_000],
  ["day", 86_400],
  ["hour", 3600],
  ["minute", 60],
  ["second", 1],
];

/** Return a language that the browser knows: the one asked for, else English. */
export function known(locale) {
  try {
    return Intl.DateTimeFormat.supportedLocalesOf([locale]).length ? locale : "en-US";
  } catch {
    return "en-US";
  }
}

/** Return a time relative to now, in the largest unit of which it's at least one. */
export function relative(seconds, locale) {
  const [unit, size] = UNITS.find(([, one]) => Math.abs(seconds) >= one) ?? UNITS.at(-1);
  return new Intl.RelativeTimeFormat(known(locale)).format(Math.trunc(seconds / size), unit);
}

/** Return a time (milliseconds) in one of Discord's styles: t, T, d, D, f, F or R. */
export function moment(at, style, locale, now) {
  if (style === "R") return relative((at - now) / 1000, locale);
  return new Intl.DateTimeFormat(known(locale), STYLES[style] ?? STYLES.f).format(at);
}

/** Return when a message was posted: the time if it was today, else with the date. */
export function postedAt(at, locale, now) {
  const today = new Date(at).toDateString() === new Date(now).toDateString();
  const style = today ? { timeStyle: "short" } : { dateStyle: "short", timeStyle: "short" };
  return new Intl.DateTimeFormat(known(locale), style).format(at);
}

/** Create the element of a timestamp in a text. */
export function timeElement(seconds, style, context) {
  const at = seconds * 1000;
  const valid = Math.abs(at) <= 8.64e15;
  if (!valid) return document.createTextNode(`<t:${seconds}>`);
  return make("time", {
    class: "moment",
    datetime: new Date(at).toISOString(),
    title: moment(at, "F", context.locale, 0),
    "data-at": at,
    "data-style": style,
    "aria-live": "off",
    text: moment(at, style, context.locale, context.now()),
  });
}

/** Keep the relative timestamps inside an element up to date. Return a function that updates them at once. */
export function keepLive(root, context) {
  const update = () => {
    for (const time of root.querySelectorAll('time[data-style="R"]')) {
      const text = relative((Number(time.dataset.at) - context.now()) / 1000, context.locale);
      if (time.textContent !== text) time.textContent = text;
    }
  };
  setInterval(update, 1000);
  return update;
}
