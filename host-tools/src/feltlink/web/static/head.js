// The line at the top: which table, which game, which round, and how the controller is.

import { attr, byId, el, text } from "./dom.js";
import { isPending, topCents } from "./meters.js";
import { dollars } from "./money.js";
import { has, say } from "./say.js";

const parts = {};

function part(name) {
  if (!parts[name]) {
    parts[name] = el("span", { class: name });
    byId("head").insertBefore(parts[name], byId("head").querySelector(".me"));
  }
  return parts[name];
}

export function showHead(view) {
  const { state, controller } = view;
  text(part("name"), view.table);
  const own = `game.${view.game}`;
  text(part("game"), has(own) ? say(own) : state.title || view.game);
  text(part("round"), say("head.round", { round: state.round_id }));
  if (state.paytable) text(part("paytable"), say("head.paytable", state));
  if (state.wager_cents) text(part("wager"), say("head.wager", { amount: dollars(state.wager_cents) }));
  if (view.demo) text(part("demo"), say("head.demo"));
  const cents = topCents(view.meters);
  if (cents !== null) {
    const amount = say("meter.head", { amount: dollars(cents) });
    text(part("meter"), isPending(view.meters) ? `${amount}: ${say("meter.pending")}` : amount);
  }
  const link = part("link");
  text(link, say(`head.controller.${controller.state}`));
  attr(link, "data-state", controller.state);
}
