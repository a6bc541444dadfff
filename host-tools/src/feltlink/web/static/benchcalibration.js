// Reflective sensors have thresholds, measured with the technician: felt, chips, keep them or not.

import { act } from "./benchact.js";
import { attr, byId, el, text } from "./dom.js";
import { Primary } from "./primary.js";
import { say } from "./say.js";

const LEVEL = 65535;

function words(name, values) {
  return say(`bench.calibration.${name}`, values);
}

function heads(...names) {
  return el("thead", null, el("tr", null, ...names.map((n) => el("th", { scope: "col" }, words(`heads.${n}`)))));
}

class Calibration {
  constructor() {
    this.found = "";
    this.about = el("p");
    this.prompt = el("select", { id: "prompt" });
    this.label = el("label", { for: "prompt" }, words("prompt"), this.prompt);
    this.last = el("p", { id: "calibrated", role: "status" });
    this.begin = el("button", { type: "button", id: "begin-calibration", class: "main" }, words("begin"));
    this.begin.addEventListener("click", () => act({ do: "calibrate", prompt: this.prompt.value }));
    this.now = el("p", { class: "live" });
    this.command = el("code", { tabindex: 0 });
    const without = el("details", null, el("summary", null, words("without")), el("p", null, words("ended")), this.command);
    this.idle = el("div", null, this.label, this.begin, this.last, this.now, without);
    this.question = el("p", { class: "question", role: "status" });
    this.yes = el("button", { type: "button", id: "calibration-yes", class: "main yes" });
    this.no = el("button", { type: "button", id: "calibration-no", class: "main no" }, words("no_keep"));
    this.primary = new Primary(this.yes, () => this.answer(true));
    this.second = new Primary(this.no, () => this.answer(false));
    this.stop = el("button", { type: "button", id: "calibration-stop", class: "main" }, words("stop"));
    this.stop.addEventListener("click", () => act({ do: "stop" }));
    this.rows = el("tbody");
    this.head = el("thead");
    const answers = el("div", { class: "answers" }, this.yes, this.no, this.stop);
    this.running = el("div", { hidden: "" }, this.question, answers, el("table", null, this.head, this.rows));
    this.place = el("div", null, this.about, this.idle, this.running);
  }

  answer(seen) {
    act({ do: "answer", step: this.number, seen });
  }

  show(state) {
    const { calibration, calibrating, calibrated } = state;
    this.idle.hidden = !calibration.needed || Boolean(calibrating);
    if (!calibration.needed) return text(this.about, words("none", calibration));
    text(this.about, words(state.round_open ? "round" : "about", calibration));
    const over = !calibrating && !this.running.hidden;
    const begun = calibrating && this.running.hidden;
    this.running.hidden = !calibrating;
    attr(byId("calibration"), "data-running", calibrating ? "yes" : null);
    this.begin.disabled = state.round_open || Boolean(state.test);
    text(this.command, calibration.command);
    this.showPrompts(state.prompts);
    this.showLast(calibrated);
    const covered = state.inputs.filter((one) => one.debounced && one.name !== "button").map((one) => one.name);
    text(this.now, words("now", { names: covered.join(", ") || words("no_sensor") }));
    if (calibrating) this.showStep(calibrating);
    if (begun) this.question.scrollIntoView({ block: "center" });
    if (over) this.begin.focus();
  }

  showPrompts(prompts) {
    const wanted = ["", ...prompts];
    if (wanted.join() === this.found && this.prompt.childElementCount) return;
    this.found = wanted.join();
    const chosen = this.prompt.value;
    this.prompt.replaceChildren(...wanted.map((port) => el("option", { value: port }, port || words("by_itself"))));
    if (wanted.includes(chosen)) this.prompt.value = chosen;
  }

  showLast(last) {
    const verdict = !last ? "" : last.kept ? "kept" : last.interrupted ? "interrupted" : last.why ? "failed" : "not_kept";
    attr(this.last, "data-state", verdict);
    text(this.last, verdict && words(verdict, { count: last.thresholds.length, why: last.interrupted || last.why }));
  }

  showStep(work) {
    this.number = work.number;
    const { step } = work;
    const asks = step !== "opening" && !work.answered;
    text(this.question, asks ? words(`${step}_now`) : words(step === "opening" ? step : "measuring"));
    this.yes.hidden = step === "opening";
    this.no.hidden = step !== "keep";
    this.primary.show(`yes ${step}`, words(step === "opening" ? "measuring" : `yes_${step}`), asks);
    this.second.show(`no ${step}`, words("no_keep"), asks);
    if (work.found) this.showFound(work.found);
    else this.showCounts(work.sensors);
  }

  showCounts(sensors) {
    this.head.replaceChildren(...heads("sensor", "counts").children);
    const rows = sensors.map((one) => {
      const bar = el("span", { class: "bar" });
      bar.style.setProperty("--part", String((one.counts || 0) / LEVEL));
      const level = el("td", { class: "counts" }, one.counts === null ? "–" : String(one.counts), bar);
      return el("tr", null, el("th", { scope: "row" }, `${one.seat} ${one.spot} (${one.pin})`), level);
    });
    this.rows.replaceChildren(...rows);
  }

  showFound(found) {
    this.head.replaceChildren(...heads("sensor", "felt", "chip", "on", "off", "before").children);
    const rows = found.map((one) => {
      const counts = [one.free_most, one.covered_least, one.on_counts, one.off_counts, `${one.on_before} / ${one.off_before}`];
      const name = el("th", { scope: "row" }, `${one.seat} ${one.spot} (${one.pin})`);
      return el("tr", null, name, ...counts.map((count) => el("td", null, String(count))));
    });
    this.rows.replaceChildren(...rows);
  }
}

export const calibration = new Calibration();
