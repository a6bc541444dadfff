// The top prize is held until the four checks of 20:18:15:30.15(7)(c) are recorded, each by name.

import { attr, el, text } from "./dom.js";
import { say } from "./say.js";

export const CHECKS = ["dealt_properly", "bet_made", "natural_blackjack", "stopped_on_top"];

export class Checks {
  constructor(place, verify) {
    this.place = place;
    this.rows = new Map();
    this.title = el("h2");
    this.name = el("input", { id: "checker", type: "text", maxlength: 60, autocomplete: "off" });
    this.hint = el("p", { class: "hint", role: "alert" });
    const label = el("label", { for: "checker" }, say("checks.name"));
    const list = el("ol");
    for (const check of CHECKS) {
      const done = el("span", { class: "by" });
      const button = el("button", { type: "button", "data-check": check }, say("checks.verify"));
      button.addEventListener("click", () => this.press(check, verify));
      list.append(el("li", null, el("span", null, say(`checks.${check}`), done), button));
      this.rows.set(check, { done, button });
    }
    place.append(this.title, el("p", null, say("checks.about")), label, this.name, this.hint, list);
  }

  press(check, verify) {
    const name = this.name.value.trim();
    text(this.hint, name ? "" : say("checks.need_name"));
    if (!name) this.name.focus();
    else verify(check, name);
  }

  show(spin, live) {
    const open = Boolean(spin && spin.state === "top_prize");
    this.place.hidden = !open;
    if (!open) return;
    text(this.title, say("checks.title", spin));
    for (const [check, { done, button }] of this.rows) {
      const by = (spin.checks || {})[check];
      text(done, by ? "✓ " + say("checks.by", { name: by.name || by }) : "");
      button.hidden = Boolean(by);
      attr(button, "aria-label", `${say("checks.verify")}: ${say(`checks.${check}`)}`);
      attr(button, "aria-disabled", live ? null : "true");
    }
  }
}
