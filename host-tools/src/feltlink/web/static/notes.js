// Sentences for the dealer: what is to be done now, what was refused and why, what is to be paid.

import { attr, byId, el, text } from "./dom.js";
import { dollars } from "./money.js";
import { has, say } from "./say.js";

export class Notes {
  constructor(live) {
    this.live = live;
    this.refused = "";
    this.dismissed = "";
    this.sentence = el("p");
    const button = el("button", { type: "button" }, say("refusal.dismiss"));
    button.addEventListener("click", () => this.dismiss());
    byId("refusal").append(this.sentence, button);
    this.who = el("span", { class: "who" });
    this.sum = el("strong", { class: "sum" });
    byId("result").append(this.who, this.sum);
  }

  answered(answer) {
    this.refused = answer.ok ? "" : answer.sentence;
    this.dismissed = answer.ok ? this.live.view.last_refusal || "" : "";
  }

  dismiss() {
    this.refused = "";
    this.dismissed = this.live.view.last_refusal || "";
    this.showRefusal();
  }

  showRefusal() {
    const other = this.live.view.last_refusal || "";
    if (!other) this.dismissed = "";
    const sentence = this.refused || (other === this.dismissed ? "" : other);
    byId("refusal").hidden = !sentence;
    attr(byId("table"), "data-refused", sentence ? "yes" : null);
    text(this.sentence, sentence);
  }

  show(state, turning) {
    this.showRefusal();
    const seat = state.spin && state.spin.seat;
    const ace = state.phase !== "marking" || state.wager_cents >= 500;
    const key = turning ? "turning" : ace ? state.phase : "marking_no_ace";
    const known = has(`notice.${key}`) ? say(`notice.${key}`, { seat }) : "";
    text(byId("notice"), (turning ? "" : state.notice) || known);
    this.showResult(state, turning);
  }

  showResult(state, turning) {
    const spin = state.spin;
    const decided = spin && !turning && (spin.state === "spun" || spin.state === "top_prize");
    attr(byId("result"), "data-shown", decided ? "yes" : null);
    if (!decided) {
      text(this.who, "");
      text(this.sum, "");
      return;
    }
    text(this.who, say(spin.state === "spun" ? "result.pay" : "result.top", spin));
    const cents = spin.amount_cents;
    text(this.sum, cents === null || cents === undefined ? spin.prize || "" : dollars(cents));
  }
}
