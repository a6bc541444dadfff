// The dealer's right hand in a card game: the pad or the choices that the next act needs.

import { byId, el } from "./dom.js";
import { AmountPad } from "./amountpad.js";
import { corrections } from "./cardkeys.js";
import { CardPad } from "./cardpad.js";
import { short } from "./cardface.js";
import { named } from "./cardseats.js";
import { dollars } from "./money.js";
import { say } from "./say.js";
import { winnerKeys } from "./winners.js";

const wants = (act, field) => (act.needs || []).includes(field);

export class Panel {
  constructor(send, changed) {
    this.send = send;
    this.changed = changed;
    this.cardPad = new CardPad(changed);
    this.amountPad = new AmountPad(changed);
    this.seat = null; // the seat that the dealer has tapped
    this.picked = null; // the act that the dealer has picked to be filled in
    this.fixing = null; // the place whose cards are being corrected
    this.next = null; // the payment that was scrolled to
  }

  // The seat in question: the tapped one, else the first that has to choose.
  focus(state) {
    if (this.seat !== null) return this.seat;
    const first = state.seats.find((seat) => seat.to_choose);
    return first ? first.seat : null;
  }

  tap(seat) {
    this.seat = this.seat === seat ? null : seat;
    this.picked = this.fixing = null;
    this.changed();
  }

  fix(place, count) {
    this.fixing = { act: "correct", to: place, count, needs: ["cards"] };
    this.changed();
  }

  done() {
    this.seat = this.picked = this.fixing = null;
    this.cardPad.clear();
  }

  // The act that is being filled in: what the dealer picked, else what the game asks for.
  target(state) {
    if (this.fixing) return this.fixing;
    if (this.picked) {
      const key = JSON.stringify(this.picked);
      const still = state.acts.find((act) => JSON.stringify(act) === key);
      if (still) return still;
      this.picked = null;
    }
    const open = state.acts.filter((act) => act.act === "cards");
    const seat = this.focus(state);
    if (state.seats.some((one) => one.to_choose)) return null; // first they choose
    const own = open.find((act) => act.to === `seat ${seat}`);
    const asked = state.primary && wants(state.primary, "cards") ? state.primary : null;
    return own || asked || open[0] || null;
  }

  // The act as it would be sent now, and what the big button says of it; null while incomplete.
  ready(state) {
    const act = this.target(state);
    if (!act) return null;
    const { label, needs, count, primary, ...rest } = act;
    if (wants(act, "cards") && this.cardPad.full) {
      const cards = this.cardPad.cards;
      const values = { place: named("place", act.to), cards: cards.map(short).join(" ") };
      return { act: { ...rest, cards }, label: say(`cards.${act.act === "correct" ? "correct" : "key"}`, values) };
    }
    if (wants(act, "card") && this.cardPad.full) {
      const card = this.cardPad.cards[0];
      return { act: { ...rest, card }, label: `${label} – ${short(card)}` };
    }
    if (wants(act, "amount_cents") && this.amountPad.cents > 0) {
      const amount_cents = this.amountPad.cents;
      return { act: { ...rest, amount_cents }, label: `${label} – ${dollars(amount_cents)}` };
    }
    return null;
  }

  // After a wager was keyed the next one of the seat is at hand, with the same amount.
  sent(state, act) {
    if (act.act !== "wager") return this.done();
    if (this.seat !== act.seat) return; // the dealer is at another seat already
    const mine = state.acts.filter((one) => one.act === "wager" && one.seat === act.seat);
    const next = mine[mine.findIndex((one) => one.wager === act.wager) + 1];
    this.picked = next || null;
  }

