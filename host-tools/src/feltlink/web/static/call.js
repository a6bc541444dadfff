// Calls a supervisor to the table; who has come says so with a PIN. Open however the table is.

import { attr, byId, el, text } from "./dom.js";
import { asTwo } from "./lend.js";
import { say } from "./say.js";
import { Sure } from "./sure.js";

const CALL = "call_supervisor";
const CAME = "supervisor_came";

// Such an act holds nothing else up.
export const isCall = (act) => act.act === CALL || act.act === CAME;

export function timeOf(at_utc_us) {
  return new Date(at_utc_us / 1000).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
}

export class Call {
  constructor(live) {
    this.live = live;
    this.ask = el("button", { type: "button", id: "call" }, say("call.ask"));
    this.ask.addEventListener("click", () => this.able() && live.act({ act: CALL }));
    this.came = el("button", { type: "button", id: "came", hidden: true });
    const came = () => this.able() && live.act({ act: CAME });
    this.sure = new Sure(this.came, "", () => asTwo(live.view, CAME, came));
        byId("acts").prepend(this.ask, this.came);
  }

  // Also while the table has stopped or its controller is lost: then most of all.
  able() {
    const { live } = this;
    return live.fresh && live.view.record.ok && !live.waiting(isCall);
  }

  show(view) {
    this.ask.hidden = Boolean(view.call);
    this.came.hidden = !view.call;
    if (view.call) this.sure.show(say("call.sure"), say("call.called", { time: timeOf(view.call.at_utc_us) }));
    for (const button of [this.ask, this.came]) attr(button, "aria-disabled", this.able() ? null : "true");
  }
}
