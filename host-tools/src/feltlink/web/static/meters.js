// What a progressive's meter shows now, for the players' screen and the dealer's head line.

import { Odometer } from "./odometer.js";
import { attr, el, text } from "./dom.js";
import { say } from "./say.js";

// The amount of a meter's highest level, in cents; null while nothing is known.
export function topCents(meters) {
  const levels = (meters ? meters.meters : []).flatMap((meter) => Object.values(meter.amounts_cents));
  return levels.length ? Math.max(...levels) : null;
}

// Whether a win of one of them waits for a supervisor's verdict.
export function isPending(meters) {
  return meters !== null && meters.meters.some((meter) => meter.pending);
}

export class Meters {
  constructor(place) {
    this.place = place;
    this.title = el("span", { class: "meter-title" });
    this.why = el("span", { class: "meter-why", role: "status" });
    place.append(this.title);
    this.odometer = new Odometer(place);
    place.append(this.why);
  }

  show(meters) {
    const cents = topCents(meters);
    this.place.hidden = cents === null;
    if (cents === null) return;
    const pending = isPending(meters);
    text(this.title, say("meter.title"));
    text(this.why, pending ? say("meter.pending") : "");
    attr(this.place, "data-pending", pending ? "yes" : null);
    this.odometer.show(cents);
  }
}
