// The frames on the wire, newest first, held still on request so that they can be read.

import { el, text } from "./dom.js";
import { say } from "./say.js";

const MOST = 200;

export class Frames {
  constructor() {
    this.held = null;
    this.body = el("tbody");
    this.button = el("button", { type: "button", id: "hold" }, say("bench.hold"));
    this.button.addEventListener("click", () => this.hold());
    const names = ["time", "frame", "fields"].map((n) => el("th", { scope: "col" }, say(`bench.${n}`)));
    const table = el("table", null, el("thead", null, el("tr", null, ...names)), this.body);
    const scroll = el("div", { class: "scroll", tabindex: 0 }, table);
    this.place = el("div", null, el("p", null, say("bench.frames_about")), this.button, scroll);
  }

  hold() {
    const waiting = this.held;
    this.held = waiting === null ? [] : null;
    text(this.button, say(this.held === null ? "bench.hold" : "bench.go_on"));
    if (waiting !== null) this.add(waiting);
  }

  add(frames) {
    if (this.held !== null) {
      this.held = [...this.held, ...frames].slice(-MOST);
      return;
    }
    for (const frame of frames) {
      const row = el("tr", { class: frame.way, "data-frame": frame.name });
      row.append(
        el("td", { class: "time" }, frame.at),
        el("td", null, `${say(`bench.${frame.way}`)} ${frame.name}`),
        el("td", { class: "fields" }, `#${frame.seq} ${frame.text}`),
      );
      this.body.prepend(row);
    }
    while (this.body.childElementCount > MOST) this.body.lastChild.remove();
  }
}