  show(state, ready) {
    const target = this.target(state);
    const seat = this.focus(state);
    const mine = state.acts.filter((act) => act.seat === seat && seat !== null);
    const parts = [el("h2", null, this.title(target, seat, state))];
    if (state.notice) parts.push(el("p", { class: "say" }, state.notice));
    const choices = mine.filter((act) => act.act === "decide");
    if (choices.length && !this.fixing) parts.push(this.choices(choices, ready));
    for (const more of [winnerKeys(state, this.send, ready), corrections(state, this.seat, this.send, ready)]) {
      if (more && !this.fixing) parts.push(more);
    }
    const own = state.acts.find((act) => act.act === "cards" && act.to === `seat ${seat}`);
    if (own && own !== target && !this.fixing) parts.push(this.opener(own));
    const keyed = mine.filter((act) => wants(act, "amount_cents"));
    if (keyed.length) parts.push(this.wagers(keyed, state, target));
    if (target && (wants(target, "cards") || wants(target, "card"))) {
      this.cardPad.show(JSON.stringify([target.act, target.to]), target.count || 1, this.taken(state));
      parts.push(this.cardPad.place);
    } else if (target && wants(target, "amount_cents")) {
      this.amountPad.draw();
      parts.push(this.amountPad.place);
    }
    if (state.payments.length) parts.push(this.payments(state, ready));
    keepFocus(() => byId("panel").replaceChildren(...parts));
    this.follow(state.payments.find((one) => !one.paid));
  }

  // What is to be paid next stays in sight.
  follow(next) {
    if (!next || next.payment === this.next) return;
    this.next = next.payment;
    const button = document.querySelector("[data-next]");
    if (button) button.scrollIntoView({ block: "nearest" });
  }

  title(target, seat, state) {
    if (target && target.to) return named("place", target.to);
    if (target && target.label) return target.label;
    return seat === null ? named("stage", state.phase) : say("seat.name", { seat });
  }

  taken(state) {
    const fixing = this.fixing && this.fixing.to;
    const seats = state.seats.filter((one) => `seat ${one.seat}` !== fixing).flatMap((one) => one.cards);
    const places = Object.entries(state.cards).filter(([place]) => place !== fixing);
    return [...seats, ...places.flatMap(([, cards]) => cards), ...(fixing === "dealer" ? [] : state.dealer || [])];
  }

  opener(act) {
    const label = say("cards.open", { place: named("place", act.to) });
    const button = el("button", { type: "button", "data-open": act.to }, label);
    button.addEventListener("click", () => {
      this.picked = act;
      this.changed();
    });
    return button;
  }

  choices(acts, ready) {
    const buttons = acts.map((act) => {
      const button = el("button", { type: "button", "data-choice": act.choice }, act.label);
      button.addEventListener("click", () => ready && this.send(act));
      return button;
    });
    return el("div", { class: "choices" }, ...buttons);
  }

  wagers(acts, state, target) {
    const buttons = acts.map((act) => {
      const seat = state.seats.find((one) => one.seat === act.seat);
      const cents = (act.act === "tip" ? seat.tips : seat.wagers)[act.wager];
      const name = act.wager ? named("wager", act.wager) : act.label;
      const label = act.act === "tip" ? say("cards.tip", { wager: name }) : name;
      const button = el("button", { type: "button", "data-wager": `${act.act} ${act.wager}` });
      button.append(`${label} ${cents ? dollars(cents) : ""}`);
      button.setAttribute("aria-pressed", String(act === target));
      button.addEventListener("click", () => {
        this.picked = act;
        this.changed();
      });
      return button;
    });
    return el("div", { class: "wagers" }, ...buttons);
  }

  payments(state, ready) {
    const next = state.payments.find((one) => !one.paid);
    const idle = (one) => !one.due_cents && !one.take_cents;
    const items = state.payments.filter((one) => one.part === "table" || !idle(one)).map((one) => {
      if (idle(one)) return el("li", { class: "idle" }, one.label);
      const button = el("button", { type: "button", "data-payment": one.payment });
      if (one.paid) button.setAttribute("data-paid", "");
      if (one === next) button.setAttribute("data-next", "");
      button.append(el("span", null, one.paid ? "✓" : "○"), el("span", null, one.label));
      const act = { act: one.paid ? "unpaid" : "paid", payment: one.payment };
      button.addEventListener("click", () => ready && this.send(act));
      return el("li", null, button);
    });
    return el("ol", { class: "payments" }, ...items);
  }
}

// Redrawing must not take the keyboard's place away.
function keepFocus(redraw) {
  const held = document.activeElement;
  const marks = ["data-choice", "data-wager", "data-payment", "data-award", "data-fix"];
  const name = held && marks.find((mark) => held.hasAttribute(mark));
  const value = name && held.getAttribute(name);
  redraw();
  if (held && held.isConnected) held.focus();
  else if (name) document.querySelector(`[${name}="${CSS.escape(value)}"]`)?.focus();
}
