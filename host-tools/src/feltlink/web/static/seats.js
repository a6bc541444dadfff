// The seats of Bonus Spin, in an arc as the dealer sees them: position 1 at the left.

import { attr, el, svg, text } from "./dom.js";
import { dollars } from "./money.js";
import { say } from "./say.js";

export const NEXT = { none: "even_money", even_money: "spin", spin: "none" };

// One drawing a state, told apart by outline alone.
const SHAPES = {
  empty: "M24 8a16 16 0 1 0 0 32a16 16 0 1 0 0-32zM24 12a12 12 0 1 1 0 24a12 12 0 1 1 0-24z",
  covered: "M24 6a18 18 0 1 0 0 36a18 18 0 1 0 0-36zM24 14a10 10 0 1 1 0 20a10 10 0 1 1 0-20z",
  locked: "M10 22h28v20h-28zM15 22v-6a9 9 0 0 1 18 0v6h-5v-6a4 4 0 0 0-8 0v6z",
  even_money: "M8 13h32v8h-32zM8 27h32v8h-32z",
  once: "M18 6h10v30h8v6h-24v-6h8v-21l-7 3v-7z",
  spin: "M24 5a19 19 0 1 1-18 13l6 2a13 13 0 1 0 7-7l4 5-15 2 2-15 5 5a19 19 0 0 1 9-5z",
  offer: "M14 6l26 18l-26 18z",
  armed: "M14 6l26 18l-26 18z",
  drawing: "M24 5a19 19 0 1 1-18 13l6 2a13 13 0 1 0 7-7l4 5-15 2 2-15 5 5a19 19 0 0 1 9-5z",
  spun: "M24 5a19 19 0 1 1-18 13l6 2a13 13 0 1 0 7-7l4 5-15 2 2-15 5 5a19 19 0 0 1 9-5z",
  stopped: "M4 12h40v24h-40zM24 17a7 7 0 1 1 0 14a7 7 0 1 1 0-14z",
  top_prize: "M24 3l6.200 13.500 14.800 1.700-11 10 3 14.600-13-7.300-13 7.300 3-14.600-11-10 14.800-1.700z",
  paid: "M5 25l7-7 8 8 17-18 7 7-24 25z",
  late: "M24 5l20 36h-40zM21.500 17v12h5v-12zM21.500 32v5h5v-5z",
  faulted: "M11 5l13 13 13-13 6 6-13 13 13 13-6 6-13-13-13 13-6-6 13-13-13-13z",
};

// Collecting the locked bets is late too, as the sensor sees it; told is only a chip that lies there.
function lateChip(seat) {
  return Boolean(seat.late) && seat.covered;
}

// The one state that a seat's tile tells, the gravest first.
export function stateOf(seat, spin, turning) {
  if (seat.faulted) return "faulted";
  if (spin && spin.seat === seat.seat && spin.state !== "paid") {
    return spin.state === "spun" && !turning ? "stopped" : turning ? "spun" : spin.state;
  }
  if (seat.mark === "spin" && seat.paid_cents > 0) return "paid";
  // On one dollar tables the first tap awards nothing: the seat says so in its label.
  if (seat.mark === "even_money" && seat.label.includes("spin")) return "once";
  if (seat.mark === "spin" || seat.mark === "even_money") return seat.mark;
  if (seat.locked) return "locked";
  if (lateChip(seat)) return "late";
  return seat.covered ? "covered" : "empty";
}

export class Seats {
  constructor(place, tap) {
    this.place = place;
    this.tap = tap;
    this.tiles = new Map();
  }

  build(seats) {
    this.place.replaceChildren();
    this.tiles.clear();
    seats.forEach((seat, i) => {
      const path = svg("path", { "fill-rule": "evenodd" });
      const parts = {
        path,
        word: el("span", { class: "word" }),
        more: el("span", { class: "more" }),
        tile: el("button", { type: "button", class: "seat", "data-seat": seat.seat }),
      };
      const shape = svg("svg", { viewBox: "0 0 48 48", class: "shape", "aria-hidden": "true" }, path);
      const number = el("span", { class: "number" }, String(seat.seat));
      parts.tile.append(number, shape, parts.word, parts.more);
      parts.tile.addEventListener("click", () => this.tap(seat.seat));
      const part = seats.length > 1 ? i / (seats.length - 1) : 0.5;
      const angle = Math.PI * (0.04 + 0.92 * part);
      parts.tile.style.setProperty("--x", `${(50 - 41.5 * Math.cos(angle)).toFixed(2)}%`);
      parts.tile.style.setProperty("--y", `${(63 - 51 * Math.sin(angle)).toFixed(2)}%`);
      this.tiles.set(seat.seat, parts);
      this.place.append(parts.tile);
    });
  }

  show(state, turning, live, markWaiting) {
    if (this.tiles.size !== state.seats.length) this.build(state.seats);
    for (const seat of state.seats) {
      const { tile, path, word, more } = this.tiles.get(seat.seat);
      const waiting = markWaiting(seat.seat);
      const shown = waiting === null ? seat : { ...seat, mark: waiting };
      const name = stateOf(shown, state.spin, turning);
      const turn = state.spin && state.spin.seat === seat.seat && state.spin.state !== "paid";
      attr(tile, "data-state", name);
      attr(tile, "data-turn", turn ? "yes" : null);
      attr(tile, "data-waiting", waiting === null ? null : "yes");
      attr(tile, "aria-disabled", live ? null : "true");
      attr(path, "d", SHAPES[name]);
      text(word, say(`seat.${name}`));
      text(more, this.detail(seat, name, state));
      const label = [say("seat.name", seat), word.textContent, more.textContent];
      attr(tile, "aria-label", label.filter(Boolean).join(", "));
    }
  }

  detail(seat, name, state) {
    if (name === "stopped" && state.spin.amount_cents !== null) {
      return dollars(state.spin.amount_cents);
    }
    if (name === "paid") return dollars(seat.paid_cents);
    if (seat.paid_cents > 0) return say("seat.paid_amount", { amount: dollars(seat.paid_cents) });
    if (lateChip(seat) && name !== "late") return say("seat.late_badge");
    return "";
  }
}
