// What the players' screen does beyond the game: it invites while nothing is open, and it
// celebrates a jackpot, once that is recorded as verified. Slow: nothing flashes.

import { attr, byId, text } from "./dom.js";
import { topCents } from "./meters.js";
import { dollars } from "./money.js";
import { say } from "./say.js";

const LINE_MS = 6000;

// A verified jackpot of this round: {seat, cents}; null while there is none. A win that is still
// pending is none.
export function jackpotOf(state) {
  const spin = state.spin;
  if (spin && ["spun", "paid"].includes(spin.state) && spin.stop !== null && state.wheel[spin.stop].top) {
    return { seat: spin.seat, cents: spin.amount_cents };
  }
  const paid = (state.payments || []).filter((one) => one.part === "progressive" && one.due_cents > 0);
  if (!paid.length || state.phase === "idle") return null;
  const best = paid.reduce((most, one) => (one.due_cents > most.due_cents ? one : most));
  return { seat: best.seat, cents: best.due_cents };
}

export class Festive {
  constructor() {
    this.lines = [];
    this.at = 0;
    setInterval(() => this.turn(), LINE_MS);
  }

  // `view` is null while it is not fresh; `turning` while the wheel has not come to rest.
  show(view, turning) {
    const jackpot = view && !turning ? jackpotOf(view.state) : null;
    attr(document.body, "data-jackpot", jackpot ? "yes" : null);
    const idle = Boolean(view) && view.state.phase === "idle" && !jackpot;
    attr(document.body, "data-attract", idle ? "yes" : null);
    byId("attract").hidden = !idle;
    this.lines = idle ? this.invitations(view) : [];
    text(byId("attract"), this.lines.length ? this.lines[this.at % this.lines.length] : "");
    return jackpot;
  }

  invitations(view) {
    const cents = topCents(view.meters);
    const top = (view.state.wheel || []).find((stop) => stop.top);
    const lines = [say("sign.invite")];
    if (cents !== null) lines.push(say("sign.invite_meter", { amount: dollars(cents) }));
    else if (top && top.amount_cents !== null) lines.push(say("sign.invite_top", { amount: dollars(top.amount_cents) }));
    return lines;
  }

  turn() {
    this.at += 1;
    if (this.lines.length) text(byId("attract"), this.lines[this.at % this.lines.length]);
  }
}
