// The one big button: always in the same place, names what it will do, and is dead for a moment
// after its meaning changes, so that a finger already on its way does not do the next thing.

import { attr, text } from "./dom.js";

const DEAD_MS = 400;

export class Primary {
  constructor(button, press) {
    this.button = button;
    this.meaning = "";
    this.since = 0;
    this.enabled = false;
    this.began = null;
    this.timer = 0;
    button.addEventListener("pointerdown", () => (this.began = this.alive() ? this.meaning : ""));
    button.addEventListener("click", (event) => {
      const began = event.detail === 0 ? this.meaning : this.began;
      this.began = null;
      if (this.alive() && began === this.meaning) press();
    });
    document.addEventListener("visibilitychange", () => this.touch());
  }

  alive() {
    return this.enabled && performance.now() - this.since >= DEAD_MS;
  }

  touch() {
    this.since = performance.now();
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.draw(), DEAD_MS + 10);
    this.draw();
  }

  show(meaning, label, enabled) {
    text(this.button, label);
    const change = meaning !== this.meaning || (enabled && !this.enabled);
    this.meaning = meaning;
    this.enabled = enabled;
    if (change) this.touch();
    else this.draw();
  }

  draw() {
    attr(this.button, "aria-disabled", this.enabled ? null : "true");
    attr(this.button, "data-dead", this.enabled && !this.alive() ? "yes" : null);
  }
}
