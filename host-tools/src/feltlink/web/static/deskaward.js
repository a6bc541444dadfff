// A win that waits for a verdict: confirmed, or void with a reason. Asked twice.

import { attr, el, text } from "./dom.js";
import { dollars } from "./money.js";
import { say } from "./say.js";
import { Sure } from "./sure.js";

export class Award {
  constructor(send) {
    this.send = send;
    this.amount = el("strong");
    this.about = el("span");
    this.reason = el("input", { type: "text", maxlength: 200, autocomplete: "off" });
    this.confirm = el("button", { type: "button", class: "confirm" });
    this.void = el("button", { type: "button", class: "void" });
    this.sures = [
      [new Sure(this.confirm, say("desk.confirm"), () => this.say("confirmed")), "desk.confirm_sure"],
      [new Sure(this.void, say("desk.void"), () => this.say("voided")), "desk.void_sure"],
    ];
    const label = el("label", null, say("desk.reason"), this.reason);
    this.place = el("div", { class: "award" }, this.amount, this.about, label);
    this.place.append(el("div", { class: "both" }, this.confirm, this.void));
  }

  show(award) {
    this.award = award;
    attr(this.place, "data-award", award.number);
    const amount = dollars(award.amount_cents);
    text(this.amount, amount);
    text(this.about, say("desk.award", { ...award, hand: award.hand.replaceAll("_", " ") }));
    for (const [sure, question] of this.sures) sure.show(say(question, { amount }));
  }

  say(verdict) {
    const { meter, number } = this.award;
    this.send({ do: "verdict", meter, award: number, verdict, reason: this.reason.value });
  }
}
