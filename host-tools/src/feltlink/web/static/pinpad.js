// A name and a PIN, by touch. The digits are never shown.

import { attr, el, text } from "./dom.js";
import { say } from "./say.js";

const MOST = 12;

export class PinPad {
  // `enter(name, pin)` resolves to a sentence when it was refused, else to "".
  constructor(place, people, enter) {
    this.enter = enter;
    this.name = null;
    this.pin = "";
    this.busy = false;
    this.names = people.map((one) => this.person(one));
    this.shown = el("output", { class: "dots", "aria-label": say("pin.dots") });
    this.hint = el("p", { class: "hint", role: "alert" });
    const digits = [..."1234567890"].map((d) => this.key(d, () => this.digit(d)));
    const clear = this.key(say("pin.clear"), () => this.set(""));
    const ok = this.key(say("pin.ok"), () => this.send());
    ok.setAttribute("class", "ok");
    place.append(
      el("div", { class: "people" }, ...this.names),
      this.shown,
      el("div", { class: "digits" }, ...digits, clear, ok),
      this.hint,
    );
    if (people.length === 1) this.choose(people[0].name);
  }

  person({ name, role }) {
    const button = el("button", { type: "button", "data-person": name });
    button.append(el("strong", null, name), el("span", null, say(`me.roles.${role}`)));
    button.addEventListener("click", () => this.choose(name));
    return button;
  }

  key(label, press) {
    const button = el("button", { type: "button", "data-pin": label }, label);
    button.addEventListener("click", press);
    return button;
  }

  choose(name) {
    this.name = name;
    for (const one of this.names) attr(one, "aria-pressed", String(one.dataset.person === name));
    this.set("");
  }

  digit(digit) {
    this.set((this.pin + digit).slice(0, MOST));
  }

  set(pin) {
    this.pin = pin;
    text(this.shown, "●".repeat(pin.length));
  }

  async send() {
    if (this.busy) return;
    if (!this.name) return text(this.hint, say("pin.who"));
    this.busy = true;
    const pin = this.pin;
    this.set("");
    text(this.hint, await this.enter(this.name, pin));
    this.busy = false;
  }
}
