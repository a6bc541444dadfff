// Keys cards with two taps each: rank, then suit. A card that lies on the table is not offered.

import { attr, el, text } from "./dom.js";
import { RANKS, SUITS, face, sign } from "./cardface.js";
import { say } from "./say.js";

export class CardPad {
  constructor(changed) {
    this.changed = changed;
    this.cards = [];
    this.rank = null;
    this.count = 0;
    this.taken = new Set();
    this.slots = el("div", { class: "slots", role: "status" });
    this.keys = new Map();
    const key = (name, label, press) => {
      const button = el("button", { type: "button", "data-key": name }, label);
      button.addEventListener("click", press);
      this.keys.set(name, button);
      return button;
    };
    const ranks = RANKS.map((r) => key(r, r === "T" ? "10" : r, () => this.pickRank(r)));
    const suits = SUITS.map((s) => key(s, sign(s), () => this.pickSuit(s)));
    this.back = el("button", { type: "button", class: "back" }, say("pad.back"));
    this.back.addEventListener("click", () => this.undo());
    for (const r of RANKS) attr(this.keys.get(r), "aria-label", say(`card.ranks.${r}`));
    for (const s of SUITS) attr(this.keys.get(s), "aria-label", say(`card.suits.${s}`));
    this.place = el(
      "div",
      { class: "cardpad" },
      this.slots,
      el("div", { class: "ranks" }, ...ranks, this.back),
      el("div", { class: "suits" }, ...suits),
    );
  }

  // `key` names what is keyed; another key begins anew.
  show(key, count, taken) {
    if (key !== this.key || count !== this.count) {
      this.cards = [];
      this.rank = null;
    }
    this.key = key;
    this.count = count;
    this.taken = new Set(taken.filter((card) => card !== "?"));
    this.cards = this.cards.filter((card) => !this.taken.has(card));
    this.draw();
  }

  free(rank, suit) {
    return !this.taken.has(rank + suit) && !this.cards.includes(rank + suit);
  }

  get full() {
    return this.count > 0 && this.cards.length === this.count;
  }

  pickRank(rank) {
    if (!this.full && SUITS.some((suit) => this.free(rank, suit))) this.rank = rank;
    this.changed();
  }

  pickSuit(suit) {
    if (!this.full && this.rank !== null && this.free(this.rank, suit)) {
      this.cards.push(this.rank + suit);
      this.rank = null;
    }
    this.changed();
  }

  undo() {
    if (this.rank !== null) this.rank = null;
    else this.cards.pop();
    this.changed();
  }

  clear() {
    this.cards = [];
    this.rank = null;
  }

  draw() {
    const left = Array.from({ length: this.count - this.cards.length }, () => el("span", { class: "card open" }));
    if (left.length && this.rank !== null) text(left[0], this.rank === "T" ? "10" : this.rank);
    this.slots.replaceChildren(...this.cards.map(face), ...left);
    for (const rank of RANKS) {
      const some = !this.full && SUITS.some((suit) => this.free(rank, suit));
      attr(this.keys.get(rank), "aria-disabled", some ? null : "true");
      attr(this.keys.get(rank), "aria-pressed", String(this.rank === rank));
    }
    for (const suit of SUITS) {
      const can = !this.full && this.rank !== null && this.free(this.rank, suit);
      attr(this.keys.get(suit), "aria-disabled", can ? null : "true");
    }
  }
}
