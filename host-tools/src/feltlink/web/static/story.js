// One round as a readable story: what was settled, then what happened, line by line.

import { el } from "./dom.js";
import { dollars } from "./money.js";
import { say } from "./say.js";

const COLUMNS = {
  seat: (line) => String(line.seat),
  wager: (line) => line.wager.replaceAll("_", " "),
  stake: (line) => dollars(line.stake_cents),
  outcome: (line) => line.outcome.replaceAll("_", " "),
  pays: (line) => line.pays,
  amount: (line) => dollars(line.amount_cents),
  paid_by: (line) => line.paid_by.replaceAll("_", " "),
  paragraph: (line) => line.paragraph,
};

function table(heads, rows) {
  const head = el("tr", null, ...heads.map((name) => el("th", { scope: "col" }, say(`records.${name}`))));
  return el("table", null, el("thead", null, head), el("tbody", null, ...rows));
}

function settlement(lines) {
  if (!lines.length) return el("p", null, say("records.no_lines"));
  const rows = lines.map((line) =>
    el("tr", null, ...Object.values(COLUMNS).map((cell) => el("td", null, cell(line)))),
  );
  return table(Object.keys(COLUMNS), rows);
}

function row(entry) {
  const cells = [
    el("td", { class: "time" }, entry.time),
    el("td", { class: "who" }, entry.role === "result" ? "" : entry.who),
    el("td", { class: "what" }, entry.sentence),
  ];
  return el("tr", { class: `${entry.role} ${entry.kind}` }, ...cells);
}

export function showStory(place, round) {
  const rows = round.entries.map(row);
  const search = el("input", { type: "search", id: "search", autocomplete: "off" });
  const nothing = el("p", { hidden: true, role: "status" }, say("records.nothing"));
  search.addEventListener("input", () => {
    const wanted = search.value.trim().toLowerCase();
    for (const one of rows) one.hidden = !one.textContent.toLowerCase().includes(wanted);
    nothing.hidden = rows.some((one) => !one.hidden);
  });
  const save = el("a", { href: `/api/rounds/${round.round_id}`, download: `round-${round.round_id}.json` });
  save.textContent = say("records.download");
  place.replaceChildren(
    el("h2", null, say("records.round", { round: round.round_id })),
    save,
    el("h3", null, say("records.settlement")),
    el("div", { class: "scroll", tabindex: 0 }, settlement(round.lines)),
    el("h3", null, say("records.story")),
    el("label", { for: "search" }, say("records.search")),
    search,
    el("div", { class: "scroll", tabindex: 0 }, table(["time", "who", "what"], rows)),
    nothing,
  );
}
