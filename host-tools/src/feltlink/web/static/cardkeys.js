// Choices that were keyed wrongly, chosen anew.

import { attr, el } from "./dom.js";
import { named } from "./cardseats.js";
import { say } from "./say.js";

// What a tapped seat has chosen, each stage with its choices; the one that holds is pressed in.
export function corrections(state, number, send, ready) {
  const seat = state.seats.find((one) => one.seat === number);
  const open = seat && state.phase !== "idle" && !state.payments.some((one) => one.paid);
  const made = open ? Object.entries(seat.choices).filter(([stage]) => (state.options || {})[stage]) : [];
  if (!made.length) return null;
  const rows = made.map(([stage, chosen]) => {
    const name = named("stage", stage);
    const keys = Object.entries(state.options[stage]).map(([choice, label]) => {
      const button = el("button", { type: "button", "data-fix": `${stage} ${choice}`, "aria-pressed": String(choice === chosen) }, label);
      attr(button, "aria-label", say("cards.fix_choice", { stage: name, choice: label }));
      const act = { act: "correct", seat: number, stage, choice };
      button.addEventListener("click", () => ready && choice !== chosen && send(act));
      return button;
    });
    return el("div", { class: "fixes" }, el("span", null, say("cards.fix", { stage: name })), ...keys);
  });
  return el("div", null, ...rows);
}
