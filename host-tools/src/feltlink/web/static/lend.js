// A supervisor's PIN at a dealer's screen: asked for once, good for two minutes. Some acts need a
// second supervisor too, who gives a reason with the PIN.

import { el } from "./dom.js";
import { giveWord, logIn, whoAmI } from "./me.js";
import { lettersFor } from "./letters.js";
import { PinPad } from "./pinpad.js";
import { say } from "./say.js";

// Calls `then` at once if this screen may act as a supervisor, else after the PIN.
export async function asSupervisor(then) {
  const me = await whoAmI();
  if (me.open || me.lent || (me.person && me.person.role === "supervisor")) return then();
  ask(say("pin.supervisor"), supervisorsOf(me), (name, pin) => logIn(name, pin, true), then);
}

// As above for `act`; while `view` says that it needs two people, the other one is asked too.
export function asTwo(view, act, then) {
  asSupervisor(async () => {
    if (!(view.two_people || []).includes(act)) return then();
    const me = await whoAmI();
    const first = me.lent || (me.person && me.person.name);
    const others = supervisorsOf(me).filter((one) => one.name !== first);
    const reason = el("input", { id: "reason", type: "text", maxlength: 200, autocomplete: "off" });
    const word = (name, pin) => giveWord(name, pin, act, reason.value);
    const label = el("label", { for: "reason" }, say("pin.reason"));
    ask(say("pin.second"), others, word, then, label, reason, lettersFor(reason));
  });
}

export function supervisorsOf(me) {
  return me.people.filter((one) => one.role === "supervisor");
}

// Asks one of `people` for the PIN; `enter(name, pin)` resolves to {ok, sentence}.
export function ask(title, people, enter, then, ...above) {
  const dialog = el("dialog", { class: "lend", "aria-label": title });
  const close = el("button", { type: "button" }, say("pin.cancel"));
  close.addEventListener("click", () => dialog.close());
  dialog.addEventListener("close", () => dialog.remove());
  dialog.append(el("h2", null, title), ...above.filter(Boolean));
  new PinPad(dialog, people, async (name, pin) => {
    const answer = await enter(name, pin);
    if (!answer.ok) return answer.sentence;
    dialog.close();
    then();
    return "";
  });
  dialog.append(close);
  document.body.append(dialog);
  dialog.showModal();
}
