// The acts beside the big one. A misdeal voids the round: it is asked for twice.

import { attr, el, text } from "./dom.js";
import { has, say } from "./say.js";

const SURE_MS = 4000;
const DEAD_MS = 400;

export class Others {
  constructor(place, press) {
    this.place = place;
    this.press = press;
    this.buttons = new Map();
    this.asked = null;
    this.round = 0;
  }

  show(state, live) {
    this.round = state.round_id;
    const own = ["mark", "verify", state.primary && state.primary.act];
    const acts = (state.acts || []).filter((act) => !own.includes(act.act));
    const wanted = new Map(acts.map((act) => [JSON.stringify(act), act]));
    for (const [key, button] of this.buttons) {
      if (wanted.has(key)) continue;
      button.remove();
      this.buttons.delete(key);
    }
    for (const [key, act] of wanted) {
      if (!this.buttons.has(key)) this.add(key, act);
      attr(this.buttons.get(key), "aria-disabled", live ? null : "true");
    }
    this.draw(wanted);
  }

  add(key, act) {
    const button = el("button", { type: "button", "data-act": act.act });
    button.addEventListener("click", () => this.click(key, act));
    this.buttons.set(key, button);
    this.place.append(button);
  }

  click(key, act) {
    const now = performance.now();
    if (act.act !== "misdeal" || (this.asked === key && now - this.since >= DEAD_MS)) {
      this.asked = null;
      const { label, ...rest } = act;
      this.press(rest);
    } else if (this.asked !== key) {
      this.asked = key;
      this.since = now;
      setTimeout(() => this.forget(key, now), SURE_MS);
    }
    this.draw(new Map([[key, act]]));
  }

  forget(key, since) {
    if (this.asked !== key || this.since !== since) return;
    this.asked = null;
    const button = this.buttons.get(key);
    if (button) this.draw(new Map([[key, JSON.parse(key)]]));
  }

  draw(acts) {
    for (const [key, act] of acts) {
      const own = `other.${act.act}`;
      const plain = has(own) ? say(own) : act.label;
      const button = this.buttons.get(key);
      const sure = this.asked === key;
      if (!button) continue;
      attr(button, "data-sure", sure ? "yes" : null);
      text(button, sure ? say(`${own}_sure`, { round: this.round }) : plain);
    }
  }
}
