// The newest entries of the meters: voids, adjustments, verdicts, and what the tables booked.

import { exact } from "./deskmeter.js";
import { el } from "./dom.js";
import { say } from "./say.js";

let shown = "";

function row(meter, entry) {
  const amounts = Object.entries(entry.amounts).map(([pot, micro]) => `${say(`desk.pots.${pot}`)} ${exact(micro)}`);
  const at = new Date(entry.at_utc_us / 1000).toISOString().slice(0, 19).replace("T", " ");
  const where = entry.table ? say("desk.where", entry) : "";
  const cells = [at, `${meter} ${entry.number}`, `${entry.kind} ${entry.what}`, where, amounts.join(", "), entry.by, entry.reason];
  return el("tr", null, ...cells.map((cell) => el("td", null, cell)));
}

export function showHistory(place, meters) {
  const key = JSON.stringify(meters.map((meter) => [meter.meter, meter.history[0]]));
  if (key === shown) return;
  shown = key;
  const heads = ["at", "entry", "kind", "place", "change", "by", "why"].map((name) => el("th", { scope: "col" }, say(`desk.heads.${name}`)));
  const rows = meters.flatMap((meter) => meter.history.map((entry) => row(meter.meter, entry)));
  place.replaceChildren(el("table", null, el("thead", null, el("tr", null, ...heads)), el("tbody", null, ...rows)));
}
