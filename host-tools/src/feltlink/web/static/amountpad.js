// Keys an amount in dollars, by digits or by chips laid on top.

import { el, text } from "./dom.js";
import { dollars } from "./money.js";
import { say } from "./say.js";

const MOST_CENTS = 10_000_000;
const CHIPS = [1, 5, 25, 100];

export class AmountPad {
  constructor(changed) {
    this.changed = changed;
    this.cents = 0;
    this.shown = el("output", { class: "amount" });
    const digits = [..."123456789", "00", "0"].map((d) => this.key(d, () => this.digit(d)));
    const chips = CHIPS.map((chip) => this.key(`+${dollars(chip * 100)}`, () => this.set(this.cents + chip * 100)));
    this.place = el(
      "div",
      { class: "amountpad" },
      this.shown,
      el("div", { class: "chips" }, ...chips),
      el("div", { class: "digits" }, ...digits, this.key(say("pad.clear"), () => this.set(0))),
    );
  }

  key(label, press) {
    const button = el("button", { type: "button" }, label);
    button.addEventListener("click", press);
    return button;
  }

  digit(digits) {
    this.set(this.cents * 10 ** digits.length + Number(digits) * 100);
  }

  set(cents) {
    this.cents = Math.min(cents, MOST_CENTS);
    this.changed();
  }

  draw() {
    text(this.shown, dollars(this.cents));
  }
}
