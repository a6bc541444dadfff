// The players' screen: the wheel, whose turn it is, what was won. Nothing that is not recorded.

import { showBanner } from "./banner.js";
import { attr, byId, text } from "./dom.js";
import { Festive } from "./festive.js";
import { Live } from "./live.js";
import { Meters } from "./meters.js";
import { dollars } from "./money.js";
import { has, say } from "./say.js";
import { Wheel } from "./turn.js";

let arrived = true;
const festive = new Festive();
const wheel = new Wheel(byId("wheel"), () => draw());
const meters = new Meters(byId("meter"));
const live = new Live("/live", { view: () => draw(), changed: () => draw(), answer() {}, felt() {} });

function sentence(state, name) {
  const key = `sign.${name}`;
  return has(key) ? say(key, { seat: state.spin && state.spin.seat }) : "";
}

function draw() {
  showBanner(live);
  if (!live.fresh) arrived = true;
  if (!live.view) return;
  const { state, game } = live.view;
  const own = `game.${game}`;
  text(byId("title"), has(own) ? say(own) : state.title || game);
  meters.show(live.fresh ? live.view.meters : null);
  byId("wheel").hidden = !state.wheel;
  attr(document.body, "data-wheel", state.wheel ? "yes" : null);
  if (state.wheel) wheel.show(state.wheel, live.fresh ? state.spin : null, arrived);
  if (live.fresh) arrived = false;
  const spin = state.spin;
  const decided = live.fresh && spin && spin.stop !== null && !wheel.turning;
  const name = !live.fresh ? "away" : wheel.turning ? "turning" : state.phase;
  attr(document.body, "data-phase", name);
  text(byId("say"), sentence(state, name));
  const jackpot = festive.show(live.fresh ? live.view : null, wheel.turning);
  if (jackpot) text(byId("say"), say("sign.jackpot", jackpot));
  const cents = decided ? spin.amount_cents : null;
  const won = decided && ["spun", "top_prize"].includes(spin.state);
  const sum = won ? (cents === null ? spin.prize : dollars(cents)) : "";
  if (jackpot && jackpot.cents !== null) return text(byId("amount"), dollars(jackpot.cents));
  text(byId("amount"), state.phase === "top_prize" && won ? sentence(state, "top_pending") : sum);
}

document.title = say("title.wheel");
document.documentElement.lang = say("lang");
draw();
