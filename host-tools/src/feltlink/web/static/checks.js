// The top prize is held until the four checks of 20:18:15:30.15(7)(c) are recorded, each by name.

import { attr, el, text } from "./dom.js";
import { asTwo } from "./lend.js";
import { lettersFor } from "./letters.js";
import { say } from "./say.js";
import { Sure } from "./sure.js";

export const CHECKS = ["dealt_properly", "bet_made", "natural_blackjack", "stopped_on_top"];

export class Checks {
  constructor(place, send) {
    this.place = place;
    this.send = send;
    this.rows = new Map();
    this.title = el("h2");
    this.name = el("input", { id: "checker", type: "text", maxlength: 60, autocomplete: "off" });
    this.hint = el("p", { class: "hint", role: "alert" });
    const label = el("label", { for: "checker" }, say("checks.name"));
    const list = el("ol", null, ...CHECKS.map((check) => this.row(check)));
    place.append(this.title, el("p", null, say("checks.about")), label, this.name);
    const letters = lettersFor(this.name);
    if (letters) place.append(letters);
    place.append(this.hint, list);
  }

  row(check) {
    const what = say(`checks.${check}`);
    const verify = el("button", { type: "button", "data-check": check }, say("checks.verify"));
    const deny = el("button", { type: "button", class: "deny", "data-deny": check });
    const done = el("span", { class: "by" });
    const both = el("span", { class: "both" }, deny, verify);
    attr(verify, "aria-label", `${say("checks.verify")}: ${what}`);
    attr(deny, "aria-label", `${say("checks.deny")}: ${what}`);
    verify.addEventListener("click", () => this.press("verify", check));
    const sure = new Sure(deny, say("checks.deny"), () => this.press("deny_top_prize", check));
    sure.show(say("checks.deny_sure"));
    this.rows.set(check, { done, both, buttons: [verify, deny] });
    return el("li", null, el("span", null, what, done), both);
  }

  press(act, check) {
    const name = this.name.value.trim();
    text(this.hint, name ? "" : say("checks.need_name"));
    if (!name) this.name.focus();
    else asTwo(this.view, act, () => this.send({ act, check, name }));
  }

  show(view, turning, live) {
    const { state } = view;
    this.view = view;
    const spin = state.spin;
    const open = Boolean(spin && spin.state === "top_prize" && !turning);
    this.place.hidden = !open;
    if (!open) return;
    text(this.title, say("checks.title", spin));
    if (state.notice) text(this.hint, state.notice);
    for (const [check, { done, both, buttons }] of this.rows) {
      const name = (spin.checks || {})[check];
      text(done, name ? "✓ " + say("checks.by", { name }) : "");
      both.hidden = Boolean(name);
      for (const button of buttons) attr(button, "aria-disabled", live ? null : "true");
    }
  }
}
