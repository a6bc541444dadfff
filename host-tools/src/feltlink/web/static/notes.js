// Sentences for the dealer of Bonus Spin: what is to be done now, and what is to be paid.

import { attr, byId, el, text } from "./dom.js";
import { dollars } from "./money.js";
import { has, say } from "./say.js";

export class Notes {
  constructor() {
    this.who = el("span", { class: "who" });
    this.sum = el("strong", { class: "sum" });
    byId("result").append(this.who, this.sum);
  }

  show(state, turning) {
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
