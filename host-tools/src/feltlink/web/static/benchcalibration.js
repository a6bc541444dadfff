// Reflective sensors have thresholds, which are measured at their own table: how, and what is seen now.

import { el, text } from "./dom.js";
import { say } from "./say.js";

const place = el("div");
const now = el("p", { class: "live" });
let shown = "";

export const calibrationParts = [place];

function guide(found) {
  if (!found.needed) return [el("p", { class: "none" }, say("bench.calibration.none", found))];
  const steps = ["free", "command", "felt", "chip", "check"].map((step) => {
    const what = el("li", null, say(`bench.calibration.${step}`, found));
    if (step === "command") what.append(el("code", { tabindex: 0 }, found.command));
    return what;
  });
  return [el("p", null, say("bench.calibration.about", found)), el("ol", null, ...steps), now];
}

export function showCalibration(found, inputs) {
  const wanted = JSON.stringify(found);
  if (wanted !== shown) {
    shown = wanted;
    place.replaceChildren(...guide(found));
  }
  const covered = inputs.filter((one) => one.debounced && one.name !== "button").map((one) => one.name);
  text(now, say("bench.calibration.now", { names: covered.join(", ") || say("bench.calibration.nothing") }));
}
