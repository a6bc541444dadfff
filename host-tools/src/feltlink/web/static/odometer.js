// A meter that rolls up digit by digit. Read out as one amount; still for those who want it still.

import { attr, el } from "./dom.js";
import { dollars } from "./money.js";

const STRIP = [..."0123456789"];

function strip() {
  const digits = STRIP.map((digit) => el("span", null, digit));
  return el("span", { class: "wheelet" }, el("span", { class: "strip" }, ...digits));
}

export class Odometer {
  constructor(place) {
    this.digits = el("span", { class: "odometer", role: "img" });
    this.shape = "";
    place.append(this.digits);
  }

  show(cents) {
    const whole = dollars(cents);
    const told = whole.includes(".") ? whole : `${whole}.00`;
    const shape = told.replace(/\d/g, "0");
    attr(this.digits, "aria-label", told);
    if (shape !== this.shape) {
      this.shape = shape;
      this.digits.replaceChildren(
        ...[...shape].map((sign) => (sign === "0" ? strip() : el("span", { "aria-hidden": "true" }, sign))),
      );
    }
    [...told].forEach((sign, i) => {
      const node = this.digits.children[i];
      if (node.classList.contains("wheelet")) node.firstChild.style.setProperty("--digit", sign);
    });
  }
}
