// Looks a text up and fills in its places: say("seat.name", {seat: 3}).

import { TEXTS } from "./texts.en.js";

export function has(key) {
  return typeof key.split(".").reduce((at, part) => (at || {})[part], TEXTS) === "string";
}

export function say(key, values = {}) {
  const found = key.split(".").reduce((at, part) => (at || {})[part], TEXTS);
  if (typeof found !== "string") return key;
  return found.replace(/\{(\w+)\}/g, (_, name) => String(values[name] ?? "–"));
}
