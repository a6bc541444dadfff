// The dealer's page of Bonus Spin: shows the newest view and sends what the dealer means.

import { showBanner } from "./banner.js";
import { Call, isCall } from "./call.js";
import { Checks } from "./checks.js";
import { attr, byId, el, text } from "./dom.js";
import { Felt } from "./felt.js";
import { showHead } from "./head.js";
import { Live } from "./live.js";
import { showMe } from "./me.js";
import { dollars } from "./money.js";
import { Notes } from "./notes.js";
import { Others } from "./others.js";
import { Primary } from "./primary.js";
import { Refusal } from "./refusal.js";
import { has, say } from "./say.js";
import { Stopped } from "./stopped.js";
import { NEXT, Seats } from "./seats.js";
import { Wheel } from "./turn.js";
import { restWhenIdle } from "./wake.js";

const BESIDE = ["mark", "verify", "deny_top_prize"]; // these do not hold the big button up

let arrived = true; // the next view is the first one since the page came or came back
let ready = false;

const live = new Live("/live?felt=1", {
  view: (view) => (view.game === "bonus_spin" ? draw() : location.replace("/cards")),
  changed: () => draw(),
  felt: (state) => felt.show(state),
  answer: (answer) => refusal.answered(answer),
});
const felt = new Felt((message) => live.send(message));
const notes = new Notes();
const refusal = new Refusal(live);
const stopped = new Stopped(live);
const call = new Call(live);
const primary = new Primary(byId("primary"), pressPrimary);
const seats = new Seats(byId("seats"), tapSeat);
const wheel = new Wheel(byId("wheel"), () => draw());
const others = new Others(byId("others"), (act) => ready && send(act));
const checks = new Checks(byId("checks"), (act) => ready && send(act));

function send(act) {
  live.act({ ...act, round_id: live.view.state.round_id });
}

function markWaiting(seat) {
  const act = live.waiting((one) => one.act === "mark" && one.seat === seat);
  return act ? act.mark : null;
}

// A tap says what the seat shall be, not "the next": two taps that cross a reload stay right.
function tapSeat(seat) {
  if (!ready) return;
  const shown = live.view.state.seats.find((one) => one.seat === seat);
  send({ act: "mark", seat, mark: NEXT[markWaiting(seat) ?? shown.mark] });
}

function pressPrimary() {
  const act = live.view.state.primary;
  if (!ready || !act || primaryWaiting()) return;
  const { label, amount_cents, ...rest } = act;
  send(rest);
}

function primaryWaiting() {
  return !live.settled() || live.waiting((one) => !BESIDE.includes(one.act) && !isCall(one));
}

function showPrimary(state) {
  const act = state.primary;
  if (wheel.turning) {
    primary.show("turning", say("primary.turning"), false);
  } else if (!act) {
    const key = `primary.none.${state.phase}`;
    const seat = state.spin && state.spin.seat;
    primary.show("none", say(has(key) ? key : "primary.none.other", { seat }), false);
  } else {
    const cents = act.amount_cents ?? (state.spin && state.spin.amount_cents) ?? null;
    const amount = cents === null ? state.spin && state.spin.prize : dollars(cents);
    const key = `primary.${act.act}`;
    const label = has(key) ? say(key, { ...act, amount }) : act.label;
    const meaning = JSON.stringify([act.act, act.seat, amount, state.round_id]);
    primary.show(meaning, label, ready && !primaryWaiting());
  }
}

function draw() {
  ready = showBanner(live);
  if (!live.fresh) arrived = true;
  if (!live.view || live.view.game !== "bonus_spin") return;
  const { view } = live;
  const state = view.state;
  stopped.show(live.view);
  call.show(live.view);
  showHead(view);
  wheel.show(state.wheel, state.spin, arrived);
  if (live.fresh) arrived = false;
  attr(byId("table"), "data-phase", state.phase);
  attr(byId("table"), "data-still", wheel.turning ? null : "yes");
  seats.show(state, wheel.turning, ready, markWaiting);
  showPrimary(state);
  others.show(state, ready && !wheel.turning);
  refusal.show();
  notes.show(state, wheel.turning);
  checks.show(view, wheel.turning, ready);
}

restWhenIdle();
showMe(byId("head"));
document.title = say("title.dealer");
text(byId("title"), say("title.dealer"));
document.documentElement.lang = say("lang");
draw();
