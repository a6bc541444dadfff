// What was refused and why, until it is understood or something else is done.

import { attr, byId, el, text } from "./dom.js";
import { stillHere } from "./me.js";
import { say } from "./say.js";

export class Refusal {
  constructor(live) {
    this.live = live;
    this.refused = "";
    this.dismissed = "";
    this.sentence = el("p");
    const button = el("button", { type: "button" }, say("refusal.dismiss"));
    button.addEventListener("click", () => this.dismiss());
    byId("refusal").append(this.sentence, button);
  }

  answered(answer) {
    this.refused = answer.ok ? "" : answer.sentence;
    if (!answer.ok) stillHere();
    this.dismissed = answer.ok ? this.live.view.last_refusal || "" : "";
  }

  dismiss() {
    this.refused = "";
    this.dismissed = this.live.view.last_refusal || "";
    this.show();
  }

  show() {
    const other = this.live.view.last_refusal || "";
    if (!other) this.dismissed = "";
    const sentence = this.refused || (other === this.dismissed ? "" : other);
    byId("refusal").hidden = !sentence;
    attr(document.body, "data-refused", sentence ? "yes" : null);
    text(this.sentence, sentence);
  }
}
