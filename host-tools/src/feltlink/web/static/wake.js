// A screen that nobody has touched for a while rests. The touch that wakes it does nothing else.

import { el } from "./dom.js";
import { stillHere } from "./me.js";
import { say } from "./say.js";

const REST_MS = 5 * 60 * 1000;

export function restWhenIdle() {
  const layer = el("button", { type: "button", id: "wake", hidden: true }, say("wake"));
  document.body.append(layer);
  let timer = 0;
  const awake = () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      layer.hidden = false;
      layer.focus();
    }, REST_MS);
  };
  layer.addEventListener("click", () => {
    layer.hidden = true;
    awake();
    stillHere();
  });
  for (const kind of ["pointerdown", "keydown"]) document.addEventListener(kind, awake, true);
  awake();
}
