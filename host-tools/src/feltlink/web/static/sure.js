// A button that is asked for twice, where money would move wrongly by one touch.

import { attr, text } from "./dom.js";

const SURE_MS = 4000;
const DEAD_MS = 400; // a double tap is no second thought

export class Sure {
  constructor(button, plain, act) {
    this.button = button;
    this.plain = plain;
    this.question = plain;
    this.since = null;
    button.addEventListener("click", () => this.click(act));
    this.draw();
  }

  // What the button asks after the first press, and what it says before.
  show(question, plain = this.plain) {
    this.question = question;
    this.plain = plain;
    this.draw();
  }

  click(act) {
    const now = performance.now();
    if (this.since === null) {
      this.since = now;
      setTimeout(() => this.forget(now), SURE_MS);
    } else if (now - this.since >= DEAD_MS) {
      this.since = null;
      act();
    }
    this.draw();
  }

  forget(since) {
    if (this.since === since) this.since = null;
    this.draw();
  }

  draw() {
    attr(this.button, "data-sure", this.since === null ? null : "yes");
    text(this.button, this.since === null ? this.plain : this.question);
  }
}
