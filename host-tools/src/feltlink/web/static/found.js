// What a search through all rounds has found; each entry leads to its round.

import { el } from "./dom.js";
import { say } from "./say.js";

function item(entry) {
  const where = entry.round_id ? el("a", { href: `#${entry.round_id}` }, say("records.round", { round: entry.round_id })) : null;
  const cells = [`${entry.day} ${entry.time}`, where, entry.who, entry.sentence];
  return el("tr", { class: `${entry.role} ${entry.kind}` }, ...cells.map((cell, i) => el("td", { class: i === 3 ? "what" : null }, cell)));
}

export async function showFound(place, words, ask) {
  const { entries, whole } = await ask(`/api/search?q=${encodeURIComponent(words)}`);
  const heads = ["time", "rounds", "who", "what"].map((name) => el("th", { scope: "col" }, say(`records.${name}`)));
  const table = el("table", null, el("thead", null, el("tr", null, ...heads)), el("tbody", null, ...entries.map(item)));
  const sum = say(whole ? "records.found" : "records.found_part", { n: entries.length });
  place.replaceChildren(
    el("h2", null, words),
    el("p", { role: "status" }, entries.length ? sum : say("records.nothing")),
    el("div", { class: "scroll", tabindex: 0 }, table),
  );
}
