// What the table took and paid, by day or shift, as a table and as plots; the meters' courses.

import { el } from "./dom.js";
import { dollars } from "./money.js";
import { bars, course } from "./plot.js";
import { say } from "./say.js";

const COLUMNS = ["rounds", "wagers", "hits", "hit_frequency_bp", "coin_in_cents", "drop_cents", "paid_cents", "from_meter_cents", "win_cents"];
const PLOTTED = ["drop_cents", "win_cents", "coin_in_cents", "hits"];
const LAST = 31;

let by = "day";

function told(column, value) {
  if (column.endsWith("_cents")) return dollars(value);
  return column.endsWith("_bp") ? `${Math.trunc(value / 100)}.${String(value % 100).padStart(2, "0")}` : String(value);
}

function row(name, sums) {
  const cells = COLUMNS.map((column) => el("td", null, told(column, sums[column])));
  return el("tr", null, el("th", { scope: "row" }, name), ...cells);
}

function figure(title, plot) {
  return el("figure", null, el("figcaption", null, title), plot);
}

function plots({ rows }) {
  return PLOTTED.map((column) => {
    const what = say(`records.columns.${column}`);
    const values = rows.slice(-LAST).map((one) => [one.name, one[column]]);
    const most = told(column, Math.max(...values.map(([, value]) => value)));
    return figure(what, bars(say("records.plot", { what, most }), values, (value) => told(column, value)));
  });
}

function courseOf({ meter, points }) {
  const cents = points.map(([, value]) => value);
  const span = { least: dollars(Math.min(...cents)), most: dollars(Math.max(...cents)), n: points.length };
  const when = (at) => new Date(at / 1000).toLocaleString("en", { dateStyle: "medium", timeStyle: "short", hourCycle: "h23" });
  return figure(meter, course(say("records.meter_plot", { meter, ...span }), points, dollars, when));
}

// `failed` tells why the record could not be read.
export async function showReport(place, ask, failed) {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC";
  const found = await ask(`/api/report?by=${by}&zone=${encodeURIComponent(zone)}`);
  const choice = ["day", "shift"].map((name) => {
    const button = el("button", { type: "button", "data-by": name, "aria-pressed": String(name === by) }, say(`records.by.${name}`));
    button.addEventListener("click", () => {
      by = name;
      showReport(place, ask).catch(failed);
    });
    return button;
  });
  const heads = ["row", ...COLUMNS].map((name) => el("th", { scope: "col" }, say(name === "row" ? "records.row" : `records.columns.${name}`)));
  const rows = [...found.rows.map((one) => row(one.name, one)), row(say("records.all"), found.whole)];
  const table = el("table", null, el("thead", null, el("tr", null, ...heads)), el("tbody", null, ...rows));
  const settled = found.rows.length
    ? [el("div", { class: "plots" }, ...plots(found)), el("div", { class: "scroll", tabindex: 0 }, table)]
    : [el("p", null, say("records.nothing_settled"))];
  const meters = found.meters.filter((meter) => meter.points.length).map(courseOf);
  place.replaceChildren(
    el("h2", null, say("records.report")),
    el("div", { class: "both" }, ...choice),
    el("p", null, say("records.zone", { zone })),
    ...settled,
    el("div", { class: "plots" }, ...meters),
  );
}
