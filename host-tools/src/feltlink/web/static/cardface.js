// One card, told by rank, suit sign and a colour of its own for each suit.

import { el } from "./dom.js";
import { say } from "./say.js";

export const RANKS = [..."AKQJT98765432"];
export const SUITS = [..."shdc"];
const SIGNS = { s: "♠", h: "♥", d: "♦", c: "♣" };

export function words(card) {
  if (card === "?") return say("card.hidden");
  const rank = say(`card.ranks.${card[0]}`);
  return say("card.name", { rank, suit: say(`card.suits.${card[1]}`) });
}

export function short(card) {
  return card === "?" ? "?" : (card[0] === "T" ? "10" : card[0]) + SIGNS[card[1]];
}

export function face(card) {
  const suit = card === "?" ? "none" : card[1];
  return el("span", { class: "card", "data-suit": suit, role: "img", "aria-label": words(card) }, short(card));
}

export function row(cards) {
  return el("span", { class: "row" }, ...cards.map(face));
}

export function sign(suit) {
  return SIGNS[suit];
}
