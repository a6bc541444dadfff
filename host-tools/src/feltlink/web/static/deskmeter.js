// One meter: what it holds, its state, and an adjustment by name and with a reason.

import { attr, el, text } from "./dom.js";
import { say } from "./say.js";
import { Sure } from "./sure.js";

const POTS = ["current", "reserve", "overflow"];
const STATES = ["open", "locked", "disabled"];

// Micro-dollars, with as many digits as they need and two at least.
export function exact(micro) {
  const part = String(Math.abs(micro) % 1000000).padStart(6, "0");
  const whole = String(Math.trunc(Math.abs(micro) / 1000000)).replace(/\B(?=(\d{3})+$)/g, ",");
  return `${micro < 0 ? "−" : ""}$${whole}.${part.slice(0, 2)}${part.slice(2).replace(/0+$/, "")}`;
}

// "12.50" as 1250 cents; null for what is no amount above zero. No float on the way.
export function centsOf(typed) {
  const found = /^\$?(\d{1,7})(?:\.(\d{2}))?$/.exec(typed.trim().replaceAll(",", ""));
  return found && (Number(found[1]) * 100 + Number(found[2] || 0) || null);
}

function choice(names, key) {
  return el("select", null, ...names.map((name) => el("option", { value: name }, key ? say(`${key}.${name}`) : name)));
}

export class MeterCard {
  constructor(send) {
    this.send = send;
    this.title = el("h3");
    this.rows = el("tbody");
    this.levels = "";
    this.level = el("select");
    this.pot = choice(POTS, "desk.pots");
    this.way = choice(["in", "out"], "desk.ways");
    this.amount = el("input", { type: "text", inputmode: "decimal", autocomplete: "off" });
    this.reason = el("input", { type: "text", maxlength: 200, autocomplete: "off" });
    this.wrong = el("p", { role: "alert" });
    const adjust = el("button", { type: "button", class: "adjust" });
    new Sure(adjust, say("desk.adjust"), () => this.adjust()).show(say("desk.sure"));
    const heads = ["level", ...POTS, "paid"].map((key) => el("th", { scope: "col" }, say(`desk.pots.${key}`)));
    const table = el("table", null, el("thead", null, el("tr", null, ...heads)), this.rows);
    const field = (key, node) => el("label", null, say(`desk.${key}`), node);
    const fields = [field("level", this.level), field("pot", this.pot), field("way", this.way), field("amount", this.amount), field("reason", this.reason)];
    this.states = STATES.map((state) => this.state(state));
    this.place = el("div", { class: "meter" }, this.title, el("div", { class: "scroll", tabindex: 0 }, table));
    this.place.append(el("div", { class: "fields" }, ...fields), this.wrong, el("div", { class: "both" }, adjust, ...this.states));
  }

  state(state) {
    const button = el("button", { type: "button", "data-to": state });
    new Sure(button, say(`desk.to.${state}`), () => {
      this.send({ do: "state", meter: this.meter.meter, state, reason: this.reason.value });
    }).show(say("desk.sure"));
    return button;
  }

  show(meter) {
    this.meter = meter;
    attr(this.place, "data-meter", meter.meter);
    text(this.title, say("desk.meter", { meter: meter.meter, state: say(`desk.state.${meter.state}`) }));
    const names = Object.keys(meter.levels);
    if (this.levels !== names.join()) {
      this.levels = names.join();
      this.level.replaceChildren(...names.map((name) => el("option", { value: name }, name)));
    }
    const cells = (one) => [...POTS, "paid"].map((pot) => el("td", null, exact(one[pot])));
    this.rows.replaceChildren(
      ...Object.entries(meter.levels).map(([name, one]) => el("tr", null, el("th", { scope: "row" }, name), ...cells(one))),
    );
    for (const button of this.states) button.hidden = button.dataset.to === meter.state;
  }

  adjust() {
    const cents = centsOf(this.amount.value);
    text(this.wrong, cents === null ? say("desk.no_amount") : "");
    if (cents === null) return this.amount.focus();
    const amount_cents = this.way.value === "out" ? -cents : cents;
    const where = { meter: this.meter.meter, level: this.level.value, pot: this.pot.value };
    this.send({ do: "adjust", ...where, amount_cents, reason: this.reason.value });
  }
}
