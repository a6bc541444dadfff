// The dealer's page of the card games: whatever the view lists as legal, the next one largest.

import { showBanner } from "./banner.js";
import { Call, isCall } from "./call.js";
import { CardSeats, named } from "./cardseats.js";
import { byId, text } from "./dom.js";
import { Felt } from "./felt.js";
import { showHead } from "./head.js";
import { Live } from "./live.js";
import { showMe } from "./me.js";
import { dollars } from "./money.js";
import { Others } from "./others.js";
import { Panel } from "./panel.js";
import { Primary } from "./primary.js";
import { askReason } from "./reason.js";
import { Refusal } from "./refusal.js";
import { has, say } from "./say.js";
import { Stopped } from "./stopped.js";
import { restWhenIdle } from "./wake.js";

const BESIDE = ["decide", "wager", "tip", "cards", "paid", "unpaid"];
const REASONS = ["exposed", "count", "boxed", "shuffle"];
let ready = false;

const live = new Live("/live?felt=1", {
  view: (view) => (view.game === "bonus_spin" ? location.replace("/dealer") : draw()),
  changed: () => draw(),
  felt: (state) => felt.show(state),
  answer: (answer, act) => {
    refusal.answered(answer);
    if (answer.ok && act && act.round_id !== undefined) panel.sent(live.view.state, act);
  },
});
const felt = new Felt((message) => live.send(message));
const refusal = new Refusal(live);
const panel = new Panel(send, () => draw());
const stopped = new Stopped(live);
const call = new Call(live);
const primary = new Primary(byId("primary"), press);
const seats = new CardSeats(byId("cardtable"), (seat) => panel.tap(seat), (...at) => panel.fix(...at));
const others = new Others(byId("others"), (act) => ready && other(act));

function waiting() {
  return !live.settled() || live.waiting((one) => !isCall(one));
}

function send(act) {
  if (!ready || waiting()) return;
  const { label, needs, count, primary: first, ...rest } = act;
  live.act({ ...rest, round_id: live.view.state.round_id });
}

// An act beside the big button: sent at once, or first filled in on the pad.
function other(act) {
  if ((act.needs || []).some((field) => field !== "reason")) {
    panel.picked = live.view.state.acts.find((one) => one.act === act.act && one.seat === act.seat);
    draw();
  } else if ((act.needs || []).includes("reason")) {
    askReason(say("other.misdeal"), REASONS.map((key) => say(`reason.${key}`)), (reason) => send({ ...act, reason }));
  } else {
    send(act);
  }
}

function next(state) {
  const filled = panel.ready(state);
  if (filled) return filled;
  const act = state.primary;
  if (!act || (act.needs || []).length) return null;
  const own = `cards.act.${act.act}`;
  const label = has(own) ? say(own) : act.label;
  const cents = act.amount_cents;
  const told = !cents || label.includes(dollars(cents));
  return { act, label: told ? label : `${label} – ${dollars(cents)}` };
}

function press() {
  const found = live.view && next(live.view.state);
  if (found) send(found.act);
}

function wanted(state) {
  const seat = panel.focus(state);
  if (seat !== null && state.acts.some((act) => act.act === "decide" && act.seat === seat)) {
    return say("cards.choose", { seat });
  }
  const target = panel.target(state);
  if (target && target.to) {
    return say("cards.wanted", { count: target.count, place: named("place", target.to) });
  }
  return state.notice || named("stage", state.phase);
}

function draw() {
  ready = showBanner(live);
  if (!live.view || live.view.game === "bonus_spin") return;
  const state = live.view.state;
  stopped.show(live.view);
  call.show(live.view);
  showHead(live.view);
  seats.show(state, panel.focus(state));
  panel.show(state, ready);
  refusal.show();
  const found = next(state);
  const meaning = JSON.stringify([found && found.act, state.round_id]);
  primary.show(meaning, found ? found.label : wanted(state), Boolean(found && ready && !waiting()));
  const acts = state.acts.filter((act) => !BESIDE.includes(act.act) && act.seat === undefined);
  others.show({ ...state, acts }, ready);
}

restWhenIdle();
showMe(byId("head"));
document.title = say("title.dealer");
text(byId("title"), say("title.dealer"));
document.documentElement.lang = say("lang");
draw();
