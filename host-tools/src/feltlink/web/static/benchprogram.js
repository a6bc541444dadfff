// Is the controller's program the one that was released? Told by word and colour, never silently.

import { act } from "./benchact.js";
import { attr, el, text } from "./dom.js";
import { say } from "./say.js";

const parts = ["expected", "found"].map((part) => [part, el("dd", { class: "digest" })]);
const list = el("dl", { class: "digests" }, ...parts.flatMap(([part, at]) => [el("dt", null, say(`bench.program.${part}`)), at]));
const verdict = el("p", { class: "verdict", role: "status" });
const check = el("button", { type: "button", id: "check-program", class: "main" }, say("bench.program.check"));

check.addEventListener("click", () => act({ do: "check_program" }, say("bench.program.asked")));

export const programParts = [verdict, list, check];

export function showProgram(program, roundOpen) {
  attr(verdict, "data-state", program.state);
  text(verdict, say(`bench.program.${program.state}`, program));
  for (const [part, at] of parts) text(at, program[part] || say("bench.program.none"));
  check.disabled = roundOpen || program.state === "checking";
}
