// The rounds of the record, each told as a story. It only reads.

import { attr, byId, el, text } from "./dom.js";
import { showMe, toLogin } from "./me.js";
import { dollars } from "./money.js";
import { say } from "./say.js";
import { showReport } from "./reports.js";
import { showFound } from "./found.js";
import { showStory } from "./story.js";
import { watch } from "./watch.js";

const PAGE = 25;
let oldest = null;
let chosen = null;

async function ask(path) {
  const answer = await fetch(path);
  if (answer.status === 401) toLogin();
  const found = await answer.json();
  if (!answer.ok) throw Object.assign(new Error(found.sentence), { none: answer.status === 404 });
  return found;
}

function item(round) {
  const amount = dollars(round.paid_cents);
  const button = el("button", { type: "button", "data-round": round.round_id });
  button.append(el("strong", null, say("records.round", { round: round.round_id })));
  button.append(el("span", null, `${round.day} ${say("records.item", { ...round, amount })}`));
  for (const name of ["refused", "faults"]) {
    if (!round[name]) continue;
    const key = name === "faults" ? "records.faulted" : "records.refused";
    button.append(el("em", { class: name }, say(key, { n: round[name] })));
  }
  button.addEventListener("click", () => (location.hash = String(round.round_id)));
  return el("li", null, button);
}

async function more() {
  const below = oldest === null ? "" : `&below=${oldest}`;
  const { rounds } = await ask(`/api/rounds?count=${PAGE}${below}`);
  byId("list").append(...rounds.map(item));
  if (rounds.length) oldest = rounds[rounds.length - 1].round_id;
  byId("older").hidden = rounds.length < PAGE;
  return rounds;
}

async function choose() {
  chosen = Number(location.hash.slice(1)) || null;
  for (const button of document.querySelectorAll("[data-round]")) {
    attr(button, "aria-current", Number(button.dataset.round) === chosen ? "true" : null);
  }
  attr(byId("report"), "aria-current", location.hash === "#report" ? "true" : null);
  if (location.hash === "#report") return showReport(byId("round"), ask, failed);
  if (chosen !== null) showStory(byId("round"), await ask(`/api/rounds/${chosen}`));
}

async function check() {
  const sums = await ask("/api/check");
  const amount = dollars(sums.paid_cents);
  const faults = sums.faults.join("; ");
  const signed = say(sums.signed ? "records.signed" : "records.unsigned");
  attr(byId("checked"), "data-ok", faults ? null : "yes");
  text(byId("checked"), say(faults ? "records.faults" : "records.balanced", { ...sums, amount, faults, signed }));
}

function failed(error) {
  byId("round").replaceChildren(
    el("p", { role: "alert" }, error.none ? error.message : say("records.failed", { why: error.message })),
  );
}

watch();
showMe(byId("rounds"));
document.title = say("title.records");
document.documentElement.lang = say("lang");
text(byId("title"), say("records.rounds"));
text(byId("check"), say("records.check"));
text(byId("older"), say("records.older"));
text(byId("report"), say("records.report"));
text(byId("find-label"), say("records.find"));
for (const form of ["jsonl", "csv"]) {
  const save = { href: `/api/export?form=${form}`, download: `record.${form}` };
  byId("export").append(el("a", save, say(`records.export_${form}`)));
}
byId("report").addEventListener("click", () => (location.hash = "report"));
byId("find").addEventListener("keydown", (event) => {
  if (event.key === "Enter") showFound(byId("round"), byId("find").value, ask).catch(failed);
});
byId("check").addEventListener("click", () => check().catch(failed));
byId("older").addEventListener("click", () => more().then(choose).catch(failed));
window.addEventListener("hashchange", () => choose().catch(failed));
more()
  .then((rounds) => {
    const key = rounds.length ? "records.pick" : "records.none";
    byId("round").replaceChildren(el("p", null, say(key)));
    return choose();
  })
  .catch(failed);
