// The dealer's call, largest on the desk until somebody has come.

import { byId, el, text } from "./dom.js";
import { timeOf } from "./call.js";
import { say } from "./say.js";
import { Sure } from "./sure.js";

export class DeskCall {
  constructor(came) {
    this.about = el("p", { class: "about", role: "alert" });
    const button = el("button", { type: "button", id: "came" });
    new Sure(button, say("desk.came"), came).show(say("desk.sure"));
    byId("called").append(this.about, button);
  }

  show(view) {
    const { call } = view;
    byId("called").hidden = !call;
    document.title = (call ? "⚠ " : "") + say("title.desk");
    if (!call) return text(this.about, "");
    const values = { table: view.table, by: call.by, time: timeOf(call.at_utc_us) };
    text(this.about, say(call.reason ? "desk.called_why" : "desk.called", { ...values, why: call.reason }));
  }
}
