// The self-test, walked with the technician: one question at a time, what was found, the reports.

import { act } from "./benchact.js";
import { Reports } from "./benchreports.js";
import { attr, el, text } from "./dom.js";
import { Primary } from "./primary.js";
import { has, say } from "./say.js";

const SIGNS = { passed: "✓", failed: "✕", "not seen": "–" };

class SelfTest {
  constructor() {
    this.ask = null;
    this.sent = 0; // the question that was answered, until the next one comes
    this.begin = el("button", { type: "button", id: "begin-test", class: "main go" }, say("bench.test.begin"));
    this.begin.addEventListener("click", () => act({ do: "self_test" }));
    this.last = el("p", { id: "test-last", role: "status" });
    this.reports = new Reports();
    this.about = el("p", null, say("bench.test.about"));
    this.idle = el("div", null, this.about, this.last, this.begin, this.reports.place);
    this.count = el("p", { class: "count" });
    this.question = el("p", { id: "question", class: "question", role: "status" });
    this.covered = el("p", { class: "covered" });
    this.yes = el("button", { type: "button", id: "test-yes", class: "main yes" });
    this.no = el("button", { type: "button", id: "test-no", class: "main no" });
    this.buttons = [new Primary(this.yes, () => this.answer(true)), new Primary(this.no, () => this.answer(false))];
    this.stop = el("button", { type: "button", id: "test-stop", class: "main" }, say("bench.test.stop"));
    this.stop.addEventListener("click", () => act({ do: "stop" }));
    this.steps = el("ol", { class: "steps" });
    const answers = el("div", { class: "answers" }, this.yes, this.no, this.stop);
    this.running = el("div", { hidden: "" }, this.count, this.question, this.covered, answers, this.steps);
    this.parts = [this.idle, this.running];
  }

  async answer(seen) {
    const { number } = this.ask;
    this.sent = number;
    this.draw();
    if ((await act({ do: "answer", step: number, seen })) || this.sent !== number) return;
    this.sent = 0; // it was not taken: let it be pressed again
    this.draw();
  }

  show(state) {
    const { test, last } = state;
    const over = !test && !this.running.hidden;
    const begun = test && this.running.hidden;
    const here = this.running.contains(document.activeElement) || document.activeElement === this.begin;
    this.idle.hidden = Boolean(test);
    this.running.hidden = !test;
    this.begin.disabled = state.round_open || Boolean(state.calibrating);
    text(this.about, say(state.round_open ? "bench.test.round" : "bench.test.about"));
    this.showLast(last);
    this.ask = test && test.ask;
    if (test) this.showTest(test);
    if (begun) this.question.scrollIntoView({ block: "center" });
    if (begun && here) this.yes.focus();
    if (over) this.reports.load();
    if (over && here) this.begin.focus();
  }

  showTest(test) {
    text(this.count, say("bench.test.count", { done: test.steps.length, count: test.count, by: test.by }));
    const ask = test.ask;
    const kind = ask && (ask.seat ? ask.do : `${ask.do}_button`);
    text(this.question, ask ? say(`bench.test.${has(`bench.test.${kind}`) ? kind : ask.do}`, ask) : say("bench.test.waiting"));
    const names = test.covered.join(", ");
    text(this.covered, names ? say("bench.test.covered", { names }) : say("bench.test.nothing"));
    while (this.steps.childElementCount > test.steps.length) this.steps.lastChild.remove();
    for (const step of test.steps.slice(this.steps.childElementCount)) this.steps.append(item(step));
    this.draw();
  }

  draw() {
    const ask = this.ask;
    const asking = Boolean(ask) && ask.number !== this.sent;
    const looks = Boolean(ask) && ask.do === "look";
    const focused = document.activeElement === this.yes;
    this.yes.hidden = !looks;
    if (focused && !looks) this.no.focus();
    this.buttons[0].show(`yes ${ask && ask.number}`, say("bench.test.yes"), asking && looks);
    this.buttons[1].show(`no ${ask && ask.number}`, say(`bench.test.no_${ask ? ask.do : "look"}`), asking);
  }

  showLast(last) {
    const verdict = !last ? "" : last.interrupted ? "interrupted" : last.passed ? "passed" : "failed";
    attr(this.last, "data-state", verdict);
    const failed = last ? last.failed.join("; ") : "";
    const told = verdict && say(`bench.test.${verdict}`, { failed, why: last.interrupted });
    text(this.last, last && last.why ? `${told} ${say("bench.test.no_report", last)}` : told);
  }
}

function item(step) {
  const told = `${SIGNS[step.result]} ${step.name}: ${step.detail || say(`bench.test.result.${step.result.replace(" ", "_")}`)}`;
  return el("li", { "data-result": step.result }, told);
}

export const selfTest = new SelfTest();
