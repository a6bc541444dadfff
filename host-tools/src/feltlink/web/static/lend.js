// A supervisor's PIN at a dealer's screen: asked for once, good for two minutes.

import { el } from "./dom.js";
import { logIn, whoAmI } from "./me.js";
import { PinPad } from "./pinpad.js";
import { say } from "./say.js";

// Calls `then` at once if this screen may act as a supervisor, else after the PIN.
export async function asSupervisor(then) {
  const me = await whoAmI();
  if (me.open || me.lent || (me.person && me.person.role === "supervisor")) return then();
  const supervisors = me.people.filter((one) => one.role === "supervisor");
  const dialog = el("dialog", { class: "lend", "aria-label": say("pin.supervisor") });
  const close = el("button", { type: "button" }, say("pin.cancel"));
  close.addEventListener("click", () => dialog.close());
  dialog.addEventListener("close", () => dialog.remove());
  dialog.append(el("h2", null, say("pin.supervisor")));
  new PinPad(dialog, supervisors, async (name, pin) => {
    const answer = await logIn(name, pin, true);
    if (!answer.ok) return answer.sentence;
    dialog.close();
    then();
    return "";
  });
  dialog.append(close);
  document.body.append(dialog);
  dialog.showModal();
}
