// A table that has stopped goes on only when a supervisor says so, at this screen and twice.

import { byId, el } from "./dom.js";
import { asTwo } from "./lend.js";
import { say } from "./say.js";
import { Sure } from "./sure.js";

export class Stopped {
  constructor(live) {
    this.button = el("button", { type: "button", id: "resume", hidden: true });
    const act = "resume_after_failure";
    const resume = () => asTwo(live.view, act, () => live.act({ act }));
    new Sure(this.button, say("stopped.resume"), resume).show(say("stopped.sure"));
    byId("acts").prepend(this.button);
  }

  show(view) {
    this.button.hidden = !view.stopped;
  }
}
