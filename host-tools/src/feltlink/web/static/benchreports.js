// The reports of this table's self-tests, newest first, to be read and saved.

import { el } from "./dom.js";
import { say } from "./say.js";

export class Reports {
  constructor() {
    this.list = el("ul", { class: "reports" });
    this.place = el("div", null, el("h3", null, say("bench.reports.title")), this.list);
    this.load();
  }

  async load() {
    const answer = await fetch("/api/bench/reports").catch(() => null);
    if (!answer || !answer.ok) return;
    const { reports } = await answer.json();
    const items = reports.map((one) => this.item(one));
    this.list.replaceChildren(...(items.length ? items : [el("li", null, say("bench.reports.none"))]));
  }

  item(one) {
    const verdict = one.interrupted ? "interrupted" : one.passed ? "passed" : "failed";
    const told = say(`bench.reports.${verdict}`, { ...one, why: one.interrupted, failed: one.failed.join("; ") });
    const about = say("bench.reports.about", { at: one.at_utc.replace("T", " ").slice(0, 16), by: one.by, key: one.key });
    const files = [
      [one.file, "signed"],
      [one.file.replace(".json", ".txt"), "page"],
    ].map(([file, form]) => this.link(file, form, one.at_utc));
    return el("li", { "data-verdict": verdict }, el("strong", null, told), el("span", null, about), ...files);
  }

  link(file, form, at) {
    const props = { href: `/api/bench/reports/${encodeURIComponent(file)}`, download: file };
    return el("a", { ...props, "aria-label": say(`bench.reports.${form}_of`, { at }) }, say(`bench.reports.${form}`));
  }
}
