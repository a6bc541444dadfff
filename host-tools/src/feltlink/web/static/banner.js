// What is wrong with what you see, in order of gravity; one line across the top.

import { attr, byId, text } from "./dom.js";
import { say } from "./say.js";

export function trouble(live) {
  const view = live.view;
  if (!live.fresh) {
    const pending = live.pending.size ? " " + say("banner.pending") : "";
    return { kind: "stale", say: say(view ? "banner.stale" : "banner.connecting") + pending };
  }
  if (!view.record.ok) {
    return { kind: "record", say: say("banner.record", { why: view.record.why || "" }) };
  }
  if (view.stopped) return { kind: "stopped", say: view.stopped };
  if (view.maintenance) {
    const players = document.body.dataset.page === "wheel"; // who works there is not their business
    return { kind: "maintenance", say: players ? say("sign.away") : view.maintenance };
  }
  if (view.controller.state !== "live") {
    const state = view.controller.state;
    const why = view.controller.why || "";
    return { kind: "controller", say: say("banner.controller", { state, why }) };
  }
  return null;
}

// Shows the banner; returns whether acts may be sent.
export function showBanner(live) {
  const banner = byId("banner");
  const found = trouble(live);
  attr(document.body, "data-live", found && found.kind !== "controller" ? "off" : "on");
  attr(document.body, "data-trouble", found && found.kind);
  banner.hidden = !found;
  text(banner, found ? found.say : "");
  return !found || found.kind === "controller";
}
