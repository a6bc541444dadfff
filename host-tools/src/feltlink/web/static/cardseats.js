// The seats of a card game: wagers, cards, what was chosen; around the dealer's common cards.

import { attr, byId, el, text } from "./dom.js";
import { row } from "./cardface.js";
import { dollars } from "./money.js";
import { has, say } from "./say.js";

export function named(kind, name) {
  const seat = /^seat (\d+)$/.exec(name);
  if (seat) return say("seat.name", { seat: seat[1] });
  return has(`${kind}.${name}`) ? say(`${kind}.${name}`) : String(name).replaceAll("_", " ");
}

function stateOf(seat) {
  if (seat.faulted) return "faulted";
  if (seat.to_choose) return "to_choose";
  if (Object.values(seat.choices).includes("fold")) return "folded";
  if (Object.keys(seat.wagers).length) return "playing";
  return seat.covered.length ? "covered" : "empty";
}

export class CardSeats {
  constructor(table, tap, fix) {
    this.table = table;
    this.tap = tap;
    this.fix = fix;
    this.tiles = new Map();
  }

  build(seats) {
    for (const { tile } of this.tiles.values()) tile.remove();
    this.tiles.clear();
    const top = Math.max(seats.length - 2, 1);
    this.table.style.gridTemplateColumns = `repeat(${top}, minmax(0, 1fr))`;
    seats.forEach((seat, i) => {
      const parts = { word: el("span", { class: "word" }), body: el("span", { class: "body" }) };
      parts.tile = el("button", { type: "button", class: "cardseat", "data-seat": seat.seat });
      parts.tile.append(el("span", { class: "number" }, String(seat.seat)), parts.word, parts.body);
      parts.tile.addEventListener("click", () => this.tap(seat.seat));
      const side = i === 0 || i === seats.length - 1;
      const column = i === 0 ? 1 : side ? top : i;
      parts.tile.style.gridArea = `${side ? 2 : 1} / ${column}`;
      this.tiles.set(seat.seat, parts);
      this.table.append(parts.tile);
    });
    byId("common").style.gridArea = `2 / 2 / 2 / ${Math.max(top, 2)}`;
  }

  show(state, chosen) {
    if (this.tiles.size !== state.seats.length) this.build(state.seats);
    for (const seat of state.seats) {
      const { tile, word, body } = this.tiles.get(seat.seat);
      const name = stateOf(seat);
      attr(tile, "data-state", name);
      attr(tile, "aria-pressed", String(seat.seat === chosen));
      text(word, say(`cardseat.${name}`));
      body.replaceChildren(...this.lines(seat));
      attr(tile, "data-many", Object.keys(seat.wagers).length > 4 || Object.keys(seat.tips).length ? "yes" : null);
      const label = [say("seat.name", seat), word.textContent, body.textContent];
      attr(tile, "aria-label", label.filter(Boolean).join(", "));
    }
    this.common(state);
  }

  lines(seat) {
    const wagers = Object.entries(seat.wagers).map(([name, cents]) => {
      const tip = seat.tips[name] ? ` + ${dollars(seat.tips[name])}` : "";
      return el("span", { class: "line" }, `${named("wager", name)} ${dollars(cents)}${tip} `);
    });
    const choices = Object.entries(seat.choices).map(([, choice]) => named("choice", choice));
    const chosen = choices.length ? [el("span", { class: "line chosen" }, `${choices.join(", ")} `)] : [];
    const hands = Object.entries(seat.hands).map(([name, hand]) => {
      const which = Object.keys(seat.hands).length > 1 ? `${named("hand", name)}: ` : "";
      return el("span", { class: "line hand" }, `${which}${hand} `);
    });
    const cards = seat.cards.length ? [row(seat.cards)] : [];
    return [...cards, ...wagers, ...chosen, ...hands];
  }

  common(state) {
    const places = Object.entries(state.cards).filter(([, cards]) => cards.length);
    if (state.dealer && state.dealer.length) places.push(["dealer", state.dealer]);
    const groups = places.map(([place, cards]) => {
      const known = cards.filter((card) => card !== "?").length;
      const group = el("button", { type: "button", class: "place", "data-place": place });
      group.append(el("span", null, named("place", place)), row(cards));
      group.addEventListener("click", () => known && this.fix(place, known));
      return group;
    });
    byId("common").replaceChildren(...groups);
  }
}
