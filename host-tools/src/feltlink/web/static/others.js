// The acts beside the big one. A misdeal voids the round: it is asked for twice.

import { attr, el } from "./dom.js";
import { has, say } from "./say.js";
import { Sure } from "./sure.js";

export class Others {
  constructor(place, press) {
    this.place = place;
    this.press = press;
    this.buttons = new Map();
  }

  show(state, live) {
    const own = ["mark", "verify", "deny_top_prize", state.primary && state.primary.act];
    const acts = (state.acts || []).filter((act) => !own.includes(act.act));
    const wanted = new Map(acts.map((act) => [JSON.stringify(act), act]));
    for (const [key, { button }] of this.buttons) {
      if (wanted.has(key)) continue;
      button.remove();
      this.buttons.delete(key);
    }
    for (const [key, act] of wanted) {
      if (!this.buttons.has(key)) this.add(key, act);
      const { button, sure } = this.buttons.get(key);
      attr(button, "aria-disabled", live ? null : "true");
      if (sure) sure.show(say(`other.${act.act}_sure`, { round: state.round_id }));
    }
  }

  add(key, { label, ...act }) {
    const button = el("button", { type: "button", "data-act": act.act });
    const own = `other.${act.act}`;
    const plain = has(own) ? say(own) : label;
    const press = () => this.press(act);
    const sure = has(`${own}_sure`) ? new Sure(button, plain, press) : null;
    if (!sure) {
      button.textContent = plain;
      button.addEventListener("click", press);
    }
    this.buttons.set(key, { button, sure });
    this.place.append(button);
  }
}
