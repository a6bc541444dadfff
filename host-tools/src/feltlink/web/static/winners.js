// The progressive's keypad: each winner in the order of keying and paying, and what envy is owed.

import { attr, el } from "./dom.js";
import { dollars } from "./money.js";
import { say } from "./say.js";

const ENVY_OF = /^envy of seat (\d+)$/;

// Where a win stands: one word, one sign, one outline each.
function standing(won) {
  if (!won.keyed) return "open";
  if (won.amount_cents === null) return "asked";
  if (!won.verified) return "pending";
  return won.amount_cents > 0 ? "confirmed" : "void";
}

function hand(name) {
  return name.replaceAll("_", " ");
}

// Null when there is nothing to key and no envy, or all of it is paid.
export function winnerKeys(state, send, ready) {
  const side = state.payments.filter((one) => ["progressive", "envy"].includes(one.part));
  const owed = side.filter((one) => one.part === "envy");
  const waiting = state.winners.some((won) => !won.verified);
  if (!waiting && !side.some((one) => one.part === "envy" && !one.paid)) return null;
  const parts = [el("h3", null, say("winners.title"))];
  if (state.winners.length) parts.push(el("p", null, say(state.winners.length > 1 ? "winners.several" : "winners.one")));
  if (state.winners.length) parts.push(el("ol", { class: "winners" }, ...state.winners.map((won) => key(won, state, send, ready))));
  if (owed.length) parts.push(el("h3", null, say("winners.envy")), el("ul", { class: "envy" }, ...owed.map((one) => envy(one, state))));
  return el("section", { class: "keypad", "aria-label": say("winners.title") }, ...parts);
}

// Pressed again it takes the award back, until that is verified.
function key(won, state, send, ready) {
  const where = standing(won);
  const act = state.acts.find((one) => one.act === "award" && one.seat === won.seat);
  const button = el("button", { type: "button", "data-award": won.seat, "data-standing": where });
  attr(button, "aria-pressed", String(won.keyed));
  if (!act) attr(button, "aria-disabled", "true");
  const name = say("winners.who", { ...won, hand: hand(won.hand) });
  const told = say(`winners.${where}`, { amount: dollars(won.amount_cents || 0) });
  button.append(el("strong", null, `${name} `), el("span", null, told));
  button.addEventListener("click", () => act && ready && send(act));
  return el("li", null, button);
}

// One seat's envy, and whose hand each part of it is for.
function envy(payment, state) {
  const of = payment.lines.map((line) => {
    const [, seat] = ENVY_OF.exec(line.wager) || [];
    return say("winners.envy_of", { amount: dollars(line.amount_cents), seat });
  });
  const values = { seat: payment.seat, amount: dollars(payment.due_cents), of: of.join(" + ") };
  const told = say(payment.paid ? "winners.envy_paid" : "winners.envy_seat", values);
  return el("li", { "data-envy": payment.seat }, told);
}
